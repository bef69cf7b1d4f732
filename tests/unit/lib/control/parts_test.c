// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Runs of several changes, what hosts are owed, generations, and why a value is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/control/bench.h"

#define OLD_ALPHA 1
#define NEW_ALPHA 5243
#define CHANGES   "\"changes\": [ { \"id\": \"ai20\", \"params\": [ \"dcqcn.rp.ai_rate\" ] } ],\n"
#define STEPS     "{ \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], \"soak\": \"10s\" }"

static void assert_result(const struct bench *b, int err, const char *result)
{
	if (err)
		fail_msg("%s", b->e.text);
	if (strcmp(control_result_name(b->result), result) != 0)
		fail_msg("%s, not %s: %s%s", control_result_name(b->result), result, b->trouble, b->judged);
}

static void begin(struct bench *b, size_t count, const char *rollout, const char *more)
{
	bench_begin_with(b, count, rollout, more);
	for (size_t i = 0; i < count; i++)
		b->hosts.hosts[i].alpha = OLD_ALPHA;
}

static size_t count_alpha(const struct bench *b, uint64_t alpha)
{
	size_t count = 0;

	for (size_t i = 0; i < b->hosts.host_count; i++)
		count += b->hosts.hosts[i].alpha == alpha;
	return count;
}

/* No second change before the first one is on all hosts. */
static void check_order(struct bench *b, const struct protocol_request *request)
{
	if (request->op == PROTOCOL_APPLY && strstr(request->run, "/rest"))
		assert_int_equal(bench_count(b, FAKE_NEW_RATE), b->hosts.host_count);
}

static void changes_go_out_one_after_the_other(void **state)
{
	struct bench *b = *state;
	char name[128];

	begin(b, 4, STEPS, CHANGES);
	b->look = check_order;
	assert_result(b, bench_apply(b), "applied");
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 4);
	assert_int_equal(count_alpha(b, NEW_ALPHA), 4);
	assert_int_equal(control_plan(b->control)->step_count, 4);
	assert_string_equal(control_change_name(b->control, 0), "ai20");
	assert_string_equal(control_change_name(b->control, 3), "rest");
	assert_string_equal(control_change_name(b->control, 4), "");
	assert_string_equal(control_gate_name(b->control, 3, 0), "hard");
	assert_null(control_gate_name(b->control, 3, 1));
	/* Each is a run of its own on the host. */
	snprintf(name, sizeof(name), "%s/ai20", b->run);
	assert_string_equal(b->hosts.hosts[0].parts[0].run, name);
	snprintf(name, sizeof(name), "%s/rest", b->run);
	assert_string_equal(b->hosts.hosts[0].parts[1].run, name);
	assert_string_equal(b->hosts.hosts[0].journal[0].id + strlen(b->run), "/ai20/h01/apply");
	assert_result(b, bench_undo(b), "undone");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 4);
	assert_int_equal(count_alpha(b, OLD_ALPHA), 4);
}

static struct store_owed owed(const struct bench *b, size_t want)
{
	struct store_owed *list, first = {0};
	struct ece_error e = {0};
	size_t count;

	if (store_owed_list(b->store, &list, &count, &e))
		fail_msg("%s", e.text);
	assert_int_equal(count, want);
	if (count)
		first = list[0];
	free(list);
	return first;
}

/* What the first change did not take on gets no second one, and is owed both. */
static void a_host_that_failed_is_skipped_later_and_owed(void **state)
{
	struct bench *b = *state;
	struct store_owed first;

	begin(b, 4, "{ \"steps\": [ { \"to\": \"100%\" } ], \"soak\": \"10s\", \"budget\": { \"failed\": 2 } }",
	      CHANGES);
	b->hosts.hosts[2].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "applied_owed");
	assert_int_equal(b->hosts.hosts[2].alpha, OLD_ALPHA);
	assert_int_equal(rollout_counts(control_rollout(b->control)).skipped, 1);
	first = owed(b, 2);
	assert_string_equal(first.host, "h03");
	assert_string_equal(first.change, "ai20");
	assert_string_equal(first.run, b->run);
	assert_int_equal(first.generation, 1);
	/* It comes round. */
	b->hosts.hosts[2].apply_result = 0;
	assert_result(b, bench_apply(b), "applied");
	owed(b, 0);
	assert_int_equal(b->hosts.hosts[2].generation, 2);
}

