// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ROCE_ACCL. Positions: mstflint register_access_table.adb, at both lengths. */
#include "tests/unit/devx/prm/rows.h"

#include <string.h>

#include "devx/prm/roce_accl.h"

/* clang-format off */
static const struct row roce_accl[] = {
	{ &prm_roce_accl.roce_adp_retrans_select,               0x00, { 0x00, 0x00, 0x00, 0x01 }, 4 },
	{ &prm_roce_accl.roce_tx_window_select,                 0x00, { 0x00, 0x00, 0x00, 0x02 }, 4 },
	{ &prm_roce_accl.roce_slow_restart_select,              0x00, { 0x00, 0x00, 0x00, 0x04 }, 4 },
	{ &prm_roce_accl.roce_slow_restart_idle_select,         0x00, { 0x00, 0x00, 0x00, 0x08 }, 4 },
	{ &prm_roce_accl.min_ack_timeout_limit_disabled_select, 0x00, { 0x00, 0x00, 0x00, 0x10 }, 4 },
	{ &prm_roce_accl.adaptive_routing_forced_en_select,     0x00, { 0x00, 0x00, 0x00, 0x20 }, 4 },
	{ &prm_roce_accl.selective_repeat_forced_en_select,     0x00, { 0x00, 0x00, 0x00, 0x40 }, 4 },
	{ &prm_roce_accl.dc_half_handshake_en_select,           0x00, { 0x00, 0x00, 0x00, 0x80 }, 4 },
	{ &prm_roce_accl.cc_per_plane_en_select,                0x00, { 0x00, 0x00, 0x01, 0x00 }, 4 },
	{ &prm_roce_accl.ack_dscp_force_select,                 0x00, { 0x00, 0x00, 0x02, 0x00 }, 4 },
	{ &prm_roce_accl.cc_burst_size_select,                  0x00, { 0x00, 0x00, 0x04, 0x00 }, 4 },
	{ &prm_roce_accl.cc_probe_mp_mode_select,               0x00, { 0x00, 0x00, 0x08, 0x00 }, 4 },
	{ &prm_roce_accl.ifa2_turn_around_select,               0x00, { 0x08, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.adp_retx_profile_select,               0x00, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.roce_adp_retrans_en,                   0x04, { 0x00, 0x00, 0x00, 0x01 }, 4 },
	{ &prm_roce_accl.roce_tx_window_en,                     0x04, { 0x00, 0x00, 0x00, 0x02 }, 4 },
	{ &prm_roce_accl.roce_slow_restart_en,                  0x04, { 0x00, 0x00, 0x00, 0x04 }, 4 },
	{ &prm_roce_accl.roce_slow_restart_idle_en,             0x04, { 0x00, 0x00, 0x00, 0x08 }, 4 },
	{ &prm_roce_accl.min_ack_timeout_limit_disabled,        0x04, { 0x00, 0x00, 0x00, 0x10 }, 4 },
	{ &prm_roce_accl.adaptive_routing_forced_en,            0x04, { 0x00, 0x00, 0x00, 0x20 }, 4 },
	{ &prm_roce_accl.selective_repeat_forced_en,            0x04, { 0x00, 0x00, 0x00, 0x40 }, 4 },
	{ &prm_roce_accl.dc_half_handshake_en,                  0x04, { 0x00, 0x00, 0x00, 0x80 }, 4 },
	{ &prm_roce_accl.cc_per_plane_en,                       0x04, { 0x00, 0x00, 0x01, 0x00 }, 4 },
	{ &prm_roce_accl.ack_dscp_force,                        0x04, { 0x00, 0x00, 0x02, 0x00 }, 4 },
	{ &prm_roce_accl.ack_dscp,                              0x04, { 0x00, 0x00, 0xfc, 0x00 }, 4 },
	{ &prm_roce_accl.cc_burst_size,                         0x04, { 0x07, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.ifa2_turn_around_en,                   0x04, { 0x08, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.adp_retx_profile_id,                   0x04, { 0x70, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.adp_retx_base_timeout_min,             0x08, { 0x00, 0x0f, 0xff, 0xff }, 4 },
	{ &prm_roce_accl.cc_probe_mp_mode,                      0x08, { 0x00, 0x30, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.adp_retx_profile_max_id,               0x08, { 0x07, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.adp_retx_profile_max_range_num,        0x08, { 0x70, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.time_base,                             0x10, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_roce_accl.time_unit,                             0x10, { 0x00, 0xc0, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.start_range_index,                     0x10, { 0x07, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.range_num,                             0x10, { 0x70, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.qp_total_timeout,                      0x10, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl.timeout_init_range_size,               0x14, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_roce_accl.timeout_init_low_bound,                0x14, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_roce_accl.retx_total_timeout,                    0x14, { 0xff, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row roce_accl_range[] = {
	{ &prm_roce_accl_range.range_size,        0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_roce_accl_range.range_low_bound,   0x00, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_roce_accl_range.timeout_retry_num, 0x00, { 0x03, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_range.dec_mode,          0x00, { 0x0c, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_range.prev_range_index,  0x00, { 0x70, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row roce_accl_ranges[] = {
	{ &prm_roce_accl_ranges.r0_range_size,        0x18, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_roce_accl_ranges.r0_range_low_bound,   0x18, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r0_timeout_retry_num, 0x18, { 0x03, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r0_dec_mode,          0x18, { 0x0c, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r0_prev_range_index,  0x18, { 0x70, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r1_range_size,        0x1c, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_roce_accl_ranges.r1_range_low_bound,   0x1c, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r1_timeout_retry_num, 0x1c, { 0x03, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r1_dec_mode,          0x1c, { 0x0c, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r1_prev_range_index,  0x1c, { 0x70, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r2_range_size,        0x20, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_roce_accl_ranges.r2_range_low_bound,   0x20, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r2_timeout_retry_num, 0x20, { 0x03, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r2_dec_mode,          0x20, { 0x0c, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r2_prev_range_index,  0x20, { 0x70, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r3_range_size,        0x24, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_roce_accl_ranges.r3_range_low_bound,   0x24, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r3_timeout_retry_num, 0x24, { 0x03, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r3_dec_mode,          0x24, { 0x0c, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_roce_accl_ranges.r3_prev_range_index,  0x24, { 0x70, 0x00, 0x00, 0x00 }, 4 },
};
/* clang-format on */

static void roce_accl_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_roce_accl, roce_accl);
}

static void roce_accl_range_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_roce_accl_range, roce_accl_range);
	CHECK_ROWS(&prm_roce_accl_ranges, roce_accl_ranges);
}

/*
 * NVIDIA's sample output ("Adaptive Retransmission: Parameters Control", sample usage): selects 0 to 4, 6, 9, 10, 27
 * and 28, adaptive retransmission and slow restart on, base timeout at least 0xfa0, one profile, four ranges.
 */
static const uint8_t sample[12] = {
	0x18, 0x00, 0x06, 0x5f, 0x00, 0x00, 0x00, 0x05, 0x41, 0x00, 0x0f, 0xa0,
};

static void the_published_sample_reads_as_published(void **state)
{
	(void)state;
	assert_int_equal(prm_get(sample, &prm_roce_accl.roce_adp_retrans_select), 1);
	assert_int_equal(prm_get(sample, &prm_roce_accl.adaptive_routing_forced_en_select), 0);
	assert_int_equal(prm_get(sample, &prm_roce_accl.selective_repeat_forced_en_select), 1);
	assert_int_equal(prm_get(sample, &prm_roce_accl.dc_half_handshake_en_select), 0);
	assert_int_equal(prm_get(sample, &prm_roce_accl.cc_per_plane_en_select), 0);
	assert_int_equal(prm_get(sample, &prm_roce_accl.ack_dscp_force_select), 1);
	assert_int_equal(prm_get(sample, &prm_roce_accl.ifa2_turn_around_select), 1);
	assert_int_equal(prm_get(sample, &prm_roce_accl.adp_retx_profile_select), 1);
	assert_int_equal(prm_get(sample, &prm_roce_accl.roce_adp_retrans_en), 1);
	assert_int_equal(prm_get(sample, &prm_roce_accl.roce_tx_window_en), 0);
	assert_int_equal(prm_get(sample, &prm_roce_accl.roce_slow_restart_en), 1);
	assert_int_equal(prm_get(sample, &prm_roce_accl.selective_repeat_forced_en), 0);
	assert_int_equal(prm_get(sample, &prm_roce_accl.adp_retx_base_timeout_min), 0xfa0);
	assert_int_equal(prm_get(sample, &prm_roce_accl.adp_retx_profile_max_id), 1);
	assert_int_equal(prm_get(sample, &prm_roce_accl.adp_retx_profile_max_range_num), 4);
}

static void forcing_selective_repeat_makes_these_bytes(void **state)
{
	static const uint8_t want[8] = {0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x45};
	uint8_t reg[12];

	(void)state;
	memcpy(reg, sample, sizeof(reg));
	memset(reg, 0, 4);
	prm_set(reg, &prm_roce_accl.selective_repeat_forced_en_select, 1);
	prm_set(reg, &prm_roce_accl.selective_repeat_forced_en, 1);
	assert_memory_equal(reg, want, sizeof(want));
}

static void every_row_fits_the_short_register(void **state)
{
	const struct prm_field *rows = prm_layout_rows(&prm_roce_accl);

	(void)state;
	for (size_t i = 0; i < prm_layout_count(&prm_roce_accl); i++)
		assert_true(rows[i].at + 4 <= PRM_ROCE_ACCL_BYTES_SHORT);
	assert_int_equal(PRM_ROCE_ACCL_BYTES_SHORT, 0x40);
	assert_int_equal(PRM_ROCE_ACCL_BYTES, 0x80);
	assert_int_equal(PRM_ROCE_ACCL_PROFILE, 0x10);
	assert_int_equal(PRM_ROCE_ACCL_RANGE + 4 * PRM_ROCE_ACCL_RANGES, 0x28);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(roce_accl_rows),
		cmocka_unit_test(roce_accl_range_rows),
		cmocka_unit_test(the_published_sample_reads_as_published),
		cmocka_unit_test(forcing_selective_repeat_makes_these_bytes),
		cmocka_unit_test(every_row_fits_the_short_register),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
