// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A window in which hosts are watched: counters are read at its beginning and at its end, where a gate needs them. */
#include "lib/rollout/internal.h"

static void add_action(struct rollout *run)
{
	struct watch *w = &run->watch;

	w->deadline = later(run->now, run_limits(run)->sample_ns);
	action_add(run, &(struct rollout_action){
				.kind = ROLLOUT_ACTION_SAMPLE,
				.host = NOBODY,
				.step = run->current,
				.sample = w->sample,
				.round = run->round,
				.deadline_ns = w->deadline,
			});
}

static void take(struct rollout *run, enum rollout_sample sample, enum phase phase)
{
	struct watch *w = &run->watch;

	w->phase = phase;
	w->sample = sample;
	w->open = change_of(run, run->current)->samples;
	run->changed = true;
	if (w->open)
		add_action(run);
}

/* The first sample is taken when the step is looked at, as something may stop the run before. */
void watch_begin(struct rollout *run, enum rollout_sample begin)
{
	run->watch = (struct watch){.phase = PHASE_START, .sample = begin};
	run->changed = true;
}

/* The window is prolonged: it keeps the beginning that it has. */
void watch_on(struct rollout *run, uint64_t until)
{
	run->watch = (struct watch){.phase = PHASE_WINDOW, .until = until, .sample = ROLLOUT_SAMPLE_SOAK_BEGIN};
	run->changed = true;
}

bool watch_over(struct rollout *run, uint64_t length)
{
	struct watch *w = &run->watch;

	if (w->phase == PHASE_START)
		take(run, w->sample, PHASE_BEGIN);
	if (w->phase == PHASE_BEGIN && !w->open) {
		w->phase = PHASE_WINDOW;
		w->until = later(run->now, length);
		run->changed = true;
	}
	if (w->phase == PHASE_WINDOW && run->now >= w->until)
		take(run, (enum rollout_sample)(w->sample + 1), PHASE_END);
	return w->phase == PHASE_END && !w->open;
}

static void close_sample(struct rollout *run)
{
	run->watch.open = false;
	run->changed = true;
}

void watch_sampled(struct rollout *run, const struct rollout_event *event)
{
	const struct watch *w = &run->watch;

	if (w->open && event->step == run->current && event->sample == w->sample && event->round == run->round)
		close_sample(run);
}

void watch_expire(struct rollout *run)
{
	if (run->watch.open && run->watch.deadline <= run->now)
		close_sample(run);
}

void watch_take_over(struct rollout *run)
{
	if (!run->watch.open)
		return;
	add_action(run);
	run->changed = true;
}

static bool is_window(enum rollout_step_state state)
{
	return state == ROLLOUT_STEP_BASELINE || state == ROLLOUT_STEP_SOAKING;
}

uint64_t watch_deadline(const struct rollout *run)
{
	const struct watch *w = &run->watch;

	if (w->open)
		return w->deadline;
	if (run_goes_on(run) && is_window(run->steps[run->current].state) && w->phase == PHASE_WINDOW)
		return w->until;
	return NEVER;
}
