// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The steps: their sizes, and domains that are not parted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/unit/lib/plan/bench.h"

#define TEXT_MAX 65536

/* @inventory, @rollouts: "" or members of the file, with a comma behind them. */
static void begin(struct bench *b, const char *set, const char *hosts, const char *inventory, const char *rollout)
{
	char *text = malloc(TEXT_MAX);

	assert_non_null(text);
	snprintf(text, TEXT_MAX,
		 "{ \"version\": 1, %s \"profiles\": { \"p\": { \"set\": { %s } } },"
		 "  \"assign\": [ { \"hosts\": \"%s\", \"profile\": \"p\" } ],"
		 "  \"rollouts\": { \"default\": { %s } }, \"transport\": { \"kind\": \"sim\" } }",
		 inventory, set, hosts, rollout);
	bench_begin(b, text, 1);
	free(text);
}

#define LIVE     "\"" BENCH_RATE "\": 20"
#define PAIRWISE "\"" BENCH_SR "\": true"

struct want {
	const char *name;
	uint32_t count;
};

static void assert_steps(struct bench *b, const struct want *want, size_t count)
{
	uint32_t first = 0;

	assert_int_equal(bench_plan(b), 0);
	for (size_t i = 0; i < count && i < b->plan->step_count; i++) {
		assert_string_equal(b->plan->steps[i].name, want[i].name);
		assert_int_equal(b->plan->steps[i].count, want[i].count);
		assert_int_equal(b->plan->steps[i].first, first);
		first += want[i].count;
	}
	assert_int_equal(b->plan->step_count, count);
	assert_int_equal(b->plan->order_count, first);
}

#define ASSERT_STEPS(b, ...) \
	assert_steps(b, (const struct want[]){__VA_ARGS__}, sizeof((struct want[]){__VA_ARGS__}) / sizeof(struct want))

/* Cumulative, rounded up: 5 % of 128 is 6.4, 25 % is 32. */
static void one_host_then_five_then_twenty_five_percent_then_all(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE, "gpu[001-128]", "", "");
	ASSERT_STEPS(&b, {"1 host", 1}, {"5 %", 6}, {"25 %", 25}, {"100 %", 96});
	assert_int_equal(b.plan->steps[0].soak_ns, UINT64_C(60000000000));
	assert_int_equal(b.plan->order[127], 127);
	bench_end(&b);
}

static void steps_that_add_nothing_are_left_out(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE, "a[1-3]", "", "");
	ASSERT_STEPS(&b, {"1 host", 1}, {"100 %", 2});
	bench_end(&b);
	begin(&b, LIVE, "a1", "", "");
	ASSERT_STEPS(&b, {"1 host", 1});
	bench_end(&b);
}

/* The denominator is what is to be changed when the plan is made: hosts that are right do not count. */
static void percentages_are_of_the_hosts_with_changes(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE, "gpu[001-120]", "", "");
	for (size_t i = 0; i < 100; i++)
		bench_reading(&b, i, 0, BENCH_RATE)->raw = 20;
	ASSERT_STEPS(&b, {"1 host", 1}, {"25 %", 4}, {"100 %", 15});
	assert_int_equal(b.plan->order[0], 100);
	bench_end(&b);
}

static void a_percentage_is_never_below_one(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE, "a[01-10]", "",
	      "\"steps\": [ { \"to\": \"0.5%\" }, { \"to\": \"12.5%\" }, { \"to\": \"100%\" } ]");
	ASSERT_STEPS(&b, {"0.50 %", 1}, {"12.50 %", 1}, {"100 %", 8});
	bench_end(&b);
}

static void named_hosts_come_when_they_are_named(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE, "a[01-10]", "",
	      "\"steps\": [ { \"hosts\": \"a[07-08]\", \"soak\": \"4h\" }, { \"to\": \"50%\" }, { \"to\": \"100%\" } "
	      "]");
	bench_reading(&b, 7, 0, BENCH_RATE)->raw = 20; /* a08 is right already */
	ASSERT_STEPS(&b, {"1 named host", 1}, {"50 %", 4}, {"100 %", 4});
	assert_int_equal(b.plan->order[0], 6);
	assert_int_equal(b.plan->order[1], 0);
	assert_int_equal(b.plan->steps[0].soak_ns, UINT64_C(4) * 3600 * 1000000000);
	bench_end(&b);
}

