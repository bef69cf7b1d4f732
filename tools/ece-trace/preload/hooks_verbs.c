// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The verbs that are taken over. Each calls the real one with what it was given; before and after it something is noted.
 * ibv_create_qp_ex() is no function of libibverbs, so a queue pair of it is met when it is first moved.
 */
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <string.h>

#include "tools/ece-trace/preload/apply.h"
#include "tools/ece-trace/preload/card.h"
#include "tools/ece-trace/preload/event.h"
#include "tools/ece-trace/preload/hooks.h"
#include "tools/ece-trace/preload/quiet.h"
#include "tools/ece-trace/preload/settings.h"

static const char *type_name(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
		return "RC";
	case IBV_QPT_UC:
		return "UC";
	case IBV_QPT_UD:
		return "UD";
	case IBV_QPT_RAW_PACKET:
		return "RAW";
	case IBV_QPT_XRC_SEND:
		return "XRC_SEND";
	case IBV_QPT_XRC_RECV:
		return "XRC_RECV";
	default:
		return "DRIVER";
	}
}

static const char *state_name(enum ibv_qp_state state)
{
	static const char *const names[] = {
		[IBV_QPS_RESET] = "RESET", [IBV_QPS_INIT] = "INIT", [IBV_QPS_RTR] = "RTR", [IBV_QPS_RTS] = "RTS",
		[IBV_QPS_SQD] = "SQD",     [IBV_QPS_SQE] = "SQE",   [IBV_QPS_ERR] = "ERR",
	};

	return state < sizeof(names) / sizeof(names[0]) ? names[state] : NULL;
}

/* What the library answers, from its own memory: no command. A word 0 where nothing was asked yet means no ECE. */
static struct trace_word answer(struct ibv_qp *qp)
{
	__typeof__(ibv_query_ece) *query_ece = trace_real(TRACE_REAL_QUERY_ECE);
	struct ibv_ece ece = {.vendor_id = 0};

	if (!query_ece || query_ece(qp, &ece) || !ece.vendor_id)
		return (struct trace_word){.has = false};
	return (struct trace_word){.has = true, .value = ece.options};
}

static struct trace_word preset(struct ibv_qp *qp)
{
	struct trace_word word = answer(qp);

	word.has = word.has && word.value;
	return word;
}

static void remember(const struct trace_qp *record)
{
	if (!trace_qps_put(record))
		trace_count_forgotten();
}

static struct trace_qp describe(struct ibv_qp *qp, const char *type)
{
	struct trace_qp record = {.key = qp, .qpn = qp->qp_num, .preset = preset(qp)};

	snprintf(record.type, sizeof(record.type), "%s", type);
	snprintf(record.device, sizeof(record.device), "%s", qp->context->device->name);
	return record;
}

/* One that was made out of our sight is known from here on. */
static struct trace_qp known(struct ibv_qp *qp)
{
	struct trace_qp record;

	if (!trace_qps_get(qp, &record)) {
		record = describe(qp, type_name(qp->qp_type));
		remember(&record);
	}
	/* A target gets its number when it is moved */
	record.qpn = qp->qp_num;
	return record;
}

static void note_create(struct ibv_qp *qp, const char *type, bool target)
{
	struct trace_event event = {.kind = TRACE_KIND_CREATE, .qp = describe(qp, type)};

	event.qp.target = target;
	remember(&event.qp);
	trace_emit(&event);
}

TRACE_EXPORT struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	__typeof__(ibv_create_qp) *create = trace_real(TRACE_REAL_CREATE_QP);
	struct ibv_qp *qp;
	struct trace_quiet quiet;

	if (!create) {
		errno = ENOSYS;
		return NULL;
	}
	qp = create(pd, attr);
	trace_quiet_begin(&quiet);
	if (qp)
		note_create(qp, type_name(qp->qp_type), false);
	trace_quiet_end(&quiet);
	return qp;
}

static const char *dv_type(const struct ibv_qp *qp, const struct mlx5dv_qp_init_attr *attr, bool *target)
{
	*target = false;
	if (qp->qp_type != IBV_QPT_DRIVER || !attr || !(attr->comp_mask & MLX5DV_QP_INIT_ATTR_MASK_DC))
		return type_name(qp->qp_type);
	*target = attr->dc_init_attr.dc_type == MLX5DV_DCTYPE_DCT;
	return *target ? "DCT" : "DCI";
}

TRACE_EXPORT struct ibv_qp *mlx5dv_create_qp(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr,
					     struct mlx5dv_qp_init_attr *mlx5_attr)
{
	__typeof__(mlx5dv_create_qp) *create = trace_real(TRACE_REAL_DV_CREATE_QP);
	struct trace_quiet quiet;
	struct ibv_qp *qp;
	const char *type;
	bool target;

