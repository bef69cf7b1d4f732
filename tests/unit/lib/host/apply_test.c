// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* APPLY on one host: preconditions, repeated requests, what happens when a write fails. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/host/bench.h"

/* Asks, checks the result, and gives the answer to look at. */
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

static void check_refused(const char *line, enum ece_error_kind kind)
{
	struct protocol_answer *answer = expect(line, PROTOCOL_REFUSED);

	assert_string_equal(ece_error_kind_name(answer->error.kind), ece_error_kind_name(kind));
	protocol_answer_free(answer);
}

static void test_apply_writes_reads_back_and_records(void **state)
{
	struct protocol_answer *answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	struct journal_card card = {.guid = 0xa1, .psid = "MT_0000000838"};
	struct journal_hold hold;
	uint64_t original;

	(void)state;
	bench_check_new();
	assert_int_equal(answer->nic_count, 2);
	assert_int_equal(answer->nics[0].value_count, 3);
	assert_int_equal(answer->nics[0].values[0].before.raw, 5);
	assert_int_equal(answer->nics[0].values[0].value.raw, 20);
	assert_int_equal(answer->nics[0].values[0].write, ECE_WRITE_DONE);
	assert_string_equal(answer->nics[1].info.pci, "0000:02:00.0");
	protocol_answer_free(answer);
	assert_string_equal(bench_state("R1", 1, ALPHA), "written");
	assert_int_equal(journal_original(bench_journal, "", &card, ece_param_find(ALPHA), &original, NULL), 0);
	assert_int_equal(original, 6553);
	assert_int_equal(journal_hold_get(bench_journal, "", &card, &hold, NULL), 0);
	assert_string_equal(hold.run, "R1");
	assert_int_equal(hold.deadline_ns, 1000 + 600000 * UINT64_C(1000000));
}

static const struct protocol_original *original_of(const struct protocol_answer *answer, const char *name)
{
	for (size_t i = 0; i < answer->nics[0].original_count; i++)
		if (!strcmp(answer->nics[0].originals[i].param->name, name))
			return &answer->nics[0].originals[i];
	return NULL;
}

static void test_a_read_tells_what_was_confirmed_and_by_whom(void **state)
{
	static const char read[] = "{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[\"" RATE "\"]}";
	struct protocol_answer *answer;
	const struct protocol_original *rate;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	answer = expect(read, PROTOCOL_OK);
	rate = original_of(answer, RATE);
	assert_non_null(rate);
	assert_int_equal(rate->raw, 5);
	assert_false(rate->has_confirmed);
	assert_string_equal(rate->by, "");
	protocol_answer_free(answer);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	answer = expect(read, PROTOCOL_OK);
	rate = original_of(answer, RATE);
	assert_non_null(rate);
	assert_true(rate->has_confirmed);
	assert_int_equal(rate->confirmed, 20);
	assert_string_equal(rate->by, "R1");
	protocol_answer_free(answer);
}

/* "held" would be no answer to an undo, nor for another run. */
static void test_id_of_another_request_is_refused(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	answer = expect(bench_op("undo", "a1", "R1", 1), PROTOCOL_REFUSED);
	assert_string_equal(answer->error.text, "the id a1 was that of another request: each one needs its own");
	protocol_answer_free(answer);
	ask(bench_apply("a1", "R2", 1), PROTOCOL_REFUSED);
	bench_check_new();
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
}

static void test_repeated_request_writes_nothing_again(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_find(0, RATE)->raw = 5;
	fake_write_calls = 0;
	bench_restart();
	answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	assert_true(answer->from_journal);
	assert_int_equal(answer->nics[0].values[0].value.raw, 20);
	assert_int_equal(fake_write_calls, 0);
	protocol_answer_free(answer);
}

static void test_moved_precondition_is_refused(void **state)
{
	(void)state;
	fake_find(1, ALPHA)->raw = 6000;
	check_refused(bench_apply("a1", "R1", 1), ECE_ERROR_STALE);
	assert_int_equal(fake_write_calls, 0);
	assert_string_equal(bench_state("R1", 0, RATE), "");
}

static void test_value_outside_the_range_is_refused(void **state)
{
	char line[2048], *at;

	(void)state;
	strcpy(line, bench_apply("a1", "R1", 1));
	while ((at = strstr(line, "\"from\":0,\"to\":1")))
		memcpy(at, "\"from\":0,\"to\":2", 15);
	check_refused(line, ECE_ERROR_RANGE);
	assert_int_equal(fake_write_calls, 0);
}

