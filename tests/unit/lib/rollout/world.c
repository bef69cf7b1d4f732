// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The hosts, the events, the log, and the controller that dies. */
#include "tests/unit/lib/rollout/world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/rollout/world_rules.h"

void wrong(struct world *w, const char *rule, const char *format, ...)
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

const struct world_change *change_at(const struct world *w, uint32_t step)
{
	return &w->config.changes[w->config.steps[step].change];
}

const struct rollout_limits *limits_at(const struct world *w, uint32_t step)
{
	return &change_at(w, step)->limits;
}

const struct rollout_limits *limits_now(const struct world *w)
{
	return limits_at(w, rollout_current_step(w->run));
}

uint32_t open_count(const struct world *w)
{
	uint32_t open = 0;

	for (uint32_t i = 0; i < w->config.host_count; i++)
		open += w->hosts[i].open;
	return open;
}

uint32_t renewal_count(const struct world *w)
{
	uint32_t open = 0;

	for (uint32_t i = 0; i < w->config.host_count; i++)
		open += w->hosts[i].lease.open;
	return open;
}

uint32_t count_expected(const struct world *w, uint32_t step, enum rollout_host_state state)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->config.host_count; i++)
		n += w->host_step[i] == step && !w->hosts[i].open && w->hosts[i].expected == state;
	return n;
}

bool is_samples(const struct world *w, uint32_t step)
{
	bool samples = false;

	for (uint32_t g = 0; g < change_at(w, step)->gate_count; g++)
		samples |= change_at(w, step)->gates[g].samples;
	return samples;
}

bool spent_in(const struct world *w, uint32_t change)
{
	const struct rollout_limits *l = &w->config.changes[change].limits;

	return w->failed - w->forgiven.failed >= l->failed || w->lost - w->forgiven.lost >= l->lost ||
	       w->unreached - w->forgiven.unreached >= l->unreachable;
}

static bool is_current_answer(const struct world_host *h, const struct rollout_event *event)
{
	if (event->request == ROLLOUT_REQUEST_RENEW)
		return h->lease.open && h->lease.attempt == event->attempt;
	return h->open && h->waiting_answer && h->request == event->request && h->attempt == event->attempt;
}

/* Is the answer, sample or verdict one that the controller waits for? */
bool is_current(const struct world *w, const struct rollout_event *event)
{
	switch (event->kind) {
	case ROLLOUT_EVENT_ANSWER:
		return is_current_answer(&w->hosts[event->host], event);
	case ROLLOUT_EVENT_SAMPLED:
		return w->steps[event->step].samples[event->sample].open &&
		       w->steps[event->step].samples[event->sample].round == event->round;
	case ROLLOUT_EVENT_VERDICT:
		return event->step == rollout_current_step(w->run) && w->gates[event->gate].open &&
		       w->gates[event->gate].round == event->round;
	default:
		return true;
	}
}

static int new_run(const struct world_config *config, struct rollout **run)
{
	struct rollout_change changes[WORLD_CHANGES] = {0};
	uint32_t host_of[WORLD_HOSTS];

	for (uint32_t i = 0; i < config->change_count; i++)
		changes[i] = (struct rollout_change){
			.name = "",
			.limits = config->changes[i].limits,
			.gates = config->changes[i].gates,
			.gate_count = config->changes[i].gate_count,
		};
	for (uint32_t i = 0; i < config->host_count; i++)
		host_of[i] = config->host_of[i] ? config->host_of[i] : 1000 + i;
	return rollout_new(&(struct rollout_plan){.changes = changes,
						  .change_count = config->change_count,
						  .steps = config->steps,
						  .step_count = config->step_count,
						  .host_of = host_of,
						  .host_count = config->host_count},
			   run);
}

void world_begin(struct world *w, const struct world_config *config, uint64_t seed)
{
	memset(w, 0, sizeof(*w));
	w->config = *config;
	if (!w->config.change_count)
		w->config.changes[w->config.change_count++].limits = config->limits;
	w->random = seed;
	w->now = 1000;
	w->armed = NEVER;
	for (uint32_t s = 0; s < config->step_count; s++) {
		for (uint32_t i = 0; i < config->steps[s].count; i++)
			w->host_step[config->steps[s].first + i] = s;
		w->steps[s].first_judged = NEVER;
		for (unsigned int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++)
			w->steps[s].samples[i].taken = NEVER;
	}
	if (new_run(&w->config, &w->run))
		abort();
}

