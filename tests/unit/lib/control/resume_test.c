// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Controllers that stop, fail or die, and those that take their runs over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/control/bench.h"

static void assert_result(const struct bench *b, int err, const char *result)
{
	if (err)
		fail_msg("%s", b->e.text);
	assert_string_equal(control_result_name(b->result), result);
}

static unsigned int reads(const struct bench *b)
{
	unsigned int n = 0;

	for (size_t i = 0; i < b->hosts.host_count; i++)
		n += b->hosts.hosts[i].reads;
	return n;
}

static void a_stopped_run_goes_on_without_planning_anew(void **state)
{
	struct bench *b = *state;
	struct token before;
	unsigned int n;

	bench_begin(b, 6, "");
	b->stop_after = 4;
	assert_result(b, bench_apply(b), "paused");
	assert_true(bench_count(b, FAKE_NEW_RATE) < 6);
	before = b->hosts.hosts[0].token;
	n = reads(b);
	bench_restart(b);
	assert_result(b, bench_resume(b), "applied");
	assert_int_equal(reads(b), n);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 6);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(b->hosts.hosts[i].writes, 1);
	/* The new controller has a higher number: the old one, if it lives, is refused from now on. */
	assert_int_equal(token_compare(&before, &b->hosts.hosts[5].token), TOKEN_OLDER);
	assert_int_equal(bench_resume(b), -ENOENT);
}

/* After every number of requests. */
static void a_run_may_be_stopped_anywhere(void **state)
{
	struct bench *b = *state;
	unsigned int stops = 0;

	bench_begin(b, 4, "");
	b->stop_after = 1;
	assert_int_equal(bench_apply(b), 0);
	while (b->result == CONTROL_PAUSED) {
		assert_true(++stops < 100);
		bench_restart(b);
		b->stop_after = 5;
		assert_int_equal(bench_resume(b), 0);
	}
	assert_result(b, 0, "applied");
	assert_true(stops > 0);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(b->hosts.hosts[i].writes, 1);
}

static void the_clock_may_start_over(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 3, "");
	b->stop_after = 1;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	b->hosts.now = 17; /* the machine was started again */
	assert_result(b, bench_resume(b), "applied");
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 3);
	/* Two soaks and a baseline of 10 s, and nobody waited for the old clock to come back. */
	assert_in_range(b->hosts.now, UINT64_C(30000000000), UINT64_C(40000000000));
}

static void a_signal_does_not_end_a_run(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 2, "");
	assert_int_equal(bench_plan(b), 0);
	b->hosts.interrupt = true;
	assert_int_equal(control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), 0);
	assert_result(b, 0, "applied");
}

static void belong_to_a_lost_store(struct bench *b)
{
	for (size_t i = 0; i < b->hosts.host_count; i++)
		b->hosts.hosts[i].token = (struct token){.store = "lost", .epoch = 3, .number = 99};
}

static void hosts_of_a_lost_store_are_refused_and_nothing_is_left_to_undo(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 3, "");
	belong_to_a_lost_store(b);
	assert_result(b, bench_apply(b), "undone");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 3);
}

/* The store is an older copy of itself: its numbers were given out before. */
static void a_store_that_was_restored_from_an_older_copy_is_found_out(void **state)
{
	struct bench *b = *state;
	struct token *seen = &b->hosts.hosts[2].token;
	uint32_t epoch;

	bench_begin(b, 3, "");
	assert_result(b, bench_apply(b), "applied");
	for (size_t i = 0; i < 3; i++)
		b->hosts.hosts[i].rate = FAKE_OLD_RATE;
	seen->number += 5;
	assert_int_equal(bench_apply(b), -ESTALE);
	assert_int_equal(b->e.kind, ECE_ERROR_STALE);
	assert_non_null(strstr(b->e.text, "h03 has obeyed this store at epoch 1, number "));
	assert_non_null(strstr(b->e.text, "ece-apply epoch raise"));
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 3);
	assert_int_equal(store_lock(b->store, "test", &b->e), 0);
	assert_int_equal(store_epoch_raise(b->store, &epoch, &b->e), 0);
	store_unlock(b->store);
	assert_result(b, bench_apply(b), "applied");
}

