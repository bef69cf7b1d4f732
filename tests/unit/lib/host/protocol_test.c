// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The lines of docs/protocol.md, literally, and what is none. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/jsonl.h"
#include "lib/host/protocol.h"

static const char read_line[] = "{\"version\":1,\"op\":\"read\",\"id\":\"r1\",\"params\":[\"dcqcn.rp.ai_rate\","
				"\"roce_accl.selective_repeat_forced_en\"]}";

static const char apply_line[] =
	"{\"version\":1,\"op\":\"apply\",\"id\":\"20261129-1/gpu017/apply/1\",\"run\":\"20261129-1\","
	"\"token\":{\"store\":\"9f3c\",\"epoch\":1,\"number\":7},\"lease_ms\":600000,\"on_loss\":\"keep\","
	"\"cards\":[{\"guid\":\"0c42a10300000005\",\"psid\":\"MT_0000000838\",\"pci\":\"0000:01:00.0\","
	"\"set\":[{\"param\":\"dcqcn.rp.ai_rate\",\"from\":5,\"to\":20}]}]}";

static const char undo_line[] = "{\"version\":1,\"op\":\"undo\",\"id\":\"u1\",\"run\":\"20261129-1\","
				"\"token\":{\"store\":\"9f3c\",\"epoch\":1,\"number\":8}}";

static const char adopt_line[] = "{\"version\":1,\"op\":\"confirm\",\"id\":\"c1\",\"run\":\"20261129-1\","
				 "\"token\":{\"store\":\"9f3c\",\"epoch\":1,\"number\":8},\"adopt\":true}";

static const char confirm_line[] = "{\"version\":1,\"op\":\"confirm\",\"id\":\"c1\",\"run\":\"20261129-1/txw\","
				   "\"token\":{\"store\":\"9f3c\",\"epoch\":1,\"number\":8},\"generation\":12}";

static const char renew_line[] = "{\"version\":1,\"op\":\"renew\",\"id\":\"n1\",\"run\":\"20261129-1\","
				 "\"token\":{\"store\":\"9f3c\",\"epoch\":1,\"number\":8}}";

static const char counters_line[] = "{\"version\":1,\"op\":\"counters\",\"id\":\"k1\",\"counters\":"
				    "[\"rx_prio3_pause\",\"local_ack_timeout_err\"]}";

static const char qps_line[] = "{\"version\":1,\"op\":\"qps\",\"id\":\"q1\"}";

static const char freeze_line[] = "{\"version\":1,\"minor\":1,\"op\":\"freeze\",\"id\":\"f1\",\"token\":{\"store\":"
				  "\"9f3c\",\"epoch\":1,\"number\":9},"
				  "\"who\":\"anna@control1\",\"why\":\"switch firmware\"}";

static const char unfreeze_line[] = "{\"version\":1,\"minor\":1,\"op\":\"unfreeze\",\"id\":\"f2\",\"force\":true}";

static const char ensure_line[] = "{\"version\":1,\"minor\":1,\"op\":\"ensure\",\"id\":\"e1\",\"token\":"
				  "{\"store\":\"9f3c\",\"epoch\":1,\"number\":9},\"generation\":12}";

static struct protocol_request *decode(const char *line)
{
	struct protocol_request *request;
	struct ece_error e = {0};

	if (protocol_request_decode(line, strlen(line), &request, &e))
		fail_msg("%s", e.text);
	return request;
}

static void check_round_trip(const char *line)
{
	struct protocol_request *request = decode(line);
	struct ece_error e;
	char *text;
	size_t len;

	assert_int_equal(protocol_request_encode(request, &text, &len, &e), 0);
	assert_string_equal(text, line);
	assert_int_equal(len, strlen(line));
	free(text);
	protocol_request_free(request);
}

static void test_requests_survive_the_round_trip(void **state)
{
	(void)state;
	check_round_trip(read_line);
	check_round_trip(apply_line);
	check_round_trip(undo_line);
	check_round_trip(adopt_line);
	check_round_trip(confirm_line);
	check_round_trip(renew_line);
	check_round_trip(counters_line);
	check_round_trip(qps_line);
	check_round_trip(freeze_line);
	check_round_trip(unfreeze_line);
	check_round_trip(ensure_line);
}

