// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs as text and as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/notes.h"
#include "tools/ece-qp/views.h"

static struct qp_row row(uint32_t qpn, const char *type)
{
	struct qp_row row = {.qp = {.qpn = qpn, .port = 1, .listed = true, .pid = 148}};

	snprintf(row.qp.type, sizeof(row.qp.type), "%s", type);
	snprintf(row.qp.state, sizeof(row.qp.state), "RTS");
	snprintf(row.qp.owner, sizeof(row.qp.owner), "trainer");
	return row;
}

static struct qp_row row_set(uint32_t qpn, uint32_t options)
{
	struct qp_row set = row(qpn, "RC");

	set.qp.has_remote = true;
	set.qp.remote_qpn = 7;
	set.reading.state = ECE_VALUE_SET;
	set.reading.options = options;
	set.reading.way = ECE_QP_WAY_NETLINK;
	set.reading.tries[ECE_QP_WAY_FWCTL].tried = true;
	strcpy(set.reading.tries[ECE_QP_WAY_FWCTL].why, "no node");
	set.reading.tries[ECE_QP_WAY_NETLINK].tried = true;
	return set;
}

static struct qp_row row_without(uint32_t qpn, enum ece_value_state state, const char *why)
{
	struct qp_row without = row(qpn, "UD");

	without.reading.state = state;
	snprintf(without.reading.why, sizeof(without.reading.why), "%s", why);
	return without;
}

static char *printed(const struct qp_card *card)
{
	struct term term = {.out = NULL};
	char *text = NULL;
	size_t len;

	term.out = open_memstream(&text, &len);
	assert_non_null(term.out);
	qps_text(&term, card);
	fclose(term.out);
	return text;
}

static void words_and_reasons_are_apart(void **state)
{
	struct qp_row rows[] = {
		row_set(262, 0x30000102),
		row_without(263, ECE_VALUE_NO_DOOR, "fwctl: no node"),
		row_without(264, ECE_VALUE_UNREADABLE, "netlink: damaged"),
		row_without(265, ECE_VALUE_NO_DOOR, "fwctl: no node"),
		row_set(266, 0),
	};
	struct qp_card card = {.rows = rows, .count = 5};
	char *text;

	(void)state;
	rows[4].qp.kernel = true;
	rows[4].qp.pid = 0;
	text = printed(&card);
	assert_string_equal(text,
			    "    QPN  type  state  owner      pid  remote  ECE                              read by\n"
			    "    262  RC    RTS    trainer    148  7       version=3 programmable_cc 0x100  netlink\n"
			    "    263  UD    RTS    trainer    148  -       no_door                          (1)\n"
			    "    264  UD    RTS    trainer    148  -       unreadable                       (2)\n"
			    "    265  UD    RTS    trainer    148  -       no_door                          (1)\n"
			    "    266  RC    RTS    [trainer]  -    7       none                             netlink\n"
			    "    (1) fwctl: no node\n"
			    "    (2) netlink: damaged\n"
			    "    programmable_cc: by inference, no vendor text names this bit\n");
	free(text);
}

/* More different reasons than numbers: the rest stand in their lines. */
static void no_reason_is_lost(void **state)
{
	struct qp_row rows[NOTES_MAX + 2];
	struct qp_card card = {.rows = rows, .count = NOTES_MAX + 2};
	char *text;

	(void)state;
	for (uint32_t i = 0; i < NOTES_MAX + 2; i++) {
		char why[32];

		snprintf(why, sizeof(why), "reason %u.", i);
		rows[i] = row_without(i, ECE_VALUE_UNREADABLE, why);
	}
	text = printed(&card);
	for (uint32_t i = 0; i < NOTES_MAX + 2; i++) {
		char why[32];

		snprintf(why, sizeof(why), "reason %u.", i);
		assert_non_null(strstr(text, why));
	}
	assert_non_null(strstr(text, "(64)"));
	assert_null(strstr(text, "(65)"));
	free(text);
}

static void no_list_says_why(void **state)
{
	struct ece_qp_user users[] = {{.pid = 1, .comm = "a"}, {.pid = 2}};
	struct qp_card card = {.users = users, .user_count = 2};
	char *text = printed(&card);

	(void)state;
	assert_string_equal(text, "    no queue pairs\n"
				  "    open by a 1, ? 2; what they made by DevX is in no list: --qpn N reads it\n");
	free(text);
	card.user_count = 0;
	ece_error_set(&card.error, -19, ECE_ERROR_NO_DOOR, "no RDMA device");
	text = printed(&card);
	assert_string_equal(text, "    no RDMA device\n");
	free(text);
}

static void json_never_takes_a_zero_for_a_word(void **state)
{
	struct qp_row rows[] = {row_set(262, 0x30000003), row_without(263, ECE_VALUE_NO_DOOR, "fwctl: no node")};
	struct qp_card card = {.rows = rows, .count = 2};
	json_t *list = qps_json(&card), *ece;

	(void)state;
	assert_int_equal(json_array_size(list), 2);
	ece = json_object_get(json_array_get(list, 0), "ece");
	assert_int_equal(json_integer_value(json_object_get(ece, "raw")), 0x30000003);
	assert_int_equal(json_integer_value(json_object_get(ece, "version")), 3);
	assert_string_equal(json_string_value(json_array_get(json_object_get(ece, "options"), 0)), "selective_repeat");
	assert_int_equal(json_array_size(json_object_get(ece, "inferred")), 1);
	assert_string_equal(json_string_value(json_array_get(json_object_get(ece, "inferred"), 0)), "programmable_cc");
	assert_string_equal(json_string_value(json_object_get(ece, "way")), "netlink");
	assert_int_equal(json_array_size(json_object_get(ece, "ways")), 2);
	assert_string_equal(json_string_value(json_object_get(json_array_get(json_object_get(ece, "ways"), 0), "why")),
			    "no node");
	ece = json_object_get(json_array_get(list, 1), "ece");
	assert_string_equal(json_string_value(json_object_get(ece, "state")), "no_door");
	assert_true(json_is_null(json_object_get(ece, "raw")));
	assert_true(json_is_null(json_object_get(ece, "version")));
	assert_true(json_is_null(json_object_get(ece, "options")));
	assert_true(json_is_null(json_object_get(ece, "inferred")));
	assert_true(json_is_null(json_object_get(ece, "unnamed")));
	assert_true(json_is_null(json_object_get(ece, "way")));
	assert_true(json_is_null(json_object_get(json_array_get(list, 1), "remote_qpn")));
	json_decref(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_reasons_are_apart),
		cmocka_unit_test(no_reason_is_lost),
		cmocka_unit_test(no_list_says_why),
		cmocka_unit_test(json_never_takes_a_zero_for_a_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
