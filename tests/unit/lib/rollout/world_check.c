// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The rules. */
#include "tests/unit/lib/rollout/world_rules.h"

/* rollout.h's picture of a host, as pairs. */
static bool legal(enum rollout_host_state from, enum rollout_host_state to)
{
	/* clang-format off */
	static const uint8_t moves[][2] = {
		{ ROLLOUT_HOST_QUEUED, ROLLOUT_HOST_INTENT },
		{ ROLLOUT_HOST_QUEUED, ROLLOUT_HOST_SKIPPED },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_HELD },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_UNCHANGED },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_FAILED_OLD },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_DIRTY },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_MAYBE },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_UNREACHED },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_SELF_UNDONE },
		{ ROLLOUT_HOST_HELD, ROLLOUT_HOST_CONFIRM },
		{ ROLLOUT_HOST_HELD, ROLLOUT_HOST_SELF_UNDONE },
		{ ROLLOUT_HOST_HELD, ROLLOUT_HOST_FAILED_OLD },
		{ ROLLOUT_HOST_HELD, ROLLOUT_HOST_DIRTY },
		{ ROLLOUT_HOST_HELD, ROLLOUT_HOST_MAYBE },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_CONFIRMED },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_FAILED_OLD },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_DIRTY },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_MAYBE },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_SELF_UNDONE },
		{ ROLLOUT_HOST_SELF_UNDONE, ROLLOUT_HOST_QUEUED },
		{ ROLLOUT_HOST_SELF_UNDONE, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_QUEUED, ROLLOUT_HOST_UNDO }, /* to be applied again, and then not */
		{ ROLLOUT_HOST_HELD, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_CONFIRMED, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_UNCHANGED, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_FAILED_OLD, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_DIRTY, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_MAYBE, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_UNREACHED, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_CONFLICT, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_UNDO_FAILED, ROLLOUT_HOST_UNDO },
		{ ROLLOUT_HOST_UNDO, ROLLOUT_HOST_UNDONE },
		{ ROLLOUT_HOST_UNDO, ROLLOUT_HOST_CONFLICT },
		{ ROLLOUT_HOST_UNDO, ROLLOUT_HOST_UNDO_FAILED },
		{ ROLLOUT_HOST_UNDO, ROLLOUT_HOST_UNREACHED },
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++)
		if (moves[i][0] == from && moves[i][1] == to)
			return true;
	return from == to;
}

/* A host may make several moves in one event: answered, and sent something else at once. */
static bool reachable(enum rollout_host_state from, enum rollout_host_state to)
{
	for (unsigned int mid = 0; mid < ROLLOUT_HOST_STATE_COUNT; mid++)
		if (legal(from, (enum rollout_host_state)mid) && legal((enum rollout_host_state)mid, to))
			return true;
	return false;
}

static bool settled(enum rollout_host_state state)
{
	switch (state) {
	case ROLLOUT_HOST_QUEUED:
	case ROLLOUT_HOST_INTENT:
	case ROLLOUT_HOST_HELD:
	case ROLLOUT_HOST_CONFIRM:
	case ROLLOUT_HOST_SELF_UNDONE:
	case ROLLOUT_HOST_UNDO:
		return false;
	default:
		return true;
	}
}

/* Two positions of one host. */
static bool same_host(const struct world *w, uint32_t a, uint32_t b)
{
	return a != b && w->config.host_of[a] && w->config.host_of[a] == w->config.host_of[b];
}

static bool took(const struct world *w, uint32_t host)
{
	return w->hosts[host].expected == ROLLOUT_HOST_CONFIRMED || w->hosts[host].expected == ROLLOUT_HOST_UNCHANGED;
}

static void check_apply(struct world *w, uint32_t host)
{
	uint32_t step = w->host_step[host];

	if (w->hosts[host].expected != ROLLOUT_HOST_QUEUED)
		wrong(w, "apply starts once", "host %u", host);
	if (spent_in(w, w->config.steps[step].change))
		wrong(w, "no start after a budget is spent", "host %u", host);
	if (!gates_allow_apply(w, step))
		wrong(w, "a step is watched before it is applied", "host %u", host);
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		if (w->host_step[i] < step && !settled(rollout_host_state(w->run, i)))
			wrong(w, "a step starts when all before are settled", "host %u before %u", i, host);
		if (same_host(w, i, host) && w->host_step[i] < step && !took(w, i))
			wrong(w, "at most one unconfirmed change a host", "host %u before %u", i, host);
	}
}