static void test_apply_has_all_its_members(void **state)
{
	struct protocol_request *request = decode(apply_line);

	(void)state;
	assert_int_equal(request->op, PROTOCOL_APPLY);
	assert_string_equal(request->run, "20261129-1");
	assert_string_equal(request->token.store, "9f3c");
	assert_int_equal(request->token.number, 7);
	assert_int_equal(request->lease_ms, 600000);
	assert_true(request->keep_on_loss);
	assert_int_equal(request->card_count, 1);
	assert_int_equal(request->cards[0].guid, 0x0c42a10300000005);
	assert_ptr_equal(request->cards[0].sets[0].param, ece_param_find("dcqcn.rp.ai_rate"));
	assert_int_equal(request->cards[0].sets[0].from, 5);
	assert_int_equal(request->cards[0].sets[0].to, 20);
	protocol_request_free(request);
}

/* Replaces the first @from in a line by @to and decodes it. Returns the kind of the error, "" when there is none. */
static const char *decode_with(const char *line, const char *from, const char *to)
{
	struct protocol_request *request;
	struct ece_error e = {0};
	const char *at = strstr(line, from);
	char text[2048];

	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - line), line, to, at + strlen(from));
	if (protocol_request_decode(text, strlen(text), &request, &e))
		return ece_error_kind_name(e.kind);
	protocol_request_free(request);
	return "";
}

static void test_faulty_requests_are_refused_by_kind(void **state)
{
	(void)state;
	assert_string_equal(decode_with(apply_line, "\"version\":1", "\"version\":2"), "version");
	assert_string_equal(decode_with(apply_line, "\"version\":1,", ""), "syntax");
	assert_string_equal(decode_with(apply_line, "\"apply\"", "\"applyy\""), "unknown_name");
	assert_string_equal(decode_with(apply_line, "dcqcn.rp.ai_rate", "dcqcn.rp.ai_rat"), "unknown_name");
	assert_string_equal(decode_with(apply_line, "\"from\":5", "\"from\":-5"), "range");
	assert_string_equal(decode_with(apply_line, "\"from\":5", "\"from\":5.5"), "type");
	assert_string_equal(decode_with(apply_line, "\"from\":5,", ""), "syntax");
	assert_string_equal(decode_with(apply_line, "0c42a10300000005", "0C42A10300000005"), "type");
	assert_string_equal(decode_with(apply_line, "0c42a10300000005", "5"), "type");
	assert_string_equal(decode_with(apply_line, "\"run\":\"20261129-1\"", "\"run\":\"a\\nb\""), "type");
	assert_string_equal(decode_with(apply_line, "\"epoch\":1", "\"epoch\":4294967296"), "range");
	assert_string_equal(decode_with(apply_line, "\"set\":[{",
					"\"set\":[{\"param\":\"dcqcn.rp.ai_rate\",\"from\":1,"
					"\"to\":2},{"),
			    "duplicate");
	assert_string_equal(decode_with(apply_line, "MT_0000000838", "MT_00000008380000000"), "limit");
	assert_string_equal(decode_with(apply_line, "\"on_loss\":\"keep\"", "\"on_loss\":\"hold\""), "unknown_name");
	assert_string_equal(decode_with(apply_line, "}]}", "}]"), "syntax");
	assert_string_equal(decode_with(undo_line, "\"token\"", "\"tokem\""), "syntax");
	assert_string_equal(decode_with(adopt_line, "true", "1"), "type");
	assert_string_equal(decode_with(renew_line, "\"run\"", "\"ran\""), "syntax");
	assert_string_equal(decode_with(confirm_line, "\"generation\":12", "\"generation\":-1"), "range");
	assert_string_equal(decode_with(counters_line, "rx_prio3_pause", "rx_prio9_pause"), "unknown_name");
	assert_string_equal(decode_with(counters_line, "\"rx_prio3_pause\"", "3"), "type");
	assert_string_equal(decode_with(counters_line, "\"counters\":[", "\"counter\":["), "syntax");
	/* An apply of nothing would be answered "unchanged". */
	assert_string_equal(decode_with(apply_line, "\"cards\"", "\"card\""), "syntax");
	assert_string_equal(decode_with(apply_line, "\"set\"", "\"sets\""), "syntax");
	assert_string_equal(decode_with(freeze_line, "\"minor\":1", "\"minor\":-1"), "range");
	assert_string_equal(decode_with(freeze_line, "\"store\"", "\"shop\""), "syntax");
	assert_string_equal(decode_with(freeze_line, "\"anna@control1\"", "7"), "type");
	assert_string_equal(decode_with(unfreeze_line, "true", "1"), "type");
	assert_string_equal(decode_with(ensure_line, "\"generation\":12", "\"generation\":-1"), "range");
}

