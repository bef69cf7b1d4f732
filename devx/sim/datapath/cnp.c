// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/cnp.h"

#include "devx/prm/cong.h"
#include "devx/prm/queue.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/datapath/sender.h"
#include "devx/sim/datapath/transmit.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/wire/extended.h"

#define NS_PER_US    UINT64_C(1000)
#define CNP_BYTES    16 /* reserved, behind the base transport header: IBTA annex A17 */
#define DSCP_SHIFT   2
#define VLAN_ID_MASK 0x1fff /* with the drop eligible bit */

static uint64_t parameter(const struct dp *dp, const struct prm_field *field)
{
	return prm_get(dp->fw->state->cong[PRM_CONG_ROCE_NP], field);
}

static bool enabled(const struct dp *dp, enum prm_cong_protocol protocol, uint8_t priority)
{
	return dp->fw->state->cong_status[protocol] >> priority & 1;
}

static bool connected(const struct dp_queue *queue)
{
	uint64_t service = prm_get(dp_qp_context(queue), &prm_qpc.st);

	return service == PRM_QP_RC || service == PRM_QP_UC;
}

/* Whose packets are marked: of a connection the other end, of a datagram what it says; 0 when that is cut off. */
static uint32_t sender_of(const struct dp_queue *queue, const struct wire_packet *packet)
{
	struct wire_deth deth;

	if (connected(queue))
		return (uint32_t)prm_get(dp_qp_context(queue), &prm_qpc.remote_qpn);
	if (packet->payload_bytes < WIRE_DETH_BYTES)
		return 0;
	wire_deth_get(packet->payload, &deth);
	return deth.source;
}

static bool is_due(const struct dp *dp, const struct dp_queue *queue)
{
	uint64_t interval_ns = parameter(dp, &prm_cong_np.min_time_between_cnps) * NS_PER_US;

	return !queue->cnp_sent || dp->now_ns - queue->cnp_sent_ns >= interval_ns;
}

static void path_of_cnp(const struct dp *dp, const struct wire_packet *packet, struct wire_path *path)
{
	dp_path_reply(&packet->path, path);
	path->traffic_class = (uint8_t)(parameter(dp, &prm_cong_np.cnp_dscp) << DSCP_SHIFT | WIRE_ECN_CAPABLE);
	if (!parameter(dp, &prm_cong_np.cnp_prio_mode))
		path->priority = (uint8_t)parameter(dp, &prm_cong_np.cnp_802p_prio);
	if (path->vlan != WIRE_NO_VLAN)
		path->vlan = (uint16_t)((path->vlan & VLAN_ID_MASK) | path->priority << WIRE_VLAN_PRIORITY);
}

static void send_cnp(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	static const uint8_t nothing[CNP_BYTES];
	struct wire_bth bth = {.opcode = WIRE_CNP, .becn = true, .pkey = WIRE_PKEY};
	struct wire_path path;

	bth.qpn = sender_of(queue, packet);
	path_of_cnp(dp, packet, &path);
	if (!bth.qpn || !dp_transmit_packet(dp, queue, &path, &bth, nothing, sizeof(nothing)))
		return;
	queue->cnp_sent = true;
	queue->cnp_sent_ns = dp->now_ns;
	fw_count(dp->fw, 0, FW_COUNT_NP_CNP_SENT, 1);
}

void dp_cnp_marked(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	if (connected(queue) && !dp_path_from_peer(dp, queue, packet))
		return;
	fw_count(dp->fw, 0, FW_COUNT_NP_ECN_MARKED_ROCE_PACKETS, 1);
	if (dp_qp_receives(queue) && enabled(dp, PRM_CONG_ROCE_NP, dp_path_priority(dp, &packet->path)) &&
	    is_due(dp, queue))
		send_cnp(dp, queue, packet);
}

/* The flow's own priority is where its driver put it; a datagram has none of its own. */
static uint8_t flow_priority(const struct dp *dp, const struct dp_queue *queue, const struct wire_packet *packet)
{
	struct wire_path path;

	if (connected(queue) && !dp_path_of_qp(dp, dp_qp_context(queue), &path))
		return dp_path_priority(dp, &path);
	return dp_path_priority(dp, &packet->path);
}

void dp_cnp_received(struct dp *dp, const struct dp_queue *queue, const struct wire_packet *packet)
{
	bool handled = queue && dp_qp_state(queue) == PRM_QP_RTS &&
		       enabled(dp, PRM_CONG_ROCE_RP, flow_priority(dp, queue, packet));

	fw_count(dp->fw, 0, handled ? FW_COUNT_RP_CNP_HANDLED : FW_COUNT_RP_CNP_IGNORED, 1);
}
