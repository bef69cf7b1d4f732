// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The words of rollout.h, written down once more: what an event makes of the hosts, by the world's own count. */
#include "tests/unit/lib/rollout/world_rules.h"

static void forget_lease(struct world_host *h)
{
	uint32_t attempt = h->lease.attempt;

	h->lease = (struct world_lease){.attempt = attempt};
}

static void take_lease(struct world *w, uint32_t host, uint64_t since)
{
	uint64_t length = limits_at(w, w->host_step[host])->lease_ns;
	struct world_lease *l = &w->hosts[host].lease;

	l->open = false;
	l->tries = 0;
	l->next = w->now + (length / 3 ? length / 3 : 1);
	l->end = since + length;
	l->over = w->now + length;
}

static void expect_state(struct world *w, uint32_t host, enum rollout_host_state state)
{
	struct world_host *h = &w->hosts[host];

	h->expected = state;
	forget_lease(h);
	if (state == ROLLOUT_HOST_HELD)
		take_lease(w, host, h->asked_at);
}

static void unanswered(struct world *w, uint32_t host, enum rollout_answer answer)
{
	struct world_host *h = &w->hosts[host];
	bool undo = h->request == ROLLOUT_REQUEST_UNDO;

	h->maybe |= answer != ROLLOUT_ANSWER_NOT_SENT;
	if (h->tries < limits_now(w)->attempts && (undo || !w->undoing)) {
		h->open = true;
	} else if (!undo) {
		expect_state(w, host, ROLLOUT_HOST_MAYBE);
		w->lost++;
	} else {
		expect_state(w, host, h->untouched ? ROLLOUT_HOST_UNREACHED : ROLLOUT_HOST_UNDO_FAILED);
	}
}

static void expect_apply(struct world *w, uint32_t host, enum rollout_answer answer)
{
	struct world_host *h = &w->hosts[host];

	switch (answer) {
	case ROLLOUT_ANSWER_HELD:
		expect_state(w, host, ROLLOUT_HOST_HELD);
		return;
	case ROLLOUT_ANSWER_UNCHANGED:
		expect_state(w, host, ROLLOUT_HOST_UNCHANGED);
		return;
	case ROLLOUT_ANSWER_SELF_UNDONE:
		expect_state(w, host, ROLLOUT_HOST_SELF_UNDONE);
		return;
	case ROLLOUT_ANSWER_FAILED_OLD:
	case ROLLOUT_ANSWER_REFUSED:
		expect_state(w, host, ROLLOUT_HOST_FAILED_OLD);
		if (answer == ROLLOUT_ANSWER_REFUSED)
			h->untouched = !h->maybe && !h->rounds;
		w->failed++;
		return;
	case ROLLOUT_ANSWER_DIRTY:
		expect_state(w, host, ROLLOUT_HOST_DIRTY);
		w->failed++;
		return;
	default:
		break;
	}
	if (answer != ROLLOUT_ANSWER_NOT_SENT || h->maybe) {
		unanswered(w, host, answer);
		return;
	}
	expect_state(w, host, ROLLOUT_HOST_UNREACHED);
	h->untouched = !h->rounds;
	w->unreached++;
}

/* Of a host that holds, or did: also what it says to a renewal. Returns false when the answer tells nothing. */
static bool expect_holder(struct world *w, uint32_t host, enum rollout_answer answer)
{
	switch (answer) {
	case ROLLOUT_ANSWER_SELF_UNDONE:
		expect_state(w, host, ROLLOUT_HOST_SELF_UNDONE);
		return true;
	case ROLLOUT_ANSWER_FAILED_OLD:
		expect_state(w, host, ROLLOUT_HOST_FAILED_OLD);
		w->failed++;
		return true;
	case ROLLOUT_ANSWER_REFUSED:
	case ROLLOUT_ANSWER_DIRTY:
	case ROLLOUT_ANSWER_CONFLICT:
	case ROLLOUT_ANSWER_UNDO_FAILED:
		expect_state(w, host, ROLLOUT_HOST_DIRTY);
		w->failed++;
		return true;
	default:
		return false;
	}
}

