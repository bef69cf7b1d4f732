// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The exact calls that reads and writes make at the seam, byte for byte. */
#include "tests/unit/devx/double/double.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/nic.h"
#include "devx/params/ppcc.h"

#define SELECTIVE_REPEAT (ece_param_find("roce_accl.selective_repeat_forced_en"))
#define AI_RATE          (ece_param_find("dcqcn.rp.ai_rate"))
#define ALPHA            (ece_param_find("ztr_rtt.ALPHA"))

#define OPEN                                              \
	{.kind = CALL_FWCTL_OPEN, .name = "fwctl0"},      \
	{                                                 \
		.kind = CALL_FWCTL_INFO, .device_type = 1 \
	}

/* ACCESS_REG of a register of @bytes: read is op_mod 1 in scope 1, write op_mod 0 in scope 0. */
#define REG(bytes) .kind = CALL_FWCTL, .in_len = 0x10 + (bytes), .out_len = 0x10 + (bytes)
#define REG_READ   .scope = 1, .in = {{0x00, 0x08050000}, {0x04, 1}, {0x08, 0x402c}}

/* NVIDIA's sample output of ROCE_ACCL, and a bit in each of three places that no public table names. */
#define SAMPLE                                                                          \
	{0x10, 0x1800065f}, {0x14, 0x80000005}, {0x18, 0x41000fa0}, {0x1c, 0x11110000}, \
	{                                                                               \
		0x60, 0x22220000                                                        \
	}

static void start(struct double_os *d, struct ece_nic **nic, const struct call *calls, size_t count)
{
	static const struct ece_nic_info info = {.pci = "0000:3b:00.0", .rdma = "mlx5_0", .fwctl = "fwctl0", .port = 1};
	struct ece_error e;

	double_start(d, calls, count);
	assert_int_equal(ece_nic_open(&d->os, &info, nic, &e), 0);
}

static void end(struct double_os *d, struct ece_nic *nic)
{
	ece_nic_close(nic);
	double_end(d);
}

#define START(d, nic, calls) start(d, nic, calls, sizeof(calls) / sizeof((calls)[0]))

static struct ece_write write_one(struct ece_nic *nic, const struct ece_param *param, uint64_t raw)
{
	struct ece_write write = {.param = param, .raw = raw};
	int err = ece_nic_write(nic, &write, 1);

	assert_int_equal(err, write.state == ECE_WRITE_FAILED ? write.error.code : 0);
	return write;
}

static void a_register_is_read_once_for_all(void **state)
{
	static const struct call calls[] = {OPEN, {REG(0x80), REG_READ, .out = {SAMPLE}}};
	const struct ece_param *params[2] = {SELECTIVE_REPEAT, SELECTIVE_REPEAT};
	struct ece_value values[2];
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	ece_nic_read(nic, params, values, 2);
	assert_int_equal(values[0].state, ECE_VALUE_SET);
	assert_int_equal(values[0].raw, 0);
	assert_int_equal(values[1].state, ECE_VALUE_SET);
	end(&d, nic);
}

static void a_write_selects_one_bit_and_keeps_the_rest(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{REG(0x80), REG_READ, .out = {SAMPLE}},
		{REG(0x80), .scope = 0,
		 .in = {{0x00, 0x08050000},
			{0x08, 0x402c},
			{0x10, 0x00000040},
			{0x14, 0x80000045},
			{0x18, 0x41000fa0},
			{0x1c, 0x11110000},
			{0x60, 0x22220000}}},
		{REG(0x80), REG_READ, .out = {{0x10, 0x1800065f}, {0x14, 0x00000045}}},
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, SELECTIVE_REPEAT, 1);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	assert_int_equal(write.before.raw, 0);
	assert_int_equal(write.after.raw, 1);
	end(&d, nic);
}

static void the_short_register_is_tried_after_a_bad_length(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{REG(0x80), REG_READ, .out = {{0x00, 0x50000000}}},
		{REG(0x40), REG_READ, .out = {{0x10, 0x0000004f}, {0x14, 0x00000005}}},
		{REG(0x40), .scope = 0,
		 .in = {{0x00, 0x08050000}, {0x08, 0x402c}, {0x10, 0x00000040}, {0x14, 0x00000045}}},
		{REG(0x80), REG_READ, .out = {{0x00, 0x51000000}}},
		{REG(0x40), REG_READ, .out = {{0x10, 0x0000004f}, {0x14, 0x00000045}}},
	};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(write_one(nic, SELECTIVE_REPEAT, 1).state, ECE_WRITE_DONE);
	end(&d, nic);
}

