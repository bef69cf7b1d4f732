// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What NCCL and UCX are told. UCX's numbers: 0x30000002 (openucx/ucx#11252) is 805306370, 0x30000003 is 805306371,
 * 0x30000001 is 805306369.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "lib/settings/settings.h"

#define ALL    0x0fffffffU
#define REPEAT 1U
#define CC     2U

static const struct settings_variable *variable(const char *name)
{
	const struct settings_variable *row = settings_variable_find(name, strlen(name));

	assert_non_null(row);
	return row;
}

static const struct {
	const char *name;
	struct settings_wish wish;
	const char *value; /* NULL: none fits */
	const char *why;   /* a part of it */
} fits[] = {
	{"NCCL_IB_ECE_ENABLE", {ALL, 0, false}, "1", "which is allowed"},
	{"NCCL_IB_ECE_ENABLE", {ALL, REPEAT, false}, "1", "which is allowed"},
	{"NCCL_IB_ECE_ENABLE", {REPEAT | CC, REPEAT, false}, "1", "which is allowed"},
	{"NCCL_IB_ECE_ENABLE", {0, 0, false}, "0", "no option is allowed"},
	{"NCCL_IB_ECE_ENABLE", {4, 0, false}, "0", "no option is allowed"},
	{"NCCL_IB_ECE_ENABLE", {REPEAT, 0, false}, "0", "programmable_cc is forbidden"},
	{"NCCL_IB_ECE_ENABLE",
	 {REPEAT, REPEAT, false},
	 NULL,
	 "selective_repeat is required, and programmable_cc is forbidden"},
	{"UCX_RC_ECE", {ALL, 0, false}, "auto", "all that the card has is allowed"},
	{"UCX_RC_ECE", {ALL, CC, false}, "805306371", "0x30000003"},
	{"UCX_RC_ECE", {CC, 0, false}, "805306370", "0x30000002, which is version 3 with programmable_cc"},
	{"UCX_RC_ECE", {REPEAT, REPEAT, false}, "805306369", "0x30000001"},
	{"UCX_RC_ECE", {0, 0, false}, "0", "no option is allowed"},
};

static void what_fits(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(fits) / sizeof(fits[0]); i++) {
		char value[SETTINGS_VALUE_MAX] = "", why[SETTINGS_WHY_MAX] = "";
		enum settings_fit fit = settings_fit(variable(fits[i].name), &fits[i].wish, value, why);

		assert_int_equal(fit, fits[i].value ? SETTINGS_FITS : SETTINGS_NONE_FITS);
		if (fits[i].value)
			assert_string_equal(value, fits[i].value);
		assert_non_null(strstr(why, fits[i].why));
	}
}

static const struct {
	const char *name, *value;
	struct settings_wish wish;
	const char *why; /* NULL: nothing is wrong */
} judged[] = {
	{"NCCL_IB_ECE_ENABLE", "0", {ALL, REPEAT, false}, "NCCL offers nothing, and selective_repeat is required"},
	{"NCCL_IB_ECE_ENABLE", "0x0", {ALL, REPEAT, false}, "NCCL offers nothing"},
	{"NCCL_IB_ECE_ENABLE", "0", {ALL, 0, false}, NULL},
	{"NCCL_IB_ECE_ENABLE", "1", {ALL, REPEAT, false}, NULL},
	{"NCCL_IB_ECE_ENABLE", "1", {REPEAT, 0, false}, "programmable_cc is forbidden"},
	/* no number: NCCL takes its default, which is 1 */
	{"NCCL_IB_ECE_ENABLE", "no", {ALL, REPEAT, false}, NULL},
	{"NCCL_IB_ECE_ENABLE", "", {ALL, REPEAT, false}, NULL},
	{"UCX_RC_ECE", "0", {ALL, REPEAT, false}, "UCX asks for nothing, and selective_repeat is required"},
	{"UCX_RC_ECE", "0", {ALL, 0, false}, NULL},
	{"UCX_RC_ECE", "auto", {ALL, REPEAT, false}, NULL},
	{"UCX_RC_ECE", "AUTO", {REPEAT, 0, false}, "programmable_cc is forbidden"},
	{"UCX_RC_ECE", "inf", {CC, 0, false}, "selective_repeat is forbidden"},
	{"UCX_RC_ECE", "805306371", {ALL, REPEAT | CC, false}, NULL},
	{"UCX_RC_ECE", "805306370", {ALL, REPEAT | CC, false}, "0x30000002, and selective_repeat is required"},
	{"UCX_RC_ECE", "805306371", {REPEAT, REPEAT, false}, "0x30000003, and programmable_cc is forbidden"},
	{"UCX_RC_ECE", "0x30000003", {ALL, REPEAT, false}, "decimal numbers only"},
	/* selective repeat is of version 2 (UCX pull request 6518) */
	{"UCX_RC_ECE", "268435457", {ALL, REPEAT, false}, "0x10000001, and selective_repeat is required"},
	{"UCX_RC_ECE", "536870913", {ALL, REPEAT, false}, NULL},
	{"UCX_DC_MLX5_ECE", "0", {ALL, CC, false}, "programmable_cc is required"},
};

