// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/rollout/world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX

static int new_run(const struct rollout_limits *limits, const struct rollout_step_plan *steps, uint32_t step_count,
		   uint32_t host_count, struct rollout **run)
{
	const struct rollout_change change = {.name = "", .limits = *limits};
	const struct rollout_plan plan = {
		.changes = &change,
		.change_count = 1,
		.steps = steps,
		.step_count = step_count,
		.host_count = host_count,
	};

	return rollout_new(&plan, run);
}

__attribute__((format(printf, 3, 4))) static void wrong(struct world *w, const char *rule, const char *format, ...)
{
	va_list args;

	if (w->wrong)
		return;
	w->wrong = rule;
	va_start(args, format);
	vsnprintf(w->detail, sizeof(w->detail), format, args);
	va_end(args);
}

/* splitmix64 */
uint32_t world_random(struct world *w, uint32_t below)
{
	uint64_t z = w->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((z ^ z >> 31) % below);
}

void world_begin(struct world *w, const struct world_config *config, uint64_t seed)
{
	memset(w, 0, sizeof(*w));
	w->config = *config;
	w->random = seed;
	w->now = 1000;
	w->armed = NEVER;
	w->sends_allowed = UINT32_MAX;
	for (uint32_t s = 0; s < config->step_count; s++)
		for (uint32_t i = 0; i < config->steps[s].count; i++)
			w->host_step[config->steps[s].first + i] = s;
	if (new_run(&config->limits, config->steps, config->step_count, config->host_count, &w->run))
		abort();
}

void world_end(struct world *w)
{
	rollout_free(w->run);
}

/* rollout.h's picture of a host, as pairs. */
static bool legal(enum rollout_host_state from, enum rollout_host_state to)
{
	/* clang-format off */
	static const uint8_t moves[][2] = {
		{ ROLLOUT_HOST_QUEUED, ROLLOUT_HOST_INTENT },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_HELD },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_UNCHANGED },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_FAILED_OLD },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_DIRTY },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_MAYBE },
		{ ROLLOUT_HOST_INTENT, ROLLOUT_HOST_UNREACHED },
		{ ROLLOUT_HOST_HELD, ROLLOUT_HOST_CONFIRM },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_CONFIRMED },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_FAILED_OLD },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_DIRTY },
		{ ROLLOUT_HOST_CONFIRM, ROLLOUT_HOST_MAYBE },
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

static bool spent(const struct world *w)
{
	const struct rollout_limits *l = &w->config.limits;

	return w->failed - w->forgiven.failed >= l->failed || w->lost - w->forgiven.lost >= l->lost ||
	       w->unreached - w->forgiven.unreached >= l->unreachable;
}

static uint32_t open_count(const struct world *w)
{
	uint32_t open = 0;

	for (uint32_t i = 0; i < w->config.host_count; i++)
		open += w->hosts[i].open;
	return open;
}

static bool settled(enum rollout_host_state state)
{
	switch (state) {
	case ROLLOUT_HOST_QUEUED:
	case ROLLOUT_HOST_INTENT:
	case ROLLOUT_HOST_CONFIRM:
	case ROLLOUT_HOST_UNDO:
		return false;
	default:
		return true;
	}
}

