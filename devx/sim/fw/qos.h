/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Classes of service of the port: trust, DSCP map, traffic classes, DCBX, flow control. */
#ifndef ECE_DEVX_SIM_FW_QOS_H
#define ECE_DEVX_SIM_FW_QOS_H

#include "devx/sim/fw/register.h"

fw_register_handler fw_qpts;
fw_register_handler fw_qpdpm;
fw_register_handler fw_qtct;
fw_register_handler fw_qetcr;
fw_register_handler fw_qcam;
fw_register_handler fw_dcbx_param;
fw_register_handler fw_pfcc;
fw_register_handler fw_sbcam;

/**
 * fw_qos_power_on - what a port starts with
 *
 * Trust by PCP, eight DSCP a priority, no PFC, global pause, DCBX left to the host: as public dumps of cards in use
 * show them. Traffic classes are as the Linux driver sets them when it binds, since nothing public says what is there
 * before. Counters are zeroed.
 */
void fw_qos_power_on(struct fw_state *state);

#define FW_QOS_NO_DSCP 0xff   /* not an IP packet */
#define FW_QOS_NO_VLAN 0xffff /* not tagged */

/**
 * fw_qos_priority - which priority a packet has, as the port trusts it
 * @dscp: 0 to 63, or FW_QOS_NO_DSCP
 * @vlan: the tag with its priority bits, or FW_QOS_NO_VLAN
 *
 * Trusted DSCP go through the map of QPDPM, trusted tags are the priority; what is neither has priority 0.
 */
uint8_t fw_qos_priority(const struct fw_state *state, uint8_t dscp, uint16_t vlan);

#endif