static void a_host_that_is_down_is_owed_until_it_has_caught_up(void **state)
{
	struct bench *b = *state;

	begin(b, 4, STEPS, "");
	b->hosts.hosts[3].down = true;
	for (size_t i = 0; i < 4; i++)
		b->hosts.hosts[i].alpha = NEW_ALPHA;
	assert_result(b, bench_apply(b), "applied_owed");
	assert_string_equal(owed(b, 1).host, "h04");
	assert_non_null(strstr(owed(b, 1).why, "nothing came"));
	b->hosts.hosts[3].down = false;
	assert_result(b, bench_apply(b), "applied");
	owed(b, 0);
}

static void a_run_that_is_undone_owes_nobody_anything(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, STEPS);
	b->hosts.hosts[3].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "undone");
	owed(b, 0);
}

static void each_run_makes_a_generation(void **state)
{
	struct bench *b = *state;
	struct store_run record;

	bench_begin(b, 3, STEPS);
	assert_result(b, bench_apply(b), "applied");
	assert_int_equal(store_run_find(b->store, b->run, false, &record, &b->e), 0);
	assert_int_equal(record.generation, 1);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(b->hosts.hosts[i].generation, 1);
	b->hosts.hosts[1].rate = FAKE_OLD_RATE;
	b->hosts.hosts[1].confirmed = false;
	control_change_id(b->control, "CHG-17");
	assert_result(b, bench_apply(b), "applied");
	assert_int_equal(store_run_find(b->store, b->run, false, &record, &b->e), 0);
	assert_int_equal(record.generation, 2);
	assert_string_equal(record.change_id, "CHG-17");
	assert_int_equal(b->hosts.hosts[0].generation, 1);
	assert_int_equal(b->hosts.hosts[1].generation, 2);
}

static void look_for_the_generation(struct bench *b, const struct protocol_request *request)
{
	struct store_run record;
	struct store *other = NULL;

	if (request->op != PROTOCOL_CONFIRM)
		return;
	other = bench_store(b);
	assert_int_equal(store_run_find(other, request->run, false, &record, &b->e), 0);
	assert_int_equal(record.generation, request->generation);
	assert_int_equal(request->generation, 1);
	store_close(other);
}

/* Whoever takes the run over makes the same one, and owes it. */
static void a_generation_is_durable_before_a_host_hears_of_it(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4,
		    "{ \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], \"soak\": \"10s\", \"budget\": { "
		    "\"unreachable\": 2 } }");
	assert_int_equal(bench_plan(b), 0);
	b->look = look_for_the_generation;
	b->hosts.hosts[3].down = true;
	b->stop_after = 4; /* the first step is confirmed */
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "paused");
	bench_restart(b);
	assert_result(b, bench_resume(b), "applied_owed");
	assert_int_equal(owed(b, 1).generation, 1);
}

struct found {
	unsigned int count;
	char runs[2][RUN_ID_MAX];
	uint64_t from;
};

static int add_found(void *ctx, const struct control_wrote *wrote)
{
	struct found *found = ctx;

	assert_true(found->count < 2);
	memcpy(found->runs[found->count++], wrote->run->id, RUN_ID_MAX);
	assert_int_equal(wrote->to, FAKE_NEW_RATE);
	assert_int_equal(wrote->state, ROLLOUT_HOST_CONFIRMED);
	assert_int_equal(strncmp(wrote->verdicts, "hard: pass", 10), 0);
	assert_string_equal(wrote->pci, "0000:01:00.0");
	found->from = wrote->from;
	return 0;
}

