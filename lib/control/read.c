// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Ask every host of a fleet what its NICs have. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/sweep.h"

struct reader {
	struct control *control;
	const struct fleet *fleet;
	const bool *asked; /* NULL: all */
	uint32_t done, total;
	const struct ece_param **params;
	size_t param_count;
	const struct counter **counters; /* that gates judge; asked for when all values are read */
	size_t counter_count;
	const struct facts_limits **limits; /* of each parameter: those of the NIC before, mostly the same */
	struct facts_host *hosts;
	struct ece_error *e;
};

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what the hosts answered");
}

/* Texts such as firmware versions and reasons are the same on thousands of NICs: each is kept once. */
static const char *word(struct control *control, const char *text)
{
	uint32_t number;

	if (!control->words.arena)
		control->words.arena = &control->arena;
	if (intern_put(&control->words, text, strlen(text), &number))
		return NULL;
	return control->words.texts[number];
}

void facts_free(struct control *control)
{
	intern_done(&control->words);
	memset(&control->words, 0, sizeof(control->words));
	arena_done(&control->arena);
	free(control->hosts);
	control->hosts = NULL;
}

static const struct protocol_value *find_value(const struct protocol_nic *nic, const struct ece_param *param)
{
	for (size_t i = 0; i < nic->value_count; i++)
		if (nic->values[i].param == param)
			return &nic->values[i];
	return NULL;
}

/* Kept once as long as they stay the same from NIC to NIC. */
static const struct facts_limits *limits_of(struct reader *r, size_t param, const struct protocol_value *from)
{
	const struct facts_limits *before = r->limits[param];
	struct facts_limits now = {
		.min = from->min,
		.max = from->max,
	};
	struct facts_limits *to;

	if (from->error.code) {
		now.kind = from->error.kind;
		now.why = word(r->control, from->error.text);
		if (!now.why)
			return NULL;
	}
	if (before && before->min == now.min && before->max == now.max && before->why == now.why &&
	    before->kind == now.kind)
		return before;
	to = arena_alloc(&r->control->arena, 1, sizeof(*to));
	if (to)
		*to = now;
	r->limits[param] = to;
	return to;
}

static int fill_reading(struct reader *r, size_t param, struct facts_reading *to, const struct protocol_value *from)
{
	if (!from) {
		to->state = ECE_VALUE_UNREADABLE;
		to->why = "the host did not answer for it";
		return 0;
	}
	to->raw = from->value.raw;
	to->state = from->value.state;
	to->backend = from->value.result.backend;
	if (from->min || from->max || from->error.code) {
		to->limits = limits_of(r, param, from);
		if (!to->limits)
			return no_memory(r->e);
	}
	if (to->state == ECE_VALUE_SET && !from->value.why[0])
		return 0;
	to->why = word(r->control, from->value.why);
	return to->why ? 0 : no_memory(r->e);
}

static int fill_originals(struct reader *r, struct facts_nic *to, const struct protocol_nic *from)
{
	struct facts_original *originals = arena_alloc(&r->control->arena, from->original_count, sizeof(*originals));

	if (!originals)
		return no_memory(r->e);
	for (size_t i = 0; i < from->original_count; i++) {
		const struct protocol_original *original = &from->originals[i];

		originals[i] = (struct facts_original){
			.param = (uint16_t)ece_param_index(original->param),
			.raw = original->raw,
			.reading = {.raw = original->now.raw,
				    .state = original->now.state,
				    .backend = original->now.result.backend,
				    .why = word(r->control, original->now.why)},
			.has_confirmed = original->has_confirmed,
			.confirmed = original->confirmed,
			.by = word(r->control, original->by),
		};
		if (!originals[i].reading.why || !originals[i].by)
			return no_memory(r->e);
	}
	to->originals = originals;
	to->original_count = from->original_count;
	return 0;
}

