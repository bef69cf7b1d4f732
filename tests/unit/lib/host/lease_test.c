// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Leases on one host, with a clock of the test's own: renewal, loss, undo by the host itself. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "lib/host/job.h"
#include "tests/unit/lib/host/bench.h"

#define LEASE_NS (600 * CLOCK_SECOND_NS)

static struct protocol_answer *expect(const char *line, enum protocol_result result)
{
	struct protocol_answer *answer = bench_ask(line);

	assert_non_null(answer);
	assert_string_equal(protocol_result_name(answer->result), protocol_result_name(result));
	return answer;
}

static void ask(const char *line, enum protocol_result result)
{
	protocol_answer_free(expect(line, result));
}

static uint64_t next_deadline(void)
{
	struct guard guard = bench_guard();
	uint64_t deadline = 0;

	assert_int_equal(guard_next_deadline(&guard, &deadline, NULL), 0);
	return deadline;
}

static struct guard_expiry expire(uint64_t now_ns)
{
	struct guard guard = bench_guard();
	struct guard_expiry expiry;

	assert_int_equal(guard_expire(&guard, now_ns, &expiry, NULL), 0);
	bench_now = now_ns;
	return expiry;
}

/* canonical/netplan#548: a timed revert that did not revert. */
static void test_a_lease_that_runs_out_is_undone_and_verified(void **state)
{
	struct guard_expiry expiry;
	uint64_t deadline;

	(void)state;
	assert_true(next_deadline() == UINT64_MAX);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	deadline = next_deadline();
	assert_in_range(deadline, 1000 + LEASE_NS, 1000 + LEASE_NS + GUARD_JITTER_MAX_NS);
	expiry = expire(deadline - 1);
	assert_int_equal(expiry.undone, 0);
	bench_check_new();
	expiry = expire(deadline);
	assert_int_equal(expiry.undone, 1);
	bench_check_old();
	assert_string_equal(bench_state("R1", 0, RATE), "undone");
	assert_true(next_deadline() == UINT64_MAX);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_SELF_UNDONE);
	ask(bench_op("renew", "n1", "R1", 1), PROTOCOL_SELF_UNDONE);
	bench_check_old();
}

/* rebootmgr and kured#822 had a time to live that nobody kept. */
static void test_a_renewal_begins_the_lease_again(void **state)
{
	uint64_t first, second;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	first = next_deadline();
	bench_now += LEASE_NS / 2;
	fake_write_calls = 0;
	ask(bench_op("renew", "n1", "R1", 1), PROTOCOL_RENEWED);
	second = next_deadline();
	assert_int_equal(second - first, LEASE_NS / 2);
	assert_int_equal(fake_write_calls, 0);
	assert_int_equal(expire(first).undone, 0);
	/* The same line again is another renewal, not an answer from the journal. */
	bench_now += LEASE_NS / 4;
	ask(bench_op("renew", "n1", "R1", 1), PROTOCOL_RENEWED);
	assert_true(next_deadline() > second);
	bench_restart();
	assert_true(next_deadline() > second);
	bench_check_new();
}

static void test_a_confirmed_or_undone_run_has_no_lease(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	assert_true(next_deadline() == UINT64_MAX);
	assert_int_equal(expire(UINT64_MAX / 4).undone, 0);
	bench_check_new();
	/* A renewal that crossed the confirmation does no harm. */
	ask(bench_op("renew", "n1", "R1", 1), PROTOCOL_RENEWED);
	assert_true(next_deadline() == UINT64_MAX);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	answer = expect(bench_op("renew", "n2", "R1", 1), PROTOCOL_REFUSED);
	assert_string_equal(answer->error.text, "run R1 has no lease here: it was undone");
	protocol_answer_free(answer);
	answer = expect(bench_op("renew", "n3", "R9", 1), PROTOCOL_REFUSED);
	assert_string_equal(answer->error.text, "run R9 has no lease here: it was never applied");
	protocol_answer_free(answer);
}

static void test_a_stale_token_renews_nothing(void **state)
{
	uint64_t deadline;

	(void)state;
	ask(bench_apply("a1", "R1", 5), PROTOCOL_HELD);
	deadline = next_deadline();
	bench_now += 1000000;
	ask(bench_op("renew", "n1", "R1", 4), PROTOCOL_REFUSED);
	assert_int_equal(next_deadline(), deadline);
	ask(bench_op("renew", "n2", "R1", 6), PROTOCOL_RENEWED);
	ask(bench_op("renew", "n3", "R1", 5), PROTOCOL_REFUSED);
}

