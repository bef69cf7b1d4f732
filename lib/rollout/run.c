// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Look at a run. */
#include "lib/rollout/internal.h"

const struct change *change_of(const struct rollout *run, uint32_t step)
{
	return &run->changes[run->steps[step].change];
}

/* Of the current step; requests of other steps are never open. */
const struct rollout_limits *run_limits(const struct rollout *run)
{
	return &change_of(run, run->current)->limits;
}

enum rollout_run_state rollout_state(const struct rollout *run)
{
	bool open = run->state == ROLLOUT_RUNNING || run->state == ROLLOUT_UNDOING;

	return run->frozen && open ? ROLLOUT_PAUSED : run->state;
}

enum rollout_pause rollout_pause(const struct rollout *run)
{
	if (rollout_state(run) != ROLLOUT_PAUSED)
		return ROLLOUT_PAUSE_NONE;
	return run->frozen ? ROLLOUT_PAUSE_FREEZE : run->pause;
}

/* What rests in a frozen run is not sent again before it is unfrozen. */
bool rollout_idle(const struct rollout *run)
{
	switch (rollout_state(run)) {
	case ROLLOUT_DONE:
	case ROLLOUT_UNDONE:
	case ROLLOUT_STUCK:
		return true;
	case ROLLOUT_PAUSED:
		return run->frozen ? queue_empty(&run->flight) : !tallies_open(&run->tallies);
	default:
		return false;
	}
}

static struct rollout_wait wait_of_step(const struct rollout *run)
{
	enum rollout_step_state state = run->steps[run->current].state;

	if (run->watch.open)
		return (struct rollout_wait){.deadline_ns = watch_deadline(run), .what = "counters"};
	if (state == ROLLOUT_STEP_SOAKING && run->watch.phase == PHASE_END)
		return (struct rollout_wait){.deadline_ns = leases_deadline(run), .what = "hosts to renew their lease"};
	switch (state) {
	case ROLLOUT_STEP_BASELINE:
		return (struct rollout_wait){.deadline_ns = watch_deadline(run), .what = "the baseline"};
	case ROLLOUT_STEP_SOAKING:
		return (struct rollout_wait){.deadline_ns = watch_deadline(run), .what = "the soak"};
	case ROLLOUT_STEP_GATING:
		return (struct rollout_wait){.deadline_ns = gates_deadline(run), .what = "verdicts"};
	default:
		return (struct rollout_wait){.deadline_ns = run_deadline(run), .what = "answers"};
	}
}

struct rollout_wait rollout_wait(const struct rollout *run)
{
	switch (rollout_state(run)) {
	case ROLLOUT_PLANNED:
		return (struct rollout_wait){.person = true, .deadline_ns = NEVER, .what = "the start"};
	case ROLLOUT_PAUSED:
		return (struct rollout_wait){.person = true,
					     .deadline_ns = run_deadline(run),
					     .what = run->frozen ? "the end of the freeze" : "a person"};
	case ROLLOUT_RUNNING:
		return wait_of_step(run);
	case ROLLOUT_UNDOING:
		return (struct rollout_wait){.deadline_ns = run_deadline(run), .what = "answers"};
	default:
		return (struct rollout_wait){.deadline_ns = NEVER, .what = "nothing"};
	}
}

bool rollout_accepted(const struct rollout *run, size_t step)
{
	return run->steps[step].accepted;
}

uint32_t rollout_current_step(const struct rollout *run)
{
	return run->current;
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
		.self_undone = t->states[ROLLOUT_HOST_SELF_UNDONE],
		.skipped = t->states[ROLLOUT_HOST_SKIPPED],
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
