// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Changes of the fleet file as parts of the plan, units, and what both mean for pairwise values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/plan/bench.h"

#define TEXT_MAX 8192

#define RACKS                                                                           \
	"\"inventory\": [ { \"hosts\": \"a[1-3]\", \"labels\": { \"rack\": \"r1\" } }," \
	"                 { \"hosts\": \"a[4-6]\", \"labels\": { \"rack\": \"r2\" } }," \
	"                 { \"hosts\": \"a[7-9]\", \"labels\": { \"rack\": \"r3\" } } ],"

#define RATE "\"" BENCH_RATE "\": 20"
#define SR   "\"" BENCH_SR "\": true"
#define ALL  "\"steps\": [ { \"to\": \"100%\" } ]"

static void begin(struct bench *b, const char *set, const char *hosts, const char *more)
{
	char text[2 * TEXT_MAX]; /* @more may be TEXT_MAX */

	snprintf(text, sizeof(text),
		 "{ \"version\": 1, %s \"profiles\": { \"p\": { \"set\": { %s } } },"
		 "  \"assign\": [ { \"hosts\": \"%s\", \"profile\": \"p\" } ], \"transport\": { \"kind\": \"sim\" } }",
		 more, set, hosts);
	bench_begin(b, text, 1);
	assert_int_equal(bench_plan(b), 0);
}

static void assert_step(struct bench *b, size_t i, uint32_t part, const char *name, uint32_t count)
{
	assert_true(i < b->plan->step_count);
	assert_int_equal(b->plan->steps[i].part, part);
	assert_string_equal(b->plan->steps[i].name, name);
	assert_int_equal(b->plan->steps[i].count, count);
}

static void a_change_has_its_own_steps(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE ", \"" BENCH_ALPHA "\": 0.08", "a[1-4]",
	      "\"changes\": [ { \"id\": \"alpha\", \"params\": [\"" BENCH_ALPHA "\"], \"rollout\": \"once\" } ],"
	      "\"rollouts\": { \"once\": { " ALL
	      " }, \"default\": { \"steps\": [ { \"to\": 1 }, { \"to\": \"100%\" } ] } },");
	assert_int_equal(b.plan->part_count, 2);
	assert_int_equal(b.plan->step_count, 3);
	assert_step(&b, 0, 0, "100 %", 4);
	assert_step(&b, 1, 1, "1 host", 1);
	assert_step(&b, 2, 1, "100 %", 3);
	assert_int_equal(b.plan->order_count, 8);
	assert_int_equal(b.plan->changed_count, 4);
	assert_int_equal(b.plan->order[0], 0);
	assert_int_equal(b.plan->order[4], 0);
	/* a host's changes stand together, each with its part */
	assert_int_equal(b.plan->changes[0].host, b.plan->changes[1].host);
	assert_int_not_equal(b.plan->changes[0].part, b.plan->changes[1].part);
	bench_end(&b);
}

/* Nothing to do for one of the changes: it has no step, and the other's amounts are of its own hosts. */
static void a_change_counts_its_own_hosts(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE ", \"" BENCH_ALPHA "\": 0.08", "a[1-8]",
	      "\"changes\": [ { \"id\": \"alpha\", \"params\": [\"" BENCH_ALPHA "\"], \"rollout\": \"half\" } ],"
	      "\"rollouts\": { \"half\": { \"steps\": [ { \"to\": \"50%\" }, { \"to\": \"100%\" } ] } },");
	bench_set_all(&b, BENCH_RATE, 20);
	for (size_t i = 0; i < 6; i++)
		bench_reading(&b, i, 0, BENCH_ALPHA)->raw = 5243;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->step_count, 2);
	assert_step(&b, 0, 0, "50 %", 1);
	assert_step(&b, 1, 0, "100 %", 1);
	assert_int_equal(b.plan->parts[0].host_count, 2);
	assert_int_equal(b.plan->parts[1].host_count, 0);
	bench_end(&b);
}

