// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Flow tables and flow counters. Positions: mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/flow.h"

#define WIDE {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, 8

/* clang-format off */
static const struct row flow_in[] = {
	{ &prm_flow_in.table_type, 0x10, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_flow_in.table_id, 0x14, { 0x00, 0xff, 0xff, 0xff }, 4 },
};

static const struct row flow_table_context[] = {
	{ &prm_flow_table_context.table_miss_action, 0x00, { 0x0f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_flow_table_context.level, 0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_flow_table_context.log_size, 0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_flow_table_context.table_miss_id, 0x04, { 0x00, 0xff, 0xff, 0xff }, 4 },
};

static const struct row modify_flow_table_in[] = {
	{ &prm_modify_flow_table_in.modify_field_select, 0x0c, { 0x00, 0x00, 0xff, 0xff }, 4 },
};

static const struct row fte_match_set_lyr_2_4[] = {
	{ &prm_fte_match_set_lyr_2_4.ip_ecn, 0x10, { 0x00, 0x03, 0x00, 0x00 }, 4 },
	{ &prm_fte_match_set_lyr_2_4.ip_version, 0x10, { 0x00, 0x00, 0x1e, 0x00 }, 4 },
};

static const struct row fte_match_set_misc[] = {
	{ &prm_fte_match_set_misc.source_sqn, 0x00, { 0x00, 0xff, 0xff, 0xff }, 4 },
	{ &prm_fte_match_set_misc.bth_opcode, 0x14, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_fte_match_set_misc.bth_dst_qp, 0x28, { 0x00, 0xff, 0xff, 0xff }, 4 },
};

static const struct row set_fte_in[] = {
	{ &prm_set_fte_in.flow_index, 0x20, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row flow_context[] = {
	{ &prm_flow_context.group_id, 0x04, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_flow_context.action, 0x0c, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_flow_context.destination_list_size, 0x10, { 0x00, 0xff, 0xff, 0xff }, 4 },
	{ &prm_flow_context.flow_counter_list_size, 0x14, { 0x00, 0xff, 0xff, 0xff }, 4 },
};

static const struct row flow_counter_list[] = {
	{ &prm_flow_counter_list.flow_counter_id, 0x00, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row alloc_flow_counter_in[] = {
	{ &prm_alloc_flow_counter_in.flow_counter_bulk, 0x0c, { 0x00, 0x00, 0x00, 0xff }, 4 },
};

static const struct row alloc_flow_counter_out[] = {
	{ &prm_alloc_flow_counter_out.flow_counter_id, 0x08, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row query_flow_counter_in[] = {
	{ &prm_query_flow_counter_in.clear, 0x18, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_query_flow_counter_in.num_of_counters, 0x18, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_query_flow_counter_in.flow_counter_id, 0x1c, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row traffic_counter[] = {
	{ &prm_traffic_counter.packets, 0x00, WIDE },
	{ &prm_traffic_counter.octets, 0x08, WIDE },
};
/* clang-format on */

static void table_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_flow_in, flow_in);
	CHECK_ROWS(&prm_flow_table_context, flow_table_context);
	CHECK_ROWS(&prm_modify_flow_table_in, modify_flow_table_in);
}

static void entry_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_fte_match_set_lyr_2_4, fte_match_set_lyr_2_4);
	CHECK_ROWS(&prm_fte_match_set_misc, fte_match_set_misc);
	CHECK_ROWS(&prm_set_fte_in, set_fte_in);
	CHECK_ROWS(&prm_flow_context, flow_context);
	CHECK_ROWS(&prm_flow_counter_list, flow_counter_list);
}

static void counter_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_alloc_flow_counter_in, alloc_flow_counter_in);
	CHECK_ROWS(&prm_alloc_flow_counter_out, alloc_flow_counter_out);
	CHECK_ROWS(&prm_query_flow_counter_in, query_flow_counter_in);
	CHECK_ROWS(&prm_traffic_counter, traffic_counter);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_rows),
		cmocka_unit_test(entry_rows),
		cmocka_unit_test(counter_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
