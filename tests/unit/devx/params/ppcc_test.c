// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What cards say of their parameters, and the memory of it. */
#include "devx/params/ppcc.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void fill(uint8_t *reg, const char *text, size_t text_length)
{
	memset(reg, 0, PRM_PPCC_BYTES);
	memccpy(reg + 0x20, text, '\0', PRM_PPCC_TEXT_BYTES);
	reg[0x1e] = (uint8_t)text_length;
}

static void an_answer_is_understood(void **state)
{
	const char *text = "ALPHA, slope between rate and target RTT";
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_ppcc_entry entry;

	(void)state;
	fill(reg, text, strlen(text));
	memcpy(reg + 0x0c, (uint8_t[]){0x00, 0x00, 0x19, 0x99, 0, 0, 0, 0, 0x00, 0x01, 0x00, 0x00}, 12);
	reg[0x1f] = 0x01;
	assert_int_equal(ece_ppcc_entry_parse(reg, &entry, NULL), 0);
	assert_string_equal(entry.name, "ALPHA");
	assert_int_equal(entry.initial, 6553);
	assert_int_equal(entry.min, 0);
	assert_int_equal(entry.max, 65536);
	assert_int_equal(entry.access, PRM_PPCC_READ_WRITE);
}

static void odd_texts_give_the_name(void **state)
{
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_ppcc_entry entry;

	(void)state;
	fill(reg, "  MAX_DEC  ,", 12);
	assert_int_equal(ece_ppcc_entry_parse(reg, &entry, NULL), 0);
	assert_string_equal(entry.name, "MAX_DEC");
	/* The length cuts; what stands behind it is not the name's. */
	fill(reg, "HAI_PERIOD", 3);
	assert_int_equal(ece_ppcc_entry_parse(reg, &entry, NULL), 0);
	assert_string_equal(entry.name, "HAI");
	/* Padded with NULs. */
	fill(reg, "AI", 8);
	assert_int_equal(ece_ppcc_entry_parse(reg, &entry, NULL), 0);
	assert_string_equal(entry.name, "AI");
	/* All of the text. */
	fill(reg, "AI,", 220);
	assert_int_equal(ece_ppcc_entry_parse(reg, &entry, NULL), 0);
}

static void what_follows_the_name_is_the_text(void **state)
{
	static const struct {
		const char *told;
		size_t len;
		const char *text;
	} texts[] = {
		{"ALPHA, slope, of rate", 21, "slope, of rate"},
		{"ALPHA,slope", 9, "slo"},
		{"ALPHA", 5, ""},
		{"ALPHA,   ", 9, ""},
		{"ALPHA,", 6, ""},
		{"", 0, ""},
		{"A, b\tc\xff ", 9, "b?c?"},
		{"A, b", 220, "b"},
		{"A, b", 255, "b"},
	};
	char text[ECE_PPCC_TEXT_MAX];
	uint8_t reg[PRM_PPCC_BYTES];

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		fill(reg, texts[i].told, texts[i].len);
		ece_ppcc_text_parse(reg, text);
		assert_string_equal(text, texts[i].text);
	}
}

static void texts_without_a_name_are_refused(void **state)
{
	static const struct {
		const char *text;
		size_t len;
	} bad[] = {
		{"", 0},
		{"", 10},
		{", description", 13},
		{"    ", 4},
		{"AL\x1bPHA", 6},
		{"AL\xc3\xa4", 4},
		{"ALPHA", 221},
		{"ALPHA", 255},
		{"a_name_of_sixty_four_letters_is_one_more_than_the_limit_of_names", 64},
	};
	uint8_t reg[PRM_PPCC_BYTES];
	struct ece_ppcc_entry entry;
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		fill(reg, bad[i].text, bad[i].len);
		assert_int_equal(ece_ppcc_entry_parse(reg, &entry, &e), -EPROTO);
		assert_int_equal(e.kind, ECE_ERROR_PROTOCOL);
	}
}

static void make_schema(struct ece_ppcc_schema *schema, uint16_t algo, const char *firmware)
{
	memset(schema, 0, sizeof(*schema));
	schema->key.algo = algo;
	schema->key.major = 3;
	snprintf(schema->key.firmware, sizeof(schema->key.firmware), "%s", firmware);
	strcpy(schema->key.psid, "MT_0000000838");
	schema->count = 2;
	strcpy(schema->entries[0].name, "BW_G");
	strcpy(schema->entries[1].name, "ALPHA");
}

