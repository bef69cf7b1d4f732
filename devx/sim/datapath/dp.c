// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/dp.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "devx/prm/queue.h"
#include "devx/sim/datapath/cnp.h"
#include "devx/sim/datapath/count.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/key.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/datapath/queue.h"
#include "devx/sim/fw/counter.h"

#define LOG_LINE_MAX  200
#define GSI_QPN       1
#define MULTICAST_QPN 0xffffff
#define SERVICE_SHIFT 5 /* of a packet's opcode */

void dp_log(struct dp *dp, const char *format, ...)
{
	char line[LOG_LINE_MAX];
	va_list args;

	if (!dp->ops->log)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	dp->ops->log(dp->ctx, line);
}

static void object_moved(void *ctx, struct fw_object *object, uint8_t from, uint8_t to)
{
	struct dp_queue *queue = dp_queue_of(ctx, object);

	if (queue)
		dp_queue_moved(ctx, queue, from, to);
}

static void object_gone(void *ctx, struct fw_object *object)
{
	if (object->kind == FW_OBJECT_MKEY)
		dp_key_gone(ctx, object);
	else
		dp_queue_detach(ctx, object->data);
}

static bool object_view(void *ctx, struct fw_object *object, struct fw_qp_view *view)
{
	const struct dp_queue *queue = object->data;

	(void)ctx;
	return queue && queue->service && queue->service->view && queue->service->view(queue, view);
}

static const struct fw_data_ops data_ops = {
	.moved = object_moved,
	.gone = object_gone,
	.view = object_view,
};

struct dp *dp_new(struct fw *fw, const struct dp_ops *ops, void *ctx, struct ece_error *error)
{
	struct dp *dp = calloc(1, sizeof(*dp));

	if (!dp) {
		ece_error_set(error, -ENOMEM, ECE_ERROR_MEMORY, "no memory for a card's data path");
		return NULL;
	}
	dp->fw = fw;
	dp->ops = ops;
	dp->ctx = ctx;
	fw_objects_watch(fw->objects, &data_ops, dp);
	return dp;
}

void dp_free(struct dp *dp)
{
	if (!dp)
		return;
	while (dp->all)
		dp_queue_detach(dp, dp->all);
	while (dp->keys)
		dp_key_gone(dp, dp->keys->object);
	fw_objects_watch(dp->fw->objects, NULL, NULL);
	dp_loop_clear(&dp->loop);
	free(dp);
}

void dp_reset(struct dp *dp)
{
	dp_loop_clear(&dp->loop);
}

void dp_doorbell(struct dp *dp, uint64_t now_ns, const uint8_t doorbell[8])
{
	uint32_t number = (uint32_t)prm_get(doorbell, &prm_send_doorbell.qpn);
	struct dp_queue *queue = dp_queue_find(dp, FW_OBJECT_SQ, number);

	dp->now_ns = now_ns;
	if (!queue)
		queue = dp_queue_find(dp, FW_OBJECT_QP, number);
	if (queue)
		dp_ready(dp, queue);
}

void dp_arm(struct dp *dp, uint64_t now_ns, const uint8_t doorbell[8])
{
	dp->now_ns = now_ns;
	dp_cq_arm(dp, doorbell);
}

/* Packets to QP 1 are for the one QP that the driver made for them, whatever its number is. */
static struct dp_queue *gsi(struct dp *dp)
{
	struct dp_queue *queue;

	for (queue = dp->all; queue; queue = queue->next) {
		if (queue->object->kind == FW_OBJECT_QP && prm_get(dp_qp_context(queue), &prm_qpc.st) == PRM_QP_QP1)
			return queue;
	}
	return NULL;
}

static const struct dp_service *service_of(const struct wire_packet *packet)
{
	switch (packet->bth.opcode >> SERVICE_SHIFT) {
	case WIRE_RC_SEND_FIRST >> SERVICE_SHIFT:
		return &dp_rc;
	case WIRE_UC >> SERVICE_SHIFT:
		return &dp_uc;
	case WIRE_UD_SEND >> SERVICE_SHIFT:
		return &dp_ud;
	default:
		return NULL;
	}
}

