// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/common/view.h"
#include "tools/ece-counters/queues_view.h"
#include "tools/ece-counters/units.h"

#define COLUMNS     5
#define NUMBERS_MAX 8 /* of queue pairs, beside each other */
#define TEXT_BYTES  160

static const struct scrape_device *newest(const struct sheet_device *of)
{
	return of->reading_count ? of->readings[of->reading_count - 1] : NULL;
}

static const char *type_of(const struct ece_rdma_qp *qp)
{
	const char *name = ece_rdma_qp_type_name(qp->type);

	if (qp->subtype[0])
		return qp->subtype;
	return name ? name : "?";
}

/* Those of one process, type and state stand together. */
static int compare(const void *a, const void *b)
{
	const struct ece_rdma_qp *left = a, *right = b;
	int owner = strcmp(left->kernel_owner, right->kernel_owner);

	if (left->pid != right->pid)
		return left->pid < right->pid ? -1 : 1;
	if (owner)
		return owner;
	owner = strcmp(type_of(left), type_of(right));
	if (owner)
		return owner;
	if (left->state != right->state)
		return left->state < right->state ? -1 : 1;
	return (left->qpn > right->qpn) - (left->qpn < right->qpn);
}

static bool is_alike(const struct ece_rdma_qp *a, const struct ece_rdma_qp *b)
{
	return a->pid == b->pid && a->state == b->state && !strcmp(type_of(a), type_of(b)) &&
	       !strcmp(a->kernel_owner, b->kernel_owner);
}

/* "257, 258, 259 and 61 more" */
static const char *numbers(const struct ece_rdma_qp *qps, size_t count, char buf[TEXT_BYTES])
{
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < count && i < NUMBERS_MAX; i++)
		len += (size_t)snprintf(buf + len, TEXT_BYTES - len, "%s%" PRIu32, i ? ", " : "", qps[i].qpn);
	if (count > NUMBERS_MAX)
		snprintf(buf + len, TEXT_BYTES - len, " and %zu more", count - NUMBERS_MAX);
	return buf;
}

static void add_row(struct table *table, const struct queues_view *view, const struct ece_rdma_qp *qps, size_t count)
{
	const char *state = ece_rdma_qp_state_name(qps->state);
	char buf[TEXT_BYTES];

	if (qps->pid)
		table_add(table, "%s (%" PRIu32 ")", processes_name(view->processes, qps->pid), qps->pid);
	else
		table_add(table, "[%s]", qps->kernel_owner[0] ? qps->kernel_owner : "not seen from here");
	table_add(table, "%s", type_of(qps));
	table_add(table, "%s", state ? state : "?");
	table_add(table, "%zu", count);
	table_add(table, "%s", numbers(qps, count, buf));
}

static void print_pairs(const struct term *term, const struct queues_view *view, const struct scrape_device *device)
{
	static const char *const head[COLUMNS] = {"process", "type", "state", "count", "queue pairs"};
	struct ece_rdma_qp *qps = calloc(device->qp_count + 1, sizeof(*qps));
	struct table *table = table_new(COLUMNS);

	if (!qps || !table)
		goto out;
	memcpy(qps, device->qps, device->qp_count * sizeof(*qps));
	qsort(qps, device->qp_count, sizeof(*qps), compare);
	for (size_t i = 0; i < COLUMNS; i++)
		table_add(table, "%s", head[i]);
	table_right(table, 3);
	for (size_t from = 0, to; from < device->qp_count; from = to) {
		for (to = from + 1; to < device->qp_count && is_alike(&qps[from], &qps[to]); to++)
			;
		add_row(table, view, &qps[from], to - from);
	}
	table_print(table, term->out, VIEW_INDENT, 0);
out:
	table_free(table);
	free(qps);
}

static const char *how(const struct ece_rdma_binding *binding)
{
	if (binding->mode == ECE_RDMA_BIND_MANUAL)
		return "by hand";
	if (binding->mode != ECE_RDMA_BIND_AUTO)
		return "none are made by themselves";
	if (binding->mask == (ECE_RDMA_BIND_BY_TYPE | ECE_RDMA_BIND_BY_PID))
		return "one for each type and process";
	return binding->mask & ECE_RDMA_BIND_BY_TYPE ? "one for each type" : "one for each process";
}

static void print_bindings(const struct term *term, const struct queues_view *view)
{
	for (size_t i = 0; i < view->binding_count; i++) {
		const struct queues_binding *binding = &view->bindings[i];

		if (strcmp(binding->device, view->of->name) != 0)
			continue;
		fprintf(term->out, "%*scounter sets of port %" PRIu32 ": ", VIEW_INDENT, "", binding->port);
		text_wrap(term->out, binding->error.code ? binding->error.text : how(&binding->binding),
			  (size_t)2 * VIEW_INDENT, view_width(term));
		fputc('\n', term->out);
	}
}

