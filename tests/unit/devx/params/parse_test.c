// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Text, bool, integer and real to raw and back. */
#include "devx/params/param.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Rows of this test's own: the table will change, the grammar will not. */
static const struct ece_param rate = {.name = "a.rate", .kind = ECE_PARAM_RATE, .unit = "Mb/s", .max = 131071};
static const struct ece_param period = {
	.name = "a.time", .kind = ECE_PARAM_TIME, .unit = "us", .min = 1, .max = UINT32_MAX};
static const struct ece_param flag = {.name = "a.flag", .kind = ECE_PARAM_BOOL, .unit = "", .max = 1};
static const struct ece_param number = {.name = "a.count", .kind = ECE_PARAM_COUNT_OF, .unit = "", .max = 63};
static const struct ece_param alpha = {.name = "a.alpha", .kind = ECE_PARAM_FRACTION, .unit = "", .fraction_bits = 16};
static const struct ece_param delay = {.name = "a.delay", .kind = ECE_PARAM_TIME, .unit = "ns"};
static const struct ece_param speed = {.name = "a.speed", .kind = ECE_PARAM_RATE, .unit = "Gb/s"};
static const struct ece_param share = {.name = "a.share", .kind = ECE_PARAM_COUNT_OF, .unit = "%", .max = 100};
static const struct ece_param_word sizes[] = {{"4 KB", 0}, {"1.5 KB", 7}, {NULL, 0}};
static const struct ece_param size = {.name = "a.size", .kind = ECE_PARAM_WORD, .unit = "", .max = 7, .words = sizes};
static const struct ece_param_word from_packet[] = {{"from_packet", 8}, {NULL, 0}};
static const struct ece_param prio = {
	.name = "a.prio", .kind = ECE_PARAM_COUNT_OF, .unit = "", .max = 7, .words = from_packet};
static const struct ece_param_word none_all[] = {{"none", 0}, {"all", 255}, {NULL, 0}};
static const struct ece_param set = {
	.name = "a.set", .kind = ECE_PARAM_PRIORITIES, .unit = "", .max = 255, .words = none_all};

static const struct ece_param_word none_all_options[] = {{"none", 0}, {"all", 0x0fffffff}, {NULL, 0}};
static const struct ece_param options = {
	.name = "a.options", .kind = ECE_PARAM_OPTIONS, .unit = "", .max = 0x0fffffff, .words = none_all_options};

#define UNTOUCHED 0xdeadbeef

struct accepted {
	const struct ece_param *param;
	const char *text;
	uint64_t raw;
};

struct refused {
	const struct ece_param *param;
	const char *text;
	enum ece_error_kind kind;
};

static const struct accepted accepted[] = {
	{&rate, "20", 20},
	{&rate, "20 Mb/s", 20},
	{&rate, "20Mb/s", 20},
	{&rate, "1 Gb/s", 1000},
	{&rate, "0.5 Gb/s", 500},
	{&rate, "1.25 Gb/s", 1250},
	{&rate, "5000 kb/s", 5},
	{&rate, "0.1 Tb/s", 100000},
	{&rate, "20.0 Mb/s", 20},
	{&rate, "0", 0},
	{&rate, "131071", 131071},
	{&period, "300 us", 300},
	{&period, "1 ms", 1000},
	{&period, "0.3 ms", 300},
	{&period, "2 s", 2000000},
	{&period, "4000 ns", 4},
	{&flag, "true", 1},
	{&flag, "false", 0},
	{&flag, "1", 1},
	{&flag, "0", 0},
	{&number, "63", 63},
	/* 0.1 * 65536 = 6553.6; 0.970 and 1.060 as NVIDIA's Spectrum-X profiles write them */
	{&alpha, "0.1", 6554},
	{&alpha, "0.970", 63570},
	{&alpha, "1.060", 69468},
	{&alpha, "1.0", 65536},
	{&alpha, "0.0", 0},
	{&alpha, "17", 17},
	{&alpha, "6553", 6553},
	{&alpha, "0.1 (6553)", 6553},
	{&delay, "13000", 13000},
	{&delay, "13 us", 13000},
	{&delay, "0.25 ms", 250000},
	{&delay, "4 s", 4000000000},
	{&speed, "400", 400},
	{&speed, "400 Gb/s", 400},
	{&speed, "0.8 Tb/s", 800},
	{&speed, "25000 Mb/s", 25},
	{&share, "50 %", 50},
	{&share, "50", 50},
	{&size, "1.5 KB", 7},
	{&size, "4 KB", 0},
	{&size, "7", 7},
	{&prio, "from_packet", 8},
	{&prio, "7", 7},
	{&options, "none", 0},
	{&options, "all", 0x0fffffff},
	{&options, "selective_repeat", 1},
	{&options, "programmable_cc, selective_repeat", 3},
	{&options, "selective_repeat,0x4", 5},
	{&options, "3", 3},
	{&set, "none", 0},
	{&set, "all", 255},
	{&set, "3", 0x08},
	{&set, "0", 0x01},
	{&set, "7,0", 0x81},
	{&set, "3, 4", 0x18},
	{&set, "3,3", 0x08},
	{&set, "0,1,2,3,4,5,6,7", 255},
};

