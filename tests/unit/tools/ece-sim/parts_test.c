// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The words of a card, and the log that does not grow. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/ece-sim/caps.h"
#include "tools/ece-sim/card_words.h"
#include "tools/ece-sim/log.h"

static void words_become_options(void **state)
{
	struct card_words cards[2];
	struct ece_error error = {0};

	(void)state;
	assert_int_equal(card_words_parse(cards, 0, "a,type=cx7,socket=/x/a", &error), 0);
	assert_int_equal(
		card_words_parse(cards, 1, "b,window=off,guid=0x0c42a10300abcdef,socket=/x/b,type=cx6dx", &error), 0);
	assert_string_equal(cards[0].options.name, "a");
	assert_string_equal(cards[0].options.type->name, "cx7");
	assert_string_equal(cards[0].socket, "/x/a");
	assert_false(cards[0].options.no_window);
	assert_int_equal(cards[0].options.identity, 0xabcde0);
	assert_string_equal(cards[1].options.type->name, "cx6dx");
	assert_string_equal(cards[1].socket, "/x/b");
	assert_true(cards[1].options.no_window);
	assert_true(cards[1].options.identity == 0x0c42a10300abcdef);
	card_words_free(cards, 2);
}

static void a_function_names_its_card_instead_of_a_type(void **state)
{
	struct card_words cards[2];
	struct ece_error error = {0};

	(void)state;
	assert_int_equal(card_words_parse(cards, 0, "a,type=cx7-2p,socket=/x/a", &error), 0);
	assert_int_equal(card_words_parse(cards, 1, "b,of=a,socket=/x/b", &error), 0);
	assert_null(cards[0].of);
	assert_string_equal(cards[1].of, "a");
	assert_null(cards[1].options.type);
	card_words_free(cards, 2);
}

static char caps_dir[] = "/tmp/ece-sim-caps-XXXXXX";

static void write_file(const char *name, const void *bytes, size_t len)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", caps_dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	fclose(f);
}

static int make_folder(void **state)
{
	(void)state;
	strcpy(caps_dir, "/tmp/ece-sim-caps-XXXXXX");
	return mkdtemp(caps_dir) ? 0 : -1;
}

static int remove_folder(void **state)
{
	static const char *const names[] = {"general.bin", "general.hex", "roce.hex", "general2.bin"};
	char path[128];

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", caps_dir, names[i]);
		unlink(path);
	}
	return rmdir(caps_dir);
}

/* The word of a page as the type has it. */
static uint32_t word(const struct fw_page *page, uint16_t at)
{
	uint32_t value = 0;

	for (size_t i = 0; i < page->count; i++)
		if (page->words[i].at == at)
			value = page->words[i].value;
	return value;
}

/* Everything set: flags that the model plays follow, subsystems and limits stay away. */
static void capabilities_of_a_real_card_lie_over_the_type(void **state)
{
	const struct fw_card_type *cx7 = fw_card_type_find("cx7");
	struct fw_overlay *overlay;
	struct ece_error error = {0};
	uint8_t ones[4096 + 16];

	(void)state;
	memset(ones, 0xff, sizeof(ones));
	memset(ones, 0, 16);
	write_file("general.bin", ones, sizeof(ones)); /* with its header */
	write_file("roce.hex", "00 00 00 00\n0000 0000", 21);
	assert_int_equal(caps_load(caps_dir, cx7, &overlay, &error), 0);
	assert_string_equal(overlay->type.name, "cx7");
	assert_int_equal(word(&overlay->type.cap_general, 0x14) >> 28 & 1, 1);       /* ece_support */
	assert_int_equal(word(&overlay->type.cap_general, 0x64) >> 11 & 0x1f, 0x1f); /* dp_ordering_ooo_all_* */
	assert_int_equal(word(&overlay->type.cap_general, 0xd4), 0xffffffff);        /* uctx_cap */
	assert_int_equal(word(&overlay->type.cap_general, 0x34),
			 word(&cx7->cap_general, 0x34)); /* eswitch_manager ... */
	assert_int_equal(word(&overlay->type.cap_general, 0x4c), word(&cx7->cap_general, 0x4c)); /* lag */
	assert_int_equal(word(&overlay->type.cap_general, 0x10), word(&cx7->cap_general, 0x10)); /* log_max_qp ... */
	/* what was told to be 0 is 0; words behind the end of the file were not told */
	assert_int_equal(word(&overlay->type.cap_roce, 0x00), 0);
	assert_int_equal(word(&overlay->type.cap_roce, 0x14), word(&cx7->cap_roce, 0x14));
	assert_ptr_equal(overlay->type.algos, cx7->algos);
	free(overlay);
}