/* And so say the resume and the undo of that run, by controllers that were not told. */
static void a_run_that_adopts_does_so_to_its_end(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 6, "");
	belong_to_a_lost_store(b);
	control_adopt(b->control);
	b->stop_after = 1;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	assert_result(b, bench_resume(b), "applied");
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 6);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(b->hosts.hosts[i].adopts, 2); /* apply, confirm */
	bench_restart(b);
	belong_to_a_lost_store(b);
	assert_result(b, bench_undo(b), "undone");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 6);
}

static void an_undo_that_was_stopped_goes_on_as_undo(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 6, "{ \"steps\": [ { \"to\": \"100%\" } ], \"undo_parallel\": 2 }");
	assert_result(b, bench_apply(b), "applied");
	b->stop_after = 2;
	assert_result(b, bench_undo(b), "paused");
	bench_restart(b);
	assert_result(b, bench_resume(b), "undone");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 6);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(b->hosts.hosts[i].writes, 2);
}

static void an_open_run_can_be_undone(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 6, "");
	b->stop_after = 4;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	assert_result(b, bench_undo(b), "undone");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 6);
	/* What was under way was asked for again first. */
	assert_int_equal(rollout_counts(control_rollout(b->control)).lost, 0);
}

/* Whoever looks into the store when a request goes out finds it there: the controller may die now. */
static void look_into_the_store(struct bench *b, const struct protocol_request *request)
{
	static const enum rollout_host_state states[] = {
		[PROTOCOL_APPLY] = ROLLOUT_HOST_INTENT,
		[PROTOCOL_CONFIRM] = ROLLOUT_HOST_CONFIRM,
		[PROTOCOL_UNDO] = ROLLOUT_HOST_UNDO,
	};
	struct store *store = NULL;
	struct control *control = NULL;
	struct ece_error e = {0};
	char id[512];
	bool found = false;

	store = bench_store(b);
	if (control_new(store, NULL, NULL, &control, &e) || control_load(control, request->run, &e))
		fail_msg("%s", e.text);
	for (uint32_t i = 0; i < control_plan(control)->order_count; i++) {
		snprintf(id, sizeof(id), "%s/%s/", request->run, control_host_name(control, i));
		if (strncmp(id, request->id, strlen(id)) != 0)
			continue;
		assert_int_equal(rollout_host_state(control_rollout(control), i), states[request->op]);
		found = true;
	}
	assert_true(found);
	control_free(control);
	store_close(store);
}

static void what_goes_out_is_durable_before(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 5, "");
	b->look = look_into_the_store;
	assert_result(b, bench_apply(b), "applied");
	assert_result(b, bench_undo(b), "undone");
}

static void undo_of_a_paused_run_writes_to_no_more_hosts(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 6, "{ \"steps\": [ { \"to\": \"100%\" } ], \"parallel\": 2, \"on_fail\": \"stop\" }");
	b->hosts.hosts[0].apply_result = PROTOCOL_FAILED_OLD;
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[1].lose_answer = 1;
	/* With the second request to the second host, the controller dies. */
	b->stop_after = 3;
	assert_int_equal(control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), 0);
	assert_int_equal(rollout_state(control_rollout(b->control)), ROLLOUT_PAUSED);
	assert_int_equal(rollout_counts(control_rollout(b->control)).in_flight, 1);
	bench_restart(b);
	assert_result(b, bench_undo(b), "undone");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 6);
	for (size_t i = 2; i < 6; i++)
		assert_int_equal(b->hosts.hosts[i].writes, 0);
}

static void load_shows_a_run_and_touches_nothing(void **state)
{
	struct bench *b = *state;
	unsigned int submits;
	char reason[256];

	bench_begin(b, 4, "");
	assert_int_equal(control_load(b->control, NULL, &b->e), -ENOENT);
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	submits = b->hosts.submits;
	assert_int_equal(control_load(b->control, NULL, &b->e), 0);
	assert_int_equal(rollout_state(control_rollout(b->control)), ROLLOUT_RUNNING);
	assert_string_equal(rollout_reason(control_rollout(b->control), reason, sizeof(reason)),
			    "running: step 1 of 2 is confirmed, 0 of 1 hosts");
	assert_int_equal(control_plan(b->control)->order_count, 4);
	assert_int_equal(control_plan(b->control)->change_count, 4);
	assert_int_equal(control_plan(b->control)->changes[1].host, 1);
	assert_string_equal(ece_param_at(control_plan(b->control)->changes[1].param)->name, "dcqcn.rp.ai_rate");
	assert_int_equal(control_plan(b->control)->changes[1].from, FAKE_OLD_RATE);
	assert_int_equal(control_plan(b->control)->changes[1].to, FAKE_NEW_RATE);
	assert_int_equal(b->hosts.submits, submits);
}