static const struct refused refused[] = {
	{&rate, "", ECE_ERROR_TYPE},
	{&rate, " 20", ECE_ERROR_TYPE},
	{&rate, "20 ", ECE_ERROR_TYPE},
	{&rate, "20  Mb/s", ECE_ERROR_TYPE},
	{&rate, "20 mb/s", ECE_ERROR_TYPE},
	{&rate, "20 MB/s", ECE_ERROR_TYPE},
	{&rate, "20 Mbps", ECE_ERROR_TYPE},
	{&rate, "20 us", ECE_ERROR_TYPE},
	{&rate, "20 Mb/s.", ECE_ERROR_TYPE},
	{&rate, "+20", ECE_ERROR_TYPE},
	{&rate, "020", ECE_ERROR_TYPE},
	{&rate, "0x14", ECE_ERROR_TYPE},
	{&rate, "2e1", ECE_ERROR_TYPE},
	{&rate, "20.", ECE_ERROR_TYPE},
	{&rate, ".5 Gb/s", ECE_ERROR_TYPE},
	{&rate, "1.5", ECE_ERROR_TYPE},
	{&rate, "500 kb/s", ECE_ERROR_TYPE},
	{&rate, "0.0001 Gb/s", ECE_ERROR_TYPE},
	{&rate, "true", ECE_ERROR_TYPE},
	{&rate, "-20", ECE_ERROR_RANGE},
	{&rate, "131072", ECE_ERROR_RANGE},
	{&rate, "132 Gb/s", ECE_ERROR_RANGE},
	{&rate, "999999999999 Tb/s", ECE_ERROR_RANGE},
	{&rate, "1000000000000", ECE_ERROR_TYPE},
	{&period, "0", ECE_ERROR_RANGE},
	{&period, "20 Mb/s", ECE_ERROR_TYPE},
	{&flag, "yes", ECE_ERROR_TYPE},
	{&flag, "True", ECE_ERROR_TYPE},
	{&flag, "2", ECE_ERROR_RANGE},
	{&number, "64", ECE_ERROR_RANGE},
	{&number, "6 Mb/s", ECE_ERROR_TYPE},
	{&alpha, "10 %", ECE_ERROR_TYPE},
	{&alpha, "0.1 6553", ECE_ERROR_TYPE},
	{&alpha, "0.1 (6553", ECE_ERROR_TYPE},
	{&alpha, "0.1 (6560)", ECE_ERROR_TYPE},
	{&alpha, "0.1 (-1)", ECE_ERROR_TYPE},
	{&alpha, "-0.1", ECE_ERROR_RANGE},
	{&alpha, "65536.0", ECE_ERROR_RANGE},
	{&alpha, "4294967296", ECE_ERROR_RANGE},
	{&delay, "0.5 ns", ECE_ERROR_TYPE},
	{&delay, "5 s", ECE_ERROR_RANGE},
	{&delay, "999999999999 s", ECE_ERROR_RANGE},
	{&speed, "1 Mb/s", ECE_ERROR_TYPE},
	{&share, "101 %", ECE_ERROR_RANGE},
	{&share, "50 us", ECE_ERROR_TYPE},
	{&size, "3", ECE_ERROR_RANGE},
	{&size, "8 KB", ECE_ERROR_TYPE},
	{&size, "1.5KB", ECE_ERROR_TYPE},
	/* the raw value of a word is no number that people may write */
	{&prio, "8", ECE_ERROR_RANGE},
	{&prio, "from packet", ECE_ERROR_TYPE},
	{&options, "", ECE_ERROR_SYNTAX},
	{&options, "selective_repeet", ECE_ERROR_UNKNOWN_NAME},
	{&options, "selective_repeat,0x1", ECE_ERROR_DUPLICATE},
	{&options, "0x10000000", ECE_ERROR_RANGE},
	{&options, "all,0x4", ECE_ERROR_SYNTAX},
	{&set, "8", ECE_ERROR_TYPE},
	{&set, "3,8", ECE_ERROR_TYPE},
	{&set, "3,", ECE_ERROR_TYPE},
	{&set, ",3", ECE_ERROR_TYPE},
	{&set, "", ECE_ERROR_TYPE},
	{&set, "3 4", ECE_ERROR_TYPE},
	{&set, "3,  4", ECE_ERROR_TYPE},
	{&set, "3 ,4", ECE_ERROR_TYPE},
	{&set, "0-7", ECE_ERROR_TYPE},
	{&set, "255", ECE_ERROR_TYPE},
	{&set, "true", ECE_ERROR_TYPE},
};

