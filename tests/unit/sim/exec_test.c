// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fw_exec: what reaches a handler, what is refused, what fault rules do. */
#include "tests/unit/sim/bench.h"

#include <errno.h>

#include "devx/sim/fw/command.h"
#include "devx/sim/fw/fault.h"

static uint8_t nop(struct bench *b)
{
	bench_word(b, 0x00, 0x080d0000);
	return bench_run(b, 0x10, 0x10);
}

static uint8_t query_issi(struct bench *b, size_t out_len)
{
	bench_word(b, 0x00, 0x010a0000);
	return bench_run(b, 0x10, out_len);
}

static void an_unknown_opcode_is_bad_op(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_word(&b, 0x00, 0x0fff0000);
	assert_int_equal(bench_run(&b, 0x10, 0x20), 0x02);
	assert_int_not_equal(bench_got(&b, 0x04), 0);
	assert_int_equal(bench_got(&b, 0x08), 0);
	assert_int_equal(bench_got(&b, 0x1c), 0);
}

static void lengths_are_checked(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(query_issi(&b, 0x70), 0);
	assert_int_equal(query_issi(&b, 0x6c), 0x51);
	bench_word(&b, 0x00, 0x05000000);
	assert_int_equal(bench_run(&b, 0x10c, 0x10), 0x50);
	bench_down(&b);
}

static void the_answer_is_filled_to_its_end(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(query_issi(&b, 0x80), 0);
	assert_int_equal(bench_got(&b, 0x6c), 0x00000002);
	assert_int_equal(bench_got(&b, 0x7c), 0);
	assert_int_equal(b.out[0x80], 0xee);
}