static void a_host_that_is_named_twice_comes_once(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE, "a[01-10]", "",
	      "\"steps\": [ { \"hosts\": \"a03\" }, { \"hosts\": \"a[02-03]\" }, { \"to\": \"100%\" } ]");
	ASSERT_STEPS(&b, {"1 named host", 1}, {"1 named host", 1}, {"100 %", 8});
	assert_int_equal(b.plan->order[1], 1);
	bench_end(&b);
}

static void a_batch_splits_a_step(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE, "a[001-100]", "",
	      "\"steps\": [ { \"to\": 3 }, { \"to\": \"60%\", \"batch\": \"25%\" }, { \"to\": \"100%\", \"batch\": 30 "
	      "} ]");
	ASSERT_STEPS(&b, {"3 hosts", 3}, {"60 %, part 1", 25}, {"60 %, part 2", 25}, {"60 %, part 3", 7},
		     {"100 %, part 1", 30}, {"100 %, part 2", 10});
	bench_end(&b);
}

static const char four_domains[] = "\"inventory\": ["
				   " { \"hosts\": \"a[01-02]\", \"labels\": { \"domain\": \"canary\" } },"
				   " { \"hosts\": \"a[03-10]\", \"labels\": { \"domain\": \"x\" } },"
				   " { \"hosts\": \"a[11-30]\", \"labels\": { \"domain\": \"y\" } },"
				   " { \"hosts\": \"a[31-40]\", \"labels\": { \"domain\": \"z\" } } ],";

static void a_domain_is_not_parted_when_its_ends_must_agree(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PAIRWISE, "a[01-40]", four_domains, "");
	/* 5 % of 40 are 2 hosts, and the canary domain has them; 25 % are 10. */
	ASSERT_STEPS(&b, {"1 host, whole domains", 2}, {"25 %", 8}, {"100 %", 30});
	assert_string_equal(b.plan->pairwise->name, BENCH_SR);
	assert_false(b.plan->refused);
	assert_string_equal(bench_note(&b, PLAN_NOTE_DOMAIN)->hosts, "a[01-40]");
	bench_end(&b);
}

static void a_parameter_that_acts_on_one_end_does_not_move_steps(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE, "a[01-40]", four_domains, "");
	ASSERT_STEPS(&b, {"1 host", 1}, {"5 %", 1}, {"25 %", 8}, {"100 %", 30});
	assert_int_equal(b.plan->note_count, 0);
	bench_end(&b);
}

/* Only hosts that get the pairwise change are bound to their domain. */
static void hosts_without_the_pairwise_change_are_free(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, LIVE ", " PAIRWISE, "a[01-40]", four_domains, "");
	bench_set_all(&b, BENCH_SR, 1);
	ASSERT_STEPS(&b, {"1 host", 1}, {"5 %", 1}, {"25 %", 8}, {"100 %", 30});
	bench_reading(&b, 2, 0, BENCH_SR)->raw = 0;
	bench_reading(&b, 9, 0, BENCH_SR)->raw = 0;
	ASSERT_STEPS(&b, {"1 host", 1}, {"5 %", 1}, {"25 %", 8}, {"100 %", 30});
	assert_int_equal(b.plan->order[2], 2);
	assert_int_equal(b.plan->order[3], 9); /* at once with its peer */
	bench_end(&b);
}

static void a_named_host_brings_its_domain(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PAIRWISE, "a[01-40]", four_domains,
	      "\"steps\": [ { \"hosts\": \"a[35-36]\" }, { \"to\": \"100%\" } ]");
	ASSERT_STEPS(&b, {"10 named hosts, whole domains", 10}, {"100 %", 30});
	assert_int_equal(b.plan->order[0], 30);
	bench_end(&b);
}

