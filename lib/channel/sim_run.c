// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/sim_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/channel/child.h"

/* Real time that an agent process has, whatever the virtual deadline. */
#define CHILD_TIME_NS (60 * CLOCK_SECOND_NS)

static int by_serial(const void *a, const void *b)
{
	const struct sim_flight *x = *(const struct sim_flight *const *)a, *y = *(const struct sim_flight *const *)b;

	return x->serial < y->serial ? -1 : x->serial > y->serial;
}

static int by_host(const void *a, const void *b)
{
	const struct sim_flight *x = *(const struct sim_flight *const *)a, *y = *(const struct sim_flight *const *)b;

	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	return by_serial(a, b);
}

/* The oldest waiting request of each host, at most @max: two of one host must come one after the other. */
static size_t choose(const struct sim_channel *sim, struct sim_flight **list, size_t max)
{
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < sim->count; i++)
		if (sim->heap[i]->state == SIM_FLIGHT_WAITS)
			list[n++] = sim->heap[i];
	qsort(list, n, sizeof(struct sim_flight *), by_host);
	for (size_t i = 0; i < n; i++)
		if (!kept || list[kept - 1]->host != list[i]->host)
			list[kept++] = list[i];
	qsort(list, kept, sizeof(struct sim_flight *), by_serial);
	return kept < max ? kept : max;
}

/* The truth about one request, given what its agent said, if it said anything. Takes over @answer. */
static void settle(struct sim_flight *flight, char *answer, size_t len, const char *why)
{
	flight->state = SIM_FLIGHT_DONE;
	if (answer && !flight->late) {
		flight->outcome = CHANNEL_REPLY;
		flight->answer = answer;
		flight->answer_len = len;
		return;
	}
	flight->outcome = CHANNEL_MAYBE;
	snprintf(flight->why, sizeof(flight->why), "%s", answer ? "the answer did not come in time" : why);
	free(answer);
}

/* A card that answers slowly delays the agent. */
static void delay(struct sim_flight *flight, uint64_t due_ns)
{
	if (due_ns > flight->due_ns)
		flight->due_ns = due_ns;
	if (flight->due_ns <= flight->deadline_ns)
		return;
	flight->due_ns = flight->deadline_ns;
	flight->late = true;
}

static void give_up(struct sim_flight **list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		settle(list[i], NULL, 0, "out of memory");
		list[i]->outcome = CHANNEL_NOT_SENT;
	}
}

static void run_here(struct sim_channel *sim, struct sim_flight **list, size_t count)
{
	struct simfleet_call *calls = calloc(count + 1, sizeof(*calls));

	if (!calls) {
		give_up(list, count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		calls[i] = (struct simfleet_call){
			.host = list[i]->host,
			.line = list[i]->line,
			.len = list[i]->len,
		};
	simfleet_serve(sim->fleet, calls, count);
	for (size_t i = 0; i < count; i++) {
		delay(list[i], calls[i].due_ns);
		settle(list[i], calls[i].answer, calls[i].answer_len, calls[i].why.text);
	}
	free(calls);
}

void sim_run_here(struct sim_channel *sim)
{
	struct sim_flight **list = calloc(sim->count + 1, sizeof(struct sim_flight *));

	if (list)
		run_here(sim, list, choose(sim, list, SIM_BATCH_MAX));
	else
		give_up(sim->heap, 1);
	free(list);
}

static void wait_children(struct child *children, size_t count)
{
	struct pollfd polls[SIM_CHILDREN_MAX * CHILD_POLLS];
	size_t left = count;

	while (left) {
		uint64_t deadline = UINT64_MAX;

		left = 0;
		for (size_t i = 0; i < count; i++) {
			child_polls(&children[i], polls + CHILD_POLLS * i);
			if (!children[i].done && children[i].deadline_ns < deadline)
				deadline = children[i].deadline_ns;
		}
		if (deadline != UINT64_MAX)
			poll(polls, CHILD_POLLS * count, clock_poll_ms(clock_now(), deadline));
		for (size_t i = 0; i < count; i++) {
			child_step(&children[i]);
			left += !children[i].done;
		}
	}
}

static void take_child(struct sim_flight *flight, struct child *child)
{
	char *answer = NULL;

	if (child->outcome == CHANNEL_REPLY)
		answer = strdup(child->answer);
	settle(flight, answer, child->answer_len, child->why);
	if (child->outcome == CHANNEL_NOT_SENT)
		flight->outcome = CHANNEL_NOT_SENT;
	child_free(child);
}

void sim_run_children(struct sim_channel *sim)
{
	struct sim_flight **list = calloc(sim->count + 1, sizeof(struct sim_flight *));
	struct child *children = calloc(SIM_CHILDREN_MAX, sizeof(*children));
	size_t count = list && children ? choose(sim, list, SIM_CHILDREN_MAX) : 0;

	for (size_t i = 0; i < count; i++) {
		const char *argv[] = {
			sim->agent, "--stdio", "--sim",
			sim->dir,   "--host",  simfleet_host_name(sim->fleet, list[i]->host),
			NULL,
		};

		child_start(&children[i], argv, list[i]->line, list[i]->len, clock_now() + CHILD_TIME_NS);
	}
	wait_children(children, count);
	simfleet_leases_changed(sim->fleet);
	for (size_t i = 0; i < count; i++)
		take_child(list[i], &children[i]);
	if (!count)
		give_up(sim->heap, 1);
	free(children);
	free(list);
}
