// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A plan for some hosts of the file, and for what hosts are owed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/plan/saved.h"
#include "tests/unit/lib/plan/bench.h"

#define HOSTS 8

/* d1 is a[1-4], d2 is a[5-6], a[7-8] are in no domain. */
#define FILE_OF(set, more)                                                                    \
	"{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { " set " } } },"                \
	"  \"inventory\": [ { \"hosts\": \"a[1-4]\", \"labels\": { \"domain\": \"d1\" } },"   \
	"                   { \"hosts\": \"a[5-6]\", \"labels\": { \"domain\": \"d2\" } } ]," \
	"  \"assign\": [ { \"hosts\": \"a[1-8]\", \"profile\": \"p\" } ], " more              \
	"  \"transport\": { \"kind\": \"sim\" } }"

#define RATE        "\"" BENCH_RATE "\": 20"
#define REPEAT      "\"" BENCH_SR "\": true"
#define TWO_STEPS   "\"rollouts\": { \"default\": { \"steps\": [ { \"to\": \"50%\" }, { \"to\": \"100%\" } ] } },"
#define TWO_CHANGES "\"changes\": [ { \"id\": \"rate\", \"params\": [\"" BENCH_RATE "\"] } ],"

static void set_within(struct bench *b, bool *within, uint32_t first, uint32_t last)
{
	memset(within, 0, HOSTS);
	for (uint32_t i = first; i <= last; i++)
		within[i - 1] = true;
	b->more.within = within;
}

static void numbers_are_of_the_hosts_within(void **state)
{
	struct plan_owed owed = {.host = 7, .generation = 1, .run = "r", .why = "w"};
	bool within[HOSTS];
	struct bench b;

	(void)state;
	bench_begin(&b, FILE_OF(RATE, TWO_STEPS), 2);
	set_within(&b, within, 2, 5);
	b.hosts[0].state = FACTS_HOST_UNREACHABLE;
	b.more.owed = &owed;
	b.more.owed_count = 1;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->outside_count, 4);
	assert_int_equal(plan_hosts(b.plan), 4);
	assert_int_equal(b.plan->changed_count, 4);
	assert_int_equal(b.plan->nic_count, 8);
	assert_int_equal(b.plan->unreachable_count, 0);
	assert_int_equal(b.plan->step_count, 2);
	assert_int_equal(b.plan->steps[0].count, 2);
	assert_int_equal(b.plan->host_states[0], PLAN_HOST_OUTSIDE);
	assert_null(b.plan->owed_why[0]);
	assert_null(bench_note(&b, PLAN_NOTE_OWED));
	assert_false(b.plan->incomplete);
	bench_assert_note(&b, PLAN_NOTE_LIMIT, "a[2-5]", "the plan is for 4 of the 8 hosts of the file", false);
	bench_end(&b);
}

static void the_budget_is_of_the_hosts_within(void **state)
{
	bool within[HOSTS];
	struct bench b;

	(void)state;
	bench_begin(&b, FILE_OF(RATE, "\"rollouts\": { \"default\": { \"budget\": { \"unreachable\": \"25%\" } } },"),
		    1);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(plan_unreachable_budget(b.fleet, b.plan, 0), 2);
	set_within(&b, within, 1, 4);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(plan_unreachable_budget(b.fleet, b.plan, 0), 1);
	bench_end(&b);
}

static void a_domain_is_not_parted(void **state)
{
	bool within[HOSTS];
	struct bench b;

	(void)state;
	bench_begin(&b, FILE_OF(REPEAT, ""), 1);
	set_within(&b, within, 1, 2);
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_PAIRWISE, "a[3-4]", "since the plan is not for them", true);
	set_within(&b, within, 1, 4);
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_end(&b);
}

/* The rest of the domain has it already: without this host it is mixed, and with it no more. */
static void a_host_may_join_its_domain(void **state)
{
	bool within[HOSTS];
	struct bench b;

	(void)state;
	bench_begin(&b, FILE_OF(REPEAT, ""), 1);
	for (size_t i = 0; i < 3; i++)
		bench_reading(&b, i, 0, BENCH_SR)->raw = 1;
	set_within(&b, within, 4, 4);
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	assert_int_equal(b.plan->changed_count, 1);
	bench_end(&b);
}

