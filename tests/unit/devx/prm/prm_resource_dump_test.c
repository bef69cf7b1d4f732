// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RESOURCE_DUMP and its segments. Positions: Linux include/linux/mlx5/mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/hca_cap.h"
#include "devx/prm/resource_dump.h"

/* clang-format off */
#define WORD { 0xff, 0xff, 0xff, 0xff }, 4
#define HIGH { 0xff, 0xff, 0x00, 0x00 }, 4
#define LOW  { 0x00, 0x00, 0xff, 0xff }, 4

static const struct row resource_dump[] = {
	{ &prm_resource_dump.more_dump,     0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_resource_dump.inline_dump,   0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_resource_dump.seq_num,       0x00, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_resource_dump.segment_type,  0x00, LOW },
	{ &prm_resource_dump.vhca_id,       0x04, LOW },
	{ &prm_resource_dump.index1,        0x08, WORD },
	{ &prm_resource_dump.index2,        0x0c, WORD },
	{ &prm_resource_dump.num_of_obj1,   0x10, HIGH },
	{ &prm_resource_dump.num_of_obj2,   0x10, LOW },
	{ &prm_resource_dump.device_opaque, 0x18, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
	{ &prm_resource_dump.mkey,          0x20, WORD },
	{ &prm_resource_dump.size,          0x24, WORD },
	{ &prm_resource_dump.address,       0x28, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
};

static const struct row segment_header[] = {
	{ &prm_segment_header.length_dw,    0x00, HIGH },
	{ &prm_segment_header.segment_type, 0x00, LOW },
};

static const struct row info_segment[] = {
	{ &prm_info_segment.dump_version, 0x04, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_info_segment.hw_version,   0x08, WORD },
	{ &prm_info_segment.fw_version,   0x0c, WORD },
};

static const struct row command_segment[] = {
	{ &prm_command_segment.segment_called, 0x04, HIGH },
	{ &prm_command_segment.vhca_id,        0x04, LOW },
	{ &prm_command_segment.index1,         0x08, WORD },
	{ &prm_command_segment.index2,         0x0c, WORD },
	{ &prm_command_segment.num_of_obj1,    0x10, HIGH },
	{ &prm_command_segment.num_of_obj2,    0x10, LOW },
};

static const struct row error_segment[] = {
	{ &prm_error_segment.syndrome_id, 0x04, LOW },
};

static const struct row resource_segment[] = {
	{ &prm_resource_segment.index1, 0x08, WORD },
	{ &prm_resource_segment.index2, 0x0c, WORD },
};

static const struct row menu_segment[] = {
	{ &prm_menu_segment.num_of_records, 0x04, LOW },
};

static const struct row menu_record[] = {
	{ &prm_menu_record.num_of_obj2_supports_active, 0x00, { 0x08, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.num_of_obj2_supports_all,    0x00, { 0x04, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.must_have_num_of_obj2,       0x00, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.support_num_of_obj2,         0x00, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.num_of_obj1_supports_active, 0x00, { 0x00, 0x80, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.num_of_obj1_supports_all,    0x00, { 0x00, 0x40, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.must_have_num_of_obj1,       0x00, { 0x00, 0x20, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.support_num_of_obj1,         0x00, { 0x00, 0x10, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.must_have_index2,            0x00, { 0x00, 0x08, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.support_index2,              0x00, { 0x00, 0x04, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.must_have_index1,            0x00, { 0x00, 0x02, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.support_index1,              0x00, { 0x00, 0x01, 0x00, 0x00 }, 4 },
	{ &prm_menu_record.segment_type,                0x00, LOW },
};

static const struct row cap_debug[] = {
	{ &prm_cap_debug.resource_dump, 0x00, { 0x00, 0x40, 0x00, 0x00 }, 4 },
};
/* clang-format on */

static void register_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_resource_dump, resource_dump);
}

static void control_segment_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_segment_header, segment_header);
	CHECK_ROWS(&prm_info_segment, info_segment);
	CHECK_ROWS(&prm_command_segment, command_segment);
	CHECK_ROWS(&prm_error_segment, error_segment);
}

static void resource_segment_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_resource_segment, resource_segment);
}

static void menu_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_menu_segment, menu_segment);
	CHECK_ROWS(&prm_menu_record, menu_record);
}

static void capability_row(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cap_debug, cap_debug);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(register_rows),         cmocka_unit_test(control_segment_rows),
		cmocka_unit_test(resource_segment_rows), cmocka_unit_test(menu_rows),
		cmocka_unit_test(capability_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
