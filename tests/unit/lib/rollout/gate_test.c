// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Baselines, soaks and verdicts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>

#include "tests/unit/lib/rollout/fixture.h"

#define BASELINE 400

/* The small run with gate "harm", which samples, and gate "goodput", which does not. */
static struct world_config with_gates(enum rollout_rule rule, uint64_t wait_ns)
{
	struct world_config c = small;

	c.change_count = 1;
	c.changes[0].limits = c.limits;
	c.changes[0].gates[0] =
		(struct rollout_gate){.name = "harm", .samples = true, .on_inconclusive = rule, .wait_ns = wait_ns};
	c.changes[0].gates[1] = (struct rollout_gate){.name = "goodput"};
	c.changes[0].gate_count = 2;
	c.steps[0].baseline_ns = BASELINE;
	return c;
}

/* Through baseline, apply and soak of the first step: both gates are asked. */
static struct world *gating(const struct world_config *config)
{
	struct world *w = begin(config);

	world_simple(w, ROLLOUT_EVENT_START);
	assert_true(world_sampled(w));
	world_timer(w);
	assert_true(world_sampled(w));
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	assert_true(world_sampled(w));
	world_timer(w);
	assert_true(world_sampled(w));
	check(w);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_GATING);
	return w;
}

static void a_step_is_watched_applied_soaked_judged_and_confirmed(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = begin(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_BASELINE);
	assert_true(w->steps[0].samples[ROLLOUT_SAMPLE_BASELINE_BEGIN].open);
	assert_int_equal(w->armed, BEGUN + 200);
	w->now += 30;
	world_sampled(w);
	assert_int_equal(w->armed, BEGUN + 30 + BASELINE);
	assert_string_equal(rollout_wait(w->run).what, "the baseline");
	world_timer(w);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_QUEUED);
	world_sampled(w);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_INTENT);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	assert_string_equal(rollout_wait(w->run).what, "counters");
	world_sampled(w);
	assert_int_equal(w->armed, BEGUN + 30 + BASELINE + SOAK);
	world_timer(w);
	world_sampled(w);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_GATING);
	assert_string_equal(rollout_wait(w->run).what, "verdicts");
	world_verdict(w, 0, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_HELD);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	world_answer(w, 0, ROLLOUT_ANSWER_CONFIRMED, true);
	assert_int_equal(step_of(w, 1), ROLLOUT_STEP_BASELINE);
	assert_int_equal(rollout_verdict(w->run, 0), ROLLOUT_VERDICT_NONE);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	end(w);
}

static void a_gate_that_fails_undoes_without_waiting_for_the_others(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = gating(&config);

	(void)state;
	world_verdict(w, 0, ROLLOUT_VERDICT_FAIL);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO);
	assert_reason(w, "undoing, 0 hosts undone: gate harm failed at step 1 of 2");
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	assert_reason(w, "undone: gate harm failed at step 1 of 2");
	end(w);
}

static void a_gate_that_fails_under_on_fail_stop_waits_for_a_person(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w;

	(void)state;
	config.changes[0].limits.undo_on_fail = false;
	w = gating(&config);
	world_verdict(w, 1, ROLLOUT_VERDICT_FAIL);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_GATE);
	assert_reason(w, "paused: gate goodput failed at step 1 of 2; resume soaks for 500 ns more and judges again, "
			 "accept confirms as if it had passed, abort undoes");
	/* The other one is not waited for any more. */
	assert_int_equal(
		world_event(w, &(struct rollout_event){.kind = ROLLOUT_EVENT_VERDICT, .verdict = ROLLOUT_VERDICT_PASS}),
		0);
	world_simple(w, ROLLOUT_EVENT_ACCEPT);
	assert_true(rollout_accepted(w->run, 0));
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	end(w);
}

/* Lesson: argoproj/argo-rollouts#3850, an inconclusive check was ignored and the rollout promoted. */
static void an_inconclusive_gate_stays_so_until_a_person_decides(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = gating(&config);

	(void)state;
	world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
	assert_int_equal(rollout_state(w->run), ROLLOUT_RUNNING);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_GATE);
	assert_true(rollout_wait(w->run).person);
	/* No time, no new controller, no verdict that comes late lets it go on. */
	w->now += 1000000;
	world_simple(w, ROLLOUT_EVENT_TIMER);
	world_crash(w);
	world_verdict(w, 0, ROLLOUT_VERDICT_PASS);
	world_simple(w, ROLLOUT_EVENT_START);
	world_simple(w, ROLLOUT_EVENT_PAUSE);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_GATE);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_HELD);
	assert_int_equal(rollout_verdict(w->run, 0), ROLLOUT_VERDICT_INCONCLUSIVE);
	assert_reason(w, "paused: gate harm is inconclusive at step 1 of 2; resume soaks for 500 ns more and judges "
			 "again, accept confirms as if it had passed, abort undoes");
	end(w);
}

