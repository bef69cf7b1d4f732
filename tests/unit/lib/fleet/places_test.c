// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Where each value is said: what ece-apply --explain prints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/unit/lib/fleet/fleet_case.h"

static void at(struct fleet_place place, uint32_t line, uint32_t column)
{
	assert_int_equal(place.line, line);
	assert_int_equal(place.column, column);
}

static void hosts_come_from_what_names_them_first(void **state)
{
	const struct fleet *fleet =
		case_good(START "'inventory': [{'hosts': 'a[1-2]'},\n"
				"{'hosts': 'a[2-3]'}],\n" PROFILES "'assign': [{'hosts': 'a1', 'profile': 'p'},\n"
				"{'id': 'x', 'hosts': ['a3', 'b'],"
				" 'profile': 'p'}],\n" END);
	static const struct {
		const char *host, *origin;
		uint32_t line;
	} wants[] = {{"a1", "inventory[0]", 2}, {"a2", "inventory[0]", 2}, {"a3", "inventory[1]", 3}, {"b", "x", 6}};

	(void)state;
	for (size_t i = 0; i < sizeof(wants) / sizeof(wants[0]); i++) {
		const struct fleet_host *host = &fleet->hosts[fleet_host_find(fleet, wants[i].host)];

		assert_string_equal(fleet->origins[host->origin].name, wants[i].origin);
		assert_int_equal(fleet->origins[host->origin].place.line, wants[i].line);
		assert_null(fleet->origins[host->origin].command);
	}
}

static void defaults_are_said_nowhere(void **state)
{
	const struct fleet *fleet = case_good(GOOD);
	const struct fleet_rollout *r = &fleet->rollouts[0];

	(void)state;
	for (size_t i = 0; i < FLEET_SETTING_COUNT; i++)
		at(r->said[i].place, 0, 0);
	for (uint32_t i = 0; i < r->step_count; i++) {
		at(r->steps[i].place, 0, 0);
		at(r->steps[i].soak_place, 0, 0);
	}
	for (size_t i = 0; i < FLEET_GATE_KEY_COUNT; i++)
		at(fleet->gates[0].said[i], 0, 0);
	at(fleet->changes[0].place, 0, 0);
	at(fleet->changes[0].rollout_place, 0, 0);
	at(fleet->removed_place, 0, 0);
	at(fleet->prometheus_place, 0, 0);
	assert_int_equal(r->extends, FLEET_NONE);
}

/* The one of the chain that says it, as far as the nearest does not. */
static void settings_that_extends_brings(void **state)
{
	const struct fleet *fleet =
		case_good(START PROFILES ASSIGN "'rollouts': {\n"
						"'a': {'parallel': 3, 'budget': {'lost': 2}, 'soak': '1m'},\n"
						"'b': {'extends': 'a', 'budget': {'lost': 4}},\n"
						"'c': {'extends': 'b', 'lease': {'ttl': '5m'},\n"
						"'steps': [{'to': 1, 'soak': '2m'}, {'to': '100%'}]}},\n" END);
	const struct fleet_rollout *c = &fleet->rollouts[2];

	(void)state;
	assert_string_equal(c->name, "c");
	assert_int_equal(c->extends, 1);
	assert_int_equal(c->said[FLEET_SET_PARALLEL].rollout, 0);
	at(c->said[FLEET_SET_PARALLEL].place, 5, 19);
	assert_int_equal(c->said[FLEET_SET_LOST].rollout, 1);
	at(c->said[FLEET_SET_LOST].place, 6, 42);
	assert_int_equal(c->said[FLEET_SET_LEASE_TTL].rollout, 2);
	at(c->said[FLEET_SET_LEASE_TTL].place, 7, 40);
	at(c->said[FLEET_SET_ON_LOSS].place, 0, 0);
	at(c->steps[0].soak_place, 8, 29);
	at(c->steps[1].soak_place, 5, 53);
	at(c->steps[1].place, 8, 36);
}

static void names_of_settings(void **state)
{
	(void)state;
	assert_string_equal(fleet_setting_name(FLEET_SET_UNREACHABLE), "budget.unreachable");
	assert_string_equal(fleet_setting_name(FLEET_SET_ON_LOSS), "lease.on_loss");
	assert_string_equal(fleet_gate_key_name(FLEET_GATE_MIN_TRAFFIC), "min_traffic");
	for (enum fleet_setting i = 0; i < FLEET_SETTING_COUNT; i++)
		assert_non_null(fleet_setting_name(i));
	for (enum fleet_gate_key i = 0; i < FLEET_GATE_KEY_COUNT; i++)
		assert_non_null(fleet_gate_key_name(i));
}

static void keys_of_gates_and_the_file(void **state)
{
	const struct fleet *fleet =
		case_good(START "'removed': 'release', 'prometheus': {'url': 'http://h'},\n" PROFILES ASSIGN
				"'changes': [{'id': 'x', 'params': ['dcqcn.rp.ai_rate'], 'rollout': 'default'}],\n"
				"'rollouts': {'default': {}},\n"
				"'gates': {'g': {'promql': 'x', 'max': {'times_baseline': 2}}},\n" END);

	(void)state;
	at(fleet->removed_place, 2, 12);
	at(fleet->prometheus_place, 2, 45);
	at(fleet->changes[0].rollout_place, 5, 68);
	at(fleet->gates[1].said[FLEET_GATE_MAX], 7, 39);
	at(fleet->gates[1].said[FLEET_GATE_MIN], 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hosts_come_from_what_names_them_first),
		cmocka_unit_test(defaults_are_said_nowhere),
		cmocka_unit_test(settings_that_extends_brings),
		cmocka_unit_test(names_of_settings),
		cmocka_unit_test(keys_of_gates_and_the_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
