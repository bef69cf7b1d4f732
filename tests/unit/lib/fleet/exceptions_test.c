// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Overrides and excludes: what wins over assigns, and for how long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "lib/fleet/facts.h"
#include "tests/unit/lib/fleet/fleet_case.h"

#define RATE "dcqcn.rp.ai_rate"
#define WHY  "'why': 'because', 'expires': '2099-12-31'"

static const struct facts_nic nic = {.card = "ConnectX-7", .pci = "0000:5e:00.0", .speed_mbps = 400000};
static struct fleet_want wants[64];
static size_t count;
static struct ece_error fault;
static int64_t now;

static void keep(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	fault = *e;
}

static size_t ask(const struct fleet *fleet, const char *host, const struct facts_nic *of)
{
	struct ece_error_sink sink = {.add = keep};
	int err = fleet_wants(fleet, fleet_host_find(fleet, host), of, wants, &count, &sink);

	assert_int_equal(err != 0, sink.count != 0);
	return sink.count;
}

static const struct fleet *fleet_with(const char *key, const char *list)
{
	char text[2048];

	case_input.now = now;
	snprintf(text, sizeof(text), START PROFILES ASSIGN "'%s': [%s],\n" END, key, list);
	return case_good(text);
}

static void bad_here(const char *key, const char *list, enum ece_error_kind kind, const char *sentence)
{
	char text[2048];

	case_input.now = now;
	snprintf(text, sizeof(text), START PROFILES ASSIGN "'%s': [%s],\n" END, key, list);
	case_bad_here(text, kind, sentence);
}

static void an_override_wins(void **state)
{
	const struct fleet *fleet =
		fleet_with("overrides",
			   "{'id': 'EXP-9', 'hosts': 'gpu2', 'nics': {'pci': '0000:5e:00.0'}, 'set': {'" RATE
			   "': 10, 'ztr_rtt.ALPHA': 0.5}, " WHY "}");
	const struct facts_nic other = {.pci = "0000:5e:00.1"};

	(void)state;
	assert_int_equal(ask(fleet, "gpu2", &nic), 0);
	assert_int_equal(count, 2);
	assert_string_equal(wants[0].value->param->name, RATE);
	assert_int_equal(wants[0].raw, 10);
	assert_int_equal(wants[0].override, 0);
	assert_int_equal(wants[0].assign, 0);
	assert_int_equal(wants[0].value->profile, FLEET_NONE);
	assert_int_equal(wants[1].raw, 32768);
	assert_int_equal(wants[1].override, 0);
	assert_int_equal(wants[1].assign, FLEET_NONE);
	assert_int_equal(ask(fleet, "gpu2", &other), 0);
	assert_int_equal(count, 1);
	assert_int_equal(wants[0].raw, 20);
	assert_int_equal(wants[0].override, FLEET_NONE);
	assert_int_equal(ask(fleet, "gpu1", &nic), 0);
	assert_int_equal(wants[0].raw, 20);
	assert_string_equal(fleet->overrides[0].name, "EXP-9");
	assert_string_equal(fleet->overrides[0].why, "because");
	assert_string_equal(fleet->overrides[0].expires, "2099-12-31");
}

static void hands_off_and_original(void **state)
{
	const struct fleet *fleet =
		fleet_with("overrides", "{'hosts': 'gpu1', 'set': {'" RATE "': 'leave'}, " WHY "},"
					"{'hosts': 'gpu2', 'set': {'" RATE "': 'original'}, " WHY "}");

	(void)state;
	ask(fleet, "gpu1", &nic);
	assert_true(wants[0].value->leave);
	ask(fleet, "gpu2", &nic);
	assert_true(wants[0].value->original);
	assert_int_equal(wants[0].raw, 0);
	assert_string_equal(fleet->overrides[1].name, "overrides[1]");
}

static void overrides_that_disagree(void **state)
{
	const struct fleet *fleet =
		fleet_with("overrides", "{'hosts': 'gpu1', 'set': {'" RATE "': 1}, " WHY "},"
					"{'id': 'x', 'hosts': 'gpu1', 'set': {'" RATE "': 2}, " WHY "},"
					"{'hosts': 'gpu2', 'set': {'" RATE "': 3}, " WHY "},"
					"{'hosts': 'gpu2', 'set': {'" RATE "': 3}, " WHY "}");

	(void)state;
	assert_int_equal(ask(fleet, "gpu1", &nic), 1);
	assert_string_equal(fault.place, "gpu1/0000:5e:00.0/dcqcn.rp.ai_rate");
	assert_string_equal(
		fault.text,
		"two entries disagree: overrides[0] (line 4) wants 1 Mb/s, x (line 4) wants 2 Mb/s; let only "
		"one of them name it for these hosts and NICs");
	assert_int_equal(ask(fleet, "gpu2", &nic), 0);
}

