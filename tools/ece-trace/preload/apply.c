// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/apply.h"

#include <errno.h>
#include <stdatomic.h>

#include "ece/offer.h"
#include "tools/ece-trace/preload/real.h"
#include "tools/ece-trace/preload/settings.h"

#define VERSION_BITS (~ECE_OPTIONS_ALL)

static atomic_bool program_calls;

void trace_program_calls_ece(void)
{
	atomic_store(&program_calls, true);
}

static bool is_meant(const struct ibv_qp *qp, const struct ibv_qp_attr *attr, int mask)
{
	return trace_settings()->apply && qp->qp_type == IBV_QPT_RC && qp->state == IBV_QPS_INIT &&
	       mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_RTR;
}

static bool self_in_domain(struct ibv_qp *qp, const struct ibv_ah_attr *path)
{
	__typeof__(ibv_query_gid) *query_gid = trace_real(TRACE_REAL_QUERY_GID);
	union ibv_gid own;

	return query_gid && !query_gid(qp->context, path->port_num, path->grh.sgid_index, &own) &&
	       domain_has(&trace_settings()->domain, own.raw);
}

/* The word is the same at both ends or it is not asked for at all, so nothing is taken out of it. */
static bool offers(uint32_t device, uint32_t word)
{
	return (device & VERSION_BITS) >= (word & VERSION_BITS) && !(word & ECE_OPTIONS_ALL & ~device);
}

static enum trace_applied judge(struct ibv_qp *qp, const struct ibv_qp_attr *attr, int mask,
				const struct trace_event *event)
{
	const struct domain *domain = &trace_settings()->domain;

	if (atomic_load(&program_calls))
		return TRACE_APPLY_PROGRAM;
	if (!(mask & IBV_QP_AV) || !attr->ah_attr.is_global)
		return TRACE_APPLY_NO_GID;
	if (!domain_has(domain, attr->ah_attr.grh.dgid.raw))
		return TRACE_APPLY_PEER;
	if (!self_in_domain(qp, &attr->ah_attr))
		return TRACE_APPLY_SELF;
	if (domain_bars(domain, event->qp.device))
		return TRACE_APPLY_BARRED;
	if (!event->qp.preset.has)
		return TRACE_APPLY_NO_ECE;
	return offers(event->qp.preset.value, domain->word) ? TRACE_APPLY_DONE : TRACE_APPLY_LACKS;
}

static int set(struct ibv_qp *qp, uint32_t word)
{
	__typeof__(ibv_set_ece) *set_ece = trace_real(TRACE_REAL_SET_ECE);
	struct ibv_ece ece = {.vendor_id = ECE_VENDOR_NVIDIA, .options = word};

	return set_ece ? set_ece(qp, &ece) : EOPNOTSUPP;
}

void trace_apply(struct ibv_qp *qp, const struct ibv_qp_attr *attr, int mask, struct trace_event *event)
{
	uint32_t word = trace_settings()->domain.word;

	if (!is_meant(qp, attr, mask))
		return;
	event->applied = judge(qp, attr, mask, event);
	if (event->applied != TRACE_APPLY_DONE)
		return;
	event->apply_error = set(qp, word);
	if (event->apply_error)
		event->applied = TRACE_APPLY_REFUSED;
	else
		event->qp.asked = (struct trace_word){.has = true, .value = word};
}

void trace_apply_withdraw(struct ibv_qp *qp, int error, struct trace_event *event)
{
	/* Options 0 are never sent: the next transition goes without any */
	set(qp, 0);
	event->qp.asked.has = false;
	event->applied = TRACE_APPLY_REFUSED;
	event->apply_error = error;
}