/* The spec of a current answer, written down once more: what the host is then, by the world's own count. */
static void expect(struct world *w, uint32_t host, enum rollout_answer answer)
{
	struct world_host *h = &w->hosts[host];
	bool undo = h->request == ROLLOUT_REQUEST_UNDO, confirm = h->request == ROLLOUT_REQUEST_CONFIRM;
	bool apply = h->request == ROLLOUT_REQUEST_APPLY;

	h->waiting_answer = false;
	h->open = false;
	if (apply && answer == ROLLOUT_ANSWER_HELD)
		h->expected = ROLLOUT_HOST_HELD;
	else if (apply && answer == ROLLOUT_ANSWER_UNCHANGED)
		h->expected = ROLLOUT_HOST_UNCHANGED;
	else if (confirm && answer == ROLLOUT_ANSWER_CONFIRMED)
		h->expected = ROLLOUT_HOST_CONFIRMED;
	else if (undo && (answer == ROLLOUT_ANSWER_UNDONE || answer == ROLLOUT_ANSWER_UNCHANGED))
		h->expected = ROLLOUT_HOST_UNDONE;
	else if (undo && answer == ROLLOUT_ANSWER_REFUSED && h->untouched)
		h->expected = ROLLOUT_HOST_UNDONE;
	else if (undo && answer == ROLLOUT_ANSWER_CONFLICT)
		h->expected = ROLLOUT_HOST_CONFLICT;
	else if (undo && (answer == ROLLOUT_ANSWER_UNDO_FAILED || answer == ROLLOUT_ANSWER_REFUSED ||
			  answer == ROLLOUT_ANSWER_DIRTY))
		h->expected = ROLLOUT_HOST_UNDO_FAILED;
	else if (!undo && (answer == ROLLOUT_ANSWER_FAILED_OLD || answer == ROLLOUT_ANSWER_REFUSED ||
			   answer == ROLLOUT_ANSWER_DIRTY)) {
		bool dirty = answer == ROLLOUT_ANSWER_DIRTY || (confirm && answer == ROLLOUT_ANSWER_REFUSED);

		h->expected = dirty ? ROLLOUT_HOST_DIRTY : ROLLOUT_HOST_FAILED_OLD;
		h->untouched |= apply && answer == ROLLOUT_ANSWER_REFUSED && !h->maybe;
		w->failed++;
	} else if (answer == ROLLOUT_ANSWER_NOT_SENT && !h->maybe && apply) {
		h->expected = ROLLOUT_HOST_UNREACHED;
		h->untouched = true;
		w->unreached++;
	} else if (answer == ROLLOUT_ANSWER_NOT_SENT && !h->maybe && undo && h->untouched) {
		h->expected = ROLLOUT_HOST_UNREACHED;
	} else {
		h->maybe |= answer != ROLLOUT_ANSWER_NOT_SENT;
		if (h->tries < w->config.limits.attempts && (undo || !w->undoing)) {
			h->open = true;
		} else if (!undo) {
			h->expected = ROLLOUT_HOST_MAYBE;
			w->lost++;
		} else {
			h->expected = h->untouched ? ROLLOUT_HOST_UNREACHED : ROLLOUT_HOST_UNDO_FAILED;
		}
	}
	if (apply && !h->open)
		w->settled_at[w->host_step[host]] = w->now;
}

static void check_apply_start(struct world *w, uint32_t host, enum rollout_run_state before)
{
	if (spent(w))
		wrong(w, "no start after a budget is spent", "host %u", host);
	if (before != ROLLOUT_RUNNING && before != ROLLOUT_PLANNED && !(before == ROLLOUT_PAUSED && w->resumed))
		wrong(w, "apply only while running", "host %u", host);
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (w->host_step[i] < w->host_step[host] && !settled(rollout_host_state(w->run, i)))
			wrong(w, "a step starts when all before are settled", "host %u before %u", i, host);
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (w->host_step[i] < w->host_step[host] && rollout_host_state(w->run, i) == ROLLOUT_HOST_HELD)
			wrong(w, "a step starts when all before are confirmed", "host %u before %u", i, host);
}

static void check_confirm(struct world *w, uint32_t host)
{
	const struct rollout_step_plan *step = &w->config.steps[w->host_step[host]];

	if (w->hosts[host].expected != ROLLOUT_HOST_HELD)
		wrong(w, "only what holds is confirmed", "host %u", host);
	if (w->now < w->settled_at[w->host_step[host]] + step->soak_ns)
		wrong(w, "a step soaks before it is confirmed", "host %u", host);
	for (uint32_t i = step->first; i < step->first + step->count; i++)
		if (!w->hosts[i].intent || (w->hosts[i].open && w->hosts[i].request == ROLLOUT_REQUEST_APPLY))
			wrong(w, "confirm when the whole step is applied", "host %u, open %u", host, i);
	if (w->undoing)
		wrong(w, "nothing is confirmed while undoing", "host %u", host);
}