/* The guard is asked by another process: nothing in the structs is believed. */
static void order_refused_with(const struct guard_order *order, const struct guard_set *sets, size_t count, int code)
{
	const struct guard guard = {.journal = bench_journal, .host = ""};
	struct guard_job *job;
	struct ece_error e;
	char *answer;

	assert_int_equal(guard_prepare(&guard, order, sets, count, 0, &job, &answer, &e), 0);
	assert_non_null(job);
	assert_int_equal(guard_job_result(job), PROTOCOL_REFUSED);
	assert_int_equal(guard_job_error(job)->code, code);
	guard_job_free(job);
	journal_rollback(bench_journal);
	assert_int_equal(fake_write_calls, 0);
}

/* A controller must know before it plans a write whether one is possible. */
static void test_a_read_says_what_a_write_would_meet(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	fake_find(0, RATE)->closed = true;
	fake_find(0, ALPHA)->min = 1;
	fake_find(0, ALPHA)->max = 65536;
	answer = bench_ask("{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[\"" RATE "\",\"" ALPHA "\"]}");
	assert_non_null(answer);
	assert_int_equal(answer->nics[0].values[0].error.kind, ECE_ERROR_NO_DOOR);
	assert_string_equal(answer->nics[0].values[0].error.text, "the fake is closed");
	assert_int_equal(answer->nics[0].values[0].value.raw, 5);
	assert_int_equal(answer->nics[0].values[0].max, 0);
	assert_int_equal(answer->nics[0].values[1].error.code, 0);
	assert_int_equal(answer->nics[0].values[1].min, 1);
	assert_int_equal(answer->nics[0].values[1].max, 65536);
	assert_int_equal(answer->nics[1].values[0].error.code, 0);
	protocol_answer_free(answer);
}

static void check_order_refused(const struct guard_order *order, const struct guard_set *sets, size_t count)
{
	order_refused_with(order, sets, count, -EINVAL);
}

static void test_orders_that_are_none_are_refused(void **state)
{
	static struct guard_set many[GUARD_SETS_MAX + 1];
	const struct guard_order good = {.op = PROTOCOL_APPLY, .id = "a", .run = "r", .token = {"s", 1, 1}};
	struct guard_set set = {.card = {0xa1, "MT_0000000838"}, .from = 0, .to = 1};
	struct guard_order order = good;

	(void)state;
	order.op = PROTOCOL_READ;
	check_order_refused(&order, &set, 1);
	order = good;
	memset(order.id, 'x', sizeof(order.id));
	check_order_refused(&order, &set, 1);
	order = good;
	order.run[0] = '\0';
	check_order_refused(&order, &set, 1);
	order = good;
	memset(order.token.store, 'x', sizeof(order.token.store));
	check_order_refused(&order, &set, 1);
	order = good;
	/* In ns it would wrap, to a lease that has ended. */
	order.lease_ms = UINT64_C(1) << 32;
	check_order_refused(&order, &set, 1);
	order.lease_ms = UINT64_MAX / 1000000 + 2;
	check_order_refused(&order, &set, 1);
	order = good;
	set.param = (uint16_t)ece_param_count();
	check_order_refused(&order, &set, 1);
	set.param = 0;
	memset(set.card.psid, 'x', sizeof(set.card.psid));
	check_order_refused(&order, &set, 1);
	for (size_t i = 0; i < GUARD_SETS_MAX + 1; i++)
		many[i] = (struct guard_set){.card = {i + 1, "p"}, .from = 0, .to = 1};
	order_refused_with(&order, many, GUARD_SETS_MAX + 1, -E2BIG);
	for (size_t i = 0; i < PROTOCOL_PARAMS_MAX + 1; i++)
		many[i].card.guid = 0xa1;
	order_refused_with(&order, many, PROTOCOL_PARAMS_MAX + 1, -E2BIG);
}

/* Mellanox/nic-configuration-operator#463: register writes fail now and then. */
static void test_a_refusal_that_passes_is_tried_again_before_anything_is_undone(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	fake_find(1, SR)->fault = FAKE_BUSY;
	fake_find(1, SR)->busy = 3;
	answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	bench_check_new();
	assert_int_equal(answer->nics[1].values[1].write, ECE_WRITE_DONE);
	assert_int_equal(answer->nics[1].values[1].error.code, 0);
	protocol_answer_free(answer);
	assert_int_equal(fake_find(1, RATE)->writes, 1);
	assert_int_equal(fake_rested_ns, UINT64_C(140000000)); /* 20, 40 and 80 ms */
}