static void check_confirm(struct world *w, uint32_t host)
{
	const struct rollout_step_plan *step = &w->config.steps[w->host_step[host]];
	const char *why;

	if (w->hosts[host].expected != ROLLOUT_HOST_HELD)
		wrong(w, "only what holds is confirmed", "host %u", host);
	if (!gates_allow_confirm(w, w->host_step[host], &why))
		wrong(w, "confirm only on the verdict's own evidence", "host %u: %s", host, why);
	for (uint32_t i = step->first; i < step->first + step->count; i++)
		if (w->hosts[i].expected == ROLLOUT_HOST_QUEUED ||
		    (w->hosts[i].open && w->hosts[i].request == ROLLOUT_REQUEST_APPLY))
			wrong(w, "confirm when the whole step is applied", "host %u, open %u", host, i);
}

static void check_undo(struct world *w, uint32_t host)
{
	if (!w->undoing)
		wrong(w, "undo only while undoing", "host %u", host);
	if (!w->hosts[host].intent)
		wrong(w, "undo asks who had an intent", "host %u", host);
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (w->host_step[i] > w->host_step[host] && w->hosts[i].intent &&
		    (w->hosts[i].open || !w->hosts[i].undo_sent))
			wrong(w, "newest step first", "host %u before %u", host, i);
}

static void check_begin(struct world *w, const struct rollout_action *a)
{
	const struct rollout_limits *limits = limits_at(w, a->step);
	uint32_t window = a->request == ROLLOUT_REQUEST_UNDO ? limits->undo_parallel : limits->parallel;

	if (open_count(w) >= window)
		wrong(w, "no more than the window in flight", "host %u", a->host);
	if (a->request != ROLLOUT_REQUEST_UNDO && w->beneath != ROLLOUT_RUNNING)
		wrong(w, "apply and confirm only while running", "host %u", a->host);
	switch (a->request) {
	case ROLLOUT_REQUEST_APPLY:
		check_apply(w, a->host);
		break;
	case ROLLOUT_REQUEST_CONFIRM:
		check_confirm(w, a->host);
		break;
	default:
		check_undo(w, a->host);
		break;
	}
}

/* Answers are few: each request is tried a few times, each host gets three requests. */
static void check_bound(struct world *w)
{
	uint32_t most = 0;

	for (uint32_t s = 0; s < w->config.step_count; s++)
		most += w->config.steps[s].count * 3 * limits_at(w, s)->attempts;
	if (++w->sends > most)
		wrong(w, "it ends", "%u sends", w->sends);
}

static void check_send(struct world *w, const struct rollout_action *a)
{
	struct world_host *h = &w->hosts[a->host];

	if (w->frozen)
		wrong(w, "frozen: nothing but renewals is sent", "host %u", a->host);
	if (!h->open || h->request != a->request)
		check_begin(w, a);
	else if (h->waiting_answer)
		wrong(w, "not sent twice at once", "host %u", a->host);
	else if (w->undoing && !h->again && a->request != ROLLOUT_REQUEST_UNDO)
		wrong(w, "nothing is applied while undoing", "host %u", a->host);
	else if (h->tries >= limits_at(w, a->step)->attempts)
		wrong(w, "attempts have a limit", "host %u", a->host);
	if (a->attempt != h->attempt + 1)
		wrong(w, "attempts are counted", "host %u attempt %u", a->host, a->attempt);
	if (a->deadline_ns != w->now + limits_at(w, a->step)->answer_ns)
		wrong(w, "each request has its deadline", "host %u", a->host);
	check_bound(w);
}

/* First in, first out: nobody who waits longer is passed over. */
static void check_renewal_order(struct world *w, uint32_t host)
{
	const struct world_lease *l = &w->hosts[host].lease;

	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (w->hosts[i].expected == ROLLOUT_HOST_HELD && !w->hosts[i].open && !w->hosts[i].lease.open &&
		    w->hosts[i].lease.next < l->next)
			wrong(w, "leases are renewed in order", "host %u before %u", host, i);
}

