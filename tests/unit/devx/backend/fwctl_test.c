// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fwctl: scopes, answers, and why a door is shut. */
#include "tests/unit/devx/double/double.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/request.h"

#define OPEN                                              \
	{.kind = CALL_FWCTL_OPEN, .name = "fwctl0"},      \
	{                                                 \
		.kind = CALL_FWCTL_INFO, .device_type = 1 \
	}

static void start(struct double_os *d, struct ece_doors *doors, const struct call *calls, size_t count)
{
	double_start(d, calls, count);
	*doors = (struct ece_doors){.os = &d->os, .fwctl = "fwctl0"};
	assert_int_equal(ece_backend_open(&ece_backend_fwctl, doors), 0);
}

static void end(struct double_os *d, struct ece_doors *doors)
{
	ece_doors_close(doors);
	double_end(d);
}

static void a_register_is_read_in_scope_1_and_written_in_scope_0(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{.kind = CALL_FWCTL,
		 .scope = 1,
		 .in_len = 0x50,
		 .out_len = 0x50,
		 .in = {{0x00, 0x08050000}, {0x04, 1}, {0x08, 0x402c}},
		 .out = {{0x10, 0x0000005f}, {0x14, 0x00000005}}},
		{.kind = CALL_FWCTL,
		 .scope = 0,
		 .in_len = 0x50,
		 .out_len = 0x50,
		 .in = {{0x00, 0x08050000}, {0x08, 0x402c}, {0x10, 0x0000005f}, {0x14, 0x00000005}}},
	};
	struct ece_doors doors;
	struct double_os d;
	uint8_t reg[0x40] = {0};

	(void)state;
	start(&d, &doors, calls, 4);
	assert_int_equal(ece_access_reg(&ece_backend_fwctl, &doors, PRM_ACCESS_REG_READ, 0x402c, reg, sizeof(reg)).err,
			 0);
	assert_int_equal(reg[3], 0x5f);
	assert_int_equal(reg[7], 0x05);
	assert_int_equal(ece_access_reg(&ece_backend_fwctl, &doors, PRM_ACCESS_REG_WRITE, 0x402c, reg, sizeof(reg)).err,
			 0);
	assert_int_equal(ece_access_reg(&ece_backend_fwctl, &doors, PRM_ACCESS_REG_READ, 0x402c, reg,
					PRM_ACCESS_REG_DATA_MAX + 1)
				 .err,
			 -EMSGSIZE);
	end(&d, &doors);
}

static void queries_have_their_scopes(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{.kind = CALL_FWCTL,
		 .scope = 0,
		 .in_len = 0x10,
		 .out_len = 0x1010,
		 .in = {{0x00, 0x01000000}, {0x04, 1}}},
		{.kind = CALL_FWCTL,
		 .scope = 1,
		 .in_len = 0x10,
		 .out_len = 0x110,
		 .in = {{0x00, 0x08240000}, {0x08, 2}}},
	};
	uint8_t block[PRM_CONG_BLOCK];
	struct ece_doors doors;
	struct double_os d;

	(void)state;
	start(&d, &doors, calls, 4);
	assert_int_equal(ece_query_hca_cap(&ece_backend_fwctl, &doors, PRM_CAP_GENERAL, block, sizeof(block)).err, 0);
	assert_int_equal(ece_query_cong_params(&ece_backend_fwctl, &doors, PRM_CONG_ROCE_NP, block).err, 0);
	end(&d, &doors);
}

static struct ece_result read_with(int ret, uint32_t status)
{
	const struct call calls[] = {
		OPEN,
		{.kind = CALL_FWCTL,
		 .scope = 1,
		 .in_len = 0x50,
		 .out_len = 0x50,
		 .in = {{0x00, 0x08050000}, {0x04, 1}, {0x08, 0x506e}},
		 .ret = ret,
		 .out = {{0x00, status}, {0x04, 0x77}}},
	};
	struct ece_result result;
	struct ece_doors doors;
	struct double_os d;
	uint8_t reg[0x40] = {0};

