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
		cmocka_unit_test(wrong_words_are_refused),
		cmocka_unit_test(the_log_stops_at_its_limit),
		cmocka_unit_test(without_a_file_nothing_is_logged),
	};

	return cmocka_run_group_tests_name("ece-sim", tests, NULL, NULL);
}
