// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/rollout/fixture.h"

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

static void a_run_goes_step_by_step(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_INTENT);
	assert_int_equal(host_of(w, 1), ROLLOUT_HOST_QUEUED);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	assert_int_equal(rollout_step_state(w->run, 0), ROLLOUT_STEP_SOAKING);
	assert_int_equal(w->armed, 1000 + SOAK);
	world_timer(w);
	assert_int_equal(rollout_step_state(w->run, 0), ROLLOUT_STEP_CONFIRMING);
	world_answer(w, 0, ROLLOUT_ANSWER_CONFIRMED, true);
	assert_int_equal(rollout_step_state(w->run, 1), ROLLOUT_STEP_APPLYING);
	assert_int_equal(host_of(w, 2), ROLLOUT_HOST_INTENT);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_QUEUED);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	assert_int_equal(rollout_counts(w->run).confirmed, 4);
	end(w);
}

static void a_failed_write_undoes_newest_step_first(void **state)
{
	struct world *w = begin(&small);
	char reason[128];

	(void)state;
	first_step_done(w);
	world_answer(w, 1, ROLLOUT_ANSWER_HELD, true);
	world_answer(w, 2, ROLLOUT_ANSWER_FAILED_OLD, false);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFIRMED);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	assert_int_equal(rollout_counts(w->run).undone, 4);
	assert_int_equal(rollout_counts(w->run).failed, 1);
	assert_string_equal(rollout_reason(w->run, reason, sizeof(reason)),
			    "undone: hosts on which a write failed: 1, the run stops at 1");
	end(w);
}

/* Lesson: ansible/ansible#56265, unreachable hosts did not count. */
static void unreachable_hosts_have_a_budget_of_their_own(void **state)
{
	struct world_config config = small;
	struct world *w;

	(void)state;
	config.limits.unreachable = 2;
	w = begin(&config);
	first_step_done(w);
	world_answer(w, 1, ROLLOUT_ANSWER_NOT_SENT, false);
	assert_int_equal(host_of(w, 1), ROLLOUT_HOST_UNREACHED);
	assert_int_equal(rollout_state(w->run), ROLLOUT_RUNNING);
	world_answer(w, 2, ROLLOUT_ANSWER_NOT_SENT, false);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	assert_int_equal(rollout_counts(w->run).unreached, 2);
	end(w);
}

static void an_unreachable_host_is_skipped_and_owed(void **state)
{
	struct world *w = begin(&small);
	char reason[128];

	(void)state;
	first_step_done(w);
	world_answer(w, 1, ROLLOUT_ANSWER_NOT_SENT, false);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	assert_string_equal(rollout_reason(w->run, reason, sizeof(reason)),
			    "done: 3 hosts confirmed, 0 unchanged, 1 failed or out of reach");
	end(w);
}

static void a_lost_answer_is_asked_for_again_then_the_host_is_lost(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_MAYBE, true);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_INTENT);
	assert_int_equal(w->armed, 1000 + small.limits.retry_ns);
	world_timer(w);
	assert_int_equal(w->hosts[0].attempt, 2);
	world_answer(w, 0, ROLLOUT_ANSWER_MAYBE, false);
	assert_int_equal(rollout_counts(w->run).lost, 1);
	/* It may have been written: it is asked to put it back, and does. */
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
}

static void the_second_answer_clears_a_lost_one_up(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_MAYBE, true);
	world_timer(w);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_HELD);
	assert_int_equal(rollout_counts(w->run).lost, 0);
	end(w);
}

static void not_sent_after_maybe_is_not_untouched(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_MAYBE, true);
	world_timer(w);
	world_answer(w, 0, ROLLOUT_ANSWER_NOT_SENT, false);
	assert_int_equal(rollout_counts(w->run).unreached, 0);
	assert_int_equal(rollout_counts(w->run).lost, 1);
	end(w);
}

static void a_request_has_a_deadline_even_when_the_channel_forgets_it(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	assert_int_equal(w->armed, 1000 + small.limits.answer_ns);
	world_timer(w);
	world_timer(w);
	assert_int_equal(w->hosts[0].attempt, 2);
	end(w);
}

