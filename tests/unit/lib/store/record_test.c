// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The texts that a store in etcd keeps, as other programs may meet them, and what is no such text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd/pack.h"
#include "lib/store/etcd/record.h"

#define PLAN_SHA "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" /* of "abc": FIPS 180-4 */

static const char record_text[] =
	"{\"version\":1,\"id\":\"r\",\"file\":\"/etc/fleet.json\",\"started\":7,\"result\":\"\",\"store\":\"s\","
	"\"epoch\":2,\"number\":9007199254740993,\"change\":\"CHG-1\",\"generation\":3,\"events\":4,"
	"\"plan\":{\"bytes\":3,\"packed\":11,\"chunks\":1,\"sha256\":\"" PLAN_SHA "\"}}";

static char *dump(json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT);

	json_decref(json);
	assert_non_null(text);
	return text;
}

static void a_record_is_the_text_that_is_documented(void **state)
{
	struct record r = {0}, again = {0};
	char *text;

	(void)state;
	assert_int_equal(record_decode(record_text, strlen(record_text), &r), 0);
	assert_string_equal(r.run.id, "r");
	assert_string_equal(r.run.file, "/etc/fleet.json");
	/* 2^53 + 1: a number that a double would round */
	assert_true(r.run.token.number == 9007199254740993);
	assert_int_equal(r.run.token.epoch, 2);
	assert_int_equal(r.run.events, 4);
	assert_int_equal(r.plan_chunks, 1);
	text = dump(record_encode(&r));
	assert_string_equal(text, record_text);
	assert_int_equal(record_decode(text, strlen(text), &again), 0);
	assert_memory_equal(&again, &r, sizeof(r));
	free(text);
}

/* The record with one piece replaced by another. */
static int decode_with(const char *piece, const char *by)
{
	char text[1024];
	const char *at = strstr(record_text, piece);
	struct record r;

	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - record_text), record_text, by, at + strlen(piece));
	return record_decode(text, strlen(text), &r);
}

