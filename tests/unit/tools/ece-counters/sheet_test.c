// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which counters are shown first, how they grew, and when a port is in trouble. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/tools/ece-counters/made.h"

static struct made readings[4];
static const struct scrape_device *pointers[4];

static struct sheet sheet_of(size_t count)
{
	static struct sheet_device of;
	struct sheet sheet;

	of = made_history(readings, pointers, count);
	assert_int_equal(sheet_make(&of, 0, &sheet), 0);
	return sheet;
}

static const struct sheet_line *line_of(const struct sheet *sheet, const char *name)
{
	for (size_t i = 0; i < sheet->count; i++)
		if (!strcmp(sheet->lines[i].counter->name, name))
			return &sheet->lines[i];
	fail_msg("no line %s", name);
	return NULL;
}

/* Two readings, two seconds apart, of one counter. */
static struct sheet two(const char *name, uint64_t before, uint64_t after)
{
	for (size_t i = 0; i < 2; i++) {
		made_device(&readings[i], 10 + 2 * i);
		made_add(&readings[i], 0, name, i ? after : before);
	}
	return sheet_of(2);
}

static void growth_is_in_the_counters_unit(void **state)
{
	struct sheet sheet = two("port_xmit_data", 1000, 1500);
	const struct sheet_line *line = &sheet.lines[0];

	(void)state;
	/* The kernel tells words of 4 bytes */
	assert_int_equal(line->value, 6000);
	assert_int_equal(line->since.change, SHEET_GREW);
	assert_int_equal(line->since.by, 2000);
	assert_float_equal(sheet_rate(&line->last), 1000, 1e-9);
	assert_true(line->moved);
	sheet_done(&sheet);
}

static void one_reading_has_no_growth(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 1);
	made_add(&readings[0], 0, "packet_seq_err", 7);
	sheet = sheet_of(1);
	assert_int_equal(sheet.lines[0].since.change, SHEET_UNKNOWN);
	assert_int_equal(sheet.lines[0].last.change, SHEET_UNKNOWN);
	assert_false(sheet.compared);
	assert_false(sheet_is_zero(&sheet.lines[0]));
	sheet_done(&sheet);
}

/* The reader has added the round up: what the kernel told went down. */
static void a_round_of_32_bits_is_growth(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 10);
	made_add(&readings[0], 0, "packet_seq_err", UINT32_MAX - 9);
	made_device(&readings[1], 12);
	made_add(&readings[1], 0, "packet_seq_err", 10)->total = UINT64_C(0x10000000a);
	sheet = sheet_of(2);
	assert_int_equal(sheet.lines[0].last.by, 20);
	assert_int_equal(sheet.lines[0].value, UINT64_C(0x10000000a));
	assert_false(sheet.lines[0].last.unsure);
	sheet_done(&sheet);
}

static void half_a_round_may_be_more(void **state)
{
	struct sheet sheet = two("packet_seq_err", 0, UINT64_C(0x80000000));

	(void)state;
	assert_true(sheet.lines[0].last.unsure);
	sheet_done(&sheet);
	sheet = two("rp_cnp_handled", 0, UINT64_C(0x80000000));
	assert_false(sheet.lines[0].last.unsure);
	sheet_done(&sheet);
}

static void a_reset_is_no_growth(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 10);
	made_add(&readings[0], 0, "rp_cnp_handled", 1000);
	made_device(&readings[1], 11);
	made_add(&readings[1], 0, "rp_cnp_handled", 1500)->resets = 1;
	made_device(&readings[2], 12);
	made_add(&readings[2], 0, "rp_cnp_handled", 1600)->resets = 1;
	sheet = sheet_of(3);
	assert_int_equal(sheet.lines[0].since.change, SHEET_RESTARTED);
	assert_int_equal(sheet.lines[0].since.by, 1600);
	assert_int_equal(sheet.lines[0].last.change, SHEET_GREW);
	assert_int_equal(sheet.lines[0].last.by, 100);
	assert_int_equal(sheet.lines[0].rate_count, 2);
	assert_true(sheet.lines[0].rates[0] < 0);
	assert_float_equal(sheet.lines[0].rates[1], 100, 1e-9);
	sheet_done(&sheet);
}