static void a_step_takes_whole_units(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "a[1-9]",
	      RACKS "\"rollouts\": { \"default\": { \"unit\": \"label:rack\", \"steps\": [ { \"to\": 1 },"
		    " { \"to\": \"50%\" }, { \"to\": \"100%\", \"batch\": 1 } ] } },");
	assert_int_equal(b.plan->parts[0].unit_count, 3);
	assert_int_equal(b.plan->step_count, 3);
	assert_step(&b, 0, 0, "1 unit", 3);
	assert_step(&b, 1, 0, "50 %", 3); /* of three units, rounded up: two */
	assert_step(&b, 2, 0, "100 %, part 1", 3);
	bench_end(&b);
}

static void a_named_host_brings_its_unit(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "a[1-9]",
	      RACKS "\"rollouts\": { \"default\": { \"unit\": \"label:rack\", \"steps\": [ { \"hosts\": \"a5\" },"
		    " { \"to\": \"100%\" } ] } },");
	assert_step(&b, 0, 0, "3 named hosts, whole units", 3);
	assert_int_equal(b.plan->order[0], 3);
	assert_step(&b, 1, 0, "100 %", 6);
	bench_end(&b);
}

static void a_host_without_the_label_is_a_unit_of_its_own(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "a[1-9],b[1-2]", RACKS "\"rollouts\": { \"default\": { \"unit\": \"label:rack\", " ALL " } },");
	assert_int_equal(b.plan->parts[0].unit_count, 5);
	bench_assert_note(&b, PLAN_NOTE_UNIT, "b[1-2]", "each of them is a unit of its own", false);
	assert_false(b.plan->refused);
	bench_end(&b);
}

#define DOMAINS                                                                                            \
	"\"inventory\": [ { \"hosts\": \"a[1-2]\", \"labels\": { \"rack\": \"r1\", \"domain\": \"x\" } }," \
	"                 { \"hosts\": \"a3\", \"labels\": { \"rack\": \"r2\", \"domain\": \"x\" } },"     \
	"                 { \"hosts\": \"a[4-6]\", \"labels\": { \"rack\": \"r3\", \"domain\": \"y\" } } ],"

/* Racks part domain x: the plan names one host of each. */
static void units_that_part_a_domain_are_refused(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, SR, "a[1-6]",
	      DOMAINS "\"rollouts\": { \"default\": { \"unit\": \"label:rack\", \"steps\": [ { \"to\": 1 },"
		      " { \"to\": \"100%\" } ] } },");
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_PAIRWISE, "a[1-3]",
			  "units by label \"rack\" part domain x: a1 comes in step 1, a3 in step 2", true);
	bench_end(&b);
	begin(&b, SR, "a[1-6]",
	      DOMAINS "\"rollouts\": { \"default\": { \"unit\": \"label:domain\", \"steps\": [ { \"to\": 1 },"
		      " { \"to\": \"100%\" } ] } },");
	assert_false(b.plan->refused);
	assert_step(&b, 0, 0, "1 unit", 3);
	bench_end(&b);
}

static void mixed_domains_are_said_where_they_are_allowed(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, SR, "a[1-6]",
	      DOMAINS "\"rollouts\": { \"default\": { \"mixed\": \"allow\", \"steps\": [ { \"to\": 1 },"
		      " { \"to\": \"50%\" }, { \"to\": \"100%\" } ] } },");
	assert_false(b.plan->refused);
	assert_step(&b, 0, 0, "1 host", 1);
	bench_assert_note(&b, PLAN_NOTE_DOMAIN, "a[1-3]", "differs in domain x from step 1 to step 2", false);
	bench_end(&b);
}

/* The other end stays as it is, since the file says so: for good, so that is refused. */
static void an_end_that_the_file_leaves_is_refused(void **state)
{
	static const char override[] =
		"\"overrides\": [ { \"id\": \"INC\", \"hosts\": \"a2\", \"set\": { \"" BENCH_SR "\": \"leave\" },"
		" \"why\": \"firmware\", \"expires\": \"2099-12-31\" } ],";
	char more[TEXT_MAX];
	struct bench b;

	(void)state;
	snprintf(more, sizeof(more), "%s %s", DOMAINS, override);
	begin(&b, SR, "a[1-6]", more);
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_PAIRWISE, "a2", "changes in domain x and these hosts keep false", true);
	bench_reading(&b, 1, 0, BENCH_SR)->raw = 1;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_end(&b);

	snprintf(more, sizeof(more), "%s %s \"rollouts\": { \"default\": { \"mixed\": \"allow\" } },", DOMAINS,
		 override);
	begin(&b, SR, "a[1-6]", more);
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_DOMAIN, "a2", "keep false", false);
	bench_end(&b);
}