static void repeated_and_late_answers_do_nothing(void **state)
{
	struct world *w = begin(&small);
	struct rollout_event event = {.kind = ROLLOUT_EVENT_ANSWER, .attempt = 1, .answer = ROLLOUT_ANSWER_HELD};

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	assert_int_equal(world_event(w, &event), 0);
	event.answer = ROLLOUT_ANSWER_DIRTY;
	assert_int_equal(world_event(w, &event), 0);
	event.request = ROLLOUT_REQUEST_UNDO;
	assert_int_equal(world_event(w, &event), 0);
	end(w);
}

/* Lesson: nmstate/kubernetes-nmstate#960, a failed rollback was reported as success. */
static void a_conflict_or_failure_in_undo_needs_a_person(void **state)
{
	struct world *w = begin(&small);
	char reason[256];

	(void)state;
	first_step_done(w);
	w->hosts[0].value = WORLD_OTHER;
	world_simple(w, ROLLOUT_EVENT_ABORT);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_STUCK);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_CONFLICT);
	assert_string_equal(rollout_reason(w->run, reason, sizeof(reason)),
			    "undo incomplete: 1 host in conflict, 0 not undone; a person is needed; undone because: it "
			    "was aborted");
	/* The person has looked after it and asks again. */
	w->hosts[0].value = WORLD_NEW;
	world_simple(w, ROLLOUT_EVENT_UNDO);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
}

/* Nothing was written there, so nothing is to be put back; but it is asked, as every host with an intent. */
static void a_host_that_refuses_both_apply_and_undo_was_not_touched(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_REFUSED, false);
	if (rollout_state(w->run) != ROLLOUT_UNDOING)
		world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO);
	world_answer(w, 0, ROLLOUT_ANSWER_REFUSED, false);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDONE);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
}

static void a_host_that_was_never_reached_has_nothing_to_undo(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	first_step_done(w);
	world_answer(w, 1, ROLLOUT_ANSWER_NOT_SENT, false);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(host_of(w, 1), ROLLOUT_HOST_UNDO);
	world_answer(w, 1, ROLLOUT_ANSWER_NOT_SENT, false);
	assert_int_equal(host_of(w, 1), ROLLOUT_HOST_UNREACHED);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
}

static void a_refusal_after_a_lost_answer_says_nothing_of_what_was_written(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_MAYBE, true);
	world_timer(w);
	world_answer(w, 0, ROLLOUT_ANSWER_REFUSED, false);
	if (rollout_state(w->run) != ROLLOUT_UNDOING)
		world_simple(w, ROLLOUT_EVENT_ABORT);
	world_answer(w, 0, ROLLOUT_ANSWER_REFUSED, false);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO_FAILED);
	assert_int_equal(rollout_state(w->run), ROLLOUT_STUCK);
	end(w);
}

static void on_fail_stop_leaves_everything_and_waits_for_a_person(void **state)
{
	struct world_config config = small;
	struct world *w;

	(void)state;
	config.limits.undo_on_fail = false;
	w = begin(&config);
	first_step_done(w);
	world_answer(w, 1, ROLLOUT_ANSWER_FAILED_OLD, false);
	assert_int_equal(rollout_state(w->run), ROLLOUT_PAUSED);
	assert_false(rollout_idle(w->run));
	world_answer(w, 2, ROLLOUT_ANSWER_HELD, true);
	assert_true(rollout_idle(w->run));
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_QUEUED);
	world_simple(w, ROLLOUT_EVENT_UNDO);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_QUEUED);
	end(w);
}