static void expect_confirm(struct world *w, uint32_t host, enum rollout_answer answer)
{
	if (answer == ROLLOUT_ANSWER_CONFIRMED)
		expect_state(w, host, ROLLOUT_HOST_CONFIRMED);
	else if (!expect_holder(w, host, answer))
		unanswered(w, host, answer);
}

static void expect_undo(struct world *w, uint32_t host, enum rollout_answer answer)
{
	struct world_host *h = &w->hosts[host];

	switch (answer) {
	case ROLLOUT_ANSWER_UNDONE:
	case ROLLOUT_ANSWER_UNCHANGED:
	case ROLLOUT_ANSWER_SELF_UNDONE:
		expect_state(w, host, ROLLOUT_HOST_UNDONE);
		break;
	case ROLLOUT_ANSWER_REFUSED:
		expect_state(w, host, h->untouched ? ROLLOUT_HOST_UNDONE : ROLLOUT_HOST_UNDO_FAILED);
		break;
	case ROLLOUT_ANSWER_CONFLICT:
		expect_state(w, host, ROLLOUT_HOST_CONFLICT);
		break;
	case ROLLOUT_ANSWER_UNDO_FAILED:
	case ROLLOUT_ANSWER_DIRTY:
		expect_state(w, host, ROLLOUT_HOST_UNDO_FAILED);
		break;
	default:
		if (answer == ROLLOUT_ANSWER_NOT_SENT && !h->maybe && h->untouched)
			expect_state(w, host, ROLLOUT_HOST_UNREACHED);
		else
			unanswered(w, host, answer);
		break;
	}
}

static void expect_answer(struct world *w, uint32_t host, enum rollout_answer answer)
{
	struct world_host *h = &w->hosts[host];

	h->waiting_answer = false;
	h->open = false;
	switch (h->request) {
	case ROLLOUT_REQUEST_APPLY:
		expect_apply(w, host, answer);
		if (!h->open)
			gates_void(w, w->host_step[host]);
		break;
	case ROLLOUT_REQUEST_CONFIRM:
		expect_confirm(w, host, answer);
		break;
	default:
		expect_undo(w, host, answer);
		break;
	}
}

static void expect_renewal(struct world *w, uint32_t host, enum rollout_answer answer)
{
	const struct rollout_limits *limits = limits_at(w, w->host_step[host]);
	struct world_lease *l = &w->hosts[host].lease;

	l->open = false;
	if (answer == ROLLOUT_ANSWER_RENEWED) {
		take_lease(w, host, l->sent_at);
	} else if (expect_holder(w, host, answer)) {
		return;
	} else if (w->now >= l->over && l->tries >= limits->attempts) {
		expect_state(w, host, ROLLOUT_HOST_MAYBE);
		w->lost++;
	} else {
		l->next = w->now + (limits->lease_ns / 12 ? limits->lease_ns / 12 : 1);
	}
}

/* A request that rested is given up when the run begins to be undone. */
static void give_up_rested(struct world *w)
{
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		struct world_host *h = &w->hosts[i];

		if (!h->open || h->waiting_answer || h->again || h->request == ROLLOUT_REQUEST_UNDO)
			continue;
		h->open = false;
		expect_state(w, i, ROLLOUT_HOST_MAYBE);
		w->lost++;
	}
}

void expect_undoing(struct world *w)
{
	w->undoing = true;
	w->beneath = ROLLOUT_UNDOING;
	gates_close(w);
	for (uint32_t i = 0; i < w->config.host_count; i++)
		w->hosts[i].undo_sent = w->hosts[i].expected == ROLLOUT_HOST_UNDONE;
	give_up_rested(w);
}

