// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs that a program makes and moves by commands of its own (UCX, DPDK): the words are in the mailboxes. */
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <stdio.h>
#include <string.h>

#include "devx/prm/address.h"
#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"
#include "tools/ece-trace/preload/card.h"
#include "tools/ece-trace/preload/event.h"
#include "tools/ece-trace/preload/hooks.h"
#include "tools/ece-trace/preload/quiet.h"
#include "tools/ece-trace/preload/settings.h"

/* A transition as a command. Those with a context carry an ECE word in both directions. */
static const struct transition {
	uint16_t opcode;
	const char *from, *to;
	bool with_ece;
} transitions[] = {
	{PRM_OP_RST2INIT_QP, "RESET", "INIT", true}, {PRM_OP_INIT2INIT_QP, "INIT", "INIT", true},
	{PRM_OP_INIT2RTR_QP, "INIT", "RTR", true},   {PRM_OP_RTR2RTS_QP, "RTR", "RTS", true},
	{PRM_OP_RTS2RTS_QP, "RTS", "RTS", true},     {PRM_OP_SQERR2RTS_QP, "SQE", "RTS", false},
	{PRM_OP_2ERR_QP, NULL, "ERR", false},        {PRM_OP_2RST_QP, NULL, "RESET", false},
};

static uint16_t opcode_of(const void *in, size_t len)
{
	return len >= PRM_MBOX_MIN ? (uint16_t)prm_get(in, &prm_mbox_in.opcode) : 0;
}

static const struct transition *find(uint16_t opcode)
{
	for (size_t i = 0; i < sizeof(transitions) / sizeof(transitions[0]); i++)
		if (transitions[i].opcode == opcode)
			return &transitions[i];
	return NULL;
}

static bool has_context(size_t len)
{
	return len >= PRM_QPC_AT + PRM_QPC_BYTES;
}

static const char *service_name(uint64_t service)
{
	switch (service) {
	case PRM_QP_RC:
		return "RC";
	case PRM_QP_UC:
		return "UC";
	case PRM_QP_UD:
		return "UD";
	case PRM_QP_XRC:
		return "XRC";
	case PRM_QP_DCI:
		return "DCI";
	default:
		return NULL;
	}
}

/* A word 0 asks for nothing. */
static struct trace_word word_of(uint64_t value)
{
	return (struct trace_word){.has = value, .value = (uint32_t)value};
}

static void note_answer(struct trace_event *event, const void *out, size_t out_len)
{
	/* Linux hands the firmware's answer over only with this errno */
	if (event->error != EREMOTEIO || out_len < PRM_MBOX_MIN)
		return;
	event->has_status = true;
	event->status = (uint32_t)prm_get(out, &prm_mbox_out.status);
	event->syndrome = (uint32_t)prm_get(out, &prm_mbox_out.syndrome);
}

static void note_made(struct ibv_context *context, const void *in, size_t len, const void *out, size_t out_len,
		      struct mlx5dv_devx_obj *object, struct trace_event *event)
{
	bool target = opcode_of(in, len) == PRM_OP_CREATE_DCT;
	const uint8_t *qpc = (const uint8_t *)in + PRM_QPC_AT;
	const char *type = target ? "DCT" : has_context(len) ? service_name(prm_get(qpc, &prm_qpc.st)) : NULL;

	event->qp.key = object;
	event->qp.target = target;
	snprintf(event->qp.device, sizeof(event->qp.device), "%s", context->device->name);
	snprintf(event->qp.type, sizeof(event->qp.type), "%s", type ? type : "");
	note_answer(event, out, out_len);
	if (object && out_len >= PRM_MBOX_MIN) {
		event->qp.qpn = (uint32_t)prm_get(out, &prm_qp_out.qpn);
		event->qp.preset = word_of(prm_get(out, &prm_qp_out.ece));
	}
	if (object && !trace_qps_put(&event->qp))
		trace_count_forgotten();
}

/* A target is made ready by the same command, so that is its one transition too. */
static void emit_target(struct mlx5dv_devx_obj *object, const void *in, size_t len, struct trace_event *event)
{
	const uint8_t *dctc = (const uint8_t *)in + PRM_DCTC_AT;

	event->kind = TRACE_KIND_TRANSITION;
	event->from = "RESET";
	event->to = "RTR";
	event->got = event->qp.preset;
	event->qp.preset.has = false;
	if (len >= PRM_DCTC_AT + PRM_DCTC_BYTES)
		event->qp.asked = word_of(prm_get(dctc, &prm_dctc.ece));
	if (object && trace_settings()->read)
		trace_read_devx(object, event);
	trace_emit(event);
}

