// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/facts.h"
#include "tests/unit/lib/fleet/fleet_case.h"

static const struct facts_nic cx7 = {
	.card = "ConnectX-7",
	.psid = "MT_0000000838",
	.pci = "0000:5e:00.0",
	.netdev = "rail0",
	.rdma = "mlx5_0",
};

static struct fleet_want wants[64];
static size_t count;
static struct ece_error conflict;

static void keep(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	conflict = *e;
}

static int ask(const struct fleet *fleet, const char *host, const struct facts_nic *nic, size_t faults)
{
	struct ece_error_sink sink = {.add = keep};
	int err = fleet_wants(fleet, fleet_host_find(fleet, host), nic, wants, &count, &sink);

	assert_int_equal(sink.count, faults);
	return err;
}

static const struct fleet *assigns(const char *entries)
{
	char text[2048];

	snprintf(text, sizeof(text),
		 START "'profiles': {'base': {'set': {'ztr_rtt.ALPHA': 0.5}},\n"
		       "'slow': {'extends': 'base', 'set': {'dcqcn.rp.ai_rate': 10}},\n"
		       "'fast': {'set': {'dcqcn.rp.ai_rate': '20 Mb/s'}},\n"
		       "'hands-off': {'set': {'dcqcn.rp.ai_rate': 'leave'}}},\n"
		       "'assign': [%s],\n" END,
		 entries);
	return case_good(text);
}

static bool matches(const char *nics, const struct facts_nic *nic)
{
	char text[512];

	snprintf(text, sizeof(text), "{'hosts': 'a', 'nics': {%s}, 'profile': 'fast'}", nics);
	const struct fleet *fleet = assigns(text);

	return fleet_nics_match(fleet, &fleet->assigns[0].nics, nic);
}

static void all_that_is_given_must_match(void **state)
{
	const struct facts_nic silent = {.card = "", .psid = NULL, .pci = "0000:01:00.0"};

	(void)state;
	assert_true(matches("", &cx7));
	assert_true(matches("'card': 'ConnectX-7'", &cx7));
	assert_false(matches("'card': 'ConnectX-6 Dx'", &cx7));
	assert_true(matches("'card': 'ConnectX-*'", &cx7));
	assert_true(matches("'psid': 'MT_000000083?'", &cx7));
	assert_false(matches("'psid': 'MT_00000008'", &cx7));
	assert_true(matches("'pci': '0000:5e:00.[01]'", &cx7));
	assert_false(matches("'pci': '0000:5e:00.1'", &cx7));
	assert_true(matches("'netdev': 'rail*'", &cx7));
	assert_false(matches("'netdev': 'eth*'", &cx7));
	assert_true(matches("'rdma': 'mlx5_0'", &cx7));
	assert_false(matches("'rdma': 'mlx5_1'", &cx7));
	assert_true(matches("'card': 'ConnectX-7', 'netdev': 'rail0', 'rdma': '*'", &cx7));
	assert_false(matches("'card': 'ConnectX-7', 'netdev': 'rail1'", &cx7));
	assert_false(matches("'card': 'ConnectX-7'", &silent));
	assert_true(matches("'card': '*', 'psid': '*'", &silent));
	assert_false(matches("'netdev': '?*'", &silent));
}

static void wants_come_with_their_origin(void **state)
{
	const struct fleet *fleet =
		assigns("{'hosts': 'a,b', 'profile': 'base'}, {'id': 'S', 'hosts': 'b', 'profile': 'slow'}");

	(void)state;
	assert_int_equal(ask(fleet, "a", &cx7, 0), 0);
	assert_int_equal(count, 1);
	assert_string_equal(wants[0].value->param->name, "ztr_rtt.ALPHA");
	assert_int_equal(ask(fleet, "b", &cx7, 0), 0);
	assert_int_equal(count, 2);
	assert_string_equal(wants[0].value->param->name, "dcqcn.rp.ai_rate");
	assert_int_equal(wants[0].value->raw, 10);
	assert_int_equal(wants[0].assign, 1);
	assert_string_equal(fleet->assigns[1].name, "S");
	assert_true(fleet->assigns[1].has_id);
	assert_string_equal(wants[1].value->param->name, "ztr_rtt.ALPHA");
	assert_int_equal(wants[1].assign, 0);
	assert_string_equal(fleet->assigns[0].name, "assign[0]");
	assert_false(fleet->assigns[0].has_id);
	assert_string_equal(fleet->profiles[wants[1].value->profile].name, "base");
}