static void check_undo(struct world *w, uint32_t host)
{
	if (!w->hosts[host].intent)
		wrong(w, "undo asks who had an intent", "host %u", host);
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (w->host_step[i] > w->host_step[host] && w->hosts[i].intent &&
		    (w->hosts[i].open || !w->hosts[i].undo_sent))
			wrong(w, "newest step first", "host %u before %u", host, i);
}

static void begin_request(struct world *w, const struct rollout_action *a, enum rollout_run_state before)
{
	struct world_host *h = &w->hosts[a->host];
	uint32_t window =
		a->request == ROLLOUT_REQUEST_UNDO ? w->config.limits.undo_parallel : w->config.limits.parallel;

	if (open_count(w) >= window)
		wrong(w, "no more than the window in flight", "host %u", a->host);
	switch (a->request) {
	case ROLLOUT_REQUEST_APPLY:
		if (h->intent)
			wrong(w, "apply starts once", "host %u", a->host);
		check_apply_start(w, a->host, before);
		h->intent = true;
		break;
	case ROLLOUT_REQUEST_CONFIRM:
		check_confirm(w, a->host);
		break;
	default:
		check_undo(w, a->host);
		h->undo_sent = true;
		break;
	}
	h->open = true;
	h->request = a->request;
	h->tries = 0;
	h->maybe = false;
}

static void on_send(struct world *w, const struct rollout_action *a, enum rollout_run_state before)
{
	struct world_host *h = &w->hosts[a->host];

	if (!h->open || h->request != a->request)
		begin_request(w, a, before);
	else if (h->waiting_answer)
		wrong(w, "not sent twice at once", "host %u", a->host);
	else if (w->undoing && a->request != ROLLOUT_REQUEST_UNDO)
		wrong(w, "nothing is applied while undoing", "host %u", a->host);
	if (a->attempt != h->attempt + 1)
		wrong(w, "attempts are counted", "host %u attempt %u", a->host, a->attempt);
	if (a->deadline_ns != w->now + w->config.limits.answer_ns)
		wrong(w, "each request has its deadline", "host %u", a->host);
	h->attempt = a->attempt;
	h->tries++;
	h->deadline = a->deadline_ns;
	h->waiting_answer = true;
	h->sent_as = ++w->all_sends;
	if (h->tries > w->config.limits.attempts)
		wrong(w, "attempts have a limit", "host %u", a->host);
	if (++w->sends > w->sends_allowed)
		wrong(w, "it ends", "%u sends", w->sends);
}

static void give_up_applies(struct world *w)
{
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		struct world_host *h = &w->hosts[i];

		if (!h->open || h->waiting_answer || h->request == ROLLOUT_REQUEST_UNDO)
			continue;
		h->open = false;
		h->expected = ROLLOUT_HOST_MAYBE;
		w->lost++;
	}
}

/* A request that rested is given up when the run begins to be undone; who was queued for undo rests no more. */
static void begin_undoing(struct world *w)
{
	w->undoing = true;
	for (uint32_t i = 0; i < w->config.host_count; i++)
		w->hosts[i].undo_sent = w->hosts[i].expected == ROLLOUT_HOST_UNDONE;
	give_up_applies(w);
}

static void check_states(struct world *w)
{
	static const enum rollout_host_state of_request[] = {
		[ROLLOUT_REQUEST_APPLY] = ROLLOUT_HOST_INTENT,
		[ROLLOUT_REQUEST_CONFIRM] = ROLLOUT_HOST_CONFIRM,
		[ROLLOUT_REQUEST_UNDO] = ROLLOUT_HOST_UNDO,
	};

	for (uint32_t i = 0; i < w->config.host_count; i++) {
		struct world_host *h = &w->hosts[i];
		enum rollout_host_state want = h->open ? of_request[h->request] : h->expected;

		if (rollout_host_state(w->run, i) != want)
			wrong(w, "each host is where its answers put it", "host %u is %s, not %s", i,
			      rollout_host_state_name(rollout_host_state(w->run, i)), rollout_host_state_name(want));
	}
}

