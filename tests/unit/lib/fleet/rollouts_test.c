// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/fleet/fleet_case.h"

#define SECOND 1000000000ull

static char text[4096];

static const char *file(const char *rollouts)
{
	snprintf(text, sizeof(text),
		 START "'rollouts': {%s},\n" PROFILES "'assign': [{'hosts': 'gpu[1-8]', 'profile': 'p'}],\n" END,
		 rollouts);
	return text;
}

static const struct fleet_rollout *rollout(const char *rollouts)
{
	const struct fleet *fleet = case_good(file(rollouts));

	return &fleet->rollouts[fleet->rollout];
}

static void is(struct fleet_amount amount, bool percent, uint32_t n)
{
	assert_int_equal(amount.percent, percent);
	assert_int_equal(amount.n, n);
}

static void safe_defaults(void **state)
{
	const struct fleet *fleet = case_good(GOOD);
	const struct fleet_rollout *r = &fleet->rollouts[fleet->rollout];

	(void)state;
	assert_string_equal(r->name, "default");
	assert_int_equal(r->place.line, 0);
	assert_int_equal(r->step_count, 4);
	is(r->steps[0].to, false, 1);
	is(r->steps[1].to, true, 500);
	is(r->steps[2].to, true, 2500);
	is(r->steps[3].to, true, 10000);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(r->steps[i].soak_ns, 60 * SECOND);
		assert_null(r->steps[i].hosts);
		is(r->steps[i].batch, false, 0);
	}
	is(r->budget.lost, false, 1);
	is(r->budget.failed, false, 1);
	is(r->budget.unreachable, true, 1000);
	assert_int_equal(r->on_fail, FLEET_ON_FAIL_UNDO);
	assert_int_equal(r->lease_ns, 600 * SECOND);
	assert_int_equal(r->on_loss, FLEET_ON_LOSS_UNDO);
	assert_int_equal(r->parallel, 64);
	assert_int_equal(r->undo_parallel, 512);
}

static void everything_given(void **state)
{
	const struct fleet_rollout *r = rollout(
		"'default': {'unit': 'host', 'steps': [{'hosts': 'gpu[1-2]', 'soak': '4h'}, {'to': 3},\n"
		"{'to': '50%', 'batch': '5%'}, {'to': '100%', 'batch': 2, 'soak': '0s'}], 'soak': '5m',\n"
		"'budget': {'unreachable': '3%', 'lost': 2, 'failed': '0.5%'}, 'parallel': 8, 'undo_parallel': 16,\n"
		"'on_fail': 'stop', 'lease': {'ttl': '30m', 'on_loss': 'keep'}}");

	(void)state;
	assert_int_equal(r->step_count, 4);
	assert_int_equal(r->steps[0].host_count, 2);
	assert_int_equal(r->steps[0].hosts[1], 1);
	assert_int_equal(r->steps[0].soak_ns, 14400 * SECOND);
	is(r->steps[0].to, false, 0);
	is(r->steps[1].to, false, 3);
	assert_int_equal(r->steps[1].soak_ns, 300 * SECOND);
	assert_null(r->steps[1].hosts);
	is(r->steps[2].batch, true, 500);
	is(r->steps[3].batch, false, 2);
	assert_int_equal(r->steps[3].soak_ns, 0);
	assert_int_equal(r->steps[3].place.line, 3);
	is(r->budget.unreachable, true, 300);
	is(r->budget.lost, false, 2);
	is(r->budget.failed, true, 50);
	assert_int_equal(r->parallel, 8);
	assert_int_equal(r->undo_parallel, 16);
	assert_int_equal(r->on_fail, FLEET_ON_FAIL_STOP);
	assert_int_equal(r->lease_ns, 1800 * SECOND);
	assert_int_equal(r->on_loss, FLEET_ON_LOSS_KEEP);
}

