// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a person sets at a host: confirmed at once, undone by name, and never against a run of a controller. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/fault.h"
#include "lib/host/once.h"
#include "tests/unit/lib/host/bench.h"

#define RUN "set-20261129-010203-aaaa"

static const struct journal_card first_card = {.guid = 0xa1, .psid = "MT_0000000838"};

static struct guard guard(void)
{
	return (struct guard){.journal = bench_journal, .host = ""};
}

/* One value of the first card: 5 -> @to. */
static int set_rate(const char *run, uint64_t from, uint64_t to, enum protocol_result *result, struct ece_error *e)
{
	struct guard_set set = {.card = first_card, .from = from, .to = to};
	struct guard g = guard();
	struct guard_job *job;
	int err;

	set.param = (uint16_t)ece_param_index(ece_param_find(RATE));
	err = once_apply(&g, run, &set, 1, 1, &job, e);
	if (err)
		return err;
	*result = guard_job_result(job);
	*e = *guard_job_error(job);
	guard_job_free(job);
	return 0;
}

static enum protocol_result undo(const char *run)
{
	enum protocol_result result;
	struct guard g = guard();
	struct guard_job *job;
	struct ece_error e;

	assert_int_equal(once_undo(&g, run, 1, &job, &e), 0);
	result = guard_job_result(job);
	guard_job_free(job);
	return result;
}

static void check_set(const char *run, uint64_t from, uint64_t to, enum protocol_result expected)
{
	enum protocol_result result = PROTOCOL_OK;
	struct ece_error e;

	assert_int_equal(set_rate(run, from, to, &result, &e), 0);
	assert_int_equal(result, expected);
}

static void a_set_is_confirmed_at_once(void **state)
{
	struct journal_hold hold;
	struct ece_error e;
	struct token token;
	uint64_t raw;

	(void)state;
	check_set(RUN, 5, 20, PROTOCOL_CONFIRMED);
	assert_int_equal(fake_find(0, RATE)->raw, 20);
	bench_restart();
	assert_string_equal(bench_state(RUN, 0, RATE), "confirmed");
	assert_int_equal(journal_confirmed_get(bench_journal, "", &first_card, ece_param_find(RATE), &raw, &e), 0);
	assert_int_equal(raw, 20);
	assert_int_equal(journal_hold_get(bench_journal, "", &first_card, &hold, &e), -ENOENT);
	/* The host still belongs to no store. */
	assert_int_equal(journal_token_get(bench_journal, "", &token, &e), -ENOENT);
}

static void a_set_leaves_the_host_to_its_store(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	answer = bench_ask(bench_apply("a1", "R1", 3));
	assert_int_equal(answer->result, PROTOCOL_HELD);
	protocol_answer_free(answer);
	answer = bench_ask(bench_op("confirm", "c1", "R1", 3));
	assert_int_equal(answer->result, PROTOCOL_CONFIRMED);
	protocol_answer_free(answer);
	check_set(RUN, 20, 30, PROTOCOL_CONFIRMED);
	/* The run of the store may still be undone, but for what was set after it. */
	answer = bench_ask(bench_op("undo", "u1", "R1", 3));
	assert_int_equal(answer->result, PROTOCOL_CONFLICT);
	protocol_answer_free(answer);
	assert_int_equal(fake_find(0, RATE)->raw, 30);
	assert_int_equal(fake_find(0, SR)->raw, 0);
}

static void a_card_that_a_run_holds_is_refused(void **state)
{
	enum protocol_result result;
	struct protocol_answer *answer = bench_ask(bench_apply("a1", "R1", 1));
	struct ece_error e;

	(void)state;
	protocol_answer_free(answer);
	assert_int_equal(set_rate(RUN, 20, 30, &result, &e), 0);
	assert_int_equal(result, PROTOCOL_REFUSED);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	assert_string_equal(e.place, "0000:01:00.0");
	assert_non_null(strstr(e.text, "'ece-apply undo R1'"));
	assert_int_equal(fake_find(0, RATE)->raw, 20);
}

/* An undo that failed leaves the card to its run, which a person at the host can end. */
static void a_card_that_a_failed_undo_holds_names_the_way_out(void **state)
{
	enum protocol_result result;
	struct ece_error e;

	(void)state;
	fake_find(0, RATE)->fault = FAKE_STUCK;
	fake_find(0, RATE)->clip = 17;
	check_set(RUN, 5, 20, PROTOCOL_DIRTY);
	assert_int_equal(set_rate("set-2", 17, 30, &result, &e), 0);
	assert_int_equal(result, PROTOCOL_REFUSED);
	assert_string_equal(e.place, "0000:01:00.0");
	assert_non_null(strstr(e.text, "'ece-set --undo " RUN "'"));
}

static void a_set_is_undone_by_name(void **state)
{
	(void)state;
	check_set(RUN, 5, 20, PROTOCOL_CONFIRMED);
	assert_int_equal(undo(RUN), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, RATE)->raw, 5);
	assert_string_equal(bench_state(RUN, 0, RATE), "undone");
	/* Again: nothing is there any more. */
	assert_int_equal(undo(RUN), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, RATE)->raw, 5);
}

static void what_somebody_changed_since_is_left_alone(void **state)
{
	(void)state;
	check_set(RUN, 5, 20, PROTOCOL_CONFIRMED);
	fake_find(0, RATE)->raw = 7;
	assert_int_equal(undo(RUN), PROTOCOL_CONFLICT);
	assert_int_equal(fake_find(0, RATE)->raw, 7);
}