static void why_a_value_is_there(void **state)
{
	const struct ece_param *rate = ece_param_find("dcqcn.rp.ai_rate"), *alpha = ece_param_find("ztr_rtt.ALPHA");
	struct bench *b = *state;
	struct found found = {0};
	char first[RUN_ID_MAX];

	bench_begin(b, 3, STEPS);
	assert_result(b, bench_apply(b), "applied");
	memcpy(first, b->run, sizeof(first));
	b->hosts.hosts[1].rate = 7;
	assert_result(b, bench_apply(b), "applied");
	assert_int_equal(control_why(b->control, "h02", NULL, rate, add_found, &found, &b->e), 0);
	assert_int_equal(found.count, 2);
	assert_string_equal(found.runs[0], b->run);
	assert_string_equal(found.runs[1], first);
	assert_int_equal(found.from, FAKE_OLD_RATE);
	found.count = 0;
	assert_int_equal(control_why(b->control, "h01", "0000:01:00.0", rate, add_found, &found, &b->e), 0);
	assert_int_equal(found.count, 1);
	assert_int_equal(control_why(b->control, "h01", "0xc42a10300000000", rate, add_found, &found, &b->e), 0);
	assert_int_equal(found.count, 2);
	assert_int_equal(control_why(b->control, "h01", "0000:02:00.0", rate, add_found, &found, &b->e), 0);
	assert_int_equal(control_why(b->control, "h01", NULL, alpha, add_found, &found, &b->e), 0);
	assert_int_equal(found.count, 2);
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
	if (err || (b->result != CONTROL_APPLIED && b->result != CONTROL_UNCHANGED))
		fail_msg("operation %u: %s %s", n, control_result_name(b->result), err ? b->e.text : "");
	return true;
}

static void check_and_reset(struct fake_host *h, size_t i, unsigned int n)
{
	if (h->rate != FAKE_NEW_RATE || h->alpha != NEW_ALPHA || h->writes != 2 || !h->parts[0].confirmed ||
	    !h->parts[1].confirmed)
		fail_msg("operation %u: %s has %u, %u after %u writes", n, h->name, (unsigned int)h->rate,
			 (unsigned int)h->alpha, h->writes);
	*h = (struct fake_host){.rate = FAKE_OLD_RATE, .alpha = OLD_ALPHA};
	snprintf(h->name, sizeof(h->name), "h%02zu", i + 1);
}

/* A run with two changes, gates on treated and untouched hosts, and a soak that is longer than a lease. */
static void the_store_may_fail_at_every_operation_of_two_changes(void **state)
{
	struct bench *b = *state;
	unsigned int n = 1;

	begin(b, 3,
	      "{ \"steps\": [ { \"to\": 1 }, { \"to\": \"100%\" } ], \"soak\": \"15m\", \"lease\": { \"ttl\": \"9m\" "
	      "}, "
	      "\"gates\": [ \"hard\", \"victims\", \"ask\" ] }",
	      CHANGES
	      "\"gates\": { \"victims\": { \"counter\": \"rx_prio3_pause\", \"on\": \"untouched\", \"max\": 10 }, "
	      "\"ask\": { \"exec\": [ \"true\" ] } },\n");
	for (; fail_at_and_recover(b, n); n++)
		for (size_t i = 0; i < 3; i++)
			check_and_reset(&b->hosts.hosts[i], i, n);
	print_message("%u operations of the store made to fail\n", n - 1);
	assert_true(n > 100);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(changes_go_out_one_after_the_other),
		CASE(a_host_that_failed_is_skipped_later_and_owed),
		CASE(a_host_that_is_down_is_owed_until_it_has_caught_up),
		CASE(a_run_that_is_undone_owes_nobody_anything),
		CASE(each_run_makes_a_generation),
		CASE(a_generation_is_durable_before_a_host_hears_of_it),
		CASE(why_a_value_is_there),
		CASE(the_store_may_fail_at_every_operation_of_two_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
