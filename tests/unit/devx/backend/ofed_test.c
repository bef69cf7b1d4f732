// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The vendor driver's files: signed decimal numbers, empty ones, and why the door is shut. */
#include "tests/unit/devx/double/double.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/backend.h"

#define RATE      "roce_rp/rpg_ai_rate"
#define FILE_NAME "eth0/ecn/" RATE
/* clang-format off */
#define LOOK(err) {.kind = CALL_LIST, .root = ECE_OS_NET, .name = "eth0/ecn", .text = "roce_np roce_rp", .ret = (err)}
/* clang-format on */

static struct ece_result with_file(struct ece_doors *doors, const struct call *call, uint32_t *value, bool write)
{
	const struct call calls[] = {LOOK(0), *call};
	struct ece_result result;
	struct double_os d;

	double_start(&d, calls, call->name ? 2 : 1);
	*doors = (struct ece_doors){.os = &d.os, .netdev = "eth0"};
	assert_int_equal(ece_backend_open(&ece_backend_ofed, doors), 0);
	if (write)
		result = ece_backend_ofed.write_value(doors, RATE, *value);
	else
		result = ece_backend_ofed.read_value(doors, RATE, value);
	ece_doors_close(doors);
	double_end(&d);
	assert_int_equal(result.backend, ECE_BACKEND_OFED);
	return result;
}

static struct ece_result read_text(const char *text, int ret, uint32_t *value)
{
	const struct call call = {.kind = CALL_READ, .root = ECE_OS_NET, .name = FILE_NAME, .text = text, .ret = ret};
	struct ece_doors doors;

	return with_file(&doors, &call, value, false);
}

static void numbers_are_signed_and_decimal(void **state)
{
	static const struct {
		const char *text;
		uint32_t value;
	} good[] = {{"5\n", 5},
		    {"0\n", 0},
		    {"2147483647\n", 0x7fffffff},
		    {"-1\n", 0xffffffff},
		    {"-2147483648\n", 1U << 31}};
	static const char *const bad[] = {"\n",   "0x5\n",        "5 6\n",         "-\n",
					  " 5\n", "2147483648\n", "-2147483649\n", "five"};
	uint32_t value;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(read_text(good[i].text, 0, &value).err, 0);
		assert_int_equal(value, good[i].value);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(read_text(bad[i], 0, &value).err, -EPROTO);
}

static void an_empty_file_is_a_refusal(void **state)
{
	struct ece_result result;
	uint32_t value = 77;
	char text[160];

	(void)state;
	result = read_text("", 0, &value);
	assert_int_equal(result.err, -ENODATA);
	assert_int_equal(value, 77);
	assert_string_equal(
		ece_result_text(&result, text, sizeof(text)),
		"ofed: the file is empty: the firmware did not tell (the kernel log may have the syndrome)");
	result = read_text(NULL, -ENOENT, &value);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	result = read_text(NULL, -EIO, &value);
	assert_int_equal(result.reached, ECE_REACHED_UNKNOWN);
}

static void a_value_is_written_in_one_piece(void **state)
{
	const struct call ok = {.kind = CALL_WRITE, .root = ECE_OS_NET, .name = FILE_NAME, .data = "2147483647"};
	const struct call refused = {
		.kind = CALL_WRITE, .root = ECE_OS_NET, .name = FILE_NAME, .data = "20", .ret = -EINVAL};
	const struct call denied = {
		.kind = CALL_WRITE, .root = ECE_OS_NET, .name = FILE_NAME, .data = "20", .ret = -EACCES};
	const struct call none = {.name = NULL};
	struct ece_doors doors;
	uint32_t value = 0x7fffffff;
	struct ece_result result;

	(void)state;
	assert_int_equal(with_file(&doors, &ok, &value, true).err, 0);
	value = 20;
	result = with_file(&doors, &refused, &value, true);
	assert_int_equal(result.err, -EINVAL);
	assert_int_equal(result.reached, ECE_REACHED_UNKNOWN);
	assert_int_equal(with_file(&doors, &denied, &value, true).reached, ECE_REACHED_NO);
	value = 0x80000000;
	result = with_file(&doors, &none, &value, true);
	assert_int_equal(result.err, -ERANGE);
	assert_int_equal(result.reached, ECE_REACHED_NO);
}

static void check_shut(const char *netdev, const struct call *calls, size_t count, int err, const char *why)
{
	struct ece_doors doors = {0};
	struct double_os d;

	double_start(&d, calls, count);
	doors.os = &d.os;
	snprintf(doors.netdev, sizeof(doors.netdev), "%s", netdev);
	assert_int_equal(ece_backend_open(&ece_backend_ofed, &doors), err);
	assert_string_equal(doors.door[ECE_BACKEND_OFED].why, why);
	double_end(&d);
}

static void a_door_that_is_shut_says_why(void **state)
{
	static const struct call upstream[] = {LOOK(-ENOENT)};
	static const struct call broken[] = {LOOK(-EIO)};

	(void)state;
	check_shut("", NULL, 0, -ENODEV, "no ecn directory");
	check_shut("eth0", upstream, 1, -ENOENT, "no ecn directory (vendor driver only)");
	check_shut("eth0", broken, 1, -EIO, "cannot look into eth0/ecn: Input/output error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_signed_and_decimal),
		cmocka_unit_test(an_empty_file_is_a_refusal),
		cmocka_unit_test(a_value_is_written_in_one_piece),
		cmocka_unit_test(a_door_that_is_shut_says_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
