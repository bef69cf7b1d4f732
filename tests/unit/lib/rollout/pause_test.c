// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* People: pause, freeze, take over, and several changes in one run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "tests/unit/lib/rollout/fixture.h"

static void pause_starts_nothing_and_keeps_what_is_held(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	first_step_done(w);
	world_simple(w, ROLLOUT_EVENT_PAUSE);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_PERSON);
	world_answer(w, 1, ROLLOUT_ANSWER_HELD, true);
	world_answer(w, 2, ROLLOUT_ANSWER_HELD, true);
	assert_true(rollout_idle(w->run));
	assert_int_equal(host_of(w, 1), ROLLOUT_HOST_HELD);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_QUEUED);
	assert_reason(w, "paused by a person at step 2 of 2; resume goes on, abort undoes");
	world_simple(w, ROLLOUT_EVENT_RESUME);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_INTENT);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	end(w);
}

static void failures_of_a_pause_count_when_it_is_resumed(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	first_step_done(w);
	world_simple(w, ROLLOUT_EVENT_PAUSE);
	world_answer(w, 1, ROLLOUT_ANSWER_FAILED_OLD, false);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_PERSON);
	assert_reason(
		w, "paused by a person at step 2 of 2; resume goes on, abort undoes; meanwhile a budget is spent, so "
		   "that it is undone when it goes on: hosts on which a write failed: 1, the run stops at 1");
	world_simple(w, ROLLOUT_EVENT_RESUME);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	end(w);
}

static void an_undo_is_not_paused(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	first_step_done(w);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(world_simple(w, ROLLOUT_EVENT_PAUSE), 0);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	end(w);
}

static void a_freeze_sends_nothing_and_then_it_goes_on(void **state)
{
	struct world *w = begin(&small);
	uint32_t sends;

	(void)state;
	first_step_done(w);
	world_simple(w, ROLLOUT_EVENT_FREEZE);
	sends = w->all_sends;
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_FREEZE);
	world_answer(w, 1, ROLLOUT_ANSWER_HELD, true);
	world_answer(w, 2, ROLLOUT_ANSWER_MAYBE, true);
	w->now += 10000;
	world_simple(w, ROLLOUT_EVENT_TIMER);
	world_crash(w);
	assert_int_equal(w->all_sends, sends);
	assert_true(rollout_idle(w->run));
	assert_reason(w, "paused by a freeze: nothing is written anywhere until unfreeze; then it goes on");
	world_simple(w, ROLLOUT_EVENT_UNFREEZE);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_INTENT);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	end(w);
}

static void what_is_asked_in_a_freeze_begins_after_it(void **state)
{
	struct world *w = begin(&small);
	uint32_t sends;

	(void)state;
	first_step_done(w);
	world_simple(w, ROLLOUT_EVENT_FREEZE);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	world_answer(w, 1, ROLLOUT_ANSWER_HELD, true);
	sends = w->all_sends;
	assert_reason(
		w, "paused by a freeze: nothing is written anywhere until unfreeze; then it is undone: it was aborted");
	world_simple(w, ROLLOUT_EVENT_TIMER);
	assert_int_equal(w->all_sends, sends);
	world_simple(w, ROLLOUT_EVENT_UNFREEZE);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	assert_true(w->all_sends > sends);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
}

static void a_freeze_stops_an_undo_and_a_start(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	assert_reason(w, "not started");
	world_simple(w, ROLLOUT_EVENT_FREEZE);
	assert_reason(w, "not started: frozen");
	world_simple(w, ROLLOUT_EVENT_START);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_FREEZE);
	assert_int_equal(w->all_sends, 0);
	world_simple(w, ROLLOUT_EVENT_UNFREEZE);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_INTENT);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	world_simple(w, ROLLOUT_EVENT_FREEZE);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	world_simple(w, ROLLOUT_EVENT_UNDO);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_FREEZE);
	assert_int_equal(rollout_counts(w->run).in_flight, 0);
	world_simple(w, ROLLOUT_EVENT_UNFREEZE);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
}

static void what_paused_it_before_a_freeze_pauses_it_after(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	first_step_done(w);
	world_simple(w, ROLLOUT_EVENT_PAUSE);
	world_simple(w, ROLLOUT_EVENT_FREEZE);
	assert_reason(w, "paused by a freeze: nothing is written anywhere until unfreeze; then it is still paused "
			 "(person) and a person decides");
	world_simple(w, ROLLOUT_EVENT_UNFREEZE);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_PERSON);
	end(w);
}

