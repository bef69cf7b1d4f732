// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Congestion commands. Positions: Linux include/linux/mlx5/mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include <string.h>

#include "devx/prm/cong.h"

/* clang-format off */
static const struct row cong_status[] = {
	{ &prm_cong_status.priority,      0x08, { 0x00, 0x00, 0x00, 0xf0 }, 4 },
	{ &prm_cong_status.cong_protocol, 0x08, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_cong_status.enable,        0x0c, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cong_status.tag_enable,    0x0c, { 0x40, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row cong_params[] = {
	{ &prm_cong_params.cong_protocol, 0x08, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_cong_params.field_select,  0x0c, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row cong_rp[] = {
	{ &prm_cong_rp.clamp_tgt_rate,                0x0c, { 0x08, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cong_rp.clamp_tgt_rate_after_time_inc, 0x0c, { 0x00, 0x80, 0x00, 0x00 }, 4 },
	{ &prm_cong_rp.rpg_time_reset,                0x14, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rpg_byte_reset,                0x18, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rpg_threshold,                 0x1c, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rpg_max_rate,                  0x20, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rpg_ai_rate,                   0x24, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rpg_hai_rate,                  0x28, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rpg_gd,                        0x2c, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rpg_min_dec_fac,               0x30, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rpg_min_rate,                  0x34, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rate_to_set_on_first_cnp,      0x54, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.dce_tcp_g,                     0x58, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.dce_tcp_rtt,                   0x5c, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.rate_reduce_monitor_period,    0x60, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_rp.initial_alpha_value,           0x68, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row cong_np[] = {
	{ &prm_cong_np.min_time_between_cnps, 0x14, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_np.cnp_dscp,              0x18, { 0x00, 0x00, 0x3f, 0x00 }, 4 },
	{ &prm_cong_np.cnp_prio_mode,         0x18, { 0x00, 0x00, 0x00, 0x08 }, 4 },
	{ &prm_cong_np.cnp_802p_prio,         0x18, { 0x00, 0x00, 0x00, 0x07 }, 4 },
};

static const struct row cong_general[] = {
	{ &prm_cong_general.rtt_resp_dscp_valid, 0x10, { 0x00, 0x00, 0x80, 0x00 }, 4 },
	{ &prm_cong_general.rtt_resp_dscp,       0x10, { 0x00, 0x00, 0x00, 0x3f }, 4 },
};

static const struct row cong_statistics_in[] = {
	{ &prm_cong_statistics_in.clear, 0x08, { 0x80, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row cong_statistics[] = {
	{ &prm_cong_statistics.rp_cur_flows,               0x10, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_statistics.sum_flows,                  0x14, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_statistics.rp_cnp_ignored,             0x18, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
	{ &prm_cong_statistics.rp_cnp_handled,             0x20, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
	{ &prm_cong_statistics.time_stamp,                 0x48, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
	{ &prm_cong_statistics.accumulators_period,        0x50, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_cong_statistics.np_ecn_marked_roce_packets, 0x54, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
	{ &prm_cong_statistics.np_cnp_sent,                0x5c, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
};

/* clang-format on */

static void cong_status_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cong_status, cong_status);
}

static void cong_params_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cong_params, cong_params);
}

static void cong_rp_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cong_rp, cong_rp);
}

static void cong_np_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cong_np, cong_np);
}

static void cong_general_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cong_general, cong_general);
}

static void cong_statistics_in_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cong_statistics_in, cong_statistics_in);
}

static void cong_statistics_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cong_statistics, cong_statistics);
}

/* The block starts at 0x10 in the query's output and at 0x20 in the modify's input. */
static void the_block_has_two_places(void **state)
{
	uint8_t out[PRM_QUERY_CONG_PARAMS_OUT] = {0};
	uint8_t in[PRM_MODIFY_CONG_PARAMS_IN] = {0};

	(void)state;
	prm_set(out + PRM_QUERY_CONG_PARAMS_BLOCK, &prm_cong_rp.rpg_ai_rate, 20);
	prm_set(in + PRM_MODIFY_CONG_PARAMS_BLOCK, &prm_cong_rp.rpg_ai_rate, 20);
	prm_set(in, &prm_cong_params.field_select, 1U << PRM_CONG_RP_AI_RATE);
	assert_int_equal(sizeof(out), 0x110);
	assert_int_equal(sizeof(in), 0x120);
	assert_int_equal(out[0x37], 20);
	assert_int_equal(in[0x47], 20);
	assert_int_equal(in[0x0f], 0x80);
}

static void select_bits_have_their_numbers(void **state)
{
	(void)state;
	assert_int_equal(PRM_CONG_RP_CLAMP_TGT_RATE, 1);
	assert_int_equal(PRM_CONG_RP_AI_RATE, 7);
	assert_int_equal(PRM_CONG_RP_HAI_RATE, 8);
	assert_int_equal(PRM_CONG_RP_MIN_DEC_FAC, 9);
	assert_int_equal(PRM_CONG_RP_INITIAL_ALPHA_VALUE, 15);
	assert_int_equal(PRM_CONG_RP_GD, 16);
	assert_int_equal(PRM_CONG_NP_MIN_TIME_BETWEEN_CNPS, 2);
	assert_int_equal(PRM_CONG_NP_CNP_PRIO, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cong_status_rows),
		cmocka_unit_test(cong_params_rows),
		cmocka_unit_test(cong_rp_rows),
		cmocka_unit_test(cong_np_rows),
		cmocka_unit_test(cong_general_rows),
		cmocka_unit_test(cong_statistics_in_rows),
		cmocka_unit_test(cong_statistics_rows),
		cmocka_unit_test(the_block_has_two_places),
		cmocka_unit_test(select_bits_have_their_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