static void test_unknown_keys_are_ignored(void **state)
{
	(void)state;
	assert_string_equal(decode_with(apply_line, "\"version\":1", "\"version\":1,\"new\":{\"x\":[1]}"), "");
}

static void test_numbers_beyond_63_bits_travel_as_text(void **state)
{
	struct protocol_request *request;
	struct ece_error e;
	char line[2048], *text;
	size_t len;

	(void)state;
	strcpy(line,
	       "{\"version\":1,\"op\":\"apply\",\"id\":\"a\",\"run\":\"r\",\"token\":{\"store\":\"s\",\"epoch\":1,"
	       "\"number\":1},\"lease_ms\":1,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"ffffffffffffffff\","
	       "\"psid\":\"p\",\"pci\":\"\",\"set\":[{\"param\":\"dcqcn.rp.ai_rate\","
	       "\"from\":\"18446744073709551615\",\"to\":9223372036854775807}]}]}");
	request = decode(line);
	assert_true(request->cards[0].sets[0].from == UINT64_MAX);
	assert_true(request->cards[0].guid == UINT64_MAX);
	assert_int_equal(protocol_request_encode(request, &text, &len, &e), 0);
	assert_string_equal(text, line);
	free(text);
	protocol_request_free(request);
	assert_string_equal(decode_with(line, "18446744073709551615", "18446744073709551616"), "type");
	assert_string_equal(decode_with(line, "18446744073709551615", "-1"), "type");
	assert_string_equal(decode_with(line, "18446744073709551615", ""), "type");
}

