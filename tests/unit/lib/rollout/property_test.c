// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Random orders of events, seeded; the world has the rules. ECE_SEEDS: how many, ECE_SEED: the first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/rollout/world.h"

#define SEEDS  5000
#define EVENTS 160

static uint64_t number(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

static struct rollout_limits random_limits(struct world *dice)
{
	return (struct rollout_limits){
		.unreachable = 1 + world_random(dice, 4),
		.lost = 1 + world_random(dice, 3),
		.failed = 1 + world_random(dice, 3),
		.parallel = 1 + world_random(dice, 4),
		.undo_parallel = 1 + world_random(dice, 6),
		.attempts = 1 + world_random(dice, 3),
		.answer_ns = 1000,
		.retry_ns = world_random(dice, 2) ? 0 : 100,
		.undo_on_fail = world_random(dice, 4) > 0,
		.lease_ns = world_random(dice, 3) ? 300 + world_random(dice, 3000) : 0,
		.sample_ns = 200,
		.judge_ns = 300,
	};
}

static void random_changes(struct world *dice, struct world_config *c)
{
	c->change_count = 1 + world_random(dice, WORLD_CHANGES);
	for (uint32_t i = 0; i < c->change_count; i++) {
		struct world_change *change = &c->changes[i];

		change->limits = random_limits(dice);
		change->gate_count = world_random(dice, WORLD_GATES + 1);
		for (uint32_t g = 0; g < change->gate_count; g++)
			change->gates[g] = (struct rollout_gate){
				.name = "gate",
				.samples = world_random(dice, 2),
				.on_inconclusive = (enum rollout_rule)world_random(dice, 3),
				.wait_ns = world_random(dice, 2) ? 0 : world_random(dice, 900),
			};
	}
}

/* Each change is a share of the steps and of the hosts in order; the last step of all takes the rest. */
static void random_steps(struct world *dice, struct world_config *c)
{
	uint32_t first = 0, change = 0;

	while (first < c->host_count && c->step_count < WORLD_STEPS) {
		uint32_t left = c->host_count - first;
		bool last = c->step_count == WORLD_STEPS - 1;
		uint32_t count = last ? left : 1 + world_random(dice, left < 5 ? left : 5);

		if (c->step_count && world_random(dice, 2) && change + 1 < c->change_count)
			change++;
		c->steps[c->step_count++] = (struct rollout_step_plan){
			.first = first,
			.count = count,
			.change = change,
			.soak_ns = world_random(dice, 2) ? 0 : 500,
			.baseline_ns = world_random(dice, 2) ? 0 : 400,
		};
		first += count;
	}
}

/* Hosts come again in later changes, each once in one. */
static void random_hosts(struct world *dice, struct world_config *c)
{
	for (uint32_t s = 0; s < c->step_count; s++) {
		uint32_t from = s && c->steps[s].change == c->steps[s - 1].change ? c->steps[s].first : 0;

		for (uint32_t i = 0; i < c->steps[s].count; i++)
			c->host_of[c->steps[s].first + i] = 1 + from + i;
	}
	if (world_random(dice, 3) == 0 || c->steps[c->step_count - 1].change == 0)
		memset(c->host_of, 0, sizeof(c->host_of));
}

static struct world_config random_config(uint64_t seed)
{
	struct world dice = {.random = seed};
	struct world_config c = {.host_count = 1 + world_random(&dice, 12)};

	random_changes(&dice, &c);
	random_steps(&dice, &c);
	random_hosts(&dice, &c);
	return c;
}

static void troubled_apply(struct world *w, uint32_t host)
{
	struct world_host *h = &w->hosts[host];

	/* What an earlier attempt of the request did, the host says again. */
	if (h->value != WORLD_OLD || h->undone || h->applied > h->round) {
		world_answer(w, host, world_deliver(w, host), false);
		return;
	}
	switch (world_random(w, 4)) {
	case 0:
		world_answer(w, host, ROLLOUT_ANSWER_UNCHANGED, false);
		break;
	case 1:
		world_answer(w, host, ROLLOUT_ANSWER_REFUSED, false);
		break;
	case 2:
		h->value = WORLD_BROKEN;
		world_answer(w, host, ROLLOUT_ANSWER_DIRTY, false);
		break;
	default:
		world_answer(w, host, ROLLOUT_ANSWER_FAILED_OLD, false);
		break;
	}
}

/* It has undone itself and says so in other words, or could not. */
static void troubled_holder(struct world *w, uint32_t host,
			    void (*answer)(struct world *, uint32_t, enum rollout_answer, bool))
{
	static const enum rollout_answer restored[] = {ROLLOUT_ANSWER_FAILED_OLD, ROLLOUT_ANSWER_REFUSED};
	static const enum rollout_answer broken[] = {ROLLOUT_ANSWER_DIRTY, ROLLOUT_ANSWER_CONFLICT,
						     ROLLOUT_ANSWER_UNDO_FAILED};
	struct world_host *h = &w->hosts[host];
	bool restores = world_random(w, 2);

	h->value = restores ? WORLD_OLD : WORLD_BROKEN;
	h->undone = restores;
	answer(w, host, restores ? restored[world_random(w, 2)] : broken[world_random(w, 3)], false);
}

static void troubled_confirm(struct world *w, uint32_t host)
{
	struct world_host *h = &w->hosts[host];

	if (h->value != WORLD_NEW || h->confirmed || h->self_undone)
		world_answer(w, host, world_deliver(w, host), false);
	else
		troubled_holder(w, host, world_answer);
}

static void answer_somehow(struct world *w, uint32_t host, uint32_t trouble)
{
	static const enum rollout_answer nonsense[] = {
		[ROLLOUT_REQUEST_APPLY] = ROLLOUT_ANSWER_CONFIRMED,
		[ROLLOUT_REQUEST_CONFIRM] = ROLLOUT_ANSWER_RENEWED,
		[ROLLOUT_REQUEST_UNDO] = ROLLOUT_ANSWER_FAILED_OLD,
	};
	enum rollout_request request = w->hosts[host].request;
	uint32_t dice = world_random(w, w->hosts[host].rounds ? 40 : trouble);

	if (dice < 10)
		world_answer(w, host, ROLLOUT_ANSWER_MAYBE, world_random(w, 2));
	else if (dice < 15)
		world_answer(w, host, ROLLOUT_ANSWER_NOT_SENT, false);
	else if (dice < 17)
		world_answer(w, host, nonsense[request], world_random(w, 2));
	else if (dice < 24 && request == ROLLOUT_REQUEST_APPLY)
		troubled_apply(w, host);
	else if (dice < 20 && request == ROLLOUT_REQUEST_CONFIRM)
		troubled_confirm(w, host);
	else if (dice < 22 && request == ROLLOUT_REQUEST_UNDO)
		world_answer(w, host, ROLLOUT_ANSWER_REFUSED, false);
	else
		world_answer(w, host, world_deliver(w, host), false);
}

static void renew_somehow(struct world *w, uint32_t host, uint32_t trouble)
{
	uint32_t dice = world_random(w, trouble);

	if (dice < 10)
		world_answer_renewal(w, host, ROLLOUT_ANSWER_MAYBE, world_random(w, 2));
	else if (dice < 20)
		world_answer_renewal(w, host, ROLLOUT_ANSWER_NOT_SENT, false);
	else if (dice < 22)
		world_answer_renewal(w, host, ROLLOUT_ANSWER_HELD, world_random(w, 2));
	else if (dice < 25 && w->hosts[host].value == WORLD_NEW && !w->hosts[host].self_undone)
		troubled_holder(w, host, world_answer_renewal);
	else
		world_answer_renewal(w, host, world_deliver_renewal(w, host), false);
}

/* An answer to something that was sent before, or never. */
static void late_answer(struct world *w, uint32_t host)
{
	const struct world_host *h = &w->hosts[host];
	struct rollout_event event = {
		.kind = ROLLOUT_EVENT_ANSWER,
		.host = host,
		.request = (enum rollout_request)world_random(w, ROLLOUT_REQUEST_COUNT),
		.attempt = world_random(w, h->attempt + 2),
		.answer = (enum rollout_answer)world_random(w, ROLLOUT_ANSWER_COUNT),
	};
	bool renewal = event.request == ROLLOUT_REQUEST_RENEW;

	if (renewal ? h->lease.open && h->lease.attempt == event.attempt :
		      h->open && h->waiting_answer && h->request == event.request && h->attempt == event.attempt)
		return;
	world_event(w, &event);
}

/* A sample or verdict of another round, step or gate, or one that is not waited for. */
static void late_evidence(struct world *w)
{
	uint32_t step = world_random(w, w->config.step_count), round = world_random(w, 4);
	struct rollout_event event = {
		.kind = ROLLOUT_EVENT_SAMPLED,
		.step = step,
		.round = round,
		.sample = (enum rollout_sample)world_random(w, ROLLOUT_SAMPLE_COUNT),
		.verdict = ROLLOUT_VERDICT_PASS,
	};
	const struct world_sample *s = &w->steps[step].samples[event.sample];
	uint32_t gates = w->config.changes[w->config.steps[step].change].gate_count;

	if (world_random(w, 2)) {
		event.round = world_random(w, 2) ? s->round : round;
		if (!s->open || s->round != event.round)
			world_event(w, &event);
	} else if (gates) {
		event.kind = ROLLOUT_EVENT_VERDICT;
		event.gate = world_random(w, gates);
		if (step != rollout_current_step(w->run) || !w->gates[event.gate].open ||
		    w->gates[event.gate].round != round)
			world_event(w, &event);
	}
}

static void judge_somehow(struct world *w, uint32_t trouble)
{
	uint32_t gate = world_random(w, WORLD_GATES), dice = world_random(w, 2 * trouble);

	if (!w->gates[gate].open)
		return;
	if (dice < 12)
		world_verdict(w, gate, ROLLOUT_VERDICT_ERROR);
	else if (dice < 60)
		world_verdict(w, gate, ROLLOUT_VERDICT_INCONCLUSIVE);
	else if (dice < 70)
		world_verdict(w, gate, ROLLOUT_VERDICT_FAIL);
	else
		world_verdict(w, gate, ROLLOUT_VERDICT_PASS);
}

static void person_does(struct world *w)
{
	static const enum rollout_event_kind words[] = {
		ROLLOUT_EVENT_RESUME,   ROLLOUT_EVENT_RESUME,   ROLLOUT_EVENT_ACCEPT,   ROLLOUT_EVENT_PAUSE,
		ROLLOUT_EVENT_FREEZE,   ROLLOUT_EVENT_UNFREEZE, ROLLOUT_EVENT_UNFREEZE, ROLLOUT_EVENT_TAKE_OVER,
		ROLLOUT_EVENT_UNFREEZE, ROLLOUT_EVENT_RESUME,   ROLLOUT_EVENT_ABORT,    ROLLOUT_EVENT_UNDO,
	};
	uint32_t calm = sizeof(words) / sizeof(words[0]) - 2;

	world_simple(w, words[world_random(w, world_random(w, 8) ? calm : calm + 2)]);
}

/* Whoever finds a run paused decides something, most of the time. */
static void person_decides(struct world *w)
{
	enum rollout_run_state state = rollout_state(w->run);

	if (state != ROLLOUT_PAUSED || !rollout_idle(w->run) || world_random(w, 4))
		return;
	world_simple(w, w->frozen ? ROLLOUT_EVENT_UNFREEZE : ROLLOUT_EVENT_RESUME);
}

static void dies(struct world *w)
{
	w->now += world_random(w, 2) ? 0 : world_random(w, 4000);
	world_crash(w);
	if (world_random(w, 3) == 0)
		world_simple(w, ROLLOUT_EVENT_RESUME);
}

static void something_happens(struct world *w, uint32_t trouble)
{
	uint32_t dice = world_random(w, 220), host = world_random(w, w->config.host_count);

	w->now += world_random(w, 20);
	if (w->armed < w->now)
		world_simple(w, ROLLOUT_EVENT_TIMER);
	else if (dice < 100 && w->hosts[host].open && w->hosts[host].waiting_answer)
		answer_somehow(w, host, trouble);
	else if (dice < 110 && w->hosts[host].lease.open)
		renew_somehow(w, host, trouble);
	else if (dice < 120)
		late_answer(w, host);
	else if (dice < 128)
		late_evidence(w);
	else if (dice < 150)
		world_sampled(w);
	else if (dice < 175)
		judge_somehow(w, trouble);
	else if (dice < 200)
		world_timer(w);
	else if (dice < 205)
		world_simple(w, ROLLOUT_EVENT_TIMER);
	else if (dice < 209)
		dies(w);
	else if (dice < 211 && w->hosts[host].value == WORLD_NEW && !w->hosts[host].self_undone)
		w->hosts[host].value = WORLD_OTHER;
	else if (dice < 215)
		person_does(w);
	else
		person_decides(w);
}

static void fail_if_wrong(const struct world *w, uint64_t seed, unsigned int event)
{
	if (w->wrong)
		fail_msg("seed %llu, event %u: not true that \"%s\" (%s)", (unsigned long long)seed, event, w->wrong,
			 w->detail);
}

/* How often something was met that a test must meet to prove anything about it. */
static struct {
	uint32_t ends[ROLLOUT_RUN_STATE_COUNT], pauses[ROLLOUT_PAUSE_COUNT], steps[ROLLOUT_STEP_STATE_COUNT];
	uint32_t hosts[ROLLOUT_HOST_STATE_COUNT], accepted;
} met;

static void see(const struct world *w)
{
	uint32_t step = rollout_current_step(w->run);

	met.pauses[rollout_pause(w->run)]++;
	met.steps[rollout_step_state(w->run, step)]++;
	met.accepted += rollout_accepted(w->run, step);
	for (uint32_t i = 0; i < w->config.host_count; i++)
		met.hosts[rollout_host_state(w->run, i)]++;
}

static void one_world(struct world *w, uint64_t seed)
{
	struct world_config config = random_config(seed);
	uint32_t trouble = seed % 2 ? 100 : 1000;

	world_begin(w, &config, seed);
	world_simple(w, ROLLOUT_EVENT_START);
	for (unsigned int i = 0; i < EVENTS && !w->wrong; i++) {
		something_happens(w, trouble);
		fail_if_wrong(w, seed, i);
		see(w);
	}
	world_conclude(w);
	fail_if_wrong(w, seed, EVENTS);
	met.ends[rollout_state(w->run)]++;
	world_crash(w);
	if (world_random(w, 2)) {
		world_simple(w, ROLLOUT_EVENT_UNDO);
		world_conclude(w);
	}
	fail_if_wrong(w, seed, EVENTS + 1);
	world_end(w);
}

/* A test that never gets somewhere proves nothing about it. */
static void check_met(uint64_t seeds)
{
	assert_true(met.ends[ROLLOUT_DONE] > seeds / 100);
	assert_true(met.ends[ROLLOUT_UNDONE] > seeds / 100);
	assert_true(met.ends[ROLLOUT_STUCK] > seeds / 100);
	for (int i = 0; i < ROLLOUT_PAUSE_COUNT; i++)
		if (met.pauses[i] < seeds / 100)
			fail_msg("only %u times paused by %s", met.pauses[i], rollout_pause_name(i));
	for (int i = ROLLOUT_STEP_BASELINE; i < ROLLOUT_STEP_STATE_COUNT; i++)
		if (met.steps[i] < seeds / 100)
			fail_msg("only %u times a step is %s", met.steps[i], rollout_step_state_name(i));
	for (int i = 0; i < ROLLOUT_HOST_STATE_COUNT; i++)
		if (met.hosts[i] < seeds / 100)
			fail_msg("only %u times a host is %s", met.hosts[i], rollout_host_state_name(i));
	assert_true(met.accepted > seeds / 100);
}

static void all_rules_hold_in_any_order_of_events(void **state)
{
	uint64_t first = number("ECE_SEED", 1), seeds = number("ECE_SEEDS", SEEDS);
	struct world *w = malloc(sizeof(*w));

	(void)state;
	assert_non_null(w);
	for (uint64_t seed = first; seed < first + seeds; seed++)
		one_world(w, seed);
	print_message("%llu worlds: %u done, %u undone, %u stuck\n", (unsigned long long)seeds, met.ends[ROLLOUT_DONE],
		      met.ends[ROLLOUT_UNDONE], met.ends[ROLLOUT_STUCK]);
	if (seeds >= 1000)
		check_met(seeds);
	free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_rules_hold_in_any_order_of_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
