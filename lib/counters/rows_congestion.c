// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What only the card itself tells of congestion control (QUERY_CONG_STATISTICS): the rest of that answer is hardware
 * counters of the RDMA port. Names: Linux include/linux/mlx5/mlx5_ifc.h (query_cong_statistics_out).
 */
#include "lib/counters/rows.h"

/* clang-format off */
static const struct counter rows[] = {
	{ .name = "rp_cur_flows", .source = COUNTER_CONGESTION, .width = 64, .scale = 1, .gauge = true,
	  .unit = COUNTER_EVENTS, .class = COUNTER_NEVER, .priority = COUNTER_NO_PRIORITY,
	  .feature = "reaction_point", .shown = COUNTER_ALWAYS, .metric = "rp_current_flows",
	  .meaning = "flows that the reaction point holds back now" },
	{ .name = "sum_flows", .source = COUNTER_CONGESTION, .width = 32, .scale = 1,
	  .unit = COUNTER_EVENTS, .class = COUNTER_NEVER, .priority = COUNTER_NO_PRIORITY,
	  .feature = "reaction_point", .metric = "rp_flows",
	  .meaning = "a sum of flows; no public document says which" },
};
/* clang-format on */

const struct counter_rows counter_rows_congestion = COUNTER_ROWS(rows);
