// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/sim.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "lib/channel/sim_run.h"

static void swap(struct sim_flight **heap, size_t a, size_t b)
{
	struct sim_flight *t = heap[a];

	heap[a] = heap[b];
	heap[b] = t;
}

/* Ties go to who was submitted first, so that the order does not depend on the heap. */
static bool earlier(const struct sim_flight *a, const struct sim_flight *b)
{
	return a->due_ns != b->due_ns ? a->due_ns < b->due_ns : a->serial < b->serial;
}

static void sift_up(struct sim_flight **heap, size_t i)
{
	for (; i && earlier(heap[i], heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap(heap, i, (i - 1) / 2);
}

static void sift_down(struct sim_flight **heap, size_t count, size_t i)
{
	for (size_t child; (child = 2 * i + 1) < count; i = child) {
		if (child + 1 < count && earlier(heap[child + 1], heap[child]))
			child++;
		if (!earlier(heap[child], heap[i]))
			return;
		swap(heap, i, child);
	}
}

static int push(struct sim_channel *sim, struct sim_flight *flight)
{
	if (sim->count == sim->room) {
		size_t room = sim->room ? 2 * sim->room : 64;
		struct sim_flight **heap = realloc(sim->heap, room * sizeof(struct sim_flight *));

		if (!heap)
			return -ENOMEM;
		sim->heap = heap;
		sim->room = room;
	}
	sim->heap[sim->count] = flight;
	sift_up(sim->heap, sim->count++);
	return 0;
}

static struct sim_flight *pop(struct sim_channel *sim)
{
	struct sim_flight *first = sim->heap[0];

	sim->heap[0] = sim->heap[--sim->count];
	sift_down(sim->heap, sim->count, 0);
	return first;
}

static void flight_free(struct sim_flight *flight)
{
	free(flight->line);
	free(flight->answer);
	free(flight);
}

static struct sim_flight *flight_new(const char *line, size_t len)
{
	struct sim_flight *flight = calloc(1, sizeof(*flight));

	if (!flight)
		return NULL;
	flight->line = malloc(len + 1);
	if (!flight->line) {
		free(flight);
		return NULL;
	}
	memcpy(flight->line, line, len);
	flight->line[len] = '\0';
	flight->len = len;
	return flight;
}

/* What the network does with it is decided now; what the agent does, when its answer is due. */
static void set_fate(struct sim_channel *sim, struct sim_flight *flight)
{
	struct simfleet_fate fate = simfleet_fate(sim->fleet, flight->host, flight->line, flight->len);
	uint64_t now = simfleet_now(sim->fleet);

	flight->due_ns = now + fate.delay_ns;
	if (fate.down) {
		flight->state = SIM_FLIGHT_DONE;
		flight->outcome = CHANNEL_NOT_SENT;
		snprintf(flight->why, sizeof(flight->why), "the simulated host does not answer");
	}
	flight->twice = fate.twice;
	flight->late = fate.lost || flight->due_ns > flight->deadline_ns;
	if (flight->late)
		flight->due_ns = flight->deadline_ns;
}

static int sim_submit(struct channel *channel, const char *host, const char *line, size_t len, uint64_t deadline_ns,
		      uint64_t cookie, struct ece_error *e)
{
	struct sim_channel *sim = (struct sim_channel *)channel;
	struct sim_flight *flight;
	size_t index;
	int ret = simfleet_host_find(sim->fleet, host, &index, e);

	if (ret)
		return ret;
	if (len > CHANNEL_LINE_MAX)
		return ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "a request to %s is longer than %u bytes", host,
				     CHANNEL_LINE_MAX);
	flight = flight_new(line, len);
	if (!flight)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	flight->host = index;
	flight->cookie = cookie;
	flight->serial = sim->serial++;
	flight->deadline_ns = deadline_ns;
	if (fault_hit("channel.submit")) {
		flight->state = SIM_FLIGHT_DONE;
		flight->outcome = CHANNEL_NOT_SENT;
		flight->due_ns = simfleet_now(sim->fleet);
		snprintf(flight->why, sizeof(flight->why), "the connection failed: injected");
	} else {
		set_fate(sim, flight);
	}
	if (push(sim, flight)) {
		flight_free(flight);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	}
	return 0;
}

/* Sleeps @real_ns unless @wake_fd can be read before. Returns 1 when it can, 0 when not, -EINTR when a signal came. */
static int doze(int wake_fd, uint64_t real_ns, bool for_ever)
{
	struct timespec ts = {.tv_sec = (time_t)(real_ns / CLOCK_SECOND_NS),
			      .tv_nsec = (long)(real_ns % CLOCK_SECOND_NS)};
	struct pollfd fd = {.fd = wake_fd, .events = POLLIN};
	int n = ppoll(&fd, 1, for_ever ? NULL : &ts, NULL);

	return n < 0 ? -EINTR : n;
}

/* How long a jump takes in real time; what is left of it when it was woken from and is tried again. */
static uint64_t pace(struct sim_channel *sim, uint64_t by_ns, uint64_t to_ns, uint64_t real_now)
{
	if (sim->pace_ns == UINT64_MAX || !sim->pace_ns)
		return by_ns < sim->pace_ns ? by_ns : sim->pace_ns;
	if (sim->paced_to_ns != to_ns) {
		sim->paced_to_ns = to_ns;
		sim->paced_until = real_now + (by_ns < sim->pace_ns ? by_ns : sim->pace_ns);
	}
	return sim->paced_until > real_now ? sim->paced_until - real_now : 0;
}

/*
 * Moves the virtual clock, and takes some real time where a person watches. Returns -EINTR when a signal came. Woken
 * early, a clock that runs with the real one has moved as far as that, any other one not at all. A jump that takes no
 * real time is not woken: where it goes would depend on how busy this machine is.
 */
static int jump(struct sim_channel *sim, uint64_t to_ns, int wake_fd, bool hold)
{
	uint64_t now = simfleet_now(sim->fleet), began = clock_now();
	uint64_t real = pace(sim, to_ns > now ? to_ns - now : 0, to_ns, began);
	int woken = 0;

	if (hold)
		woken = doze(wake_fd, 0, true);
	else if (real)
		woken = doze(wake_fd, real, false);
	if (woken < 0)
		return woken;
	if (!woken)
		simfleet_advance(sim->fleet, to_ns);
	else if (sim->pace_ns == UINT64_MAX)
		simfleet_advance(sim->fleet, now + (clock_now() - began));
	return 0;
}

/* The next event is an answer that nobody has worked on yet: then all who wait get their turn, for one commit. */
static void work(struct sim_channel *sim)
{
	while (sim->count && sim->heap[0]->state == SIM_FLIGHT_WAITS) {
		if (sim->agent)
			sim_run_children(sim);
		else
			sim_run_here(sim);
		for (size_t i = sim->count / 2 + 1; i-- > 0;)
			sift_down(sim->heap, sim->count, i);
	}
}

static void deliver(struct sim_flight *flight, void (*answer)(void *ctx, const struct channel_answer *answer),
		    void *ctx)
{
	struct channel_answer a = {
		.cookie = flight->cookie,
		.outcome = flight->outcome,
		.line = flight->answer,
		.len = flight->answer_len,
		.why = flight->why,
	};

	answer(ctx, &a);
	if (flight->twice)
		answer(ctx, &a);
	flight_free(flight);
}

static int sim_poll(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
		    void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx, struct ece_error *e)
{
	struct sim_channel *sim = (struct sim_channel *)channel;
	uint64_t serial = sim->serial;
	int n = 0;

	work(sim);
	if (sim->count && sim->heap[0]->due_ns < until_ns)
		until_ns = sim->heap[0]->due_ns;
	if ((until_ns != UINT64_MAX || hold) && jump(sim, until_ns, wake_fd, hold))
		return ece_error_set(e, -EINTR, ECE_ERROR_IO, "interrupted");
	while (sim->count && sim->heap[0]->due_ns <= simfleet_now(sim->fleet) && sim->heap[0]->serial < serial &&
	       sim->heap[0]->state == SIM_FLIGHT_DONE) {
		deliver(pop(sim), answer, ctx);
		n++;
	}
	return n;
}

static uint64_t sim_now(struct channel *channel)
{
	return simfleet_now(((struct sim_channel *)channel)->fleet);
}

static void sim_free(struct channel *channel)
{
	struct sim_channel *sim = (struct sim_channel *)channel;

	for (size_t i = 0; i < sim->count; i++)
		flight_free(sim->heap[i]);
	free(sim->heap);
	free(sim->agent);
	free(sim->dir);
	free(sim);
}

static const struct channel_ops sim_ops = {
	.submit = sim_submit,
	.poll = sim_poll,
	.now = sim_now,
	.free = sim_free,
};

int channel_sim_new(struct simfleet *fleet, const struct channel_sim_options *options, struct channel **channel,
		    struct ece_error *e)
{
	struct sim_channel *sim = calloc(1, sizeof(*sim));
	bool children = options->agent != NULL;

	if (!sim)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a channel");
	sim->channel.ops = &sim_ops;
	sim->fleet = fleet;
	sim->pace_ns = options->pace_ns;
	sim->agent = children ? strdup(options->agent) : NULL;
	sim->dir = children ? strdup(options->dir) : NULL;
	if (children && (!sim->agent || !sim->dir)) {
		sim_free(&sim->channel);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a channel");
	}
	*channel = &sim->channel;
	return 0;
}
