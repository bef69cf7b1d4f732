// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Leases, on a clock that only moves when it is told to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "tests/unit/lib/rollout/fixture.h"

#define LEASE 3000
#define THIRD 1000
#define AGAIN 250 /* a twelfth */

/* One step of four hosts that soaks for long. */
static struct world_config with_leases(void)
{
	struct world_config c = small;

	c.limits.lease_ns = LEASE;
	c.limits.lost = 2;
	c.limits.parallel = 4;
	c.limits.answer_ns = 400;
	c.steps[0] = (struct rollout_step_plan){.count = 4, .soak_ns = 100 * LEASE};
	c.step_count = 1;
	return c;
}

/* All four hold, since BEGUN. */
static struct world *holding(const struct world_config *config)
{
	struct world *w = begin(config);

	world_simple(w, ROLLOUT_EVENT_START);
	for (uint32_t i = 0; i < 4; i++)
		world_answer(w, i, ROLLOUT_ANSWER_HELD, true);
	check(w);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_SOAKING);
	return w;
}

static void answer_renewal(struct world *w, uint32_t host, bool reached)
{
	if (w->hosts[host].lease.open)
		world_answer_renewal(w, host, reached ? world_deliver_renewal(w, host) : ROLLOUT_ANSWER_NOT_SENT,
				     false);
}

static void renew_all(struct world *w)
{
	for (uint32_t i = 0; i < 4; i++)
		answer_renewal(w, i, true);
}

static void held_hosts_are_renewed_at_a_third_of_the_lease(void **state)
{
	struct world_config config = with_leases();
	struct world *w = holding(&config);

	(void)state;
	assert_int_equal(w->armed, BEGUN + THIRD);
	assert_int_equal(rollout_lease_end(w->run), BEGUN + LEASE);
	world_timer(w);
	assert_int_equal(w->all_renewals, 4);
	assert_int_equal(rollout_counts(w->run).in_flight, 0);
	w->now += 10;
	renew_all(w);
	/* The host may count from when it was sent. */
	assert_int_equal(rollout_lease_end(w->run), BEGUN + THIRD + LEASE);
	assert_int_equal(w->armed, BEGUN + THIRD + 10 + THIRD);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	assert_int_equal(rollout_lease_end(w->run), UINT64_MAX);
	end(w);
}

static void leases_are_renewed_while_paused_and_frozen(void **state)
{
	struct world_config config = with_leases();
	struct world *w = holding(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_PAUSE);
	assert_true(rollout_idle(w->run));
	for (unsigned int i = 0; i < 10; i++) {
		world_timer(w);
		renew_all(w);
	}
	world_simple(w, ROLLOUT_EVENT_FREEZE);
	for (unsigned int i = 0; i < 10; i++) {
		world_timer(w);
		renew_all(w);
	}
	assert_int_equal(w->all_renewals, 80);
	assert_int_equal(rollout_counts(w->run).held, 4);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(w->hosts[i].value, WORLD_NEW);
	end(w);
}

/* Lesson: NVIDIA/nodewright#587, who waited for the last step starved while others ran. */
static void renewals_do_not_starve_behind_applies(void **state)
{
	struct world_config config = with_leases();
	struct world *w;

	(void)state;
	config.limits.parallel = 1;
	config.limits.attempts = 100;
	w = begin(&config);
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	/* The next one does not answer, and takes all of the window. */
	while (w->now < BEGUN + THIRD)
		world_timer(w);
	assert_int_equal(rollout_counts(w->run).in_flight, 1);
	assert_int_equal(host_of(w, 1), ROLLOUT_HOST_INTENT);
	assert_true(w->hosts[0].lease.open);
	end(w);
}

static void a_lost_renewal_is_sent_again(void **state)
{
	struct world_config config = with_leases();
	struct world *w = holding(&config);

	(void)state;
	world_timer(w);
	world_answer_renewal(w, 0, ROLLOUT_ANSWER_NOT_SENT, false);
	for (uint32_t i = 1; i < 4; i++)
		world_answer_renewal(w, i, world_deliver_renewal(w, i), false);
	assert_int_equal(w->armed, BEGUN + THIRD + AGAIN);
	world_timer(w);
	assert_true(w->hosts[0].lease.open);
	/* The answer to the first one comes late, and the second attempt is the one that counts. */
	assert_int_equal(world_event(w, &(struct rollout_event){.kind = ROLLOUT_EVENT_ANSWER,
								.request = ROLLOUT_REQUEST_RENEW,
								.attempt = 1,
								.answer = ROLLOUT_ANSWER_SELF_UNDONE}),
			 0);
	world_answer_renewal(w, 0, world_deliver_renewal(w, 0), false);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_HELD);
	end(w);
}