static void wrong_capabilities_are_refused(void **state)
{
	static const struct {
		const char *name, *text;
		int err;
	} wrong[] = {
		{"general.hex", "0", -EINVAL},      {"general.hex", "0000000x", -EINVAL}, {"general.hex", "", -EINVAL},
		{"general.hex", "000000", -EINVAL}, {"general.bin", "123", -EINVAL},
	};
	static char large[CAPS_FILE_MAX + 1];
	struct fw_overlay *overlay;
	struct ece_error error = {0};

	(void)state;
	assert_int_equal(caps_load(caps_dir, fw_card_type_find("cx7"), &overlay, &error), -ENOENT);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		write_file(wrong[i].name, wrong[i].text, strlen(wrong[i].text));
		assert_int_equal(caps_load(caps_dir, fw_card_type_find("cx7"), &overlay, &error), wrong[i].err);
		assert_int_equal(error.kind, ECE_ERROR_SYNTAX);
		write_file("general.hex", "00000000", 8);
	}
	write_file("general.bin", large, 4096 + 4);
	assert_int_equal(caps_load(caps_dir, fw_card_type_find("cx7"), &overlay, &error), -EINVAL);
	write_file("general.bin", large, sizeof(large));
	assert_int_equal(caps_load(caps_dir, fw_card_type_find("cx7"), &overlay, &error), -E2BIG);
	assert_int_equal(error.kind, ECE_ERROR_LIMIT);
}

static void the_words_of_a_card_load_them(void **state)
{
	struct card_words cards[1];
	struct ece_error error = {0};
	char words[160];

	(void)state;
	write_file("general.hex", "00000000", 8);
	snprintf(words, sizeof(words), "a,caps=%s,type=cx7,socket=/x", caps_dir);
	assert_int_equal(card_words_parse(cards, 0, words, &error), 0);
	assert_ptr_equal(cards[0].options.type, &cards[0].overlay->type);
	card_words_free(cards, 1);
	assert_int_equal(card_words_parse(cards, 0, "a,caps=/nowhere,type=cx7,socket=/x", &error), -ENOENT);
	assert_int_equal(card_words_parse(cards, 0, "a,caps=/tmp,of=b,socket=/x", &error), -EINVAL);
}

static void wrong_words_are_refused(void **state)
{
	static const char *const wrong[] = {
		"",
		",type=cx7,socket=/x",
		"a b,type=cx7,socket=/x",
		"a",
		"a,",
		"a,type=cx7",
		"a,of=b",
		"a,type=cx7,of=b,socket=/x",
		"a,socket=/x",
		"a,type=cx7,socket=/x,",
		"a,type=cx7,socket=/x,window",
		"a,type=cx7,socket=/x,window=",
		"a,type=cx7,socket=/x,guid=-1",
		"a,type=cx7,socket=/x,guid=1x",
		"a,type=cx7,socket=/x,guid=0x10000000000000000",
		"a-name-of-32-characters-is-too-lon,type=cx7,socket=/x",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct card_words card;
		struct ece_error error = {0};

		assert_int_equal(card_words_parse(&card, 0, wrong[i], &error), -EINVAL);
		assert_true(error.text[0]);
	}
}

static size_t lines_of(const char *path, char *last, size_t bytes)
{
	FILE *f = fopen(path, "r");
	size_t count = 0;

	assert_non_null(f);
	while (fgets(last, (int)bytes, f))
		count++;
	fclose(f);
	return count;
}

static void the_log_stops_at_its_limit(void **state)
{
	char path[] = "/tmp/ece-sim-log-XXXXXX";
	struct sim_log log;
	char last[128];
	int i;

	(void)state;
	close(mkstemp(path));
	assert_int_equal(sim_log_open(&log, path, 1000), 0);
	for (i = 0; i < 100; i++)
		sim_log_line(&log, "0123456789");
	sim_log_close(&log);
	/* 1000 bytes hold 38 lines of 26 */
	assert_int_equal(lines_of(path, last, sizeof(last)), 39);
	assert_string_equal(last, "62 more lines were left out: the log is limited to 1000 bytes\n");
	unlink(path);
}

static void without_a_file_nothing_is_logged(void **state)
{
	struct sim_log log = {0};

	(void)state;
	sim_log_line(&log, "lost");
	sim_log_close(&log);
	assert_int_equal(sim_log_open(&log, "/nowhere/log", 1000), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_become_options),
		cmocka_unit_test(a_function_names_its_card_instead_of_a_type),
		cmocka_unit_test_setup_teardown(capabilities_of_a_real_card_lie_over_the_type, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(wrong_capabilities_are_refused, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(the_words_of_a_card_load_them, make_folder, remove_folder),
		cmocka_unit_test(wrong_words_are_refused),
		cmocka_unit_test(the_log_stops_at_its_limit),
		cmocka_unit_test(without_a_file_nothing_is_logged),
	};

	return cmocka_run_group_tests_name("ece-sim", tests, NULL, NULL);
}