void world_end(struct world *w)
{
	rollout_free(w->run);
}

/* A host whose lease is over puts back what it wrote, whoever lives or is connected. */
static void leases_run_out(struct world *w)
{
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		struct world_host *h = &w->hosts[i];

		if (!h->applied || h->confirmed || h->undone || h->self_undone || w->now < h->holds_until)
			continue;
		h->self_undone = h->value != WORLD_BROKEN;
		h->self_undone_at = h->holds_until;
		if (h->value == WORLD_NEW)
			h->value = WORLD_OLD;
	}
}

static void begin_undoing(struct world *w)
{
	enum rollout_run_state state = rollout_state(w->run);

	if (!w->undoing && (state == ROLLOUT_UNDOING || state == ROLLOUT_UNDONE || state == ROLLOUT_STUCK))
		expect_undoing(w);
}

static void take_action(struct world *w, const struct rollout_action *a, enum rollout_run_state before)
{
	if (a->kind == ROLLOUT_ACTION_WAIT)
		w->armed = a->deadline_ns;
	else if (a->kind == ROLLOUT_ACTION_SAMPLE)
		gates_on_sample(w, a);
	else if (a->kind == ROLLOUT_ACTION_JUDGE)
		gates_on_judge(w, a);
	check_action(w, a, before);
	if (a->kind == ROLLOUT_ACTION_SEND)
		expect_sent(w, a);
}

static void take_actions(struct world *w, const struct rollout_action *actions, size_t count, int changed,
			 enum rollout_run_state before)
{
	for (size_t i = 0; i < count; i++) {
		enum rollout_action_kind kind = actions[i].kind;

		if (changed != 1 && kind != ROLLOUT_ACTION_WAIT && kind != ROLLOUT_ACTION_FINISH)
			wrong(w, "what is carried out was made durable before", "action %d", (int)kind);
		take_action(w, &actions[i], before);
	}
}

/* Without a freeze the run is what it says. */
static void look(struct world *w)
{
	if (w->frozen)
		return;
	w->beneath = rollout_state(w->run);
	w->pause = rollout_pause(w->run);
	if (w->pause == ROLLOUT_PAUSE_GATE)
		gates_close(w);
}

static void keep(struct world *w, const struct rollout_event *event)
{
	if (w->log_count == WORLD_LOG) {
		wrong(w, "it ends", "the log is full");
		return;
	}
	w->log[w->log_count].event = *event;
	w->log[w->log_count++].now = w->now;
	w->taken_over = event->kind == ROLLOUT_EVENT_TAKE_OVER;
}

int world_event(struct world *w, const struct rollout_event *event)
{
	enum rollout_host_state was[WORLD_HOSTS];
	enum rollout_run_state before = rollout_state(w->run);
	enum rollout_pause pause_before = rollout_pause(w->run);
	bool late = !is_current(w, event), due = w->armed <= w->now;
	const struct rollout_action *actions;
	size_t count;
	int changed;

	for (uint32_t i = 0; i < w->config.host_count; i++)
		was[i] = rollout_host_state(w->run, i);
	w->event = event;
	w->step_before = rollout_step_state(w->run, rollout_current_step(w->run));
	leases_run_out(w);
	expect_event(w, event);
	if (event->kind == ROLLOUT_EVENT_TIMER || event->kind == ROLLOUT_EVENT_RESUME ||
	    event->kind == ROLLOUT_EVENT_TAKE_OVER)
		w->armed = NEVER;
	changed = rollout_step(w->run, event, w->now, &actions, &count);
	begin_undoing(w);
	take_actions(w, actions, count, changed, before);
	if (late && changed && !due)
		wrong(w, "what is late or repeated does nothing", "%d", (int)event->kind);
	check_moves(w, was);
	check_after(w, before, pause_before);
	look(w);
	if (changed == 1)
		keep(w, event);
	return changed;
}

int world_simple(struct world *w, enum rollout_event_kind kind)
{
	return world_event(w, &(struct rollout_event){.kind = kind});
}

static enum rollout_answer deliver_apply(struct world *w, uint32_t host)
{
	uint64_t lease = limits_at(w, w->host_step[host])->lease_ns;
	struct world_host *h = &w->hosts[host];