static void deliver(struct dp *dp, const struct wire_packet *packet)
{
	uint32_t qpn = packet->bth.qpn;
	struct dp_queue *queue = qpn == GSI_QPN ? gsi(dp) : dp_queue_find(dp, FW_OBJECT_QP, qpn);

	if (packet->bth.opcode == WIRE_CNP) {
		dp_cnp_received(dp, queue, packet);
		return;
	}
	if (!queue || !queue->service || !queue->service->receive || queue->service != service_of(packet)) {
		dp->dropped++;
		return;
	}
	if (packet->path.network != WIRE_ROCE_V1 && (packet->path.traffic_class & WIRE_ECN_MASK) == WIRE_ECN_MARKED)
		dp_cnp_marked(dp, queue, packet);
	queue->service->receive(dp, queue, packet);
}

static void receive_packet(struct dp *dp, const struct wire_packet *packet)
{
	bool multicast = wire_mac_is_group(packet->path.dmac);

	if (!multicast && !dp_own_mac(dp, packet->path.dmac)) {
		dp->dropped++;
		return;
	}
	if (!wire_icrc_good(packet)) {
		dp->dropped++;
		fw_count(dp->fw, 0, FW_COUNT_RX_ICRC_ENCAPSULATED, 1);
		return;
	}
	dp_count_packet(dp, FW_RECEIVED, &packet->path, &packet->bth, 0, packet->frame_bytes);
	if (packet->bth.qpn == MULTICAST_QPN)
		dp_ud_multicast(dp, packet);
	else
		deliver(dp, packet);
}

void dp_receive(struct dp *dp, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct wire_packet packet;
	int kind = wire_frame_parse(frame, bytes, &packet);

	dp->now_ns = now_ns;
	if (kind > 0)
		receive_packet(dp, &packet);
	else if (!kind)
		dp_ethernet_receive(dp, frame, bytes);
	else
		dp->dropped++;
}

static void run_timers(struct dp *dp)
{
	struct dp_queue *queue;

	for (queue = dp->all; queue; queue = queue->next) {
		if (queue->flush_ns <= dp->now_ns)
			dp_queue_flush_due(dp, queue);
		if (queue->due_ns > dp->now_ns)
			continue;
		queue->due_ns = DP_NEVER;
		if (queue->service && queue->service->due)
			queue->service->due(dp, queue);
	}
}

/* Each turn of a queue costs something, so that this ends also when no queue ever says that it is done. */
static void run_ready(struct dp *dp, unsigned int *budget)
{
	while (*budget) {
		struct dp_queue *queue = dp_queue_take_ready(dp);
		unsigned int before = *budget;

		if (!queue)
			return;
		if (!queue->service || !queue->service->run)
			continue;
		if (queue->service->run(dp, queue, budget))
			dp_ready(dp, queue);
		if (*budget == before)
			(*budget)--;
	}
}

static uint64_t next_time(const struct dp *dp)
{
	const struct dp_queue *queue;
	uint64_t next = DP_NEVER;

	if (dp->ready_first || dp->loop.first)
		return dp->now_ns;
	for (queue = dp->all; queue; queue = queue->next) {
		if (queue->due_ns < next)
			next = queue->due_ns;
		if (queue->flush_ns < next)
			next = queue->flush_ns;
	}
	return next > dp->now_ns ? next : dp->now_ns;
}

uint64_t dp_run(struct dp *dp, uint64_t now_ns)
{
	unsigned int budget = DP_RUN_PACKETS;

	dp->now_ns = now_ns;
	dp_loop_run(dp, &budget);
	run_timers(dp);
	run_ready(dp, &budget);
	return next_time(dp);
}