/* Lessons: kubereboot/kured#822, a lease was not honoured; #137 and #847, its holder did not exist any more. */
static void a_held_host_that_is_gone_is_lost_when_its_lease_is_over(void **state)
{
	struct world_config config = with_leases();
	struct world *w = holding(&config);

	(void)state;
	while (host_of(w, 0) == ROLLOUT_HOST_HELD) {
		assert_true(w->now < BEGUN + LEASE + AGAIN);
		world_timer(w);
		for (uint32_t i = 1; i < 4; i++)
			answer_renewal(w, i, true);
		answer_renewal(w, 0, false);
		if (w->now < BEGUN + LEASE)
			assert_int_equal(host_of(w, 0), ROLLOUT_HOST_HELD);
	}
	assert_int_equal(w->now, BEGUN + LEASE);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_MAYBE);
	assert_int_equal(rollout_counts(w->run).lost, 1);
	/* One may be lost; the others go on and are confirmed. */
	assert_int_equal(rollout_state(w->run), ROLLOUT_RUNNING);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	assert_int_equal(rollout_counts(w->run).confirmed, 3);
	end(w);
}

static void a_budget_that_leases_spend_stops_the_run(void **state)
{
	struct world_config config = with_leases();
	struct world *w;

	(void)state;
	config.limits.lost = 1;
	w = holding(&config);
	for (unsigned int i = 0; i < 100 && rollout_state(w->run) == ROLLOUT_RUNNING; i++) {
		world_timer(w);
		for (uint32_t j = 0; j < 4; j++)
			answer_renewal(w, j, j > 0);
	}
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	assert_reason(w, "undoing, 0 hosts undone: hosts that did not answer any more: 1, the run stops at 1");
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
}

/* Hosts 0 and 1 are cut off, undo themselves, and are back at once. */
static struct world *two_undid_themselves(const struct world_config *config)
{
	struct world *w = holding(config);

	while (w->now < BEGUN + LEASE) {
		world_timer(w);
		for (uint32_t i = 0; i < 4; i++)
			answer_renewal(w, i, i >= 2 || w->now >= BEGUN + LEASE);
	}
	assert_int_equal(w->hosts[0].value, WORLD_OLD);
	check(w);
	return w;
}

static void hosts_that_undid_themselves_pause_the_run(void **state)
{
	struct world_config config = with_leases();
	struct world *w = two_undid_themselves(&config);

	(void)state;
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_SELF_UNDONE);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_LEASE);
	assert_int_equal(rollout_counts(w->run).failed + rollout_counts(w->run).lost, 0);
	assert_reason(w,
		      "paused: 2 hosts of step 1 of 1 undid themselves, as their lease ran out or they were restarted; "
		      "resume applies, soaks and judges again, abort undoes the rest; 2 hosts hold the change and must "
		      "be renewed within 3000 ns");
	/* A person may not accept what was not judged. */
	assert_int_equal(world_simple(w, ROLLOUT_EVENT_ACCEPT), 0);
	end(w);
}

/* Lesson: fluxcd/flagger#30, what was judged before held for what came after. */
static void who_undid_itself_is_applied_soaked_and_judged_anew(void **state)
{
	struct world_config config = with_leases();
	struct world *w = two_undid_themselves(&config);
	uint64_t resumed = w->now;

	(void)state;
	world_simple(w, ROLLOUT_EVENT_RESUME);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_APPLYING);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_INTENT);
	assert_int_equal(w->hosts[0].round, 1);
	assert_int_equal(host_of(w, 2), ROLLOUT_HOST_HELD);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	assert_int_equal(rollout_counts(w->run).confirmed, 4);
	assert_true(w->now >= resumed + 100 * LEASE);
	end(w);
}

static void abort_asks_who_undid_itself_too(void **state)
{
	struct world_config config = with_leases();
	struct world *w = two_undid_themselves(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_ABORT);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	assert_int_equal(rollout_counts(w->run).undone, 4);
	end(w);
}