/* Numbers and names: mlx5_ifc.h. A table out of order loses rows in the search, so every region is asked for. */
static void commands_are_found_by_opcode(void **state)
{
	static const struct {
		uint16_t opcode;
		const char *name;
	} known[] = {
		{0x100, "QUERY_HCA_CAP"},
		{0x101, "QUERY_ADAPTER"},
		{0x102, "INIT_HCA"},
		{0x103, "TEARDOWN_HCA"},
		{0x104, "ENABLE_HCA"},
		{0x105, "DISABLE_HCA"},
		{0x107, "QUERY_PAGES"},
		{0x108, "MANAGE_PAGES"},
		{0x109, "SET_HCA_CAP"},
		{0x10a, "QUERY_ISSI"},
		{0x10b, "SET_ISSI"},
		{0x10d, "SET_DRIVER_VERSION"},
		{0x200, "CREATE_MKEY"},
		{0x202, "DESTROY_MKEY"},
		{0x203, "QUERY_SPECIAL_CONTEXTS"},
		{0x301, "CREATE_EQ"},
		{0x302, "DESTROY_EQ"},
		{0x400, "CREATE_CQ"},
		{0x403, "MODIFY_CQ"},
		{0x500, "CREATE_QP"},
		{0x502, "RST2INIT_QP"},
		{0x503, "INIT2RTR_QP"},
		{0x504, "RTR2RTS_QP"},
		{0x505, "RTS2RTS_QP"},
		{0x507, "2ERR_QP"},
		{0x50a, "2RST_QP"},
		{0x50b, "QUERY_QP"},
		{0x50e, "INIT2INIT_QP"},
		{0x705, "CREATE_XRC_SRQ"},
		{0x710, "CREATE_DCT"},
		{0x750, "QUERY_VPORT_STATE"},
		{0x754, "QUERY_NIC_VPORT_CONTEXT"},
		{0x755, "MODIFY_NIC_VPORT_CONTEXT"},
		{0x761, "SET_ROCE_ADDRESS"},
		{0x771, "ALLOC_Q_COUNTER"},
		{0x773, "QUERY_Q_COUNTER"},
		{0x800, "ALLOC_PD"},
		{0x802, "ALLOC_UAR"},
		{0x805, "ACCESS_REG"},
		{0x816, "ALLOC_TRANSPORT_DOMAIN"},
		{0x822, "QUERY_CONG_STATUS"},
		{0x825, "MODIFY_CONG_PARAMS"},
		{0x826, "QUERY_CONG_STATISTICS"},
		{0x900, "CREATE_TIR"},
		{0x904, "CREATE_SQ"},
		{0x908, "CREATE_RQ"},
		{0x90c, "CREATE_RMP"},
		{0x912, "CREATE_TIS"},
		{0x916, "CREATE_RQT"},
		{0x92f, "SET_FLOW_TABLE_ROOT"},
		{0x930, "CREATE_FLOW_TABLE"},
		{0x936, "SET_FLOW_TABLE_ENTRY"},
		{0x93c, "MODIFY_FLOW_TABLE"},
		{0xa00, "CREATE_GENERAL_OBJECT"},
		{0xa04, "CREATE_UCTX"},
		{0xa06, "DESTROY_UCTX"},
		{0xa08, "CREATE_UMEM"},
		{0xa0a, "DESTROY_UMEM"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const struct fw_command *row = fw_command_find(known[i].opcode);

		assert_non_null(row);
		assert_string_equal(row->name, known[i].name);
		assert_non_null(row->handler);
	}
	assert_null(fw_command_find(0x000));
	assert_null(fw_command_find(0x0ff));
	assert_null(fw_command_find(0xfff));
}

static void a_status_rule_counts_down(void **state)
{
	struct bench b;
	struct fw_fault rule = {
		.opcode = 0x80d, .action = FW_FAULT_STATUS, .status = 0x06, .left = 2, .skip = 1, .syndrome = 0xabcd};

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(fw_fault_add(&b.state, &rule), 0);
	assert_int_equal(query_issi(&b, 0x70), 0);
	assert_int_equal(nop(&b), 0);
	assert_int_equal(nop(&b), 0x06);
	assert_int_equal(bench_got(&b, 0x04), 0xabcd);
	assert_int_equal(nop(&b), 0x06);
	assert_int_equal(nop(&b), 0);
}

static void a_rule_can_ask_for_a_register(void **state)
{
	struct bench b;
	struct fw_fault rule = {
		.opcode = 0x805, .register_id = 0x5006, .action = FW_FAULT_STATUS, .status = 0x01, .left = 1};

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(fw_fault_add(&b.state, &rule), 0);
	bench_access(&b, 0x5003, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0);
	bench_access(&b, 0x5006, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0x01);
	bench_access(&b, 0x5006, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0);
}

static void an_ignored_command_says_ok_and_does_nothing(void **state)
{
	struct bench b;
	struct fw_fault rule = {.opcode = 0x800, .action = FW_FAULT_IGNORE, .left = 1};

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(fw_fault_add(&b.state, &rule), 0);
	bench_word(&b, 0x00, 0x08000000);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
	assert_int_equal(bench_got(&b, 0x08), 0);
	assert_int_equal(fw_object_count(b.fw.objects, FW_OBJECT_PD), 0);
	bench_down(&b);
}

static void a_delay_is_a_time_not_a_wait(void **state)
{
	struct bench b;
	struct fw_fault rule = {.opcode = 0, .action = FW_FAULT_DELAY, .delay_ms = 700, .left = 1};

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(fw_fault_add(&b.state, &rule), 0);
	bench_word(&b, 0x00, 0x010a0000);
	assert_true(fw_exec(&b.fw, 1000, b.in, 0x10, b.out, 0x70) == 700001000);
	assert_int_equal(bench_got(&b, 0x6c), 0x00000002);
	assert_true(fw_exec(&b.fw, 2000, b.in, 0x10, b.out, 0x70) == 2000);
}

static void a_vanished_card_never_answers(void **state)
{
	struct bench b;
	struct fw_fault rule = {.opcode = 0x80d, .action = FW_FAULT_VANISH, .left = 1};

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(fw_fault_add(&b.state, &rule), 0);
	bench_word(&b, 0x00, 0x080d0000);
	assert_true(fw_exec(&b.fw, 5, b.in, 0x10, b.out, 0x10) == FW_NEVER);
	assert_true(fw_exec(&b.fw, 6, b.in, 0x10, b.out, 0x10) == FW_NEVER);
	fw_fault_clear(&b.state);
	assert_true(fw_exec(&b.fw, 7, b.in, 0x10, b.out, 0x10) == 7);
}

static void the_number_of_rules_is_limited(void **state)
{
	struct bench b;
	struct fw_fault rule = {.action = FW_FAULT_STATUS, .status = 1, .left = 1};
	int i;

	(void)state;
	bench_up(&b, "cx7");
	for (i = 0; i < FW_FAULTS; i++)
		assert_int_equal(fw_fault_add(&b.state, &rule), 0);
	assert_int_equal(fw_fault_add(&b.state, &rule), -ENOSPC);
	assert_int_equal(nop(&b), 1);
	assert_int_equal(fw_fault_add(&b.state, &rule), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_unknown_opcode_is_bad_op),
		cmocka_unit_test(lengths_are_checked),
		cmocka_unit_test(the_answer_is_filled_to_its_end),
		cmocka_unit_test(commands_are_found_by_opcode),
		cmocka_unit_test(a_status_rule_counts_down),
		cmocka_unit_test(a_rule_can_ask_for_a_register),
		cmocka_unit_test(an_ignored_command_says_ok_and_does_nothing),
		cmocka_unit_test(a_delay_is_a_time_not_a_wait),
		cmocka_unit_test(a_vanished_card_never_answers),
		cmocka_unit_test(the_number_of_rules_is_limited),
	};

	return cmocka_run_group_tests_name("exec", tests, NULL, NULL);
}