/* "set 3 of port 1 (RC, ib_write_bw 4001), 2 queue pairs: 256, 257" */
static void set_heading(const struct term *term, const struct queues_view *view, const struct ece_rdma_bound *set)
{
	const char *type = set->by_type ? ece_rdma_qp_type_name(set->type) : NULL;
	size_t shown = set->qpn_count < NUMBERS_MAX ? set->qpn_count : NUMBERS_MAX;

	fprintf(term->out, "%*sset %" PRIu32 " of port %" PRIu32 " (%s", VIEW_INDENT, "", set->id, set->port,
		set->mode == ECE_RDMA_BIND_MANUAL ? "by hand" : "");
	fprintf(term->out, "%s", type ? type : "");
	if (set->by_pid && set->pid)
		fprintf(term->out, "%s%s %" PRIu32, type ? ", " : "", processes_name(view->processes, set->pid),
			set->pid);
	else if (set->kernel_owner[0])
		fprintf(term->out, "%s%s", type ? ", " : "", set->kernel_owner);
	fprintf(term->out, "), %zu queue pair%s", set->qpn_count, set->qpn_count == 1 ? "" : "s");
	for (size_t i = 0; i < shown; i++)
		fprintf(term->out, "%s %" PRIu32, i ? "," : ":", set->qpns[i]);
	if (set->qpn_count > shown)
		fprintf(term->out, " and %zu more", set->qpn_count - shown);
	fputc('\n', term->out);
}

/* The card gives numbers of sets again: it is the same one only while it is for the same. */
static const struct ece_rdma_bound *same_set(const struct scrape_device *before, const struct ece_rdma_bound *set)
{
	for (size_t i = 0; before && i < before->bound_count; i++) {
		const struct ece_rdma_bound *old = &before->bound[i];

		if (old->id == set->id && old->port == set->port && old->by_type == set->by_type &&
		    old->by_pid == set->by_pid && old->type == set->type && old->pid == set->pid)
			return old;
	}
	return NULL;
}

/* A rate where the number did not fall: a round of 32 bits and a new set look the same. */
static const char *rate(const struct queues_view *view, const struct ece_rdma_bound *set, size_t at,
			char buf[UNITS_TEXT_MAX])
{
	const struct sheet_device *of = view->of;
	const struct scrape_device *now = newest(of);
	const struct scrape_device *before = of->reading_count > 1 ? of->readings[of->reading_count - 2] : NULL;
	const struct ece_rdma_bound *old = same_set(before, set);
	const struct ece_rdma_counter *counter = &set->counters[at];

	buf[0] = '\0';
	if (!before || !old || at >= old->counter_count || strcmp(old->counters[at].name, counter->name) != 0 ||
	    counter->value <= old->counters[at].value || now->when_ns <= before->when_ns)
		return buf;
	return units_rate(buf, COUNTER_EVENTS,
			  (double)(counter->value - old->counters[at].value) * 1e9 /
				  (double)(now->when_ns - before->when_ns));
}

static void print_set(const struct term *term, const struct view_options *options, const struct queues_view *view,
		      const struct ece_rdma_bound *set)
{
	struct table *table = table_new(3);
	char amount[UNITS_TEXT_MAX], per_second[UNITS_TEXT_MAX];

	set_heading(term, view, set);
	table_right(table, 1);
	table_right(table, 2);
	for (size_t i = 0; i < set->counter_count; i++) {
		const struct ece_rdma_counter *counter = &set->counters[i];

		if (!counter->value && !options->all)
			continue;
		table_add(table, "%s", counter->name);
		table_add(table, "%s", units_amount(amount, COUNTER_EVENTS, counter->value));
		table_add(table, "%s", rate(view, set, i, per_second));
	}
	table_print(table, term->out, VIEW_INDENT + 3, 0);
	table_free(table);
}

void queues_text(const struct term *term, const struct view_options *options, const struct queues_view *view)
{
	const struct scrape_device *device = newest(view->of);

	device_heading(term, view->of);
	if (!device)
		return;
	if (device->qp_count)
		print_pairs(term, view, device);
	else if (!device->barred && !device->fault_count)
		fprintf(term->out, "%*sno queue pairs\n", VIEW_INDENT, "");
	print_bindings(term, view);
	for (size_t i = 0; i < device->bound_count; i++)
		print_set(term, options, view, &device->bound[i]);
	device_text(term, view->of);
}
