/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Congestion notification, as the receiver of marked packets (notification point, NP) and the sender of them (reaction
 * point, RP) see it. The parameters are looked at for each packet, so a change acts at once.
 *
 * What decides here, and where it is from:
 *  - One CNP a flow at most each min_time_between_cnps microseconds, 0: for each marked packet. A flow is a queue pair,
 *    as in the DCQCN paper; cards can be told otherwise (ROCE_CC_CNP_MODERATION), which is not played.
 *  - cnp_dscp is its DSCP, with ECN bits 10 as a CNP captured on a ConnectX-4 Lx has them. cnp_802p_prio is the
 *    priority that it is sent with, or that of the packet's own tag where cnp_prio_mode is set (help text of mlxconfig
 *    for CNP_RES_PRIO_MODE): in its VLAN tag, and in the counters of the port where that does not trust DSCP. Nothing
 *    public says that a card adds a tag where the packet had none: here it does not.
 *  - Each point can be off for a priority. That of a packet follows the port's trust: its DSCP through the map, or its
 *    tag. Of a CNP that arrives it is the priority of the flow that counts, not that of the CNP: this model's decision.
 *  - Marked packets are counted where the NP is off, too. Not public either; it is what makes a switched-off NP visible.
 *
 * Rates do not change: DCQCN's rate machine and the probes of ZTR-RTT are not played.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_CNP_H
#define ECE_DEVX_SIM_DATAPATH_CNP_H

#include "devx/sim/datapath/internal.h"

/**
 * dp_cnp_marked - a packet for a queue pair carries the mark of congestion
 *
 * Counts it, and sends a CNP to the queue pair that sent it when that is due. For a connection only its other end counts:
 * a stranger's packet is not part of the flow, and its transport drops it. For dp_receive(), before the packet's own
 * transport has it.
 */
void dp_cnp_marked(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet);

/**
 * dp_cnp_received - a CNP arrives; no transport has a part in it
 * @queue: that it names; NULL: there is none
 */
void dp_cnp_received(struct dp *dp, const struct dp_queue *queue, const struct wire_packet *packet);

#endif
