// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a rollout changes together, and what it is judged by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/fleet/fleet_case.h"

#define WITH_GATES                                                                                 \
	"'gates': {'a': {'exec': ['x']}, 'b': {'promql': 'y', 'min': {'times_baseline': 0.9}}},\n" \
	"'prometheus': {'url': 'http://h'},\n"

static const struct fleet_rollout *rollout(const char *list, const char *name)
{
	char text[2048];
	const struct fleet *fleet;

	snprintf(text, sizeof(text),
		 START "'inventory': [{'hosts': 'gpu[1-4]', 'labels': {'rack': 'r1'}}],\n" PROFILES ASSIGN WITH_GATES
		       "'rollouts': {%s},\n" END,
		 list);
	fleet = case_good(text);
	for (uint32_t i = 0; i < fleet->rollout_count; i++)
		if (!strcmp(fleet->rollouts[i].name, name))
			return &fleet->rollouts[i];
	fail_msg("no rollout %s", name);
	return NULL;
}

static void bad_here(const char *list, enum ece_error_kind kind, const char *sentence)
{
	char text[2048];

	snprintf(text, sizeof(text),
		 START "'inventory': [{'hosts': 'gpu[1-4]', 'labels': {'rack': 'r1'}}],\n" PROFILES ASSIGN WITH_GATES
		       "'rollouts': {%s},\n" END,
		 list);
	case_bad_here(text, kind, sentence);
}

static void units_gates_and_baselines(void **state)
{
	const struct fleet_rollout *r = rollout(
		"'live': {'unit': 'label:rack', 'mixed': 'allow', 'baseline': '5m', 'gates': ['b', 'hard', 'a'], "
		"'on_inconclusive': 'fail'}",
		"live");

	(void)state;
	assert_string_equal(r->unit_label, "rack");
	assert_true(r->mixed);
	assert_true(r->baseline_ns == 300000000000);
	assert_int_equal(r->on_inconclusive, FLEET_RULE_FAIL);
	assert_true(r->gates_given);
	assert_int_equal(r->gate_count, 3);
	assert_int_equal(r->gates[0], 2);
	assert_int_equal(r->gates[1], 0);
	assert_int_equal(r->gates[2], 1);
	r = rollout("'live': {'gates': []}", "live");
	assert_true(r->gates_given);
	assert_int_equal(r->gate_count, 0);
}

static void what_extends_brings(void **state)
{
	static const char list[] = "'b': {'extends': 'a', 'unit': 'host', 'mixed': 'forbid', 'gates': ['a']}, 'c': "
				   "{'extends': 'a'}, 'a': {'unit': 'label:rack', 'mixed': 'allow', 'baseline': '5m', "
				   "'gates': ['b'], 'on_inconclusive': 'pass'}";
	const struct fleet_rollout *r = rollout(list, "c");

	(void)state;
	assert_string_equal(r->unit_label, "rack");
	assert_true(r->mixed && r->gates_given && r->baseline_ns == 300000000000);
	assert_int_equal(r->on_inconclusive, FLEET_RULE_PASS);
	assert_int_equal(r->gate_count, 1);
	assert_int_equal(r->gates[0], 2);
	r = rollout(list, "b");
	assert_null(r->unit_label);
	assert_false(r->mixed);
	assert_int_equal(r->gate_count, 1);
	assert_int_equal(r->gates[0], 1);
}

static void faulty_units_and_gates(void **state)
{
	(void)state;
	/* the place is that of the label inside the text */
	bad_here("'live': {'unit': 'label:@rak'}", ECE_ERROR_UNKNOWN_NAME,
		 "rollouts.live.unit: no inventory entry has this label; did you mean \"rack\"?");
	bad_here("'live': {'unit': @'label:'}", ECE_ERROR_UNKNOWN_NAME,
		 "rollouts.live.unit: \"label:\" is none of its words: \"host\", \"label:NAME\"");
	bad_here("'live': {'mixed': @'yes'}", ECE_ERROR_UNKNOWN_NAME,
		 "rollouts.live.mixed: \"yes\" is none of its words: \"forbid\", \"allow\"");
	bad_here("'live': {'gates': [@'herd']}", ECE_ERROR_UNKNOWN_NAME,
		 "rollouts.live.gates[0]: no gate is called \"herd\"; did you mean \"hard\"?");
	bad_here("'live': {'gates': ['a', @'a']}", ECE_ERROR_DUPLICATE,
		 "rollouts.live.gates[1]: this gate is named twice");
	bad_here("'live': {'gates': ['b'], 'baseline': @'0s'}", ECE_ERROR_CONFLICT,
		 "rollouts.live.baseline: gate b compares with what was before the step, and the baseline is 0s");
	/* said once, where the two come together */
	bad_here("'x': {'baseline': '0s'}, 'live': {'extends': 'x', 'gates': @['hard']}, 'y': {'extends': 'live'}",
		 ECE_ERROR_CONFLICT,
		 "rollouts.live.gates: gate hard compares with what was before the step, and the baseline is 0s");
	bad_here("'live': {'on_inconclusive': @'stop'}", ECE_ERROR_UNKNOWN_NAME,
		 "rollouts.live.on_inconclusive: \"stop\" is none of its words: \"pause\", \"pass\", \"fail\"");
}

static void at_most_32_gates(void **state)
{
	char list[1024], *at = stpcpy(list, "'live': {'gates': @['hard'");
	char gates[4096], *end = stpcpy(gates, START PROFILES ASSIGN "'gates': {");

	(void)state;
	for (int i = 0; i < 32; i++) {
		at += sprintf(at, ", 'g%d'", i);
		end += sprintf(end, "%s'g%d': {'exec': ['x']}", i ? ", " : "", i);
	}
	sprintf(end, "},\n'rollouts': {%s]}},\n" END, list);
	case_bad_here(gates, ECE_ERROR_LIMIT, "rollouts.live.gates: 33 entries; the limit is 32");
}

static void without_gates_and_changes(void **state)
{
	const struct fleet *fleet = case_good(GOOD);
	const struct fleet_rollout *r = &fleet->rollouts[fleet->rollout];
	const struct gate_rule *rule = &fleet->gates[r->gates[0]].rule;

	(void)state;
	assert_int_equal(fleet->change_count, 1);
	assert_string_equal(fleet->changes[0].name, "rest");
	assert_int_equal(fleet->changes[0].rollout, fleet->rollout);
	assert_int_equal(fleet_change_of(fleet, ece_param_find("dcqcn.rp.ai_rate")), 0);
	assert_false(r->gates_given);
	assert_int_equal(r->gate_count, 1);
	assert_string_equal(fleet->gates[r->gates[0]].name, "hard");
	assert_int_equal(fleet->gates[r->gates[0]].kind, FLEET_GATE_HARD);
	assert_true(rule->max.set && rule->max.times_baseline && !rule->min.set);
	assert_int_equal(rule->on, GATE_ON_TREATED);
	assert_int_equal(rule->per, GATE_PER_SECOND);
	assert_true(r->baseline_ns == UINT64_MAX);
	assert_int_equal(r->on_inconclusive, FLEET_RULE_PAUSE);
	assert_null(r->unit_label);
	assert_false(r->mixed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_gates_and_changes), cmocka_unit_test(units_gates_and_baselines),
		cmocka_unit_test(what_extends_brings),       cmocka_unit_test(faulty_units_and_gates),
		cmocka_unit_test(at_most_32_gates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