/* Lesson: coreos/locksmith#58, a holder could not take its own lock again. */
static void taking_over_twice_asks_again_and_nothing_else(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	first_step_done(w);
	world_crash(w);
	world_crash(w);
	assert_int_equal(w->hosts[1].attempt, 3);
	assert_int_equal(w->hosts[1].round, 0);
	assert_int_equal(rollout_state(w->run), ROLLOUT_RUNNING);
	world_answer(w, 1, ROLLOUT_ANSWER_HELD, true);
	world_answer(w, 2, ROLLOUT_ANSWER_HELD, true);
	world_settle(w);
	assert_int_equal(rollout_counts(w->run).confirmed, 4);
	end(w);
}

static void resume_after_a_take_over_sends_nothing_twice(void **state)
{
	struct world *w = begin(&small);
	uint32_t sends;

	(void)state;
	first_step_done(w);
	sends = w->all_sends;
	world_crash(w);
	world_simple(w, ROLLOUT_EVENT_RESUME);
	assert_int_equal(w->all_sends, sends + 2);
	/* Without one before it, it is a take-over itself. */
	world_answer(w, 1, ROLLOUT_ANSWER_HELD, true);
	world_simple(w, ROLLOUT_EVENT_RESUME);
	assert_int_equal(w->hosts[2].attempt, 3);
	end(w);
}

static void a_new_controller_leaves_a_paused_run_paused(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	first_step_done(w);
	world_simple(w, ROLLOUT_EVENT_PAUSE);
	world_crash(w);
	assert_int_equal(rollout_pause(w->run), ROLLOUT_PAUSE_PERSON);
	/* What was open is cleared up, and no more. */
	assert_int_equal(w->hosts[1].attempt, 2);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_QUEUED);
	end(w);
}

/* Lesson: coreos/bugs#842, it said "unlocked" and was not. */
static void confirmed_is_who_said_so(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	world_timer(w);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRM);
	world_timer(w);
	world_answer(w, 0, ROLLOUT_ANSWER_MAYBE, true);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO);
	assert_int_equal(rollout_counts(w->run).confirmed, 0);
	assert_int_equal(rollout_counts(w->run).lost, 1);
	end(w);
}

/* Lesson: ansible/ansible#82267, a batch that failed whole ended the run in spite of its limits. */
static void a_step_that_fails_whole_obeys_the_budgets(void **state)
{
	struct world_config config = small;
	struct world *w;

	(void)state;
	config.limits.failed = 2;
	w = begin(&config);
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_FAILED_OLD, false);
	/* Nothing holds: no soak, and the next step. */
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_DONE);
	assert_int_equal(step_of(w, 1), ROLLOUT_STEP_APPLYING);
	world_answer(w, 1, ROLLOUT_ANSWER_FAILED_OLD, false);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	end(w);
}

/* Lesson: ansible/ansible#32255, a percentage was of what was left. */
static void budgets_do_not_shrink_with_what_is_left(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_NOT_SENT, false);
	world_answer(w, 1, ROLLOUT_ANSWER_NOT_SENT, false);
	assert_int_equal(rollout_state(w->run), ROLLOUT_RUNNING);
	world_answer(w, 2, ROLLOUT_ANSWER_NOT_SENT, false);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	assert_int_equal(rollout_counts(w->run).hosts, 4);
	end(w);
}

/* Hosts 1 and 2 get both changes, host 3 only the first. */
static struct world_config two_changes(void)
{
	struct world_config c = small;

	c.change_count = 2;
	c.changes[0].limits = c.limits;
	c.changes[1].limits = c.limits;
	c.changes[1].limits.unreachable = 2;
	c.steps[0] = (struct rollout_step_plan){.first = 0, .count = 3};
	c.steps[1] = (struct rollout_step_plan){.first = 3, .count = 2, .change = 1};
	c.host_count = 5;
	memcpy(c.host_of, (const uint32_t[]){1, 2, 3, 1, 2}, 5 * sizeof(uint32_t));
	return c;
}

static void a_host_that_did_not_take_one_change_is_left_out_of_the_next(void **state)
{
	struct world_config config = two_changes();
	struct world *w = begin(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_UNCHANGED, false);
	world_answer(w, 1, ROLLOUT_ANSWER_NOT_SENT, false);
	world_answer(w, 2, ROLLOUT_ANSWER_HELD, true);
	world_answer(w, 2, ROLLOUT_ANSWER_CONFIRMED, true);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_INTENT);
	assert_int_equal(host_of(w, 4), ROLLOUT_HOST_SKIPPED);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	assert_int_equal(rollout_counts(w->run).unreached, 1);
	assert_reason(w,
		      "done: 2 hosts confirmed, 1 unchanged, 1 failed or out of reach, 1 skipped after that, counted "
		      "once for each change");
	/* It was never written there, so it is not asked to put it back. */
	world_simple(w, ROLLOUT_EVENT_UNDO);
	world_settle(w);
	assert_int_equal(host_of(w, 4), ROLLOUT_HOST_SKIPPED);
	end(w);
}

