// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counter sets of queue pairs. What the firmware model counts of a port in this process it does not count by queue pair:
 * each of them is given an equal share of what the port counted while it was bound.
 * Source: Linux drivers/infiniband/core/{nldev,counters}.c.
 */
#include <errno.h>
#include <rdma/rdma_netlink.h>

#include "devx/sim/kernel/kernel_internal.h"
#include "devx/sim/kernel/netlink_rdma.h"
#include "devx/sim/kernel/process.h"

#define FIRST_SET 3 /* those of the driver itself are before it */
#define ALL_MASKS (RDMA_COUNTER_MASK_QP_TYPE | RDMA_COUNTER_MASK_PID)

_Static_assert(SIM_SET_COUNTERS_MAX >= SIM_PORT_COUNTERS_MAX, "a queue pair remembers all counters");

static bool is_listed(const struct sim_qp *qp, const struct sim_card *card)
{
	return qp->card == card && !qp->devx;
}

/* The next queue pair of a set, @from on; NULL: no more. */
static struct sim_qp *member(const struct sim_kernel *kernel, const struct sim_card *card, uint32_t set, size_t from)
{
	for (size_t i = from; i < kernel->qp_count; i++)
		if (is_listed(&kernel->qps[i], card) && kernel->qps[i].set == set)
			return &kernel->qps[i];
	return NULL;
}

static bool any_bound(const struct sim_kernel *kernel, const struct sim_card *card)
{
	for (size_t i = 0; i < kernel->qp_count; i++)
		if (is_listed(&kernel->qps[i], card) && kernel->qps[i].set)
			return true;
	return false;
}

/* The card hands out the lowest number that is free. */
static uint32_t free_set(const struct sim_kernel *kernel, const struct sim_card *card)
{
	uint32_t set = FIRST_SET;

	while (member(kernel, card, set, 0))
		set++;
	return set;
}

static void bind_to(struct sim_kernel *kernel, struct sim_qp *qp, uint32_t set, bool by_hand)
{
	struct sim_port_counters now;

	sim_port_counters(kernel, qp->card, &now);
	for (size_t i = 0; i < now.count; i++)
		qp->set_from[i] = now.value[i];
	qp->set = set;
	qp->set_by_hand = by_hand;
}

/* By the kernel itself, before the queue pair is in its list: @qp may have no neighbours yet. */
void sim_sets_bind_auto(struct sim_kernel *kernel, struct sim_qp *qp)
{
	const struct sim_stats *stats = sim_stats(qp->card);

	if (!stats || stats->mode != RDMA_COUNTER_MODE_AUTO || !qp->pid || qp->devx || qp->set)
		return;
	for (size_t i = 0; i < kernel->qp_count; i++) {
		const struct sim_qp *other = &kernel->qps[i];

		if (!is_listed(other, qp->card) || !other->set || other->set_by_hand)
			continue;
		if (stats->mask & RDMA_COUNTER_MASK_QP_TYPE && other->type != qp->type)
			continue;
		if (stats->mask & RDMA_COUNTER_MASK_PID && other->pid != qp->pid)
			continue;
		bind_to(kernel, qp, other->set, false);
		return;
	}
	bind_to(kernel, qp, free_set(kernel, qp->card), false);
}

int sim_sets_mode(const struct sim_kernel *kernel, const struct sim_card *card, struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	const struct sim_stats none = {0}, *stats = sim_stats(card) ? sim_stats(card) : &none;

	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_STAT_GET, kernel, card);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_MODE, stats->mode);
	if (stats->mode == RDMA_COUNTER_MODE_AUTO) {
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_AUTO_MODE_MASK, stats->mask);
		if (kernel->persona->nldev_attr_max >= SIM_NLDEV_STAT_OPCOUNTER_ENABLED)
			mnl_attr_put_u8(header, SIM_NLDEV_STAT_OPCOUNTER_ENABLED, stats->with_optional);
	}
	return sim_rdma_end(answer);
}

/* How many queue pairs share what the port counts. */
static uint64_t sharers(const struct sim_kernel *kernel, const struct sim_card *card)
{
	uint64_t count = 0;

	for (size_t i = 0; i < kernel->qp_count; i++)
		count += is_listed(&kernel->qps[i], card) && kernel->qps[i].pid;
	return count ? count : 1;
}

/* The driver leaves the names of what only the port counts in the list, with a zero. */
static void put_values(struct nlmsghdr *header, const struct sim_kernel *kernel, const struct sim_card *card,
		       const struct sim_port_counters *now, uint32_t set)
{
	struct nlattr *table = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
	uint64_t parts = sharers(kernel, card);

	for (size_t n = 0; n < now->count; n++) {
		struct nlattr *entry = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY);
		uint64_t value = 0;

		for (size_t i = 0; now->by_set[n] && i < kernel->qp_count; i++)
			if (is_listed(&kernel->qps[i], card) && kernel->qps[i].set == set)
				value += (uint32_t)(now->value[n] - kernel->qps[i].set_from[n]) / parts;
		mnl_attr_put_strz(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, now->name[n]);
		mnl_attr_put_u64(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE, value);
		mnl_attr_nest_end(header, entry);
	}
	mnl_attr_nest_end(header, table);
}

static void put_members(struct nlmsghdr *header, const struct sim_kernel *kernel, const struct sim_card *card,
			uint32_t set)
{
	struct nlattr *table = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_RES_QP);

	for (size_t i = 0; i < kernel->qp_count; i++) {
		struct nlattr *entry;

		if (!is_listed(&kernel->qps[i], card) || kernel->qps[i].set != set)
			continue;
		entry = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_RES_QP_ENTRY);
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_LQPN, kernel->qps[i].qpn);
		mnl_attr_nest_end(header, entry);
	}
	mnl_attr_nest_end(header, table);
}

