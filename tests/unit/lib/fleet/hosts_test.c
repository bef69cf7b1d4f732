// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "tests/unit/lib/fleet/fleet_case.h"

#define INVENTORY                                                                               \
	"'inventory': [{'hosts': 'a[1-2]', 'labels': {'rack': 'r1', 'pod': 'x'}},\n"            \
	"{'hosts': 'b[1-2]', 'labels': {'rack': 'r2', 'pod': 'x'}}, {'hosts': ['c1', 'c2']},\n" \
	"{'hosts': 'b2', 'labels': {'job': 'j'}}],\n"

static void hosts_come_in_the_order_of_the_file(void **state)
{
	const struct fleet *fleet = case_good(START PROFILES "'assign': [{'hosts': 'z9,b[2-1000]', 'profile': 'p'},\n"
							     "{'hosts': ['a', 'z9,c'], 'profile': 'p'}],\n" END);

	(void)state;
	assert_int_equal(fleet->host_count, 1002);
	assert_string_equal(fleet->hosts[0].name, "z9");
	assert_string_equal(fleet->hosts[1].name, "b2");
	assert_string_equal(fleet->hosts[1000].name, "a");
	assert_string_equal(fleet->hosts[1001].name, "c");
	assert_int_equal(fleet_host_find(fleet, "b500"), 499);
	assert_int_equal(fleet_host_find(fleet, "b1001"), FLEET_NONE);
	assert_int_equal(fleet->hosts[0].labels->count, 0);
}

static void inventory_gives_labels(void **state)
{
	const struct fleet *fleet =
		case_good(START INVENTORY PROFILES "'assign': [{'hosts': 'd', 'profile': 'p'}],\n" END);

	(void)state;
	assert_int_equal(fleet->host_count, 7);
	assert_string_equal(fleet->hosts[0].name, "a1");
	assert_string_equal(fleet_label(fleet, 0, "rack"), "r1");
	assert_string_equal(fleet_label(fleet, 3, "rack"), "r2");
	assert_null(fleet_label(fleet, 4, "rack"));
	assert_null(fleet_label(fleet, 6, "rack"));
	assert_null(fleet_label(fleet, 0, "row"));
	assert_ptr_equal(fleet->hosts[0].labels, fleet->hosts[1].labels);
	assert_string_equal(fleet->hosts[0].labels->pairs[0].name, "pod");
	assert_ptr_equal(fleet->hosts[0].labels->pairs[0].value, fleet->hosts[2].labels->pairs[0].value);
}

static void labels_of_several_entries_add_up(void **state)
{
	const struct fleet *fleet = case_good(
		START
		"'inventory': [{'hosts': 'a,b', 'labels': {'rack': 'r1', 'row': '1'}},\n"
		"{'hosts': 'b,c', 'labels': {'job': 'j', 'rack': 'r1'}}, {'hosts': 'a,b,c', 'labels': {}}],\n" PROFILES
		"'assign': [{'hosts': {'job': 'j'}, 'profile': 'p'}],\n" END);
	uint32_t count;

	(void)state;
	assert_int_equal(fleet->hosts[0].labels->count, 2);
	assert_int_equal(fleet->hosts[1].labels->count, 3);
	assert_string_equal(fleet_label(fleet, 1, "job"), "j");
	assert_string_equal(fleet_label(fleet, 1, "row"), "1");
	assert_string_equal(fleet_label(fleet, 2, "rack"), "r1");
	assert_null(fleet_label(fleet, 2, "row"));
	fleet_host_assigns(fleet, 0, &count);
	assert_int_equal(count, 0);
	fleet_host_assigns(fleet, 1, &count);
	assert_int_equal(count, 1);
}

static void labels_that_contradict(void **state)
{
	(void)state;
	case_bad(START "'inventory': [{'hosts': 'a,b', 'labels': {'rack': 'r1'}},\n"
		       "{'hosts': 'b', 'labels': {'rack': 'r2'}}],\n" PROFILES ASSIGN END,
		 ECE_ERROR_CONFLICT, "3:11",
		 "inventory[1].hosts: host b has the label rack already, with \"r1\" and not \"r2\"");
}

static void selects(const char *hosts, const char *want)
{
	const struct fleet *fleet;
	char text[1024], got[256] = "";
	size_t used = 0;
	uint32_t count;

	snprintf(text, sizeof(text), START INVENTORY PROFILES "'assign': [{'hosts': %s, 'profile': 'p'}],\n" END,
		 hosts);
	fleet = case_good(text);
	for (uint32_t h = 0; h < fleet->host_count; h++) {
		fleet_host_assigns(fleet, h, &count);
		assert_true(count <= 1);
		if (count)
			used += (size_t)snprintf(got + used, sizeof(got) - used, "%s ", fleet->hosts[h].name);
	}
	assert_string_equal(got, want);
}

static void selectors(void **state)
{
	(void)state;
	selects("'a1,c2'", "a1 c2 ");
	selects("['a1', 'b[1-2]']", "a1 b1 b2 ");
	selects("{'rack': 'r1'}", "a1 a2 ");
	selects("{'rack': ['r1', 'r2']}", "a1 a2 b1 b2 ");
	selects("{'pod': 'x', 'rack': 'r2'}", "b1 b2 ");
	selects("{'rack': ['r2', 'r1', 'r2']}", "a1 a2 b1 b2 ");
	selects("{'pod': 'x', 'job': 'j'}", "b2 ");
	selects("{'job': ['j', 'k', 'j']}", "b2 ");
	selects("{'rack': 'x'}", "");
	selects("{'rack': 'r3'}", "");
	selects("{'rack': 'r1', 'pod': ['y', 'z']}", "");
}

