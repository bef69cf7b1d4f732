// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "lib/fleet/facts.h"
#include "tests/unit/lib/fleet/fleet_case.h"

static const struct fleet *roles(const char *list, const char *nics)
{
	char text[1024];

	snprintf(text, sizeof(text),
		 START "'roles': {%s},\n" PROFILES "'assign': [{'hosts': 'a', 'nics': {%s}, 'profile': 'p'}],\n" END,
		 list, nics);
	return case_good(text);
}

static bool takes(const char *role, const struct facts_nic *nic)
{
	char list[256];
	const struct fleet *fleet;

	snprintf(list, sizeof(list), "'other': {'netdev': 'x'}, 'r': {%s}", role);
	fleet = roles(list, "'role': 'r'");
	return fleet_nics_match(fleet, &fleet->assigns[0].nics, nic);
}

static bool never(const char *role, const struct facts_nic *nic)
{
	char list[256];

	snprintf(list, sizeof(list), "'other': {'netdev': 'x'}, 'r': {%s, 'touch': 'never'}", role);
	return fleet_nic_never(roles(list, ""), nic) == 1;
}

static void what_a_role_says(void **state)
{
	const struct fleet *fleet = roles("'backend': {'netdev': 'rail*', 'card': 'ConnectX-7', 'psid': 'MT_*', 'pci': "
					  "'0000:*', 'rdma': 'mlx5_?', 'bonded': false},"
					  "'storage': {'bonded': true},"
					  "'mgmt': {'carries': 'default_route', 'touch': 'never'}",
					  "'role': 'storage', 'netdev': 'eth*'");

	(void)state;
	assert_int_equal(fleet->role_count, 3);
	assert_string_equal(fleet->roles[0].name, "backend");
	assert_string_equal(fleet->roles[0].nics.netdev, "rail*");
	assert_string_equal(fleet->roles[0].nics.card, "ConnectX-7");
	assert_string_equal(fleet->roles[0].nics.psid, "MT_*");
	assert_string_equal(fleet->roles[0].nics.pci, "0000:*");
	assert_string_equal(fleet->roles[0].nics.rdma, "mlx5_?");
	assert_int_equal(fleet->roles[0].nics.role, FLEET_NONE);
	assert_int_equal(fleet->roles[0].bonded, FLEET_NO);
	assert_false(fleet->roles[0].carries_default_route || fleet->roles[0].never);
	assert_int_equal(fleet->roles[1].bonded, FLEET_YES);
	assert_int_equal(fleet->roles[2].bonded, FLEET_ANY);
	assert_true(fleet->roles[2].carries_default_route && fleet->roles[2].never);
	assert_int_equal(fleet->assigns[0].nics.role, 1);
	assert_string_equal(fleet->assigns[0].nics.netdev, "eth*");
}

static void all_that_a_role_says_must_match(void **state)
{
	const struct facts_nic bond = {.netdev = "rail0", .card = "ConnectX-7", .bonded = 1, .default_route = 0};
	const struct facts_nic rail = {.netdev = "rail1", .card = "ConnectX-7", .bonded = 0, .default_route = 1};

	(void)state;
	assert_true(takes("'netdev': 'rail*'", &bond));
	assert_true(takes("'netdev': 'rail*', 'bonded': true", &bond));
	assert_false(takes("'netdev': 'rail*', 'bonded': false", &bond));
	assert_false(takes("'netdev': 'eth*', 'bonded': true", &bond));
	assert_true(takes("'bonded': false", &rail));
	assert_false(takes("'bonded': true", &rail));
	assert_false(takes("'carries': 'default_route'", &bond));
	assert_true(takes("'carries': 'default_route'", &rail));
}

/* A role chosen by it does not take what may not be in it; a role that forbids does. */
static void what_a_host_does_not_tell(void **state)
{
	const struct facts_nic nic = {.netdev = "eth0", .bonded = -1, .default_route = -1};

	(void)state;
	assert_false(takes("'bonded': true", &nic));
	assert_false(takes("'bonded': false", &nic));
	assert_false(takes("'carries': 'default_route'", &nic));
	assert_true(never("'bonded': true", &nic));
	assert_true(never("'bonded': false", &nic));
	assert_true(never("'carries': 'default_route'", &nic));
	assert_false(never("'carries': 'default_route', 'netdev': 'rail*'", &nic));
}

static void never_touched(void **state)
{
	const struct facts_nic route = {.netdev = "eth0", .default_route = 1}, other = {.netdev = "eth0"};

	(void)state;
	assert_true(never("'carries': 'default_route'", &route));
	assert_false(never("'carries': 'default_route'", &other));
	assert_int_equal(fleet_nic_never(roles("'r': {'carries': 'default_route'}", ""), &route), FLEET_NONE);
}

static void faulty_roles(void **state)
{
	(void)state;
	case_bad_here(
		START "'roles': {'mgmt': @{'touch': 'never'}},\n" PROFILES ASSIGN END, ECE_ERROR_RANGE,
		"roles.mgmt: this would take every NIC; say what its NICs have in common (\"netdev\": \"*\" for all)");
	case_bad_here(START "'roles': {'mgmt': {'netdev': '*', 'touch': @'always'}},\n" PROFILES ASSIGN END,
		      ECE_ERROR_UNKNOWN_NAME, "roles.mgmt.touch: \"always\" is none of its words: \"never\"");
	case_bad_here(START "'roles': {'mgmt': {'netdev': '*', 'bonded': @'yes'}},\n" PROFILES ASSIGN END,
		      ECE_ERROR_TYPE, "roles.mgmt.bonded: this is a string; true or false belongs here");
	case_bad_here(START "'roles': {'backend': {'netdev': '*'}},\n" PROFILES
			    "'assign': [{'hosts': 'a', 'profile': 'p', 'nics': {'role': @'backen'}}],\n" END,
		      ECE_ERROR_UNKNOWN_NAME,
		      "assign[0].nics.role: no role is called \"backen\"; did you mean \"backend\"?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_role_says),
		cmocka_unit_test(all_that_a_role_says_must_match),
		cmocka_unit_test(what_a_host_does_not_tell),
		cmocka_unit_test(never_touched),
		cmocka_unit_test(faulty_roles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
