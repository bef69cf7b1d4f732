// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A connection as text and as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/error.h"
#include "tools/ece-connect/views.h"

static struct connect_report end(uint32_t qpn, uint32_t card, uint32_t effective)
{
	return (struct connect_report){
		.qpn = qpn,
		.supported = true,
		.has_agreed = true,
		.effective_by = ECE_EFFECTIVE_BY_DEVICE,
		.card = {ECE_VENDOR_NVIDIA, card},
		.local = {ECE_VENDOR_NVIDIA, card},
		.agreed = {ECE_VENDOR_NVIDIA, effective},
		.effective = {ECE_VENDOR_NVIDIA, effective},
		.allow = ECE_OPTIONS_ALL,
	};
}

/* A ConnectX-7 to a ConnectX-6 Dx. */
static struct connect_pair mixed(uint32_t qpn)
{
	struct connect_pair pair = {.own = end(qpn, 0x30000003, 0x20000001),
				    .peer = end(qpn + 100, 0x20000001, 0x20000001),
				    .has_peer = true};

	pair.own.why[1] = ECE_MISSING_PEER_CARD;
	pair.peer.why[1] = ECE_MISSING_CARD;
	return pair;
}

static struct connect_result of(struct connect_pair *pairs, uint32_t count)
{
	return (struct connect_result){
		.role = ECE_REQUESTOR,
		.local = "10.0.0.1",
		.remote = "10.0.0.2",
		.device = "mlx5_0",
		.port = 1,
		.gid_index = 3,
		.gid_type = "RoCE v2",
		.gid = {[10] = 0xff, 0xff, 10, 0, 0, 1},
		.mtu = 1024,
		.qps = count,
		.pairs = pairs,
		.count = count,
		.bytes = 65536,
		.moved = true,
	};
}

static char *printed(const struct connect_result *result)
{
	struct term term = {.out = NULL};
	char *text = NULL;
	size_t len;

	term.out = open_memstream(&text, &len);
	assert_non_null(term.out);
	result_text(&term, result);
	fclose(term.out);
	return text;
}

static void both_ends_and_both_reasons(void **state)
{
	struct connect_pair pairs[] = {mixed(262), mixed(263)};
	struct connect_result result = of(pairs, 2);
	char *text = printed(&result);

	(void)state;
	assert_string_equal(
		text,
		"10.0.0.1 to 10.0.0.2: raw verbs, 2 queue pairs\n"
		"mlx5_0 port 1, GID 3 ::ffff:10.0.0.1 (RoCE v2), MTU 1024\n"
		"2 queue pairs alike, the first 262, 362 at the other end\n"
		"               this end                                      other end\n"
		"    card       version=3 selective_repeat programmable_cc    version=2 selective_repeat\n"
		"    policy     allow all                                     allow all\n"
		"    offered    version=3 selective_repeat programmable_cc    version=2 selective_repeat\n"
		"    agreed     version=2 selective_repeat                    version=2 selective_repeat\n"
		"    in effect  version=2 selective_repeat, as the card says  version=2 selective_repeat, as the card "
		"says\n"
		"    programmable_cc is not on\n"
		"        this end says: the peer's device does not offer it\n"
		"        other end says: this end's device does not offer it\n"
		"programmable_cc: by inference, no vendor text names this bit\n"
		"data: 65536 bytes each way on each queue pair, and all came as sent\n");
	free(text);
}

static void what_differs_is_shown_apart(void **state)
{
	struct connect_pair pairs[] = {mixed(262), mixed(263), mixed(264)};
	struct connect_result result = of(pairs, 3);
	char *text;

	(void)state;
	pairs[1].own.effective_by = ECE_EFFECTIVE_NOT_READ;
	text = printed(&result);
	assert_non_null(strstr(text, "2 queue pairs alike, the first 262,"));
	assert_non_null(strstr(text, "queue pair 263, 363 at the other end\n"));
	assert_non_null(strstr(text, "in effect  not read "));
	assert_null(strstr(text, "queue pair 264"));
	free(text);
}

