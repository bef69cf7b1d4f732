// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Slots of programmable congestion control, and parameters of the card that have no row. */
#include "tests/unit/devx/nic/model.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define BUILT_IN "ppcc.slot.15.enable"

struct slots {
	uint16_t enabled, counters, trace; /* bit n: slot n */
};

static void expect(const struct model *m, struct slots want)
{
	assert_int_equal(m->state.ppcc_enabled, want.enabled);
	assert_int_equal(m->state.ppcc_counters, want.counters);
	assert_int_equal(m->state.ppcc_trace, want.trace);
}

static struct ece_value read_one(struct model *m, const char *name)
{
	const struct ece_param *p = param(name);
	struct ece_value value;

	ece_nic_read(m->nic, &p, &value, 1);
	return value;
}

static int write_one(struct model *m, struct ece_write *write, const char *name, uint64_t raw)
{
	*write = (struct ece_write){.param = param(name), .raw = raw};
	return ece_nic_write(m->nic, write, 1);
}

static void each_switch_moves_alone(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	expect(&m, (struct slots){.enabled = 0x8001});
	assert_int_equal(write_one(&m, &write, "ppcc.slot.0.counters", 1), 0);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	expect(&m, (struct slots){.enabled = 0x8001, .counters = 1});
	assert_int_equal(write_one(&m, &write, "ppcc.slot.0.trace", 1), 0);
	expect(&m, (struct slots){.enabled = 0x8001, .counters = 1, .trace = 1});
	assert_int_equal(write_one(&m, &write, "ppcc.slot.0.enable", 0), 0);
	expect(&m, (struct slots){.enabled = 0x8000, .counters = 1, .trace = 1});
	/* What enables keeps what it finds. */
	assert_int_equal(write_one(&m, &write, "ppcc.slot.0.enable", 1), 0);
	expect(&m, (struct slots){.enabled = 0x8001, .counters = 1, .trace = 1});
	assert_int_equal(write_one(&m, &write, "ppcc.slot.0.counters", 0), 0);
	expect(&m, (struct slots){.enabled = 0x8001, .trace = 1});
	assert_int_equal(write_one(&m, &write, "ppcc.slot.0.counters", 0), 0);
	assert_int_equal(write.state, ECE_WRITE_UNCHANGED);
	model_stop(&m);
}

static void one_command_for_a_slot(void **state)
{
	struct ece_write writes[3];
	uint64_t before;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	m.state.ppcc_enabled = 0x8000;
	for (size_t i = 0; i < 3; i++)
		writes[i].raw = 1;
	writes[0].param = param("ppcc.slot.0.trace");
	writes[1].param = param("ppcc.slot.0.enable");
	writes[2].param = param("ppcc.slot.0.counters");
	before = m.state.commands;
	assert_int_equal(ece_nic_write(m.nic, writes, 3), 0);
	expect(&m, (struct slots){.enabled = 0x8001, .counters = 1, .trace = 1});
	/* The algorithms, the slot, one write, the slot. */
	assert_int_equal(m.state.commands - before, 4);
	/* And back: counters and trace change while it still runs. */
	for (size_t i = 0; i < 3; i++)
		writes[i] = (struct ece_write){.param = writes[i].param, .raw = 0};
	before = m.state.commands;
	assert_int_equal(ece_nic_write(m.nic, writes, 3), 0);
	expect(&m, (struct slots){.enabled = 0x8000});
	assert_int_equal(m.state.commands - before, 5);
	model_stop(&m);
}

static void counters_of_a_slot_that_is_off_are_refused(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	m.state.ppcc_enabled = 0x8000;
	assert_int_equal(write_one(&m, &write, "ppcc.slot.0.counters", 1), -EINVAL);
	assert_int_equal(write.error.kind, ECE_ERROR_CONFLICT);
	assert_non_null(strstr(write.error.text, "ppcc.slot.0.enable = true"));
	assert_string_equal(write.error.place, "0000:01:00.0/ppcc.slot.0.counters");
	expect(&m, (struct slots){.enabled = 0x8000});
	model_stop(&m);
}

/* What switches them switches the slot on, and nobody can see that it was off. */
static void counters_of_the_built_in_slot_are_refused(void **state)
{
	static const char *const names[] = {"ppcc.slot.15.counters", "ppcc.slot.15.trace"};
	struct ece_write write, both[2];
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	assert_int_equal(write_one(&m, &write, BUILT_IN, 0), 0);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(read_one(&m, names[i]).state, ECE_VALUE_SET);
		assert_int_equal(write_one(&m, &write, names[i], 1), -EOPNOTSUPP);
		assert_int_equal(write.error.kind, ECE_ERROR_UNSUPPORTED);
		assert_non_null(strstr(write.error.text, "can only be read: writing it would enable slot 15"));
		both[0] = (struct ece_write){.param = param(BUILT_IN), .raw = 1};
		both[1] = (struct ece_write){.param = param(names[i]), .raw = 1};
		assert_int_equal(ece_nic_write(m.nic, both, 2), -EOPNOTSUPP);
	}
	expect(&m, (struct slots){.enabled = 0x0001});
	model_stop(&m);
}