static void a_write_that_fails_is_put_back(void **state)
{
	enum journal_run run;

	(void)state;
	fake_find(0, RATE)->fault = FAKE_REFUSES;
	check_set(RUN, 5, 20, PROTOCOL_FAILED_OLD);
	assert_int_equal(fake_find(0, RATE)->raw, 5);
	assert_string_equal(bench_state(RUN, 0, RATE), "restored");
	/* Nothing of it stands: it is not open. */
	assert_int_equal(journal_run_get(bench_journal, "", RUN, &run, NULL), 0);
	assert_int_equal(run, JOURNAL_RUN_UNDONE);
}

static void a_moved_value_is_refused(void **state)
{
	(void)state;
	check_set(RUN, 6, 20, PROTOCOL_REFUSED);
	assert_int_equal(fake_write_calls, 0);
}

/* A journal that fails at its n-th operation, for every n: the card has the old value, or an undo brings it back. */
static void a_failing_journal_never_loses_the_old_value(void **state)
{
	unsigned int n = 1;
	bool failed = true;

	(void)state;
	for (; failed; n++) {
		enum protocol_result result;
		char arm[32], run[64];
		struct ece_error e;

		assert_true(n < 40);
		snprintf(arm, sizeof(arm), "fail@%u", n);
		snprintf(run, sizeof(run), "set-%u", n);
		assert_int_equal(fault_arm(arm), 0);
		failed = set_rate(run, 5, 20, &result, &e) || result != PROTOCOL_CONFIRMED;
		assert_int_equal(fault_arm("count"), 0);
		bench_restart();
		if (!failed)
			assert_int_equal(fake_find(0, RATE)->raw, 20);
		assert_int_equal(undo(run), PROTOCOL_UNDONE);
		assert_int_equal(fake_find(0, RATE)->raw, 5);
	}
	/* Both commits and the write, and then one without a fault. */
	assert_int_equal(n, 5);
}

static void runs_are_listed_newest_first(void **state)
{
	struct journal_run_entry *runs;
	struct protocol_answer *answer;
	struct ece_error e;
	size_t count;

	(void)state;
	check_set("set-1", 5, 20, PROTOCOL_CONFIRMED);
	check_set("set-2", 20, 30, PROTOCOL_CONFIRMED);
	assert_int_equal(undo("set-2"), PROTOCOL_UNDONE);
	answer = bench_ask(bench_apply_one("a1", "R1", 1));
	protocol_answer_free(answer);
	assert_int_equal(journal_runs(bench_journal, "", 16, &runs, &count, &e), 0);
	assert_int_equal(count, 3);
	assert_string_equal(runs[0].run, "R1");
	assert_int_equal(runs[0].state, JOURNAL_RUN_OPEN);
	assert_string_equal(runs[1].run, "set-2");
	assert_int_equal(runs[1].state, JOURNAL_RUN_UNDONE);
	assert_string_equal(runs[2].run, "set-1");
	assert_int_equal(runs[2].state, JOURNAL_RUN_CONFIRMED);
	free(runs);
	assert_int_equal(journal_runs(bench_journal, "", 1, &runs, &count, &e), 0);
	assert_int_equal(count, 1);
	free(runs);
	assert_int_equal(journal_runs(bench_journal, "elsewhere", 16, &runs, &count, &e), 0);
	assert_int_equal(count, 0);
	free(runs);
}

/* 2026-11-29 01:02:03 UTC */
#define THIS_SECOND 1795914123

static void take_name(unsigned int number)
{
	struct ece_error e;
	char run[64];

	snprintf(run, sizeof(run), "set-20261129-010203-%04x", number);
	assert_int_equal(journal_run_put(bench_journal, "", run, JOURNAL_RUN_CONFIRMED, &e), 0);
}

static void a_name_is_never_given_twice(void **state)
{
	char run[PROTOCOL_ID_MAX];
	struct guard g = guard();
	struct ece_error e;

	(void)state;
	for (unsigned int number = 0; number <= 0xffff; number++)
		if (number != 0x0a7f)
			take_name(number);
	assert_int_equal(once_name(&g, THIS_SECOND, run, &e), 0);
	assert_string_equal(run, "set-20261129-010203-0a7f");
	take_name(0x0a7f);
	assert_int_equal(once_name(&g, THIS_SECOND, run, &e), -EEXIST);
	assert_string_equal(e.text, "no name is left for another run of this second");
	assert_int_equal(once_name(&g, THIS_SECOND + 1, run, &e), 0);
	assert_memory_equal(run, "set-20261129-010204-", 20);
	/* Other hosts of a simulated fleet have names of their own. */
	g.host = "elsewhere";
	assert_int_equal(once_name(&g, THIS_SECOND, run, &e), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)
		CASE(a_set_is_confirmed_at_once),
		CASE(a_set_leaves_the_host_to_its_store),
		CASE(a_card_that_a_run_holds_is_refused),
		CASE(a_card_that_a_failed_undo_holds_names_the_way_out),
		CASE(a_set_is_undone_by_name),
		CASE(what_somebody_changed_since_is_left_alone),
		CASE(a_write_that_fails_is_put_back),
		CASE(a_moved_value_is_refused),
		CASE(a_failing_journal_never_loses_the_old_value),
		CASE(runs_are_listed_newest_first),
		CASE(a_name_is_never_given_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