static void the_nearest_setting_wins(void **state)
{
	const struct fleet_rollout *r =
		rollout("'default': {'extends': 'careful', 'parallel': 2, 'budget': {'lost': 3}},\n"
			"'careful': {'steps': [{'to': 2}, {'to': '100%'}], 'soak': '1h', 'parallel': 1, 'budget': "
			"{'failed': 4}}");

	(void)state;
	assert_int_equal(r->step_count, 2);
	assert_int_equal(r->steps[0].soak_ns, 3600 * SECOND);
	assert_int_equal(r->parallel, 2);
	is(r->budget.lost, false, 3);
	is(r->budget.failed, false, 4);
	is(r->budget.unreachable, true, 1000);
	r = rollout("'default': {'extends': 'careful', 'soak': '2s'}, 'careful': {'steps': [{'to': '100%'}], 'soak': "
		    "'1h'}");
	assert_int_equal(r->steps[0].soak_ns, 2 * SECOND);
}

static void another_rollout_does_not_become_the_default(void **state)
{
	const struct fleet *fleet = case_good(file("'live': {'parallel': 3}"));

	(void)state;
	assert_int_equal(fleet->rollout_count, 2);
	assert_string_equal(fleet->rollouts[fleet->rollout].name, "default");
	assert_int_equal(fleet->rollouts[fleet->rollout].parallel, 64);
	assert_int_equal(fleet->rollouts[0].parallel, 3);
}

static void steps_by_label(void **state)
{
	const struct fleet *fleet = case_good(
		START
		"'inventory': [{'hosts': 'a,b', 'labels': {'job': 'x'}}, {'hosts': 'c', 'labels': {'job': 'y'}}],\n"
		"'rollouts': {'default': {'steps': [{'hosts': {'job': 'y'}}, {'to': '100%'}]}},\n" PROFILES
		"'assign': [{'hosts': 'a,b,c', 'profile': 'p'}],\n" END);
	const struct fleet_step *step = &fleet->rollouts[fleet->rollout].steps[0];

	(void)state;
	assert_int_equal(step->host_count, 1);
	assert_string_equal(fleet->hosts[step->hosts[0]].name, "c");
}

static void bad(const char *rollouts, enum ece_error_kind kind, const char *at, const char *sentence)
{
	case_bad(file(rollouts), kind, at, sentence);
}

static void faulty_steps(void **state)
{
	(void)state;
	bad("'default': {'steps': []}", ECE_ERROR_RANGE, "2:35",
	    "rollouts.default.steps: empty; at least one entry belongs here");
	bad("'default': {'steps': [{'to': '5%'}]}", ECE_ERROR_RANGE, "2:35",
	    "rollouts.default.steps: the last step leaves hosts out; add { \"to\": \"100%\" } behind it");
	bad("'default': {'steps': [{'to': '100%'}, {'hosts': 'gpu1'}]}", ECE_ERROR_RANGE, "2:35",
	    "rollouts.default.steps: the last step leaves hosts out; add { \"to\": \"100%\" } behind it");
	bad("'default': {'steps': [{'to': 8}]}", ECE_ERROR_RANGE, "2:35",
	    "rollouts.default.steps: the last step leaves hosts out; add { \"to\": \"100%\" } behind it");
	bad("'default': {'steps': [{'soak': '1s'}, {'to': '100%'}]}", ECE_ERROR_SYNTAX, "2:36",
	    "rollouts.default.steps[0]: a step has either \"to\" or \"hosts\"");
	bad("'default': {'steps': [{'to': 1, 'hosts': 'gpu1'}, {'to': '100%'}]}", ECE_ERROR_SYNTAX, "2:36",
	    "rollouts.default.steps[0]: a step has either \"to\" or \"hosts\"");
	bad("'default': {'steps': [{'to': '25%'},\n{'to': '25%'}, {'to': '100%'}]}", ECE_ERROR_RANGE, "3:8",
	    "rollouts.default.steps[1].to: this is no more than an earlier step; steps grow");
	bad("'default': {'steps': [{'to': 5},\n{'to': 4}, {'to': '100%'}]}", ECE_ERROR_RANGE, "3:8",
	    "rollouts.default.steps[1].to: this is no more than an earlier step; steps grow");
	bad("'default': {'steps': [{'hosts': 'gpu[8-12]'}, {'to': '100%'}]}", ECE_ERROR_UNKNOWN_NAME, "2:46",
	    "rollouts.default.steps[0].hosts: host gpu9 is in no \"inventory\" and no \"assign\" entry");
}

