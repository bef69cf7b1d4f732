// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Make a run, free it, look at it. */
#include <errno.h>
#include <stdlib.h>

#include "lib/rollout/internal.h"

static bool limits_valid(const struct rollout_limits *l)
{
	return l->unreachable && l->lost && l->failed && l->parallel && l->undo_parallel && l->attempts && l->answer_ns;
}

static bool steps_valid(const struct rollout_step_plan *steps, size_t step_count, size_t host_count)
{
	uint64_t covered = 0;

	for (size_t i = 0; i < step_count; i++) {
		if (steps[i].first != covered || !steps[i].count)
			return false;
		covered += steps[i].count;
	}
	return covered && covered == host_count && host_count < NOBODY;
}

/* In one event each open request is sent again at most once, and the window filled at most once; and three more. */
static size_t most_actions(const struct rollout_limits *l, size_t host_count)
{
	size_t window = l->parallel > l->undo_parallel ? l->parallel : l->undo_parallel;

	return 2 * (window < host_count ? window : host_count) + 3;
}

static int allocate(struct rollout *run, const struct rollout_limits *limits, size_t step_count, size_t host_count)
{
	run->limits = *limits;
	run->step_count = (uint32_t)step_count;
	run->host_count = (uint32_t)host_count;
	run->action_max = most_actions(limits, host_count);
	run->armed = NEVER;
	run->steps = calloc(step_count, sizeof(*run->steps));
	run->hosts = calloc(host_count, sizeof(*run->hosts));
	run->actions = calloc(run->action_max, sizeof(*run->actions));
	queue_init(&run->flight);
	queue_init(&run->resting);
	queue_init(&run->ready);
	return run->steps && run->hosts && run->actions ? 0 : -ENOMEM;
}

static void fill(struct rollout *run, const struct rollout_step_plan *steps)
{
	run->tallies.states[ROLLOUT_HOST_QUEUED] = run->host_count;
	for (uint32_t s = 0; s < run->step_count; s++) {
		struct step *step = &run->steps[s];

		step->first = steps[s].first;
		step->count = steps[s].count;
		step->soak_ns = steps[s].soak_ns;
		step->tallies.states[ROLLOUT_HOST_QUEUED] = step->count;
		for (uint32_t i = 0; i < step->count; i++)
			run->hosts[step->first + i].step = s;
	}
}

int rollout_new(const struct rollout_plan *plan, struct rollout **out)
{
	const struct rollout_limits *limits = plan->change_count ? &plan->changes[0].limits : NULL;
	struct rollout *run;
	int err;

	if (!limits || !limits_valid(limits) || !steps_valid(plan->steps, plan->step_count, plan->host_count))
		return -EINVAL;
	run = calloc(1, sizeof(*run));
	if (!run)
		return -ENOMEM;
	err = allocate(run, limits, plan->step_count, plan->host_count);
	if (err) {
		rollout_free(run);
		return err;
	}
	fill(run, plan->steps);
	*out = run;
	return 0;
}

void rollout_free(struct rollout *run)
{
	if (!run)
		return;
	free(run->steps);
	free(run->hosts);
	free(run->actions);
	free(run);
}

enum rollout_run_state rollout_state(const struct rollout *run)
{
	return run->state;
}

bool rollout_idle(const struct rollout *run)
{
	switch (run->state) {
	case ROLLOUT_DONE:
	case ROLLOUT_UNDONE:
	case ROLLOUT_STUCK:
		return true;
	case ROLLOUT_PAUSED:
		return !tallies_open(&run->tallies);
	default:
		return false;
	}
}

enum rollout_host_state rollout_host_state(const struct rollout *run, uint32_t host)
{
	return (enum rollout_host_state)run->hosts[host].state;
}

enum rollout_step_state rollout_step_state(const struct rollout *run, size_t step)
{
	return run->steps[step].state;
}

static struct rollout_counts counts_of(const struct tallies *t, uint32_t hosts)
{
	return (struct rollout_counts){
		.hosts = hosts,
		.queued = t->states[ROLLOUT_HOST_QUEUED],
		.in_flight = tallies_open(t),
		.held = t->states[ROLLOUT_HOST_HELD],
		.confirmed = t->states[ROLLOUT_HOST_CONFIRMED],
		.unchanged = t->states[ROLLOUT_HOST_UNCHANGED],
		.failed = t->spent[TALLY_FAILED],
		.lost = t->spent[TALLY_LOST],
		.unreached = t->spent[TALLY_UNREACHED],
		.undone = t->states[ROLLOUT_HOST_UNDONE],
		.conflict = t->states[ROLLOUT_HOST_CONFLICT],
		.undo_failed = t->states[ROLLOUT_HOST_UNDO_FAILED],
	};
}

struct rollout_counts rollout_counts(const struct rollout *run)
{
	return counts_of(&run->tallies, run->host_count);
}

struct rollout_counts rollout_step_counts(const struct rollout *run, size_t step)
{
	return counts_of(&run->steps[step].tallies, run->steps[step].count);
}