static void test_limits(void **state)
{
	static char line[JSONL_LINE_MAX + 64];
	struct protocol_request *request;
	struct ece_error e;
	size_t n;

	(void)state;
	memset(line, ' ', JSONL_LINE_MAX + 1);
	memcpy(line, read_line, strlen(read_line));
	assert_int_equal(protocol_request_decode(line, JSONL_LINE_MAX + 1, &request, &e), -EMSGSIZE);
	assert_int_equal(protocol_request_decode(line, JSONL_LINE_MAX, &request, &e), 0);
	protocol_request_free(request);
	n = (size_t)sprintf(line, "{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[\"dcqcn.rp.ai_rate\"");
	for (int i = 0; i < PROTOCOL_PARAMS_MAX; i++)
		n += (size_t)sprintf(line + n, ",\"dcqcn.rp.ai_rate\"");
	strcpy(line + n, "]}");
	assert_int_equal(protocol_request_decode(line, strlen(line), &request, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
}

/* A request for so many counters. */
static int decode_counters(unsigned int count)
{
	static char line[JSONL_LINE_MAX];
	struct protocol_request *request;
	struct ece_error e;
	int ret, n = sprintf(line, "{\"version\":1,\"op\":\"counters\",\"id\":\"k\",\"counters\":[");

	for (unsigned int i = 0; i < count; i++)
		n += sprintf(line + n, "%s\"rx_prio3_pause\"", i ? "," : "");
	strcpy(line + n, "]}");
	ret = protocol_request_decode(line, strlen(line), &request, &e);
	if (!ret)
		protocol_request_free(request);
	return ret;
}

static void test_limit_of_counters(void **state)
{
	(void)state;
	assert_int_equal(decode_counters(PROTOCOL_COUNTERS_MAX), 0);
	assert_int_equal(decode_counters(PROTOCOL_COUNTERS_MAX + 1), -E2BIG);
}

/* A request with so many cards. */
static int decode_cards(unsigned int count)
{
	static char line[JSONL_LINE_MAX];
	struct protocol_request *request;
	struct ece_error e;
	int ret, n = sprintf(line, "{\"version\":1,\"op\":\"apply\",\"id\":\"a\",\"run\":\"r\",\"lease_ms\":1,"
				   "\"token\":{\"store\":\"s\",\"epoch\":1,\"number\":1},\"cards\":[");

	for (unsigned int i = 0; i < count; i++)
		n += sprintf(line + n, "%s{\"guid\":\"%016x\",\"psid\":\"p\",\"set\":[]}", i ? "," : "", i + 1);
	strcpy(line + n, "]}");
	ret = protocol_request_decode(line, strlen(line), &request, &e);
	if (!ret)
		protocol_request_free(request);
	return ret;
}

static void test_limit_of_cards(void **state)
{
	(void)state;
	assert_int_equal(decode_cards(PROTOCOL_CARDS_MAX), 0);
	assert_int_equal(decode_cards(PROTOCOL_CARDS_MAX + 1), -E2BIG);
}

static void fill_answer(struct protocol_answer *answer, struct protocol_nic *nic, struct protocol_value *value)
{
	struct ece_result result = {.err = -EREMOTEIO,
				    .backend = ECE_BACKEND_DEVX,
				    .reached = ECE_REACHED_YES,
				    .has_status = true,
				    .status = 3,
				    .syndrome = 0x5eca11};

	*value = (struct protocol_value){
		.param = ece_param_find("dcqcn.rp.ai_rate"),
		.value = {.state = ECE_VALUE_SET, .raw = 5, .result = {.backend = ECE_BACKEND_DEBUGFS}},
		.before = {.state = ECE_VALUE_NO_DOOR, .why = "no fwctl here"},
		.write = ECE_WRITE_FAILED,
		.min = 1,
		.max = UINT64_MAX,
	};
	ece_error_set(&value->error, -EREMOTEIO, ECE_ERROR_REFUSED, "the card said no");
	ece_error_place(&value->error, "0000:01:00.0/dcqcn.rp.ai_rate");
	ece_error_result(&value->error, &result);
	*nic = (struct protocol_nic){
		.info = {.guid = 0x0c42a10300000005, .psid = "MT_0000000838", .pci = "0000:01:00.0", .port = 1},
		.values = value,
		.value_count = 1,
	};
	*answer = (struct protocol_answer){
		.id = "a1",
		.result = PROTOCOL_FAILED_OLD,
		.simulated = true,
		.nics = nic,
		.nic_count = 1,
	};
}

static void check_result(const struct ece_result *result)
{
	assert_int_equal(result->err, -EREMOTEIO);
	assert_int_equal(result->backend, ECE_BACKEND_DEVX);
	assert_int_equal(result->reached, ECE_REACHED_YES);
	assert_true(result->has_status);
	assert_int_equal(result->status, 3);
	assert_int_equal(result->syndrome, 0x5eca11);
}

/* An answer whose NIC has so many original values, and as many processes that keep what was undone. */
static int decode_lists(unsigned int originals, unsigned int pids)
{
	static char line[JSONL_LINE_MAX];
	struct protocol_answer *answer;
	struct ece_error e;
	int ret, n = sprintf(line, "{\"version\":1,\"id\":\"u\",\"result\":\"undone\",\"nics\":[{\"guid\":"
				   "\"0000000000000001\",\"psid\":\"p\",\"values\":[],\"originals\":[");

	for (unsigned int i = 0; i < originals; i++)
		n += sprintf(line + n,
			     "%s{\"param\":\"dcqcn.rp.ai_rate\",\"raw\":5,\"value\":{\"state\":\"set\",\"raw\":7}}",
			     i ? "," : "");
	n += sprintf(line + n, "],\"residual\":{\"qps\":1,\"pids\":[");
	for (unsigned int i = 0; i < pids; i++)
		n += sprintf(line + n, "%s%u", i ? "," : "", 4711 + i);
	strcpy(line + n, "]}}]}");
	ret = protocol_answer_decode(line, strlen(line), &answer, &e);
	if (!ret)
		protocol_answer_free(answer);
	else
		assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	return ret;
}

static void test_limits_of_an_answer(void **state)
{
	(void)state;
	assert_int_equal(decode_lists(PROTOCOL_ORIGINALS_MAX, PROTOCOL_PIDS_MAX), 0);
	assert_int_equal(decode_lists(PROTOCOL_ORIGINALS_MAX + 1, 0), -E2BIG);
	assert_int_equal(decode_lists(0, PROTOCOL_PIDS_MAX + 1), -E2BIG);
}

static void test_texts_of_an_answer_steer_no_terminal(void **state)
{
	struct protocol_answer answer, *back;
	struct protocol_nic nic;
	struct protocol_value value;
	struct ece_error e;
	char *text;
	size_t len;

	(void)state;
	fill_answer(&answer, &nic, &value);
	strcpy(value.before.why, "no \033[2J\177\nfwctl");
	assert_int_equal(protocol_answer_encode(&answer, &text, &len, &e), 0);
	assert_int_equal(protocol_answer_decode(text, len, &back, &e), 0);
	free(text);
	assert_string_equal(back->nics[0].values[0].before.why, "no ?[2J??fwctl");
	protocol_answer_free(back);
}

static void test_what_is_not_known_of_a_nic_is_left_out(void **state)
{
	struct protocol_nic nic = {.info = {.guid = 1, .psid = "p"}, .use = PROTOCOL_USE_UNKNOWN};
	struct protocol_answer answer = {.id = "a", .nics = &nic, .nic_count = 1};
	struct ece_error e;
	char *text;
	size_t len;

	(void)state;
	assert_int_equal(protocol_answer_encode(&answer, &text, &len, &e), 0);
	assert_string_equal(text, "{\"version\":1,\"minor\":1,\"id\":\"a\",\"result\":\"ok\",\"nics\":[{\"guid\":"
				  "\"0000000000000001\",\"psid\":\"p\",\"values\":[],\"use\":{}}]}");
	free(text);
}

static void test_a_bar_survives_the_round_trip(void **state)
{
	static const char newer[] = "{\"version\":1,\"id\":\"a\",\"result\":\"ok\",\"nics\":[{\"guid\":"
				    "\"0000000000000001\",\"psid\":\"p\",\"bar\":\"haunted\",\"why\":\"a ghost\"}]}";
	struct protocol_nic nic = {.info = {.guid = 1, .psid = "p", .bar = ECE_NIC_BAR_DPU, .why = "a DPU has it"}};
	struct protocol_answer answer = {.id = "a", .nics = &nic, .nic_count = 1}, *back;
	struct ece_error e;
	char *text;
	size_t len;

	(void)state;
	assert_int_equal(protocol_answer_encode(&answer, &text, &len, &e), 0);
	assert_non_null(strstr(text, "\"bar\":\"dpu\",\"why\":\"a DPU has it\""));
	assert_int_equal(protocol_answer_decode(text, len, &back, &e), 0);
	free(text);
	assert_int_equal(back->nics[0].info.bar, ECE_NIC_BAR_DPU);
	assert_string_equal(back->nics[0].info.why, "a DPU has it");
	protocol_answer_free(back);

	/* What a newer agent bars is barred, whatever the word. */
	assert_int_equal(protocol_answer_decode(newer, strlen(newer), &back, &e), 0);
	assert_int_equal(back->nics[0].info.bar, ECE_NIC_BAR_OTHER);
	assert_string_equal(back->nics[0].info.why, "a ghost");
	protocol_answer_free(back);
}

static void test_answer_survives_the_round_trip(void **state)
{
	struct protocol_answer answer, *back;
	struct protocol_nic nic;
	struct protocol_value value;
	struct ece_error e;
	char *text;
	size_t len;

	(void)state;
	fill_answer(&answer, &nic, &value);
	assert_int_equal(protocol_answer_encode(&answer, &text, &len, &e), 0);
	assert_non_null(strstr(text, "\"simulated\":true"));
	assert_int_equal(protocol_answer_decode(text, len, &back, &e), 0);
	free(text);
	assert_int_equal(back->result, PROTOCOL_FAILED_OLD);
	assert_true(back->simulated);
	assert_false(back->from_journal);
	assert_int_equal(back->nics[0].info.guid, 0x0c42a10300000005);
	assert_string_equal(back->nics[0].info.psid, "MT_0000000838");
	assert_string_equal(back->nics[0].info.pci, "0000:01:00.0");
	assert_int_equal(back->nics[0].info.port, 1);
	assert_int_equal(back->nics[0].values[0].value.state, ECE_VALUE_SET);
	assert_int_equal(back->nics[0].values[0].value.raw, 5);
	assert_int_equal(back->nics[0].values[0].value.result.backend, ECE_BACKEND_DEBUGFS);
	assert_int_equal(back->nics[0].values[0].before.state, ECE_VALUE_NO_DOOR);
	assert_string_equal(back->nics[0].values[0].before.why, "no fwctl here");
	assert_int_equal(back->nics[0].values[0].write, ECE_WRITE_FAILED);
	assert_int_equal(back->nics[0].values[0].min, 1);
	assert_true(back->nics[0].values[0].max == UINT64_MAX);
	check_result(&back->nics[0].values[0].error.result);
	assert_string_equal(back->nics[0].values[0].error.text, "the card said no");
	assert_string_equal(back->nics[0].values[0].error.place, "0000:01:00.0/dcqcn.rp.ai_rate");
	protocol_answer_free(back);
}

static struct protocol_answer *decode_answer(const char *line)
{
	struct protocol_answer *answer;
	struct ece_error e = {0};

	if (protocol_answer_decode(line, strlen(line), &answer, &e))
		fail_msg("%s", e.text);
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

static const char use_answer[] =
	"{\"version\":1,\"id\":\"r\",\"result\":\"ok\",\"generation\":12,\"holder\":\"R3\",\"obeyed\":"
	"{\"store\":\"9f3c\",\"epoch\":2,\"number\":41},\"nics\":[{\"guid\":"
	"\"0000000000000001\",\"psid\":\"p\",\"values\":[],\"use\":{\"bonded\":true,\"default_route\":false,\"qps\":40,"
	"\"processes\":2},\"originals\":[{\"param\":\"dcqcn.rp.ai_rate\",\"raw\":5,\"value\":{\"state\":\"set\","
	"\"raw\":20},\"confirmed\":40,\"by\":\"R2\"}]}]}";

static void test_a_read_tells_of_use_originals_and_generation(void **state)
{
	struct protocol_answer *answer = decode_answer(use_answer);

	(void)state;
	assert_int_equal(answer->generation, 12);
	assert_string_equal(answer->holder, "R3");
	assert_string_equal(answer->obeyed.store, "9f3c");
	assert_int_equal(answer->obeyed.epoch, 2);
	assert_int_equal(answer->obeyed.number, 41);
	assert_int_equal(answer->nics[0].use.bonded, 1);
	assert_int_equal(answer->nics[0].use.default_route, 0);
	assert_int_equal(answer->nics[0].use.qps, 40);
	assert_int_equal(answer->nics[0].use.processes, 2);
	assert_int_equal(answer->nics[0].original_count, 1);
	assert_int_equal(answer->nics[0].originals[0].raw, 5);
	assert_int_equal(answer->nics[0].originals[0].now.raw, 20);
	assert_true(answer->nics[0].originals[0].has_confirmed);
	assert_int_equal(answer->nics[0].originals[0].confirmed, 40);
	assert_string_equal(answer->nics[0].originals[0].by, "R2");
	protocol_answer_free(answer);
	check_answer_round_trip(use_answer);
}

/* An agent of two versions ago tells none of it: that is "not known", and not "no". */
static void test_what_an_older_agent_does_not_tell_is_not_known(void **state)
{
	struct protocol_answer *answer =
		decode_answer("{\"version\":1,\"id\":\"r\",\"result\":\"ok\",\"nics\":[{\"guid\":"
			      "\"0000000000000001\",\"psid\":\"p\",\"values\":[]}]}");

	(void)state;
	assert_int_equal(answer->nics[0].use.bonded, -1);
	assert_int_equal(answer->nics[0].use.default_route, -1);
	assert_int_equal(answer->nics[0].use.qps, -1);
	assert_int_equal(answer->nics[0].use.processes, -1);
	assert_int_equal(answer->nics[0].use.connected, -1);
	assert_null(answer->nics[0].qps);
	assert_int_equal(answer->generation, 0);
	assert_null(answer->counters);
	assert_null(answer->nics[0].counters);
	protocol_answer_free(answer);
}

static const char facts_answer[] =
	"{\"version\":1,\"minor\":1,\"id\":\"f\",\"result\":\"ok\",\"facts\":{\"version\":1,\"cards\":[]},\"nics\":[]}";

/* An agent of version 1.0 does not know it, and what it answers is no document. */
static void test_facts_are_a_document_since_1_1(void **state)
{
	struct protocol_answer *answer = decode_answer(facts_answer);

	(void)state;
	assert_non_null(answer->facts);
	protocol_answer_free(answer);
	check_answer_round_trip(facts_answer);
	assert_int_equal(protocol_op_minor(PROTOCOL_FACTS), 1);
	assert_false(protocol_op_writes(PROTOCOL_FACTS));
	answer = decode_answer("{\"version\":1,\"id\":\"f\",\"result\":\"ok\",\"facts\":\"\\u001b[2J\",\"nics\":[]}");
	assert_null(answer->facts);
	protocol_answer_free(answer);
}

static const char counters_answer[] =
	"{\"version\":1,\"id\":\"k\",\"result\":\"ok\",\"boot\":\"5e0c\",\"at_ns\":77,\"counters\":"
	"[\"rx_prio3_pause\",\"local_ack_timeout_err\"],\"nics\":[{\"guid\":\"0000000000000001\",\"psid\":\"p\","
	"\"values\":[],\"counters\":[18,null],\"devx_only\":true},{\"guid\":\"0000000000000002\",\"psid\":\"p\","
	"\"values\":[],\"counters\":[\"18446744073709551615\",\"unreadable\"]}]}";

static void test_a_counter_is_a_number_absent_or_unreadable(void **state)
{
	struct protocol_answer *answer = decode_answer(counters_answer);
	const struct protocol_nic *nics = answer->nics;

	(void)state;
	assert_string_equal(answer->boot, "5e0c");
	assert_int_equal(answer->at_ns, 77);
	assert_int_equal(answer->counter_count, 2);
	assert_string_equal(answer->counters[1]->name, "local_ack_timeout_err");
	assert_int_equal(nics[0].counter_count, 2);
	assert_int_equal(nics[0].counters[0].state, COUNTER_PRESENT);
	assert_int_equal(nics[0].counters[0].value, 18);
	assert_int_equal(nics[0].counters[1].state, COUNTER_ABSENT);
	assert_true(nics[0].devx_only);
	assert_true(nics[1].counters[0].value == UINT64_MAX);
	assert_int_equal(nics[1].counters[1].state, COUNTER_UNREADABLE);
	assert_false(nics[1].devx_only);
	protocol_answer_free(answer);
	check_answer_round_trip(counters_answer);
}

static void test_queue_pairs_that_keep_an_undone_feature_are_told(void **state)
{
	static const char line[] =
		"{\"version\":1,\"id\":\"u\",\"result\":\"undone\",\"nics\":[{\"guid\":\"0000000000000001\","
		"\"psid\":\"p\",\"values\":[],\"residual\":{\"qps\":3,\"pids\":[4711,4712]}},{\"guid\":"
		"\"0000000000000002\",\"psid\":\"p\",\"values\":[],\"residual\":{\"qps\":null,\"pids\":[]}}]}";
	struct protocol_answer *answer = decode_answer(line);

	(void)state;
	assert_int_equal(answer->nics[0].residual.qps, 3);
	assert_int_equal(answer->nics[0].residual.pid_count, 2);
	assert_int_equal(answer->nics[0].residual.pids[1], 4712);
	assert_int_equal(answer->nics[1].residual.qps, -1);
	protocol_answer_free(answer);
	check_answer_round_trip(line);
}

static void test_a_host_that_undid_itself_says_so(void **state)
{
	(void)state;
	check_answer_round_trip("{\"version\":1,\"id\":\"n\",\"result\":\"self_undone\",\"nics\":[]}");
	check_answer_round_trip("{\"version\":1,\"id\":\"n\",\"result\":\"renewed\",\"nics\":[]}");
}

static void test_text_that_is_not_utf8_does_not_break_an_answer(void **state)
{
	struct protocol_answer answer = {.id = "a", .result = PROTOCOL_REFUSED}, *back;
	struct ece_error e;
	char *text;
	size_t len;

	(void)state;
	ece_error_set(&answer.error, -EIO, ECE_ERROR_IO, "name \xff\xfe of a card");
	assert_int_equal(protocol_answer_encode(&answer, &text, &len, &e), 0);
	assert_int_equal(protocol_answer_decode(text, len, &back, &e), 0);
	assert_string_equal(back->error.text, "name ?? of a card");
	free(text);
	protocol_answer_free(back);
}

static void test_answer_that_is_none_is_an_error(void **state)
{
	static const char *const lines[] = {
		"",
		"x",
		"[]",
		"{}",
		"{\"version\":1}",
		"{\"version\":1,\"id\":\"a\",\"result\":\"great\",\"nics\":[]}",
		"{\"version\":1,\"id\":\"a\",\"result\":\"ok\",\"nics\":[7]}",
		"{\"version\":1,\"id\":\"a\",\"result\":\"ok\",\"nics\":{}}",
		("{\"version\":1,\"id\":\"a\",\"result\":\"ok\",\"nics\":[{\"guid\":\"0000000000000001\",\"values\":"
		 "[{\"param\":\"dcqcn.rp.ai_rate\",\"value\":{\"state\":\"set\"}}]}]}"),
		"{\"version\":1,\"id\":\"a\",\"id\":\"b\",\"result\":\"ok\"}",
		("{\"version\":1,\"id\":\"a\",\"result\":\"ok\",\"counters\":[\"rx_prio3_pause\"],\"nics\":[{\"guid\":"
		 "\"0000000000000001\",\"psid\":\"p\",\"counters\":[1,2]}]}"),
		("{\"version\":1,\"id\":\"a\",\"result\":\"ok\",\"counters\":[\"rx_prio3_pause\"],\"nics\":[{\"guid\":"
		 "\"0000000000000001\",\"psid\":\"p\",\"counters\":[-1]}]}"),
		("{\"version\":1,\"id\":\"a\",\"result\":\"undone\",\"nics\":[{\"guid\":\"0000000000000001\","
		 "\"psid\":\"p\",\"residual\":{\"qps\":1,\"pids\":[-7]}}]}"),
		"{\"version\":1,\"id\":\"a\",\"result\":\"ok\",\"generation\":-1}",
	};
	struct protocol_answer *answer;
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_true(protocol_answer_decode(lines[i], strlen(lines[i]), &answer, &e) < 0);
}

/* Every line of the page that is a message. */
static void test_samples_of_the_documentation(void **state)
{
	const char *path = getenv("PROTOCOL_PAGE");
	static char line[8192];
	unsigned int requests = 0, answers = 0;
	FILE *page;

	(void)state;
	if (!path)
		skip();
	page = fopen(path, "r");
	assert_non_null(page);
	while (fgets(line, sizeof(line), page)) {
		struct protocol_request *request;
		struct protocol_answer *answer;
		struct ece_error e;

		if (strncmp(line, "{\"version\"", 10) != 0)
			continue;
		if (!protocol_request_decode(line, strlen(line), &request, &e)) {
			requests++;
			protocol_request_free(request);
		} else if (!protocol_answer_decode(line, strlen(line), &answer, &e)) {
			answers++;
			protocol_answer_free(answer);
		} else {
			fail_msg("%s: %s", e.text, line);
		}
	}
	fclose(page);
	assert_int_equal(requests, 3);
	assert_int_equal(answers, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_requests_survive_the_round_trip),
		cmocka_unit_test(test_apply_has_all_its_members),
		cmocka_unit_test(test_faulty_requests_are_refused_by_kind),
		cmocka_unit_test(test_unknown_keys_are_ignored),
		cmocka_unit_test(test_numbers_beyond_63_bits_travel_as_text),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_limit_of_cards),
		cmocka_unit_test(test_limit_of_counters),
		cmocka_unit_test(test_limits_of_an_answer),
		cmocka_unit_test(test_texts_of_an_answer_steer_no_terminal),
		cmocka_unit_test(test_what_is_not_known_of_a_nic_is_left_out),
		cmocka_unit_test(test_a_bar_survives_the_round_trip),
		cmocka_unit_test(test_answer_survives_the_round_trip),
		cmocka_unit_test(test_a_read_tells_of_use_originals_and_generation),
		cmocka_unit_test(test_what_an_older_agent_does_not_tell_is_not_known),
		cmocka_unit_test(test_facts_are_a_document_since_1_1),
		cmocka_unit_test(test_a_counter_is_a_number_absent_or_unreadable),
		cmocka_unit_test(test_queue_pairs_that_keep_an_undone_feature_are_told),
		cmocka_unit_test(test_a_host_that_undid_itself_says_so),
		cmocka_unit_test(test_text_that_is_not_utf8_does_not_break_an_answer),
		cmocka_unit_test(test_answer_that_is_none_is_an_error),
		cmocka_unit_test(test_samples_of_the_documentation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