static void a_device_that_registered_anew_started_over(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 10);
	made_add(&readings[0], 0, "rp_cnp_handled", 1000);
	made_device(&readings[1], 11);
	readings[1].device.about.index = 4;
	made_add(&readings[1], 0, "rp_cnp_handled", 2000);
	sheet = sheet_of(2);
	assert_int_equal(sheet.lines[0].last.change, SHEET_RESTARTED);
	assert_int_equal(sheet.lines[0].last.by, 2000);
	sheet_done(&sheet);
}

/* Who began to read anew has seen no reset, but a number that fell is one. */
static void what_fell_started_over(void **state)
{
	struct sheet sheet = two("rp_cnp_handled", 1000, 0);

	(void)state;
	assert_int_equal(sheet.lines[0].last.change, SHEET_RESTARTED);
	assert_int_equal(sheet.lines[0].last.by, 0);
	/* It is zero, and that is to be told */
	assert_false(sheet_is_zero(&sheet.lines[0]));
	sheet_done(&sheet);
	sheet = two("rp_cnp_handled", 0, 0);
	assert_true(sheet_is_zero(&sheet.lines[0]));
	sheet_done(&sheet);
}

/* It was not read at one end: that is neither growth nor 0. */
static void what_was_not_read_has_no_growth(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 10);
	made_add_state(&readings[0], 0, "packet_seq_err", COUNTER_UNREADABLE);
	made_device(&readings[1], 11);
	made_add(&readings[1], 0, "packet_seq_err", 5);
	sheet = sheet_of(2);
	assert_int_equal(sheet.lines[0].last.change, SHEET_UNKNOWN);
	assert_false(sheet.lines[0].moved);
	assert_true(sheet.lines[0].rates[0] < 0);
	sheet_done(&sheet);
}

/* What moved stands in front in its group, and groups stand in one order. */
static void what_moved_comes_first(void **state)
{
	static const char *const names[] = {"rx_write_requests", "out_of_sequence", "packet_seq_err",
					    "np_cnp_sent",       "req_cqe_error",   "unheard_of?"};
	static const char *const order[] = {"packet_seq_err", "out_of_sequence",   "np_cnp_sent",
					    "req_cqe_error",  "rx_write_requests", "unheard_of"};
	struct sheet sheet;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		made_device(&readings[i], 10 + i);
		for (size_t k = 0; k < 6; k++)
			made_add(&readings[i], 0, names[k], k == 2 ? 5 + i : 5);
	}
	sheet = sheet_of(2);
	for (size_t k = 0; k < 6; k++)
		assert_string_equal(sheet.lines[k].counter->name, order[k]);
	sheet_done(&sheet);
}

/* A counter that came or went moves the others to other places. */
static void a_counter_is_found_in_another_place(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 10);
	made_add(&readings[0], 0, "packet_seq_err", 5);
	made_device(&readings[1], 11);
	made_add(&readings[1], 0, "out_of_sequence", 1);
	made_add(&readings[1], 0, "packet_seq_err", 8);
	sheet = sheet_of(2);
	assert_int_equal(line_of(&sheet, "packet_seq_err")->last.by, 3);
	assert_int_equal(line_of(&sheet, "out_of_sequence")->last.change, SHEET_UNKNOWN);
	sheet_done(&sheet);
}

static enum sheet_trouble trouble_of_growth(const char *name, uint64_t before, uint64_t after)
{
	struct sheet sheet = two(name, before, after);
	enum sheet_trouble trouble = sheet.trouble;

	sheet_done(&sheet);
	return trouble;
}

static void trouble_is_what_moved(void **state)
{
	(void)state;
	assert_int_equal(trouble_of_growth("req_transport_retries_exceeded", 5, 6), SHEET_HARD);
	assert_int_equal(trouble_of_growth("req_transport_retries_exceeded", 5, 5), SHEET_QUIET);
	assert_int_equal(trouble_of_growth("packet_seq_err", 5, 6), SHEET_LOSS);
	/* A bad cable is worse than what it makes of the traffic */
	assert_int_equal(trouble_of_growth("rx_symbol_err_phy", 5, 6), SHEET_ERRORS);
	assert_int_equal(trouble_of_growth("np_cnp_sent", 5, 6), SHEET_PAUSED);
	assert_int_equal(trouble_of_growth("rx_prio3_pause", 5, 6), SHEET_PAUSED);
	/* Load and what applications do are no trouble */
	assert_int_equal(trouble_of_growth("port_xmit_data", 5, 6), SHEET_QUIET);
	assert_int_equal(trouble_of_growth("out_of_buffer", 5, 6), SHEET_QUIET);
}

