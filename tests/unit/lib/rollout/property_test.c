// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Random orders of events, seeded; world.c has the rules. ECE_SEEDS: how many, ECE_SEED: the first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/lib/rollout/world.h"

#define SEEDS  5000
#define EVENTS 120

static uint64_t number(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

static void random_steps(struct world *dice, struct world_config *c)
{
	uint32_t first = 0;

	while (first < c->host_count && c->step_count < WORLD_STEPS) {
		uint32_t left = c->host_count - first;
		bool last = c->step_count == WORLD_STEPS - 1;
		uint32_t count = last ? left : 1 + world_random(dice, left);

		c->steps[c->step_count++] = (struct rollout_step_plan){
			.first = first,
			.count = count,
			.soak_ns = world_random(dice, 2) ? 0 : 500,
		};
		first += count;
	}
}

static struct world_config random_config(uint64_t seed)
{
	struct world dice = {.random = seed};
	struct world_config c = {.host_count = 1 + world_random(&dice, 10)};

	random_steps(&dice, &c);
	c.limits = (struct rollout_limits){
		.unreachable = 1 + world_random(&dice, 4),
		.lost = 1 + world_random(&dice, 3),
		.failed = 1 + world_random(&dice, 3),
		.parallel = 1 + world_random(&dice, 4),
		.undo_parallel = 1 + world_random(&dice, 6),
		.attempts = 1 + world_random(&dice, 3),
		.answer_ns = 1000,
		.retry_ns = world_random(&dice, 2) ? 0 : 100,
		.undo_on_fail = world_random(&dice, 4) > 0,
	};
	return c;
}

static void troubled_apply(struct world *w, uint32_t host)
{
	struct world_host *h = &w->hosts[host];

	/* What an earlier attempt of the request did, the host says again. */
	if (h->value != WORLD_OLD || h->undone) {
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

static void troubled_confirm(struct world *w, uint32_t host)
{
	struct world_host *h = &w->hosts[host];

	if (h->value != WORLD_NEW || h->confirmed) {
		world_answer(w, host, world_deliver(w, host), false);
		return;
	}
	h->value = WORLD_OLD; /* it has undone itself */
	h->undone = true;
	world_answer(w, host, world_random(w, 2) ? ROLLOUT_ANSWER_FAILED_OLD : ROLLOUT_ANSWER_REFUSED, false);
}

static void answer_somehow(struct world *w, uint32_t host)
{
	static const enum rollout_answer nonsense[] = {
		[ROLLOUT_REQUEST_APPLY] = ROLLOUT_ANSWER_CONFIRMED,
		[ROLLOUT_REQUEST_CONFIRM] = ROLLOUT_ANSWER_HELD,
		[ROLLOUT_REQUEST_UNDO] = ROLLOUT_ANSWER_FAILED_OLD,
	};
	enum rollout_request request = w->hosts[host].request;
	uint32_t dice = world_random(w, 100);

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

	if (h->open && h->waiting_answer && h->request == event.request && h->attempt == event.attempt)
		return;
	world_event(w, &event);
}

static void something_happens(struct world *w)
{
	uint32_t dice = world_random(w, 200), host = world_random(w, w->config.host_count);

	w->now += world_random(w, 20);
	if (w->armed < w->now)
		world_simple(w, ROLLOUT_EVENT_TIMER);
	else if (dice < 120 && w->hosts[host].open && w->hosts[host].waiting_answer)
		answer_somehow(w, host);
	else if (dice < 150)
		late_answer(w, host);
	else if (dice < 170)
		world_timer(w);
	else if (dice < 180)
		world_simple(w, ROLLOUT_EVENT_TIMER);
	else if (dice < 184)
		world_crash(w);
	else if (dice < 186 && w->hosts[host].value == WORLD_NEW)
		w->hosts[host].value = WORLD_OTHER;
	else if (dice < 187)
		world_simple(w, ROLLOUT_EVENT_ABORT);
	else if (dice < 188)
		world_simple(w, ROLLOUT_EVENT_UNDO);
}

static void fail_if_wrong(const struct world *w, uint64_t seed, unsigned int event)
{
	if (w->wrong)
		fail_msg("seed %llu, event %u: not true that \"%s\" (%s)", (unsigned long long)seed, event, w->wrong,
			 w->detail);
}

static uint32_t ends[ROLLOUT_RUN_STATE_COUNT]; /* how often each final state was met */

static void one_world(struct world *w, uint64_t seed)
{
	struct world_config config = random_config(seed);

	world_begin(w, &config, seed);
	world_simple(w, ROLLOUT_EVENT_START);
	for (unsigned int i = 0; i < EVENTS && !w->wrong; i++) {
		something_happens(w);
		fail_if_wrong(w, seed, i);
	}
	world_settle(w);
	fail_if_wrong(w, seed, EVENTS);
	ends[rollout_state(w->run)]++;
	world_crash(w);
	if (world_random(w, 2)) {
		world_simple(w, ROLLOUT_EVENT_UNDO);
		world_settle(w);
	}
	fail_if_wrong(w, seed, EVENTS + 1);
	world_end(w);
}

static void all_rules_hold_in_any_order_of_events(void **state)
{
	uint64_t first = number("ECE_SEED", 1), seeds = number("ECE_SEEDS", SEEDS);
	struct world *w = malloc(sizeof(*w));

	(void)state;
	assert_non_null(w);
	for (uint64_t seed = first; seed < first + seeds; seed++)
		one_world(w, seed);
	print_message("%llu worlds: %u done, %u undone, %u stuck, %u paused\n", (unsigned long long)seeds,
		      ends[ROLLOUT_DONE], ends[ROLLOUT_UNDONE], ends[ROLLOUT_STUCK], ends[ROLLOUT_PAUSED]);
	/* A test that never gets somewhere proves nothing about it. */
	if (seeds >= 1000) {
		assert_true(ends[ROLLOUT_DONE] > seeds / 100);
		assert_true(ends[ROLLOUT_UNDONE] > seeds / 100);
		assert_true(ends[ROLLOUT_STUCK] > seeds / 100);
		assert_true(ends[ROLLOUT_PAUSED] > seeds / 500);
	}
	free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_rules_hold_in_any_order_of_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
