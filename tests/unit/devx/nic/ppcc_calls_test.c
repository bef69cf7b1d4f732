// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Parameters of programmable algorithms: the exact commands that find, read and write them. */
#include "tests/unit/devx/nic/calls.h"

#include <errno.h>
#include <string.h>

#include "devx/params/ppcc.h"

/* PPCC, register 0x506e of 0xfc bytes on port 1: command, then slot and index. */
#define PPCC(cmd, index)                                                   \
	.kind = CALL_FWCTL, .scope = 1, .in_len = 0x10c, .out_len = 0x10c, \
	.in = {{0x00, 0x08050000}, {0x04, 1}, {0x08, 0x506e}, {0x10, 0x00010000 | (cmd)}, {0x14, (index)}}
/* Slot 2 runs algorithm 1, version 3.4; slot 15 is the built-in one. */
#define SLOTS                    \
	{0x38, 0x00010304},      \
	{                        \
		0x6c, 0x000f0100 \
	}
#define INDEX(n) ((n) << 16 | 2)
/* default, min, max, text length and access of a parameter, and where its text is */
#define INFO(initial, min, max, len, access) \
	.text_at = 0x30, .out = {{0x1c, initial}, {0x24, max}, {0x2c, (len) << 8 | (access)}, {0x20, min}}

static void a_parameter_of_an_algorithm_is_found_by_name(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 3}}},
		{PPCC(5, INDEX(0)), .text = "BW_G, bandwidth", INFO(400, 100, 800, 15, 1)},
		{PPCC(5, INDEX(1)), .text = "ALPHABET, not it", INFO(1, 0, 2, 16, 1)},
		{PPCC(5, INDEX(2)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(2)), .out = {{0x18, 6553}}},
		{.kind = CALL_FWCTL,
		 .scope = 0,
		 .in_len = 0x10c,
		 .out_len = 0x10c,
		 .in = {{0x00, 0x08050000}, {0x08, 0x506e}, {0x10, 0x00010008}, {0x14, INDEX(2)}, {0x18, 13107}}},
		{PPCC(6, INDEX(2)), .out = {{0x18, 13107}}},
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, ALPHA, 13107);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	assert_int_equal(write.before.raw, 6553);
	end(&d, nic);
}

/* Readable and set, but nothing runs by it; a card that does not know the question leaves it open. */
static void a_stopped_algorithm_makes_its_values_inert(void **state)
{
	static const struct call stopped[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 1}}},
		{PPCC(5, INDEX(0)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2)},
		{PPCC(6, INDEX(0)), .out = {{0x18, 6553}}},
	};
	static const struct call unanswered[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 1}}},
		{PPCC(5, INDEX(0)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2), .out = {{0x00, 0x03000000}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 6553}}},
		NV_UNTOLD,
	};
	const struct ece_param *param = ALPHA;
	struct ece_value value;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, stopped);
	ece_nic_read(nic, &param, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_INERT);
	assert_int_equal(value.raw, 6553);
	assert_string_equal(value.why, "the algorithm in slot 2 is not enabled on this port");
	end(&d, nic);
	START(&d, &nic, unanswered);
	ece_nic_read(nic, &param, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_SET);
	end(&d, nic);
}

static void a_read_only_parameter_is_not_written(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 1}}},
		{PPCC(5, INDEX(0)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 0)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 6553}}},
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, ALPHA, 13107);
	assert_int_equal(write.error.kind, ECE_ERROR_UNSUPPORTED);
	end(&d, nic);
}

static void a_range_of_the_card_counts_without_sign(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 1}}},
		{PPCC(5, INDEX(0)), .text = "ALPHA, slope", INFO(6553, 16, 0xffffffff, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 6553}}},
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, ALPHA, 15);
	assert_int_equal(write.error.kind, ECE_ERROR_RANGE);
	assert_string_equal(write.error.text, "this card takes 16 to 4294967295 for ztr_rtt.ALPHA, not 15");
	end(&d, nic);
}

static void a_value_above_2_to_the_31_is_no_negative_one(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 1}}},
		{PPCC(5, INDEX(0)), .text = "ALPHA, slope", INFO(6553, 16, 0xffffffff, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 6553}}},
		{.kind = CALL_FWCTL,
		 .scope = 0,
		 .in_len = 0x10c,
		 .out_len = 0x10c,
		 .in = {{0x00, 0x08050000}, {0x08, 0x506e}, {0x10, 0x00010008}, {0x14, INDEX(0)}, {0x18, 3000000000}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 3000000000}}},
	};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(write_one(nic, ALPHA, 3000000000).state, ECE_WRITE_DONE);
	end(&d, nic);
}

/* Undo puts back what the card had, also a number that nobody may write by hand without saying more. */
static void a_few_raw_steps_are_written_as_they_are(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 1}}},
		{PPCC(5, INDEX(0)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 6553}}},
		{.kind = CALL_FWCTL,
		 .scope = 0,
		 .in_len = 0x10c,
		 .out_len = 0x10c,
		 .in = {{0x00, 0x08050000}, {0x08, 0x506e}, {0x10, 0x00010008}, {0x14, INDEX(0)}, {0x18, 1}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 1}}},
	};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(write_one(nic, ALPHA, 1).state, ECE_WRITE_DONE);
	end(&d, nic);
}