static void a_schema_is_remembered_until_forgotten(void **state)
{
	struct ece_ppcc_schema schema;

	(void)state;
	make_schema(&schema, 1, "28.39.1002");
	assert_int_equal(ece_ppcc_recall(&schema.key, "ALPHA"), -ESRCH);
	ece_ppcc_remember(&schema);
	assert_int_equal(ece_ppcc_recall(&schema.key, "ALPHA"), 1);
	assert_int_equal(ece_ppcc_recall(&schema.key, "BW_G"), 0);
	assert_int_equal(ece_ppcc_recall(&schema.key, "AI"), -ENOENT);
	ece_ppcc_forget(&schema.key);
	assert_int_equal(ece_ppcc_recall(&schema.key, "ALPHA"), -ESRCH);
	ece_ppcc_forget(&schema.key);
}

static void every_part_of_the_key_counts(void **state)
{
	struct ece_ppcc_schema schema;
	struct ece_ppcc_key key;

	(void)state;
	make_schema(&schema, 2, "28.39.1002");
	ece_ppcc_remember(&schema);
	key = schema.key;
	key.algo++;
	assert_int_equal(ece_ppcc_recall(&key, "ALPHA"), -ESRCH);
	key = schema.key;
	key.major++;
	assert_int_equal(ece_ppcc_recall(&key, "ALPHA"), -ESRCH);
	key = schema.key;
	key.minor++;
	assert_int_equal(ece_ppcc_recall(&key, "ALPHA"), -ESRCH);
	key = schema.key;
	strcpy(key.firmware, "28.43.1000");
	assert_int_equal(ece_ppcc_recall(&key, "ALPHA"), -ESRCH);
	key = schema.key;
	strcpy(key.psid, "MT_0000000839");
	assert_int_equal(ece_ppcc_recall(&key, "ALPHA"), -ESRCH);
	ece_ppcc_forget(&schema.key);
}

static void unknown_firmware_is_not_remembered(void **state)
{
	struct ece_ppcc_schema schema;

	(void)state;
	make_schema(&schema, 3, "");
	ece_ppcc_remember(&schema);
	assert_int_equal(ece_ppcc_recall(&schema.key, "ALPHA"), -ESRCH);
}

static void the_memory_has_a_limit(void **state)
{
	struct ece_ppcc_schema schema;

	(void)state;
	for (uint16_t i = 0; i <= ECE_PPCC_SCHEMAS_MAX; i++) {
		make_schema(&schema, (uint16_t)(100 + i), "28.39.1002");
		ece_ppcc_remember(&schema);
	}
	assert_int_equal(ece_ppcc_recall(&schema.key, "ALPHA"), -ESRCH);
	/* Forgetting one in the middle makes room for it and loses none of the others. */
	schema.key.algo = 120;
	ece_ppcc_forget(&schema.key);
	schema.key.algo = 100 + ECE_PPCC_SCHEMAS_MAX;
	ece_ppcc_remember(&schema);
	for (uint16_t i = 0; i <= ECE_PPCC_SCHEMAS_MAX; i++) {
		schema.key.algo = (uint16_t)(100 + i);
		assert_int_equal(ece_ppcc_recall(&schema.key, "ALPHA"), i == 20 ? -ESRCH : 1);
		ece_ppcc_forget(&schema.key);
	}
}

#define THREADS 4

static void *use_the_memory(void *arg)
{
	struct ece_ppcc_schema schema;
	struct ece_ppcc_key shared;

	make_schema(&schema, 300, "28.39.1002");
	shared = schema.key;
	schema.key.algo = (uint16_t)(301 + *(int *)arg);
	for (int i = 0; i < 500; i++) {
		int index;

		ece_ppcc_remember(&schema);
		if (ece_ppcc_recall(&schema.key, "ALPHA") != 1)
			return arg;
		index = ece_ppcc_recall(&shared, "ALPHA");
		if (index != 1 && index != -ESRCH)
			return arg;
		ece_ppcc_forget(&schema.key);
		ece_ppcc_forget(&shared);
	}
	return NULL;
}

static void threads_share_the_memory(void **state)
{
	struct ece_ppcc_schema schema;
	pthread_t threads[THREADS];
	int numbers[THREADS];
	void *wrong;

	(void)state;
	make_schema(&schema, 300, "28.39.1002");
	ece_ppcc_remember(&schema);
	for (int i = 0; i < THREADS; i++) {
		numbers[i] = i;
		assert_int_equal(pthread_create(&threads[i], NULL, use_the_memory, &numbers[i]), 0);
	}
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(threads[i], &wrong), 0);
		assert_null(wrong);
	}
	ece_ppcc_forget(&schema.key);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_is_understood),
		cmocka_unit_test(odd_texts_give_the_name),
		cmocka_unit_test(what_follows_the_name_is_the_text),
		cmocka_unit_test(texts_without_a_name_are_refused),
		cmocka_unit_test(a_schema_is_remembered_until_forgotten),
		cmocka_unit_test(every_part_of_the_key_counts),
		cmocka_unit_test(unknown_firmware_is_not_remembered),
		cmocka_unit_test(the_memory_has_a_limit),
		cmocka_unit_test(threads_share_the_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
