// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What counts as drift, whose it looks like, and what is never repaired. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "tests/unit/lib/drift/bench.h"

static void what_is_as_it_was_confirmed_is_none(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	bench_find(&b);
	assert_int_equal(b.drift->item_count, 0);
	assert_int_equal(b.drift->group_count, 0);
	assert_int_equal(b.drift->judged_count, 100);
	assert_int_equal(b.drift->value_count, 200);
	assert_int_equal(b.drift->unread_hosts, 0);
	bench_end(&b);
}

static void a_value_of_nobody_we_know_is_somebodys(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "'drift': {'default': 'repair'},");
	bench_write(&b, 0, 7);
	bench_write(&b, 2, 7);
	bench_find(&b);
	bench_assert_group(&b, "gpu[001,003]", DRIFT_FOREIGN, DRIFT_FREE);
	assert_int_equal(b.drift->groups[0].item->should, 20);
	assert_int_equal(b.drift->groups[0].item->now, 7);
	assert_int_equal(b.drift->groups[0].item->act, FLEET_DRIFT_REPAIR);
	assert_int_equal(b.drift->drifted_count, 2);
	bench_end(&b);
}

static void the_value_of_before_us_was_lost(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	bench_write(&b, 41, 5);
	bench_find(&b);
	bench_assert_group(&b, "gpu042", DRIFT_LOST, DRIFT_FREE);
	assert_int_equal(b.drift->groups[0].item->act, FLEET_DRIFT_REPORT);
	bench_end(&b);
}

static void unlike_drifts_are_told_apart(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	bench_write(&b, 0, 5);
	bench_write(&b, 1, 7);
	bench_write(&b, 2, 5);
	bench_write(&b, 3, 8);
	bench_find(&b);
	assert_int_equal(b.drift->group_count, 3);
	assert_string_equal(b.drift->groups[0].hosts, "gpu[001,003]");
	assert_string_equal(b.drift->groups[1].hosts, "gpu002");
	assert_string_equal(b.drift->groups[2].hosts, "gpu004");
	bench_end(&b);
}

/* A file that asks for something else by now is a rollout's; what drifted before it went out is not ours to decide. */
static void a_new_wish_is_no_drift(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	b.originals[0].confirmed = 10;
	bench_write(&b, 0, 10);
	bench_find(&b);
	assert_int_equal(b.drift->item_count, 0);
	assert_int_equal(b.drift->pending_count, 1);
	bench_write(&b, 0, 7);
	bench_find(&b);
	bench_assert_group(&b, "gpu001", DRIFT_FOREIGN, DRIFT_BAR_ASKED);
	bench_end(&b);
}

static void what_a_person_set_on_the_host_is_told_and_left(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "'drift': {'default': 'repair'},");
	b.originals[0].by = "set-20261130-190000-0001";
	b.originals[0].confirmed = 12;
	bench_write(&b, 0, 12);
	bench_find(&b);
	bench_assert_group(&b, "gpu001", DRIFT_PERSON, DRIFT_BAR_PERSON);
	assert_int_equal(b.drift->groups[0].item->should, 20);
	bench_end(&b);
}

static void what_was_never_confirmed_is_held_against_the_file(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	b.nics[6].original_count = 0;
	bench_write(&b, 6, 5);
	bench_find(&b);
	bench_assert_group(&b, "gpu007", DRIFT_NEVER, DRIFT_BAR_NEVER);
	bench_end(&b);
}

static void what_the_file_leaves_alone_is_not_repaired(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "'overrides': [{'hosts': 'gpu001', 'set': {'" BENCH_RATE
			"': 'leave'}, 'why': 'INC-1', 'expires': '2099-01-01'}],");
	bench_write(&b, 0, 7);
	bench_find(&b);
	bench_assert_group(&b, "gpu001", DRIFT_FOREIGN, DRIFT_BAR_LEFT);
	bench_end(&b);
}

static void excluded_and_held_hosts_are_not_looked_at(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "'exclude': [{'hosts': 'gpu001', 'why': 'RMA'}],");
	bench_write(&b, 0, 7);
	bench_write(&b, 1, 7);
	b.hosts[1].holder = "R2";
	bench_find(&b);
	assert_int_equal(b.drift->item_count, 0);
	assert_int_equal(b.drift->excluded_count, 1);
	assert_int_equal(b.drift->held_count, 1);
	assert_int_equal(b.drift->judged_count, 98);
	assert_false(b.drift->judged[0]);
	assert_false(b.drift->judged[1]);
	bench_end(&b);
}

static void what_cannot_be_read_is_not_known(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	b.hosts[0].state = b.hosts[1].state = FACTS_HOST_UNREACHABLE;
	b.hosts[0].why = b.hosts[1].why = "no route";
	b.originals[2].reading.state = ECE_VALUE_UNREADABLE;
	b.originals[2].reading.why = "the card does not answer";
	bench_find(&b);
	assert_int_equal(b.drift->item_count, 0);
	assert_int_equal(b.drift->unread_hosts, 3);
	assert_int_equal(b.drift->unread_count, 2);
	assert_string_equal(b.drift->unread[0].hosts, "gpu[001-002]");
	assert_string_equal(b.drift->unread[0].why, "no route");
	assert_int_equal(b.drift->unread[0].param, DRIFT_NO_PARAM);
	assert_string_equal(b.drift->unread[1].hosts, "gpu003");
	assert_string_equal(b.drift->unread[1].why, "the card does not answer");
	bench_end(&b);
}

static void only_hosts_that_were_asked_count(void **state)
{
	bool asked[BENCH_HOSTS] = {[4] = true};
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	bench_write(&b, 3, 7);
	bench_write(&b, 4, 7);
	b.asked = asked;
	bench_find(&b);
	bench_assert_group(&b, "gpu005", DRIFT_FOREIGN, DRIFT_FREE);
	assert_int_equal(b.drift->host_count, 1);
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_as_it_was_confirmed_is_none),
		cmocka_unit_test(a_value_of_nobody_we_know_is_somebodys),
		cmocka_unit_test(the_value_of_before_us_was_lost),
		cmocka_unit_test(unlike_drifts_are_told_apart),
		cmocka_unit_test(a_new_wish_is_no_drift),
		cmocka_unit_test(what_a_person_set_on_the_host_is_told_and_left),
		cmocka_unit_test(what_was_never_confirmed_is_held_against_the_file),
		cmocka_unit_test(what_the_file_leaves_alone_is_not_repaired),
		cmocka_unit_test(excluded_and_held_hosts_are_not_looked_at),
		cmocka_unit_test(what_cannot_be_read_is_not_known),
		cmocka_unit_test(only_hosts_that_were_asked_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
