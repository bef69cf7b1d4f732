/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Flow tables: what matches is counted, goes on or ends; and the counters of flows.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h, drivers/net/ethernet/mellanox/mlx5/core/fs_core.h (table types).
 */
#ifndef ECE_DEVX_PRM_FLOW_H
#define ECE_DEVX_PRM_FLOW_H

#include "devx/prm/field.h"

/* table_type: which packets start at the root of such tables. */
enum prm_flow_table_type {
	PRM_FLOW_NIC_RECEIVE = 0x0,
	PRM_FLOW_RDMA_RECEIVE = 0x7,
	PRM_FLOW_RDMA_TRANSMIT = 0x8,
};

/* What all commands about tables, groups and entries start with. */
#define PRM_FLOW_IN(ROW)              \
	ROW(table_type, 0x10, 31, 24) \
	ROW(table_id, 0x14, 23, 0)
PRM_DECLARE_LAYOUT(flow_in, PRM_FLOW_IN);

enum prm_set_flow_table_root {
	PRM_FLOW_ROOT_CONNECT = 0, /* op_mod */
	PRM_FLOW_ROOT_DISCONNECT = 1,
};

#define PRM_FLOW_TABLE_IN_BYTES   0x40
#define PRM_FLOW_TABLE_CONTEXT_AT 0x18 /* in CREATE_FLOW_TABLE and MODIFY_FLOW_TABLE */
#define PRM_FLOW_TABLE_CONTEXT(ROW)          \
	ROW(table_miss_action, 0x00, 27, 24) \
	ROW(level, 0x00, 23, 16)             \
	ROW(log_size, 0x00, 7, 0)            \
	ROW(table_miss_id, 0x04, 23, 0)
PRM_DECLARE_LAYOUT(flow_table_context, PRM_FLOW_TABLE_CONTEXT);

#define PRM_FLOW_MISS_FORWARD 1 /* table_miss_action: to table_miss_id */

#define PRM_MODIFY_FLOW_TABLE_IN(ROW) ROW(modify_field_select, 0x0c, 15, 0)
PRM_DECLARE_LAYOUT(modify_flow_table_in, PRM_MODIFY_FLOW_TABLE_IN);
#define PRM_MODIFY_FLOW_TABLE_MISS 0x1

/* What packets are held against: of a group the bits that count, of an entry their values. */
#define PRM_FTE_MATCH_BYTES    0x200
#define PRM_FTE_MATCH_OUTER_AT 0x00
#define PRM_FTE_MATCH_MISC_AT  0x40
#define PRM_FTE_MATCH_SET_LYR_2_4(ROW) \
	ROW(ip_ecn, 0x10, 17, 16)      \
	ROW(ip_version, 0x10, 12, 9)
PRM_DECLARE_LAYOUT(fte_match_set_lyr_2_4, PRM_FTE_MATCH_SET_LYR_2_4);
#define PRM_FTE_MATCH_SET_MISC(ROW)  \
	ROW(source_sqn, 0x00, 23, 0) \
	ROW(bth_opcode, 0x14, 7, 0)  \
	ROW(bth_dst_qp, 0x28, 23, 0)
PRM_DECLARE_LAYOUT(fte_match_set_misc, PRM_FTE_MATCH_SET_MISC);

#define PRM_CREATE_FLOW_GROUP_IN_BYTES 0x400
#define PRM_FLOW_GROUP_CRITERIA_AT     0x40

#define PRM_SET_FTE_IN_BYTES 0x340 /* then the destinations, then the counters */
#define PRM_FLOW_CONTEXT_AT  0x40
#define PRM_SET_FTE_IN(ROW)  ROW(flow_index, 0x20, 31, 0)
PRM_DECLARE_LAYOUT(set_fte_in, PRM_SET_FTE_IN);

enum prm_set_fte {
	PRM_SET_FTE_NEW = 0, /* op_mod */
	PRM_SET_FTE_MODIFY = 1,
};

#define PRM_FLOW_CONTEXT_MATCH_AT 0x40
#define PRM_FLOW_CONTEXT(ROW)                   \
	ROW(group_id, 0x04, 31, 0)              \
	ROW(action, 0x0c, 15, 0)                \
	ROW(destination_list_size, 0x10, 23, 0) \
	ROW(flow_counter_list_size, 0x14, 23, 0)
PRM_DECLARE_LAYOUT(flow_context, PRM_FLOW_CONTEXT);

enum prm_flow_action {
	PRM_FLOW_ALLOW = 0x1,
	PRM_FLOW_DROP = 0x2,
	PRM_FLOW_FORWARD = 0x4,
	PRM_FLOW_COUNT = 0x8,
};

#define PRM_FLOW_COUNTER_LIST(ROW) ROW(flow_counter_id, 0x00, 31, 0)
PRM_DECLARE_LAYOUT(flow_counter_list, PRM_FLOW_COUNTER_LIST);

#define PRM_ALLOC_FLOW_COUNTER_IN(ROW) ROW(flow_counter_bulk, 0x0c, 7, 0)
PRM_DECLARE_LAYOUT(alloc_flow_counter_in, PRM_ALLOC_FLOW_COUNTER_IN);
#define PRM_ALLOC_FLOW_COUNTER_OUT(ROW) ROW(flow_counter_id, 0x08, 31, 0)
PRM_DECLARE_LAYOUT(alloc_flow_counter_out, PRM_ALLOC_FLOW_COUNTER_OUT);

#define PRM_QUERY_FLOW_COUNTER_IN_BYTES 0x20
#define PRM_QUERY_FLOW_COUNTER_IN(ROW)    \
	ROW(clear, 0x18, 31, 31)          \
	ROW(num_of_counters, 0x18, 15, 0) \
	ROW(flow_counter_id, 0x1c, 31, 0)
PRM_DECLARE_LAYOUT(query_flow_counter_in, PRM_QUERY_FLOW_COUNTER_IN);

/* One for each counter asked for. */
#define PRM_FLOW_STATISTICS_AT    0x10
#define PRM_FLOW_STATISTICS_BYTES 0x10
#define PRM_TRAFFIC_COUNTER(ROW)  \
	ROW(packets, 0x00, 63, 0) \
	ROW(octets, 0x08, 63, 0)
PRM_DECLARE_LAYOUT(traffic_counter, PRM_TRAFFIC_COUNTER);

#endif