static void a_port_that_is_down_or_blind_is_worse(void **state)
{
	struct sheet sheet;
	struct sheet_device late;

	(void)state;
	made_device(&readings[0], 10);
	readings[0].ports[0].about.state = ECE_RDMA_PORT_DOWN;
	sheet = sheet_of(1);
	assert_int_equal(sheet.trouble, SHEET_DOWN);
	sheet_done(&sheet);
	made_device(&readings[0], 10);
	made_fault(&readings[0], SCRAPE_ETHTOOL, "no");
	sheet = sheet_of(1);
	assert_int_equal(sheet.trouble, SHEET_BLIND);
	sheet_done(&sheet);
	made_device(&readings[0], 10);
	late = made_history(readings, pointers, 1);
	assert_int_equal(sheet_make(&late, 0, &sheet), 0);
	assert_int_equal(sheet.trouble, SHEET_QUIET);
	sheet_done(&sheet);
	late.late = true;
	assert_int_equal(sheet_make(&late, 0, &sheet), 0);
	assert_int_equal(sheet.trouble, SHEET_BLIND);
	sheet_done(&sheet);
	late.late = false;
	late.gone = true;
	assert_int_equal(sheet_make(&late, 0, &sheet), 0);
	assert_int_equal(sheet.trouble, SHEET_BLIND);
	sheet_done(&sheet);
}

/* Left alone on purpose. */
static void a_device_of_somebody_else_is_no_trouble(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 10);
	readings[0].device.barred = true;
	made_fault(&readings[0], SCRAPE_RDMA, "not ours");
	sheet = sheet_of(1);
	assert_int_equal(sheet.trouble, SHEET_QUIET);
	sheet_done(&sheet);
}

static void bytes_beyond_64_bits_stay_at_the_top(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 1);
	made_add(&readings[0], 0, "port_xmit_data", UINT64_MAX / 2);
	sheet = sheet_of(1);
	assert_true(sheet.lines[0].value == UINT64_MAX);
	sheet_done(&sheet);
}

/* Each file costs a command of the firmware: not all are asked for, and what was not is not absent. */
static void a_file_that_was_not_asked_for_is_not_absent(void **state)
{
	struct sheet sheet;

	(void)state;
	made_device(&readings[0], 1);
	made_add_state(&readings[0], 0, "VL15_dropped", COUNTER_ABSENT);
	made_add_state(&readings[0], 0, "port_xmit_data", COUNTER_ABSENT);
	sheet = sheet_of(1);
	assert_int_equal(sheet.count, 1);
	assert_string_equal(sheet.lines[0].counter->name, "port_xmit_data");
	sheet_done(&sheet);
	readings[0].device.parts = SCRAPE_EVERY_FILE;
	sheet = sheet_of(1);
	assert_int_equal(sheet.count, 2);
	sheet_done(&sheet);
}

/* A number of what there is now, up or down. */
static void a_gauge_does_not_grow(void **state)
{
	struct sheet sheet = two("rp_cur_flows", 5, 50);

	(void)state;
	assert_int_equal(sheet.lines[0].value, 50);
	assert_int_equal(sheet.lines[0].last.change, SHEET_UNKNOWN);
	assert_false(sheet.lines[0].moved);
	sheet_done(&sheet);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(growth_is_in_the_counters_unit),
		cmocka_unit_test(one_reading_has_no_growth),
		cmocka_unit_test(a_round_of_32_bits_is_growth),
		cmocka_unit_test(half_a_round_may_be_more),
		cmocka_unit_test(a_reset_is_no_growth),
		cmocka_unit_test(a_device_that_registered_anew_started_over),
		cmocka_unit_test(what_fell_started_over),
		cmocka_unit_test(what_was_not_read_has_no_growth),
		cmocka_unit_test(what_moved_comes_first),
		cmocka_unit_test(a_counter_is_found_in_another_place),
		cmocka_unit_test(trouble_is_what_moved),
		cmocka_unit_test(a_port_that_is_down_or_blind_is_worse),
		cmocka_unit_test(a_device_of_somebody_else_is_no_trouble),
		cmocka_unit_test(bytes_beyond_64_bits_stay_at_the_top),
		cmocka_unit_test(a_file_that_was_not_asked_for_is_not_absent),
		cmocka_unit_test(a_gauge_does_not_grow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
