// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Headers of mailboxes. Positions: Linux include/linux/mlx5/mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include <errno.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/hca_cap.h"

/* clang-format off */
static const struct row mbox_in[] = {
	{ &prm_mbox_in.opcode, 0x00, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_mbox_in.uid,    0x00, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mbox_in.op_mod, 0x04, { 0x00, 0x00, 0xff, 0xff }, 4 },
};

static const struct row mbox_out[] = {
	{ &prm_mbox_out.status,   0x00, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mbox_out.syndrome, 0x04, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row access_reg[] = {
	{ &prm_access_reg.register_id, 0x08, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_access_reg.argument,    0x0c, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row query_hca_cap[] = {
	{ &prm_query_hca_cap.other_function,   0x08, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_query_hca_cap.ec_vf_function,   0x08, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_query_hca_cap.function_id_type, 0x08, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_query_hca_cap.function_id,      0x08, { 0x00, 0x00, 0xff, 0xff }, 4 },
};

/* clang-format on */

static void mbox_in_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mbox_in, mbox_in);
}

static void mbox_out_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mbox_out, mbox_out);
}

static void access_reg_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_access_reg, access_reg);
}

static void query_hca_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_query_hca_cap, query_hca_cap);
}

/* ACCESS_REG read of ROCE_ACCL and QUERY_HCA_CAP of the general page, current values. */
static void requests_make_these_bytes(void **state)
{
	static const uint8_t access[16] = {0x08, 0x05, 0, 0, 0, 0, 0, 1, 0, 0, 0x40, 0x2c, 0, 0, 0, 0};
	static const uint8_t cap[8] = {0x01, 0x00, 0, 0, 0, 0, 0, 1};
	uint8_t in[PRM_MBOX_MIN] = {0};

	(void)state;
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_ACCESS_REG);
	prm_set(in, &prm_mbox_in.op_mod, PRM_ACCESS_REG_READ);
	prm_set(in, &prm_access_reg.register_id, PRM_REG_ROCE_ACCL);
	assert_memory_equal(in, access, sizeof(access));
	memset(in, 0, sizeof(in));
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_HCA_CAP);
	prm_set(in, &prm_mbox_in.op_mod, PRM_CAP_OP_MOD(PRM_CAP_GENERAL, PRM_CAP_CURRENT));
	assert_memory_equal(in, cap, sizeof(cap));
	assert_int_equal(PRM_CAP_OP_MOD(PRM_CAP_ROCE, PRM_CAP_MAXIMUM), 8);
	assert_int_equal(PRM_REG_PPCC, 0x506e);
}

static void statuses_map_as_the_driver_maps_them(void **state)
{
	(void)state;
	assert_int_equal(prm_status_errno(0x00), 0);
	assert_int_equal(prm_status_errno(0x03), EINVAL);
	assert_int_equal(prm_status_errno(0x06), EBUSY);
	assert_int_equal(prm_status_errno(0x08), ENOMEM);
	assert_int_equal(prm_status_errno(0x0f), EAGAIN);
	assert_int_equal(prm_status_errno(0x50), EIO);
	assert_int_equal(prm_status_errno(0x77), EIO);
	assert_string_equal(prm_status_text(0x03), "bad parameter");
	assert_string_equal(prm_status_text(0x77), "unknown status");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mbox_in_rows),
		cmocka_unit_test(mbox_out_rows),
		cmocka_unit_test(access_reg_rows),
		cmocka_unit_test(query_hca_cap_rows),
		cmocka_unit_test(requests_make_these_bytes),
		cmocka_unit_test(statuses_map_as_the_driver_maps_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
