// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Segments of work requests. Positions: the C structures of Linux include/linux/mlx5/qp.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/wqe.h"

/* clang-format off */
#define WORD      { 0xff, 0xff, 0xff, 0xff }, 4
#define LOW_24    { 0x00, 0xff, 0xff, 0xff }, 4
#define HIGH_16   { 0xff, 0xff, 0x00, 0x00 }, 4
#define LOW_16    { 0x00, 0x00, 0xff, 0xff }, 4
#define TWO_WORDS { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8

static const struct row wqe_ctrl[] = {
	{ &prm_wqe_ctrl.opmod,      0x00, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_ctrl.wqe_index,  0x00, { 0x00, 0xff, 0xff, 0x00 }, 4 },
	{ &prm_wqe_ctrl.opcode,     0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_wqe_ctrl.qpn,        0x04, { 0xff, 0xff, 0xff, 0x00 }, 4 },
	{ &prm_wqe_ctrl.ds,         0x04, { 0x00, 0x00, 0x00, 0x3f }, 4 },
	{ &prm_wqe_ctrl.signature,  0x08, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_ctrl.fence,      0x08, { 0x00, 0x00, 0x00, 0xe0 }, 4 },
	{ &prm_wqe_ctrl.completion, 0x08, { 0x00, 0x00, 0x00, 0x0c }, 4 },
	{ &prm_wqe_ctrl.solicited,  0x08, { 0x00, 0x00, 0x00, 0x02 }, 4 },
	{ &prm_wqe_ctrl.imm,        0x0c, WORD },
};

static const struct row wqe_eth[] = {
	{ &prm_wqe_eth.l4_checksum,  0x04, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_eth.l3_checksum,  0x04, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_eth.swp_flags,    0x04, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_wqe_eth.mss,          0x04, LOW_16 },
	{ &prm_wqe_eth.metadata,     0x08, WORD },
	{ &prm_wqe_eth.insert_vlan,  0x0c, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_eth.inline_bytes, 0x0c, { 0x03, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_wqe_eth.vlan_tag,     0x0c, LOW_16 },
};

static const struct row wqe_remote[] = {
	{ &prm_wqe_remote.raddr, 0x00, TWO_WORDS },
	{ &prm_wqe_remote.rkey,  0x08, WORD },
};

static const struct row wqe_atomic[] = {
	{ &prm_wqe_atomic.swap_add, 0x00, TWO_WORDS },
	{ &prm_wqe_atomic.compare,  0x08, TWO_WORDS },
};

static const struct row wqe_data[] = {
	{ &prm_wqe_data.byte_count, 0x00, { 0x7f, 0xff, 0xff, 0xff }, 4 },
	{ &prm_wqe_data.lkey,       0x04, WORD },
	{ &prm_wqe_data.addr,       0x08, TWO_WORDS },
};

static const struct row wqe_inline[] = {
	{ &prm_wqe_inline.is_inline,  0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_inline.byte_count, 0x00, { 0x00, 0x00, 0x03, 0xff }, 4 },
};

static const struct row wqe_umr[] = {
	{ &prm_wqe_umr.is_inline,        0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_umr.fail_if_free,       0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_umr.fail_if_not_free,   0x00, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_umr.has_offset,       0x00, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wqe_umr.xlt_octowords,    0x04, HIGH_16 },
	{ &prm_wqe_umr.xlt_offset,       0x04, LOW_16 },
	{ &prm_wqe_umr.mkey_mask,        0x08, TWO_WORDS },
	{ &prm_wqe_umr.xlt_offset_47_16, 0x10, WORD },
};
/* clang-format on */

static void control_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_wqe_ctrl, wqe_ctrl);
}

static void ethernet_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_wqe_eth, wqe_eth);
}

static void remote_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_wqe_remote, wqe_remote);
	CHECK_ROWS(&prm_wqe_atomic, wqe_atomic);
}

static void data_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_wqe_data, wqe_data);
	CHECK_ROWS(&prm_wqe_inline, wqe_inline);
}

static void umr_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_wqe_umr, wqe_umr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(control_rows), cmocka_unit_test(ethernet_rows), cmocka_unit_test(remote_rows),
		cmocka_unit_test(data_rows),    cmocka_unit_test(umr_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