static void an_excluded_end_that_is_up_is_refused(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, SR, "a[1-6]", DOMAINS "\"exclude\": [ { \"hosts\": \"a2\", \"why\": \"RMA\" } ],");
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_PAIRWISE, "a2", "the file leaves these hosts alone", true);
	b.hosts[1].state = FACTS_HOST_UNREACHABLE;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_DOMAIN, "a2", "without these hosts, which cannot be read", false);
	bench_end(&b);
}

static void an_end_that_the_file_does_not_name_is_said(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, SR, "a[1-2]", DOMAINS);
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_DOMAIN, "a3", "the file names it for none of their NICs", false);
	bench_end(&b);
}

static void an_end_that_cannot_is_said(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, SR, "a[1-6]", DOMAINS "\"if_unsupported\": \"skip\",");
	bench_reading(&b, 2, 0, BENCH_SR)->state = ECE_VALUE_UNSUPPORTED;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_DOMAIN, "a3", "it is left out there", false);
	bench_end(&b);
}

/* Between two changes a floor must not be above the old ceiling, nor the new ceiling below the old floor. */
static void a_floor_and_its_ceiling_go_out_in_an_order_that_holds(void **state)
{
	static const char set[] = "\"dcqcn.rp.min_rate\": 50, \"dcqcn.rp.max_rate\": 100";
	static const char apart[] = "\"changes\": [ { \"id\": \"floor\", \"params\": [\"dcqcn.rp.min_rate\"] } ],";
	struct bench b;

	(void)state;
	begin(&b, set, "a1", apart);
	bench_set_all(&b, "dcqcn.rp.min_rate", 1);
	bench_set_all(&b, "dcqcn.rp.max_rate", 40);
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_REFUSED, "a1", "between two changes; let one change have both", true);
	bench_set_all(&b, "dcqcn.rp.max_rate", 0); /* no limit */
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_end(&b);
	begin(&b, set, "a1", "");
	bench_set_all(&b, "dcqcn.rp.min_rate", 1);
	bench_set_all(&b, "dcqcn.rp.max_rate", 40);
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_end(&b);
}

/* Sets of ECE options are held against each other in the same way, though none is larger than the other. */
static void what_is_required_is_allowed_after_every_part(void **state)
{
	static const char both[] = "\"ece.require\": \"selective_repeat\", \"ece.allow\": \"selective_repeat,0x4\"";
	static const char apart[] = "\"changes\": [ { \"id\": \"require\", \"params\": [\"ece.require\"] } ],";
	struct bench b;

	(void)state;
	begin(&b, both, "a1", apart);
	bench_set_all(&b, "ece.require", 0);
	bench_set_all(&b, "ece.allow", 2);
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_REFUSED, "a1",
			  "ece.require would be selective_repeat, not all in ece.allow, which would be "
			  "programmable_cc, between two changes; let one change have both",
			  true);
	bench_set_all(&b, "ece.allow", 0xfffffff);
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_end(&b);
	begin(&b, both, "a1", "");
	bench_set_all(&b, "ece.require", 0);
	bench_set_all(&b, "ece.allow", 2);
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_has_its_own_steps),
		cmocka_unit_test(a_change_counts_its_own_hosts),
		cmocka_unit_test(a_step_takes_whole_units),
		cmocka_unit_test(a_named_host_brings_its_unit),
		cmocka_unit_test(a_host_without_the_label_is_a_unit_of_its_own),
		cmocka_unit_test(units_that_part_a_domain_are_refused),
		cmocka_unit_test(mixed_domains_are_said_where_they_are_allowed),
		cmocka_unit_test(an_end_that_the_file_leaves_is_refused),
		cmocka_unit_test(an_excluded_end_that_is_up_is_refused),
		cmocka_unit_test(an_end_that_the_file_does_not_name_is_said),
		cmocka_unit_test(an_end_that_cannot_is_said),
		cmocka_unit_test(a_floor_and_its_ceiling_go_out_in_an_order_that_holds),
		cmocka_unit_test(what_is_required_is_allowed_after_every_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