static void a_lease_that_ran_out_before_the_confirmation_pauses_the_run(void **state)
{
	struct world_config config = with_leases();
	struct world *w;

	(void)state;
	config.steps[0].soak_ns = 100;
	w = holding(&config);
	world_timer(w);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	for (uint32_t i = 1; i < 4; i++)
		world_answer(w, i, ROLLOUT_ANSWER_CONFIRMED, true);
	w->now += LEASE;
	world_answer(w, 0, world_deliver(w, 0), false);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_SELF_UNDONE);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_LEASE);
	/* Those that were confirmed stay so. */
	world_simple(w, ROLLOUT_EVENT_RESUME);
	assert_int_equal(host_of(w, 1), ROLLOUT_HOST_CONFIRMED);
	world_settle(w);
	assert_int_equal(rollout_counts(w->run).confirmed, 4);
	end(w);
}

/* The controller was dead for longer than the lease: one lost packet is no reason to give a host up. */
static void a_new_controller_asks_as_often_as_ever_before_a_host_is_lost(void **state)
{
	struct world_config config = with_leases();
	struct world *w = holding(&config);

	(void)state;
	w->now += 10 * LEASE;
	world_crash(w);
	world_answer_renewal(w, 0, ROLLOUT_ANSWER_MAYBE, false);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_HELD);
	world_timer(w);
	world_answer_renewal(w, 0, ROLLOUT_ANSWER_MAYBE, false);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_MAYBE);
	end(w);
}

static void a_host_that_says_it_could_not_undo_itself_is_a_failure(void **state)
{
	static const enum rollout_answer answers[] = {ROLLOUT_ANSWER_DIRTY, ROLLOUT_ANSWER_CONFLICT,
						      ROLLOUT_ANSWER_UNDO_FAILED, ROLLOUT_ANSWER_REFUSED};
	struct world_config config = with_leases();

	(void)state;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		struct world *w = holding(&config);

		world_timer(w);
		w->hosts[0].value = WORLD_BROKEN;
		world_answer_renewal(w, 0, answers[i], false);
		assert_int_equal(rollout_counts(w->run).failed, 1);
		assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
		world_settle(w);
		assert_int_equal(rollout_state(w->run), ROLLOUT_STUCK);
		end(w);
	}
}

/* The controller was dead while hosts undid themselves: what was sampled then is not of hosts with the change. */
static void a_step_is_judged_when_its_hosts_are_known_to_hold(void **state)
{
	struct world_config config = with_leases();
	struct world *w;

	(void)state;
	config.steps[0].soak_ns = 2 * LEASE;
	config.changes[0].limits = config.limits;
	config.changes[0].gates[0] = (struct rollout_gate){.name = "harm", .samples = true};
	config.changes[0].gate_count = 1;
	config.change_count = 1;
	w = begin(&config);
	world_simple(w, ROLLOUT_EVENT_START);
	world_sampled(w);
	world_sampled(w);
	for (uint32_t i = 0; i < 4; i++)
		world_answer(w, i, ROLLOUT_ANSWER_HELD, true);
	world_sampled(w);
	w->now += 10 * LEASE;
	world_crash(w);
	world_sampled(w);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_SOAKING);
	assert_string_equal(rollout_wait(w->run).what, "hosts to renew their lease");
	for (uint32_t i = 0; i < 3; i++)
		world_answer_renewal(w, i, ROLLOUT_ANSWER_RENEWED, false);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_SOAKING);
	world_answer_renewal(w, 3, ROLLOUT_ANSWER_SELF_UNDONE, false);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_LEASE);
	assert_int_equal(w->judges, 0);
	end(w);
}

static void who_surely_holds_need_not_answer_first(void **state)
{
	struct world_config config = with_leases();
	struct world *w;

	(void)state;
	config.steps[0].soak_ns = 2100;
	w = holding(&config);
	/* Late, but an answer to what is sent now comes before the lease is over. */
	w->now = BEGUN + 2200;
	world_crash(w);
	assert_int_equal(w->all_renewals, 4);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_CONFIRMING);
	end(w);
	w = holding(&config);
	w->now = BEGUN + 2700;
	world_crash(w);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_SOAKING);
	end(w);
}