static void check_counts(struct world *w)
{
	struct rollout_counts c = rollout_counts(w->run);
	uint32_t confirmed = 0, undone = 0;

	for (uint32_t i = 0; i < w->config.host_count; i++) {
		confirmed += rollout_host_state(w->run, i) == ROLLOUT_HOST_CONFIRMED;
		undone += rollout_host_state(w->run, i) == ROLLOUT_HOST_UNDONE;
	}
	if (c.failed != w->failed || c.lost != w->lost || c.unreached != w->unreached)
		wrong(w, "budgets are counted", "failed %u lost %u unreached %u", c.failed, c.lost, c.unreached);
	if (c.confirmed != confirmed || c.undone != undone || c.in_flight != open_count(w))
		wrong(w, "hosts are counted", "confirmed %u undone %u open %u", c.confirmed, c.undone, c.in_flight);
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

static void check_run(struct world *w, enum rollout_run_state before)
{
	enum rollout_run_state state = rollout_state(w->run);

	if (before == ROLLOUT_RUNNING && spent(w) && (state == ROLLOUT_RUNNING || state == ROLLOUT_DONE))
		wrong(w, "a spent budget stops the run", "%s", rollout_run_state_name(state));
	if (before == ROLLOUT_RUNNING && !spent(w) && !w->asked &&
	    (state == ROLLOUT_PAUSED || state == ROLLOUT_UNDOING))
		wrong(w, "a run stops for a reason", "%s", rollout_run_state_name(state));
	if (before == ROLLOUT_RUNNING && state == ROLLOUT_PAUSED && w->config.limits.undo_on_fail)
		wrong(w, "on_fail undo undoes", "paused");
	if (!rollout_idle(w->run) && state != ROLLOUT_PLANNED && w->armed == NEVER)
		wrong(w, "who waits names a deadline", "%s", rollout_run_state_name(state));
	if (rollout_idle(w->run) && open_count(w))
		wrong(w, "who is idle waits for nobody", "%u", open_count(w));
	for (uint32_t i = 0; state == ROLLOUT_DONE && i < w->config.host_count; i++)
		if (!settled(rollout_host_state(w->run, i)) || w->hosts[i].expected == ROLLOUT_HOST_HELD)
			wrong(w, "done means that all are settled", "host %u", i);
	if (state == ROLLOUT_UNDONE && before != ROLLOUT_UNDONE)
		check_undone(w);
	if (state == ROLLOUT_STUCK && before != ROLLOUT_STUCK)
		check_stuck(w);
}

/* Answers and timers are few: each request is tried a few times, each host gets three requests. */
static uint32_t sends_bound(const struct world *w)
{
	return w->config.host_count * 3 * w->config.limits.attempts;
}

/* Of a run that is being undone, nothing but undo is sent again: the undo clears up what the rest did. */
static void resume(struct world *w)
{
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		struct world_host *h = &w->hosts[i];

		h->tries = 0;
		h->waiting_answer = false;
		h->maybe |= h->open;
	}
	if (w->undoing)
		give_up_applies(w);
}

static void forgive(struct world *w)
{
	w->forgiven.failed = w->failed;
	w->forgiven.lost = w->lost;
	w->forgiven.unreached = w->unreached;
}

static void stop_if_spent(struct world *w, enum rollout_run_state before)
{
	if (before == ROLLOUT_RUNNING && spent(w) && w->config.limits.undo_on_fail && !w->undoing)
		begin_undoing(w);
}

/* The first that was sent is the first that is late; a budget that it spends counts for the next one. */
static void expire(struct world *w)
{
	for (;;) {
		uint32_t first = UINT32_MAX;

		for (uint32_t i = 0; i < w->config.host_count; i++) {
			const struct world_host *h = &w->hosts[i];

			if (h->open && h->waiting_answer && h->deadline <= w->now &&
			    (first == UINT32_MAX || h->sent_as < w->hosts[first].sent_as))
				first = i;
		}
		if (first == UINT32_MAX)
			return;
		expect(w, first, ROLLOUT_ANSWER_MAYBE);
		stop_if_spent(w, rollout_state(w->run));
	}
}