static void test_a_refusal_that_does_not_pass_has_a_limit(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	fake_find(1, SR)->fault = FAKE_BUSY;
	fake_find(1, SR)->busy = 1000;
	answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_FAILED_OLD);
	bench_check_old();
	assert_int_equal(answer->nics[1].values[1].error.result.status, 0x06);
	protocol_answer_free(answer);
	assert_int_equal(fake_rested_ns, GUARD_PATIENCE_NS);
	assert_in_range(fake_find(1, SR)->busy, 980, 999);
}

static void test_value_that_is_there_is_left_alone_also_by_undo(void **state)
{
	(void)state;
	fake_find(1, ALPHA)->raw = 7000;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	assert_int_equal(fake_find(1, ALPHA)->writes, 0);
	assert_string_equal(bench_state("R1", 1, ALPHA), "");
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(1, ALPHA)->raw, 7000);
	assert_int_equal(fake_find(0, ALPHA)->raw, 6553);
}

static void test_nothing_to_do_is_unchanged_and_holds_nothing(void **state)
{
	struct journal_card card = {.guid = 0xa1, .psid = "MT_0000000838"};
	struct journal_hold hold;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	ask(bench_apply("a2", "R2", 2), PROTOCOL_UNCHANGED);
	assert_int_equal(journal_hold_get(bench_journal, "", &card, &hold, NULL), -ENOENT);
}

static void test_older_and_foreign_tokens_are_refused(void **state)
{
	char line[2048];

	(void)state;
	ask(bench_apply("a1", "R1", 7), PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R1", 7), PROTOCOL_UNDONE);
	check_refused(bench_apply("a2", "R2", 6), ECE_ERROR_STALE);
	strcpy(line, bench_apply("a3", "R3", 9));
	memcpy(strstr(line, "\"store\":\"s\""), "\"store\":\"t\"", 11);
	check_refused(line, ECE_ERROR_STALE);
	bench_check_old();
	ask(bench_apply("a4", "R4", 8), PROTOCOL_HELD);
}

/* The line with the token of another store, which asks to adopt. */
static const char *from_other_store(const char *line, bool adopt)
{
	static char buf[2048];
	const char *at = strstr(line, "\"token\":{\"store\":\"s\"");

	snprintf(buf, sizeof(buf), "%.*s%s\"token\":{\"store\":\"t\"%s", (int)(at - line), line,
		 adopt ? "\"adopt\":true," : "", at + strlen("\"token\":{\"store\":\"s\""));
	return buf;
}

static void test_another_store_adopts_only_explicitly(void **state)
{
	struct protocol_answer *answer;
	struct token token = {0};

	(void)state;
	ask(bench_apply("a1", "R1", 7), PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R1", 7), PROTOCOL_UNDONE);
	answer = expect(from_other_store(bench_apply("a2", "R2", 1), false), PROTOCOL_REFUSED);
	assert_non_null(strstr(answer->error.text, "'ece-apply FILE --adopt'"));
	protocol_answer_free(answer);
	ask(from_other_store(bench_apply("a3", "R2", 1), true), PROTOCOL_HELD);
	assert_int_equal(journal_token_get(bench_journal, "", &token, NULL), 0);
	assert_string_equal(token.store, "t");
	assert_int_equal(token.number, 1);
	journal_rollback(bench_journal);
	/* It belongs to the new store now, and no longer to the old one. */
	ask(from_other_store(bench_op("confirm", "c2", "R2", 2), false), PROTOCOL_CONFIRMED);
	check_refused(bench_op("undo", "u3", "R1", 9), ECE_ERROR_STALE);
	/* Adopting is no way around a newer controller of the same store. */
	check_refused(from_other_store(bench_op("undo", "u4", "R2", 1), true), ECE_ERROR_STALE);
}

static bool is_held(uint64_t guid, const char *run)
{
	struct journal_card card = {.guid = guid, .psid = "MT_0000000838"};
	struct journal_hold hold;

	return !journal_hold_get(bench_journal, "", &card, &hold, NULL) && !strcmp(hold.run, run);
}

/* Of a store that is lost nobody will ever confirm or undo a run. What it wrote is found, and stays in the journal. */
static void test_adopting_takes_over_what_the_lost_store_holds(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 7), PROTOCOL_HELD);
	ask(from_other_store(bench_apply_one("a2", "R2", 0), true), PROTOCOL_UNCHANGED);
	assert_false(is_held(0xa1, "R1"));
	assert_false(is_held(0xb2, "R1"));
	journal_rollback(bench_journal);
	fake_reset();
	/* The other card is free too, though that run did not name it; and nothing is to be adopted any more. */
	ask(from_other_store(bench_apply("a3", "R3", 2), false), PROTOCOL_HELD);
	assert_true(is_held(0xb2, "R3"));
	assert_string_equal(bench_state("R1", 1, RATE), "written");
	ask(from_other_store(bench_op("undo", "u3", "R3", 3), false), PROTOCOL_UNDONE);
	bench_check_old();
}