static void check_renewal(struct world *w, const struct rollout_action *a)
{
	const struct rollout_limits *limits = limits_at(w, a->step);
	const struct world_host *h = &w->hosts[a->host];
	uint64_t third = limits->lease_ns / 3 ? limits->lease_ns / 3 : 1;

	if (h->expected != ROLLOUT_HOST_HELD || h->open || !limits->lease_ns)
		wrong(w, "only what holds is renewed", "host %u", a->host);
	if (h->lease.open)
		wrong(w, "not renewed twice at once", "host %u", a->host);
	if (w->now < h->lease.next)
		wrong(w, "a lease is renewed when a third of it is over", "host %u", a->host);
	if (renewal_count(w) >= limits->parallel)
		wrong(w, "renewals have a window", "host %u", a->host);
	if (a->attempt != h->lease.attempt + 1)
		wrong(w, "attempts are counted", "host %u renewal %u", a->host, a->attempt);
	if (a->deadline_ns != w->now + (limits->answer_ns < third ? limits->answer_ns : third))
		wrong(w, "each renewal has its deadline", "host %u", a->host);
	check_renewal_order(w, a->host);
}

void check_action(struct world *w, const struct rollout_action *a, enum rollout_run_state before)
{
	if (a->kind == ROLLOUT_ACTION_SEND && a->step != w->host_step[a->host])
		wrong(w, "a request says its step", "host %u", a->host);
	if (a->kind == ROLLOUT_ACTION_SEND && a->round != w->hosts[a->host].rounds)
		wrong(w, "a request says its round", "host %u round %u", a->host, a->round);
	if (a->kind == ROLLOUT_ACTION_SEND && a->request == ROLLOUT_REQUEST_RENEW)
		check_renewal(w, a);
	else if (a->kind == ROLLOUT_ACTION_SEND)
		check_send(w, a);
	/* Only a timer finds what is overdue. */
	if (a->kind == ROLLOUT_ACTION_WAIT && a->deadline_ns <= w->now && w->event->kind == ROLLOUT_EVENT_TIMER)
		wrong(w, "what is waited for is to come", "%llu", (unsigned long long)a->deadline_ns);
	if (a->kind == ROLLOUT_ACTION_FINISH && !rollout_idle(w->run))
		wrong(w, "it finishes when it is idle", "%s", rollout_run_state_name(before));
}

static enum rollout_host_state wanted(const struct world_host *h)
{
	static const enum rollout_host_state of_request[] = {
		[ROLLOUT_REQUEST_APPLY] = ROLLOUT_HOST_INTENT,
		[ROLLOUT_REQUEST_CONFIRM] = ROLLOUT_HOST_CONFIRM,
		[ROLLOUT_REQUEST_UNDO] = ROLLOUT_HOST_UNDO,
	};

	return h->open ? of_request[h->request] : h->expected;
}

/* Who must be left out of its step: the step has begun, and an earlier change did not take. */
static bool is_skipped(const struct world *w, uint32_t host)
{
	if (w->hosts[host].intent || rollout_step_state(w->run, w->host_step[host]) == ROLLOUT_STEP_PENDING)
		return false;
	for (uint32_t i = 0; i < host; i++)
		if (same_host(w, i, host) && !took(w, i))
			return true;
	return false;
}

void check_moves(struct world *w, const enum rollout_host_state *was)
{
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		enum rollout_host_state is = rollout_host_state(w->run, i);
		struct world_host *h = &w->hosts[i];

		/* While undoing the earlier ones change again, and nobody is left out any more for that. */
		if ((!w->undoing || is == ROLLOUT_HOST_SKIPPED) && h->expected == ROLLOUT_HOST_QUEUED &&
		    is_skipped(w, i))
			h->expected = ROLLOUT_HOST_SKIPPED;
		if (!reachable(was[i], is))
			wrong(w, "only legal moves", "host %u: %s to %s", i, rollout_host_state_name(was[i]),
			      rollout_host_state_name(is));
		if (is != wanted(h))
			wrong(w, "each host is where its answers put it", "host %u is %s, not %s", i,
			      rollout_host_state_name(is), rollout_host_state_name(wanted(h)));
	}
}

