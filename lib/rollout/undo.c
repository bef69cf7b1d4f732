// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Put back: every host that ever had an intent, newest step first. */
#include "lib/rollout/internal.h"

static bool to_be_asked(const struct host *h)
{
	return h->intent && h->state != ROLLOUT_HOST_UNDONE;
}

void undo_ready(struct rollout *run, uint32_t host)
{
	if (run->nodes[host].place == PLACE_NONE && run->hosts[host].request != ROLLOUT_REQUEST_UNDO)
		queue_push(run, &run->ready, PLACE_READY, host, run->now);
}

/*
 * An answer that is still on its way is waited for, as the host may be writing: it becomes ready with it. A request
 * that only rests to be sent again is given up.
 */
static void enter_step(struct rollout *run, uint32_t number)
{
	struct step *step = &run->steps[number];

	run->current = number;
	step_move(run, ROLLOUT_STEP_UNDOING);
	for (uint32_t i = step->first + step->count; i-- > step->first;) {
		enum place place = run->nodes[i].place;

		if (place == PLACE_RESTING)
			host_give_up(run, i);
		else if (place == PLACE_NONE && to_be_asked(&run->hosts[i]))
			queue_push(run, &run->ready, PLACE_READY, i, run->now);
	}
}

void undo_begin(struct rollout *run, const struct stop *why)
{
	run->stop = *why;
	run->pause = ROLLOUT_PAUSE_NONE;
	run->watch.open = false;
	run_move(run, ROLLOUT_UNDOING);
	enter_step(run, run->started - 1);
}

static void finish(struct rollout *run)
{
	const uint32_t *states = run->tallies.states;

	run_move(run,
		 states[ROLLOUT_HOST_CONFLICT] || states[ROLLOUT_HOST_UNDO_FAILED] ? ROLLOUT_STUCK : ROLLOUT_UNDONE);
}

void undo_advance(struct rollout *run)
{
	for (;;) {
		struct step *step = &run->steps[run->current];

		while (!queue_empty(&run->ready) && tallies_open(&run->tallies) < run_limits(run)->undo_parallel) {
			uint32_t host = run->ready.head;

			queue_remove(run, &run->ready, host);
			host_send(run, host, ROLLOUT_REQUEST_UNDO);
		}
		if (!queue_empty(&run->ready) || tallies_open(&step->tallies))
			return;
		step_move(run, ROLLOUT_STEP_UNDONE);
		if (!run->current)
			break;
		enter_step(run, run->current - 1);
	}
	finish(run);
}
