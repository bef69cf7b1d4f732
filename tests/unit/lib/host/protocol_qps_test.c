// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counted queue pairs in an answer: both ends, and every limit. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/protocol.h"

static struct protocol_answer *decode_answer(const char *line)
{
	struct protocol_answer *answer;
	struct ece_error e;

	if (protocol_answer_decode(line, strlen(line), &answer, &e))
		fail_msg("%s: %s", e.place, e.text);
	return answer;
}

static void check_answer_round_trip(const char *line)
{
	struct protocol_answer *answer = decode_answer(line);
	struct ece_error e;
	char *text;
	size_t len;

	assert_int_equal(protocol_answer_encode(answer, &text, &len, &e), 0);
	assert_string_equal(text, line);
	free(text);
	protocol_answer_free(answer);
}

#define QPS_HEAD                                                                                                 \
	"{\"version\":1,\"id\":\"q\",\"result\":\"ok\",\"nics\":[{\"guid\":\"0000000000000001\",\"psid\":\"p\"," \
	"\"values\":[],\"qps\":"
#define QPS_TAIL "}]}"

static const char qps_answer[] =
	QPS_HEAD "{\"count\":520,\"kinds\":[{\"type\":\"RC\",\"connected\":true,\"count\":512,\"state\":\"set\","
		 "\"options\":805306371,\"examples\":[{\"qpn\":256,\"remote\":257,\"pid\":4001,"
		 "\"owner\":\"ib_write_bw\"},{\"qpn\":258,\"owner\":\"nvme_rdma\",\"kernel\":true}]},"
		 "{\"type\":\"RC\",\"connected\":true,\"count\":3,\"state\":\"unreadable\","
		 "\"why\":\"fwctl: bad resource\"}],\"others\":4,\"left\":1,\"unlisted\":2}" QPS_TAIL;

static void queue_pairs_are_told_by_kind(void **state)
{
	struct protocol_answer *answer = decode_answer(qps_answer);
	const struct ece_qp_census *census = &answer->nics[0].qps->census;

	(void)state;
	assert_int_equal(census->count, 520);
	assert_int_equal(census->kind_count, 2);
	assert_int_equal(census->kinds[0].count, 512);
	assert_int_equal(census->kinds[0].options, 0x30000003);
	assert_int_equal(census->kinds[0].peer_count, 2);
	assert_true(census->kinds[0].peers[0].has_remote);
	assert_false(census->kinds[0].peers[1].has_remote);
	assert_true(census->kinds[0].peers[1].kernel);
	assert_int_equal(census->kinds[1].state, ECE_VALUE_UNREADABLE);
	assert_string_equal(census->kinds[1].why, "fwctl: bad resource");
	assert_int_equal(census->others, 4);
	assert_int_equal(census->left, 1);
	assert_int_equal(census->unlisted, 2);
	protocol_answer_free(answer);
	check_answer_round_trip(qps_answer);
}

static void what_is_left_out_is_nothing_or_not_known(void **state)
{
	static const char line[] = QPS_HEAD "{\"count\":0,\"kinds\":[]}" QPS_TAIL;
	struct protocol_answer *answer = decode_answer(line);
	const struct ece_qp_census *census = &answer->nics[0].qps->census;

	(void)state;
	assert_int_equal(census->kind_count, 0);
	assert_int_equal(census->others, 0);
	assert_int_equal(census->left, 0);
	assert_int_equal(census->unlisted, -1);
	protocol_answer_free(answer);
	check_answer_round_trip(line);
}

static void queue_pairs_that_cannot_be_told_say_why(void **state)
{
	static const char line[] = QPS_HEAD "{\"error\":{\"kind\":\"no_door\",\"text\":\"no RDMA device\","
					    "\"code\":19}}" QPS_TAIL;
	struct protocol_answer *answer = decode_answer(line);

	(void)state;
	assert_int_equal(answer->nics[0].qps->error.code, -19);
	assert_int_equal(answer->nics[0].qps->error.kind, ECE_ERROR_NO_DOOR);
	protocol_answer_free(answer);
	check_answer_round_trip(line);
}

static int decode_qps(const char *qps)
{
	struct protocol_answer *answer;
	struct ece_error e;
	char *line;
	int ret;

	assert_true(asprintf(&line, "%s%s%s", QPS_HEAD, qps, QPS_TAIL) > 0);
	ret = protocol_answer_decode(line, strlen(line), &answer, &e);
	free(line);
	if (!ret)
		protocol_answer_free(answer);
	return ret;
}

#define KIND  "{\"type\":\"RC\",\"count\":1,\"state\":\"set\",\"options\":1}"
#define KINDS KIND "," KIND "," KIND "," KIND
#define PEERS "{\"qpn\":1},{\"qpn\":1},{\"qpn\":1},{\"qpn\":1}"

static void limits_of_queue_pairs(void **state)
{
	(void)state;
	assert_int_equal(decode_qps("{\"count\":16,\"kinds\":[" KINDS "," KINDS "," KINDS "," KINDS "]}"), 0);
	assert_int_equal(decode_qps("{\"count\":17,\"kinds\":[" KINDS "," KINDS "," KINDS "," KINDS "," KIND "]}"),
			 -E2BIG);
	assert_int_equal(decode_qps("{\"count\":9,\"kinds\":[{\"type\":\"RC\",\"count\":9,\"state\":\"set\","
				    "\"options\":0,\"examples\":[" PEERS "," PEERS "]}]}"),
			 0);
	assert_int_equal(decode_qps("{\"count\":9,\"kinds\":[{\"type\":\"RC\",\"count\":9,\"state\":\"set\","
				    "\"options\":0,\"examples\":[" PEERS "," PEERS ",{\"qpn\":1}]}]}"),
			 -E2BIG);
}

static void queue_pairs_that_make_no_sense_are_refused(void **state)
{
	(void)state;
	assert_int_not_equal(decode_qps("{\"kinds\":[]}"), 0);
	assert_int_not_equal(decode_qps("{\"count\":4294967296}"), 0);
	assert_int_not_equal(decode_qps("{\"count\":1,\"kinds\":[{\"type\":\"RC\",\"count\":1,\"state\":\"set\"}]}"),
			     0);
	assert_int_not_equal(decode_qps("{\"count\":1,\"kinds\":[{\"type\":\"RC\",\"count\":1,\"state\":\"unset\"}]}"),
			     0);
	assert_int_not_equal(decode_qps("{\"count\":1,\"kinds\":[{\"type\":\"RC\",\"count\":1,\"state\":\"no_door\","
					"\"examples\":[{\"qpn\":16777216}]}]}"),
			     0);
	assert_int_not_equal(decode_qps("{\"count\":1,\"kinds\":[{\"type\":\"a type without an end\",\"count\":1,"
					"\"state\":\"no_door\"}]}"),
			     0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queue_pairs_are_told_by_kind),
		cmocka_unit_test(what_is_left_out_is_nothing_or_not_known),
		cmocka_unit_test(queue_pairs_that_cannot_be_told_say_why),
		cmocka_unit_test(limits_of_queue_pairs),
		cmocka_unit_test(queue_pairs_that_make_no_sense_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
