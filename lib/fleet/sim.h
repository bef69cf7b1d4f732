/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a fleet file says of simulated hosts beside their cards. */
#ifndef ECE_LIB_FLEET_SIM_H
#define ECE_LIB_FLEET_SIM_H

#include "lib/fleet/parse.h"

/**
 * read_sim_faults, read_sim_traffic - the members "faults" and "traffic" of a transport
 *
 * Return 0 or -ENOMEM.
 */
int read_sim_faults(struct parse *p, struct cursor at, struct fleet_sim *sim);
int read_sim_traffic(struct parse *p, struct cursor at, struct fleet_sim_traffic *traffic);

#endif