static uint32_t count_all(const struct world *w, enum rollout_host_state state)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->config.host_count; i++)
		n += wanted(&w->hosts[i]) == state;
	return n;
}

static void check_counts(struct world *w)
{
	struct rollout_counts c = rollout_counts(w->run);

	if (c.failed != w->failed || c.lost != w->lost || c.unreached != w->unreached)
		wrong(w, "budgets are counted", "failed %u lost %u unreached %u", c.failed, c.lost, c.unreached);
	if (c.confirmed != count_all(w, ROLLOUT_HOST_CONFIRMED) || c.undone != count_all(w, ROLLOUT_HOST_UNDONE) ||
	    c.held != count_all(w, ROLLOUT_HOST_HELD) || c.skipped != count_all(w, ROLLOUT_HOST_SKIPPED) ||
	    c.self_undone != count_all(w, ROLLOUT_HOST_SELF_UNDONE) || c.in_flight != open_count(w))
		wrong(w, "hosts are counted", "confirmed %u undone %u held %u open %u", c.confirmed, c.undone, c.held,
		      c.in_flight);
}

static void check_undone(struct world *w)
{
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		const struct world_host *h = &w->hosts[i];

		if (h->intent && !h->undo_sent)
			wrong(w, "every intent is undone", "host %u", i);
		if (h->value != WORLD_OLD)
			wrong(w, "undone means that the old value is there", "host %u", i);
	}
}

static void check_stuck(struct world *w)
{
	bool reason = false;

	for (uint32_t i = 0; i < w->config.host_count; i++) {
		const struct world_host *h = &w->hosts[i];

		if (h->intent && !h->undo_sent)
			wrong(w, "every intent is undone", "host %u", i);
		reason |= h->expected == ROLLOUT_HOST_CONFLICT || h->expected == ROLLOUT_HOST_UNDO_FAILED;
	}
	if (!reason)
		wrong(w, "stuck has a reason", "none");
}

static void check_final(struct world *w, enum rollout_run_state before, enum rollout_run_state state)
{
	for (uint32_t i = 0; state == ROLLOUT_DONE && i < w->config.host_count; i++)
		if (!settled(rollout_host_state(w->run, i)))
			wrong(w, "done means that all are settled", "host %u", i);
	if (state == ROLLOUT_UNDONE && before != ROLLOUT_UNDONE)
		check_undone(w);
	if (state == ROLLOUT_STUCK && before != ROLLOUT_STUCK)
		check_stuck(w);
}

/* Every state that is not final names a deadline, which the last WAIT tells, or a person. */
static void check_wait(struct world *w, enum rollout_run_state state)
{
	struct rollout_wait wait = rollout_wait(w->run);
	bool final = state == ROLLOUT_DONE || state == ROLLOUT_UNDONE || state == ROLLOUT_STUCK;
	bool person = state == ROLLOUT_PAUSED || state == ROLLOUT_PLANNED;

	if (wait.person != person)
		wrong(w, "a paused run waits for a person, another one does not", "%s", wait.what);
	if (!final && !person && (wait.deadline_ns == NEVER || w->armed == NEVER || w->armed > wait.deadline_ns))
		wrong(w, "who waits names a deadline", "%s for %s", rollout_run_state_name(state), wait.what);
	if (final && wait.deadline_ns != NEVER)
		wrong(w, "what is over waits for nothing", "%s", wait.what);
	if (rollout_idle(w->run) && !w->frozen && open_count(w))
		wrong(w, "who is idle waits for nobody", "%u", open_count(w));
}