static void a_person_lets_a_paused_run_go_on(void **state)
{
	struct world_config config = small;
	char reason[256];
	struct world *w;

	(void)state;
	config.limits.undo_on_fail = false;
	w = begin(&config);
	first_step_done(w);
	world_answer(w, 1, ROLLOUT_ANSWER_FAILED_OLD, false);
	world_answer(w, 2, ROLLOUT_ANSWER_HELD, true);
	assert_int_equal(rollout_state(w->run), ROLLOUT_PAUSED);
	world_simple(w, ROLLOUT_EVENT_RESUME);
	assert_int_equal(rollout_state(w->run), ROLLOUT_RUNNING);
	assert_int_equal(host_of(w, 3), ROLLOUT_HOST_INTENT);
	/* The budget begins again: one more failure, one more pause. */
	world_answer(w, 3, ROLLOUT_ANSWER_FAILED_OLD, false);
	assert_int_equal(rollout_state(w->run), ROLLOUT_PAUSED);
	assert_string_equal(rollout_reason(w->run, reason, sizeof(reason)),
			    "paused until a person decides (resume or undo): hosts on which a write failed: 2, the run "
			    "stops at 2");
	world_simple(w, ROLLOUT_EVENT_RESUME);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	assert_int_equal(rollout_counts(w->run).failed, 2);
	end(w);
}

/* Lesson: fluxcd/flagger#724, there was no manual abort. */
static void abort_works_before_during_and_while_soaking(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
	w = begin(&small);
	world_simple(w, ROLLOUT_EVENT_START);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	/* The apply is still on its way: undo waits for its answer. */
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_INTENT);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO);
	end(w);
	w = begin(&small);
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(host_of(w, 0), ROLLOUT_HOST_UNDO);
	end(w);
}

static void resume_sends_open_intents_again_and_nothing_else(void **state)
{
	struct world *w = begin(&small);
	uint32_t sends;

	(void)state;
	first_step_done(w);
	sends = w->all_sends;
	world_crash(w);
	assert_int_equal(w->all_sends, sends + 2);
	assert_int_equal(w->hosts[1].attempt, 2);
	assert_int_equal(w->hosts[2].attempt, 2);
	/* What the dead controller sent may have arrived. */
	world_answer(w, 1, ROLLOUT_ANSWER_NOT_SENT, false);
	assert_int_equal(host_of(w, 1), ROLLOUT_HOST_INTENT);
	end(w);
}

static void a_finished_run_can_be_undone(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	world_simple(w, ROLLOUT_EVENT_ABORT);
	assert_int_equal(rollout_state(w->run), ROLLOUT_DONE);
	world_simple(w, ROLLOUT_EVENT_UNDO);
	assert_int_equal(rollout_step_state(w->run, 1), ROLLOUT_STEP_UNDOING);
	assert_int_equal(rollout_step_state(w->run, 0), ROLLOUT_STEP_DONE);
	world_settle(w);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDONE);
	end(w);
}

static void a_host_that_undid_itself_is_a_failure(void **state)
{
	struct world *w = begin(&small);

	(void)state;
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	world_timer(w);
	w->hosts[0].value = WORLD_OLD;
	world_answer(w, 0, ROLLOUT_ANSWER_FAILED_OLD, false);
	assert_int_equal(rollout_counts(w->run).failed, 1);
	assert_int_equal(rollout_state(w->run), ROLLOUT_UNDOING);
	end(w);
}

static void nonsense_is_refused(void **state)
{
	struct rollout_step_plan gap[] = {{.first = 0, .count = 1}, {.first = 2, .count = 1}};
	struct rollout_step_plan empty[] = {{.first = 0, .count = 3}, {.first = 3, .count = 0}};
	struct rollout_limits none = small.limits;
	const struct rollout_action *actions;
	struct rollout *run = NULL;
	size_t count;

	(void)state;
	assert_int_equal(new_run(&small.limits, gap, 2, 3, &run), -EINVAL);
	assert_int_equal(new_run(&small.limits, empty, 2, 3, &run), -EINVAL);
	assert_int_equal(new_run(&small.limits, small.steps, 2, 5, &run), -EINVAL);
	assert_int_equal(new_run(&small.limits, small.steps, 0, 0, &run), -EINVAL);
	none.lost = 0;
	assert_int_equal(new_run(&none, small.steps, 2, 4, &run), -EINVAL);
	assert_int_equal(new_run(&small.limits, small.steps, 2, 4, &run), 0);
	assert_int_equal(rollout_step(run, &(struct rollout_event){.kind = ROLLOUT_EVENT_ANSWER, .host = 4}, 1,
				      &actions, &count),
			 -EINVAL);
	assert_int_equal(rollout_step(run, &(struct rollout_event){.kind = ROLLOUT_EVENT_COUNT}, 1, &actions, &count),
			 -EINVAL);
	rollout_free(run);
	rollout_free(NULL);
}

