// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* DCQCN on and off by priority, on firmware that has a switch for each and on firmware that has one for all. */
#include "tests/unit/devx/nic/model.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define RP param("dcqcn.rp.enable")
#define NP param("dcqcn.np.enable")

static int write_one(struct model *m, struct ece_write *write, const struct ece_param *p, uint64_t raw)
{
	*write = (struct ece_write){.param = p, .raw = raw};
	return ece_nic_write(m->nic, write, 1);
}

static void both_doors_read_the_same(void **state)
{
	static const struct {
		unsigned int flags;
		enum ece_backend_id backend;
	} doors[] = {{0, ECE_BACKEND_DEVX}, {SIM_NO_RDMA_CORE, ECE_BACKEND_FWCTL}};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct ece_param *both[] = {RP, NP};
		struct ece_value values[2];
		struct model m;

		model_start(&m, "7.x", "cx6dx", doors[i].flags);
		m.state.cong_status[1] = 0x18;
		m.state.cong_status[2] = 0xff;
		ece_nic_read(m.nic, both, values, 2);
		assert_int_equal(values[0].raw, 0x18);
		assert_int_equal(values[1].raw, 0xff);
		assert_int_equal(values[0].result.backend, doors[i].backend);
		model_stop(&m);
	}
}

static void each_priority_has_its_switch(void **state)
{
	struct ece_write write;
	uint64_t before;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx", 0);
	m.state.cong_tag[1] = 0x81;
	before = m.state.commands;
	assert_int_equal(write_one(&m, &write, RP, 0x18), 0);
	assert_int_equal(m.state.cong_status[1], 0x18);
	assert_int_equal(m.state.cong_status[2], 0xff);
	/* Nobody asked for these. */
	assert_int_equal(m.state.cong_tag[1], 0x81);
	/* Read all, here and through the door that writes; one off, read all, five off, read all. */
	assert_int_equal(m.state.commands - before, 8 + 8 + 1 + 8 + 5 + 8);
	before = m.state.commands;
	assert_int_equal(write_one(&m, &write, RP, 0x10), 0);
	/* Where one is all that changes, the read-back is all that is read. */
	assert_int_equal(m.state.commands - before, 8 + 8 + 1 + 8);
	assert_int_equal(write_one(&m, &write, RP, 0x10), 0);
	assert_int_equal(write.state, ECE_WRITE_UNCHANGED);
	model_stop(&m);
}

static void on_comes_before_off(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx", 0);
	m.state.cong_status[1] = 0x01;
	/* The second switch fails: by then the new one is on and the old one still is. */
	m.state.fault[0] =
		(struct fw_fault){.opcode = 0x823, .action = FW_FAULT_STATUS, .status = 0x03, .skip = 1, .left = 1};
	assert_true(write_one(&m, &write, RP, 0x80) < 0);
	assert_int_equal(m.state.cong_status[1], 0x81);
	assert_int_equal(write.after.raw, 0x81);
	model_stop(&m);
}

static void one_switch_for_all_takes_all_or_none(void **state)
{
	struct ece_write write;
	uint64_t before;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	before = m.state.commands;
	assert_int_equal(write_one(&m, &write, RP, 0), 0);
	assert_int_equal(m.state.cong_status[1], 0);
	/* One command was enough, and it was seen to be. */
	assert_int_equal(m.state.commands - before, 8 + 8 + 1 + 8 + 8);
	assert_int_equal(write_one(&m, &write, RP, 255), 0);
	assert_int_equal(write_one(&m, &write, NP, 0), 0);
	assert_int_equal(m.state.cong_status[1], 255);
	assert_int_equal(m.state.cong_status[2], 0);
	model_stop(&m);
}

static void others_that_moved_are_noticed(void **state)
{
	static const struct {
		const char *card, *name;
		uint8_t have;
		uint64_t want, after;
	} cases[] = {
		{"cx7", "dcqcn.rp.enable", 0xff, 0x08, 0x00},
		{"cx7", "dcqcn.rp.enable", 0x00, 0x18, 0xff},
		{"cx6dx", "dcqcn.np.enable", 0xff, 0x7f, 0x00},
		{"cx6dx", "dcqcn.np.enable", 0x00, 0x01, 0xff},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct ece_param *p = param(cases[i].name);
		struct ece_write write;
		struct model m;

		model_start(&m, "7.x", cases[i].card, 0);
		m.state.cong_status[p->protocol] = cases[i].have;
		assert_int_equal(write_one(&m, &write, p, cases[i].want), -EIO);
		assert_int_equal(write.error.kind, ECE_ERROR_NOT_APPLIED);
		assert_non_null(
			strstr(write.error.text, "switches its priorities together: write \"all\" or \"none\""));
		assert_int_equal(write.after.raw, cases[i].after);
		/* It goes back in one. */
		assert_int_equal(write_one(&m, &write, p, cases[i].have), 0);
		assert_int_equal(m.state.cong_status[p->protocol], cases[i].have);
		model_stop(&m);
	}
}

/* Nothing moved, so nothing is said of others. */
static void an_ignored_switch_is_only_ignored(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx", 0);
	m.state.fault[0] = (struct fw_fault){.opcode = 0x823, .action = FW_FAULT_IGNORE, .left = 8};
	assert_int_equal(write_one(&m, &write, RP, 0x18), -EIO);
	assert_string_equal(write.error.text,
			    "dcqcn.rp.enable was accepted but not applied: wanted 3,4, the card has all");
	assert_int_equal(m.state.fault[0].left, 7);
	model_stop(&m);
}

static void a_busy_card_is_asked_again(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx", 0);
	model_refuse(&m, 0, 0x06, 3);
	assert_int_equal(write_one(&m, &write, RP, 0xfe), 0);
	assert_int_equal(m.state.cong_status[1], 0xfe);
	model_stop(&m);
}

static void an_old_kernel_reads_and_does_not_write(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx6dx", 0);
	assert_true(write_one(&m, &write, RP, 0) < 0);
	assert_int_equal(write.before.raw, 255);
	assert_int_equal(write.error.kind, ECE_ERROR_NO_DOOR);
	assert_int_equal(m.state.cong_status[1], 255);
	model_stop(&m);
}

/* The vendor's driver has a file a priority. */
static void the_vendors_files_do_it_too(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "vendor", "cx6dx", SIM_NO_RDMA_CORE);
	m.list[0].fwctl[0] = '\0';
	ece_nic_close(m.nic);
	assert_int_equal(ece_nic_open(&m.os, &m.list[0], &m.nic, NULL), 0);
	assert_int_equal(write_one(&m, &write, RP, 0x18), 0);
	assert_int_equal(write.before.result.backend, ECE_BACKEND_OFED);
	assert_int_equal(m.state.cong_status[1], 0x18);
	assert_int_equal(write_one(&m, &write, NP, 0x01), -EIO);
	assert_int_equal(write_one(&m, &write, NP, 0x00), 0);
	assert_int_equal(m.state.cong_status[2], 0x00);
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_doors_read_the_same),
		cmocka_unit_test(each_priority_has_its_switch),
		cmocka_unit_test(on_comes_before_off),
		cmocka_unit_test(one_switch_for_all_takes_all_or_none),
		cmocka_unit_test(others_that_moved_are_noticed),
		cmocka_unit_test(an_ignored_switch_is_only_ignored),
		cmocka_unit_test(a_busy_card_is_asked_again),
		cmocka_unit_test(an_old_kernel_reads_and_does_not_write),
		cmocka_unit_test(the_vendors_files_do_it_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