static void an_empty_slot_is_unsupported(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	value = read_one(&m, "ppcc.slot.7.enable");
	assert_int_equal(value.state, ECE_VALUE_UNSUPPORTED);
	assert_string_equal(value.why, "the card has no algorithm in slot 7");
	model_stop(&m);
	model_start(&m, "7.x", "cx6dx-old", 0);
	assert_int_equal(read_one(&m, BUILT_IN).state, ECE_VALUE_UNSUPPORTED);
	model_stop(&m);
}

/* It reads as enabled whatever it is. */
static void the_built_in_slot_is_believed_when_it_accepts(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	assert_int_equal(write_one(&m, &write, BUILT_IN, 0), 0);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	assert_int_equal(write.before.raw, 1);
	assert_int_equal(write.after.raw, 0);
	expect(&m, (struct slots){.enabled = 0x0001});
	assert_int_equal(read_one(&m, BUILT_IN).raw, 1);
	/* So what it reads is no reason not to send. */
	assert_int_equal(write_one(&m, &write, BUILT_IN, 1), 0);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	expect(&m, (struct slots){.enabled = 0x8001});
	model_stop(&m);
}

static void the_built_in_slot_is_not_believed_when_it_refuses(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	m.state.ppcc_enabled = 0x0001;
	m.state.fault[0] = (struct fw_fault){.opcode = 0x805,
					     .register_id = 0x506e,
					     .op_mod_plus_1 = 1,
					     .action = FW_FAULT_STATUS,
					     .status = 0x03,
					     .left = 1};
	/* It reads true, as wanted, and that proves nothing. */
	assert_true(write_one(&m, &write, BUILT_IN, 1) < 0);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	expect(&m, (struct slots){.enabled = 0x0001});
	model_stop(&m);
}

static void a_parameter_without_a_row_is_found_by_name(void **state)
{
	struct ece_value value;
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	value = read_one(&m, "ppcc.FAST_SCHED");
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_int_equal(value.raw, 2097152);
	assert_int_equal(write_one(&m, &write, "ppcc.TX_RATE_DEC_STEP", 7), 0);
	assert_int_equal(m.state.ppcc_param[12], 7);
	/* The card's own range and access. */
	assert_int_equal(write_one(&m, &write, "ppcc.TX_RATE_DEC_STEP", 1025), -EINVAL);
	assert_string_equal(write.error.text, "this card takes 0 to 1024 for ppcc.TX_RATE_DEC_STEP, not 1025");
	assert_int_equal(write_one(&m, &write, "ppcc.RTT_TIMEOUT_THRESHOLD", 5), -EOPNOTSUPP);
	assert_string_equal(write.error.text, "ppcc.RTT_TIMEOUT_THRESHOLD is read only on this card");
	assert_int_equal(write_one(&m, &write, "ppcc.RTT_MIN", 0), -EOPNOTSUPP);
	assert_string_equal(write.error.text, "ppcc.RTT_MIN can only be cleared on this card");
	assert_int_equal(m.state.ppcc_param[12], 7);
	model_stop(&m);
}

static void a_name_that_the_card_does_not_have(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	value = read_one(&m, "ppcc.FAST_SCHEDD");
	assert_int_equal(value.state, ECE_VALUE_UNSUPPORTED);
	assert_string_equal(value.why,
			    "no algorithm on the card has a parameter FAST_SCHEDD; the nearest it has is FAST_SCHED");
	value = read_one(&m, "ppcc.fast_sched");
	assert_non_null(strstr(value.why, "the nearest it has is FAST_SCHED"));
	value = read_one(&m, "ppcc.NOTHING_LIKE_IT");
	assert_string_equal(value.why, "no algorithm on the card has a parameter NOTHING_LIKE_IT");
	model_stop(&m);
}

/* The refusal is DevX's, not the card's: it has the slot all the same. */
static void a_slot_without_a_door_is_not_unsupported(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", SIM_LOCKDOWN);
	value = read_one(&m, "ppcc.slot.0.enable");
	assert_int_equal(value.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(value.why, "DevX: the firmware grants it to no user (status 0x03)"));
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_switch_moves_alone),
		cmocka_unit_test(one_command_for_a_slot),
		cmocka_unit_test(counters_of_a_slot_that_is_off_are_refused),
		cmocka_unit_test(counters_of_the_built_in_slot_are_refused),
		cmocka_unit_test(an_empty_slot_is_unsupported),
		cmocka_unit_test(the_built_in_slot_is_believed_when_it_accepts),
		cmocka_unit_test(the_built_in_slot_is_not_believed_when_it_refuses),
		cmocka_unit_test(a_parameter_without_a_row_is_found_by_name),
		cmocka_unit_test(a_name_that_the_card_does_not_have),
		cmocka_unit_test(a_slot_without_a_door_is_not_unsupported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