static void two_controllers_do_not_run_at_once(void **state)
{
	struct bench *b = *state;
	struct store *other = NULL;

	bench_begin(b, 2, "");
	other = bench_store(b);
	assert_int_equal(store_lock(other, "pid 1 on elsewhere", &b->e), 0);
	assert_int_equal(bench_apply(b), -EBUSY);
	assert_int_equal(b->e.kind, ECE_ERROR_LOCKED);
	assert_non_null(strstr(b->e.text, "pid 1 on elsewhere"));
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 2);
	store_close(other);
	/* The refusal left nothing behind, nor does a run. */
	assert_result(b, bench_apply(b), "applied");
	other = bench_store(b);
	assert_int_equal(store_lock(other, "pid 1 on elsewhere", &b->e), 0);
	store_close(other);
}

static void damage_plan(const struct bench *b, const char *sql)
{
	char path[512];
	sqlite3 *db;

	bench_needs_file();
	snprintf(path, sizeof(path), "%s/store.db", b->dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_changes(db), 1);
	sqlite3_close(db);
}

static void a_frozen_plan_that_was_changed_is_not_carried_out(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	damage_plan(b, "UPDATE plan SET json = CAST(replace(CAST(json AS TEXT), '\"to\":20}', '\"to\":99}') AS BLOB)");
	assert_int_equal(bench_resume(b), -EUCLEAN);
	assert_int_equal(b->e.kind, ECE_ERROR_DAMAGED);
	assert_int_equal(bench_count(b, 99), 0);
}

static void limits_that_were_changed_are_damage(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	damage_plan(
		b,
		"UPDATE plan SET json = CAST(replace(CAST(json AS TEXT), '\"failed\":1,', '\"failed\":9,') AS BLOB)");
	assert_int_equal(bench_resume(b), -EUCLEAN);
	assert_int_equal(b->e.kind, ECE_ERROR_DAMAGED);
}

static void a_plan_of_a_newer_program_is_refused(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	damage_plan(
		b,
		"UPDATE plan SET json = CAST(replace(CAST(json AS TEXT), '\"version\":2', '\"version\":9') AS BLOB)");
	assert_int_equal(bench_resume(b), -EPROTONOSUPPORT);
	assert_int_equal(b->e.kind, ECE_ERROR_VERSION);
}

static void events_that_do_not_follow_from_the_plan_are_damage(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	damage_plan(b, "UPDATE event SET attempt = 77 WHERE seq = (SELECT min(seq) FROM event WHERE kind = 1)");
	assert_int_equal(bench_resume(b), -EUCLEAN);
	assert_int_equal(b->e.kind, ECE_ERROR_DAMAGED);
}

static void close_and_begin_again(struct bench *b)
{
	char run[RUN_ID_MAX];
	unsigned int submits = b->hosts.submits;
	struct store_run record;

	memcpy(run, b->run, sizeof(run));
	assert_result(b, control_undo(b->control, run, &b->result, &b->e), "undo_incomplete");
	assert_int_equal(b->hosts.submits, submits);
	assert_null(control_rollout(b->control));
	assert_int_equal(store_run_find(b->store, run, false, &record, &b->e), 0);
	assert_string_equal(record.result, "undo_incomplete");
	/* What is finished keeps its result. */
	assert_int_equal(control_undo(b->control, run, &b->result, &b->e), -EUCLEAN);
	assert_int_equal(b->e.kind, ECE_ERROR_DAMAGED);
	assert_result(b, bench_apply(b), "applied");
}

static void undo_closes_a_run_whose_plan_is_damaged(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	damage_plan(b, "UPDATE plan SET json = '{'");
	assert_int_equal(bench_resume(b), -EUCLEAN);
	assert_int_equal(bench_apply(b), -EBUSY);
	close_and_begin_again(b);
}