/* Level, not edge: whatever could be sent now has been sent. */
static void check_level(struct world *w, enum rollout_run_state state)
{
	uint32_t step = rollout_current_step(w->run);
	enum rollout_step_state at = rollout_step_state(w->run, step);

	if (state == ROLLOUT_RUNNING && at == ROLLOUT_STEP_APPLYING && count_expected(w, step, ROLLOUT_HOST_QUEUED) &&
	    open_count(w) < limits_at(w, step)->parallel)
		wrong(w, "who can be started is started", "step %u", step);
	if (state == ROLLOUT_RUNNING && at == ROLLOUT_STEP_CONFIRMING && count_expected(w, step, ROLLOUT_HOST_HELD) &&
	    open_count(w) < limits_at(w, step)->parallel)
		wrong(w, "who can be confirmed is confirmed", "step %u", step);
	if (state == ROLLOUT_RUNNING && at == ROLLOUT_STEP_GATING && !gates_wait(w, step))
		wrong(w, "who judges waits for a verdict", "step %u", step);
	for (uint32_t i = 0; state == ROLLOUT_UNDOING && i < w->config.host_count; i++)
		if (w->host_step[i] == step && w->hosts[i].intent && !w->hosts[i].undo_sent && !w->hosts[i].open &&
		    open_count(w) < limits_at(w, step)->undo_parallel)
			wrong(w, "who can be undone is undone", "host %u", i);
}

static void check_leases(struct world *w)
{
	uint64_t end = NEVER;

	for (uint32_t i = 0; i < w->config.host_count; i++) {
		const struct rollout_limits *limits = limits_at(w, w->host_step[i]);
		const struct world_host *h = &w->hosts[i];

		if (h->expected != ROLLOUT_HOST_HELD || h->open || !limits->lease_ns)
			continue;
		end = h->lease.end < end ? h->lease.end : end;
		if (!h->lease.open && h->lease.next <= w->now && renewal_count(w) < limits->parallel)
			wrong(w, "no lease is forgotten", "host %u", i);
		if (!h->lease.open && h->lease.next < w->armed && renewal_count(w) < limits->parallel)
			wrong(w, "somebody wakes up to renew", "host %u", i);
	}
	if (rollout_lease_end(w->run) != end)
		wrong(w, "it is known when leases end", "%llu", (unsigned long long)rollout_lease_end(w->run));
}

static bool is_person(const struct world *w)
{
	switch (w->event->kind) {
	case ROLLOUT_EVENT_ABORT:
	case ROLLOUT_EVENT_UNDO:
	case ROLLOUT_EVENT_PAUSE:
	case ROLLOUT_EVENT_FREEZE:
	case ROLLOUT_EVENT_UNFREEZE:
	case ROLLOUT_EVENT_RESUME:
	case ROLLOUT_EVENT_ACCEPT:
		return true;
	default:
		return false;
	}
}

static bool spent_from(const struct world *w, uint32_t change)
{
	for (uint32_t c = change; c == change || c < w->config.change_count; c++)
		if (spent_in(w, c))
			return true;
	return false;
}

/* A run stops for a reason, and where there is one, it stops. */
static void check_stops(struct world *w, enum rollout_run_state before, enum rollout_run_state state)
{
	uint32_t step = rollout_current_step(w->run), change = w->config.steps[step].change;
	bool stopped = state == ROLLOUT_PAUSED || state == ROLLOUT_UNDOING;
	bool gate = gates_fail(w, step) || gates_pause(w, step);
	bool lease = count_expected(w, step, ROLLOUT_HOST_SELF_UNDONE);

	if (before != ROLLOUT_RUNNING)
		return;
	if (stopped && !is_person(w) && !spent_from(w, change) && !gate && !lease)
		wrong(w, "a run stops for a reason", "%s", rollout_run_state_name(state));
	if ((state == ROLLOUT_RUNNING || state == ROLLOUT_DONE) && spent_in(w, change))
		wrong(w, "a spent budget stops the run", "%s", rollout_run_state_name(state));
	if (state == ROLLOUT_RUNNING && lease)
		wrong(w, "a host that undid itself stops the run", "step %u", step);
	if (state == ROLLOUT_PAUSED && rollout_pause(w->run) == ROLLOUT_PAUSE_BUDGET &&
	    limits_at(w, step)->undo_on_fail)
		wrong(w, "on_fail undo undoes", "paused");
}