static void test_keep_on_loss_keeps_and_can_be_renewed(void **state)
{
	struct guard_expiry expiry;
	uint64_t deadline;

	(void)state;
	ask(bench_apply_keep("a1", "R1", 1), PROTOCOL_HELD);
	deadline = next_deadline();
	expiry = expire(deadline);
	assert_int_equal(expiry.kept, 1);
	assert_int_equal(expiry.undone, 0);
	bench_check_new();
	assert_true(next_deadline() == UINT64_MAX);
	assert_int_equal(expire(deadline + LEASE_NS).kept, 0);
	ask(bench_op("renew", "n1", "R1", 1), PROTOCOL_RENEWED);
	assert_true(next_deadline() > deadline + LEASE_NS);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	bench_check_new();
}

/* The controller sends the same request, or one with a new id: both are carried out, and neither is told of before. */
static void test_a_run_that_undid_itself_applies_again(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	expire(next_deadline());
	answer = expect(bench_apply("a1", "R1", 2), PROTOCOL_HELD);
	assert_false(answer->from_journal);
	protocol_answer_free(answer);
	bench_check_new();
	expire(next_deadline());
	bench_check_old();
	ask(bench_op("confirm", "c1", "R1", 2), PROTOCOL_SELF_UNDONE);
	ask(bench_apply("a1-1", "R1", 2), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 2), PROTOCOL_CONFIRMED);
	bench_check_new();
}

/* What it writes then is newer than what others wrote meanwhile, whenever it came here first. */
static void test_a_run_that_applies_again_is_the_newest(void **state)
{
	(void)state;
	ask(bench_apply_one("a1", "R1", 0), PROTOCOL_HELD);
	expire(next_deadline());
	ask("{\"version\":1,\"op\":\"apply\",\"id\":\"a2\",\"run\":\"R2\",\"token\":{\"store\":\"s\",\"epoch\":1,"
	    "\"number\":1},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"00000000000000a1\","
	    "\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"" RATE "\",\"from\":5,\"to\":9}]}]}",
	    PROTOCOL_HELD);
	ask(bench_op("confirm", "c2", "R2", 1), PROTOCOL_CONFIRMED);
	ask("{\"version\":1,\"op\":\"apply\",\"id\":\"a3\",\"run\":\"R1\",\"token\":{\"store\":\"s\",\"epoch\":1,"
	    "\"number\":1},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"00000000000000a1\","
	    "\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"" RATE "\",\"from\":9,\"to\":20}]}]}",
	    PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, RATE)->raw, 9);
	ask(bench_op("undo", "u2", "R2", 1), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, RATE)->raw, 5);
}

static void test_a_confirmed_run_writes_nothing_more(void **state)
{
	(void)state;
	ask(bench_apply_one("a1", "R1", 0), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	fake_write_calls = 0;
	ask(bench_apply_one("a2", "R1", 1), PROTOCOL_REFUSED);
	assert_int_equal(fake_write_calls, 0);
	/* The same request again is answered from the journal. */
	ask(bench_apply_one("a1", "R1", 0), PROTOCOL_HELD);
}

/* nmstate/kubernetes-nmstate#960: a rollback that failed was told as a success. */
static void test_an_undo_that_fails_is_tried_again_and_never_called_undone(void **state)
{
	struct guard_expiry expiry;
	uint64_t again;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_find(0, SR)->fault = FAKE_REFUSES;
	expiry = expire(next_deadline());
	assert_int_equal(expiry.failed, 1);
	assert_int_equal(expiry.undone, 0);
	assert_int_equal(expiry.error.kind, ECE_ERROR_REFUSED);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_REFUSED);
	ask(bench_op("renew", "n1", "R1", 1), PROTOCOL_REFUSED);
	ask(bench_apply("a2", "R1", 1), PROTOCOL_REFUSED);
	bench_restart();
	again = next_deadline();
	assert_in_range(again, bench_now + CLOCK_SECOND_NS, bench_now + 60 * CLOCK_SECOND_NS);
	for (int tries = 0; tries < 10; tries++) {
		assert_int_equal(expire(again).failed, 1);
		again = next_deadline();
	}
	/* Not more often than once a minute in the end. */
	assert_int_equal(again - bench_now, 60 * CLOCK_SECOND_NS);
	fake_find(0, SR)->fault = FAKE_GOOD;
	assert_int_equal(expire(again).undone, 1);
	bench_check_old();
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_SELF_UNDONE);
}