static void put_set(struct nlmsghdr *header, const struct sim_kernel *kernel, const struct sim_card *card,
		    const struct sim_port_counters *now, const struct sim_qp *first)
{
	struct nlattr *entry = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_COUNTER_ENTRY);

	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_COUNTER_ID, first->set);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_MODE,
			 first->set_by_hand ? RDMA_COUNTER_MODE_MANUAL : RDMA_COUNTER_MODE_AUTO);
	if (!first->set_by_hand && sim_stats(card)->mask & RDMA_COUNTER_MASK_QP_TYPE)
		mnl_attr_put_u8(header, RDMA_NLDEV_ATTR_RES_TYPE, first->type);
	if (!first->set_by_hand && sim_stats(card)->mask & RDMA_COUNTER_MASK_PID)
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_PID, first->pid);
	put_members(header, kernel, card, first->set);
	put_values(header, kernel, card, now, first->set);
	mnl_attr_nest_end(header, entry);
}

/* A set a message: the kernel puts in what fits. */
int sim_sets_dump(struct sim_kernel *kernel, struct sim_card *card, struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	struct sim_port_counters now;
	int err = 0;

	sim_port_counters(kernel, card, &now);
	for (size_t i = 0; !err && sim_stats(card) && i < kernel->qp_count; i++) {
		const struct sim_qp *qp = &kernel->qps[i];
		struct nlattr *table;

		if (!is_listed(qp, card) || !qp->set || member(kernel, card, qp->set, 0) != qp)
			continue;
		sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_STAT_GET, kernel, card);
		table = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_COUNTER);
		put_set(header, kernel, card, &now, qp);
		mnl_attr_nest_end(header, table);
		err = sim_rdma_end(answer);
	}
	return err;
}

/* The same setting again is no change, but to old kernels. */
static int set_auto(const struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		    struct sim_rdma_answer *answer)
{
	struct sim_stats *stats = sim_stats(card);
	bool optional = request->has_with_optional && request->with_optional;
	bool bound = any_bound(kernel, card);

	if (request->mask & ~(uint32_t)ALL_MASKS)
		return -EINVAL;
	if (!request->mask) {
		if (kernel->persona->sets_start_anew && stats->mode != RDMA_COUNTER_MODE_AUTO)
			return -EINVAL;
		if (stats->mode == RDMA_COUNTER_MODE_AUTO)
			stats->mode = bound ? RDMA_COUNTER_MODE_MANUAL : RDMA_COUNTER_MODE_NONE;
		return 0;
	}
	if (kernel->persona->sets_start_anew && stats->mode != RDMA_COUNTER_MODE_NONE)
		return -EINVAL;
	if (stats->mode == RDMA_COUNTER_MODE_AUTO && stats->mask == request->mask && stats->with_optional == optional)
		return 0;
	if (bound)
		return sim_rdma_say(answer, -EBUSY, "Can't change auto mode when there is bound counter");
	stats->mode = RDMA_COUNTER_MODE_AUTO;
	stats->mask = (uint8_t)request->mask;
	stats->with_optional = optional;
	return 0;
}

static int bind_by_hand(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
			uint32_t *set)
{
	struct sim_qp *qp = request->has_qpn ? sim_rdma_find_qp(kernel, card, request->qpn) : NULL;

	if (!request->has_qpn || sim_stats(card)->mode == RDMA_COUNTER_MODE_AUTO)
		return -EINVAL;
	if (!qp || (request->has_set && !member(kernel, card, request->set, 0)))
		return -ENOENT;
	if (qp->set)
		return -EINVAL;
	*set = request->has_set ? request->set : free_set(kernel, card);
	bind_to(kernel, qp, *set, true);
	sim_stats(card)->mode = RDMA_COUNTER_MODE_MANUAL;
	return 0;
}

int sim_sets_set(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		 struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	uint32_t set = 0;
	int err = -EINVAL;

	if (request->resource != RDMA_NLDEV_ATTR_RES_QP)
		return -EINVAL;
	if (!sim_stats(card))
		return -EOPNOTSUPP;
	if (request->mode == RDMA_COUNTER_MODE_AUTO && request->has_mask)
		err = set_auto(kernel, card, request, answer);
	else if (request->mode == RDMA_COUNTER_MODE_MANUAL)
		err = bind_by_hand(kernel, card, request, &set);
	if (err)
		return err;
	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_STAT_SET, kernel, card);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	if (set) {
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_COUNTER_ID, set);
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_LQPN, request->qpn);
	}
	return sim_rdma_end(answer);
}

int sim_sets_unbind(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		    struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	struct sim_qp *qp;

	if (request->resource != RDMA_NLDEV_ATTR_RES_QP || !request->has_qpn || !request->has_set)
		return -EINVAL;
	qp = sim_rdma_find_qp(kernel, card, request->qpn);
	if (!qp)
		return -ENOENT;
	if (!sim_stats(card) || sim_stats(card)->mode != RDMA_COUNTER_MODE_MANUAL || !qp->set ||
	    qp->set != request->set)
		return -EINVAL;
	qp->set = 0;
	if (!any_bound(kernel, card))
		sim_stats(card)->mode = RDMA_COUNTER_MODE_NONE;
	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_STAT_SET, kernel, card);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_COUNTER_ID, request->set);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_LQPN, request->qpn);
	return sim_rdma_end(answer);
}