static void a_select_bit_of_zero_is_unsupported(void **state)
{
	static const struct call calls[] = {
		OPEN,
		/* NVIDIA's first-generation output: only the first four can be set */
		{REG(0x80), REG_READ, .out = {{0x10, 0x0000000f}, {0x14, 0x00000005}}},
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, SELECTIVE_REPEAT, 1);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.kind, ECE_ERROR_UNSUPPORTED);
	assert_string_equal(write.error.place, "0000:3b:00.0/roce_accl.selective_repeat_forced_en");
	end(&d, nic);
}

static void the_same_value_is_not_written(void **state)
{
	static const struct call calls[] = {OPEN, {REG(0x80), REG_READ, .out = {SAMPLE}}};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(write_one(nic, SELECTIVE_REPEAT, 0).state, ECE_WRITE_UNCHANGED);
	end(&d, nic);
}

static void a_refused_write_reports_status_and_syndrome(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{REG(0x80), REG_READ, .out = {{0x10, 0x40}}},
		{REG(0x80), .scope = 0, .in = {{0x00, 0x08050000}, {0x08, 0x402c}, {0x10, 0x40}, {0x14, 0x40}},
		 .out = {{0x00, 0x03000000}, {0x04, 0xabcd}}},
		{REG(0x80), REG_READ, .out = {{0x10, 0x40}}},
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, SELECTIVE_REPEAT, 1);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.kind, ECE_ERROR_REFUSED);
	assert_int_equal(write.error.code, -EINVAL);
	assert_int_equal(write.error.result.status, 0x03);
	assert_int_equal(write.error.result.syndrome, 0xabcd);
	assert_int_equal(write.after.state, ECE_VALUE_SET);
	assert_int_equal(write.after.raw, 0);
	end(&d, nic);
}

static void a_lost_answer_is_decided_by_the_read_back(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{REG(0x80), REG_READ, .out = {{0x10, 0x40}}},
		{REG(0x80), .scope = 0, .in = {{0x00, 0x08050000}, {0x08, 0x402c}, {0x10, 0x40}, {0x14, 0x40}},
		 .ret = -ETIMEDOUT},
		{REG(0x80), REG_READ, .out = {{0x10, 0x40}, {0x14, 0x40}}},
	};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(write_one(nic, SELECTIVE_REPEAT, 1).state, ECE_WRITE_DONE);
	end(&d, nic);
}

static void a_rate_is_read_over_devx_and_written_as_a_file(void **state)
{
#define QUERY(rate)                                                                                         \
	{                                                                                                   \
		.kind = CALL_DEVX, .in_len = 0x10, .out_len = 0x110, .in = {{0x00, 0x08240000}, {0x08, 1}}, \
		.out = { {0x34, rate} }                                                                     \
	}
	static const struct call calls[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0"},
		QUERY(5),
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT},
		{.kind = CALL_LIST,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params",
		 .text = "rp_ai_rate"},
		{.kind = CALL_WRITE,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params/rp_ai_rate",
		 .data = "20"},
		QUERY(20),
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, AI_RATE, 20);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	assert_int_equal(write.before.raw, 5);
	assert_int_equal(write.after.result.backend, ECE_BACKEND_DEVX);
	end(&d, nic);
}

static void a_value_out_of_range_asks_no_card_to_take_it(void **state)
{
	static const struct call calls[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0"},
		QUERY(5),
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, AI_RATE, 131072);
	assert_int_equal(write.error.kind, ECE_ERROR_RANGE);
	end(&d, nic);
}

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
	static const struct call refused[] = {OPEN, {PPCC(0x10, 0), .out = {{0x00, 0x03000000}}}};
	static const struct {
		const struct call *calls;
		size_t count;
	} cases[] = {{nameless, 6}, {empty, 3}, {refused, 3}};
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

