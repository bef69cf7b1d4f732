/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The registers of the port that drivers and management tools look at. */
#ifndef ECE_DEVX_SIM_FW_PORT_H
#define ECE_DEVX_SIM_FW_PORT_H

#include "devx/sim/fw/register.h"

fw_register_handler fw_ptys;
fw_register_handler fw_pmtu;
fw_register_handler fw_paos;
fw_register_handler fw_pcam;

/* fw_port_mtu - what the driver set with PMTU: bytes of a frame with header, a VLAN tag and check sequence */
uint16_t fw_port_mtu(const struct fw *fw);

/* A register that a driver writes or reads at probe and that has no effect here: what was sent comes back. */
fw_register_handler fw_register_echo;

#endif