static void test_a_value_that_somebody_changed_is_left_alone(void **state)
{
	struct guard_expiry expiry;
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_find(1, RATE)->raw = 33;
	expiry = expire(next_deadline());
	assert_int_equal(expiry.conflicts, 1);
	assert_int_equal(fake_find(1, RATE)->raw, 33);
	assert_int_equal(fake_find(0, RATE)->raw, 5);
	assert_true(next_deadline() == UINT64_MAX);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_REFUSED);
	answer = expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_CONFLICT);
	assert_int_equal(answer->error.kind, ECE_ERROR_CONFLICT);
	protocol_answer_free(answer);
}

static void test_an_undo_that_a_person_asked_for_stays_one(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_find(0, SR)->fault = FAKE_REFUSES;
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDO_FAILED);
	fake_find(0, SR)->fault = FAKE_GOOD;
	assert_int_equal(expire(next_deadline()).undone, 1);
	bench_check_old();
	/* The run may not come back: an apply of it that is late must not be taken. */
	ask(bench_apply("a2", "R1", 1), PROTOCOL_REFUSED);
	ask(bench_op("undo", "u2", "R1", 1), PROTOCOL_UNDONE);
}

/* Killed, or failing, at each of its operations: never is a value of the run left without somebody who will undo it. */
static void test_every_failure_on_the_way_is_made_good(void **state)
{
	struct guard_expiry expiry;
	unsigned int n = 0;
	bool hit;
	struct guard guard;
	char spec[24];
	uint64_t now;

	(void)state;
	do {
		char run[16], id[16];

		snprintf(run, sizeof(run), "F%u", n);
		snprintf(id, sizeof(id), "a%u", n);
		ask(bench_apply(id, run, 1), PROTOCOL_HELD);
		now = next_deadline();
		snprintf(spec, sizeof(spec), "fail@%u", ++n);
		assert_int_equal(fault_arm(spec), 0);
		guard = bench_guard();
		guard_expire(&guard, now, &expiry, NULL);
		hit = fault_count() >= n;
		fault_arm("count");
		bench_restart();
		for (int tries = 0; tries < 3 && next_deadline() != UINT64_MAX; tries++)
			expire(next_deadline());
		bench_check_old();
		ask(bench_op("confirm", "c", run, 1), PROTOCOL_SELF_UNDONE);
	} while (hit);
	print_message("%u operations\n", n - 1);
	assert_int_equal(n - 1, 4);
}

static void test_hosts_do_not_all_undo_at_once(void **state)
{
	struct guard guard = bench_guard();
	struct guard_order order = {.op = PROTOCOL_APPLY, .run = "R1"};
	struct guard_job *job = job_new(&guard, &order, 0);
	uint64_t low = UINT64_MAX, high = 0;

	(void)state;
	for (uint64_t guid = 1; guid <= 1000; guid++) {
		uint64_t at = lease_expiry(job, guid, LEASE_NS, 600000);

		assert_in_range(at, LEASE_NS, LEASE_NS + GUARD_JITTER_MAX_NS);
		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	assert_true(high - low > GUARD_JITTER_MAX_NS / 2);
	assert_int_equal(lease_expiry(job, 7, 5, 600000), lease_expiry(job, 7, 5, 600000));
	/* Of a short lease it is a tenth. */
	assert_in_range(lease_expiry(job, 7, 0, 1000), 0, 100 * CLOCK_MS_NS);
	guard_job_free(job);
}

static void test_what_can_cut_the_management_path_is_always_undone(void **state)
{
	(void)state;
	assert_true(lease_cuts_management(ECE_COST_LINK_FLAP, 1));
	assert_true(lease_cuts_management(ECE_COST_DRIVER_RELOAD, 1));
	assert_true(lease_cuts_management(ECE_COST_LINK_FLAP, -1));
	assert_false(lease_cuts_management(ECE_COST_LINK_FLAP, 0));
	assert_false(lease_cuts_management(ECE_COST_NEXT_QP, 1));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_a_run_that_applies_again_is_the_newest),
		CASE(test_a_confirmed_run_writes_nothing_more),
		CASE(test_a_lease_that_runs_out_is_undone_and_verified),
		CASE(test_a_renewal_begins_the_lease_again),
		CASE(test_a_confirmed_or_undone_run_has_no_lease),
		CASE(test_a_stale_token_renews_nothing),
		CASE(test_keep_on_loss_keeps_and_can_be_renewed),
		CASE(test_a_run_that_undid_itself_applies_again),
		CASE(test_an_undo_that_fails_is_tried_again_and_never_called_undone),
		CASE(test_a_value_that_somebody_changed_is_left_alone),
		CASE(test_an_undo_that_a_person_asked_for_stays_one),
		CASE(test_every_failure_on_the_way_is_made_good),
		CASE(test_hosts_do_not_all_undo_at_once),
		CASE(test_what_can_cut_the_management_path_is_always_undone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