	if (h->undone || (h->value == WORLD_OTHER && h->applied <= h->round))
		return ROLLOUT_ANSWER_REFUSED;
	if (h->value == WORLD_BROKEN)
		return ROLLOUT_ANSWER_DIRTY;
	if (h->applied > h->round && !h->self_undone)
		return ROLLOUT_ANSWER_HELD;
	if (h->applied > h->round)
		return h->value == WORLD_OLD ? ROLLOUT_ANSWER_SELF_UNDONE : ROLLOUT_ANSWER_DIRTY;
	h->value = WORLD_NEW;
	h->applied = h->round + 1;
	h->self_undone = false;
	h->holds_until = lease ? w->now + lease : NEVER;
	return ROLLOUT_ANSWER_HELD;
}

/* To whom its lease matters: is it over, and what came of that? */
static bool is_on_its_own(const struct world_host *h, enum rollout_answer *answer)
{
	*answer = h->value == WORLD_OLD ? ROLLOUT_ANSWER_SELF_UNDONE : ROLLOUT_ANSWER_CONFLICT;
	return h->self_undone;
}

enum rollout_answer world_deliver(struct world *w, uint32_t host)
{
	struct world_host *h = &w->hosts[host];
	enum rollout_answer answer;

	leases_run_out(w);
	switch (h->request) {
	case ROLLOUT_REQUEST_APPLY:
		return deliver_apply(w, host);
	case ROLLOUT_REQUEST_CONFIRM:
		if (h->undone || h->value == WORLD_BROKEN)
			return ROLLOUT_ANSWER_REFUSED;
		if (is_on_its_own(h, &answer))
			return answer;
		h->confirmed = true;
		return ROLLOUT_ANSWER_CONFIRMED;
	default:
		if (h->value == WORLD_OTHER)
			return ROLLOUT_ANSWER_CONFLICT;
		if (h->value == WORLD_BROKEN)
			return ROLLOUT_ANSWER_UNDO_FAILED;
		h->value = WORLD_OLD;
		h->undone = true;
		return h->self_undone ? ROLLOUT_ANSWER_SELF_UNDONE : ROLLOUT_ANSWER_UNDONE;
	}
}

enum rollout_answer world_deliver_renewal(struct world *w, uint32_t host)
{
	struct world_host *h = &w->hosts[host];
	enum rollout_answer answer;