static void a_card_without_the_name_does_not_support_it(void **state)
{
	static const struct call nameless[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 2}}},
		{PPCC(5, INDEX(0)), .text = "BW_G, bandwidth", INFO(400, 100, 800, 15, 1)},
		/* no text: it cannot be asked for by name, and does not stop the search */
		{PPCC(5, INDEX(1))},
	};
	static const struct call empty[] = {OPEN, {PPCC(0x10, 0), .out = {{0x6c, 0x000f0100}}}};
	static const struct call refused[] = {OPEN, {PPCC(0x10, 0), .out = {{0x00, 0x03000000}}}, NO_OTHER_DOOR};
	static const struct {
		const struct call *calls;
		size_t count;
	} cases[] = {{nameless, 6}, {empty, 3}, {refused, 6}};
	const struct ece_param *param = ALPHA;
	struct ece_value value;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		start(&d, &nic, cases[i].calls, cases[i].count);
		ece_nic_read(nic, &param, &value, 1);
		assert_int_equal(value.state, ECE_VALUE_UNSUPPORTED);
		assert_true(value.why[0] != '\0');
		end(&d, nic);
	}
}

/* What lies behind the limit is not known: that is not "unsupported", neither now nor when the schema is known. */
static void a_card_is_not_asked_for_parameters_without_end(void **state)
{
	static const struct ece_nic_info info = {
		.pci = "0000:3b:00.0", .fwctl = "fwctl0", .firmware = "28.99.1000", .psid = "MT_0000000838", .port = 1};
	static const struct call known[] = {OPEN, {PPCC(0x10, 0), .out = {SLOTS}}, WINDOW_LOCKED};
	struct call calls[5 + ECE_PPCC_PARAMS_MAX] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 0xffffffff}}},
	};
	const struct ece_param *param = ALPHA;
	struct ece_value value;
	struct ece_error e;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	for (uint32_t i = 0; i < ECE_PPCC_PARAMS_MAX; i++)
		calls[4 + i] = (struct call){PPCC(5, INDEX(i)), .text = "X, y", INFO(0, 0, 1, 4, 1)};
	calls[4 + ECE_PPCC_PARAMS_MAX] = (struct call)WINDOW_LOCKED;
	for (size_t i = 0; i < 2; i++) {
		double_start(&d, i ? known : calls, i ? 4 : 5 + ECE_PPCC_PARAMS_MAX);
		assert_int_equal(ece_nic_open(&d.os, &info, &nic, &e), 0);
		ece_nic_read(nic, &param, &value, 1);
		assert_int_equal(value.state, ECE_VALUE_UNREADABLE);
		assert_string_equal(value.why, "the algorithm in slot 2 has more than 128 parameters; "
					       "ALPHA is not among the first");
		end(&d, nic);
	}
}

/* The same firmware of the same board: what was learnt of it is used, after asking whether it still holds. */
static void a_known_schema_saves_the_enumeration(void **state)
{
	static const struct ece_nic_info info = {
		.pci = "0000:3b:00.0", .fwctl = "fwctl0", .firmware = "28.41.1000", .psid = "MT_0000000838", .port = 1};
	static const struct call first[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 2}}},
		{PPCC(5, INDEX(0)), .text = "BW_G, bandwidth", INFO(400, 100, 800, 15, 1)},
		{PPCC(5, INDEX(1)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(1)), .out = {{0x18, 6553}}},
		NV_UNTOLD,
	};
	static const struct call second[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(5, INDEX(1)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(1)), .out = {{0x18, 7000}}},
		NV_UNTOLD,
	};
	static const struct call moved[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(5, INDEX(1)), .text = "MAX_DEC, decrease", INFO(1, 0, 2, 17, 1)},
		{PPCC(4, 2), .out = {{0x18, 1}}},
		{PPCC(5, INDEX(0)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 8000}}},
		NV_UNTOLD,
	};
	/* A card that is gone is not asked again. */
	static const struct call gone[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(5, INDEX(0)), .ret = -ENODEV},
		WINDOW_LOCKED,
	};
	static const struct {
		const struct call *calls;
		size_t count;
		enum ece_value_state state;
		uint64_t raw;
	} runs[] = {
		{first, 9, ECE_VALUE_SET, 6553},
		{second, 7, ECE_VALUE_SET, 7000},
		{moved, 9, ECE_VALUE_SET, 8000},
		{gone, 5, ECE_VALUE_UNREADABLE, 0},
	};
	const struct ece_param *param = ALPHA;
	struct ece_value value;
	struct ece_error e;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		double_start(&d, runs[i].calls, runs[i].count);
		assert_int_equal(ece_nic_open(&d.os, &info, &nic, &e), 0);
		ece_nic_read(nic, &param, &value, 1);
		assert_int_equal(value.state, runs[i].state);
		assert_int_equal(value.raw, runs[i].raw);
		end(&d, nic);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_parameter_of_an_algorithm_is_found_by_name),
		cmocka_unit_test(a_stopped_algorithm_makes_its_values_inert),
		cmocka_unit_test(a_read_only_parameter_is_not_written),
		cmocka_unit_test(a_range_of_the_card_counts_without_sign),
		cmocka_unit_test(a_value_above_2_to_the_31_is_no_negative_one),
		cmocka_unit_test(a_few_raw_steps_are_written_as_they_are),
		cmocka_unit_test(a_card_without_the_name_does_not_support_it),
		cmocka_unit_test(a_card_is_not_asked_for_parameters_without_end),
		cmocka_unit_test(a_known_schema_saves_the_enumeration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