static void an_end_without_ece_says_so(void **state)
{
	struct connect_pair pair = mixed(262);
	struct connect_result result = of(&pair, 1);
	char *text;

	(void)state;
	pair.own = (struct connect_report){.qpn = 262, .allow = ECE_OPTIONS_ALL, .why = {2, 2}};
	pair.own.require = 1;
	result.moved = false;
	text = printed(&result);
	assert_non_null(strstr(text, "card       no ECE "));
	assert_non_null(strstr(text, "allow all, require selective_repeat "));
	assert_non_null(strstr(text, "offered    none "));
	assert_non_null(strstr(text, "agreed     - "));
	assert_non_null(strstr(text, "in effect  not read "));
	assert_non_null(strstr(text, "selective_repeat is not on, and it is required\n"));
	assert_non_null(strstr(text, "data: none moved\n"));
	free(text);
	result.begun = true;
	text = printed(&result);
	assert_non_null(strstr(text, "data: it did not all come through\n"));
	free(text);
}

static void json_has_both_ends(void **state)
{
	struct connect_pair pair = mixed(262);
	struct connect_result result = of(&pair, 1);
	json_t *json = result_json(&result), *one, *why;

	(void)state;
	assert_string_equal(json_string_value(json_object_get(json, "verdict")), "ok");
	assert_string_equal(json_string_value(json_object_get(json, "mode")), "raw");
	assert_true(json_is_null(json_object_get(json, "error")));
	one = json_array_get(json_object_get(json, "pairs"), 0);
	assert_int_equal(json_integer_value(json_object_get(one, "peer_qpn")), 362);
	assert_int_equal(json_array_size(json_object_get(one, "lacking")), 0);
	why = json_object_get(json_object_get(one, "missing"), "programmable_cc");
	assert_string_equal(json_string_value(json_object_get(json_object_get(why, "local"), "why")), "peer_card");
	assert_string_equal(json_string_value(json_object_get(json_object_get(why, "remote"), "why")), "card");
	one = json_object_get(one, "remote");
	assert_int_equal(json_integer_value(json_object_get(json_object_get(one, "effective"), "options")), 0x20000001);
	json_decref(json);
}

static void json_never_takes_a_zero_for_a_word(void **state)
{
	struct connect_pair pair = {.own = {.qpn = 262, .allow = 1, .require = 1}};
	struct connect_result result = of(&pair, 1);
	json_t *json, *one;

	(void)state;
	result.device[0] = '\0';
	json = result_json(&result);
	assert_string_equal(json_string_value(json_object_get(json, "verdict")), "lacking");
	assert_true(json_is_null(json_object_get(json, "device")));
	one = json_array_get(json_object_get(json, "pairs"), 0);
	assert_true(json_is_null(json_object_get(one, "remote")));
	assert_true(json_is_null(json_object_get(one, "peer_qpn")));
	one = json_object_get(one, "local");
	assert_true(json_is_null(json_object_get(one, "card")));
	assert_true(json_is_null(json_object_get(one, "agreed")));
	assert_true(json_is_null(json_object_get(one, "effective")));
	json_decref(json);
}

static void json_has_the_error(void **state)
{
	struct connect_result result = {.qps = 1};
	json_t *json;

	(void)state;
	ece_error_set(&result.error, -ECONNREFUSED, ECE_ERROR_REFUSED, "the policy requires it");
	json = result_json(&result);
	assert_string_equal(json_string_value(json_object_get(json, "verdict")), "refused");
	assert_string_equal(json_string_value(json_object_get(json_object_get(json, "error"), "kind")), "refused");
	assert_true(json_is_null(json_object_get(json, "local")));
	json_decref(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_ends_and_both_reasons),         cmocka_unit_test(what_differs_is_shown_apart),
		cmocka_unit_test(an_end_without_ece_says_so),         cmocka_unit_test(json_has_both_ends),
		cmocka_unit_test(json_never_takes_a_zero_for_a_word), cmocka_unit_test(json_has_the_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
