// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What counters of a host grew by, from the four samples of a step. */
#include <string.h>

#include "lib/control/internal.h"

#define SECONDS(ns) ((double)(ns) / 1e9)

/* Both ends of a window, of one host; NULL where it was not read. */
struct window {
	const struct sample *begin_sample, *end_sample;
	const struct sample_host *begin, *end;
	bool again; /* the host started over in between */
};

static struct window window_of(const struct run *run, enum rollout_sample begin, const struct sample_host *host)
{
	struct window w = {
		.begin_sample = run->samples[begin],
		.end_sample = run->samples[begin + 1],
		.begin = sample_find(run->samples[begin], host->number),
		.end = sample_find(run->samples[begin + 1], host->number),
	};

	if (!w.begin || !w.begin->answered || !w.end || !w.end->answered)
		return (struct window){.begin = NULL};
	w.again = strcmp(w.begin->boot, w.end->boot) != 0;
	return w;
}

static double seconds_of(const struct window *w)
{
	if (!w->begin || w->again || w->end->at_ns <= w->begin->at_ns)
		return 0;
	return SECONDS(w->end->at_ns - w->begin->at_ns);
}

static size_t column_of(const struct sample *s, const struct counter *counter)
{
	size_t i = 0;

	while (i < s->counter_count && s->counters[i] != counter)
		i++;
	return i;
}

static const struct sample_nic *find_nic(const struct sample_host *host, uint64_t guid)
{
	for (size_t i = 0; i < host->nic_count; i++)
		if (host->nics[i].guid == guid)
			return &host->nics[i];
	return NULL;
}

static const struct counter_reading unread = {.state = COUNTER_UNREADABLE};

/* A card that is there at one end only was replaced, or its driver is gone: it was not read. */
static void add_nic(const struct window *w, const struct sample_nic *end, const struct counter *counter,
		    struct counter_delta *sum)
{
	size_t from = column_of(w->begin_sample, counter), to = column_of(w->end_sample, counter);
	const struct sample_nic *begin = find_nic(w->begin, end->guid);
	bool known = begin && from < w->begin_sample->counter_count && to < w->end_sample->counter_count;
	struct counter_delta delta = counter_delta(counter, known ? &begin->readings[from] : &unread,
						   known ? &end->readings[to] : &unread, w->again);

	counter_delta_add(sum, &delta);
}

static void add_vanished(const struct window *w, const struct counter *counter, struct counter_delta *sum)
{
	struct counter_delta delta = counter_delta(counter, &unread, &unread, w->again);

	for (size_t i = 0; i < w->begin->nic_count; i++)
		if (!find_nic(w->end, w->begin->nics[i].guid))
			counter_delta_add(sum, &delta);
}

static struct counter_delta delta_of(const struct window *w, const struct counter *counter)
{
	struct counter_delta sum = {.growth = COUNTER_GREW};

	if (!w->begin || !w->end->nic_count)
		return (struct counter_delta){.growth = COUNTER_NOT_READ};
	for (size_t i = 0; i < w->end->nic_count; i++)
		add_nic(w, &w->end->nics[i], counter, &sum);
	add_vanished(w, counter, &sum);
	return sum;
}

static struct counter_delta traffic_of(const struct window *w)
{
	struct counter_delta sum = delta_of(w, counter_find("port_xmit_data"));
	struct counter_delta received = delta_of(w, counter_find("port_rcv_data"));

	counter_delta_add(&sum, &received);
	return sum;
}

static bool devx_only(const struct sample_host *host)
{
	for (size_t i = 0; i < host->nic_count; i++)
		if (!host->nics[i].devx_only)
			return false;
	return host->nic_count;
}

void window_deltas(const struct run *run, const struct sample_host *host, const struct counter *counter,
		   struct gate_sample *to)
{
	struct window before = window_of(run, ROLLOUT_SAMPLE_BASELINE_BEGIN, host);
	struct window during = window_of(run, ROLLOUT_SAMPLE_SOAK_BEGIN, host);

	*to = (struct gate_sample){
		.host = host->number,
		.name = host->name,
		.before = delta_of(&before, counter),
		.during = delta_of(&during, counter),
		.traffic_before = traffic_of(&before),
		.traffic_during = traffic_of(&during),
		.seconds_before = seconds_of(&before),
		.seconds_during = seconds_of(&during),
		.unmovable = counter->verbs_only && devx_only(host),
		.missing = !during.begin,
	};
}
