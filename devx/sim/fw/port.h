/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The registers of the port that drivers and management tools look at. */
#ifndef ECE_DEVX_SIM_FW_PORT_H
#define ECE_DEVX_SIM_FW_PORT_H

#include "devx/sim/fw/register.h"

fw_register_handler fw_ptys;
fw_register_handler fw_pmtu;
fw_register_handler fw_paos;
fw_register_handler fw_pcam;

/* A register that a driver writes or reads at probe and that has no effect here: what was sent comes back. */
fw_register_handler fw_register_echo;

#endif