static void before_event(struct world *w, const struct rollout_event *event, enum rollout_run_state before)
{
	struct world_host *h = &w->hosts[event->host];

	switch (event->kind) {
	case ROLLOUT_EVENT_ANSWER:
		if (h->open && h->waiting_answer && h->request == event->request && h->attempt == event->attempt)
			expect(w, event->host, event->answer);
		return;
	case ROLLOUT_EVENT_TIMER:
		expire(w);
		return;
	case ROLLOUT_EVENT_UNDO:
		if (before == ROLLOUT_DONE || before == ROLLOUT_STUCK)
			begin_undoing(w);
		__attribute__((fallthrough));
	case ROLLOUT_EVENT_ABORT:
		if (before == ROLLOUT_RUNNING || before == ROLLOUT_PAUSED)
			begin_undoing(w);
		break;
	case ROLLOUT_EVENT_RESUME:
		resume(w);
		if (before == ROLLOUT_PAUSED)
			forgive(w);
		break;
	default:
		break;
	}
	w->sends = 0;
	w->sends_allowed = sends_bound(w);
}

static void check_resumed(struct world *w, enum rollout_run_state before)
{
	if (before == ROLLOUT_PAUSED && rollout_state(w->run) == ROLLOUT_PAUSED)
		wrong(w, "a person's resume lets a paused run go on", "paused");
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (w->hosts[i].open && !w->hosts[i].waiting_answer)
			wrong(w, "resume sends each open intent again", "host %u", i);
}

static void take_actions(struct world *w, const struct rollout_action *actions, size_t count,
			 enum rollout_run_state before)
{
	for (size_t i = 0; i < count; i++) {
		if (actions[i].kind == ROLLOUT_ACTION_SEND)
			on_send(w, &actions[i], before);
		else if (actions[i].kind == ROLLOUT_ACTION_WAIT)
			w->armed = actions[i].deadline_ns;
	}
}

static bool is_late(const struct world *w, const struct rollout_event *event)
{
	const struct world_host *h = &w->hosts[event->host];

	return event->kind == ROLLOUT_EVENT_ANSWER &&
	       !(h->open && h->waiting_answer && h->request == event->request && h->attempt == event->attempt);
}

int world_event(struct world *w, const struct rollout_event *event)
{
	enum rollout_host_state was[WORLD_HOSTS];
	enum rollout_run_state before = rollout_state(w->run);
	const struct rollout_action *actions;
	bool late = is_late(w, event);
	size_t count;
	int changed;

	for (uint32_t i = 0; i < w->config.host_count; i++)
		was[i] = rollout_host_state(w->run, i);
	w->resumed = event->kind == ROLLOUT_EVENT_RESUME;
	w->asked = event->kind == ROLLOUT_EVENT_ABORT || event->kind == ROLLOUT_EVENT_UNDO;
	before_event(w, event, before);
	stop_if_spent(w, before);
	if (event->kind == ROLLOUT_EVENT_TIMER || event->kind == ROLLOUT_EVENT_RESUME)
		w->armed = NEVER;
	changed = rollout_step(w->run, event, w->now, &actions, &count);
	take_actions(w, actions, count, before);
	if (late && changed)
		wrong(w, "late and repeated answers do nothing", "host %u", event->host);
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (!reachable(was[i], rollout_host_state(w->run, i)))
			wrong(w, "only legal moves", "host %u: %s to %s", i, rollout_host_state_name(was[i]),
			      rollout_host_state_name(rollout_host_state(w->run, i)));
	if (event->kind == ROLLOUT_EVENT_RESUME)
		check_resumed(w, before);
	check_states(w);
	check_counts(w);
	check_run(w, before);
	if (changed == 1 && w->log_count < WORLD_LOG) {
		w->log[w->log_count].event = *event;
		w->log[w->log_count++].now = w->now;
	}
	return changed;
}

