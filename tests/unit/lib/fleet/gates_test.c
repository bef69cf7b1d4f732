// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/fleet/fleet_case.h"

#define URL "'prometheus': {'url': 'http://127.0.0.1:9090'},\n"

static const struct fleet_gate *gate(const char *keys)
{
	char text[1024];
	const struct fleet *fleet;

	snprintf(text, sizeof(text), START PROFILES ASSIGN URL "'gates': {'g': {%s}},\n" END, keys);
	fleet = case_good(text);
	assert_int_equal(fleet->gate_count, 2);
	return &fleet->gates[1];
}

static void bad_here(const char *gates, enum ece_error_kind kind, const char *sentence)
{
	char text[1024];

	snprintf(text, sizeof(text), START PROFILES ASSIGN URL "'gates': {%s},\n" END, gates);
	case_bad_here(text, kind, sentence);
}

static void a_counter(void **state)
{
	const struct fleet_gate *g = gate("'counter': 'local_ack_timeout_err', 'on': 'untouched', 'per': 'TB', 'max': "
					  "{'times_baseline': 1.5, 'floor': 0.5}, 'min_traffic': '5 TB', 'watch': 12, "
					  "'wait': '2m', 'on_inconclusive': 'fail'");

	(void)state;
	assert_string_equal(g->name, "g");
	assert_int_equal(g->kind, FLEET_GATE_COUNTER);
	assert_ptr_equal(g->counter, counter_find("local_ack_timeout_err"));
	assert_int_equal(g->rule.on, GATE_ON_UNTOUCHED);
	assert_int_equal(g->rule.per, GATE_PER_TB);
	assert_true(g->rule.max.set && g->rule.max.times_baseline);
	assert_true(g->rule.max.value == 1.5 && g->rule.max.floor == 0.5);
	assert_false(g->rule.min.set);
	assert_true(g->rule.min_traffic == 5e12);
	assert_int_equal(g->watch, 12);
	assert_true(g->wait_ns == 120000000000);
	assert_true(g->has_on_inconclusive);
	assert_int_equal(g->on_inconclusive, FLEET_RULE_FAIL);
}

static void what_a_gate_is_by_default(void **state)
{
	const struct fleet_gate *g = gate("'counter': 'local_ack_timeout_err', 'max': 0");

	(void)state;
	assert_int_equal(g->rule.on, GATE_ON_TREATED);
	assert_int_equal(g->rule.per, GATE_PER_NOTHING);
	assert_true(g->rule.max.set && !g->rule.max.times_baseline);
	assert_true(g->rule.max.value == 0 && g->rule.min_traffic == 0);
	assert_int_equal(g->watch, 64);
	assert_true(g->timeout_ns == 30000000000 && g->wait_ns == 0);
	assert_false(g->has_on_inconclusive);
}

static void a_query(void **state)
{
	const struct fleet_gate *g =
		gate("'promql': 'max(x)', 'on': 'untouched', 'max': 0.03, 'min': -1, 'timeout': '5s'");

	(void)state;
	assert_int_equal(g->kind, FLEET_GATE_PROMQL);
	assert_string_equal(g->promql, "max(x)");
	assert_true(g->rule.max.value == 0.03 && g->rule.min.value == -1);
	assert_true(g->timeout_ns == 5000000000);
}

static void a_command(void **state)
{
	const struct fleet_gate *g = gate("'exec': ['./nccl-canary', '--fast'], 'min': {'times_baseline': 0.97}");

	(void)state;
	assert_int_equal(g->kind, FLEET_GATE_EXEC);
	assert_string_equal(g->argv[0], "./nccl-canary");
	assert_string_equal(g->argv[1], "--fast");
	assert_null(g->argv[2]);
	assert_true(g->rule.min.set && g->rule.min.times_baseline && g->rule.min.value == 0.97);
	assert_false(gate("'exec': ['true']")->rule.max.set);
}

