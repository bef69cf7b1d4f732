/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The verbs of ece-sim; each gets its own words, its name first, and returns the exit code. */
#ifndef ECE_TOOLS_ECE_SIM_VERBS_H
#define ECE_TOOLS_ECE_SIM_VERBS_H

int sim_fleet(int argc, char **argv);
int sim_pci(int argc, char **argv);

#endif
