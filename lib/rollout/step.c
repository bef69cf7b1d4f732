// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One event: what it does to the run, and what is to be waited for afterwards. */
#include <errno.h>

#include "lib/rollout/internal.h"

static void on_start(struct rollout *run)
{
	if (run->state == ROLLOUT_PLANNED)
		run_start(run);
}

/* Late, repeated, or to nothing that was asked: no. */
static bool is_awaited(const struct rollout *run, const struct rollout_event *event)
{
	const struct host *h = &run->hosts[event->host];

	if (event->request == ROLLOUT_REQUEST_RENEW)
		return lease_open(run, event->host) && h->renewal == event->attempt;
	return run->nodes[event->host].place == PLACE_FLIGHT && h->request == event->request &&
	       h->attempt == event->attempt;
}

static void on_answer(struct rollout *run, const struct rollout_event *event)
{
	if (!is_awaited(run, event))
		return;
	if (event->request == ROLLOUT_REQUEST_RENEW)
		lease_answer(run, event->host, event->answer);
	else
		host_answer(run, event->host, event->answer);
}

static void on_timer(struct rollout *run)
{
	while (queue_due(run, &run->flight))
		host_answer(run, run->flight.head, ROLLOUT_ANSWER_MAYBE);
	leases_expire(run);
	watch_expire(run);
	gates_expire(run);
}

/* A person wants back what was: of an open run (ABORT), or of any run (UNDO). */
static void on_undo(struct rollout *run, enum reason reason)
{
	const struct stop why = {.reason = reason, .step = run->current};

	switch (run->state) {
	case ROLLOUT_PLANNED:
		run->stop = why;
		run_move(run, ROLLOUT_UNDONE);
		break;
	case ROLLOUT_RUNNING:
	case ROLLOUT_PAUSED:
		undo_begin(run, &why);
		break;
	case ROLLOUT_DONE:
	case ROLLOUT_STUCK:
		if (reason == REASON_UNDO)
			undo_begin(run, &why);
		break;
	default:
		break;
	}
}

static void on_take_over(struct rollout *run)
{
	run->taken_over = true;
	run->changed = true;
	hosts_take_over(run);
	leases_take_over(run);
	watch_take_over(run);
	gates_take_over(run);
}

/*
 * What is open is taken over first, so that nothing that the resumption sends is sent twice; unless that was the event
 * before.
 */
static void on_resume(struct rollout *run)
{
	if (!run->taken_over)
		on_take_over(run);
	on_start(run);
	run_resume(run);
}

static bool names_something(const struct rollout *run, const struct rollout_event *event)
{
	switch (event->kind) {
	case ROLLOUT_EVENT_ANSWER:
		return event->host < run->host_count && event->answer < ROLLOUT_ANSWER_COUNT;
	case ROLLOUT_EVENT_SAMPLED:
		return event->step < run->step_count && event->sample < ROLLOUT_SAMPLE_COUNT;
	case ROLLOUT_EVENT_VERDICT:
		return event->step < run->step_count && event->gate < change_of(run, event->step)->gate_count &&
		       event->verdict > ROLLOUT_VERDICT_NONE && event->verdict < ROLLOUT_VERDICT_COUNT;
	default:
		return event->kind < ROLLOUT_EVENT_COUNT;
	}
}

static void on_event(struct rollout *run, const struct rollout_event *event)
{
	switch (event->kind) {
	case ROLLOUT_EVENT_START:
		on_start(run);
		break;
	case ROLLOUT_EVENT_ANSWER:
		on_answer(run, event);
		break;
	case ROLLOUT_EVENT_TIMER:
		on_timer(run);
		break;
	case ROLLOUT_EVENT_ABORT:
		on_undo(run, REASON_ABORT);
		break;
	case ROLLOUT_EVENT_UNDO:
		on_undo(run, REASON_UNDO);
		break;
	case ROLLOUT_EVENT_RESUME:
		on_resume(run);
		break;
	case ROLLOUT_EVENT_TAKE_OVER:
		on_take_over(run);
		break;
	case ROLLOUT_EVENT_PAUSE:
		run_pause(run);
		break;
	case ROLLOUT_EVENT_ACCEPT:
		run_accept(run);
		break;
	case ROLLOUT_EVENT_FREEZE:
		run_freeze(run, true);
		break;
	case ROLLOUT_EVENT_UNFREEZE:
		run_freeze(run, false);
		break;
	case ROLLOUT_EVENT_SAMPLED:
		watch_sampled(run, event);
		break;
	case ROLLOUT_EVENT_VERDICT:
		gates_verdict(run, event);
		break;
	default:
		break;
	}
}

void action_add(struct rollout *run, const struct rollout_action *action)
{
	if (run->action_count < run->action_max)
		run->actions[run->action_count++] = *action;
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t run_deadline(const struct rollout *run)
{
	uint64_t next = queue_deadline(run, &run->flight);

	if (!run->frozen)
		next = sooner(next, queue_deadline(run, &run->resting));
	next = sooner(next, leases_deadline(run));
	next = sooner(next, watch_deadline(run));
	return sooner(next, gates_deadline(run));
}

static bool disarms(enum rollout_event_kind kind)
{
	return kind == ROLLOUT_EVENT_TIMER || kind == ROLLOUT_EVENT_RESUME || kind == ROLLOUT_EVENT_TAKE_OVER;
}

static void wait_for_next(struct rollout *run, const struct rollout_event *event)
{
	uint64_t next = run_deadline(run);

	/* A timer that has fired or died with its controller is not armed any more. */
	if (disarms(event->kind))
		run->armed = NEVER;
	if (next == run->armed)
		return;
	run->armed = next;
	if (next != NEVER)
		action_add(run, &(struct rollout_action){.kind = ROLLOUT_ACTION_WAIT, .deadline_ns = next});
}

/* What stops a run is looked at before anything is sent, so that a budget is overshot by what was in flight and no more. */
static void conclude(struct rollout *run, const struct rollout_event *event)
{
	do
		run_advance(run);
	while (leases_renew(run));
	hosts_send_rested(run);
	wait_for_next(run, event);
	if (run->changed) {
		run->taken_over = event->kind == ROLLOUT_EVENT_TAKE_OVER;
		action_add(run, &(struct rollout_action){
					.kind = ROLLOUT_ACTION_CHANGED,
					.host = event->kind == ROLLOUT_EVENT_ANSWER ? event->host : NOBODY,
					.step = run->current,
				});
	}
	if (rollout_idle(run))
		action_add(run, &(struct rollout_action){.kind = ROLLOUT_ACTION_FINISH});
}

int rollout_step(struct rollout *run, const struct rollout_event *event, uint64_t now_ns,
		 const struct rollout_action **actions, size_t *action_count)
{
	bool valid = names_something(run, event);

	run->changed = false;
	run->action_count = 0;
	if (now_ns > run->now)
		run->now = now_ns;
	if (valid) {
		on_event(run, event);
		conclude(run, event);
	}
	*actions = run->actions;
	*action_count = run->action_count;
	return valid ? run->changed : -EINVAL;
}