static int fill_nic(struct reader *r, struct facts_nic *to, const struct protocol_nic *from)
{
	struct facts_reading *readings = arena_alloc(&r->control->arena, r->param_count, sizeof(*readings));

	*to = sweep_facts(from);
	to->psid = word(r->control, to->psid);
	to->card = word(r->control, to->card);
	to->firmware = word(r->control, to->firmware);
	to->pci = word(r->control, to->pci);
	to->rdma = word(r->control, to->rdma);
	to->netdev = word(r->control, to->netdev);
	to->readings = readings;
	if (from->info.bar) {
		to->barred = word(r->control, from->info.why);
		to->no_door = ece_nic_bar_is_hosts(from->info.bar);
		if (!to->barred)
			return no_memory(r->e);
	}
	if (!readings || !to->psid || !to->card || !to->firmware || !to->pci || !to->rdma || !to->netdev)
		return no_memory(r->e);
	for (size_t i = 0; i < r->param_count; i++)
		if (fill_reading(r, i, &readings[i], find_value(from, r->params[i])))
			return -ENOMEM;
	return from->original_count ? fill_originals(r, to, from) : 0;
}

static int fill_failed(struct reader *r, struct facts_host *host, enum facts_host_state state, const char *why)
{
	host->state = state;
	host->why = word(r->control, why);
	return host->why ? 0 : no_memory(r->e);
}

static int fill_frozen(struct reader *r, struct facts_host *host, const struct protocol_freeze *frozen)
{
	char text[PROTOCOL_WHO_MAX + PROTOCOL_WHY_MAX + 64];

	if (!frozen->fleet && !frozen->by_hand)
		return 0;
	snprintf(text, sizeof(text), "by %s%s%s; %s ends that", frozen->who[0] ? frozen->who : "somebody",
		 frozen->why[0] ? ": " : "", frozen->why,
		 frozen->by_hand ? "'ece-agent unfreeze' there" : "'ece-apply unfreeze'");
	host->frozen = word(r->control, text);
	return host->frozen ? 0 : no_memory(r->e);
}

static int fill_host(struct reader *r, struct facts_host *host, const struct protocol_answer *answer)
{
	struct facts_nic *nics;
	char why[128];

	if (answer->result != PROTOCOL_OK)
		return fill_failed(r, host, FACTS_HOST_FAILED,
				   answer->error.code ? answer->error.text : "it does not say what it has");
	if (answer->nic_count > r->fleet->host_nics) {
		snprintf(why, sizeof(why), "it has %zu NICs, more than the %u that a host may have", answer->nic_count,
			 r->fleet->host_nics);
		return fill_failed(r, host, FACTS_HOST_FAILED, why);
	}
	nics = arena_alloc(&r->control->arena, answer->nic_count, sizeof(*nics));
	if (!nics)
		return no_memory(r->e);
	for (size_t i = 0; i < answer->nic_count; i++)
		if (fill_nic(r, &nics[i], &answer->nics[i]))
			return -ENOMEM;
	host->state = FACTS_HOST_READ;
	host->nics = nics;
	host->nic_count = answer->nic_count;
	host->generation = answer->generation;
	host->obeyed = answer->obeyed;
	host->holder = answer->holder[0] ? word(r->control, answer->holder) : NULL;
	if (fill_frozen(r, host, &answer->frozen))
		return -ENOMEM;
	return answer->holder[0] && !host->holder ? no_memory(r->e) : 0;
}

static struct facts_nic *find_nic(struct facts_host *host, uint64_t guid)
{
	/* they are this controller's own, in its arena */
	struct facts_nic *nics = (struct facts_nic *)(uintptr_t)host->nics;

	for (size_t i = 0; i < host->nic_count; i++)
		if (nics[i].guid == guid)
			return &nics[i];
	return NULL;
}

/* A host that does not tell its counters is no worse for that: the gate says so when its step is judged. */
static int fill_counters(struct reader *r, struct facts_host *host, const struct protocol_answer *answer)
{
	for (size_t i = 0; answer->result == PROTOCOL_OK && i < answer->nic_count; i++) {
		const struct protocol_nic *from = &answer->nics[i];
		struct facts_nic *to = find_nic(host, from->info.guid);
		struct counter_reading *counters;

		if (!to || from->counter_count != r->counter_count)
			continue;
		counters = arena_alloc(&r->control->arena, r->counter_count, sizeof(*counters));
		if (!counters)
			return no_memory(r->e);
		memcpy(counters, from->counters, r->counter_count * sizeof(*counters));
		to->counters = counters;
	}
	return 0;
}

static int values_answered(void *ctx, uint32_t host, const struct protocol_answer *answer)
{
	struct reader *r = ctx;

	return fill_host(r, &r->hosts[host], answer);
}

