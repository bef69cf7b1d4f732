// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Registers of the NV configuration. Positions: mstflint register_access_table.adb. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/nv.h"

/* clang-format off */
static const struct row nv_item[] = {
	{ &prm_nv_item.priority,      0x00, { 0x30, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_item.ovr_en,        0x00, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_item.rd_en,         0x00, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_item.access_mode,   0x00, { 0x00, 0xc0, 0x00, 0x00 }, 4 },
	{ &prm_nv_item.writer_id,     0x00, { 0x00, 0x1f, 0x00, 0x00 }, 4 },
	{ &prm_nv_item.version,       0x00, { 0x00, 0x00, 0xf0, 0x00 }, 4 },
	{ &prm_nv_item.host_id_valid, 0x00, { 0x00, 0x00, 0x02, 0x00 }, 4 },
	{ &prm_nv_item.length,        0x00, { 0x00, 0x00, 0x01, 0xff }, 4 },
	{ &prm_nv_item.type,          0x04, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row mnvqc[] = {
	{ &prm_mnvqc.type,       0x00, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_mnvqc.support_rd, 0x04, { 0x00, 0x00, 0x00, 0x01 }, 4 },
	{ &prm_mnvqc.support_wr, 0x04, { 0x00, 0x00, 0x00, 0x02 }, 4 },
	{ &prm_mnvqc.version,    0x04, { 0x00, 0x00, 0x00, 0xf0 }, 4 },
};

static const struct row mnvgc[] = {
	{ &prm_mnvgc.nvda_read_factory_settings, 0x00, { 0x00, 0x00, 0x00, 0x01 }, 4 },
	{ &prm_mnvgc.nvda_read_current_settings, 0x00, { 0x00, 0x00, 0x00, 0x02 }, 4 },
	{ &prm_mnvgc.priv_nv_other_host,         0x00, { 0x00, 0x00, 0x00, 0x04 }, 4 },
};

static const struct row mnvgn[] = {
	{ &prm_mnvgn.nv_pointer, 0x00, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row mnvia[] = {
	{ &prm_mnvia.target,    0x00, { 0x00, 0x00, 0x00, 0x07 }, 4 },
	{ &prm_mnvia.writer_id, 0x00, { 0x00, 0x00, 0x01, 0xf0 }, 4 },
};

/* clang-format on */

static void nv_item_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_item, nv_item);
}

static void mnvqc_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mnvqc, mnvqc);
}

static void mnvgc_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mnvgc, mnvgc);
}

static void mnvgn_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mnvgn, mnvgn);
}

static void mnvia_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mnvia, mnvia);
}

/* The words that mstconfig and the kernel send. */
static void a_type_word_has_class_port_and_id(void **state)
{
	(void)state;
	assert_int_equal(prm_nv_type(PRM_NV_PORT, 1, 0x107), 0x01010107);
	assert_int_equal(prm_nv_type(PRM_NV_PORT, 2, 0x107), 0x01020107);
	assert_int_equal(prm_nv_type(PRM_NV_GLOBAL, 2, 0x119), 0x00000119);
	assert_int_equal(prm_nv_type(PRM_NV_HOST_PF, 2, 0x112), 0x03000112);
	assert_int_equal(prm_nv_type(PRM_NV_HOST, 0, 0x80), 0x07000080);
	assert_int_equal(PRM_MNVDA_BYTES, 268);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nv_item_rows), cmocka_unit_test(mnvqc_rows),
		cmocka_unit_test(mnvgc_rows),   cmocka_unit_test(mnvgn_rows),
		cmocka_unit_test(mnvia_rows),   cmocka_unit_test(a_type_word_has_class_port_and_id),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