static void the_domains_of_the_hosts_are_asked(void **state)
{
	bool within[HOSTS], asked[HOSTS] = {0};
	const bool with_d1[HOSTS] = {true, true, true, true}, no_domain[HOSTS] = {[6] = true, [7] = true};
	struct bench b;

	(void)state;
	bench_begin(&b, FILE_OF(REPEAT, ""), 1);
	set_within(&b, within, 2, 2);
	assert_int_equal(plan_asked(b.fleet, within, asked), 0);
	assert_memory_equal(asked, with_d1, sizeof(asked));
	set_within(&b, within, 8, 8);
	assert_int_equal(plan_asked(b.fleet, within, asked), 0);
	assert_memory_equal(asked, no_domain, sizeof(asked));
	bench_end(&b);

	bench_begin(&b, FILE_OF(RATE, ""), 1);
	assert_int_equal(plan_asked(b.fleet, within, asked), 0);
	assert_memory_equal(asked, within, sizeof(asked));
	bench_end(&b);
}

static void only_what_is_owed_is_planned(void **state)
{
	const struct plan_owed owed[] = {
		{.host = 0, .generation = 1, .run = "r", .why = "w", .change = "rate"},
		{.host = 1, .generation = 1, .run = "r", .why = "w", .change = ""},
	};
	bool within[HOSTS];
	struct bench b;

	(void)state;
	bench_begin(&b, FILE_OF(RATE ", \"" BENCH_ALPHA "\": 200", TWO_CHANGES), 1);
	set_within(&b, within, 1, 2);
	b.more.owed = owed;
	b.more.owed_count = 2;
	b.more.owed_only = true;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->change_count, 3);
	assert_string_equal(ece_param_at(b.plan->changes[0].param)->name, BENCH_RATE);
	assert_int_equal(b.plan->changes[1].host, 1);
	bench_assert_note(&b, PLAN_NOTE_LIMIT, "a1", "change rest differs as well and is not among what they are owed",
			  false);
	bench_assert_note(&b, PLAN_NOTE_LIMIT, "a[1-2]", "for what they are owed", false);
	bench_end(&b);
}

static void a_saved_plan_keeps_its_limit(void **state)
{
	struct plan_saved_info info = {.tool = "1", .file = "f", .owed = true};
	struct plan_saved *saved;
	bool within[HOSTS];
	struct ece_error e;
	struct bench b;
	size_t len;
	char *text;

	(void)state;
	bench_begin(&b, FILE_OF(RATE, ""), 1);
	set_within(&b, within, 3, 5);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(plan_saved_encode(&info, b.fleet, b.hosts, b.plan, &text, &len, &e), 0);
	assert_int_equal(plan_saved_decode(text, len, &saved, &e), 0);
	assert_string_equal(plan_saved_info(saved)->limit, "a[3-5]");
	assert_true(plan_saved_info(saved)->owed);
	plan_saved_free(saved);
	memcpy(strstr(text, "a[3-5]"), "a[3-5;", 6);
	assert_int_equal(plan_saved_decode(text, len, &saved, &e), -EINVAL);
	free(text);
	b.more.within = NULL;
	info.owed = false;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(plan_saved_encode(&info, b.fleet, b.hosts, b.plan, &text, &len, &e), 0);
	assert_null(strstr(text, "limit"));
	free(text);
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_of_the_hosts_within),
		cmocka_unit_test(the_budget_is_of_the_hosts_within),
		cmocka_unit_test(a_domain_is_not_parted),
		cmocka_unit_test(a_host_may_join_its_domain),
		cmocka_unit_test(the_domains_of_the_hosts_are_asked),
		cmocka_unit_test(only_what_is_owed_is_planned),
		cmocka_unit_test(a_saved_plan_keeps_its_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