static void a_card_is_not_asked_for_parameters_without_end(void **state)
{
	struct call calls[4 + ECE_PPCC_PARAMS_MAX] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(4, 2), .out = {{0x18, 0xffffffff}}},
	};
	const struct ece_param *param = ALPHA;
	struct ece_value value;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	for (uint32_t i = 0; i < ECE_PPCC_PARAMS_MAX; i++)
		calls[4 + i] = (struct call){PPCC(5, INDEX(i)), .text = "X, y", INFO(0, 0, 1, 4, 1)};
	START(&d, &nic, calls);
	ece_nic_read(nic, &param, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_UNSUPPORTED);
	end(&d, nic);
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
	};
	static const struct call second[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(5, INDEX(1)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(1)), .out = {{0x18, 7000}}},
	};
	static const struct call moved[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(5, INDEX(1)), .text = "MAX_DEC, decrease", INFO(1, 0, 2, 17, 1)},
		{PPCC(4, 2), .out = {{0x18, 1}}},
		{PPCC(5, INDEX(0)), .text = "ALPHA, slope", INFO(6553, 0, 65536, 12, 1)},
		{PPCC(3, 2), .out = {{0x18, 1}}},
		{PPCC(6, INDEX(0)), .out = {{0x18, 8000}}},
	};
	/* A card that is gone is not asked again. */
	static const struct call gone[] = {
		OPEN,
		{PPCC(0x10, 0), .out = {SLOTS}},
		{PPCC(5, INDEX(0)), .ret = -ENODEV},
	};
	static const struct {
		const struct call *calls;
		size_t count;
		enum ece_value_state state;
		uint64_t raw;
	} runs[] = {
		{first, 8, ECE_VALUE_SET, 6553},
		{second, 6, ECE_VALUE_SET, 7000},
		{moved, 8, ECE_VALUE_SET, 8000},
		{gone, 4, ECE_VALUE_UNREADABLE, 0},
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

static void transient_refusals_end_after_the_limit(void **state)
{
	struct call calls[2 + 8] = {OPEN};
	const struct ece_param *param = SELECTIVE_REPEAT;
	struct ece_value value;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	for (size_t i = 2; i < 10; i++)
		calls[i] = (struct call){REG(0x80), REG_READ, .ret = -EAGAIN};
	start(&d, &nic, calls, 10);
	ece_nic_read(nic, &param, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_UNREADABLE);
	assert_int_equal(value.result.err, -EAGAIN);
	end(&d, nic);
}

static void what_the_kernel_does_not_pass_is_no_door(void **state)
{
	static const struct call calls[] = {OPEN, {REG(0x80), REG_READ, .ret = -EBADMSG}};
	const struct ece_param *param = SELECTIVE_REPEAT;
	struct ece_value value;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	ece_nic_read(nic, &param, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_NO_DOOR);
	end(&d, nic);
}

static void one_parameter_is_not_written_twice(void **state)
{
	static const struct call calls[] = {OPEN, {REG(0x80), REG_READ, .out = {SAMPLE}}};
	struct ece_write writes[2] = {{.param = SELECTIVE_REPEAT, .raw = 1}, {.param = SELECTIVE_REPEAT, .raw = 0}};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(ece_nic_write(nic, writes, 2), -EINVAL);
	assert_int_equal(writes[0].state, ECE_WRITE_NOT_TRIED);
	assert_int_equal(writes[1].error.kind, ECE_ERROR_DUPLICATE);
	end(&d, nic);
}

static void nothing_is_opened_before_it_is_needed(void **state)
{
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	start(&d, &nic, NULL, 0);
	ece_nic_read(nic, NULL, NULL, 0);
	assert_int_equal(ece_nic_write(nic, NULL, 0), 0);
	end(&d, nic);
	ece_nic_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_register_is_read_once_for_all),
		cmocka_unit_test(a_write_selects_one_bit_and_keeps_the_rest),
		cmocka_unit_test(the_short_register_is_tried_after_a_bad_length),
		cmocka_unit_test(a_select_bit_of_zero_is_unsupported),
		cmocka_unit_test(the_same_value_is_not_written),
		cmocka_unit_test(a_refused_write_reports_status_and_syndrome),
		cmocka_unit_test(a_lost_answer_is_decided_by_the_read_back),
		cmocka_unit_test(a_rate_is_read_over_devx_and_written_as_a_file),
		cmocka_unit_test(a_value_out_of_range_asks_no_card_to_take_it),
		cmocka_unit_test(a_parameter_of_an_algorithm_is_found_by_name),
		cmocka_unit_test(a_stopped_algorithm_makes_its_values_inert),
		cmocka_unit_test(a_read_only_parameter_is_not_written),
		cmocka_unit_test(a_range_of_the_card_counts_without_sign),
		cmocka_unit_test(a_value_above_2_to_the_31_is_no_negative_one),
		cmocka_unit_test(a_card_without_the_name_does_not_support_it),
		cmocka_unit_test(a_card_is_not_asked_for_parameters_without_end),
		cmocka_unit_test(a_known_schema_saves_the_enumeration),
		cmocka_unit_test(transient_refusals_end_after_the_limit),
		cmocka_unit_test(what_the_kernel_does_not_pass_is_no_door),
		cmocka_unit_test(one_parameter_is_not_written_twice),
		cmocka_unit_test(nothing_is_opened_before_it_is_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
