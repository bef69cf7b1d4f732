// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs counted by kind, and held against what is wanted. */
#include "tests/unit/devx/qp/host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/qp/census.h"

#define SR  UINT32_C(0x1)
#define PCC UINT32_C(0x2)

static struct ece_qp qp(uint32_t qpn, const char *type, const char *state)
{
	struct ece_qp qp = {.qpn = qpn, .listed = true, .pid = 148, .has_remote = true, .remote_qpn = qpn + 1};

	snprintf(qp.type, sizeof(qp.type), "%s", type);
	snprintf(qp.state, sizeof(qp.state), "%s", state);
	snprintf(qp.owner, sizeof(qp.owner), "trainer");
	return qp;
}

static void add(struct ece_qp_census *census, const char *type, const char *state, enum ece_value_state told,
		uint32_t options)
{
	struct ece_qp one = qp(census->count + 100, type, state);
	struct ece_qp_reading reading = {.state = told, .options = options};

	if (told != ECE_VALUE_SET)
		snprintf(reading.why, sizeof(reading.why), "why %d", told);
	ece_qp_census_add(census, &one, &reading);
}

static void kinds_differ_in_type_connection_and_word(void **state)
{
	struct ece_qp_census census = {.count = 0};

	(void)state;
	add(&census, "RC", "RTS", ECE_VALUE_SET, 0x30000003);
	add(&census, "RC", "RTR", ECE_VALUE_SET, 0x30000003);
	add(&census, "RC", "INIT", ECE_VALUE_SET, 0x30000003);
	add(&census, "RC", "RTS", ECE_VALUE_SET, 0);
	add(&census, "RC", "RTS", ECE_VALUE_UNREADABLE, 0);
	add(&census, "RC", "RTS", ECE_VALUE_NO_DOOR, 0);
	add(&census, "UD", "RTS", ECE_VALUE_SET, 0);
	assert_int_equal(census.count, 7);
	assert_int_equal(census.kind_count, 6);
	assert_int_equal(census.kinds[0].count, 2);
	assert_true(census.kinds[0].connected);
	assert_int_equal(census.kinds[0].options, 0x30000003);
	assert_string_equal(census.kinds[0].why, "");
	assert_false(census.kinds[1].connected);
	assert_int_equal(census.kinds[3].state, ECE_VALUE_UNREADABLE);
	assert_string_equal(census.kinds[3].why, "why 3");
	assert_string_equal(census.kinds[5].type, "UD");
	assert_int_equal(census.kinds[0].peer_count, 2);
	assert_int_equal(census.kinds[0].peers[1].qpn, 101);
	assert_int_equal(census.kinds[0].peers[1].remote_qpn, 102);
	assert_int_equal(census.kinds[0].peers[1].pid, 148);
	assert_string_equal(census.kinds[0].peers[1].owner, "trainer");
}

static void more_kinds_than_room_are_counted(void **state)
{
	struct ece_qp_census census = {.count = 0};

	(void)state;
	for (uint32_t i = 0; i < ECE_QP_KINDS_MAX + 3; i++)
		add(&census, "RC", "RTS", ECE_VALUE_SET, 0x10000000 + i);
	add(&census, "RC", "RTS", ECE_VALUE_SET, 0x10000000);
	assert_int_equal(census.kind_count, ECE_QP_KINDS_MAX);
	assert_int_equal(census.others, 3);
	assert_int_equal(census.count, ECE_QP_KINDS_MAX + 4);
	assert_int_equal(census.kinds[0].count, 2);
}

static void some_of_a_kind_are_named(void **state)
{
	struct ece_qp_census census = {.count = 0};

	(void)state;
	for (uint32_t i = 0; i < 50; i++)
		add(&census, "RC", "RTS", ECE_VALUE_SET, 0);
	assert_int_equal(census.kind_count, 1);
	assert_int_equal(census.kinds[0].count, 50);
	assert_int_equal(census.kinds[0].peer_count, ECE_QP_PEERS_MAX);
	assert_int_equal(census.kinds[0].peers[ECE_QP_PEERS_MAX - 1].qpn, 100 + ECE_QP_PEERS_MAX - 1);
}