static void good_text_is_taken(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(accepted) / sizeof(accepted[0]); i++) {
		struct ece_error e = {0};
		uint64_t raw = UNTOUCHED;

		if (ece_param_parse(accepted[i].param, accepted[i].text, &raw, &e))
			fail_msg("\"%s\": %s", accepted[i].text, e.text);
		if (raw != accepted[i].raw)
			fail_msg("\"%s\" is %lu", accepted[i].text, (unsigned long)raw);
	}
}

static void bad_text_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct ece_error e = {0};
		uint64_t raw = UNTOUCHED;

		if (ece_param_parse(refused[i].param, refused[i].text, &raw, &e) != -EINVAL)
			fail_msg("\"%s\" was taken as %lu", refused[i].text, (unsigned long)raw);
		if (e.kind != refused[i].kind)
			fail_msg("\"%s\" is refused as %s: %s", refused[i].text, ece_error_kind_name(e.kind), e.text);
		assert_int_equal(raw, UNTOUCHED);
		assert_non_null(strstr(e.text, refused[i].param->name));
	}
}

static void messages_name_the_value_and_what_fits(void **state)
{
	struct ece_error e;
	uint64_t raw;

	(void)state;
	ece_param_parse(&rate, "20 MB/s", &raw, &e);
	assert_string_equal(e.text,
			    "a.rate takes a whole number of Mb/s, or a number with one of kb/s, Mb/s, Gb/s, Tb/s, "
			    "not \"20 MB/s\"");
	ece_param_parse(&rate, "200 Gb/s", &raw, &e);
	assert_string_equal(e.text, "a.rate takes 0 to 131071 Mb/s, not 200 Gb/s");
	ece_param_parse(&flag, "yes", &raw, &e);
	assert_string_equal(e.text, "a.flag takes true or false, not \"yes\"");
	ece_param_parse(&size, "8 KB", &raw, &e);
	assert_string_equal(e.text, "a.size takes one of 4 KB, 1.5 KB, not \"8 KB\"");
	ece_param_parse(&prio, "8", &raw, &e);
	assert_string_equal(e.text, "a.prio takes 0 to 7, or from_packet, not 8");
	ece_param_parse(&prio, "high", &raw, &e);
	assert_string_equal(e.text, "a.prio takes a whole number, or from_packet, not \"high\"");
	ece_param_from_integer(&set, 3, &raw, &e);
	assert_string_equal(e.text, "a.set takes priorities as a text such as \"3\" or \"3,4\", or none, all, not 3");
}