static void hosts_without_a_domain_may_all_talk_to_each_other(void **state)
{
	const struct plan_note *note;
	struct bench b;

	(void)state;
	begin(&b, PAIRWISE, "a[01-10]", "", "");
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	note = bench_note(&b, PLAN_NOTE_PAIRWISE);
	assert_non_null(note);
	assert_string_equal(note->hosts, "a[01-10]");
	assert_non_null(strstr(note->text, "\"domain\""));
	bench_end(&b);
	/* All in one step, or a single host: nothing is parted. */
	begin(&b, PAIRWISE, "a[01-10]", "", "\"steps\": [ { \"to\": \"100%\" } ]");
	ASSERT_STEPS(&b, {"100 %", 10});
	assert_false(b.plan->refused);
	bench_end(&b);
	begin(&b, PAIRWISE, "a1", "", "");
	ASSERT_STEPS(&b, {"1 host", 1});
	assert_false(b.plan->refused);
	bench_end(&b);
}

static void a_host_that_stays_behind_in_its_domain_is_said(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, PAIRWISE, "a[01-40]", four_domains, "");
	b.hosts[4].state = FACTS_HOST_UNREACHABLE;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	for (size_t i = 0; i < b.plan->note_count; i++)
		if (b.plan->notes[i].kind == PLAN_NOTE_DOMAIN && strstr(b.plan->notes[i].text, "domain x without")) {
			assert_string_equal(b.plan->notes[i].hosts, "a05");
			bench_end(&b);
			return;
		}
	fail_msg("nothing is said of a05");
}

/* Random domains and rollouts: every host once, every domain in one step. */
static void one_random_fleet(unsigned int seed)
{
	char inventory[8192], rollout[256];
	size_t at = 0, domain_step[16];
	struct bench b;

	srandom(seed);
	at += (size_t)snprintf(inventory, sizeof(inventory), "\"inventory\": [");
	for (unsigned int i = 1; i <= 60; i++)
		at += (size_t)snprintf(inventory + at, sizeof(inventory) - at,
				       "%s{ \"hosts\": \"a%02u\", \"labels\": { \"domain\": \"d%ld\" } }",
				       i > 1 ? "," : "", i, random() % 16);
	snprintf(inventory + at, sizeof(inventory) - at, "],");
	snprintf(rollout, sizeof(rollout),
		 "\"steps\": [ { \"to\": %ld }, { \"to\": \"%ld%%\", \"batch\": %ld }, "
		 "{ \"to\": \"100%%\" } ]",
		 1 + random() % 20, 40 + random() % 50, 1 + random() % 20);
	begin(&b, PAIRWISE, "a[01-60]", inventory, rollout);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->order_count, 60);
	for (size_t i = 0; i < 16; i++)
		domain_step[i] = SIZE_MAX;
	for (size_t s = 0; s < b.plan->step_count; s++)
		for (uint32_t i = b.plan->steps[s].first; i < b.plan->steps[s].first + b.plan->steps[s].count; i++) {
			size_t domain = strtoul(fleet_label(b.fleet, b.plan->order[i], "domain") + 1, NULL, 10);

			assert_true(domain_step[domain] == SIZE_MAX || domain_step[domain] == s);
			domain_step[domain] = s;
		}
	bench_end(&b);
}

static void no_domain_is_ever_parted(void **state)
{
	(void)state;
	for (unsigned int seed = 1; seed <= 200; seed++)
		one_random_fleet(seed);
}