void world_simple(struct world *w, enum rollout_event_kind kind)
{
	world_event(w, &(struct rollout_event){.kind = kind});
}

enum rollout_answer world_deliver(struct world *w, uint32_t host)
{
	struct world_host *h = &w->hosts[host];

	switch (h->request) {
	case ROLLOUT_REQUEST_APPLY:
		if (h->undone)
			return ROLLOUT_ANSWER_REFUSED;
		if (h->value == WORLD_OLD)
			h->value = WORLD_NEW;
		return ROLLOUT_ANSWER_HELD;
	case ROLLOUT_REQUEST_CONFIRM:
		if (h->undone || h->value == WORLD_BROKEN)
			return ROLLOUT_ANSWER_REFUSED;
		h->confirmed = true;
		return ROLLOUT_ANSWER_CONFIRMED;
	default:
		if (h->value == WORLD_OTHER)
			return ROLLOUT_ANSWER_CONFLICT;
		if (h->value == WORLD_BROKEN)
			return ROLLOUT_ANSWER_UNDO_FAILED;
		h->value = WORLD_OLD;
		h->undone = true;
		return ROLLOUT_ANSWER_UNDONE;
	}
}

void world_answer(struct world *w, uint32_t host, enum rollout_answer answer, bool delivered)
{
	const struct world_host *h = &w->hosts[host];
	struct rollout_event event = {
		.kind = ROLLOUT_EVENT_ANSWER,
		.host = host,
		.request = h->request,
		.attempt = h->attempt,
		.answer = answer,
	};

	if (delivered)
		world_deliver(w, host);
	world_event(w, &event);
}

void world_timer(struct world *w)
{
	if (w->armed != NEVER && w->armed > w->now)
		w->now = w->armed;
	world_simple(w, ROLLOUT_EVENT_TIMER);
}

static void compare(struct world *w, const struct rollout *other)
{
	char a[200], b[200];
	struct rollout_counts ca = rollout_counts(w->run), cb = rollout_counts(other);

	if (rollout_state(w->run) != rollout_state(other) || memcmp(&ca, &cb, sizeof(ca)) != 0)
		wrong(w, "replay gives the state", "the run");
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (rollout_host_state(w->run, i) != rollout_host_state(other, i))
			wrong(w, "replay gives the state", "host %u", i);
	for (uint32_t s = 0; s < w->config.step_count; s++)
		if (rollout_step_state(w->run, s) != rollout_step_state(other, s))
			wrong(w, "replay gives the state", "step %u", s);
	if (strcmp(rollout_reason(w->run, a, sizeof(a)), rollout_reason(other, b, sizeof(b))) != 0)
		wrong(w, "replay gives the state", "the reason");
}

void world_crash(struct world *w)
{
	const struct rollout_action *actions;
	struct rollout *other;
	size_t count;

	if (new_run(&w->config.limits, w->config.steps, w->config.step_count, w->config.host_count, &other))
		abort();
	for (size_t i = 0; i < w->log_count; i++)
		if (rollout_step(other, &w->log[i].event, w->log[i].now, &actions, &count) != 1)
			wrong(w, "what was logged changes the run", "event %zu", i);
	compare(w, other);
	rollout_free(w->run);
	w->run = other;
	world_simple(w, ROLLOUT_EVENT_RESUME);
}

static uint32_t find_waiting(const struct world *w)
{
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (w->hosts[i].open && w->hosts[i].waiting_answer)
			return i;
	return UINT32_MAX;
}

void world_settle(struct world *w)
{
	if (rollout_state(w->run) == ROLLOUT_PLANNED)
		world_simple(w, ROLLOUT_EVENT_START);
	for (unsigned int i = 0; i < 4000 && !rollout_idle(w->run) && !w->wrong; i++) {
		uint32_t host = find_waiting(w);

		if (host == UINT32_MAX)
			world_timer(w);
		else
			world_answer(w, host, world_deliver(w, host), false);
	}
	if (!rollout_idle(w->run))
		wrong(w, "it ends", "%s", rollout_run_state_name(rollout_state(w->run)));
}