static void expect_pause(struct world *w, enum rollout_pause pause)
{
	w->beneath = ROLLOUT_PAUSED;
	w->pause = pause;
}

/* Budgets first, then those that undid themselves. */
static void stop_if_needed(struct world *w)
{
	uint32_t step = rollout_current_step(w->run);

	if (w->beneath == ROLLOUT_RUNNING && spent_in(w, w->config.steps[step].change)) {
		if (limits_now(w)->undo_on_fail)
			expect_undoing(w);
		else
			expect_pause(w, ROLLOUT_PAUSE_BUDGET);
	}
}

static void stop_for_leases(struct world *w)
{
	uint32_t step = rollout_current_step(w->run);
	bool at_gate = w->beneath == ROLLOUT_PAUSED && w->pause == ROLLOUT_PAUSE_GATE;

	if (!count_expected(w, step, ROLLOUT_HOST_SELF_UNDONE))
		return;
	gates_close(w);
	if (w->beneath == ROLLOUT_RUNNING || at_gate)
		expect_pause(w, ROLLOUT_PAUSE_LEASE);
}

/* The first that was sent is the first that is late; a budget that it spends counts for the next one. */
static uint32_t first_late(const struct world *w)
{
	uint32_t first = UINT32_MAX;

	for (uint32_t i = 0; i < w->config.host_count; i++) {
		const struct world_host *h = &w->hosts[i];

		if (h->open && h->waiting_answer && h->deadline <= w->now &&
		    (first == UINT32_MAX || h->sent_as < w->hosts[first].sent_as))
			first = i;
	}
	return first;
}

static uint32_t first_late_renewal(const struct world *w)
{
	uint32_t first = UINT32_MAX;

	for (uint32_t i = 0; i < w->config.host_count; i++) {
		const struct world_lease *l = &w->hosts[i].lease;

		if (l->open && l->deadline <= w->now &&
		    (first == UINT32_MAX || l->sent_as < w->hosts[first].lease.sent_as))
			first = i;
	}
	return first;
}

static void expire(struct world *w)
{
	for (uint32_t i = first_late(w); i != UINT32_MAX; i = first_late(w)) {
		expect_answer(w, i, ROLLOUT_ANSWER_MAYBE);
		stop_if_needed(w);
	}
	for (uint32_t i = first_late_renewal(w); i != UINT32_MAX; i = first_late_renewal(w)) {
		expect_renewal(w, i, ROLLOUT_ANSWER_MAYBE);
		stop_if_needed(w);
	}
	gates_overdue(w);
}

/* What is in flight may have arrived, and is to be sent again. */
static void expect_take_over(struct world *w)
{
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		struct world_host *h = &w->hosts[i];

		h->tries = 0;
		h->waiting_answer = false;
		h->maybe |= h->open;
		h->again = h->open && !w->frozen && (!w->undoing || h->request == ROLLOUT_REQUEST_UNDO);
		h->lease.tries = 0;
		if (h->lease.open)
			h->lease.next = 0; /* it keeps its place in the window */
		h->lease.open = false;
	}
	gates_expect_take_over(w);
	if (w->undoing)
		give_up_rested(w);
}

static void expect_resume(struct world *w)
{
	uint32_t step = rollout_current_step(w->run);

	if (!w->taken_over)
		expect_take_over(w);
	if (w->beneath != ROLLOUT_PAUSED)
		return;
	if (w->pause == ROLLOUT_PAUSE_BUDGET) {
		w->forgiven.failed = w->failed;
		w->forgiven.lost = w->lost;
		w->forgiven.unreached = w->unreached;
	}
	w->beneath = ROLLOUT_RUNNING;
	if (w->pause == ROLLOUT_PAUSE_GATE)
		gates_void(w, step);
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		struct world_host *h = &w->hosts[i];

		if (w->host_step[i] != step || h->expected != ROLLOUT_HOST_SELF_UNDONE)
			continue;
		h->expected = ROLLOUT_HOST_QUEUED;
		h->rounds++;
		gates_void(w, step);
	}
}