static void what_contradicts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(judged) / sizeof(judged[0]); i++) {
		char why[SETTINGS_WHY_MAX] = "";
		bool wrong = settings_contradicts(variable(judged[i].name), judged[i].value, &judged[i].wish, why);

		assert_int_equal(wrong, judged[i].why != NULL);
		if (judged[i].why)
			assert_non_null(strstr(why, judged[i].why));
	}
}

/* What we say ourselves we do not complain of. */
static void what_fits_does_not_contradict(void **state)
{
	const struct settings_variable *row;

	(void)state;
	for (uint32_t bits = 0; bits < 16; bits++)
		for (size_t i = 0; (row = settings_variable_at(i)); i++) {
			struct settings_wish wish = {.allow = bits & 3, .require = bits >> 2 & bits & 3};
			char value[SETTINGS_VALUE_MAX], why[SETTINGS_WHY_MAX];

			if (settings_fit(row, &wish, value, why) == SETTINGS_FITS)
				assert_false(settings_contradicts(row, value, &wish, why));
		}
}

static void rows_are_whole(void **state)
{
	const struct settings_variable *row;
	const struct settings_note *note;

	(void)state;
	for (size_t i = 0; (row = settings_variable_at(i)); i++) {
		assert_true(row->defaults || (row->inherits && variable(row->inherits)->defaults));
		assert_ptr_equal(variable(row->name), row);
		assert_non_null(row->source);
	}
	for (size_t i = 0; (note = settings_note_at(i)); i++)
		assert_true(note->text && note->source);
	assert_null(settings_variable_find("UCX_IB_ECE", 10));
	assert_null(settings_variable_find("UCX_RC_EC", 9));
	assert_int_equal(settings_program_find("ucx"), SETTINGS_UCX);
	assert_int_equal(settings_program_find("mpi"), SETTINGS_PROGRAM_COUNT);
}

/* How many notes a reader gets; the one about forced repeat is for both programs. */
static unsigned int notes_for(enum settings_program program, const struct settings_wish *wish)
{
	const struct settings_note *note;
	unsigned int count = 0;

	for (size_t i = 0; (note = settings_note_at(i)); i++)
		count += settings_note_for(note, program, wish);
	return count;
}

static void notes_are_for_those_they_are_about(void **state)
{
	const struct settings_wish all = {ALL, 0, false}, none = {0, 0, false}, forced = {0, 0, true};

	(void)state;
	assert_int_equal(notes_for(SETTINGS_NCCL, &none), 1);
	assert_int_equal(notes_for(SETTINGS_NCCL, &forced), 2);
	assert_int_equal(notes_for(SETTINGS_NCCL, &all), 4);
	assert_int_equal(notes_for(SETTINGS_UCX, &none), 1);
	assert_int_equal(notes_for(SETTINGS_UCX, &all), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fits),
		cmocka_unit_test(what_contradicts),
		cmocka_unit_test(what_fits_does_not_contradict),
		cmocka_unit_test(rows_are_whole),
		cmocka_unit_test(notes_are_for_those_they_are_about),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