static void the_rule_of_a_gate_decides_what_inconclusive_does(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PASS, 0);
	struct world *w = gating(&config);

	(void)state;
	world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	end(w);
	config = with_gates(ROLLOUT_RULE_FAIL, 0);
	w = gating(&config);
	world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	assert_reason(w, "undoing, 0 hosts undone: gate harm is inconclusive at step 1 of 2");
	end(w);
}

/* Lesson: argoproj/argo-rollouts#3503, an empty result was an error and was rolled back. */
static void no_data_is_no_error_and_neither_undoes(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = gating(&config);

	(void)state;
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	/* No data: it is known that it is not known, and not asked again. */
	world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_GATE);
	end(w);
	w = gating(&config);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	/* An error is asked again after a rest; a second one leaves it to a person. */
	world_verdict(w, 0, ROLLOUT_VERDICT_ERROR);
	assert_int_equal(rollout_state(w->run), ROLLOUT_RUNNING);
	assert_int_equal(w->armed, w->now + small.limits.retry_ns);
	world_timer(w);
	world_verdict(w, 0, ROLLOUT_VERDICT_ERROR);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_GATE);
	assert_reason(w, "paused: gate harm could not be judged at step 1 of 2; resume soaks for 500 ns more and "
			 "judges again, accept confirms as if it had passed, abort undoes");
	end(w);
}

static void an_error_that_goes_away_is_no_matter(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = gating(&config);

	(void)state;
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	world_verdict(w, 0, ROLLOUT_VERDICT_ERROR);
	world_timer(w);
	world_verdict(w, 0, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	end(w);
}

/* A night without traffic: it soaks on and is judged again, until the wait is over. */
static void an_inconclusive_gate_soaks_on_while_it_may_wait(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 800);
	struct world *w = gating(&config);
	uint64_t soaked = w->now;
	uint32_t rounds = 0;

	(void)state;
	for (; rollout_state(w->run) == ROLLOUT_RUNNING; rounds++) {
		assert_int_equal(w->gates[0].round, rounds);
		world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
		world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
		if (rollout_state(w->run) != ROLLOUT_RUNNING)
			break;
		assert_int_equal(step_of(w, 0), ROLLOUT_STEP_SOAKING);
		assert_int_equal(w->armed, w->now + 100);
		world_timer(w);
		assert_true(w->steps[0].samples[ROLLOUT_SAMPLE_SOAK_END].open);
		world_sampled(w);
	}
	assert_int_equal(w->now, soaked + 800);
	assert_int_equal(rounds, 8);
	/* The sample of the beginning is the one of the first soak. */
	assert_int_equal(w->steps[0].samples[ROLLOUT_SAMPLE_SOAK_BEGIN].round, 0);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_GATE);
	end(w);
}

static void traffic_that_comes_back_ends_the_wait(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 800);
	struct world *w = gating(&config);

	(void)state;
	world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	world_timer(w);
	world_sampled(w);
	/* All gates are judged anew, on the evidence of the longer soak. */
	world_verdict(w, 0, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_HELD);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	end(w);
}

static void accept_goes_on_and_is_remembered(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = gating(&config);

	(void)state;
	world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
	assert_int_equal(world_simple(w, ROLLOUT_EVENT_ACCEPT), 0);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	assert_int_equal(world_simple(w, ROLLOUT_EVENT_ACCEPT), 1);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	assert_true(rollout_accepted(w->run, 0));
	assert_false(rollout_accepted(w->run, 1));
	end(w);
}

/* Lesson: fluxcd/flagger#30, what was judged of one revision held for the next. */
static void resume_soaks_and_judges_anew(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = gating(&config);

	(void)state;
	world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	world_simple(w, ROLLOUT_EVENT_RESUME);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_SOAKING);
	assert_true(w->steps[0].samples[ROLLOUT_SAMPLE_SOAK_BEGIN].open);
	assert_int_equal(w->steps[0].samples[ROLLOUT_SAMPLE_SOAK_BEGIN].round, 1);
	world_sampled(w);
	assert_int_equal(w->armed, w->now + SOAK);
	world_timer(w);
	world_sampled(w);
	/* A verdict of the first round comes late. */
	assert_int_equal(world_event(w, &(struct rollout_event){.kind = ROLLOUT_EVENT_VERDICT,
								.round = 0,
								.verdict = ROLLOUT_VERDICT_FAIL}),
			 0);
	world_verdict(w, 0, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_HELD);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	end(w);
}

/* Lesson: NVIDIA/nodewright#270, it went on only by an event that never came. */
static void samples_and_verdicts_that_never_come_do_not_hang_a_run(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = begin(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	for (unsigned int i = 0; i < 3; i++) /* sample, baseline, sample */
		world_timer(w);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	for (unsigned int i = 0; i < 3; i++)
		world_timer(w);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_GATING);
	for (unsigned int i = 0; i < 3; i++) /* two attempts and the rest between them */
		world_timer(w);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_GATE);
	assert_int_equal(rollout_verdict(w->run, 0), ROLLOUT_VERDICT_ERROR);
	assert_int_equal(w->now, BEGUN + 2 * 200 + BASELINE + 2 * 200 + SOAK + 300 + 100 + 300);
	end(w);
}