	leases_run_out(w);
	if (is_on_its_own(h, &answer))
		return answer;
	if (h->undone || h->value == WORLD_BROKEN)
		return ROLLOUT_ANSWER_REFUSED;
	h->holds_until = w->now + limits_at(w, w->host_step[host])->lease_ns;
	return ROLLOUT_ANSWER_RENEWED;
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

void world_answer_renewal(struct world *w, uint32_t host, enum rollout_answer answer, bool delivered)
{
	struct rollout_event event = {
		.kind = ROLLOUT_EVENT_ANSWER,
		.host = host,
		.request = ROLLOUT_REQUEST_RENEW,
		.attempt = w->hosts[host].lease.attempt,
		.answer = answer,
	};

	if (delivered)
		world_deliver_renewal(w, host);
	world_event(w, &event);
}

bool world_sampled(struct world *w)
{
	uint32_t step = rollout_current_step(w->run);

	for (unsigned int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++) {
		const struct world_sample *s = &w->steps[step].samples[i];

		if (!s->open)
			continue;
		world_event(w, &(struct rollout_event){.kind = ROLLOUT_EVENT_SAMPLED,
						       .step = step,
						       .sample = (enum rollout_sample)i,
						       .round = s->round});
		return true;
	}
	return false;
}

void world_verdict(struct world *w, uint32_t gate, enum rollout_verdict verdict)
{
	world_event(w, &(struct rollout_event){.kind = ROLLOUT_EVENT_VERDICT,
					       .step = rollout_current_step(w->run),
					       .gate = gate,
					       .round = w->gates[gate].round,
					       .verdict = verdict});
}

void world_timer(struct world *w)
{
	if (w->armed != NEVER && w->armed > w->now)
		w->now = w->armed;
	world_simple(w, ROLLOUT_EVENT_TIMER);
}

static void compare_hosts(struct world *w, const struct rollout *other)
{
	for (uint32_t i = 0; i < w->config.host_count; i++)
		if (rollout_host_state(w->run, i) != rollout_host_state(other, i))
			wrong(w, "replay gives the state", "host %u", i);
	for (uint32_t s = 0; s < w->config.step_count; s++)
		if (rollout_step_state(w->run, s) != rollout_step_state(other, s) ||
		    rollout_accepted(w->run, s) != rollout_accepted(other, s))
			wrong(w, "replay gives the state", "step %u", s);
	for (uint32_t g = 0; g < WORLD_GATES; g++)
		if (rollout_verdict(w->run, g) != rollout_verdict(other, g))
			wrong(w, "replay gives the state", "gate %u", g);
}

static void compare(struct world *w, const struct rollout *other)
{
	struct rollout_counts ca = rollout_counts(w->run), cb = rollout_counts(other);
	struct rollout_wait wa = rollout_wait(w->run), wb = rollout_wait(other);
	char a[512], b[512];

	if (rollout_state(w->run) != rollout_state(other) || rollout_pause(w->run) != rollout_pause(other) ||
	    memcmp(&ca, &cb, sizeof(ca)) != 0)
		wrong(w, "replay gives the state", "the run");
	if (wa.person != wb.person || wa.deadline_ns != wb.deadline_ns || strcmp(wa.what, wb.what) != 0 ||
	    rollout_lease_end(w->run) != rollout_lease_end(other))
		wrong(w, "replay gives the state", "what it waits for: %s, %s", wa.what, wb.what);
	if (strcmp(rollout_reason(w->run, a, sizeof(a)), rollout_reason(other, b, sizeof(b))) != 0)
		wrong(w, "replay gives the state", "the reason");
	compare_hosts(w, other);
}

void world_crash(struct world *w)
{
	const struct rollout_action *actions;
	struct rollout *other;
	size_t count;

	if (new_run(&w->config, &other))
		abort();
	for (size_t i = 0; i < w->log_count; i++)
		if (rollout_step(other, &w->log[i].event, w->log[i].now, &actions, &count) != 1)
			wrong(w, "what was logged changes the run", "event %zu", i);
	compare(w, other);
	rollout_free(w->run);
	w->run = other;
	world_simple(w, ROLLOUT_EVENT_TAKE_OVER);
}

static bool judge_next(struct world *w)
{
	for (uint32_t g = 0; g < WORLD_GATES; g++) {
		if (!w->gates[g].open)
			continue;
		world_verdict(w, g, ROLLOUT_VERDICT_PASS);
		return true;
	}
	return false;
}

static bool answer_next(struct world *w)
{
	for (uint32_t i = 0; i < w->config.host_count; i++) {
		if (w->hosts[i].lease.open)
			world_answer_renewal(w, i, world_deliver_renewal(w, i), false);
		else if (w->hosts[i].open && w->hosts[i].waiting_answer)
			world_answer(w, i, world_deliver(w, i), false);
		else
			continue;
		return true;
	}
	return false;
}

void world_settle(struct world *w)
{
	if (rollout_state(w->run) == ROLLOUT_PLANNED)
		world_simple(w, ROLLOUT_EVENT_START);
	for (unsigned int i = 0; i < 4000 && !rollout_idle(w->run) && !w->wrong; i++)
		if (!answer_next(w) && !world_sampled(w) && !judge_next(w))
			world_timer(w);
	if (!rollout_idle(w->run))
		wrong(w, "it ends", "%s", rollout_run_state_name(rollout_state(w->run)));
}

/* Each resumption may meet hosts that undid themselves meanwhile, or a budget that was spent; then it goes well. */
void world_conclude(struct world *w)
{
	world_settle(w);
	for (unsigned int i = 0; i < 8 && rollout_state(w->run) == ROLLOUT_PAUSED && !w->wrong; i++) {
		world_simple(w, ROLLOUT_EVENT_UNFREEZE);
		if (rollout_state(w->run) == ROLLOUT_PAUSED)
			world_simple(w, ROLLOUT_EVENT_RESUME);
		world_settle(w);
	}
	if (rollout_state(w->run) == ROLLOUT_PAUSED)
		wrong(w, "a person can bring it to an end", "%s", rollout_pause_name(rollout_pause(w->run)));
}