static int values_failed(void *ctx, uint32_t host, enum sweep_failure failure, const char *why)
{
	struct reader *r = ctx;

	return fill_failed(r, &r->hosts[host],
			   failure == SWEEP_UNREACHABLE ? FACTS_HOST_UNREACHABLE : FACTS_HOST_FAILED, why);
}

static bool is_asked(void *ctx, uint32_t host)
{
	const struct reader *r = ctx;

	return !r->asked || r->asked[host];
}

static void values_ended(void *ctx, uint32_t host, uint32_t done)
{
	struct reader *r = ctx;
	const struct control_watch *watch = &r->control->watch;
	const struct facts_host *facts = &r->hosts[host];

	(void)done;
	if (!is_asked(r, host))
		return;
	r->done++;
	if (watch->trouble && facts->state != FACTS_HOST_READ)
		watch->trouble(watch->ctx, facts->name, facts->why);
	if (watch->reading)
		watch->reading(watch->ctx, r->done, r->total);
}

static int read_values(struct reader *r)
{
	struct protocol_request request = {.op = PROTOCOL_READ, .params = r->params, .param_count = r->param_count};
	struct sweep sweep = {
		.control = r->control,
		.fleet = r->fleet,
		.name = "read",
		.request = &request,
		.wanted = is_asked,
		.answered = values_answered,
		.failed = values_failed,
		.ended = values_ended,
		.ctx = r,
		.e = r->e,
	};

	return sweep_run(&sweep);
}

static bool was_read(void *ctx, uint32_t host)
{
	const struct reader *r = ctx;

	return r->hosts[host].state == FACTS_HOST_READ;
}

static int counters_answered(void *ctx, uint32_t host, const struct protocol_answer *answer)
{
	struct reader *r = ctx;

	return fill_counters(r, &r->hosts[host], answer);
}

/* Nobody is told: the gate says so when its step is judged. */
static int counters_failed(void *ctx, uint32_t host, enum sweep_failure failure, const char *why)
{
	(void)ctx;
	(void)host;
	(void)failure;
	(void)why;
	return 0;
}

static int read_counters(struct reader *r)
{
	struct protocol_request request = {
		.op = PROTOCOL_COUNTERS, .counters = r->counters, .counter_count = r->counter_count};
	struct sweep sweep = {
		.control = r->control,
		.fleet = r->fleet,
		.name = "counters",
		.request = &request,
		.first_try = READ_ATTEMPTS,
		.wanted = was_read,
		.answered = counters_answered,
		.failed = counters_failed,
		.ctx = r,
		.e = r->e,
	};

	return r->counter_count ? sweep_run(&sweep) : 0;
}

static int reader_init(struct reader *r)
{
	uint32_t count = r->fleet->host_count;

	r->params = calloc(ece_param_limit() + 1, sizeof(const struct ece_param *));
	r->limits = calloc(ece_param_limit() + 1, sizeof(const struct facts_limits *));
	r->counters = calloc(r->fleet->gate_count + 1, sizeof(const struct counter *));
	r->hosts = calloc(count + 1, sizeof(*r->hosts));
	if (!r->params || !r->limits || !r->counters || !r->hosts)
		return no_memory(r->e);
	r->param_count = plan_params(r->fleet, r->params);
	r->counter_count = plan_counters(r->fleet, r->counters);
	for (uint32_t i = 0; i < count; i++) {
		r->total += is_asked(r, i);
		r->hosts[i] = (struct facts_host){
			.name = r->fleet->hosts[i].name,
			.state = FACTS_HOST_UNREACHABLE,
			.why = "it was not asked",
		};
	}
	return 0;
}

int control_read(struct control *control, const struct fleet *fleet, const bool *asked, const struct facts_host **hosts,
		 size_t *count, struct ece_error *e)
{
	struct reader r = {.control = control, .fleet = fleet, .asked = asked, .e = e};
	int err = reader_init(&r);

	facts_free(control);
	if (!err)
		err = read_values(&r);
	if (!err)
		err = read_counters(&r);
	control->hosts = r.hosts;
	free(r.params);
	free(r.limits);
	free(r.counters);
	if (err)
		return err;
	*hosts = control->hosts;
	*count = fleet->host_count;
	return 0;
}