static void values_that_are_not_text(void **state)
{
	struct ece_error e;
	uint64_t raw = UNTOUCHED;

	(void)state;
	assert_int_equal(ece_param_from_bool(&flag, true, &raw, &e), 0);
	assert_int_equal(raw, 1);
	assert_int_equal(ece_param_from_bool(&rate, true, &raw, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_TYPE);
	assert_int_equal(ece_param_from_integer(&rate, 20, &raw, &e), 0);
	assert_int_equal(raw, 20);
	assert_int_equal(ece_param_from_integer(&rate, -1, &raw, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_RANGE);
	assert_int_equal(ece_param_from_integer(&rate, INT64_MAX, &raw, &e), -EINVAL);
	assert_int_equal(ece_param_from_real(&rate, 20.0, &raw, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_TYPE);
	assert_int_equal(raw, 20);
	/* 3 may be meant as priority 3, and the bits say 0 and 1. */
	for (int64_t v = -1; v <= 256; v++)
		assert_int_equal(ece_param_from_integer(&set, v, &raw, &e), -EINVAL);
	assert_int_equal(ece_param_from_bool(&set, true, &raw, &e), -EINVAL);
	assert_int_equal(ece_param_from_real(&set, 3.0, &raw, &e), -EINVAL);
	assert_int_equal(raw, 20);
}

/* What a journal or another process may ask for is more than what people may write. */
static void a_raw_value_may_be_a_word(void **state)
{
	struct ece_error e;
	uint64_t raw;

	(void)state;
	assert_int_equal(ece_param_check_raw(&prio, 8, &e), 0);
	assert_int_equal(ece_param_check_raw(&prio, 7, &e), 0);
	assert_int_equal(ece_param_check_raw(&prio, 9, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_RANGE);
	assert_int_equal(ece_param_from_integer(&prio, 8, &raw, &e), -EINVAL);
	assert_int_equal(ece_param_check_raw(&alpha, 1, &e), 0);
	assert_int_equal(ece_param_check_raw(&size, 7, &e), 0);
	/* reserved, but a card may have it */
	assert_int_equal(ece_param_check_raw(&size, 3, &e), 0);
	assert_int_equal(ece_param_check_raw(&size, 8, &e), -EINVAL);
	assert_int_equal(ece_param_check_raw(&rate, UINT64_MAX, &e), -EINVAL);
	assert_int_equal(ece_param_check_raw(&set, 0x18, &e), 0);
	assert_int_equal(ece_param_check_raw(&set, 256, &e), -EINVAL);
}

static void reals_are_fractions(void **state)
{
	static const double bad[] = {-0.1, 65536.0, 1e300, INFINITY, -INFINITY, NAN};
	struct ece_error e;
	uint64_t raw;

	(void)state;
	assert_int_equal(ece_param_from_real(&alpha, 0.1, &raw, &e), 0);
	assert_int_equal(raw, 6554);
	assert_int_equal(ece_param_from_real(&alpha, 1.0, &raw, &e), 0);
	assert_int_equal(raw, 65536);
	assert_int_equal(ece_param_from_integer(&alpha, 6553, &raw, &e), 0);
	assert_int_equal(raw, 6553);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(ece_param_from_real(&alpha, bad[i], &raw, &e), -EINVAL);
		assert_int_equal(e.kind, ECE_ERROR_RANGE);
	}
}

/* Who reads JSON and prints it again may make 1 of 1.0: 65536 times less. */
static void a_small_whole_number_is_no_fraction(void **state)
{
	struct ece_error e;
	uint64_t raw;

	(void)state;
	assert_int_equal(ece_param_from_integer(&alpha, 0, &raw, &e), 0);
	assert_int_equal(raw, 0);
	for (int i = 1; i <= 16; i++)
		assert_int_equal(ece_param_from_integer(&alpha, i, &raw, &e), -EINVAL);
	assert_int_equal(ece_param_from_integer(&alpha, 17, &raw, &e), 0);
	assert_int_equal(raw, 17);
	assert_int_equal(ece_param_parse(&alpha, "1", &raw, &e), -EINVAL);
	assert_non_null(strstr(e.text, "write 1.0, or \"0.00002 (1)\""));
	assert_int_equal(ece_param_parse(&alpha, "0.00002 (1)", &raw, &e), 0);
	assert_int_equal(raw, 1);
	assert_int_equal(ece_param_parse(&alpha, "1.0", &raw, &e), 0);
	assert_int_equal(raw, 65536);
}

static void values_print_as_people_write_them(void **state)
{
	char buf[64];

	(void)state;
	assert_string_equal(ece_param_format(&rate, 20, buf, sizeof(buf)), "20 Mb/s");
	assert_string_equal(ece_param_format(&period, 300, buf, sizeof(buf)), "300 us");
	assert_string_equal(ece_param_format(&flag, 1, buf, sizeof(buf)), "true");
	assert_string_equal(ece_param_format(&flag, 0, buf, sizeof(buf)), "false");
	assert_string_equal(ece_param_format(&number, 7, buf, sizeof(buf)), "7");
	assert_string_equal(ece_param_format(&alpha, 6553, buf, sizeof(buf)), "0.1 (6553)");
	assert_string_equal(ece_param_format(&alpha, 63570, buf, sizeof(buf)), "0.97 (63570)");
	assert_string_equal(ece_param_format(&alpha, 65536, buf, sizeof(buf)), "1.0 (65536)");
	assert_string_equal(ece_param_format(&alpha, 0, buf, sizeof(buf)), "0.0 (0)");
	assert_string_equal(ece_param_format(&delay, 13000, buf, sizeof(buf)), "13000 ns");
	assert_string_equal(ece_param_format(&share, 50, buf, sizeof(buf)), "50 %");
	assert_string_equal(ece_param_format(&size, 7, buf, sizeof(buf)), "1.5 KB");
	assert_string_equal(ece_param_format(&size, 3, buf, sizeof(buf)), "3");
	assert_string_equal(ece_param_format(&prio, 8, buf, sizeof(buf)), "from_packet");
	assert_string_equal(ece_param_format(&prio, 6, buf, sizeof(buf)), "6");
	assert_string_equal(ece_param_format(&set, 0x18, buf, sizeof(buf)), "3,4");
	assert_string_equal(ece_param_format(&set, 0xfe, buf, sizeof(buf)), "1,2,3,4,5,6,7");
	assert_string_equal(ece_param_format(&set, 255, buf, sizeof(buf)), "all");
	assert_string_equal(ece_param_format(&set, 0, buf, sizeof(buf)), "none");
	assert_string_equal(ece_param_format(&set, 0xfe, buf, 4), "1,2");
}

static void every_printed_value_is_taken_back(void **state)
{
	static const struct ece_param fxp24 = {
		.name = "a.fxp24", .kind = ECE_PARAM_FRACTION, .unit = "", .fraction_bits = 24};
	static const struct ece_param *const params[] = {&rate,  &period, &flag,  &number, &alpha, &fxp24,
							 &delay, &speed,  &share, &prio,   &set};

	(void)state;
	for (size_t i = 0; i < sizeof(params) / sizeof(params[0]); i++) {
		uint64_t max = params[i]->max ? params[i]->max : UINT32_MAX;

		for (uint64_t n = 0; n < 20000; n++) {
			uint64_t raw = params[i]->min + (n < 10000 ? n : n * 2654435761U) % (max - params[i]->min + 1);
			struct ece_error e;
			uint64_t back;
			char buf[64];

			ece_param_format(params[i], raw, buf, sizeof(buf));
			if (ece_param_parse(params[i], buf, &back, &e))
				fail_msg("%s", e.text);
			if (back != raw)
				fail_msg("%lu prints as %s, which is %lu", (unsigned long)raw, buf,
					 (unsigned long)back);
		}
	}
}

static void a_short_buffer_is_terminated(void **state)
{
	char buf[4];

	(void)state;
	assert_string_equal(ece_param_format(&rate, 131071, buf, sizeof(buf)), "131");
}

static void fractions_match_within_a_step(void **state)
{
	(void)state;
	assert_true(ece_param_matches(&alpha, 6554, 6553));
	assert_true(ece_param_matches(&alpha, 6553, 6554));
	assert_false(ece_param_matches(&alpha, 6553, 6555));
	assert_true(ece_param_matches(&alpha, 0, 0));
	assert_false(ece_param_matches(&alpha, 0, 1));
	assert_false(ece_param_matches(&alpha, 1, 0));
	assert_false(ece_param_matches(&rate, 20, 21));
	assert_true(ece_param_matches(&rate, 20, 20));
}

static void names_by_inference_are_known(void **state)
{
	(void)state;
	assert_string_equal(ece_param_inferred(&options, 2), "programmable_cc");
	assert_string_equal(ece_param_inferred(&options, 7), "programmable_cc");
	assert_null(ece_param_inferred(&options, 5));
	/* No name is shown. */
	assert_null(ece_param_inferred(&options, 0xfffffff));
	assert_null(ece_param_inferred(&set, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_by_inference_are_known),
		cmocka_unit_test(good_text_is_taken),
		cmocka_unit_test(bad_text_is_refused),
		cmocka_unit_test(messages_name_the_value_and_what_fits),
		cmocka_unit_test(values_that_are_not_text),
		cmocka_unit_test(a_raw_value_may_be_a_word),
		cmocka_unit_test(reals_are_fractions),
		cmocka_unit_test(a_small_whole_number_is_no_fraction),
		cmocka_unit_test(values_print_as_people_write_them),
		cmocka_unit_test(every_printed_value_is_taken_back),
		cmocka_unit_test(a_short_buffer_is_terminated),
		cmocka_unit_test(fractions_match_within_a_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