static void one_kind_each(void **state)
{
	(void)state;
	bad_here("'g': @{'max': 1}", ECE_ERROR_SYNTAX,
		 "gates.g: a gate has one of \"counter\", \"promql\" or \"exec\"");
	bad_here("'g': @{'promql': 'x', 'exec': ['y'], 'max': 1}", ECE_ERROR_SYNTAX,
		 "gates.g: a gate has only one of \"counter\", \"promql\" or \"exec\"");
	bad_here("'g': {'promql': 'x', 'max': 1, @'per': 'TB'}", ECE_ERROR_CONFLICT,
		 "gates.g.per: only gates with \"counter\" have this");
	bad_here("'g': {'exec': ['x'], @'min_traffic': '1 TB'}", ECE_ERROR_CONFLICT,
		 "gates.g.min_traffic: only gates with \"counter\" have this");
	bad_here("'g': {'counter': 'local_ack_timeout_err', 'max': 1, @'timeout': '1s'}", ECE_ERROR_CONFLICT,
		 "gates.g.timeout: only gates with \"promql\" and \"exec\" have this");
	bad_here("'g': {'counter': 'local_ack_timeout_err', 'max': 1, @'watch': 5}", ECE_ERROR_CONFLICT,
		 "gates.g.watch: only gates on \"untouched\" have this: of treated hosts all are watched");
}

static void faulty_bounds(void **state)
{
	(void)state;
	bad_here("'g': @{'promql': 'x'}", ECE_ERROR_SYNTAX,
		 "gates.g: a gate with \"promql\" has \"max\", \"min\" or both");
	bad_here("'g': @{'counter': 'local_ack_timeout_err'}", ECE_ERROR_SYNTAX,
		 "gates.g: a gate with \"counter\" has \"max\", \"min\" or both");
	bad_here("'g': @{'counter': 'local_ack_timeout_err', 'max': {'times_baseline': 2}}", ECE_ERROR_SYNTAX,
		 "gates.g: baseline and soak differ in length, so \"times_baseline\" of a counter needs \"per\": "
		 "\"second\" "
		 "or \"TB\"");
	bad_here("'g': {'promql': 'x', 'max': {'times_baseline': @0}}", ECE_ERROR_RANGE,
		 "gates.g.max.times_baseline: 0; this is more than 0");
	bad_here("'g': {'promql': 'x', 'max': {'times_baseline': 1, 'floor': @-0.5}}", ECE_ERROR_RANGE,
		 "gates.g.max.floor: -0.5; this is 0 or more");
	bad_here("'g': {'promql': 'x', 'min': {'times_baseline': 1, @'floor': 0.5}}", ECE_ERROR_CONFLICT,
		 "gates.g.min.floor: only \"max\" has this: a floor keeps a threshold from being 0");
	bad_here("'g': {'promql': 'x', 'max': 1, 'min': @2}", ECE_ERROR_RANGE,
		 "gates.g.min: 2 is above \"max\", which is 1");
	bad_here("'g': {'promql': 'x', 'max': @'1'}", ECE_ERROR_TYPE,
		 "gates.g.max: this is a string; a number belongs here");
	bad_here("'g': {'promql': 'x', 'max': @{'floor': 1}}", ECE_ERROR_SYNTAX,
		 "gates.g.max: \"times_baseline\" is missing");
	bad_here("'g': {'exec': ['x'], 'timeout': @'0s'}", ECE_ERROR_RANGE,
		 "gates.g.timeout: no answer comes in no time");
	bad_here("'g': {'counter': 'local_ack_timeout_err', 'max': 1, 'min_traffic': @'5'}", ECE_ERROR_RANGE,
		 "gates.g.min_traffic: \"5\": a size is a whole number and one of B, kB, MB, GB, TB, PB, as in \"5 "
		 "TB\"");
}

