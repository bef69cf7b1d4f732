// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/ethernet.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/prm/wq.h"
#include "devx/sim/datapath/count.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/fault.h"
#include "devx/sim/datapath/headers.h"
#include "devx/sim/fw/port.h"
#include "devx/sim/fw/steering.h"
#include "devx/sim/wire/headers.h"

#define CHECK_SEQUENCE_BYTES 4

/* Types of headers as the completion has them. */
enum {
	L3_IPV6 = 1,
	L3_IPV4 = 2,
	L4_TCP = 1,
	L4_UDP = 2,
	L4_TCP_ACK = 3,
	L4_TCP_ACK_AND_DATA = 4,
};

size_t dp_ethernet_frame_max(const struct dp *dp)
{
	size_t mtu = fw_port_mtu(dp->fw);

	return mtu > CHECK_SEQUENCE_BYTES ? mtu - CHECK_SEQUENCE_BYTES : 0;
}

static uint8_t *context_of(const struct dp_queue *rq)
{
	return rq->object->create + PRM_QUEUE_CONTEXT_AT;
}

static struct dp_queue *queue_for(struct dp *dp, const uint8_t *frame, const struct dp_headers *headers)
{
	uint32_t number = fw_receive_queue(dp->fw, dp_flow_hash(frame, headers));
	struct dp_queue *rq = dp_queue_find(dp, FW_OBJECT_RQ, number);

	return rq && prm_get(context_of(rq), &prm_rqc.state) == PRM_QUEUE_RDY ? rq : NULL;
}

static uint8_t tcp_type(const uint8_t *frame, const struct dp_headers *headers)
{
	const uint8_t *tcp = frame + headers->l4;
	size_t data_at = headers->l4 + (size_t)(tcp[DP_TCP_FLAGS - 1] >> 4) * 4;

	if (!(tcp[DP_TCP_FLAGS] & DP_TCP_ACK))
		return L4_TCP;
	return headers->end > data_at ? L4_TCP_ACK_AND_DATA : L4_TCP_ACK;
}

/* What the card found out about the frame, which is the one without a tag when that was taken off. */
static void describe(uint8_t *entry, const uint8_t *frame, size_t bytes, const struct dp_headers *headers)
{
	prm_set(entry, &prm_cqe.check_sum, wire_sum(0, frame + WIRE_ETHERNET_BYTES, bytes - WIRE_ETHERNET_BYTES));
	prm_set(entry, &prm_cqe.l2_ok, 1);
	prm_set(entry, &prm_cqe.l3_ok, dp_checksum_l3_good(frame, headers));
	prm_set(entry, &prm_cqe.l4_ok, dp_checksum_l4_good(frame, headers));
	if (headers->ip)
		prm_set(entry, &prm_cqe.l3_hdr_type, headers->ip == 4 ? L3_IPV4 : L3_IPV6);
	if (headers->protocol)
		prm_set(entry, &prm_cqe.l4_hdr_type, headers->protocol == DP_UDP ? L4_UDP : tcp_type(frame, headers));
	prm_set(entry, &prm_cqe.byte_cnt, bytes);
}

static bool tagged(const uint8_t *frame, size_t bytes)
{
	return bytes >= WIRE_ETHERNET_BYTES + WIRE_VLAN_BYTES && ece_be16(frame + ETHERNET_TYPE) == TYPE_VLAN;
}

/* The frame without its tag, in dp->frame. */
static size_t strip(struct dp *dp, uint8_t *entry, const uint8_t *frame, size_t bytes)
{
	prm_set(entry, &prm_cqe.vlan, 1);
	prm_set(entry, &prm_cqe.vlan_info, ece_be16(frame + ETHERNET_TYPE + 2));
	memcpy(dp->frame, frame, ETHERNET_TYPE);
	memcpy(dp->frame + ETHERNET_TYPE, frame + ETHERNET_TYPE + WIRE_VLAN_BYTES,
	       bytes - ETHERNET_TYPE - WIRE_VLAN_BYTES);
	return bytes - WIRE_VLAN_BYTES;
}

static void deliver(struct dp *dp, struct dp_queue *rq, const uint8_t *frame, size_t bytes,
		    const struct dp_headers *headers)
{
	uint8_t entry[PRM_CQE_BYTES] = {0};
	struct dp_headers inner = *headers;
	struct dp_receive receive;
	int err = dp_receive_take(dp, rq, &receive);

	if (err <= 0) {
		dp->dropped++;
		return;
	}
	if (tagged(frame, bytes) && !prm_get(context_of(rq), &prm_rqc.vsd)) {
		bytes = strip(dp, entry, frame, bytes);
		frame = dp->frame;
		dp_headers_find(frame, bytes, false, &inner);
	}
	err = dp_scatter(dp, &receive.sges, 0, frame, (uint32_t)bytes);
	if (err) {
		dp_entry_fault(dp, rq, &receive, err);
		return;
	}
	describe(entry, frame, bytes, &inner);
	dp_complete_receive(dp, rq, &receive, entry, DP_CQE_SEND, false);
}

void dp_ethernet_receive(struct dp *dp, const uint8_t *frame, size_t bytes)
{
	struct dp_headers headers;
	struct dp_queue *rq;

	if (bytes < WIRE_ETHERNET_BYTES || !fw_port_takes(dp->fw, frame) || bytes > dp_ethernet_frame_max(dp)) {
		dp->dropped++;
		return;
	}
	dp_count_frame(dp, FW_RECEIVED, frame, bytes);
	dp_headers_find(frame, bytes, false, &headers);
	rq = queue_for(dp, frame, &headers);
	if (rq)
		deliver(dp, rq, frame, bytes, &headers);
	else
		dp->dropped++;
}