/* What is unknown, unconnected or not reliable is never called lacking. */
static void only_what_is_known_lacks(void **state)
{
	struct ece_qp_census census = {.count = 0};
	struct ece_qp_judged judged = {0};
	struct ece_qp one = qp(7, "RC", "RTS");

	(void)state;
	add(&census, "RC", "RTS", ECE_VALUE_SET, 0x30000003); /* has it */
	add(&census, "RC", "SQD", ECE_VALUE_SET, 0x30000002); /* lacks it */
	add(&census, "RC", "RTS", ECE_VALUE_UNSUPPORTED, 0);  /* a card without ECE lacks it */
	add(&census, "RC", "RTS", ECE_VALUE_UNREADABLE, 0);   /* unknown */
	add(&census, "XRC_TGT", "RTS", ECE_VALUE_NO_DOOR, 0); /* unknown */
	add(&census, "RC", "INIT", ECE_VALUE_SET, 0);         /* apart from here on */
	add(&census, "RC", "ERR", ECE_VALUE_SET, 0);
	add(&census, "UD", "RTS", ECE_VALUE_SET, 0);
	add(&census, "GSI", "RTS", ECE_VALUE_UNSUPPORTED, 0);
	ece_qp_census_add(&census, &one, NULL); /* unknown */
	ece_qp_census_judge(&census, SR, &judged);
	assert_int_equal(judged.have, 1);
	assert_int_equal(judged.lack, 2);
	assert_int_equal(judged.unknown, 3);
	assert_int_equal(judged.apart, 4);
	assert_int_equal(census.left, 1);
	assert_int_equal(ece_qp_kind_lacks(&census.kinds[0], SR | PCC), 0);
	assert_int_equal(ece_qp_kind_lacks(&census.kinds[1], SR | PCC), SR);
	assert_int_equal(ece_qp_kind_lacks(&census.kinds[2], SR | PCC), SR | PCC);
	assert_int_equal(ece_qp_kind_lacks(&census.kinds[3], SR), 0);
	assert_int_equal(ece_qp_kind_lacks(&census.kinds[5], SR), 0);
}

/* 4711 has some in the list, 4712 has only the device open. The one by DevX is in no list. */
static void the_kernels_list_is_counted(void **state)
{
	struct ece_qp_census census;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	assert_int_equal(ece_qps_count(h.qps, NULL, NULL, &census, NULL), 0);
	assert_int_equal(census.count, 4);
	assert_int_equal(census.kind_count, 3);
	assert_string_equal(census.kinds[0].type, "GSI");
	assert_int_equal(census.kinds[0].state, ECE_VALUE_UNSUPPORTED);
	assert_int_equal(census.kinds[1].count, 2);
	assert_int_equal(census.kinds[1].options, HOST_ECE);
	assert_false(census.kinds[2].connected);
	assert_int_equal(census.unlisted, 1);
	assert_int_equal(census.left, 0);
	host_down(&h);
}

static bool two_more(void *ctx)
{
	unsigned int *asked = ctx;

	return (*asked)++ < 2;
}

static void what_there_is_no_time_for_is_left(void **state)
{
	struct ece_qp_census census;
	unsigned int asked = 0;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	assert_int_equal(ece_qps_count(h.qps, two_more, &asked, &census, NULL), 0);
	assert_int_equal(census.count, 4);
	assert_int_equal(census.left, 2);
	host_down(&h);
}

static void without_rights_all_is_no_door(void **state)
{
	struct ece_qp_census census;
	struct ece_qp_judged judged = {0};
	struct host h;

	(void)state;
	host_up(&h, "cx7", "6.1", SIM_UNPRIVILEGED);
	assert_int_equal(ece_qps_count(h.qps, NULL, NULL, &census, NULL), 0);
	assert_int_equal(census.kinds[1].state, ECE_VALUE_NO_DOOR);
	assert_int_equal(census.kinds[1].count, 2);
	ece_qp_census_judge(&census, SR, &judged);
	assert_int_equal(judged.unknown, 2);
	assert_int_equal(judged.lack, 0);
	host_down(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_differ_in_type_connection_and_word),
		cmocka_unit_test(more_kinds_than_room_are_counted),
		cmocka_unit_test(some_of_a_kind_are_named),
		cmocka_unit_test(only_what_is_known_lacks),
		cmocka_unit_test(the_kernels_list_is_counted),
		cmocka_unit_test(what_there_is_no_time_for_is_left),
		cmocka_unit_test(without_rights_all_is_no_door),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
