// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What DevX's errnos mean, on kernels of both kinds. */
#include "tests/unit/devx/double/double.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/request.h"

#define OPEN_ON(release)                                                                          \
	{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = release "\n"}, \
	{                                                                                         \
		.kind = CALL_DEVX_OPEN, .name = "mlx5_0"                                          \
	}

/* QUERY_CONG_PARAMS of the reaction point: opcode 0x824, protocol 1. */
#define QUERY .kind = CALL_DEVX, .in_len = 0x10, .out_len = 0x110, .in = {{0x00, 0x08240000}, {0x08, 1}}

static struct ece_result query(const struct call *calls, size_t count, uint8_t *block)
{
	struct ece_doors doors = {.rdma = "mlx5_0"};
	struct ece_result result;
	struct double_os d;

	double_start(&d, calls, count);
	doors.os = &d.os;
	assert_int_equal(ece_backend_open(&ece_backend_devx, &doors), 0);
	result = ece_query_cong_params(&ece_backend_devx, &doors, PRM_CONG_ROCE_RP, block);
	ece_doors_close(&doors);
	double_end(&d);
	return result;
}

static void a_query_returns_the_block(void **state)
{
	static const struct call calls[] = {OPEN_ON("7.2.12"), {QUERY, .out = {{0x34, 20}}}};
	uint8_t block[PRM_CONG_BLOCK];
	struct ece_result result;

	(void)state;
	result = query(calls, 3, block);
	assert_int_equal(result.err, 0);
	assert_int_equal(result.reached, ECE_REACHED_YES);
	assert_int_equal(result.backend, ECE_BACKEND_DEVX);
	assert_int_equal(prm_get(block, &prm_cong_rp.rpg_ai_rate), 20);
}

static void eremoteio_is_the_firmwares_word(void **state)
{
	static const struct call calls[] = {
		OPEN_ON("6.1.0-37-amd64"),
		{QUERY, .ret = -EREMOTEIO, .out = {{0x00, 0x03000000}, {0x04, 0x12ab}}},
	};
	uint8_t block[PRM_CONG_BLOCK] = {0xaa};
	struct ece_result result;
	char text[160];

	(void)state;
	result = query(calls, 3, block);
	assert_int_equal(result.err, -EINVAL);
	assert_int_equal(result.reached, ECE_REACHED_YES);
	assert_true(result.has_status);
	assert_int_equal(result.status, 0x03);
	assert_int_equal(result.syndrome, 0x12ab);
	assert_int_equal(block[0], 0xaa);
	assert_string_equal(ece_result_text(&result, text, sizeof(text)),
			    "devx: the firmware refused: bad parameter (status 0x03, syndrome 0x000012ab)");
}

static void eremoteio_without_a_status_is_no_success(void **state)
{
	static const struct call calls[] = {OPEN_ON("6.1.0"), {QUERY, .ret = -EREMOTEIO}};
	uint8_t block[PRM_CONG_BLOCK];
	struct ece_result result;

	(void)state;
	result = query(calls, 3, block);
	assert_int_equal(result.err, -EREMOTEIO);
	assert_false(result.has_status);
}

static void another_errno_is_the_kernels_word_from_6_1_on(void **state)
{
	static const struct call calls[] = {OPEN_ON("6.1.0"), {QUERY, .ret = -EINVAL}};
	uint8_t block[PRM_CONG_BLOCK];
	struct ece_result result;

	(void)state;
	result = query(calls, 3, block);
	assert_int_equal(result.err, -EINVAL);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	assert_false(result.has_status);
}

static void another_errno_is_anybodys_word_before(void **state)
{
	static const struct call old[] = {OPEN_ON("5.15.0-91-generic"), {QUERY, .ret = -EINVAL}};
	static const struct call odd[] = {OPEN_ON("unheard-of"), {QUERY, .ret = -EINVAL}};
	static const struct call late[] = {OPEN_ON("7.2.12"), {QUERY, .ret = -ETIMEDOUT}};
	uint8_t block[PRM_CONG_BLOCK];
	struct ece_result result;
	char text[160];

	(void)state;
	result = query(old, 3, block);
	assert_int_equal(result.reached, ECE_REACHED_UNKNOWN);
	assert_string_equal(
		ece_result_text(&result, text, sizeof(text)),
		"devx: Invalid argument (from the kernel or the firmware; the kernel log may have the syndrome)");
	assert_int_equal(query(odd, 3, block).reached, ECE_REACHED_UNKNOWN);
	assert_int_equal(query(late, 3, block).reached, ECE_REACHED_UNKNOWN);
}

static void status_fe_is_made_by_the_driver(void **state)
{
	static const struct call calls[] = {
		OPEN_ON("6.1.0"),
		{QUERY, .ret = -EREMOTEIO, .out = {{0x00, 0xfe000000}, {0x04, 0xbadd00de}}},
	};
	uint8_t block[PRM_CONG_BLOCK];
	struct ece_result result;

	(void)state;
	result = query(calls, 3, block);
	assert_int_equal(result.err, -EIO);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	assert_false(result.has_status);
}

