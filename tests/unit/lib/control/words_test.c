// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Persons in other processes: words, a freeze, a run that is held; and what leases do meanwhile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/control/bench.h"

#define MINUTE UINT64_C(60000000000)
#define STEPS  "{ \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], "
/* A gate that takes long enough for words to be heard, in real time. */
#define SLOW "\"gates\": { \"slow\": { \"exec\": [ \"sleep\", \"0.7\" ] } },\n"

static void assert_result(const struct bench *b, int err, const char *result)
{
	char reason[512] = "";

	if (err)
		fail_msg("%s", b->e.text);
	if (control_rollout(b->control))
		rollout_reason(control_rollout(b->control), reason, sizeof(reason));
	if (strcmp(control_result_name(b->result), result) != 0)
		fail_msg("%s, not %s: %s", control_result_name(b->result), result, reason);
}

static void assert_says(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("\"%s\" is not in \"%s\"", what, text);
}

/* From another process, as far as the store can tell. */
static struct store *other_store(const struct bench *b)
{
	return bench_store(b);
}

static void leave(const struct bench *b, enum store_word word)
{
	struct store *store = other_store(b);
	struct ece_error e = {0};
	int64_t number;

	if (store_word_put(store, b->run, word, "somebody", &number, &e))
		fail_msg("%s", e.text);
	store_close(store);
}

static void freeze(const struct bench *b, bool frozen)
{
	struct store *store = other_store(b);
	struct ece_error e = {0};

	if (frozen ? store_freeze(store, "audit", &e) : store_unfreeze(store, &e))
		fail_msg("%s", e.text);
	store_close(store);
}

static void pause_when_it_gates(struct bench *b, const struct rollout *run)
{
	if (rollout_step_state(run, 0) != ROLLOUT_STEP_GATING || b->said)
		return;
	b->said = true;
	leave(b, STORE_WORD_PAUSE);
}

static void keep_story(struct bench *b, const struct control_chapter *chapter)
{
	size_t len = strlen(b->judged);

	snprintf(b->judged + len, sizeof(b->judged) - len, "%s\n", chapter->text);
}

static int add_chapter(void *ctx, const struct control_chapter *chapter)
{
	keep_story(ctx, chapter);
	return 0;
}

static void a_word_of_another_process_pauses_a_run(void **state)
{
	struct bench *b = *state;

	bench_begin_with(b, 4, STEPS "\"soak\": \"10s\", \"gates\": [ \"slow\" ] }", SLOW);
	b->moved = pause_when_it_gates;
	assert_result(b, bench_apply(b), "paused");
	assert_int_equal(rollout_pause(control_rollout(b->control)), ROLLOUT_PAUSE_PERSON);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 2);
	bench_restart(b);
	assert_result(b, bench_resume(b), "applied");
	b->judged[0] = '\0';
	assert_int_equal(control_story(b->control, NULL, add_chapter, b, &b->e), 0);
	assert_says(b->judged, "pause was asked for, by somebody\n");
	assert_says(b->judged, "resume was asked for\n");
}

/* Words go through the store then. */
static void a_living_controller_is_not_spoken_for(void **state)
{
	struct bench *b = *state;
	struct store *other;

	bench_begin(b, 4, STEPS "\"soak\": \"10s\" }");
	b->stop_after = 1;
	assert_result(b, bench_apply(b), "paused");
	other = other_store(b);
	assert_int_equal(store_lock(other, "pid 1 on elsewhere", &b->e), 0);
	assert_int_equal(control_pause(b->control, NULL, &b->result, &b->e), -EBUSY);
	assert_int_equal(control_accept(b->control, NULL, &b->result, &b->e), -EBUSY);
	assert_int_equal(control_abort(b->control, NULL, &b->result, &b->e), -EBUSY);
	assert_int_equal(b->e.kind, ECE_ERROR_LOCKED);
	store_unlock(other);
	store_close(other);
	bench_restart(b);
	assert_int_equal(control_pause(b->control, NULL, &b->result, &b->e), 0);
	assert_result(b, 0, "paused");
	assert_int_equal(rollout_pause(control_rollout(b->control)), ROLLOUT_PAUSE_PERSON);
	bench_restart(b);
	assert_int_equal(control_abort(b->control, NULL, &b->result, &b->e), 0);
	assert_result(b, 0, "undone");
}