static void check_gates(struct world *w, enum rollout_run_state before, enum rollout_run_state state)
{
	uint32_t step = rollout_current_step(w->run);
	bool judged = w->event->kind == ROLLOUT_EVENT_VERDICT || w->event->kind == ROLLOUT_EVENT_TIMER;

	if (before != ROLLOUT_RUNNING || w->frozen || !judged || w->steps[step].accepted || spent_from(w, 0))
		return;
	/* While it soaks on, the rule for what is inconclusive holds for the next round. */
	if (w->step_before != ROLLOUT_STEP_GATING && !gates_failed(w, step))
		return;
	if (gates_fail(w, step) && limits_at(w, step)->undo_on_fail && !w->undoing)
		wrong(w, "a gate that fails undoes", "%s", rollout_run_state_name(state));
	if (gates_fail(w, step) && !limits_at(w, step)->undo_on_fail && rollout_pause(w->run) != ROLLOUT_PAUSE_GATE)
		wrong(w, "a gate that fails stops", "%s", rollout_run_state_name(state));
	if (!gates_fail(w, step) && gates_pause(w, step) && rollout_pause(w->run) != ROLLOUT_PAUSE_GATE)
		wrong(w, "a gate that cannot tell waits for a person", "%s", rollout_run_state_name(state));
}

static void check_person(struct world *w, enum rollout_pause before, enum rollout_run_state state)
{
	bool at_gate = before == ROLLOUT_PAUSE_GATE;

	for (uint32_t s = 0; s < w->config.step_count; s++)
		if (rollout_accepted(w->run, s) != w->steps[s].accepted)
			wrong(w, "accept is for gates, and for what was judged then", "step %u", s);
	switch (w->event->kind) {
	case ROLLOUT_EVENT_ACCEPT:
		if (at_gate && state == ROLLOUT_PAUSED && rollout_pause(w->run) == ROLLOUT_PAUSE_GATE &&
		    rollout_step_state(w->run, rollout_current_step(w->run)) == ROLLOUT_STEP_GATING)
			wrong(w, "accept goes on", "paused");
		break;
	case ROLLOUT_EVENT_TAKE_OVER:
		if (before == ROLLOUT_PAUSE_PERSON && state != ROLLOUT_PAUSED)
			wrong(w, "a paused run stays paused when it is taken over", "%s",
			      rollout_run_state_name(state));
		break;
	default:
		break;
	}
	if (w->event->kind != ROLLOUT_EVENT_TAKE_OVER && w->event->kind != ROLLOUT_EVENT_RESUME)
		return;
	if (gates_forgotten(w))
		wrong(w, "each open sample and judging is asked for again", "%d", (int)w->event->kind);
	for (uint32_t i = 0; !w->frozen && i < w->config.host_count; i++)
		if (w->hosts[i].open && !w->hosts[i].waiting_answer)
			wrong(w, "each open intent is sent again", "host %u", i);
}

static void check_beneath(struct world *w, enum rollout_run_state state)
{
	bool open = w->beneath == ROLLOUT_RUNNING || w->beneath == ROLLOUT_UNDOING || w->beneath == ROLLOUT_PAUSED;

	if (w->frozen && open && (state != ROLLOUT_PAUSED || rollout_pause(w->run) != ROLLOUT_PAUSE_FREEZE))
		wrong(w, "a frozen run says so", "%s", rollout_run_state_name(state));
	if (!w->frozen && w->undoing && state != ROLLOUT_UNDOING && state != ROLLOUT_UNDONE && state != ROLLOUT_STUCK)
		wrong(w, "what is undone stays so", "%s", rollout_run_state_name(state));
	if (!w->frozen && w->beneath == ROLLOUT_PAUSED &&
	    (state != ROLLOUT_PAUSED || rollout_pause(w->run) != w->pause))
		wrong(w, "it is paused by what paused it", "%s by %s, not %s", rollout_run_state_name(state),
		      rollout_pause_name(rollout_pause(w->run)), rollout_pause_name(w->pause));
}

void check_after(struct world *w, enum rollout_run_state before, enum rollout_pause pause_before)
{
	enum rollout_run_state state = rollout_state(w->run);

	check_counts(w);
	check_final(w, before, state);
	check_wait(w, state);
	check_level(w, state);
	check_leases(w);
	check_stops(w, before, state);
	check_gates(w, before, state);
	check_person(w, pause_before, state);
	check_beneath(w, state);
}