static void test_a_refused_adoption_takes_nothing_over(void **state)
{
	struct token token = {0};

	(void)state;
	ask(bench_apply("a1", "R1", 7), PROTOCOL_HELD);
	fake_nics[1].missing = true;
	check_refused(from_other_store(bench_apply("a2", "R2", 1), true), ECE_ERROR_GONE);
	assert_true(is_held(0xa1, "R1"));
	assert_true(is_held(0xb2, "R1"));
	assert_int_equal(journal_token_get(bench_journal, "", &token, NULL), 0);
	assert_string_equal(token.store, "s");
	journal_rollback(bench_journal);
}

/* A store that was not lost after all, and adopts in its turn, must not confirm what another one wrote. */
static void test_a_run_whose_cards_were_taken_over_is_not_confirmed(void **state)
{
	struct protocol_answer *answer;
	char line[512];

	(void)state;
	ask(bench_apply("a1", "R1", 7), PROTOCOL_HELD);
	fake_reset();
	ask(from_other_store(bench_apply("a2", "R2", 1), true), PROTOCOL_HELD);
	snprintf(line, sizeof(line), "%s", bench_op("confirm", "c1", "R1", 8));
	snprintf(strrchr(line, '}'), 20, ",\"adopt\":true}");
	answer = expect(line, PROTOCOL_REFUSED);
	assert_string_equal(answer->error.text, "run R1 cannot be confirmed here: run R2 wrote to its cards after it");
	protocol_answer_free(answer);
	assert_true(is_held(0xa1, "R2"));
	journal_rollback(bench_journal);
}

static void test_second_run_is_refused_while_the_first_is_open(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_reset();
	check_refused(bench_apply("a2", "R2", 2), ECE_ERROR_LOCKED);
	bench_check_old();
}

static void test_missing_card_is_refused(void **state)
{
	(void)state;
	fake_nics[1].missing = true;
	check_refused(bench_apply("a1", "R1", 1), ECE_ERROR_GONE);
	assert_int_equal(fake_write_calls, 0);
}

static void test_barred_card_is_refused(void **state)
{
	(void)state;
	fake_nics[1].bar = ECE_NIC_BAR_INFINIBAND;
	check_refused(bench_apply("a1", "R1", 1), ECE_ERROR_UNSUPPORTED);
	fake_nics[1].bar = ECE_NIC_BAR_OTHER_DRIVER;
	check_refused(bench_apply("a2", "R1", 1), ECE_ERROR_NO_DOOR);
	assert_int_equal(fake_write_calls, 0);
}

/* Nothing is read of a NIC that must not be written; a virtual function beside its physical one is none of its own. */
static void test_read_tells_of_bars(void **state)
{
	static const char read[] = "{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[\"" RATE "\"]}";
	struct protocol_answer *answer;

	(void)state;
	fake_nics[0].bar = ECE_NIC_BAR_VIRTUAL;
	fake_nics[0].kind = ECE_NIC_VF;
	answer = bench_ask(read);
	assert_int_equal(answer->nic_count, 2);
	assert_int_equal(answer->nics[0].info.bar, ECE_NIC_BAR_VIRTUAL);
	assert_string_equal(answer->nics[0].info.why, "the fake is barred");
	assert_int_equal(answer->nics[0].value_count, 0);
	assert_int_equal(answer->nics[1].value_count, 1);
	protocol_answer_free(answer);

	fake_nics[0].parent = "0000:02:00.0";
	answer = bench_ask(read);
	assert_int_equal(answer->nic_count, 1);
	assert_int_equal(answer->nics[0].info.guid, 0xb2);
	protocol_answer_free(answer);
}

static void test_unreadable_value_is_refused(void **state)
{
	(void)state;
	fake_find(1, SR)->fault = FAKE_UNREADABLE;
	check_refused(bench_apply("a1", "R1", 1), ECE_ERROR_IO);
	assert_int_equal(fake_write_calls, 0);
}

