// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* PPCC. Positions: mstflint register_access_table.adb. */
#include "tests/unit/devx/prm/rows.h"

#include <string.h>

#include "devx/prm/ppcc.h"

/* clang-format off */
static const struct row ppcc[] = {
	{ &prm_ppcc.cmd_type,             0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_ppcc.lp_msb,               0x00, { 0x00, 0x00, 0x30, 0x00 }, 4 },
	{ &prm_ppcc.pnat,                 0x00, { 0x00, 0x00, 0xc0, 0x00 }, 4 },
	{ &prm_ppcc.local_port,           0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ppcc.target_app,           0x00, { 0xf0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ppcc.algo_slot,            0x04, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_ppcc.algo_param_index,     0x04, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ppcc.value,                0x08, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_ppcc.param_value1,         0x0c, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_ppcc.param_value2,         0x10, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_ppcc.param_value3,         0x14, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_ppcc.sl_bitmask,           0x18, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_ppcc.prm,                  0x1c, { 0x00, 0x00, 0x00, 0x03 }, 4 },
	{ &prm_ppcc.sl_bitmask_support,   0x1c, { 0x00, 0x00, 0x00, 0x04 }, 4 },
	{ &prm_ppcc.counter_en,           0x1c, { 0x00, 0x00, 0x00, 0x08 }, 4 },
	{ &prm_ppcc.trace_en,             0x1c, { 0x00, 0x00, 0x00, 0x10 }, 4 },
	{ &prm_ppcc.text_length,          0x1c, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_ppcc.counter_group_id,     0x1c, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_ppcc.cfg_counter_group_en, 0x1c, { 0x00, 0x10, 0x00, 0x00 }, 4 },
};

static const struct row ppcc_algo[] = {
	{ &prm_ppcc_algo.id,    0x00, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ppcc_algo.major, 0x00, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_ppcc_algo.minor, 0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
};

/* clang-format on */

static void ppcc_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_ppcc, ppcc);
}

static void ppcc_algo_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_ppcc_algo, ppcc_algo);
}

/* NVIDIA's doRoCE: command 2 on slot 15 of port 1 forces the programmable algorithm. */
static void the_published_disable_makes_these_bytes(void **state)
{
	static const uint8_t want[8] = {0x00, 0x01, 0x00, 0x02, 0x00, 0x00, 0x00, 0x0f};
	uint8_t reg[PRM_PPCC_BYTES] = {0};

	(void)state;
	prm_set(reg, &prm_ppcc.cmd_type, PRM_PPCC_DISABLE_ALGO);
	prm_set(reg, &prm_ppcc.local_port, 1);
	prm_set(reg, &prm_ppcc.algo_slot, PRM_PPCC_SLOT_BUILT_IN);
	assert_memory_equal(reg, want, sizeof(want));
	assert_int_equal(sizeof(reg), 252);
	assert_int_equal(PRM_PPCC_TEXT_BYTES, 220);
}

static void commands_have_their_numbers(void **state)
{
	(void)state;
	assert_int_equal(PRM_PPCC_GET_ALGO_INFO, 0);
	assert_int_equal(PRM_PPCC_GET_ALGO_STATUS, 3);
	assert_int_equal(PRM_PPCC_GET_PARAM_COUNT, 4);
	assert_int_equal(PRM_PPCC_GET_PARAM_INFO, 5);
	assert_int_equal(PRM_PPCC_GET_PARAM, 6);
	assert_int_equal(PRM_PPCC_SET_PARAM, 8);
	assert_int_equal(PRM_PPCC_GET_ALGO_ARRAY, 0x10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ppcc_rows),
		cmocka_unit_test(ppcc_algo_rows),
		cmocka_unit_test(the_published_disable_makes_these_bytes),
		cmocka_unit_test(commands_have_their_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
