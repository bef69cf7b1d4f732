// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/ethernet.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/prm/wqe.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/segment.h"
#include "devx/sim/datapath/sender.h"
#include "devx/sim/datapath/sge.h"
#include "devx/sim/wire/headers.h"

/* What one work request says about its frame. */
struct send {
	struct dp_sges sges;
	const uint8_t *segment; /* of Ethernet, in the request */
	size_t inline_bytes;
	bool vlan;
};

static uint8_t *context_of(const struct dp_queue *queue)
{
	return queue->object->create + PRM_QUEUE_CONTEXT_AT;
}

/* That the inline header ends inside of the request was seen when that was taken apart. */
static void understand(const struct dp_wqe *wqe, struct send *send)
{
	send->segment = wqe->bytes + wqe->ethernet_at;
	send->vlan = prm_get(send->segment, &prm_wqe_eth.insert_vlan);
	send->inline_bytes = send->vlan ? 0 : (size_t)prm_get(send->segment, &prm_wqe_eth.inline_bytes);
}

static void put_inline(const struct send *send, uint8_t *frame)
{
	memcpy(frame, send->segment + PRM_WQE_ETH_INLINE_AT, send->inline_bytes);
}

static size_t insert_vlan(const struct send *send, uint8_t *frame, size_t bytes)
{
	memmove(frame + ETHERNET_TYPE + WIRE_VLAN_BYTES, frame + ETHERNET_TYPE, bytes - ETHERNET_TYPE);
	ece_put_be16(frame + ETHERNET_TYPE, TYPE_VLAN);
	ece_put_be16(frame + ETHERNET_TYPE + 2, (uint16_t)prm_get(send->segment, &prm_wqe_eth.vlan_tag));
	return bytes + WIRE_VLAN_BYTES;
}

/* The port lets no frame out that is longer than its MTU; the driver is not told. */
static void leave(struct dp *dp, size_t bytes)
{
	if (bytes > dp_ethernet_frame_max(dp))
		dp->dropped++;
	else
		dp_transmit(dp, dp->frame, bytes);
}

static int send_frame(struct dp *dp, const struct send *send, int64_t data)
{
	uint64_t bytes = send->inline_bytes + (uint64_t)data;
	struct dp_headers headers;

	if (bytes < WIRE_ETHERNET_BYTES || bytes > WIRE_FRAME_MAX - WIRE_VLAN_BYTES)
		return DP_SYNDROME_LOCAL_LENGTH;
	put_inline(send, dp->frame);
	if (dp_gather(dp, &send->sges, 0, dp->frame + send->inline_bytes, (uint32_t)data))
		return DP_SYNDROME_LOCAL_PROTECTION;
	if (send->vlan)
		bytes = insert_vlan(send, dp->frame, bytes);
	dp_headers_find(dp->frame, bytes, false, &headers);
	dp_checksum_fill(dp->frame, &headers, prm_get(send->segment, &prm_wqe_eth.l3_checksum),
			 prm_get(send->segment, &prm_wqe_eth.l4_checksum));
	leave(dp, bytes);
	return 0;
}

/* The pieces of one large send go out together: at most DP_SEGMENTS_MAX, whatever is left of the budget. */
static int send_large(struct dp *dp, const struct send *send, int64_t data, unsigned int *budget)
{
	size_t mss = (size_t)prm_get(send->segment, &prm_wqe_eth.mss);
	struct dp_segments segments;
	size_t i;

	if (!dp_segments_plan(send->segment + PRM_WQE_ETH_INLINE_AT, send->inline_bytes, (size_t)data, mss, &segments))
		return DP_SYNDROME_LOCAL_LENGTH;
	for (i = 0; i < segments.count; i++) {
		size_t bytes = dp_segment_bytes(&segments, i);

		put_inline(send, dp->frame);
		if (dp_gather(dp, &send->sges, i * mss, dp->frame + send->inline_bytes, (uint32_t)bytes))
			return DP_SYNDROME_LOCAL_PROTECTION;
		dp_segment_finish(&segments, i, dp->frame);
		leave(dp, send->inline_bytes + bytes);
	}
	*budget -= *budget < segments.count - 1 ? *budget : (unsigned int)segments.count - 1;
	return 0;
}

static int send_one(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe, unsigned int *budget)
{
	struct send send = {.sges = {.end = wqe->bytes + wqe->size, .pd = dp_queue_pd(queue)}};
	int64_t data;

	if (wqe->opcode != DP_OP_SEND && wqe->opcode != DP_OP_LARGE_SEND)
		return DP_SYNDROME_LOCAL_OPERATION;
	understand(wqe, &send);
	send.sges.at = wqe->bytes + wqe->data_at;
	data = dp_sges_bytes(&send.sges);
	if (data < 0)
		return DP_SYNDROME_LOCAL_LENGTH;
	return wqe->opcode == DP_OP_SEND ? send_frame(dp, &send, data) : send_large(dp, &send, data, budget);
}

static void failed(struct dp *dp, struct dp_queue *queue)
{
	dp_log(dp, "SQ %#x: a work request that cannot be sent; it is in the error state", queue->object->id);
	prm_set(context_of(queue), &prm_queue_context.state, PRM_QUEUE_ERR);
	fw_object_moved(dp->fw->objects, queue->object, PRM_QUEUE_RDY, PRM_QUEUE_ERR);
}

static bool run(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	static const struct dp_sender sender = {DP_LAYOUT_ETHERNET, send_one, failed};

	if (prm_get(context_of(queue), &prm_queue_context.state) != PRM_QUEUE_RDY)
		return false;
	return dp_send_posted(dp, queue, &sender, budget);
}

const struct dp_service dp_ethernet = {.run = run};