static void counters_that_cannot_decide(void **state)
{
	(void)state;
	bad_here("'g': {'counter': @'local_ack_timeout_er', 'max': 1}", ECE_ERROR_UNKNOWN_NAME,
		 "gates.g.counter: no counter is called \"local_ack_timeout_er\"; did you mean "
		 "\"local_ack_timeout_err\"?");
	for (size_t i = 0; i < counter_count(); i++) {
		char text[256], sentence[512];

		if (counter_at(i)->class != COUNTER_NEVER)
			continue;
		snprintf(text, sizeof(text), "'g': {'counter': @'%s', 'max': 1}", counter_at(i)->name);
		snprintf(sentence, sizeof(sentence), "gates.g.counter: no gate can be decided on %s: %s",
			 counter_at(i)->name, counter_at(i)->meaning);
		bad_here(text, ECE_ERROR_UNSUPPORTED, sentence);
	}
}

static void a_query_needs_somebody_to_ask(void **state)
{
	(void)state;
	case_bad_here(START PROFILES ASSIGN "'gates': {'g': {@'promql': 'x', 'max': 1}},\n" END, ECE_ERROR_SYNTAX,
		      "gates.g.promql: nobody to ask; add \"prometheus\": { \"url\": ... } to the file");
	assert_string_equal(case_good(START PROFILES ASSIGN URL END)->prometheus_url, "http://127.0.0.1:9090");
	assert_null(case_good(GOOD)->prometheus_url);
	case_bad_here(
		START PROFILES ASSIGN "'prometheus': {'url': @'prometheus:9090'},\n" END, ECE_ERROR_SYNTAX,
		"prometheus.url: \"prometheus:9090\": an address begins with http:// or https:// and has no blanks");
	case_bad_here(START PROFILES ASSIGN "'prometheus': {'url': @'http://a b'},\n" END, ECE_ERROR_SYNTAX,
		      "prometheus.url: \"http://a b\": an address begins with http:// or https:// and has no blanks");
}

static void names_of_gates(void **state)
{
	(void)state;
	bad_here("@'hard': {'exec': ['x']}", ECE_ERROR_DUPLICATE,
		 "gates.hard: \"hard\" is built in; choose another name");
	gate("'exec': ['x']");
	case_good(
		START PROFILES ASSIGN
		"'gates': {'g23456789012345678901234567890123456789012345678901234567890123': {'exec': ['x']}},\n" END);
	bad_here("@'g234567890123456789012345678901234567890123456789012345678901234': {'exec': ['x']}",
		 ECE_ERROR_LIMIT,
		 "gates.g234567890123456789012345678901234567890123456789012345678901234: a name of a gate has at most "
		 "63 "
		 "characters");
}

static void words_of_a_command(void **state)
{
	char text[2048], *at = stpcpy(text, START PROFILES ASSIGN "'gates': {'g': {'exec': ['x'");

	(void)state;
	for (int i = 1; i < 64; i++)
		at = stpcpy(at, ", 'y'");
	strcpy(at, "]}},\n" END);
	assert_string_equal(case_good(text)->gates[1].argv[63], "y");
	strcpy(at, ", 'y']}},\n" END);
	case_bad(text, ECE_ERROR_LIMIT, "4:25", "gates.g.exec: 65 entries; the limit is 64");
	bad_here("'g': {'exec': @[]}", ECE_ERROR_RANGE, "gates.g.exec: empty; at least one entry belongs here");
	bad_here("'g': {'exec': @'x y'}", ECE_ERROR_TYPE, "gates.g.exec: this is a string; an array belongs here");
	bad_here("'g': {'exec': ['x', @5]}", ECE_ERROR_TYPE,
		 "gates.g.exec[1]: this is a number; a string belongs here");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_counter),
		cmocka_unit_test(what_a_gate_is_by_default),
		cmocka_unit_test(a_query),
		cmocka_unit_test(a_command),
		cmocka_unit_test(one_kind_each),
		cmocka_unit_test(faulty_bounds),
		cmocka_unit_test(counters_that_cannot_decide),
		cmocka_unit_test(a_query_needs_somebody_to_ask),
		cmocka_unit_test(names_of_gates),
		cmocka_unit_test(words_of_a_command),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