	if (!create) {
		errno = ENOSYS;
		return NULL;
	}
	qp = create(context, attr, mlx5_attr);
	trace_quiet_begin(&quiet);
	if (qp) {
		type = dv_type(qp, mlx5_attr, &target);
		note_create(qp, type, target);
	}
	trace_quiet_end(&quiet);
	return qp;
}

/* Taken out before the call: another thread may get the same address for a new one as soon as the old one is gone. */
TRACE_EXPORT int ibv_destroy_qp(struct ibv_qp *qp)
{
	__typeof__(ibv_destroy_qp) *destroy = trace_real(TRACE_REAL_DESTROY_QP);
	struct trace_event event = {.kind = TRACE_KIND_DESTROY};
	struct trace_quiet quiet;
	bool was_known;

	if (!destroy)
		return ENOSYS;
	trace_quiet_begin(&quiet);
	event.qp = known(qp);
	was_known = trace_qps_take(qp, &event.qp);
	trace_quiet_end(&quiet);
	event.error = destroy(qp);
	trace_quiet_begin(&quiet);
	if (event.error && was_known)
		remember(&event.qp);
	trace_emit(&event);
	trace_quiet_end(&quiet);
	return event.error;
}

TRACE_EXPORT int ibv_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	__typeof__(ibv_query_ece) *query_ece = trace_real(TRACE_REAL_QUERY_ECE);

	trace_program_calls_ece();
	return query_ece ? query_ece(qp, ece) : EOPNOTSUPP;
}

static void note_set(struct ibv_qp *qp, const struct ibv_ece *ece, struct trace_event *event)
{
	struct trace_word before = event->qp.asked;

	event->vendor = ece->vendor_id;
	event->qp.asked = (struct trace_word){.has = true, .value = ece->options};
	trace_emit(event);
	/* Options 0 are taken and never sent */
	if (event->error)
		event->qp.asked = before;
	else
		event->qp.asked.has = ece->options;
	event->qp.key = qp;
	remember(&event->qp);
}

TRACE_EXPORT int ibv_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	__typeof__(ibv_set_ece) *set_ece = trace_real(TRACE_REAL_SET_ECE);
	struct trace_event event = {.kind = TRACE_KIND_SET};
	struct trace_quiet quiet;
	struct ibv_ece given;

	trace_program_calls_ece();
	if (!set_ece)
		return EOPNOTSUPP;
	trace_quiet_begin(&quiet);
	given = *ece;
	event.qp = known(qp);
	trace_quiet_end(&quiet);
	event.error = set_ece(qp, ece);
	trace_quiet_begin(&quiet);
	note_set(qp, &given, &event);
	trace_quiet_end(&quiet);
	return event.error;
}

static void note_remote(struct trace_event *event, const struct ibv_qp_attr *attr, int mask)
{
	event->has_remote = mask & IBV_QP_DEST_QPN;
	event->remote_qpn = attr->dest_qp_num;
	event->has_gid = event->has_remote && mask & IBV_QP_AV && attr->ah_attr.is_global;
	memcpy(event->gid, attr->ah_attr.grh.dgid.raw, sizeof(event->gid));
}

static void begin_transition(struct ibv_qp *qp, const struct ibv_qp_attr *attr, int mask, struct trace_event *event)
{
	event->qp = known(qp);
	event->from = state_name(qp->state);
	event->to = mask & IBV_QP_STATE ? state_name(attr->qp_state) : event->from;
	note_remote(event, attr, mask);
	trace_apply(qp, attr, mask, event);
}

static void end_transition(struct ibv_qp *qp, struct trace_event *event)
{
	struct trace_qp record;

	event->qp.qpn = qp->qp_num;
	if (!event->error && event->qp.asked.has)
		event->got = answer(qp);
	if (!event->error && trace_settings()->read)
		trace_read_verbs(qp, event);
	trace_emit(event);
	record = event->qp;
	/* What was refused is asked for again by the next transition */
	if (!event->error)
		record.asked.has = false;
	remember(&record);
}

TRACE_EXPORT int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	__typeof__(ibv_modify_qp) *modify = trace_real(TRACE_REAL_MODIFY_QP);
	struct trace_event event = {.kind = TRACE_KIND_TRANSITION};
	struct trace_quiet quiet;

	if (!modify)
		return ENOSYS;
	trace_quiet_begin(&quiet);
	begin_transition(qp, attr, mask, &event);
	trace_quiet_end(&quiet);
	event.error = modify(qp, attr, mask);
	trace_quiet_begin(&quiet);
	if (event.error && event.applied == TRACE_APPLY_DONE) {
		trace_apply_withdraw(qp, event.error, &event);
		event.error = modify(qp, attr, mask);
	}
	end_transition(qp, &event);
	trace_quiet_end(&quiet);
	return event.error;
}