TRACE_EXPORT struct mlx5dv_devx_obj *mlx5dv_devx_obj_create(struct ibv_context *context, const void *in, size_t inlen,
							    void *out, size_t outlen)
{
	__typeof__(mlx5dv_devx_obj_create) *create = trace_real(TRACE_REAL_DEVX_OBJ_CREATE);
	struct trace_event event = {.kind = TRACE_KIND_CREATE, .devx = true};
	struct mlx5dv_devx_obj *object;
	struct trace_quiet quiet;
	uint16_t opcode;

	if (!create) {
		errno = ENOSYS;
		return NULL;
	}
	object = create(context, in, inlen, out, outlen);
	trace_quiet_begin(&quiet);
	event.error = object ? 0 : quiet.error;
	opcode = opcode_of(in, inlen);
	if (opcode == PRM_OP_CREATE_QP || opcode == PRM_OP_CREATE_DCT) {
		note_made(context, in, inlen, out, outlen, object, &event);
		trace_emit(&event);
	}
	if (opcode == PRM_OP_CREATE_DCT)
		emit_target(object, in, inlen, &event);
	trace_quiet_end(&quiet);
	return object;
}

TRACE_EXPORT int mlx5dv_devx_obj_destroy(struct mlx5dv_devx_obj *object)
{
	__typeof__(mlx5dv_devx_obj_destroy) *destroy = trace_real(TRACE_REAL_DEVX_OBJ_DESTROY);
	struct trace_event event = {.kind = TRACE_KIND_DESTROY, .devx = true};
	struct trace_quiet quiet;
	bool known;

	if (!destroy)
		return ENOSYS;
	trace_quiet_begin(&quiet);
	known = trace_qps_take(object, &event.qp);
	trace_quiet_end(&quiet);
	event.error = destroy(object);
	trace_quiet_begin(&quiet);
	if (known && event.error)
		trace_qps_put(&event.qp);
	if (known)
		trace_emit(&event);
	trace_quiet_end(&quiet);
	return event.error;
}

static void note_context(const void *in, size_t len, const struct transition *transition, struct trace_event *event)
{
	const uint8_t *qpc = (const uint8_t *)in + PRM_QPC_AT;

	if (!has_context(len))
		return;
	if (transition->with_ece)
		event->qp.asked = word_of(prm_get(in, &prm_qp_in.ece));
	if (transition->opcode != PRM_OP_INIT2RTR_QP)
		return;
	event->has_remote = true;
	event->remote_qpn = (uint32_t)prm_get(qpc, &prm_qpc.remote_qpn);
	event->has_gid = true;
	memcpy(event->gid, qpc + PRM_QPC_PRIMARY_PATH_AT + PRM_ADS_RGID_AT, sizeof(event->gid));
}

/* What a command of either function did. The caller has filled in what it knows of the queue pair. */
static void note_command(const void *in, size_t len, const void *out, size_t out_len,
			 const struct transition *transition, struct trace_event *event)
{
	event->kind = TRACE_KIND_TRANSITION;
	event->devx = true;
	event->from = transition->from;
	event->to = transition->to;
	event->qp.qpn = (uint32_t)prm_get(in, &prm_qp_in.qpn);
	event->qp.asked.has = false;
	note_context(in, len, transition, event);
	note_answer(event, out, out_len);
	if (!event->error && transition->with_ece && out_len >= PRM_MBOX_MIN)
		event->got = (struct trace_word){.has = true, .value = (uint32_t)prm_get(out, &prm_qp_out.ece)};
}

TRACE_EXPORT int mlx5dv_devx_obj_modify(struct mlx5dv_devx_obj *object, const void *in, size_t inlen, void *out,
					size_t outlen)
{
	__typeof__(mlx5dv_devx_obj_modify) *modify = trace_real(TRACE_REAL_DEVX_OBJ_MODIFY);
	const struct transition *transition = find(opcode_of(in, inlen));
	struct trace_event event = {.error = 0};
	struct trace_quiet quiet;

	if (!modify)
		return ENOSYS;
	event.error = modify(object, in, inlen, out, outlen);
	if (!transition)
		return event.error;
	trace_quiet_begin(&quiet);
	trace_qps_get(object, &event.qp);
	note_command(in, inlen, out, outlen, transition, &event);
	if (!event.error && trace_settings()->read)
		trace_read_devx(object, &event);
	trace_emit(&event);
	trace_quiet_end(&quiet);
	return event.error;
}

TRACE_EXPORT int mlx5dv_devx_qp_modify(struct ibv_qp *qp, const void *in, size_t inlen, void *out, size_t outlen)
{
	__typeof__(mlx5dv_devx_qp_modify) *modify = trace_real(TRACE_REAL_DEVX_QP_MODIFY);
	const struct transition *transition = find(opcode_of(in, inlen));
	struct trace_event event = {.error = 0};
	struct trace_quiet quiet;

	if (!modify)
		return ENOSYS;
	event.error = modify(qp, in, inlen, out, outlen);
	if (!transition)
		return event.error;
	trace_quiet_begin(&quiet);
	if (!trace_qps_get(qp, &event.qp))
		snprintf(event.qp.device, sizeof(event.qp.device), "%s", qp->context->device->name);
	note_command(in, inlen, out, outlen, transition, &event);
	if (!event.error && trace_settings()->read)
		trace_read_verbs(qp, &event);
	trace_emit(&event);
	trace_quiet_end(&quiet);
	return event.error;
}