static void undo_closes_a_run_whose_events_are_damaged(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	damage_plan(b, "UPDATE event SET attempt = 77 WHERE seq = (SELECT min(seq) FROM event WHERE kind = 1)");
	close_and_begin_again(b);
}

/* Its events mean something else to this program: it is never carried out, and can be closed. */
static void a_plan_of_an_older_program_is_closed_by_undo(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->stop_after = 2;
	assert_result(b, bench_apply(b), "paused");
	bench_restart(b);
	damage_plan(
		b,
		"UPDATE plan SET json = CAST(replace(CAST(json AS TEXT), '\"version\":2', '\"version\":1') AS BLOB)");
	assert_int_equal(bench_resume(b), -EUCLEAN);
	assert_int_equal(b->e.kind, ECE_ERROR_VERSION);
	assert_non_null(strstr(b->e.text, "older program"));
	assert_result(b, bench_undo(b), "undo_incomplete");
	assert_null(control_rollout(b->control));
}

/* From a controller that failed at operation @n to the end of the run. Returns false when it had fewer operations. */
static bool fail_at_and_recover(struct bench *b, unsigned int n)
{
	char spec[32];
	int err;

	snprintf(spec, sizeof(spec), "fail@%u", n);
	assert_int_equal(bench_plan(b), 0);
	assert_int_equal(fault_arm(spec), 0);
	err = control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e);
	assert_int_equal(fault_arm("count"), 0);
	if (!err)
		return false;
	assert_int_equal(err, -EIO);
	bench_restart(b);
	err = bench_resume(b);
	if (err == -ENOENT) /* it failed before there was a run, or behind its end */
		err = bench_apply(b);
	if (err)
		fail_msg("operation %u: %s", n, b->e.text);
	return true;
}

static void reset_host(struct fake_host *h, size_t i)
{
	*h = (struct fake_host){.rate = FAKE_OLD_RATE, .alpha = h->alpha};
	snprintf(h->name, sizeof(h->name), "h%02zu", i + 1);
}

/* What the store says is durable is durable, and what it fails at can be taken over, at every one of its operations. */
static void the_store_may_fail_at_every_operation(void **state)
{
	struct bench *b = *state;
	unsigned int n = 1;

	bench_begin(b, 4, "");
	for (; fail_at_and_recover(b, n); n++) {
		for (size_t i = 0; i < 4; i++) {
			struct fake_host *h = &b->hosts.hosts[i];

			if (h->rate != FAKE_NEW_RATE || !h->confirmed || h->writes != 1)
				fail_msg("operation %u: %s has %u after %u writes", n, h->name, (unsigned int)h->rate,
					 h->writes);
			reset_host(h, i);
		}
	}
	print_message("%u operations of the store made to fail\n", n - 1);
	assert_true(n > 20);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_stopped_run_goes_on_without_planning_anew),
		CASE(a_run_may_be_stopped_anywhere),
		CASE(the_clock_may_start_over),
		CASE(a_signal_does_not_end_a_run),
		CASE(hosts_of_a_lost_store_are_refused_and_nothing_is_left_to_undo),
		CASE(a_run_that_adopts_does_so_to_its_end),
		CASE(a_store_that_was_restored_from_an_older_copy_is_found_out),
		CASE(an_undo_that_was_stopped_goes_on_as_undo),
		CASE(an_open_run_can_be_undone),
		CASE(undo_of_a_paused_run_writes_to_no_more_hosts),
		CASE(what_goes_out_is_durable_before),
		CASE(load_shows_a_run_and_touches_nothing),
		CASE(two_controllers_do_not_run_at_once),
		CASE(a_frozen_plan_that_was_changed_is_not_carried_out),
		CASE(limits_that_were_changed_are_damage),
		CASE(a_plan_of_a_newer_program_is_refused),
		CASE(events_that_do_not_follow_from_the_plan_are_damage),
		CASE(undo_closes_a_run_whose_plan_is_damaged),
		CASE(undo_closes_a_run_whose_events_are_damaged),
		CASE(a_plan_of_an_older_program_is_closed_by_undo),
		CASE(the_store_may_fail_at_every_operation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
