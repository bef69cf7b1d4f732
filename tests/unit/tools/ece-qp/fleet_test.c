// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs of many hosts, added up and shown. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ece-qp/fleet_view.h"

#define HOSTS  4
#define AGREED UINT32_C(0x30000003)

static const struct fleet_host hosts[HOSTS] = {{.name = "n1"}, {.name = "n2"}, {.name = "n3"}, {.name = "n4"}};
static const struct fleet fleet = {.hosts = hosts, .host_count = HOSTS};

static struct protocol_qps one_kind(uint32_t options, uint32_t count)
{
	struct protocol_qps qps = {.census = {.count = count, .kind_count = 1}};
	struct ece_qp_kind *kind = &qps.census.kinds[0];

	*kind = (struct ece_qp_kind){
		.type = "RC", .connected = true, .state = ECE_VALUE_SET, .options = options, .count = count};
	kind->peers[0] =
		(struct ece_qp_peer){.qpn = 7, .has_remote = true, .remote_qpn = 8, .pid = 9, .owner = "train"};
	kind->peer_count = 1;
	return qps;
}

static void tell(struct fleet_count *count, uint32_t host, struct protocol_qps *qps, struct control_qps_want want)
{
	struct protocol_nic nic = {.info = {.rdma = "mlx5_0"}, .qps = qps};
	struct control_qps told = {
		.host = host, .state = CONTROL_QPS_TOLD, .why = "", .nics = &nic, .wants = &want, .nic_count = 1};

	assert_int_equal(fleet_count_host(count, &told), 0);
}

static void fail_host(struct fleet_count *count, uint32_t host, enum control_qps_state state, const char *why)
{
	assert_int_equal(fleet_count_host(count, &(struct control_qps){.host = host, .state = state, .why = why}), 0);
}

static void begin(struct fleet_count *count, uint32_t want)
{
	const struct qp_want given = {.bits = want, .origin = "--want"};

	assert_int_equal(fleet_count_init(count, &fleet, &given), 0);
}

static char *text_of(const struct fleet_count *count)
{
	char *text = NULL;
	size_t len;
	struct term term = {.out = open_memstream(&text, &len)};

	fleet_text(&term, count);
	fclose(term.out);
	return text;
}

static const struct control_qps_want nothing = {.profile = ""};

/* How many they have of a kind is no difference, nor is the order of the answers. */
static void hosts_of_the_same_kinds_are_one_group(void **state)
{
	struct protocol_qps many = one_kind(AGREED, 512), few = one_kind(AGREED, 3), none = one_kind(0x30000000, 2);
	struct fleet_count count;
	char *text;

	(void)state;
	begin(&count, 0);
	tell(&count, 3, &few, nothing);
	tell(&count, 1, &none, nothing);
	tell(&count, 0, &many, nothing);
	fail_host(&count, 2, CONTROL_QPS_OLD, "its agent is older and does not tell of queue pairs");
	fleet_count_end(&count);
	text = text_of(&count);
	assert_string_equal(text,
			    "\nn[1,4]  2 hosts, 2 NICs, 515 queue pairs\n"
			    "    QPs  type  connected  ECE\n"
			    "    515  RC    yes        version=3 selective_repeat programmable_cc\n"
			    "    programmable_cc: by inference, no vendor text names this bit\n"
			    "    what programs made by DevX is in no list, and not counted\n"
			    "\nn2  1 host, 1 NIC, 2 queue pairs\n"
			    "    QPs  type  connected  ECE\n"
			    "      2  RC    yes        version=3\n"
			    "    what programs made by DevX is in no list, and not counted\n"
			    "\nNo profile names options that connections should have; --want holds them against some.\n"
			    "\nNot told by this agent: n3  1 host\n"
			    "    its agent is older and does not tell of queue pairs\n"
			    "\n3 of 4 hosts told: 3 NICs, 517 queue pairs.\n");
	free(text);
	fleet_count_done(&count);
}

/* Whatever came first, and on whichever host. */
static void kinds_have_an_order_of_their_own(void **state)
{
	struct protocol_qps first = one_kind(0x30000000, 2), second = one_kind(AGREED, 3);
	struct fleet_count count;
	char *text;

	(void)state;
	begin(&count, 0);
	tell(&count, 1, &first, nothing);
	tell(&count, 0, &second, nothing);
	tell(&count, 1, &second, nothing);
	tell(&count, 0, &first, nothing);
	fleet_count_end(&count);
	text = text_of(&count);
	assert_non_null(strstr(text, "\nn[1-2]  2 hosts, 4 NICs, 10 queue pairs\n"));
	assert_non_null(strstr(text, "      6  RC    yes        version=3 selective_repeat programmable_cc\n"
				     "      4  RC    yes        version=3\n"));
	free(text);
	fleet_count_done(&count);
}

static void what_is_not_read_makes_another_group(void **state)
{
	struct protocol_qps all = one_kind(AGREED, 2), some = one_kind(AGREED, 2);
	struct fleet_count count;
	char *text;

	(void)state;
	some.census.left = 5;
	some.census.count = 7;
	begin(&count, 0);
	tell(&count, 0, &all, nothing);
	tell(&count, 1, &some, nothing);
	fleet_count_end(&count);
	text = text_of(&count);
	assert_non_null(strstr(text, "\nn2  1 host, 1 NIC, 7 queue pairs\n"));
	assert_non_null(strstr(text, "      5  -     -          not read: there was no time for more\n"));
	free(text);
	fleet_count_done(&count);
}

