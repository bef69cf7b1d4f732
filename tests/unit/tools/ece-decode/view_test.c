// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is not known is said so, and is never 0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ece-decode/views.h"

static char *text_of(const struct capture_exchange *exchange)
{
	char *text = NULL;
	size_t len = 0;
	struct term term = {.out = open_memstream(&text, &len)};

	assert_non_null(term.out);
	exchange_text(&term, exchange);
	fclose(term.out);
	return text;
}

static void assert_null_at(const json_t *object, const char *key)
{
	assert_true(json_is_null(json_object_get(object, key)));
}

static void a_request_alone_has_no_answer(void **state)
{
	struct capture_exchange exchange = {
		.seen = CAPTURE_SEEN(CAPTURE_REQ),
		.transport = "RC",
		.service_id = 0x1061d2f,
		.requester = {.known = true, .qpn = 17, .psn = 0, .word = {0x15b3, 0x30000001}},
	};
	char *text = text_of(&exchange);
	json_t *json = exchange_json(&exchange);
	const json_t *responder = json_object_get(json, "responder");

	(void)state;
	assert_non_null(strstr(text, "no answer"));
	assert_null(strstr(text, "agreed"));
	assert_null(strstr(text, "answered "));
	assert_null_at(json, "answered");
	assert_null_at(json, "agreed");
	assert_null_at(json, "reject");
	assert_null_at(json, "vlan");
	assert_null_at(responder, "qpn");
	assert_null_at(responder, "psn");
	assert_null_at(responder, "comm_id");
	assert_int_equal(json_integer_value(json_object_get(json_object_get(json, "requester"), "psn")), 0);
	assert_true(json_is_integer(json_object_get(json_object_get(json, "requester"), "psn")));
	json_decref(json);
	free(text);
}

static void an_answer_alone_has_no_offer(void **state)
{
	struct capture_exchange exchange = {
		.seen = CAPTURE_SEEN(CAPTURE_REP) | CAPTURE_SEEN(CAPTURE_RTU),
		.responder = {.known = true, .qpn = 17, .word = {0x15b3, 0x30000001}},
	};
	char *text = text_of(&exchange);
	json_t *json = exchange_json(&exchange);

	(void)state;
	assert_non_null(strstr(text, "answered  version=3 selective_repeat"));
	assert_non_null(strstr(text, "the request is not in the capture"));
	assert_null(strstr(text, "offered"));
	assert_null(strstr(text, "port"));
	assert_null_at(json, "offered");
	assert_null_at(json, "agreed");
	assert_null_at(json, "service");
	assert_null_at(json, "transaction");
	assert_null_at(json, "transport");
	assert_null_at(json_object_get(json, "requester"), "gid");
	json_decref(json);
	free(text);
}

static void options_without_a_vendor_mean_nothing(void **state)
{
	struct capture_exchange exchange = {
		.datagram = true,
		.seen = CAPTURE_SEEN(CAPTURE_SIDR_REQ) | CAPTURE_SEEN(CAPTURE_SIDR_REP),
		.requester = {.known = true},
		.responder = {.known = true, .qpn = 9, .word = {0, 0x30000003}},
	};
	char *text = text_of(&exchange);
	json_t *json = exchange_json(&exchange);

	(void)state;
	assert_non_null(strstr(text, "answered  none: 0x30000003 without a vendor means nothing"));
	assert_string_equal(json_string_value(json_object_get(json, "type")), "datagram");
	assert_null_at(json_object_get(json, "answered"), "version");
	assert_null_at(json_object_get(json, "answered"), "options");
	assert_null_at(json, "agreed");
	assert_null_at(json_object_get(json, "requester"), "qpn");
	json_decref(json);
	free(text);
}

static void a_dropped_one_says_so(void **state)
{
	struct capture_exchange exchange = {
		.seen = CAPTURE_SEEN(CAPTURE_REQ), .forgotten = true, .requester = {.known = true}};
	char *text = text_of(&exchange);

	(void)state;
	assert_non_null(strstr(text, "no answer, as far as it was kept"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_alone_has_no_answer),
		cmocka_unit_test(an_answer_alone_has_no_offer),
		cmocka_unit_test(options_without_a_vendor_mean_nothing),
		cmocka_unit_test(a_dropped_one_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