/* For people, not asserted: the time is linear in the number of NICs. */
static void a_hundred_thousand_hosts(void **state)
{
	struct timespec start, end;
	struct bench b;
	char text[512];

	(void)state;
	snprintf(text, sizeof(text),
		 "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { " LIVE ", \"" BENCH_ALPHA "\": 0.08 } } },"
		 "  \"assign\": [ { \"hosts\": \"gpu[000001-100000]\", \"profile\": \"p\" } ],"
		 "  \"transport\": { \"kind\": \"sim\" } }");
	bench_begin(&b, text, 8);
	clock_gettime(CLOCK_MONOTONIC, &start);
	assert_int_equal(bench_plan(&b), 0);
	clock_gettime(CLOCK_MONOTONIC, &end);
	assert_int_equal(b.plan->change_count, 1600000);
	assert_int_equal(b.plan->group_count, 1);
	assert_int_equal(b.plan->order_count, 100000);
	print_message("800,000 NICs planned in %.2f s\n",
		      (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
	bench_end(&b);
}

static const struct plan_note *disagree(struct bench *b, const char *inventory, const char *more)
{
	char *text = malloc(TEXT_MAX);

	assert_non_null(text);
	snprintf(text, TEXT_MAX,
		 "{ \"version\": 1, %s \"profiles\": { \"on\": { \"set\": { \"" BENCH_SR "\": true } },"
		 "  \"off\": { \"set\": { \"" BENCH_SR "\": false } }, \"rate\": { \"set\": { " LIVE " } } },"
		 "  \"assign\": [ { \"hosts\": \"a[1-2]\", \"profile\": \"on\" }, %s ],"
		 "  \"transport\": { \"kind\": \"sim\" } }",
		 inventory, more);
	bench_begin(b, text, 1);
	free(text);
	assert_int_equal(bench_plan(b), 0);
	return bench_note(b, PLAN_NOTE_PAIRWISE);
}

static void one_domain_gets_one_pairwise_value(void **state)
{
	static const char one[] = "\"inventory\": [ { \"hosts\": \"a[1-4]\", \"labels\": { \"domain\": \"d\" } } ],";
	static const char two[] = "\"inventory\": [ { \"hosts\": \"a[1-2]\", \"labels\": { \"domain\": \"d\" } },"
				  "{ \"hosts\": \"a[3-4]\", \"labels\": { \"domain\": \"e\" } } ],";
	static const char off[] = "{ \"hosts\": \"a[3-4]\", \"profile\": \"off\" }";
	static const char rate[] = "{ \"hosts\": \"a[3-4]\", \"profile\": \"rate\" }";
	const struct plan_note *note;
	struct bench b;

	(void)state;
	note = disagree(&b, one, off);
	assert_non_null(note);
	assert_true(b.plan->refused);
	assert_string_equal(note->hosts, "a[3-4]");
	assert_string_equal(
		note->text,
		BENCH_SR " must not differ inside a domain, and the file wants both true and false in domain d; give "
			 "all NICs of a domain one value");
	bench_end(&b);

	assert_null(disagree(&b, two, off));
	assert_false(b.plan->refused);
	bench_end(&b);
	assert_null(disagree(&b, one, rate));
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_host_then_five_then_twenty_five_percent_then_all),
		cmocka_unit_test(steps_that_add_nothing_are_left_out),
		cmocka_unit_test(percentages_are_of_the_hosts_with_changes),
		cmocka_unit_test(a_percentage_is_never_below_one),
		cmocka_unit_test(named_hosts_come_when_they_are_named),
		cmocka_unit_test(a_host_that_is_named_twice_comes_once),
		cmocka_unit_test(a_batch_splits_a_step),
		cmocka_unit_test(a_domain_is_not_parted_when_its_ends_must_agree),
		cmocka_unit_test(a_parameter_that_acts_on_one_end_does_not_move_steps),
		cmocka_unit_test(hosts_without_the_pairwise_change_are_free),
		cmocka_unit_test(a_named_host_brings_its_domain),
		cmocka_unit_test(hosts_without_a_domain_may_all_talk_to_each_other),
		cmocka_unit_test(a_host_that_stays_behind_in_its_domain_is_said),
		cmocka_unit_test(no_domain_is_ever_parted),
		cmocka_unit_test(a_hundred_thousand_hosts),
		cmocka_unit_test(one_domain_gets_one_pairwise_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