static void without_leases_nobody_is_renewed(void **state)
{
	struct world_config config = with_leases();
	struct world *w;

	(void)state;
	config.limits.lease_ns = 0;
	w = holding(&config);
	assert_int_equal(rollout_lease_end(w->run), UINT64_MAX);
	world_timer(w);
	assert_int_equal(w->now, BEGUN + 100 * LEASE);
	assert_int_equal(w->all_renewals, 0);
	end(w);
}

#define MANY   100000
#define CYCLES 3

/* What was sent and not answered yet, in order. */
struct sent {
	struct rollout_action *actions;
	size_t head, tail, max;
};

static void take_sends(struct sent *sent, const struct rollout_action *actions, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (actions[i].kind != ROLLOUT_ACTION_SEND)
			continue;
		assert_true(sent->tail < sent->max);
		sent->actions[sent->tail++] = actions[i];
	}
}

/* All that is to be sent at this moment, answered well. */
static void answer_all(struct rollout *run, struct sent *sent, uint64_t now, size_t expected)
{
	const struct rollout_action *actions;
	struct rollout_event event = {.kind = sent->tail ? ROLLOUT_EVENT_TIMER : ROLLOUT_EVENT_START};
	size_t count, before = sent->tail;

	for (;;) {
		const struct rollout_action *next = &sent->actions[sent->head];

		assert_true(rollout_step(run, &event, now, &actions, &count) >= 0);
		take_sends(sent, actions, count);
		if (sent->head == sent->tail)
			break;
		sent->head++;
		event = (struct rollout_event){
			.kind = ROLLOUT_EVENT_ANSWER,
			.host = next->host,
			.request = next->request,
			.attempt = next->attempt,
			.answer = next->request == ROLLOUT_REQUEST_RENEW ? ROLLOUT_ANSWER_RENEWED : ROLLOUT_ANSWER_HELD,
		};
	}
	assert_int_equal(sent->tail - before, expected);
}

/* The time of one renewal must not grow with the fleet. */
static void a_hundred_thousand_leases(void **state)
{
	const struct rollout_step_plan step = {.count = MANY, .soak_ns = 100 * LEASE};
	struct rollout_change change = {.limits = with_leases().limits};
	const struct rollout_plan plan = {
		.changes = &change, .change_count = 1, .steps = &step, .step_count = 1, .host_count = MANY};
	struct sent sent = {.max = (CYCLES + 1) * MANY};
	struct rollout *run;

	(void)state;
	change.limits.parallel = 512;
	sent.actions = calloc(sent.max, sizeof(*sent.actions));
	assert_non_null(sent.actions);
	assert_int_equal(rollout_new(&plan, &run), 0);
	for (uint64_t cycle = 0; cycle <= CYCLES; cycle++)
		answer_all(run, &sent, BEGUN + cycle * THIRD, MANY);
	assert_int_equal(rollout_counts(run).held, MANY);
	assert_int_equal(rollout_lease_end(run), BEGUN + CYCLES * THIRD + LEASE);
	rollout_free(run);
	free(sent.actions);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(held_hosts_are_renewed_at_a_third_of_the_lease),
		cmocka_unit_test(leases_are_renewed_while_paused_and_frozen),
		cmocka_unit_test(renewals_do_not_starve_behind_applies),
		cmocka_unit_test(a_lost_renewal_is_sent_again),
		cmocka_unit_test(a_held_host_that_is_gone_is_lost_when_its_lease_is_over),
		cmocka_unit_test(a_budget_that_leases_spend_stops_the_run),
		cmocka_unit_test(hosts_that_undid_themselves_pause_the_run),
		cmocka_unit_test(who_undid_itself_is_applied_soaked_and_judged_anew),
		cmocka_unit_test(abort_asks_who_undid_itself_too),
		cmocka_unit_test(a_lease_that_ran_out_before_the_confirmation_pauses_the_run),
		cmocka_unit_test(a_new_controller_asks_as_often_as_ever_before_a_host_is_lost),
		cmocka_unit_test(a_host_that_says_it_could_not_undo_itself_is_a_failure),
		cmocka_unit_test(a_step_is_judged_when_its_hosts_are_known_to_hold),
		cmocka_unit_test(who_surely_holds_need_not_answer_first),
		cmocka_unit_test(without_leases_nobody_is_renewed),
		cmocka_unit_test(a_hundred_thousand_leases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
