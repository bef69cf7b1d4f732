// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Everything that a card tells of its programmable algorithms, against the data of its type. */
#include "devx/nic/ppcc_list.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/devx/nic/model.h"

static void everything_is_told(void **state)
{
	const struct ece_ppcc_told_param *p;
	struct ece_ppcc_told *told;
	struct ece_error e;
	uint64_t before;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	m.state.ppcc_trace = 1;
	m.state.ppcc_param[1] = 13107;
	before = m.state.commands;
	assert_int_equal(ece_nic_ppcc_list(m.nic, &told, &e), 0);
	/* The slots; of two each name, state and count; and two for each of 24 parameters. */
	assert_int_equal(m.state.commands - before, 1 + 2 * 3 + 24 * 2);
	assert_int_equal(told->backend, ECE_BACKEND_FWCTL);
	assert_int_equal(told->algo_count, 2);
	assert_int_equal(told->algos[0].slot, 0);
	assert_int_equal(told->algos[0].id, 1);
	assert_int_equal(told->algos[0].major, 3);
	assert_int_equal(told->algos[0].minor, 4);
	assert_string_equal(told->algos[0].name, "ZTR_RTTCC");
	assert_string_equal(told->algos[0].text, "zero touch RoCE by round trip time");
	assert_int_equal(told->algos[0].enabled.raw, 1);
	assert_false(told->algos[0].counters);
	assert_true(told->algos[0].trace);
	assert_false(told->algos[0].cut);
	assert_int_equal(told->algos[0].param_count, 24);
	p = &told->algos[0].params[1];
	assert_string_equal(p->entry.name, "ALPHA");
	assert_string_equal(p->text, "slope between rate and target RTT (fxp16)");
	assert_int_equal(p->entry.initial, 6553);
	assert_int_equal(p->entry.min, 0);
	assert_int_equal(p->entry.max, 65536);
	assert_int_equal(p->entry.access, PRM_PPCC_READ_WRITE);
	assert_int_equal(p->value.raw, 13107);
	/* It has a row, with its unit; others get one. */
	assert_ptr_equal(p->param, ece_param_find("ztr_rtt.ALPHA"));
	p = &told->algos[0].params[23];
	assert_string_equal(p->entry.name, "RTT_MIN");
	assert_int_equal(p->entry.access, PRM_PPCC_CLEARABLE);
	assert_ptr_equal(p->param, ece_param_find("ppcc.RTT_MIN"));
	assert_int_equal(told->algos[1].slot, 15);
	assert_string_equal(told->algos[1].name, "DCQCN");
	assert_int_equal(told->algos[1].param_count, 0);
	ece_ppcc_told_free(told);
	model_stop(&m);
}

static void the_window_tells_the_same(void **state)
{
	struct ece_ppcc_told *told;
	struct ece_error e;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx6dx", 0);
	assert_int_equal(ece_nic_ppcc_list(m.nic, &told, &e), 0);
	assert_int_equal(told->backend, ECE_BACKEND_VSC);
	assert_int_equal(told->algos[0].slot, 1);
	assert_string_equal(told->algos[0].params[2].entry.name, "ALPHA");
	ece_ppcc_told_free(told);
	model_stop(&m);
}

static void a_card_or_a_host_without_it_says_so(void **state)
{
	struct ece_ppcc_told *told;
	struct ece_error e;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx-old", 0);
	assert_int_equal(ece_nic_ppcc_list(m.nic, &told, &e), -EOPNOTSUPP);
	assert_int_equal(e.kind, ECE_ERROR_UNSUPPORTED);
	model_stop(&m);
	model_start(&m, "6.1", "cx7", SIM_LOCKDOWN);
	assert_int_equal(ece_nic_ppcc_list(m.nic, &told, &e), -ENXIO);
	assert_int_equal(e.kind, ECE_ERROR_NO_DOOR);
	model_stop(&m);
	ece_ppcc_told_free(NULL);
}

/* One answer that is missing takes nothing from the others. */
static void a_parameter_that_fails_is_one_parameter(void **state)
{
	char texts[ECE_PPCC_UNTOLD_MAX][ECE_PPCC_UNTOLD_TEXT];
	struct ece_ppcc_told *told;
	struct ece_error e;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	/* Behind the slots, three of slot 0, and the first parameter: the description of ALPHA. */
	m.state.fault[0] = (struct fw_fault){.opcode = 0x805,
					     .register_id = 0x506e,
					     .action = FW_FAULT_STATUS,
					     .status = 0x01,
					     .skip = 6,
					     .left = 1};
	assert_int_equal(ece_nic_ppcc_list(m.nic, &told, &e), 0);
	assert_int_equal(told->algos[0].params[0].value.raw, 400);
	assert_string_equal(told->algos[0].params[1].entry.name, "");
	assert_int_equal(told->algos[0].params[1].value.state, ECE_VALUE_UNREADABLE);
	assert_null(told->algos[0].params[1].param);
	assert_int_equal(told->algos[0].params[2].value.raw, 63570);
	assert_int_equal(ece_ppcc_untold(&told->algos[0], texts), 1);
	assert_non_null(strstr(texts[0], "not told: 1 of 24 parameters: "));
	assert_non_null(strstr(texts[0], "0x01"));
	assert_int_equal(ece_ppcc_untold(&told->algos[1], texts), 0);
	ece_ppcc_told_free(told);
	model_stop(&m);
}

/* The name, the state and the number of parameters of slot 0, all refused. */
static void what_is_not_told_of_an_algorithm_is_said(void **state)
{
	char texts[ECE_PPCC_UNTOLD_MAX][ECE_PPCC_UNTOLD_TEXT];
	struct ece_ppcc_told *told;
	struct ece_error e;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	m.state.fault[0] = (struct fw_fault){.opcode = 0x805,
					     .register_id = 0x506e,
					     .action = FW_FAULT_STATUS,
					     .status = 0x01,
					     .skip = 1,
					     .left = 3};
	assert_int_equal(ece_nic_ppcc_list(m.nic, &told, &e), 0);
	assert_int_equal(ece_ppcc_untold(&told->algos[0], texts), 3);
	assert_non_null(strstr(texts[0], "not told: its name: "));
	assert_non_null(strstr(texts[1], "not told: whether it is enabled: "));
	assert_non_null(strstr(texts[2], "not told: its parameters: "));
	assert_int_equal(told->algos[0].param_count, 0);
	ece_ppcc_told_free(told);
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_told),
		cmocka_unit_test(the_window_tells_the_same),
		cmocka_unit_test(a_card_or_a_host_without_it_says_so),
		cmocka_unit_test(a_parameter_that_fails_is_one_parameter),
		cmocka_unit_test(what_is_not_told_of_an_algorithm_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
