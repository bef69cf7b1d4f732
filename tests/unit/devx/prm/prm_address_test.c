// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Paths and addresses. Positions: Linux include/linux/mlx5/mlx5_ifc.h (ads, roce_addr_layout), qp.h (mlx5_av). */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/address.h"

/* clang-format off */
#define WORD   { 0xff, 0xff, 0xff, 0xff }, 4
#define LOW_20 { 0x00, 0x0f, 0xff, 0xff }, 4
#define LOW_16 { 0x00, 0x00, 0xff, 0xff }, 4
#define LOW_8  { 0x00, 0x00, 0x00, 0xff }, 4

static const struct row ads[] = {
	{ &prm_ads.pkey_index,     0x00, LOW_16 },
	{ &prm_ads.src_addr_index, 0x08, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ads.hop_limit,      0x08, LOW_8 },
	{ &prm_ads.tclass,         0x0c, { 0x0f, 0xf0, 0x00, 0x00 }, 4 },
	{ &prm_ads.flow_label,     0x0c, LOW_20 },
	{ &prm_ads.dscp,           0x20, { 0x00, 0x3f, 0x00, 0x00 }, 4 },
	{ &prm_ads.udp_sport,      0x20, LOW_16 },
	{ &prm_ads.eth_prio,       0x24, { 0x70, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row av[] = {
	{ &prm_av.qkey,           0x00, WORD },
	{ &prm_av.dqp,            0x08, { 0x00, 0xff, 0xff, 0xff }, 4 },
	{ &prm_av.eth_prio,       0x0c, { 0x0e, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_av.udp_sport,      0x0c, LOW_16 },
	{ &prm_av.tclass,         0x18, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_av.hop_limit,      0x18, LOW_8 },
	{ &prm_av.grh,            0x1c, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_av.src_addr_index, 0x1c, { 0x0f, 0xf0, 0x00, 0x00 }, 4 },
	{ &prm_av.flow_label,     0x1c, LOW_20 },
};

static const struct row roce_addr[] = {
	{ &prm_roce_addr.vlan_valid,   0x10, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_addr.vlan_id,      0x10, { 0x0f, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_roce_addr.roce_l3_type, 0x18, { 0x00, 0x00, 0x0f, 0x00 }, 4 },
	{ &prm_roce_addr.roce_version, 0x18, LOW_8 },
};
/* clang-format on */

static void path_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_ads, ads);
}

static void vector_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_av, av);
}

static void own_address_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_roce_addr, roce_addr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(path_rows),
		cmocka_unit_test(vector_rows),
		cmocka_unit_test(own_address_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
