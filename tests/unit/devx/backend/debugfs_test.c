// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* debugfs cc_params: numbers as kernels print them, one write a value, and why a door is shut. */
#include "tests/unit/devx/double/double.h"

#include <errno.h>
#include <string.h>

#include "devx/backend/backend.h"

#define PCI       "0000:01:00.0"
#define DIRECTORY PCI "/cc_params"
#define FILE_NAME DIRECTORY "/rp_ai_rate"

/* clang-format off */
#define LOCKDOWN(modes) {.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .text = (modes)}
#define LOOK(path, entries, err) \
	{.kind = CALL_LIST, .root = ECE_OS_DEBUGFS_MLX5, .name = (path), .text = (entries), .ret = (err)}
/* clang-format on */
#define OPEN LOCKDOWN("[none] integrity confidentiality\n"), LOOK(DIRECTORY, "rp_ai_rate np_cnp_dscp", 0)

static struct ece_result read_text(const char *text, int ret, uint32_t *value)
{
	const struct call calls[] = {
		OPEN,
		{.kind = CALL_READ, .root = ECE_OS_DEBUGFS_MLX5, .name = FILE_NAME, .text = text, .ret = ret},
	};
	struct ece_doors doors = {.pci = PCI};
	struct ece_result result;
	struct double_os d;

	DOUBLE_START(&d, calls);
	doors.os = &d.os;
	assert_int_equal(ece_backend_open(&ece_backend_debugfs, &doors), 0);
	result = ece_backend_debugfs.read_value(&doors, "rp_ai_rate", value);
	ece_doors_close(&doors);
	double_end(&d);
	return result;
}

static void numbers_are_read_as_kernels_print_them(void **state)
{
	static const struct {
		const char *text;
		uint32_t value;
	} good[] = {
		{"5\n", 5},
		{"0\n", 0},
		{"4294967295\n", 4294967295U},
		/* older kernels: signed, and cut to ten characters */
		{"2147483647", 2147483647U},
		{"-1\n", 4294967295U},
		{"-12345678\n", 4282621618U},
	};
	uint32_t value;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct ece_result result = read_text(good[i].text, 0, &value);

		assert_int_equal(result.err, 0);
		assert_int_equal(result.reached, ECE_REACHED_YES);
		assert_int_equal(value, good[i].value);
	}
}

static void a_number_that_may_be_cut_is_not_believed(void **state)
{
	uint32_t value = 1;

	(void)state;
	/* -214748364 or -2147483648 without its last digit */
	assert_int_equal(read_text("-214748364", 0, &value).err, -EOVERFLOW);
	assert_int_equal(value, 1);
}

static void other_text_is_not_a_number(void **state)
{
	static const char *const bad[] = {"",     "\n",   "five\n", "5 \n",         "5\n5\n",
					  " 5\n", "+5\n", "0x5\n",  "4294967296\n", "-2147483649\n"};
	uint32_t value = 1;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(read_text(bad[i], 0, &value).err, -EPROTO);
	assert_int_equal(value, 1);
}

static void errnos_say_who_spoke(void **state)
{
	uint32_t value;

	(void)state;
	assert_int_equal(read_text(NULL, -ENOENT, &value).reached, ECE_REACHED_NO);
	assert_int_equal(read_text(NULL, -EPERM, &value).reached, ECE_REACHED_NO);
	assert_int_equal(read_text(NULL, -EINVAL, &value).reached, ECE_REACHED_UNKNOWN);
	assert_int_equal(read_text(NULL, -EIO, &value).reached, ECE_REACHED_UNKNOWN);
	assert_false(read_text(NULL, -EINVAL, &value).has_status);
}

static struct ece_result write_number(uint32_t value, const char *data, int ret)
{
	const struct call calls[] = {
		OPEN,
		{.kind = CALL_WRITE, .root = ECE_OS_DEBUGFS_MLX5, .name = FILE_NAME, .data = data, .ret = ret},
	};
	struct ece_doors doors = {.pci = PCI};
	struct ece_result result;
	struct double_os d;

	DOUBLE_START(&d, calls);
	doors.os = &d.os;
	assert_int_equal(ece_backend_open(&ece_backend_debugfs, &doors), 0);
	result = ece_backend_debugfs.write_value(&doors, "rp_ai_rate", value);
	ece_doors_close(&doors);
	double_end(&d);
	return result;
}

static void a_value_is_one_write(void **state)
{
	(void)state;
	assert_int_equal(write_number(20, "20", 0).err, 0);
	assert_int_equal(write_number(0, "0", 0).err, 0);
	assert_int_equal(write_number(4294967295U, "4294967295", 0).err, 0);
	assert_int_equal(write_number(20, "20", -EINVAL).reached, ECE_REACHED_UNKNOWN);
	assert_int_equal(write_number(20, "20", -EACCES).reached, ECE_REACHED_NO);
}

static void check_shut(const struct call *calls, size_t count, int err, const char *why)
{
	struct ece_doors doors = {.pci = PCI};
	struct double_os d;

	double_start(&d, calls, count);
	doors.os = &d.os;
	assert_int_equal(ece_backend_open(&ece_backend_debugfs, &doors), err);
	assert_string_equal(doors.door[ECE_BACKEND_DEBUGFS].why, why);
	ece_doors_close(&doors);
	double_end(&d);
}

static void lockdown_shuts_the_door(void **state)
{
	static const struct call integrity[] = {LOCKDOWN("none [integrity] confidentiality\n")};
	static const struct call confidentiality[] = {LOCKDOWN("none integrity [confidentiality]\n")};

	(void)state;
	check_shut(integrity, 1, -EPERM, "kernel lockdown shuts debugfs");
	check_shut(confidentiality, 1, -EPERM, "kernel lockdown shuts debugfs");
}

static void a_missing_directory_says_which(void **state)
{
	static const struct call not_mounted[] = {
		LOCKDOWN("[none]\n"),
		LOOK(DIRECTORY, NULL, -ENOENT),
		LOOK("", NULL, -ENOENT),
	};
	static const struct call no_driver[] = {
		LOCKDOWN("[none]\n"),
		LOOK(DIRECTORY, NULL, -ENOENT),
		LOOK("", "0000:02:00.0", 0),
		LOOK(PCI, NULL, -ENOENT),
	};
	static const struct call no_cc[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT},
		LOOK(DIRECTORY, NULL, -ENOENT),
		LOOK("", PCI, 0),
		LOOK(PCI, "commands", 0),
	};
	static const struct call not_root[] = {LOCKDOWN("[none]\n"), LOOK(DIRECTORY, NULL, -EACCES)};

	(void)state;
	check_shut(not_mounted, 3, -ENOENT, "no mlx5 directory in debugfs: mount debugfs, load mlx5_core");
	check_shut(no_driver, 4, -ENOENT, "no debugfs directory for 0000:01:00.0: the mlx5 driver does not drive it");
	check_shut(
		no_cc, 4, -ENOENT,
		"no cc_params in debugfs: mlx5_ib is not loaded, or this function may not modify congestion control");
	check_shut(not_root, 2, -EACCES, "debugfs: permission denied, root is needed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_read_as_kernels_print_them),
		cmocka_unit_test(a_number_that_may_be_cut_is_not_believed),
		cmocka_unit_test(other_text_is_not_a_number),
		cmocka_unit_test(errnos_say_who_spoke),
		cmocka_unit_test(a_value_is_one_write),
		cmocka_unit_test(lockdown_shuts_the_door),
		cmocka_unit_test(a_missing_directory_says_which),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