static void what_no_version_writes_is_damaged(void **state)
{
	static const char *const wrong[][2] = {
		{"\"id\":\"r\"", "\"id\":1"},
		{"\"id\":\"r\",", ""},
		{"\"epoch\":2", "\"epoch\":-1"},
		{"\"epoch\":2", "\"epoch\":4294967296"},
		{"\"events\":4", "\"events\":4.5"},
		{"\"chunks\":1", "\"chunks\":\"1\""},
		{"\"change\":\"CHG-1\"",
		 "\"change\":\"0123456789012345678901234567890123456789012345678901234567890123\""},
		{"\"plan\":{", "\"plan\":[{"},
		{"\"started\":7", "\"started\":7,\"started\":8"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(decode_with(wrong[i][0], wrong[i][1]), -EUCLEAN);
	assert_int_equal(decode_with("\"id\":\"r\"", "\"id\":\"r\",\"new\":1"), 0);
}

static int check_event(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	int *seen = ctx;

	++*seen;
	assert_true(now_ns == 1000000000000000001);
	assert_int_equal(event->kind, ROLLOUT_EVENT_ANSWER);
	assert_int_equal(event->host, 4294967295u);
	assert_int_equal(event->verdict, ROLLOUT_VERDICT_COUNT - 1);
	return *seen == 2 ? 42 : 0;
}

static void events_are_arrays_of_numbers(void **state)
{
	const struct rollout_event event = {.kind = ROLLOUT_EVENT_ANSWER,
					    .host = UINT32_MAX,
					    .request = (enum rollout_request)2,
					    .attempt = 3,
					    .answer = (enum rollout_answer)4,
					    .step = 5,
					    .round = 6,
					    .sample = (enum rollout_sample)1,
					    .gate = 8,
					    .verdict = (enum rollout_verdict)(ROLLOUT_VERDICT_COUNT - 1)};
	char *text =
		dump(json_pack("[o,o,o]", record_event(1000000000000000001, &event),
			       record_event(1000000000000000001, &event), record_event(1000000000000000001, &event)));
	int seen = 0;

	(void)state;
	assert_non_null(strstr(text, ",4294967295,2,3,4,5,6,1,8,"));
	assert_int_equal(record_events_decode(text, strlen(text), check_event, &seen), 42);
	assert_int_equal(seen, 2);
	free(text);
}

static void events_that_no_version_writes_are_damaged(void **state)
{
	static const char *const wrong[] = {"",
					    "{}",
					    "[1]",
					    "[[1,2,3]]",
					    "[[1,999,0,0,0,0,0,0,0,0,0]]",
					    "[[1,0,-1,0,0,0,0,0,0,0,0]]",
					    "[[1,0,0,0,0,0,0,0,0,0,0,0]]",
					    "[[1,0,4294967296,0,0,0,0,0,0,0,0]]",
					    "[[1.5,0,0,0,0,0,0,0,0,0,0]]"};
	int seen = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(record_events_decode(wrong[i], strlen(wrong[i]), check_event, &seen), -EUCLEAN);
	assert_int_equal(seen, 0);
}

static void a_word_tells_what_and_who_and_how_far(void **state)
{
	static const char text[] = "{\"run\":\"r\",\"word\":\"abort\",\"state\":\"heard\",\"who\":\"eve\"}";
	static const char unknown[] = "{\"run\":\"r\",\"word\":\"abort\",\"state\":\"maybe\",\"who\":\"eve\"}";
	struct record_word word;
	char *again;

	(void)state;
	assert_int_equal(record_word_decode(text, strlen(text), &word), 0);
	assert_int_equal(word.word, STORE_WORD_ABORT);
	assert_int_equal(word.state, RECORD_WORD_HEARD);
	again = dump(record_word(&word));
	assert_string_equal(again, text);
	free(again);
	assert_int_equal(record_word_decode(unknown, strlen(unknown), &word), -EUCLEAN);
}

/* Names come from files and people: what is no UTF-8 must not stop a run. */
static void bytes_that_json_cannot_write_do_not_stop_a_run(void **state)
{
	struct store_owed owed = {.host = "gpu1", .run = "r", .why = "caf\xe9"}, again;
	char *text = dump(record_owed(&owed));

	(void)state;
	assert_int_equal(record_owed_decode(text, strlen(text), &again), 0);
	assert_string_equal(again.why, "caf?");
	free(text);
}

static void a_packed_text_comes_back(void **state)
{
	char hex[2 * SHA256_BYTES + 1], *packed, *text;
	char *same = calloc(1, 1 << 20);
	size_t len;

	(void)state;
	assert_non_null(same);
	memset(same, 'a', (1 << 20) - 1);
	assert_int_equal(pack_text(same, 1 << 20, &packed, &len), 0);
	assert_in_range(len, 1, 1 << 14);
	assert_int_equal(pack_open(packed, len, 1 << 20, &text), 0);
	assert_memory_equal(text, same, 1 << 20);
	free(text);
	assert_int_equal(pack_open(packed, len, (1 << 20) - 1, &text), -EUCLEAN);
	assert_int_equal(pack_open(packed, len - 1, 1 << 20, &text), -EUCLEAN);
	packed[len / 2] ^= 1;
	assert_int_equal(pack_open(packed, len, 1 << 20, &text), -EUCLEAN);
	free(packed);
	free(same);
	pack_digest("abc", 3, hex);
	assert_string_equal(hex, PLAN_SHA);
	assert_int_equal(pack_open("", 0, PACK_TEXT_MAX + 1, &text), -EFBIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_is_the_text_that_is_documented),
		cmocka_unit_test(what_no_version_writes_is_damaged),
		cmocka_unit_test(events_are_arrays_of_numbers),
		cmocka_unit_test(events_that_no_version_writes_are_damaged),
		cmocka_unit_test(a_word_tells_what_and_who_and_how_far),
		cmocka_unit_test(bytes_that_json_cannot_write_do_not_stop_a_run),
		cmocka_unit_test(a_packed_text_comes_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