static void abort_when_paused(struct bench *b, const struct rollout *run)
{
	if (rollout_state(run) != ROLLOUT_PAUSED || b->said)
		return;
	b->said = true;
	leave(b, STORE_WORD_ABORT);
}

static void a_held_run_waits_for_a_word(void **state)
{
	struct bench *b = *state;
	uint64_t before;

	bench_begin(b, 4, STEPS "\"soak\": \"10s\", \"on_fail\": \"stop\" }");
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	b->moved = abort_when_paused;
	control_hold(b->control, true);
	before = b->hosts.now;
	assert_result(b, bench_apply(b), "undone");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 4);
	/* A person takes real time; the clock of a simulated fleet stood still. */
	assert_true(b->hosts.waits);
	assert_true(b->hosts.now - before < MINUTE);
}

static void resume_when_paused(struct bench *b, const struct rollout *run)
{
	if (rollout_state(run) != ROLLOUT_PAUSED || b->said)
		return;
	b->said = true;
	leave(b, STORE_WORD_RESUME);
}

static void a_held_run_goes_on_when_it_is_told_to(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, STEPS "\"soak\": \"10s\", \"on_fail\": \"stop\" }");
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	b->moved = resume_when_paused;
	control_hold(b->control, true);
	assert_result(b, bench_apply(b), "applied_owed");
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 3);
}

static void a_frozen_store_begins_nothing(void **state)
{
	struct bench *b = *state;
	char text[256];

	bench_begin(b, 3, "");
	freeze(b, true);
	assert_result(b, bench_apply(b), "paused");
	assert_string_equal(b->run, "");
	assert_says(control_pause_text(b->control, text, sizeof(text)), "writes are frozen: audit");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 3);
	freeze(b, false);
	assert_result(b, bench_apply(b), "applied");
}

static void freeze_when_it_gates(struct bench *b, const struct rollout *run)
{
	if (rollout_step_state(run, 0) != ROLLOUT_STEP_GATING || b->said)
		return;
	b->said = true;
	freeze(b, true);
}

static void a_freeze_stops_a_run_and_its_undo(void **state)
{
	struct bench *b = *state;
	unsigned int writes;

	bench_begin_with(b, 4, STEPS "\"soak\": \"10s\", \"gates\": [ \"slow\" ] }", SLOW);
	b->moved = freeze_when_it_gates;
	assert_result(b, bench_apply(b), "paused");
	assert_int_equal(rollout_pause(control_rollout(b->control)), ROLLOUT_PAUSE_FREEZE);
	writes = b->hosts.hosts[0].writes;
	bench_restart(b);
	assert_result(b, bench_resume(b), "paused");
	bench_restart(b);
	assert_result(b, bench_undo(b), "paused");
	assert_int_equal(b->hosts.hosts[0].writes, writes);
	freeze(b, false);
	bench_restart(b);
	assert_result(b, bench_resume(b), "undone");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 4);
}

static unsigned int requests(const struct bench *b)
{
	unsigned int n = 0;

	for (size_t i = 0; i < b->hosts.host_count; i++)
		n += b->hosts.hosts[i].requests;
	return n;
}

/* What its dead controller had open is not sent again before somebody unfreezes. */
static void a_frozen_run_that_is_taken_over_sends_nothing(void **state)
{
	struct bench *b = *state;
	unsigned int before;

	bench_begin(b, 4, "{ \"steps\": [ { \"to\": \"100%\" } ], \"soak\": \"10s\" }");
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	freeze(b, true);
	bench_restart(b);
	before = requests(b);
	assert_result(b, bench_resume(b), "paused");
	assert_int_equal(requests(b), before);
	freeze(b, false);
	bench_restart(b);
	assert_result(b, bench_resume(b), "applied");
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 4);
}

static void leases_are_renewed_while_it_soaks(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, STEPS "\"soak\": \"1h\", \"lease\": { \"ttl\": \"10m\" } }");
	assert_result(b, bench_apply(b), "applied");
	for (size_t i = 0; i < 4; i++) {
		assert_in_range(b->hosts.hosts[i].renewals, 15, 20);
		assert_int_equal(b->hosts.hosts[i].writes, 1);
	}
}

static void a_paused_run_says_when_leases_end(void **state)
{
	struct bench *b = *state;
	char text[256];

	bench_begin(b, 4,
		    STEPS "\"soak\": \"10s\", \"on_fail\": \"stop\", \"lease\": { \"ttl\": \"10m\", \"on_loss\": "
			  "\"keep\" } }");
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "paused");
	assert_says(control_pause_text(b->control, text, sizeof(text)), "the first lease ends in 9 min 59 s");
	assert_says(text, "a host that nobody renews then keeps the change, unconfirmed");
}