static void test_failed_write_puts_all_cards_back(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	fake_find(1, SR)->fault = FAKE_REFUSES;
	answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_FAILED_OLD);
	bench_check_old();
	assert_int_equal(fake_find(0, ALPHA)->writes, 2);
	assert_string_equal(answer->error.place, "0000:02:00.0/" SR);
	assert_int_equal(answer->nics[1].values[1].write, ECE_WRITE_FAILED);
	assert_int_equal(answer->nics[0].values[0].value.raw, 5);
	protocol_answer_free(answer);
	assert_string_equal(bench_state("R1", 0, ALPHA), "restored");
	fake_find(1, SR)->fault = FAKE_GOOD;
	ask(bench_apply("a2", "R2", 2), PROTOCOL_HELD);
}

static void test_failed_request_does_not_let_go_of_an_earlier_one(void **state)
{
	(void)state;
	ask(bench_apply_one("a1", "R1", 0), PROTOCOL_HELD);
	fake_find(1, SR)->fault = FAKE_REFUSES;
	ask(bench_apply_one("a2", "R1", 1), PROTOCOL_FAILED_OLD);
	check_refused(bench_apply_one("a3", "R2", 0), ECE_ERROR_LOCKED);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
	ask(bench_apply_one("a4", "R2", 0), PROTOCOL_HELD);
}

static void test_value_that_the_card_clipped_is_put_back_too(void **state)
{
	(void)state;
	fake_find(0, RATE)->clip = 17;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_FAILED_OLD);
	bench_check_old();
}

static void test_value_that_cannot_be_put_back_is_dirty(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	fake_find(0, RATE)->fault = FAKE_STUCK;
	fake_find(1, SR)->fault = FAKE_REFUSES;
	answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_DIRTY);
	assert_int_equal(answer->nics[0].values[0].value.raw, 20);
	/* What was left is named, and not what is back. */
	assert_string_equal(answer->nics[0].values[0].error.text, "it is 20 Mb/s and could not be put back to 5 Mb/s");
	assert_string_equal(answer->nics[0].values[0].error.place, "0000:01:00.0/" RATE);
	assert_int_equal(answer->nics[0].values[1].error.code, 0);
	protocol_answer_free(answer);
	assert_string_equal(bench_state("R1", 0, RATE), "dirty");
	assert_string_equal(bench_state("R1", 0, ALPHA), "restored");
	check_refused(bench_apply("a2", "R2", 2), ECE_ERROR_LOCKED);
	fake_find(0, RATE)->fault = FAKE_GOOD;
	ask(bench_op("undo", "u1", "R1", 2), PROTOCOL_UNDONE);
	bench_check_old();
}

/* An undo must know that it is ours, though it is neither what was asked for nor what was there. */
static void test_clipped_value_that_cannot_be_put_back_can_be_undone_later(void **state)
{
	(void)state;
	fake_find(0, RATE)->clip = 17;
	fake_find(0, RATE)->fault = FAKE_STUCK;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_DIRTY);
	assert_int_equal(fake_find(0, RATE)->raw, 17);
	fake_find(0, RATE)->fault = FAKE_GOOD;
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

static void somebody_else_writes(void)
{
	if (fake_write_calls == 2)
		fake_find(0, RATE)->raw = 99;
}

static void test_value_of_somebody_else_is_not_put_back(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	fake_on_write = somebody_else_writes;
	fake_find(1, SR)->fault = FAKE_REFUSES;
	answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_DIRTY);
	assert_string_equal(answer->nics[0].values[0].error.text,
			    "it is 99 Mb/s and is not what this run wrote, so it was not put back to 5 Mb/s");
	protocol_answer_free(answer);
	assert_int_equal(fake_find(0, RATE)->raw, 99);
	assert_int_equal(fake_find(0, SR)->raw, 0);
}

static void test_intents_that_are_not_durable_write_nothing(void **state)
{
	(void)state;
	assert_int_equal(fault_arm("fail@1"), 0);
	check_refused(bench_apply("a1", "R1", 1), ECE_ERROR_IO);
	assert_int_equal(fault_arm("count"), 0);
	bench_check_old();
	assert_string_equal(bench_state("R1", 0, RATE), "");
}

