// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One event: what it does to the run, and what is to be waited for afterwards. */
#include <errno.h>

#include "lib/rollout/internal.h"

static void on_start(struct rollout *run)
{
	if (run->state == ROLLOUT_PLANNED)
		run_start(run);
}

static void send_rested(struct rollout *run)
{
	while (queue_deadline(run, &run->resting) <= run->now)
		host_again(run, run->resting.head);
}

static void on_answer(struct rollout *run, const struct rollout_event *event)
{
	const struct host *h = &run->hosts[event->host];

	/* Late, repeated, or to nothing that was asked. */
	if (h->place != PLACE_FLIGHT || h->request != event->request || h->attempt != event->attempt)
		return;
	host_answer(run, event->host, event->answer);
	run_check_budgets(run);
	send_rested(run);
}

static void on_timer(struct rollout *run)
{
	while (queue_deadline(run, &run->flight) <= run->now) {
		host_answer(run, run->flight.head, ROLLOUT_ANSWER_MAYBE);
		run_check_budgets(run);
	}
	send_rested(run);
}

/* A person wants back what was: of an open run (ABORT), or of any run (UNDO). */
static void on_undo(struct rollout *run, enum reason reason)
{
	switch (run->state) {
	case ROLLOUT_PLANNED:
		run->reason = reason;
		run_move(run, ROLLOUT_UNDONE);
		break;
	case ROLLOUT_RUNNING:
	case ROLLOUT_PAUSED:
		undo_begin(run, reason);
		break;
	case ROLLOUT_DONE:
	case ROLLOUT_STUCK:
		if (reason == REASON_UNDO)
			undo_begin(run, reason);
		break;
	default:
		break;
	}
}

/* Those in flight are sent again behind the last of them, so that none is met twice. */
static void on_resume(struct rollout *run)
{
	uint32_t last = run->flight.tail;

	if (run->state == ROLLOUT_PLANNED)
		run_start(run);
	else if (run->state == ROLLOUT_PAUSED)
		run_go_on(run);
	for (uint32_t host = NOBODY; last != NOBODY && host != last;) {
		host = run->flight.head;
		host_resend(run, host);
	}
	while (!queue_empty(&run->resting))
		host_resend(run, run->resting.head);
}

static int on_event(struct rollout *run, const struct rollout_event *event)
{
	switch (event->kind) {
	case ROLLOUT_EVENT_START:
		on_start(run);
		return 0;
	case ROLLOUT_EVENT_ANSWER:
		if (event->host >= run->host_count || event->answer >= ROLLOUT_ANSWER_COUNT)
			return -EINVAL;
		on_answer(run, event);
		return 0;
	case ROLLOUT_EVENT_TIMER:
		on_timer(run);
		return 0;
	case ROLLOUT_EVENT_ABORT:
		on_undo(run, REASON_ABORT);
		return 0;
	case ROLLOUT_EVENT_UNDO:
		on_undo(run, REASON_UNDO);
		return 0;
	case ROLLOUT_EVENT_RESUME:
		on_resume(run);
		return 0;
	default:
		return -EINVAL;
	}
}

void action_add(struct rollout *run, const struct rollout_action *action)
{
	if (run->action_count < run->action_max)
		run->actions[run->action_count++] = *action;
}

static uint64_t next_deadline(const struct rollout *run)
{
	uint64_t next = queue_deadline(run, &run->flight);
	uint64_t resting = queue_deadline(run, &run->resting);
	bool soaking = run->state == ROLLOUT_RUNNING && run->steps[run->current].state == ROLLOUT_STEP_SOAKING;

	if (resting < next)
		next = resting;
	if (soaking && run->soak_until < next)
		next = run->soak_until;
	return next;
}

static void wait_for_next(struct rollout *run, const struct rollout_event *event)
{
	uint64_t next = next_deadline(run);

	/* A timer that has fired or died with its controller is not armed any more. */
	if (event->kind == ROLLOUT_EVENT_TIMER || event->kind == ROLLOUT_EVENT_RESUME)
		run->armed = NEVER;
	if (next == run->armed)
		return;
	run->armed = next;
	if (next != NEVER)
		action_add(run, &(struct rollout_action){.kind = ROLLOUT_ACTION_WAIT, .deadline_ns = next});
}

int rollout_step(struct rollout *run, const struct rollout_event *event, uint64_t now_ns,
		 const struct rollout_action **actions, size_t *action_count)
{
	int err;

	run->changed = false;
	run->action_count = 0;
	if (now_ns > run->now)
		run->now = now_ns;
	err = on_event(run, event);
	if (!err) {
		run_advance(run);
		wait_for_next(run, event);
		if (run->changed)
			action_add(run, &(struct rollout_action){
						.kind = ROLLOUT_ACTION_CHANGED,
						.host = event->kind == ROLLOUT_EVENT_ANSWER ? event->host : NOBODY,
						.step = run->current,
					});
		if (rollout_idle(run))
			action_add(run, &(struct rollout_action){.kind = ROLLOUT_ACTION_FINISH});
	}
	*actions = run->actions;
	*action_count = run->action_count;
	return err ? err : run->changed;
}
