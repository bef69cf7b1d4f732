// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The hosts whose numbers a person wants to see beside a verdict: the worst of the treated and of the untouched. */
#include <stdlib.h>
#include <string.h>

#include "lib/control/internal.h"

#define EACH (CONTROL_WITNESSES_MAX / 2)

static double amount(const struct counter_delta *delta, const struct counter_delta *traffic, double seconds,
		     enum gate_per per, bool *has)
{
	*has = delta->growth == COUNTER_GREW;
	switch (per) {
	case GATE_PER_SECOND:
		*has = *has && seconds > 0;
		return *has ? (double)delta->by / seconds : 0;
	case GATE_PER_TB:
		*has = *has && traffic->growth == COUNTER_GREW && traffic->by;
		return *has ? (double)delta->by / ((double)traffic->by / 1e12) : 0;
	default:
		return *has ? (double)delta->by : 0;
	}
}

static const char *why_none(const struct sample_host *host, const struct gate_sample *sample)
{
	if (sample->missing)
		return host->why && host->why[0] ? host->why : "it was not read at the beginning";
	switch (sample->during.growth) {
	case COUNTER_WAS_RESET:
		return "the counter started over";
	case COUNTER_NOT_THERE:
		return "it does not have the counter";
	case COUNTER_NOT_READ:
		return "the counter could not be read";
	default:
		return sample->unmovable ? "its queue pairs are made by DevX and do not move it" : "";
	}
}

static void look_at(const struct run *run, const struct sample_host *host, const struct counter *counter,
		    enum gate_per per, struct control_witness *to)
{
	struct gate_sample s;

	window_deltas(run, host, counter, &s);
	*to = (struct control_witness){.host = host->name, .treated = host->treated, .counter = counter->name};
	to->before = amount(&s.before, &s.traffic_before, s.seconds_before, per, &to->has_before);
	to->during = amount(&s.during, &s.traffic_during, s.seconds_during, per, &to->has_during);
	to->why = why_none(host, &s);
}

/* Numbers before none, then the larger growth beyond the baseline, then by name: a sample is in no order. */
static bool is_worse(const struct control_witness *a, const struct control_witness *b)
{
	double more = (a->during - a->before) - (b->during - b->before);

	if (a->has_during != b->has_during)
		return a->has_during;
	return more > 0 || (!(more < 0) && strcmp(a->host, b->host) < 0);
}

static size_t insert(struct control_witness *list, size_t count, const struct control_witness *new)
{
	size_t i = count < EACH ? count : EACH - 1;

	if (count == EACH && !is_worse(new, &list[i]))
		return count;
	for (; i > 0 && is_worse(new, &list[i - 1]); i--)
		list[i] = list[i - 1];
	list[i] = *new;
	return count < EACH ? count + 1 : count;
}

/* Of the built-in gate: by which of its counters a host is worst. */
static void look(const struct run *run, const struct fleet_gate *gate, const struct sample_host *host,
		 struct control_witness *to)
{
	bool hard = gate->kind == FLEET_GATE_HARD;
	const struct counter *counter;
	struct control_witness one;

	look_at(run, host, hard ? gate_hard_counter(0) : gate->counter, hard ? GATE_PER_NOTHING : gate->rule.per, to);
	for (size_t i = 1; hard && i < GATE_HARD_MAX && (counter = gate_hard_counter(i)); i++) {
		look_at(run, host, counter, GATE_PER_NOTHING, &one);
		if (is_worse(&one, to))
			*to = one;
	}
}

struct mean {
	double sum;
	uint32_t count;
};

static void mean_add(struct mean *mean, const struct control_witness *one)
{
	if (!one->has_during)
		return;
	mean->sum += one->during;
	mean->count++;
}

static double mean_of(const struct mean *mean, bool *has)
{
	*has = mean->count;
	return mean->count ? mean->sum / mean->count : 0;
}

void witness_all(const struct run *run, const struct fleet_gate *gate, struct control_verdict *verdict,
		 struct control_witness *witnesses)
{
	const struct sample *end = run->samples[ROLLOUT_SAMPLE_SOAK_END];
	struct control_witness others[EACH], one;
	struct mean means[2] = {{0}};
	size_t treated = 0, untouched = 0;

	for (size_t i = 0; i < end->host_count; i++) {
		look(run, gate, &end->hosts[i], &one);
		mean_add(&means[one.treated], &one);
		if (one.treated)
			treated = insert(witnesses, treated, &one);
		else
			untouched = insert(others, untouched, &one);
	}
	for (size_t i = 0; i < untouched; i++)
		witnesses[treated + i] = others[i];
	verdict->witnesses = witnesses;
	verdict->witness_count = treated + untouched;
	/* The built-in gate has a counter for each host, its worst: there is nothing to compare. */
	if (gate->kind == FLEET_GATE_HARD)
		return;
	verdict->treated = mean_of(&means[true], &verdict->has_treated);
	verdict->untouched = mean_of(&means[false], &verdict->has_untouched);
}