	start(&d, &doors, calls, 3);
	result = ece_access_reg(&ece_backend_fwctl, &doors, PRM_ACCESS_REG_READ, 0x506e, reg, sizeof(reg));
	end(&d, &doors);
	return result;
}

static void a_refusal_of_the_firmware_is_a_delivered_call(void **state)
{
	struct ece_result result = read_with(0, 0x06000000);

	(void)state;
	assert_int_equal(result.err, -EBUSY);
	assert_int_equal(result.reached, ECE_REACHED_YES);
	assert_int_equal(result.status, 0x06);
	assert_int_equal(result.syndrome, 0x77);
	assert_true(ece_result_transient(&result));
	result = read_with(0, 0x0f000000);
	assert_true(ece_result_transient(&result));
	result = read_with(0, 0x03000000);
	assert_false(ece_result_transient(&result));
}

static void an_errno_means_not_delivered(void **state)
{
	struct ece_result result = read_with(-EBADMSG, 0x06000000);
	char text[160];

	(void)state;
	assert_int_equal(result.err, -EBADMSG);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	assert_false(result.has_status);
	assert_string_equal(ece_result_text(&result, text, sizeof(text)),
			    "fwctl: the kernel does not pass this command");
	result = read_with(-ENODEV, 0);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	result = read_with(-EINTR, 0);
	assert_true(ece_result_transient(&result));
	result = read_with(-ETIMEDOUT, 0);
	assert_int_equal(result.reached, ECE_REACHED_UNKNOWN);
	assert_false(ece_result_transient(&result));
}

static void check_shut(const char *node, const struct call *calls, size_t count, int err, const char *why)
{
	struct ece_doors doors = {0};
	struct double_os d;

	double_start(&d, calls, count);
	doors.os = &d.os;
	snprintf(doors.fwctl, sizeof(doors.fwctl), "%s", node);
	assert_int_equal(ece_backend_open(&ece_backend_fwctl, &doors), err);
	assert_string_equal(doors.door[ECE_BACKEND_FWCTL].why, why);
	end(&d, &doors);
}

static void a_missing_node_is_the_kernels_age_or_a_module(void **state)
{
	static const struct call old[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0-37-amd64\n"},
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0-37-amd64\n"},
	};
	static const struct call new[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.15.0\n"},
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.15.0\n"},
	};
	static const struct call unknown[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .ret = -ENOENT},
	};

	(void)state;
	check_shut("", old, 2, -ENODEV,
		   "no fwctl node: kernel 6.1.0-37-amd64 has none (needs 6.15 or a vendor driver)");
	check_shut("", new, 2, -ENODEV,
		   "no fwctl node: load the module mlx5_fwctl (kernel 6.15.0 can have it); if it is, this function "
		   "gives none");
	check_shut("", unknown, 1, -ENODEV, "no fwctl node: needs Linux 6.15 or a vendor driver");
}

static void a_node_that_does_not_open_says_why(void **state)
{
	static const struct call denied[] = {{.kind = CALL_FWCTL_OPEN, .name = "fwctl0", .ret = -EACCES}};
	static const struct call gone[] = {{.kind = CALL_FWCTL_OPEN, .name = "fwctl0", .ret = -ENODEV}};
	static const struct call other[] = {
		{.kind = CALL_FWCTL_OPEN, .name = "fwctl0"},
		{.kind = CALL_FWCTL_INFO, .device_type = 2},
	};

	(void)state;
	check_shut("fwctl0", denied, 1, -EACCES, "fwctl0: permission denied, root is needed");
	check_shut("fwctl0", gone, 1, -ENODEV, "cannot open fwctl0: No such device");
	check_shut("fwctl0", other, 2, -ENODEV, "fwctl0 is not an mlx5 device (type 2)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_register_is_read_in_scope_1_and_written_in_scope_0),
		cmocka_unit_test(queries_have_their_scopes),
		cmocka_unit_test(a_refusal_of_the_firmware_is_a_delivered_call),
		cmocka_unit_test(an_errno_means_not_delivered),
		cmocka_unit_test(a_missing_node_is_the_kernels_age_or_a_module),
		cmocka_unit_test(a_node_that_does_not_open_says_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