static void a_new_controller_samples_and_judges_again(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = begin(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_crash(w);
	assert_int_equal(w->steps[0].samples[ROLLOUT_SAMPLE_BASELINE_BEGIN].round, 0);
	end(w);
	w = gating(&config);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	w->judges = 0;
	world_crash(w);
	assert_int_equal(w->judges, 1);
	world_verdict(w, 0, ROLLOUT_VERDICT_PASS);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	end(w);
}

static void a_step_in_which_nothing_changes_is_not_judged(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = begin(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_sampled(w);
	world_timer(w);
	world_sampled(w);
	world_answer(w, 0, ROLLOUT_ANSWER_UNCHANGED, false);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_DONE);
	assert_int_equal(step_of(w, 1), ROLLOUT_STEP_BASELINE);
	end(w);
}

static void abort_works_in_a_baseline_while_judging_and_paused(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	struct world *w = begin(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_QUEUED);
	end(w);
	w = gating(&config);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO);
	end(w);
	w = gating(&config);
	world_verdict(w, 0, ROLLOUT_VERDICT_INCONCLUSIVE);
	world_verdict(w, 1, ROLLOUT_VERDICT_PASS);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_NONE);
	end(w);
}

static void gates_without_deadlines_or_too_many_are_refused(void **state)
{
	struct rollout_gate gates[ROLLOUT_GATES_MAX + 1] = {{.name = "harm", .samples = true}};
	struct rollout_change change = {.limits = small.limits, .gates = gates, .gate_count = 1};
	struct rollout_plan plan = {
		.changes = &change, .change_count = 1, .steps = small.steps, .step_count = 2, .host_count = 4};
	struct rollout *run = NULL;

	(void)state;
	assert_int_equal(rollout_new(&plan, &run), 0);
	rollout_free(run);
	change.limits.judge_ns = 0;
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
	change.limits = small.limits;
	change.limits.sample_ns = 0;
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
	gates[0].samples = false;
	assert_int_equal(rollout_new(&plan, &run), 0);
	rollout_free(run);
	change.limits = small.limits;
	change.gate_count = ROLLOUT_GATES_MAX + 1;
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
	change.gate_count = 1;
	gates[0].on_inconclusive = (enum rollout_rule)(ROLLOUT_RULE_FAIL + 1);
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
}

static void verdicts_and_samples_of_nothing_are_refused(void **state)
{
	struct world_config config = with_gates(ROLLOUT_RULE_PAUSE, 0);
	static const struct rollout_event nonsense[] = {
		{.kind = ROLLOUT_EVENT_VERDICT, .step = 2, .verdict = ROLLOUT_VERDICT_PASS},
		{.kind = ROLLOUT_EVENT_VERDICT, .gate = 2, .verdict = ROLLOUT_VERDICT_PASS},
		{.kind = ROLLOUT_EVENT_VERDICT, .verdict = ROLLOUT_VERDICT_NONE},
		{.kind = ROLLOUT_EVENT_VERDICT, .verdict = ROLLOUT_VERDICT_COUNT},
		{.kind = ROLLOUT_EVENT_SAMPLED, .step = 2},
		{.kind = ROLLOUT_EVENT_SAMPLED, .sample = ROLLOUT_SAMPLE_COUNT},
	};
	struct world *w = gating(&config);
	const struct rollout_action *actions;
	size_t count;

	(void)state;
	for (size_t i = 0; i < sizeof(nonsense) / sizeof(nonsense[0]); i++)
		assert_int_equal(rollout_step(w->run, &nonsense[i], w->now, &actions, &count), -EINVAL);
	assert_int_equal(count, 0);
	end(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_is_watched_applied_soaked_judged_and_confirmed),
		cmocka_unit_test(a_gate_that_fails_undoes_without_waiting_for_the_others),
		cmocka_unit_test(a_gate_that_fails_under_on_fail_stop_waits_for_a_person),
		cmocka_unit_test(an_inconclusive_gate_stays_so_until_a_person_decides),
		cmocka_unit_test(the_rule_of_a_gate_decides_what_inconclusive_does),
		cmocka_unit_test(no_data_is_no_error_and_neither_undoes),
		cmocka_unit_test(an_error_that_goes_away_is_no_matter),
		cmocka_unit_test(an_inconclusive_gate_soaks_on_while_it_may_wait),
		cmocka_unit_test(traffic_that_comes_back_ends_the_wait),
		cmocka_unit_test(accept_goes_on_and_is_remembered),
		cmocka_unit_test(resume_soaks_and_judges_anew),
		cmocka_unit_test(samples_and_verdicts_that_never_come_do_not_hang_a_run),
		cmocka_unit_test(a_new_controller_samples_and_judges_again),
		cmocka_unit_test(a_step_in_which_nothing_changes_is_not_judged),
		cmocka_unit_test(abort_works_in_a_baseline_while_judging_and_paused),
		cmocka_unit_test(gates_without_deadlines_or_too_many_are_refused),
		cmocka_unit_test(verdicts_and_samples_of_nothing_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