static void faulty_amounts(void **state)
{
	(void)state;
	bad("'default': {'steps': [{'to': '0%'}, {'to': '100%'}]}", ECE_ERROR_RANGE, "2:43",
	    "rollouts.default.steps[0].to: 0 % is no part of the fleet; the least is 1 host");
	bad("'default': {'steps': [{'to': 0}, {'to': '100%'}]}", ECE_ERROR_RANGE, "2:43",
	    "rollouts.default.steps[0].to: 0 is outside 1 to 200000");
	bad("'default': {'budget': {'lost': '101%'}}", ECE_ERROR_RANGE, "2:45",
	    "rollouts.default.budget.lost: \"101%\": more than 100 %");
	bad("'default': {'budget': {'lost': 0}}", ECE_ERROR_RANGE, "2:45",
	    "rollouts.default.budget.lost: 0 is outside 1 to 200000");
	bad("'default': {'budget': {'lost': 1.5}}", ECE_ERROR_TYPE, "2:45",
	    "rollouts.default.budget.lost: this is a number; a number of hosts, or a percentage as in \"5%\", belongs "
	    "here");
	bad("'default': {'parallel': 0}", ECE_ERROR_RANGE, "2:38", "rollouts.default.parallel: 0 is outside 1 to 4096");
	bad("'default': {'parallel': 4097}", ECE_ERROR_RANGE, "2:38",
	    "rollouts.default.parallel: 4097 is outside 1 to 4096");
}

static void faulty_durations(void **state)
{
	(void)state;
	bad("'default': {'soak': '60'}", ECE_ERROR_RANGE, "2:34",
	    "rollouts.default.soak: \"60\": a duration is a whole number and one of ms, s, m, h, d, as in \"60s\"");
	bad("'default': {'soak': 60}", ECE_ERROR_TYPE, "2:34",
	    "rollouts.default.soak: this is a number; a duration as in \"60s\" belongs here");
	bad("'default': {'lease': {'ttl': '10ms'}}", ECE_ERROR_RANGE, "2:43",
	    "rollouts.default.lease.ttl: a lease lasts at least 1s; it has to be renewed meanwhile");
}

static void faulty_words(void **state)
{
	(void)state;
	bad("'default': {'on_fail': 'undone'}", ECE_ERROR_UNKNOWN_NAME, "2:37",
	    "rollouts.default.on_fail: \"undone\" is none of its words; did you mean \"undo\"?");
	bad("'default': {'unit': 'rack'}", ECE_ERROR_UNKNOWN_NAME, "2:34",
	    "rollouts.default.unit: \"rack\" is none of its words: \"host\", \"label:NAME\"");
	bad("'a': {'extends': 'b'}, 'b': {'extends': 'a'}", ECE_ERROR_CONFLICT, "2:31",
	    "rollouts.a.extends: a rollout cannot extend itself: a -> b -> a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(safe_defaults),
		cmocka_unit_test(everything_given),
		cmocka_unit_test(the_nearest_setting_wins),
		cmocka_unit_test(another_rollout_does_not_become_the_default),
		cmocka_unit_test(steps_by_label),
		cmocka_unit_test(faulty_steps),
		cmocka_unit_test(faulty_amounts),
		cmocka_unit_test(faulty_durations),
		cmocka_unit_test(faulty_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
