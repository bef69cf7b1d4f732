// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs by process, and the counters of their sets by process and by queue pair: only on request, and limited. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/counters/metric.h"
#include "lib/export/holders.h"

#define NAME_MAX_BYTES ((size_t)2 * COUNTER_METRIC_MAX)

/* A counter of a set. Of one holder there may be several sets: what they say of one row is added up. */
struct entry {
	const struct counter *row;
	uint32_t holder;
	uint64_t value;
};

/* The sets of all devices, by one kind of holder. */
struct sets {
	const char *prefix; /* of the names of metrics: "ece_process" */
	const char *help;
	bool by_qp;
	struct export_holders holders;
	struct entry *entries;
	size_t count, max;
};

static int by_qpn(const void *a, const void *b)
{
	const struct ece_rdma_qp *const *x = a, *const *y = b;

	return ((*x)->qpn > (*y)->qpn) - ((*x)->qpn < (*y)->qpn);
}

/* The queue pairs of a device by their number. NULL when memory runs out. */
static const struct ece_rdma_qp **sorted_qps(struct export_making *making, const struct scrape_device *device)
{
	const struct ece_rdma_qp **list = arena_alloc(&making->arena, device->qp_count, sizeof(struct ece_rdma_qp *));

	for (size_t i = 0; list && i < device->qp_count; i++)
		list[i] = &device->qps[i];
	if (list)
		qsort(list, device->qp_count, sizeof(struct ece_rdma_qp *), by_qpn);
	return list;
}

/* NULL where the list does not have it, or nobody listed them. */
static const struct ece_rdma_qp *find_qp(const struct ece_rdma_qp **qps, size_t count, uint32_t qpn)
{
	const struct ece_rdma_qp wanted = {.qpn = qpn}, *key = &wanted;
	const struct ece_rdma_qp *const *found = bsearch(&key, qps, count, sizeof(struct ece_rdma_qp *), by_qpn);

	return found ? *found : NULL;
}

/* A set tells of itself what it was made for; of one that was made by hand its queue pair tells it. */
static struct export_who who_of(const struct export_device *device, const struct ece_rdma_bound *set,
				const struct ece_rdma_qp *qp, bool by_qp)
{
	struct export_who who = {
		.device = device,
		.port = set->port,
		.pid = set->by_pid ? set->pid :
		       qp          ? qp->pid :
				     0,
		.owner = set->by_pid ? set->kernel_owner :
			 qp          ? qp->kernel_owner :
				       NULL,
		.qpn = by_qp ? set->qpns[0] : 0,
	};

	if (set->by_type || qp)
		who.type = ece_rdma_qp_type_name(set->by_type ? set->type : qp->type);
	return who;
}

static const struct counter *told_row(const struct export_making *making, const struct scrape_device *device,
				      const char *name)
{
	const struct counter *row = counter_of_driver(device->driver, COUNTER_RDMA, name);

	return row && row->metric && (making->options->all || row->shown == COUNTER_ALWAYS) ? row : NULL;
}

static size_t count_told(const struct export_making *making, const struct scrape_device *device,
			 const struct ece_rdma_bound *set)
{
	size_t count = 0;

	for (size_t i = 0; i < set->counter_count; i++)
		count += told_row(making, device, set->counters[i].name) != NULL;
	return count;
}

