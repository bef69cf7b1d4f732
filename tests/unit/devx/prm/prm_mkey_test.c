// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Memory keys. Positions: Linux include/linux/mlx5/mlx5_ifc.h; those of umems rdma-core providers/mlx5/mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/mkey.h"

/* clang-format off */
#define WORD      { 0xff, 0xff, 0xff, 0xff }, 4
#define LOW_24    { 0x00, 0xff, 0xff, 0xff }, 4
#define TWO_WORDS { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8

static const struct row mkc[] = {
	{ &prm_mkc.free,                      0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mkc.access_mode_4_2,           0x00, { 0x1c, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mkc.relaxed_ordering_write,    0x00, { 0x00, 0x04, 0x00, 0x00 }, 4 },
	{ &prm_mkc.umr_en,                    0x00, { 0x00, 0x00, 0x80, 0x00 }, 4 },
	{ &prm_mkc.a,                         0x00, { 0x00, 0x00, 0x40, 0x00 }, 4 },
	{ &prm_mkc.rw,                        0x00, { 0x00, 0x00, 0x20, 0x00 }, 4 },
	{ &prm_mkc.rr,                        0x00, { 0x00, 0x00, 0x10, 0x00 }, 4 },
	{ &prm_mkc.lw,                        0x00, { 0x00, 0x00, 0x08, 0x00 }, 4 },
	{ &prm_mkc.lr,                        0x00, { 0x00, 0x00, 0x04, 0x00 }, 4 },
	{ &prm_mkc.access_mode_1_0,           0x00, { 0x00, 0x00, 0x03, 0x00 }, 4 },
	{ &prm_mkc.qpn,                       0x04, { 0xff, 0xff, 0xff, 0x00 }, 4 },
	{ &prm_mkc.mkey_7_0,                  0x04, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_mkc.length64,                  0x0c, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mkc.bsf_en,                    0x0c, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mkc.en_rinval,                 0x0c, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mkc.pd,                        0x0c, LOW_24 },
	{ &prm_mkc.start_addr,                0x10, TWO_WORDS },
	{ &prm_mkc.len,                       0x18, TWO_WORDS },
	{ &prm_mkc.bsf_octword_size,          0x20, WORD },
	{ &prm_mkc.translations_octword_size, 0x34, WORD },
	{ &prm_mkc.relaxed_ordering_read,     0x38, { 0x00, 0x00, 0x00, 0x40 }, 4 },
	{ &prm_mkc.log_page_size,             0x38, { 0x00, 0x00, 0x00, 0x3f }, 4 },
};

static const struct row create_mkey_in[] = {
	{ &prm_create_mkey_in.mkey_umem_valid,                  0x0c, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_create_mkey_in.translations_octword_actual_size, 0x60, WORD },
	{ &prm_create_mkey_in.mkey_umem_id,                     0x64, WORD },
	{ &prm_create_mkey_in.mkey_umem_offset,                 0x68, TWO_WORDS },
};

static const struct row klm[] = {
	{ &prm_klm.byte_count, 0x00, WORD },
	{ &prm_klm.mkey,       0x04, WORD },
	{ &prm_klm.address,    0x08, TWO_WORDS },
};
/* clang-format on */

static void context_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mkc, mkc);
}

static void command_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_create_mkey_in, create_mkey_in);
}

static void list_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_klm, klm);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(context_rows),
		cmocka_unit_test(command_rows),
		cmocka_unit_test(list_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
