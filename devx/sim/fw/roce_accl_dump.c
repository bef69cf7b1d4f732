// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ROCE_ACCL by name. Layout: mstflint's register access table (roce_accl, adp_retx_profile). */
#include "devx/sim/fw/dump.h"
#include "devx/sim/fw/register.h"

/* clang-format off */
#define RANGE(n, at) \
	{ "timeout_range[" #n "].range_size",        (at), 7,  0 },  \
	{ "timeout_range[" #n "].range_low_bound",   (at), 15, 8 },  \
	{ "timeout_range[" #n "].timeout_retry_num", (at), 25, 16 }, \
	{ "timeout_range[" #n "].dec_mode",          (at), 27, 26 }, \
	{ "timeout_range[" #n "].prev_range_index",  (at), 30, 28 }

static const struct prm_field fields[] = {
	{ "field_select",                   0x00, 31, 0 },
	{ "roce_adp_retrans_en",            0x04, 0,  0 },
	{ "roce_tx_window_en",              0x04, 1,  1 },
	{ "roce_slow_restart_en",           0x04, 2,  2 },
	{ "roce_slow_restart_idle_en",      0x04, 3,  3 },
	{ "min_ack_timeout_limit_disabled", 0x04, 4,  4 },
	{ "adaptive_routing_forced_en",     0x04, 5,  5 },
	{ "selective_repeat_forced_en",     0x04, 6,  6 },
	{ "dc_half_handshake_en",           0x04, 7,  7 },
	{ "cc_per_plane_en",                0x04, 8,  8 },
	{ "ack_dscp_force",                 0x04, 9,  9 },
	{ "ack_dscp",                       0x04, 15, 10 },
	{ "cc_burst_size",                  0x04, 26, 24 },
	{ "ifa2_turn_around_en",            0x04, 27, 27 },
	{ "adp_retx_profile_id",            0x04, 30, 28 },
	{ "adp_retx_base_timeout_min",      0x08, 19, 0 },
	{ "cc_probe_mp_mode",               0x08, 21, 20 },
	{ "adp_retx_profile_max_id",        0x08, 26, 24 },
	{ "adp_retx_profile_max_range_num", 0x08, 30, 28 },
	{ "time_base",                      0x10, 15, 0 },
	{ "time_unit",                      0x10, 23, 22 },
	{ "start_range_index",              0x10, 26, 24 },
	{ "range_num",                      0x10, 30, 28 },
	{ "qp_total_timeout",               0x10, 31, 31 },
	{ "timeout_init_range_size",        0x14, 7,  0 },
	{ "timeout_init_low_bound",         0x14, 15, 8 },
	{ "retx_total_timeout",             0x14, 31, 24 },
	RANGE(0, 0x18),
	RANGE(1, 0x1c),
	RANGE(2, 0x20),
	RANGE(3, 0x24),
};
/* clang-format on */

void fw_dump_roce_accl(const struct fw *fw, const struct fw_dump *to)
{
	fw_dump_fields(to, "roce_accl", fw_roce_accl_state(fw)->roce_accl, FW_ROCE_ACCL_BYTES, fields,
		       sizeof(fields) / sizeof(fields[0]));
}