#define MANY 100000

static enum rollout_answer good_answer(enum rollout_request request)
{
	switch (request) {
	case ROLLOUT_REQUEST_APPLY:
		return ROLLOUT_ANSWER_HELD;
	case ROLLOUT_REQUEST_CONFIRM:
		return ROLLOUT_ANSWER_CONFIRMED;
	default:
		return ROLLOUT_ANSWER_UNDONE;
	}
}

/* Each host is sent three requests: 300,000 answers, and the time of one must not grow with the fleet. */
static void a_hundred_thousand_hosts(void **state)
{
	struct rollout_step_plan steps[] = {{.first = 0, .count = 1}, {.first = 1, .count = MANY - 1}};
	struct rollout_limits limits = small.limits;
	struct rollout_event event = {.kind = ROLLOUT_EVENT_START};
	struct {
		uint32_t host, attempt;
		enum rollout_request request;
	} *sent = calloc(3 * MANY, sizeof(*sent));
	const struct rollout_action *actions;
	size_t count, head = 0, tail = 0;
	struct rollout *run;

	(void)state;
	limits.parallel = 512;
	limits.undo_parallel = 512;
	assert_non_null(sent);
	assert_int_equal(new_run(&limits, steps, 2, MANY, &run), 0);
	for (;;) {
		assert_true(rollout_step(run, &event, 1, &actions, &count) >= 0);
		for (size_t i = 0; i < count; i++) {
			if (actions[i].kind != ROLLOUT_ACTION_SEND)
				continue;
			assert_true(tail < 3 * MANY);
			sent[tail].host = actions[i].host;
			sent[tail].attempt = actions[i].attempt;
			sent[tail++].request = actions[i].request;
		}
		if (head == tail) {
			if (rollout_state(run) != ROLLOUT_DONE)
				break;
			assert_int_equal(rollout_counts(run).confirmed, MANY);
			event.kind = ROLLOUT_EVENT_UNDO;
			continue;
		}
		event = (struct rollout_event){
			.kind = ROLLOUT_EVENT_ANSWER,
			.host = sent[head].host,
			.request = sent[head].request,
			.attempt = sent[head].attempt,
			.answer = good_answer(sent[head].request),
		};
		head++;
	}
	assert_int_equal(rollout_counts(run).undone, MANY);
	assert_int_equal(rollout_state(run), ROLLOUT_UNDONE);
	rollout_free(run);
	free(sent);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_goes_step_by_step),
		cmocka_unit_test(a_failed_write_undoes_newest_step_first),
		cmocka_unit_test(unreachable_hosts_have_a_budget_of_their_own),
		cmocka_unit_test(an_unreachable_host_is_skipped_and_owed),
		cmocka_unit_test(a_lost_answer_is_asked_for_again_then_the_host_is_lost),
		cmocka_unit_test(the_second_answer_clears_a_lost_one_up),
		cmocka_unit_test(not_sent_after_maybe_is_not_untouched),
		cmocka_unit_test(a_request_has_a_deadline_even_when_the_channel_forgets_it),
		cmocka_unit_test(repeated_and_late_answers_do_nothing),
		cmocka_unit_test(a_conflict_or_failure_in_undo_needs_a_person),
		cmocka_unit_test(a_host_that_refuses_both_apply_and_undo_was_not_touched),
		cmocka_unit_test(a_host_that_was_never_reached_has_nothing_to_undo),
		cmocka_unit_test(a_refusal_after_a_lost_answer_says_nothing_of_what_was_written),
		cmocka_unit_test(on_fail_stop_leaves_everything_and_waits_for_a_person),
		cmocka_unit_test(a_person_lets_a_paused_run_go_on),
		cmocka_unit_test(abort_works_before_during_and_while_soaking),
		cmocka_unit_test(resume_sends_open_intents_again_and_nothing_else),
		cmocka_unit_test(a_finished_run_can_be_undone),
		cmocka_unit_test(a_host_that_undid_itself_is_a_failure),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(a_hundred_thousand_hosts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