/* The same for a run that is not paused, and whose controller is gone. */
static void a_run_that_nobody_carries_out_says_when_leases_end(void **state)
{
	struct bench *b = *state;
	struct control *looker;
	struct ece_error e;
	char text[256];

	bench_begin(b, 4, STEPS "\"soak\": \"10m\", \"parallel\": 1 }");
	b->stop_after = 2; /* the first one holds it */
	assert_result(b, bench_apply(b), "paused");
	assert_int_equal(control_new(b->store, NULL, NULL, &looker, &e), 0);
	assert_int_equal(control_load(looker, NULL, &e), 0);
	assert_int_equal(rollout_state(control_rollout(looker)), ROLLOUT_RUNNING);
	assert_says(control_pause_text(looker, text, sizeof(text)), "the first lease ends in ");
	control_free(looker);
}

/* Who only looks has no channel that tells the time: it is told. */
static void a_lease_that_is_over_is_not_said_to_end(void **state)
{
	struct bench *b = *state;
	uint64_t began, last;
	struct control *looker;
	struct ece_error e;
	char text[256];

	bench_begin(b, 4, STEPS "\"soak\": \"10s\", \"on_fail\": \"stop\" }");
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "paused");
	assert_int_equal(control_new(b->store, NULL, NULL, &looker, &e), 0);
	assert_int_equal(control_load(looker, NULL, &e), 0);
	control_times(looker, &began, &last);
	control_at(looker, last + 8 * MINUTE);
	assert_says(control_pause_text(looker, text, sizeof(text)), "the first lease ends in 1 min 59 s");
	control_at(looker, last + 20 * MINUTE);
	assert_says(control_pause_text(looker, text, sizeof(text)),
		    "the first lease is over; a host that nobody renewed puts back what it had");
	control_free(looker);
}

/* Nobody came back in time: the host helped itself, the run says so, and a person lets it be applied again. */
static void a_lease_that_is_lost_while_paused_is_applied_again(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, STEPS "\"soak\": \"10s\", \"on_fail\": \"stop\" }");
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "paused");
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 1);
	b->hosts.now += 11 * MINUTE;
	bench_restart(b);
	assert_result(b, bench_resume(b), "paused");
	assert_int_equal(rollout_pause(control_rollout(b->control)), ROLLOUT_PAUSE_LEASE);
	assert_int_equal(b->hosts.hosts[0].rate, FAKE_OLD_RATE);
	assert_int_equal(rollout_host_state(control_rollout(b->control), 0), ROLLOUT_HOST_SELF_UNDONE);
	bench_restart(b);
	assert_result(b, bench_resume(b), "applied_owed");
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 3);
	assert_int_equal(b->hosts.hosts[0].writes, 3);
	assert_true(b->hosts.hosts[0].confirmed);
}

static void a_run_tells_its_story(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, STEPS "\"soak\": \"10s\", \"on_fail\": \"stop\" }");
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	assert_result(b, bench_resume(b), "applied_owed");
	b->judged[0] = '\0';
	assert_int_equal(control_story(b->control, NULL, add_chapter, b, &b->e), 0);
	assert_says(b->judged, "paused until a person decides");
	assert_says(b->judged, "another controller took the run over\n");
	assert_says(b->judged, "resume was asked for\n");
	assert_says(b->judged, "gate hard of step 1: pass: ");
	assert_int_equal(control_story(b->control, "nonsense", add_chapter, b, &b->e), -ENOENT);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_word_of_another_process_pauses_a_run),
		CASE(a_living_controller_is_not_spoken_for),
		CASE(a_held_run_waits_for_a_word),
		CASE(a_held_run_goes_on_when_it_is_told_to),
		CASE(a_frozen_store_begins_nothing),
		CASE(a_freeze_stops_a_run_and_its_undo),
		CASE(a_frozen_run_that_is_taken_over_sends_nothing),
		CASE(leases_are_renewed_while_it_soaks),
		CASE(a_paused_run_says_when_leases_end),
		CASE(a_run_that_nobody_carries_out_says_when_leases_end),
		CASE(a_lease_that_is_over_is_not_said_to_end),
		CASE(a_lease_that_is_lost_while_paused_is_applied_again),
		CASE(a_run_tells_its_story),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