/* commit, two cards, commit: the fourth operation is the second commit. */
static void test_outcome_that_is_not_durable_is_not_told(void **state)
{
	(void)state;
	assert_int_equal(fault_arm("fail@4"), 0);
	assert_null(bench_ask(bench_apply("a1", "R1", 1)));
	assert_int_equal(fault_arm("count"), 0);
	assert_string_equal(bench_state("R1", 0, RATE), "intent");
	bench_restart();
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	bench_check_new();
	assert_string_equal(bench_state("R1", 0, RATE), "written");
}

/* The agent dies between the writes of two cards. */
static void begin_and_die(void)
{
	assert_int_equal(fault_arm("fail@4"), 0);
	assert_null(bench_ask(bench_apply("a1", "R1", 1)));
	assert_int_equal(fault_arm("count"), 0);
	fake_find(1, RATE)->raw = 5;
	fake_find(1, SR)->raw = 0;
	fake_find(1, ALPHA)->raw = 6553;
	bench_restart();
}

static void test_half_done_apply_is_completed(void **state)
{
	(void)state;
	begin_and_die();
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	bench_check_new();
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

static void test_half_done_apply_can_be_undone_at_once(void **state)
{
	(void)state;
	begin_and_die();
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
	assert_string_equal(bench_state("R1", 0, RATE), "undone");
}

static void test_half_done_apply_is_no_confirmed_one(void **state)
{
	(void)state;
	begin_and_die();
	check_refused(bench_op("confirm", "c1", "R1", 1), ECE_ERROR_STALE);
}

static void test_half_done_apply_where_somebody_wrote_is_dirty(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	begin_and_die();
	fake_find(0, RATE)->raw = 99;
	answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_DIRTY);
	assert_non_null(strstr(answer->error.text, "99"));
	protocol_answer_free(answer);
	assert_int_equal(fake_find(0, RATE)->raw, 99);
	assert_int_equal(fake_find(0, ALPHA)->raw, 6553);
}

/* A write to the same host under an apply that was begun, and the journal fails: nothing true can be said. */
static void test_unfinished_request_is_never_refused(void **state)
{
	(void)state;
	begin_and_die();
	assert_int_equal(fault_arm("fail@1"), 0);
	assert_null(bench_ask(bench_apply("a1", "R1", 1)));
	assert_int_equal(fault_arm("count"), 0);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_a_refusal_that_passes_is_tried_again_before_anything_is_undone),
		CASE(test_a_refusal_that_does_not_pass_has_a_limit),
		CASE(test_apply_writes_reads_back_and_records),
		CASE(test_a_read_tells_what_was_confirmed_and_by_whom),
		CASE(test_id_of_another_request_is_refused),
		CASE(test_repeated_request_writes_nothing_again),
		CASE(test_moved_precondition_is_refused),
		CASE(test_value_outside_the_range_is_refused),
		CASE(test_a_read_says_what_a_write_would_meet),
		CASE(test_orders_that_are_none_are_refused),
		CASE(test_value_that_is_there_is_left_alone_also_by_undo),
		CASE(test_nothing_to_do_is_unchanged_and_holds_nothing),
		CASE(test_older_and_foreign_tokens_are_refused),
		CASE(test_another_store_adopts_only_explicitly),
		CASE(test_adopting_takes_over_what_the_lost_store_holds),
		CASE(test_a_refused_adoption_takes_nothing_over),
		CASE(test_a_run_whose_cards_were_taken_over_is_not_confirmed),
		CASE(test_second_run_is_refused_while_the_first_is_open),
		CASE(test_missing_card_is_refused),
		CASE(test_barred_card_is_refused),
		CASE(test_read_tells_of_bars),
		CASE(test_unreadable_value_is_refused),
		CASE(test_failed_write_puts_all_cards_back),
		CASE(test_failed_request_does_not_let_go_of_an_earlier_one),
		CASE(test_value_that_the_card_clipped_is_put_back_too),
		CASE(test_value_that_cannot_be_put_back_is_dirty),
		CASE(test_clipped_value_that_cannot_be_put_back_can_be_undone_later),
		CASE(test_value_of_somebody_else_is_not_put_back),
		CASE(test_intents_that_are_not_durable_write_nothing),
		CASE(test_outcome_that_is_not_durable_is_not_told),
		CASE(test_half_done_apply_is_completed),
		CASE(test_half_done_apply_can_be_undone_at_once),
		CASE(test_half_done_apply_is_no_confirmed_one),
		CASE(test_half_done_apply_where_somebody_wrote_is_dirty),
		CASE(test_unfinished_request_is_never_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
