// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "lib/base/nearest.h"

static void distances(void **state)
{
	(void)state;
	assert_int_equal(nearest_distance("kitten", "sitting"), 3);
	assert_int_equal(nearest_distance("", "abc"), 3);
	assert_int_equal(nearest_distance("abc", ""), 3);
	assert_int_equal(nearest_distance("hosts", "hosts"), 0);
	assert_int_equal(nearest_distance("hosts", "hsots"), 1);
	assert_int_equal(nearest_distance("profile", "profiel"), 1);
	assert_int_equal(nearest_distance("abcd", "badc"), 2);
	assert_int_equal(nearest_distance("ca", "abc"), 3);
}

static void long_words_are_near_nothing(void **state)
{
	char word[66];

	(void)state;
	memset(word, 'a', sizeof(word) - 1);
	word[65] = '\0';
	assert_int_equal(nearest_distance(word, "a"), SIZE_MAX);
	assert_int_equal(nearest_distance("a", word), SIZE_MAX);
	word[64] = '\0';
	assert_int_equal(nearest_distance(word, "a"), 63);
}

static const char *nearest_of(const char *word, const char *const *words)
{
	struct nearest n = nearest_start(word);

	for (; *words; words++)
		nearest_offer(&n, *words);
	return n.best;
}

static void the_nearest_wins(void **state)
{
	static const char *const keys[] = {"hosts", "nics", "profile", "id", NULL};

	(void)state;
	assert_string_equal(nearest_of("host", keys), "hosts");
	assert_string_equal(nearest_of("profiel", keys), "profile");
	assert_string_equal(nearest_of("nic", keys), "nics");
	assert_null(nearest_of("transport", keys));
	assert_null(nearest_of("zz", keys));
}

static void the_first_of_equals_stays(void **state)
{
	static const char *const keys[] = {"bat", "cat", NULL};

	(void)state;
	assert_string_equal(nearest_of("rat", keys), "bat");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distances),
		cmocka_unit_test(long_words_are_near_nothing),
		cmocka_unit_test(the_nearest_wins),
		cmocka_unit_test(the_first_of_equals_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