static void each_profile_is_judged_by_itself(void **state)
{
	struct protocol_qps with = one_kind(AGREED, 10), without = one_kind(0x30000000, 4);
	const struct control_qps_want require = {.bits = 1, .profile = "new"},
				      allow = {.bits = 2, .wish = true, .profile = "old"};
	struct fleet_count count;
	char *text;

	(void)state;
	begin(&count, 0);
	tell(&count, 0, &with, require);
	tell(&count, 1, &without, require);
	tell(&count, 2, &without, allow);
	tell(&count, 3, &without, nothing);
	fleet_count_end(&count);
	assert_int_equal(count.want_count, 2);
	assert_int_equal(count.wants[0].judged.have, 10);
	assert_int_equal(count.wants[0].judged.lack, 4);
	assert_int_equal(count.wants[1].judged.lack, 4);
	assert_int_equal(count.lacking_count, 2);
	text = text_of(&count);
	assert_non_null(strstr(text,
			       "wanted by profile new: selective_repeat; of 14 connected reliable queue pairs 10\n"
			       "have it, 4 lack it\n"
			       "    n2 mlx5_0: 4 RC lack selective_repeat: QP 7 of train 9 to 8, and 3 more\n"));
	assert_non_null(strstr(text, "allowed by profile old: programmable_cc; of 4 connected"));
	free(text);
	fleet_count_done(&count);
}

/* --want is for all of them, whatever profiles say. */
static void a_given_want_is_for_all(void **state)
{
	struct protocol_qps with = one_kind(AGREED, 10);
	const struct control_qps_want require = {.bits = 1, .profile = "new"};
	struct fleet_count count;

	(void)state;
	begin(&count, 4);
	tell(&count, 0, &with, require);
	tell(&count, 1, &with, nothing);
	fleet_count_end(&count);
	assert_int_equal(count.want_count, 1);
	assert_int_equal(count.wants[0].judged.lack, 20);
	assert_string_equal(count.wants[0].want.origin, "--want");
	fleet_count_done(&count);
}

static void names_have_a_limit_and_counts_have_none(void **state)
{
	struct protocol_qps qps = one_kind(0, 5);
	struct control_qps_want want = {.bits = 1, .profile = "p"};
	struct fleet_count count;

	(void)state;
	begin(&count, 0);
	for (uint32_t i = 0; i < FLEET_LACKING_MAX + 3; i++)
		tell(&count, i % HOSTS, &qps, want);
	fleet_count_end(&count);
	assert_int_equal(count.lacking_count, FLEET_LACKING_MAX);
	assert_int_equal(count.lacking_more, 15);
	assert_int_equal(count.wants[0].judged.lack, 5 * (FLEET_LACKING_MAX + 3));
	fleet_count_done(&count);
}

static void kinds_have_a_limit_too(void **state)
{
	struct fleet_count count;

	(void)state;
	begin(&count, 0);
	for (uint32_t i = 0; i < FLEET_KINDS_MAX + 2; i++) {
		struct protocol_qps qps = one_kind(i, 1);

		tell(&count, 0, &qps, nothing);
	}
	fleet_count_end(&count);
	assert_int_equal(count.kind_count, FLEET_KINDS_MAX);
	assert_int_equal(count.hosts[0].others, 2);
	assert_int_equal(count.hosts[0].count, FLEET_KINDS_MAX + 2);
	fleet_count_done(&count);
}

static void json_has_what_text_has(void **state)
{
	struct protocol_qps without = one_kind(0x30000000, 4), untold = {.census = {.count = 0}};
	const struct control_qps_want require = {.bits = 1, .profile = "new"};
	struct fleet_count count;
	json_t *json, *lacking;

	(void)state;
	ece_error_set(&untold.error, -ENODEV, ECE_ERROR_NO_DOOR, "no RDMA device");
	begin(&count, 0);
	tell(&count, 0, &without, require);
	tell(&count, 1, &untold, require);
	fail_host(&count, 2, CONTROL_QPS_UNREACHABLE, "no route");
	fleet_count_end(&count);
	json = fleet_json(&count, false);
	assert_int_equal(json_integer_value(json_object_get(json, "told")), 2);
	assert_int_equal(json_integer_value(json_object_get(json, "nics_untold")), 1);
	assert_int_equal(json_array_size(json_object_get(json, "groups")), 2);
	lacking = json_array_get(json_object_get(json, "lacking"), 0);
	assert_string_equal(json_string_value(json_object_get(lacking, "host")), "n1");
	assert_int_equal(json_array_size(json_object_get(lacking, "examples")), 1);
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(json_object_get(json, "not_told"), 0), "state")),
		"unreachable");
	json_decref(json);
	fleet_count_done(&count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hosts_of_the_same_kinds_are_one_group),
		cmocka_unit_test(kinds_have_an_order_of_their_own),
		cmocka_unit_test(what_is_not_read_makes_another_group),
		cmocka_unit_test(each_profile_is_judged_by_itself),
		cmocka_unit_test(a_given_want_is_for_all),
		cmocka_unit_test(names_have_a_limit_and_counts_have_none),
		cmocka_unit_test(kinds_have_a_limit_too),
		cmocka_unit_test(json_has_what_text_has),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