static void a_host_twice_in_an_entry_counts_once(void **state)
{
	const struct fleet *fleet = case_good(START PROFILES "'assign': [{'hosts': ['a,a', 'a,b'], 'profile': 'p'},\n"
							     "{'hosts': 'b', 'profile': 'p'}],\n" END);
	uint32_t count;
	const uint32_t *assigns = fleet_host_assigns(fleet, 0, &count);

	(void)state;
	assert_int_equal(count, 1);
	assigns = fleet_host_assigns(fleet, 1, &count);
	assert_int_equal(count, 2);
	assert_int_equal(assigns[0], 0);
	assert_int_equal(assigns[1], 1);
}

static void host_lists_are_checked_to_the_character(void **state)
{
	(void)state;
	case_bad(START PROFILES "'assign': [{'id': 'h100', 'hosts': 'gpu[001-016', 'profile': 'p'}],\n" END,
		 ECE_ERROR_SYNTAX, "3:40", "assign[0].hosts (id \"h100\"): the bracket is not closed");
	case_bad(START PROFILES "'assign': [{'hosts': ['a', 'b;c'], 'profile': 'p'}],\n" END, ECE_ERROR_SYNTAX, "3:30",
		 "assign[0].hosts[1]: a host name has only letters, digits and -_.:");
	case_bad(START PROFILES "'assign': [{'hosts': 'gpu[16-1]', 'profile': 'p'}],\n" END, ECE_ERROR_SYNTAX, "3:27",
		 "assign[0].hosts: the range is reversed; write the lower number first");
	case_bad(START PROFILES "'assign': [{'hosts': '\\u0061\\u003b', 'profile': 'p'}],\n" END, ECE_ERROR_SYNTAX,
		 "3:29", "assign[0].hosts: a host name has only letters, digits and -_.:");
	case_bad(START PROFILES "'assign': [{'hosts': 5, 'profile': 'p'}],\n" END, ECE_ERROR_TYPE, "3:22",
		 "assign[0].hosts: this is a number; a host list as in \"gpu[001-016]\" belongs here");
	case_bad(START PROFILES "'assign': [{'hosts': [], 'profile': 'p'}],\n" END, ECE_ERROR_RANGE, "3:22",
		 "assign[0].hosts: empty; it would select no host");
	case_bad(START PROFILES "'assign': [{'hosts': {}, 'profile': 'p'}],\n" END, ECE_ERROR_RANGE, "3:22",
		 "assign[0].hosts: empty; it would select no host");
	case_bad(START INVENTORY PROFILES "'assign': [{'hosts': {'rack': []}, 'profile': 'p'}],\n" END, ECE_ERROR_RANGE,
		 "6:31", "assign[0].hosts.rack: empty; it would select no host");
	case_bad(START INVENTORY PROFILES "'assign': [{'hosts': {'rack': [5]}, 'profile': 'p'}],\n" END, ECE_ERROR_TYPE,
		 "6:32", "assign[0].hosts.rack[0]: this is a number; the value of a label belongs here");
}

static void unknown_labels(void **state)
{
	(void)state;
	case_bad(START INVENTORY PROFILES "'assign': [{'hosts': {'rak': 'r1'}, 'profile': 'p'}],\n" END,
		 ECE_ERROR_UNKNOWN_NAME, "6:23",
		 "assign[0].hosts.rak: no inventory entry has this label; did you mean \"rack\"?");
	case_bad(START PROFILES "'assign': [{'hosts': {'rack': 'r1'}, 'profile': 'p'}],\n" END, ECE_ERROR_UNKNOWN_NAME,
		 "3:23", "assign[0].hosts.rack: no inventory entry has this label");
}

static void faulty_inventories(void **state)
{
	(void)state;
	case_bad(START "'inventory': [{'labels': {}}],\n" PROFILES ASSIGN END, ECE_ERROR_SYNTAX, "2:15",
		 "inventory[0]: an entry has either \"hosts\" or \"exec\"");
	case_bad(START "'inventory': [{'hosts': {'rack': 'r1'}}],\n" PROFILES ASSIGN END, ECE_ERROR_TYPE, "2:25",
		 "inventory[0].hosts: an inventory names hosts; labels select among them in \"assign\"");
	case_bad(START "'inventory': [{'hosts': 'a', 'labels': {'rack': 1}}],\n" PROFILES ASSIGN END, ECE_ERROR_TYPE,
		 "2:49", "inventory[0].labels.rack: this is a number; a string belongs here");
	case_bad(START "'inventory': ['a'],\n" PROFILES ASSIGN END, ECE_ERROR_TYPE, "2:15",
		 "inventory[0]: this is a string; an object belongs here");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hosts_come_in_the_order_of_the_file),
		cmocka_unit_test(inventory_gives_labels),
		cmocka_unit_test(labels_of_several_entries_add_up),
		cmocka_unit_test(labels_that_contradict),
		cmocka_unit_test(selectors),
		cmocka_unit_test(a_host_twice_in_an_entry_counts_once),
		cmocka_unit_test(host_lists_are_checked_to_the_character),
		cmocka_unit_test(unknown_labels),
		cmocka_unit_test(faulty_inventories),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