static int add_entry(struct sets *sets, const struct entry *entry)
{
	size_t max = sets->max ? 2 * sets->max : 256;
	struct entry *grown;

	if (sets->count == sets->max) {
		grown = reallocarray(sets->entries, max, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		sets->entries = grown;
		sets->max = max;
	}
	sets->entries[sets->count++] = *entry;
	return 0;
}

static int add_set(struct sets *sets, const struct export_device *device, const struct ece_rdma_bound *set,
		   const struct ece_rdma_qp *qp)
{
	const struct export_making *making = sets->holders.making;
	struct export_who who = who_of(device, set, qp, sets->by_qp);
	uint32_t holder;
	int code = export_holder_find(&sets->holders, &who, count_told(making, device->device, set), &holder);

	if (code || sets->holders.list[holder]->left_out)
		return code;
	for (size_t i = 0; i < set->counter_count && !code; i++) {
		const struct ece_rdma_counter *counter = &set->counters[i];
		struct entry entry = {told_row(making, device->device, counter->name), holder, counter->value};

		if (entry.row)
			code = add_entry(sets, &entry);
	}
	return code;
}

/* A set with several queue pairs is nobody's alone. */
static int add_device(struct sets *sets, const struct export_device *ref)
{
	const struct scrape_device *device = ref->device;
	const struct ece_rdma_qp **qps = sorted_qps(sets->holders.making, device);
	int code = qps ? 0 : -ENOMEM;

	for (size_t i = 0; i < device->bound_count && !code; i++) {
		const struct ece_rdma_bound *set = &device->bound[i];
		bool alone = set->qpn_count == 1;

		if (alone || !sets->by_qp)
			code = add_set(sets, ref, set, alone ? find_qp(qps, device->qp_count, set->qpns[0]) : NULL);
	}
	return code;
}

static int by_family(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = counter_metric_order(x->row, y->row);

	return order ? order : (x->holder > y->holder) - (x->holder < y->holder);
}

static void begin_family(struct sets *sets, const struct counter *row, char name[NAME_MAX_BYTES])
{
	char family[COUNTER_METRIC_MAX];
	struct export_family it = {
		.name = name,
		.unit = counter_metric_unit(row),
		.help = sets->help,
		.type = row->gauge ? EXPORT_GAUGE : EXPORT_COUNTER,
	};

	snprintf(name, NAME_MAX_BYTES, "%s%s", sets->prefix,
		 counter_metric_family(row, family, sizeof(family)) + strlen("ece"));
	export_family_begin(&sets->holders.making->writer, &it);
}

static void tell_sum(struct sets *sets, const struct entry *entry, uint64_t sum)
{
	struct scrape_counter counter = {.row = entry->row, .total = sum};

	export_sample(&sets->holders.making->writer, &sets->holders.list[entry->holder]->labels, NULL,
		      export_counter_number(&counter));
}

static void tell_sets(struct sets *sets)
{
	char name[NAME_MAX_BYTES];
	uint64_t sum = 0;

	if (sets->count)
		qsort(sets->entries, sets->count, sizeof(*sets->entries), by_family);
	for (size_t i = 0; i < sets->count; i++) {
		const struct entry *entry = &sets->entries[i];

		if (!i || counter_metric_order(entry[-1].row, entry->row))
			begin_family(sets, entry->row, name);
		sum += entry->value;
		if (i + 1 < sets->count && !by_family(entry, entry + 1))
			continue;
		tell_sum(sets, entry, sum);
		sum = 0;
	}
}

static void export_sets(struct export_making *making, struct export_budget *budget, bool by_qp)
{
	struct sets sets = {
		.prefix = by_qp ? "ece_qp" : "ece_process",
		.help = by_qp ? "Of the counter set that one queue pair has for itself; it ends with the queue pair." :
				"Sum over the counter sets of the process that live now; it falls when one ends.",
		.by_qp = by_qp,
		.holders = {.making = making, .budget = budget},
	};
	int code = 0;

	for (size_t i = 0; i < making->device_count && !code; i++)
		if (making->devices[i].device)
			code = add_device(&sets, &making->devices[i]);
	if (code)
		making->writer.code = code;
	else
		tell_sets(&sets);
	export_holders_done(&sets.holders);
	free(sets.entries);
}

static const struct export_family queue_pairs = {
	.name = "ece_process_queue_pairs",
	.help = "How many queue pairs a process has, or a module of the kernel (owner), by type and state.",
};

static int count_qps(struct export_holders *holders, const struct export_device *ref)
{
	int code = 0;

	for (size_t i = 0; i < ref->device->qp_count && !code; i++) {
		const struct ece_rdma_qp *qp = &ref->device->qps[i];
		struct export_who who = {
			.device = ref,
			.port = qp->port,
			.pid = qp->pid,
			.owner = qp->kernel_owner,
			.type = ece_rdma_qp_type_name(qp->type),
			.state = ece_rdma_qp_state_name(qp->state),
		};
		uint32_t number;

		code = export_holder_find(holders, &who, 1, &number);
		if (!code)
			holders->list[number]->count++;
	}
	return code;
}

static void export_queue_pairs(struct export_making *making, struct export_budget *budget)
{
	struct export_holders holders = {.making = making, .budget = budget};
	int code = 0;

	for (size_t i = 0; i < making->device_count && !code; i++)
		if (making->devices[i].device)
			code = count_qps(&holders, &making->devices[i]);
	if (code)
		making->writer.code = code;
	export_family_begin(&making->writer, &queue_pairs);
	for (uint32_t i = 0; i < holders.names.count && !code; i++)
		if (!holders.list[i]->left_out)
			export_sample(&making->writer, &holders.list[i]->labels, NULL,
				      export_integer(holders.list[i]->count));
	export_holders_done(&holders);
}

static const struct export_family limit = {
	.name = "ece_series_limit",
	.help = "How many series of processes and queue pairs there may be on a page.",
};
static const struct export_family left_out = {
	.name = "ece_series_left_out",
	.help = "How many series of processes and queue pairs are not on the page for this limit.",
};

static void tell_one(struct export_making *making, const struct export_family *family, size_t number)
{
	export_family_begin(&making->writer, family);
	export_sample(&making->writer, NULL, NULL, export_integer(number));
}

void export_owners(struct export_making *making)
{
	const struct export_options *options = making->options;
	struct export_budget budget = {.left = options->series_max};

	if (making->writer.code || (!options->per_process && !options->per_qp))
		return;
	if (options->per_process) {
		export_queue_pairs(making, &budget);
		export_sets(making, &budget, false);
	}
	if (options->per_qp)
		export_sets(making, &budget, true);
	tell_one(making, &limit, options->series_max);
	tell_one(making, &left_out, budget.left_out);
}
