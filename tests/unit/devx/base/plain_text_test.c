// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/error.h"
#include "devx/base/plain_text.h"

static void check(const char *from, const char *to)
{
	char text[64];

	strcpy(text, from);
	assert_ptr_equal(plain_text(text), text);
	assert_string_equal(text, to);
}

static void what_is_text_stays(void **state)
{
	(void)state;
	check("", "");
	check("gpu017: dcqcn.rp.ai_rate", "gpu017: dcqcn.rp.ai_rate");
	check("M\xc3\xbcller \xe2\x82\xac \xf0\x9f\x9a\x80 \xd7\xa9",
	      "M\xc3\xbcller \xe2\x82\xac \xf0\x9f\x9a\x80 \xd7\xa9");
	check("\xc2\xa0\xef\xbf\xbd\xf4\x8f\xbf\xbf", "\xc2\xa0\xef\xbf\xbd\xf4\x8f\xbf\xbf");
}

/* ESC, BEL, CR, LF, TAB, DEL; CSI as one character, which a terminal takes like ESC [. */
static void control_characters_do_not(void **state)
{
	(void)state;
	check("\x1b[2J\x07\r\n\t\x7f", "?[2J?????");
	check("\xc2\x9b"
	      "31m\xc2\x80\xc2\x9f.",
	      "??31m????.");
}

/* U+202E, U+2066, U+200F, U+2028, U+FEFF, U+00AD, a tag. */
static void nor_what_is_not_seen(void **state)
{
	(void)state;
	check("a\xe2\x80\xae"
	      "b\xe2\x81\xa6\xe2\x80\x8f\xe2\x80\xa8",
	      "a???b?????????");
	check("\xef\xbb\xbf\xc2\xad\xf3\xa0\x81\xa1", "?????????");
}

/* Alone, cut, too long, of UTF-16, beyond Unicode. */
static void nor_what_is_no_utf_8(void **state)
{
	(void)state;
	check("\x9b\xff\xfe", "???");
	check("a\xe2\x82", "a??");
	check("\xc0\x9b\xe0\x82\x9b\xf0\x80\x82\x9b", "?????????");
	check("\xed\xa0\x80\xf4\x90\x80\x80\xf8", "????????");
	check("\xc3(", "?(");
}

static void an_error_is_plain(void **state)
{
	struct ece_error e;

	(void)state;
	ece_error_set(&e, -5, ECE_ERROR_IO, "%s said %s",
		      "h\xc2\x9b"
		      "1",
		      "\xe2\x80\xae");
	ece_error_place(&e, "%s", "card\x1b");
	assert_string_equal(e.text, "h??1 said ???");
	assert_string_equal(e.place, "card?");
}

/* A sentence that is too long ends in a whole character, or in what says that it was cut. */
static void a_cut_error_is_plain(void **state)
{
	char longest[ECE_ERROR_TEXT_MAX + 2];
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < sizeof(longest) - 1; i++)
		longest[i] = i % 2 ? (char)0xbc : (char)0xc3;
	longest[sizeof(longest) - 1] = '\0';
	ece_error_set(&e, -5, ECE_ERROR_IO, "%s", longest);
	assert_int_equal(strlen(e.text), ECE_ERROR_TEXT_MAX - 1);
	assert_int_equal(e.text[ECE_ERROR_TEXT_MAX - 2], '?');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_text_stays),   cmocka_unit_test(control_characters_do_not),
		cmocka_unit_test(nor_what_is_not_seen), cmocka_unit_test(nor_what_is_no_utf_8),
		cmocka_unit_test(an_error_is_plain),    cmocka_unit_test(a_cut_error_is_plain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
