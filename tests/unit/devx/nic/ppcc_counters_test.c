// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counters of programmable algorithms: the exact commands that find and read them. */
#include "devx/nic/ppcc_counters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/devx/nic/calls.h"

/* PPCC, register 0x506e of 0xfc bytes on port 1: command, then slot and index. */
#define PPCC(cmd, index)                                                   \
	.kind = CALL_FWCTL, .scope = 1, .in_len = 0x10c, .out_len = 0x10c, \
	.in = {{0x00, 0x08050000}, {0x04, 1}, {0x08, 0x506e}, {0x10, 0x00010000 | (cmd)}, {0x14, (index)}}
/* Values are asked for by how many bytes of them there are. */
#define VALUES(slot, bytes)                                                          \
	.kind = CALL_FWCTL, .scope = 1, .in_len = 0x10c,                             \
	.out_len = 0x10c, .in = {{0x00, 0x08050000}, {0x04, 1},      {0x08, 0x506e}, \
				 {0x10, 0x0001000c}, {0x14, (slot)}, {0x2c, (bytes) << 8}}
/* Slot 2 runs algorithm 1, version 3.4; slot 15 is the built-in one. */
#define SLOTS                    \
	{0x38, 0x00010304},      \
	{                        \
		0x6c, 0x000f0100 \
	}
#define INDEX(n)   ((n) << 16 | 2)
#define NAMED(len) .text_at = 0x30, .out = {{0x2c, (len) << 8}}
#define REFUSED    .out = {{0x00, 0x03000000}}
#define FOUND_OUT                                                                                             \
	OPEN, {PPCC(0x10, 0), .out = {SLOTS}}, {PPCC(0xe, 2), .out = {{0x18, 2}}},                            \
		{PPCC(0xf, INDEX(0)), .text = "CNP_HANDLED, CNPs that counted", .text_at = 0x30,              \
		 .out = {{0x24, 0xffffff}, {0x2c, 30 << 8}}},                                                 \
		{PPCC(0xf, INDEX(1)), .text = "RTT_TIMEOUT", NAMED(11)}, {PPCC(0xf, INDEX(2)), REFUSED},      \
		{PPCC(0x0, 2), .text = "ZTR_RTTCC, by time", NAMED(18)}, {PPCC(0xe, 15), .out = {{0x18, 0}}}, \
	{                                                                                                     \
		PPCC(0xf, 15), REFUSED                                                                        \
	}

static struct ece_ppcc_counting *find_out(struct ece_nic *nic)
{
	struct ece_ppcc_counting *counting;
	struct ece_error e;

	assert_int_equal(ece_nic_ppcc_counters(nic, &counting, &e), 0);
	return counting;
}

static void names_are_found_out_and_values_read(void **state)
{
	static const struct call calls[] = {
		FOUND_OUT,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(3, 2), .out = {{0x18, 1}, {0x2c, 1 << 3}}},
		{VALUES(2, 8), .out = {{0x2c, 8 << 8}, {0x30, 77}, {0x34, 0xffffffff}}},
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{VALUES(2, 8), .out = {{0x2c, 4 << 8}, {0x30, 78}, {0x34, 5}}},
	};
	struct ece_ppcc_counting *counting;
	const struct ece_ppcc_counted *algo;
	struct ece_error e;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	counting = find_out(nic);
	assert_int_equal(counting->backend, ECE_BACKEND_FWCTL);
	assert_int_equal(counting->algo_count, 1);
	algo = &counting->algos[0];
	assert_int_equal(algo->slot, 2);
	assert_string_equal(algo->name, "ZTR_RTTCC");
	assert_int_equal(algo->count, 2);
	assert_string_equal(algo->counters[0].name, "CNP_HANDLED");
	assert_string_equal(algo->counters[0].text, "CNPs that counted");
	assert_int_equal(algo->counters[0].wraps, 0xffffff);
	assert_string_equal(algo->counters[1].name, "RTT_TIMEOUT");
	assert_false(algo->counters[0].told);
	assert_int_equal(ece_nic_ppcc_count(nic, counting, &e), 0);
	assert_true(algo->counting);
	assert_int_equal(algo->counters[0].value, 77);
	assert_int_equal(algo->counters[1].value, 0xffffffff);
	/* off by now, and the card tells fewer than it was asked for */
	assert_int_equal(ece_nic_ppcc_count(nic, counting, &e), 0);
	assert_false(algo->counting);
	assert_true(algo->counters[0].told);
	assert_false(algo->counters[1].told);
	assert_int_equal(algo->counters[1].value, 0);
	free(counting);
	end(&d, nic);
}

static void other_algorithms_are_noticed(void **state)
{
	static const struct call calls[] = {
		FOUND_OUT,
		{PPCC(0x10, 0), .out = {{0x38, 0x00010305}}},
	};
	struct ece_ppcc_counting *counting;
	struct ece_error e;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	counting = find_out(nic);
	assert_int_equal(ece_nic_ppcc_count(nic, counting, &e), -ESTALE);
	assert_int_equal(e.kind, ECE_ERROR_STALE);
	free(counting);
	end(&d, nic);
}

/* Two releases of the register's description do not agree on what the number of counters is: it is not relied on. */
static void the_number_that_the_card_tells_is_not_relied_on(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {{0x38, 0x00010304}}},
		{PPCC(0xe, 2), .out = {{0x18, 0}}}, /* the highest group, say */
		{PPCC(0xf, INDEX(0)), .text = "AI_EVENTS", NAMED(9)},
		{PPCC(0xf, INDEX(1)), .text = "", NAMED(0)},
		{PPCC(0x0, 2), .text = "", NAMED(0)},
	};
	struct ece_ppcc_counting *counting;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	counting = find_out(nic);
	assert_int_equal(counting->algo_count, 1);
	assert_int_equal(counting->algos[0].count, 1);
	assert_string_equal(counting->algos[0].name, "");
	free(counting);
	end(&d, nic);
}

/* Nothing that a card answers is more than fits. */
static void a_card_that_names_counters_for_ever_is_cut(void **state)
{
	static struct call calls[ECE_PPCC_COUNTERS_MAX + 5] = {
		OPEN,
		{PPCC(0x10, 0), .out = {{0x38, 0x00010304}}},
		{PPCC(0xe, 2), .out = {{0x18, 0xffffffff}}},
	};
	struct ece_ppcc_counting *counting;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	for (uint32_t i = 0; i < ECE_PPCC_COUNTERS_MAX; i++)
		calls[4 + i] = (struct call){PPCC(0xf, INDEX(i)), .text = "A", NAMED(1)};
	calls[4 + ECE_PPCC_COUNTERS_MAX] = (struct call){PPCC(0x0, 2), .text = "Z", NAMED(1)};
	START(&d, &nic, calls);
	counting = find_out(nic);
	assert_int_equal(counting->algos[0].count, 55);
	free(counting);
	end(&d, nic);
}

static void a_card_that_fails_midway_is_an_error(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {{0x38, 0x00010304}}},
		{PPCC(0xe, 2), .ret = -EIO},
	};
	struct ece_ppcc_counting *counting = NULL;
	struct ece_error e;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(ece_nic_ppcc_counters(nic, &counting, &e), -EIO);
	assert_null(counting);
	assert_int_equal(e.kind, ECE_ERROR_IO);
	end(&d, nic);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_found_out_and_values_read),
		cmocka_unit_test(other_algorithms_are_noticed),
		cmocka_unit_test(the_number_that_the_card_tells_is_not_relied_on),
		cmocka_unit_test(a_card_that_names_counters_for_ever_is_cut),
		cmocka_unit_test(a_card_that_fails_midway_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