/* Lesson: NVIDIA/aicr#2572, two budgets of one gave two nodes down. */
static void two_changes_share_one_budget(void **state)
{
	struct world_config config = two_changes();
	struct world *w = begin(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_NOT_SENT, false);
	for (uint32_t i = 1; i < 3; i++)
		world_answer(w, i, ROLLOUT_ANSWER_HELD, true);
	for (uint32_t i = 1; i < 3; i++)
		world_answer(w, i, ROLLOUT_ANSWER_CONFIRMED, true);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_SKIPPED);
	/* One was out of reach before; the second one stops the run at the limit of this change. */
	world_answer(w, 4, ROLLOUT_ANSWER_NOT_SENT, false);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	assert_int_equal(rollout_counts(w->run).unreached, 2);
	end(w);
}

static void a_change_whose_budget_is_spent_already_does_not_begin(void **state)
{
	struct world_config config = two_changes();
	struct world *w;

	(void)state;
	config.changes[1].limits.unreachable = 1;
	w = begin(&config);
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_NOT_SENT, false);
	for (uint32_t i = 1; i < 3; i++)
		world_answer(w, i, ROLLOUT_ANSWER_HELD, true);
	for (uint32_t i = 1; i < 3; i++)
		world_answer(w, i, ROLLOUT_ANSWER_CONFIRMED, true);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	assert_int_equal(host_of(w, 4), ROLLOUT_HOST_QUEUED);
	end(w);
}

static void a_host_is_undone_change_by_change_newest_first(void **state)
{
	struct world_config config = two_changes();
	struct world *w = begin(&config);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_settle(w);
	assert_int_equal(rollout_counts(w->run).confirmed, 5);
	world_simple(w, ROLLOUT_EVENT_UNDO);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_UNDO);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRMED);
	world_settle(w);
	assert_int_equal(rollout_counts(w->run).undone, 5);
	end(w);
}

static void plans_that_make_no_sense_are_refused(void **state)
{
	const struct rollout_change changes[2] = {{.limits = small.limits}, {.limits = small.limits}};
	struct rollout_step_plan steps[] = {{.count = 2}, {.first = 2, .count = 2, .change = 1}};
	uint32_t host_of_each[] = {7, 8, 7, 8};
	struct rollout_plan plan = {.changes = changes,
				    .change_count = 2,
				    .steps = steps,
				    .step_count = 2,
				    .host_of = host_of_each,
				    .host_count = 4};
	struct rollout *run = NULL;

	(void)state;
	assert_int_equal(rollout_new(&plan, &run), 0);
	rollout_free(run);
	host_of_each[1] = 7; /* twice in one change */
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
	host_of_each[1] = 8;
	steps[1].change = 2;
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
	steps[0].change = 1; /* changes go out in order */
	steps[1].change = 0;
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
	plan.change_count = 0;
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
	plan.change_count = ROLLOUT_CHANGES_MAX + 1;
	assert_int_equal(rollout_new(&plan, &run), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pause_starts_nothing_and_keeps_what_is_held),
		cmocka_unit_test(failures_of_a_pause_count_when_it_is_resumed),
		cmocka_unit_test(an_undo_is_not_paused),
		cmocka_unit_test(a_freeze_sends_nothing_and_then_it_goes_on),
		cmocka_unit_test(what_is_asked_in_a_freeze_begins_after_it),
		cmocka_unit_test(a_freeze_stops_an_undo_and_a_start),
		cmocka_unit_test(what_paused_it_before_a_freeze_pauses_it_after),
		cmocka_unit_test(taking_over_twice_asks_again_and_nothing_else),
		cmocka_unit_test(resume_after_a_take_over_sends_nothing_twice),
		cmocka_unit_test(a_new_controller_leaves_a_paused_run_paused),
		cmocka_unit_test(confirmed_is_who_said_so),
		cmocka_unit_test(a_step_that_fails_whole_obeys_the_budgets),
		cmocka_unit_test(budgets_do_not_shrink_with_what_is_left),
		cmocka_unit_test(a_host_that_did_not_take_one_change_is_left_out_of_the_next),
		cmocka_unit_test(two_changes_share_one_budget),
		cmocka_unit_test(a_change_whose_budget_is_spent_already_does_not_begin),
		cmocka_unit_test(a_host_is_undone_change_by_change_newest_first),
		cmocka_unit_test(plans_that_make_no_sense_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