static void check_shut(const struct call *calls, size_t count, const char *rdma, int err, const char *why)
{
	struct ece_doors doors = {0};
	struct double_os d;

	double_start(&d, calls, count);
	doors.os = &d.os;
	snprintf(doors.rdma, sizeof(doors.rdma), "%s", rdma);
	assert_int_equal(ece_backend_open(&ece_backend_devx, &doors), err);
	/* It is tried once. */
	assert_int_equal(ece_backend_open(&ece_backend_devx, &doors), err);
	assert_string_equal(doors.door[ECE_BACKEND_DEVX].why, why);
	ece_doors_close(&doors);
	double_end(&d);
}

static void a_shut_door_says_why(void **state)
{
	static const struct call no_library[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0", .ret = -ENOSYS},
	};
	static const struct call no_devx[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0", .ret = -EOPNOTSUPP},
	};
	static const struct call denied[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0", .ret = -EACCES},
	};

	(void)state;
	check_shut(NULL, 0, "", -ENODEV, "no RDMA device: the mlx5_ib driver is not loaded");
	check_shut(no_library, 2, "mlx5_0", -ENOSYS, "rdma-core (libibverbs, libmlx5) is not installed");
	check_shut(no_devx, 2, "mlx5_0", -EOPNOTSUPP, "mlx5_0 has no DevX");
	check_shut(denied, 2, "mlx5_0", -EACCES, "cannot open mlx5_0 for DevX: Permission denied");
}

static void capabilities_are_asked_for_by_page(void **state)
{
	/* RoCE page, current: op_mod 4 * 2 + 1. */
	static const struct call calls[] = {
		OPEN_ON("6.1.0"),
		{.kind = CALL_DEVX,
		 .in_len = 0x10,
		 .out_len = 0x1010,
		 .in = {{0x00, 0x01000000}, {0x04, 9}},
		 .out = {{0x10, 0x01000000}}},
	};
	struct ece_doors doors = {.rdma = "mlx5_0"};
	struct ece_result result;
	struct double_os d;
	uint8_t page[0x20];

	(void)state;
	DOUBLE_START(&d, calls);
	doors.os = &d.os;
	assert_int_equal(ece_backend_open(&ece_backend_devx, &doors), 0);
	result = ece_query_hca_cap(&ece_backend_devx, &doors, PRM_CAP_ROCE, page, sizeof(page));
	assert_int_equal(result.err, 0);
	assert_int_equal(prm_get(page, &prm_cap_roce.roce_cc_general), 1);
	assert_int_equal(ece_query_hca_cap(&ece_backend_devx, &doors, PRM_CAP_ROCE, page, 0x1001).err, -EMSGSIZE);
	ece_doors_close(&doors);
	double_end(&d);
}

/* ACCESS_REGISTER_USER, opcode 0xb0c, of one word, which the firmware does not grant (status 3). */
#define REFUSED(id)                                                                    \
	{                                                                              \
		.kind = CALL_DEVX, .in_len = 0x14, .out_len = 0x14, .ret = -EREMOTEIO, \
		.in = {{0x00, 0x0b0c0000}, {0x04, 1}, {0x08, (id)}},                   \
		.out = { {0x00, 0x03000000} }                                          \
	}

/* Eight refusals are remembered and not asked for again; the ninth register is asked for each time. */
static void refusals_are_remembered_up_to_a_limit(void **state)
{
	static const struct call calls[] = {
		OPEN_ON("6.1.0"),
		/* General page, current: op_mod 0 * 2 + 1; access_register_user is 0x18[13]. */
		{.kind = CALL_DEVX,
		 .in_len = 0x10,
		 .out_len = 0x1010,
		 .in = {{0x00, 0x01000000}, {0x04, 1}},
		 .out = {{0x28, 0x00002000}}},
		REFUSED(0x4001),
		REFUSED(0x4002),
		REFUSED(0x4003),
		REFUSED(0x4004),
		REFUSED(0x4005),
		REFUSED(0x4006),
		REFUSED(0x4007),
		REFUSED(0x4008),
		REFUSED(0x4009),
		REFUSED(0x4009),
	};
	struct ece_doors doors = {.rdma = "mlx5_0"};
	struct double_os d;
	uint8_t data[4] = {0};

	(void)state;
	DOUBLE_START(&d, calls);
	doors.os = &d.os;
	assert_int_equal(ece_backend_open(&ece_backend_devx, &doors), 0);
	for (int round = 0; round < 2; round++)
		for (uint16_t id = 0x4001; id <= 0x4009; id++) {
			struct ece_result result =
				ece_access_reg(&ece_backend_devx, &doors, PRM_ACCESS_REG_READ, id, data, sizeof(data));

			assert_true(result.has_status);
			assert_int_equal(result.status, 3);
		}
	ece_doors_close(&doors);
	double_end(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_query_returns_the_block),
		cmocka_unit_test(eremoteio_is_the_firmwares_word),
		cmocka_unit_test(eremoteio_without_a_status_is_no_success),
		cmocka_unit_test(another_errno_is_the_kernels_word_from_6_1_on),
		cmocka_unit_test(another_errno_is_anybodys_word_before),
		cmocka_unit_test(status_fe_is_made_by_the_driver),
		cmocka_unit_test(a_shut_door_says_why),
		cmocka_unit_test(capabilities_are_asked_for_by_page),
		cmocka_unit_test(refusals_are_remembered_up_to_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