static void by_speed(void **state)
{
	static const char text[] =
		START "'profiles': {'p': {'set': {'" RATE "': {'by_speed': {'400G': 20, '200G': 10}}}}},\n" ASSIGN
		      "'overrides': [{'hosts': 'gpu2', 'set': {'" RATE "': 7}, " WHY "}],\n" END;
	const struct facts_nic slower = {.pci = "0000:5e:00.0", .speed_mbps = 200000};
	const struct facts_nic slow = {.pci = "0000:5e:00.0", .speed_mbps = 100000}, down = {.pci = "0000:5e:00.0"};
	const struct fleet *fleet;

	(void)state;
	case_input.now = 0;
	fleet = case_good(text);
	assert_int_equal(ask(fleet, "gpu1", &nic), 0);
	assert_int_equal(wants[0].raw, 20);
	assert_int_equal(ask(fleet, "gpu1", &slower), 0);
	assert_int_equal(wants[0].raw, 10);
	assert_int_equal(ask(fleet, "gpu1", &slow), 1);
	assert_string_equal(fault.text, "line 2 has no value for a NIC of 100000 Mb/s; add it to \"by_speed\"");
	assert_int_equal(ask(fleet, "gpu1", &down), 1);
	assert_string_equal(
		fault.text,
		"line 2 has a value for each speed, and the speed of this NIC is not known (no link?); bring "
		"the link up, or name the value in an override");
	/* where an override names it, the speed is not asked for */
	assert_int_equal(ask(fleet, "gpu2", &down), 0);
	assert_int_equal(wants[0].raw, 7);
}

/* Each entry is right in itself. */
static void a_floor_above_its_ceiling(void **state)
{
	const char *ceiling = NULL, *floor = NULL;
	char text[1024];

	(void)state;
	for (size_t i = 0; i < ece_param_count() && !ceiling; i++) {
		floor = ece_param_at(i)->name;
		ceiling = ece_param_at(i)->ceiling;
	}
	assert_non_null(ceiling);
	snprintf(text, sizeof(text),
		 START "'profiles': {'p': {'set': {'%s': 10}}},\n" ASSIGN
		       "'overrides': [{'hosts': 'gpu2', 'set': {'%s': 5}, " WHY "}],\n" END,
		 floor, ceiling);
	assert_int_equal(ask(case_good(text), "gpu1", &nic), 0);
	assert_int_equal(ask(case_good(text), "gpu2", &nic), 1);
	assert_non_null(strstr(fault.text, "this would be "));
	assert_non_null(strstr(fault.text, ceiling));
}

static void faulty_overrides(void **state)
{
	(void)state;
	bad_here("overrides", "@{'hosts': 'gpu1', 'set': {'" RATE "': 1}, 'why': 'x'}", ECE_ERROR_SYNTAX,
		 "overrides[0]: \"expires\" is missing");
	bad_here("overrides", "@{'hosts': 'gpu1', 'set': {'" RATE "': 1}, 'expires': '2099-12-31'}", ECE_ERROR_SYNTAX,
		 "overrides[0]: \"why\" is missing");
	bad_here("overrides", "{'id': 'a', 'hosts': @'gpu9', 'set': {'" RATE "': 1}, " WHY "}", ECE_ERROR_UNKNOWN_NAME,
		 "overrides[0].hosts (id \"a\"): host gpu9 is in no \"inventory\" and no \"assign\" entry");
	bad_here("overrides", "{'hosts': 'gpu1', 'set': {'" RATE "': @-1}, " WHY "}", ECE_ERROR_RANGE,
		 "overrides[0].set[\"dcqcn.rp.ai_rate\"]: dcqcn.rp.ai_rate takes 0 to 131071 Mb/s, not -1");
	bad_here("overrides", "{'hosts': 'gpu1', 'set': {'" RATE "': 1, @'rpg_ai_rate': 1}, " WHY "}",
		 ECE_ERROR_DUPLICATE,
		 "overrides[0].set.rpg_ai_rate: this is dcqcn.rp.ai_rate, which the override sets as "
		 "\"dcqcn.rp.ai_rate\" "
		 "already");
	bad_here("overrides", "{'hosts': 'gpu1', 'set': {}, 'why': 'x', 'expires': @'2099-02-30'}", ECE_ERROR_RANGE,
		 "overrides[0].expires: \"2099-02-30\": there is no such day or time");
	bad_here("overrides",
		 "{'id': 'a', 'hosts': 'gpu1', 'set': {}, " WHY "}, {'id': @'a', 'hosts': 'gpu1', 'set': {}, " WHY "}",
		 ECE_ERROR_DUPLICATE, "overrides[1].id (id \"a\"): another entry has this id");
}