static void expect_asked(struct world *w, bool undo)
{
	bool open = w->beneath == ROLLOUT_RUNNING || w->beneath == ROLLOUT_PAUSED;
	bool finished = w->beneath == ROLLOUT_DONE || w->beneath == ROLLOUT_STUCK;

	if (open || (undo && finished))
		expect_undoing(w);
}

static void expect_accept(struct world *w)
{
	if (w->beneath != ROLLOUT_PAUSED || w->pause != ROLLOUT_PAUSE_GATE || w->frozen)
		return;
	w->steps[rollout_current_step(w->run)].accepted = true;
	gates_close(w);
	w->beneath = ROLLOUT_RUNNING;
}

static void expect_person(struct world *w, enum rollout_event_kind kind)
{
	switch (kind) {
	case ROLLOUT_EVENT_START:
		if (w->beneath == ROLLOUT_PLANNED)
			w->beneath = ROLLOUT_RUNNING;
		break;
	case ROLLOUT_EVENT_UNDO:
	case ROLLOUT_EVENT_ABORT:
		expect_asked(w, kind == ROLLOUT_EVENT_UNDO);
		break;
	case ROLLOUT_EVENT_PAUSE:
		if (w->beneath == ROLLOUT_RUNNING)
			expect_pause(w, ROLLOUT_PAUSE_PERSON);
		break;
	case ROLLOUT_EVENT_RESUME:
		expect_resume(w);
		break;
	case ROLLOUT_EVENT_ACCEPT:
		expect_accept(w);
		break;
	case ROLLOUT_EVENT_FREEZE:
	case ROLLOUT_EVENT_UNFREEZE:
		w->frozen = kind == ROLLOUT_EVENT_FREEZE;
		break;
	default:
		expect_take_over(w);
		break;
	}
	w->sends = 0;
	w->judges = 0;
}

void expect_event(struct world *w, const struct rollout_event *event)
{
	switch (event->kind) {
	case ROLLOUT_EVENT_ANSWER:
		if (!is_current(w, event))
			break;
		if (event->request == ROLLOUT_REQUEST_RENEW)
			expect_renewal(w, event->host, event->answer);
		else
			expect_answer(w, event->host, event->answer);
		break;
	case ROLLOUT_EVENT_SAMPLED:
		if (is_current(w, event))
			gates_expect_sampled(w, event->step, event->sample);
		break;
	case ROLLOUT_EVENT_VERDICT:
		if (is_current(w, event))
			gates_expect_verdict(w, event->gate, event->verdict);
		break;
	case ROLLOUT_EVENT_TIMER:
		expire(w);
		break;
	default:
		expect_person(w, event->kind);
		break;
	}
	stop_if_needed(w);
	stop_for_leases(w);
}

void expect_sent(struct world *w, const struct rollout_action *a)
{
	struct world_host *h = &w->hosts[a->host];

	if (a->request == ROLLOUT_REQUEST_RENEW) {
		h->lease.open = true;
		h->lease.attempt = a->attempt;
		h->lease.tries++;
		h->lease.deadline = a->deadline_ns;
		h->lease.sent_at = w->now;
		h->lease.sent_as = ++w->all_renewals;
		return;
	}
	if (!h->open || h->request != a->request) {
		h->tries = 0;
		h->maybe = false;
		h->asked_at = w->now;
		forget_lease(h);
	}
	h->intent |= a->request == ROLLOUT_REQUEST_APPLY;
	h->undo_sent |= a->request == ROLLOUT_REQUEST_UNDO;
	h->open = true;
	h->request = a->request;
	h->attempt = a->attempt;
	h->round = a->round;
	h->tries++;
	h->deadline = a->deadline_ns;
	h->waiting_answer = true;
	h->again = false;
	h->sent_as = ++w->all_sends;
}