static void what_no_assign_takes(void **state)
{
	const struct fleet *fleet = assigns("{'hosts': 'a', 'nics': {'card': 'ConnectX-6*'}, 'profile': 'fast'}");

	(void)state;
	count = 9;
	assert_int_equal(ask(fleet, "a", &cx7, 0), 0);
	assert_int_equal(count, 0);
}

static void leave_is_a_want(void **state)
{
	(void)state;
	assert_int_equal(ask(assigns("{'hosts': 'a', 'profile': 'hands-off'}"), "a", &cx7, 0), 0);
	assert_int_equal(count, 1);
	assert_true(wants[0].value->leave);
}

static void two_assigns_that_disagree_are_both_named(void **state)
{
	const struct fleet *fleet = assigns("{'id': 'A', 'hosts': 'a,b', 'profile': 'fast'},\n"
					    "{'hosts': 'b', 'nics': {'card': 'ConnectX-7'}, 'profile': 'slow'}");
	const struct facts_nic other = {.card = "ConnectX-6 Dx", .pci = "0000:01:00.0"};

	(void)state;
	assert_int_equal(ask(fleet, "a", &cx7, 0), 0);
	assert_int_equal(ask(fleet, "b", &other, 0), 0);
	assert_int_equal(ask(fleet, "b", &cx7, 1), -EINVAL);
	assert_int_equal(conflict.kind, ECE_ERROR_CONFLICT);
	assert_string_equal(conflict.place, "b/0000:5e:00.0/dcqcn.rp.ai_rate");
	assert_string_equal(conflict.text,
			    "two entries disagree: A (line 6, profile fast) wants 20 Mb/s, assign[1] (line "
			    "7, profile slow) wants 10 Mb/s; let only one of them name it for these hosts and NICs");
	assert_int_equal(count, 2);
	assert_int_equal(wants[0].value->raw, 20);
}

static void leave_against_a_value_is_a_conflict(void **state)
{
	const struct fleet *fleet =
		assigns("{'hosts': 'a', 'profile': 'fast'}, {'hosts': 'a', 'profile': 'hands-off'}");

	(void)state;
	assert_int_equal(ask(fleet, "a", &cx7, 1), -EINVAL);
	assert_non_null(strstr(conflict.text, "profile hands-off) wants leave"));
	fleet = case_good(START
			  "'profiles': {'zero': {'set': {'dcqcn.rp.ai_rate': 0}},\n"
			  "'leave': {'set': {'dcqcn.rp.ai_rate': 'leave'}}},\n"
			  "'assign': [{'hosts': 'a', 'profile': 'zero'}, {'hosts': 'a', 'profile': 'leave'}],\n" END);
	assert_int_equal(ask(fleet, "a", &cx7, 1), -EINVAL);
}

static void the_same_value_twice_is_fine(void **state)
{
	const struct fleet *fleet = assigns("{'hosts': 'a', 'profile': 'fast'}, {'hosts': 'a', 'profile': 'fast'}");

	(void)state;
	assert_int_equal(ask(fleet, "a", &cx7, 0), 0);
	assert_int_equal(count, 1);
	assert_int_equal(wants[0].assign, 0);
}

static void ids_are_unique(void **state)
{
	(void)state;
	case_bad(START PROFILES "'assign': [{'id': 'x', 'hosts': 'a', 'profile': 'p'},\n"
				"{'id': 'x', 'hosts': 'a', 'profile': 'p'}],\n" END,
		 ECE_ERROR_DUPLICATE, "4:8", "assign[1].id (id \"x\"): another entry has this id");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_is_given_must_match),
		cmocka_unit_test(wants_come_with_their_origin),
		cmocka_unit_test(what_no_assign_takes),
		cmocka_unit_test(leave_is_a_want),
		cmocka_unit_test(two_assigns_that_disagree_are_both_named),
		cmocka_unit_test(leave_against_a_value_is_a_conflict),
		cmocka_unit_test(the_same_value_twice_is_fine),
		cmocka_unit_test(ids_are_unique),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