/* Good through its day, in UTC. date -u -d 2099-12-31 +%s: 4102358400 */
static void the_last_day(void **state)
{
	static const char override[] = "{'hosts': 'gpu1', 'set': {}, 'why': 'x', 'expires': @'2099-12-31'}";
	static const char exclude[] = "{'id': 'RMA', 'hosts': 'gpu1', 'why': 'x', 'until': @'2099-12-31T12:00Z'}";

	(void)state;
	now = 4102444799;
	fleet_with("overrides", "{'hosts': 'gpu1', 'set': {}, 'why': 'x', 'expires': '2099-12-31'}");
	now = 4102444800;
	bad_here("overrides", override, ECE_ERROR_STALE,
		 "overrides[0].expires: this override ended with 2099-12-31, and now it is 2100-01-01T00:00:00Z; "
		 "remove it, "
		 "or give it a later end");
	now = 4102358400 + 12 * 3600 + 59;
	fleet_with("exclude", "{'hosts': 'gpu1', 'why': 'x', 'until': '2099-12-31T12:00Z'}");
	now++;
	bad_here("exclude", exclude, ECE_ERROR_STALE,
		 "exclude[0].until (id \"RMA\"): this exclude ended with 2099-12-31T12:00Z, and now it is "
		 "2099-12-31T12:01:00Z; remove it, or give it a later end");
	now = 0;
}

static void excluded_hosts(void **state)
{
	const struct fleet *fleet = fleet_with(
		"exclude",
		"{'id': 'RMA', 'hosts': 'gpu[2-3]', 'why': 'optic', 'until': '2099-12-31', 'on_return': 'ensure'},"
		"{'hosts': 'gpu[3-4]', 'why': 'second'}");

	(void)state;
	assert_int_equal(fleet->exclude_count, 2);
	assert_int_equal(fleet_host_exclude(fleet, fleet_host_find(fleet, "gpu1")), FLEET_NONE);
	assert_int_equal(fleet_host_exclude(fleet, fleet_host_find(fleet, "gpu2")), 0);
	assert_int_equal(fleet_host_exclude(fleet, fleet_host_find(fleet, "gpu3")), 0);
	assert_int_equal(fleet_host_exclude(fleet, fleet_host_find(fleet, "gpu4")), 1);
	assert_string_equal(fleet->excludes[0].name, "RMA");
	assert_string_equal(fleet->excludes[0].why, "optic");
	assert_string_equal(fleet->excludes[0].until, "2099-12-31");
	assert_int_equal(fleet->excludes[0].on_return, FLEET_RETURN_ENSURE);
	assert_string_equal(fleet->excludes[1].name, "exclude[1]");
	assert_null(fleet->excludes[1].until);
	assert_int_equal(fleet->excludes[1].on_return, FLEET_RETURN_REPORT);
	fleet = case_good(GOOD);
	assert_int_equal(fleet_host_exclude(fleet, 0), FLEET_NONE);
}

static void faulty_excludes(void **state)
{
	(void)state;
	bad_here("exclude", "@{'hosts': 'gpu1'}", ECE_ERROR_SYNTAX, "exclude[0]: \"why\" is missing");
	bad_here("exclude", "@{'why': 'x'}", ECE_ERROR_SYNTAX, "exclude[0]: an entry has either \"hosts\" or \"exec\"");
	bad_here("exclude", "{'hosts': @'gpu9', 'why': 'x'}", ECE_ERROR_UNKNOWN_NAME,
		 "exclude[0].hosts: host gpu9 is in no \"inventory\" and no \"assign\" entry");
	bad_here("exclude", "{'hosts': 'gpu1', 'why': 'x', @'max': 5}", ECE_ERROR_CONFLICT,
		 "exclude[0].max: only entries with \"exec\" have this");
	bad_here("exclude", "{'hosts': 'gpu1', 'why': 'x', @'max_age': '1h'}", ECE_ERROR_CONFLICT,
		 "exclude[0].max_age: only entries with \"exec\" have this");
	bad_here("exclude", "{'hosts': 'gpu1', 'why': 'x', 'on_return': @'repot'}", ECE_ERROR_UNKNOWN_NAME,
		 "exclude[0].on_return: \"repot\" is none of its words; did you mean \"report\"?");
}

static void removed_parameters(void **state)
{
	const struct fleet *fleet = case_good(START "'removed': 'restore_original',\n" PROFILES ASSIGN END);

	(void)state;
	assert_true(fleet->removed_given && fleet->restore_removed);
	fleet = case_good(START "'removed': 'release',\n" PROFILES ASSIGN END);
	assert_true(fleet->removed_given && !fleet->restore_removed);
	fleet = case_good(GOOD);
	assert_false(fleet->removed_given || fleet->restore_removed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_override_wins),
		cmocka_unit_test(hands_off_and_original),
		cmocka_unit_test(overrides_that_disagree),
		cmocka_unit_test(by_speed),
		cmocka_unit_test(a_floor_above_its_ceiling),
		cmocka_unit_test(faulty_overrides),
		cmocka_unit_test(the_last_day),
		cmocka_unit_test(excluded_hosts),
		cmocka_unit_test(faulty_excludes),
		cmocka_unit_test(removed_parameters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
