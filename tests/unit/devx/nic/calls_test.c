// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The exact calls that reads and writes make at the seam, byte for byte. */
#include "tests/unit/devx/nic/calls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/roce_accl.h"

/* NVIDIA's sample output of ROCE_ACCL, and a bit in each of three places that no public table names. */
/* clang-format off */
#define SAMPLE {0x10, 0x1800065f}, {0x14, 0x80000005}, {0x18, 0x41000fa0}, {0x1c, 0x11110000}, {0x60, 0x22220000}
/* clang-format on */

static void a_register_is_read_once_for_all(void **state)
{
	static const struct call calls[] = {OPEN, {REG(0x80), REG_READ, .out = {SAMPLE}}, NV_UNTOLD};
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

static void a_refused_write_stays_refused_when_reading_back_fails(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{REG(0x80), REG_READ, .out = {{0x10, 0x40}}},
		{REG(0x80), .scope = 0, .in = {{0x00, 0x08050000}, {0x08, 0x402c}, {0x10, 0x40}, {0x14, 0x40}},
		 .out = {{0x00, 0x01000000}, {0x04, 0xabcd}}},
		{REG(0x80), REG_READ, .ret = -ENODEV},
		NO_OTHER_DOOR,
	};
	struct ece_write write;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	write = write_one(nic, SELECTIVE_REPEAT, 1);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.result.status, 0x01);
	assert_int_equal(write.after.state, ECE_VALUE_UNREADABLE);
	end(&d, nic);
}

/* A row as the table will have it one day: same register, another select bit. */
static const struct ece_param tx_window = {
	.name = "test.roce_tx_window_en",
	.kind = ECE_PARAM_BOOL,
	.unit = "",
	.max = 1,
	.home = ECE_HOME_ROCE_ACCL,
	.field = &prm_roce_accl.roce_tx_window_en,
	.select = &prm_roce_accl.roce_tx_window_select,
	.reads = {ECE_BACKEND_FWCTL},
	.writes = {ECE_BACKEND_FWCTL},
};

static void two_fields_of_a_register_are_one_command(void **state)
{
	static const struct call calls[] = {
		OPEN,
		{REG(0x80), REG_READ, .out = {{0x10, 0x5f}, {0x14, 0x05}}},
		{REG(0x80), .scope = 0, .in = {{0x00, 0x08050000}, {0x08, 0x402c}, {0x10, 0x42}, {0x14, 0x47}}},
		/* the card took one of the two */
		{REG(0x80), REG_READ, .out = {{0x10, 0x5f}, {0x14, 0x45}}},
	};
	struct ece_write writes[2] = {{.param = &tx_window, .raw = 1}, {.param = SELECTIVE_REPEAT, .raw = 1}};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(ece_nic_write(nic, writes, 2), -EIO);
	assert_int_equal(writes[0].state, ECE_WRITE_FAILED);
	assert_int_equal(writes[0].error.kind, ECE_ERROR_NOT_APPLIED);
	assert_int_equal(writes[1].state, ECE_WRITE_DONE);
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
		/* is there such a file? DevX did not say */
		{.kind = CALL_READ,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params/rp_ai_rate",
		 .text = "5"},
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

#define LOOK(path, entries, err)                                                                                \
	{                                                                                                       \
		.kind = CALL_LIST, .root = ECE_OS_DEBUGFS_MLX5, .name = (path), .text = (entries), .ret = (err) \
	}

/* Neither an RDMA device nor a fwctl node: the file is the last way to the value. */
static struct ece_value read_rate_file(const struct call *calls, size_t count)
{
	static const struct ece_nic_info info = {.pci = "0000:3b:00.0", .port = 1};
	const struct ece_param *param = AI_RATE;
	struct ece_value value;
	struct ece_error e;
	struct ece_nic *nic;
	struct double_os d;

	double_start(&d, calls, count);
	assert_int_equal(ece_nic_open(&d.os, &info, &nic, &e), 0);
	ece_nic_read(nic, &param, &value, 1);
	end(&d, nic);
	return value;
}

#define NO_FWCTL                                                                                 \
	{                                                                                        \
		.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .ret = -ENOENT \
	}
#define NO_LOCKDOWN                                                                        \
	{                                                                                  \
		.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT \
	}
#define READ_FILE .kind = CALL_READ, .root = ECE_OS_DEBUGFS_MLX5, .name = "0000:3b:00.0/cc_params/rp_ai_rate"

static void doors_that_are_missing_are_all_named(void **state)
{
	static const struct call calls[] = {
		NO_FWCTL,
		NO_LOCKDOWN,
		LOOK("0000:3b:00.0/cc_params", NULL, -ENOENT),
		LOOK("", NULL, -ENOENT),
	};
	struct ece_value value = read_rate_file(calls, 4);

	(void)state;
	assert_int_equal(value.state, ECE_VALUE_NO_DOOR);
	assert_string_equal(value.why, "no RDMA device: the mlx5_ib driver is not loaded; no fwctl node: needs Linux "
				       "6.15 or a vendor driver; no mlx5 directory in debugfs: mount debugfs, load "
				       "mlx5_core; no ecn directory");
}

static void a_kernel_without_the_file_has_no_door(void **state)
{
	static const struct call calls[] = {
		NO_FWCTL,
		NO_LOCKDOWN,
		LOOK("0000:3b:00.0/cc_params", "rp_gd", 0),
		{READ_FILE, .ret = -ENOENT},
	};
	struct ece_value value = read_rate_file(calls, 4);

	(void)state;
	assert_int_equal(value.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(value.why, "this kernel has no cc_params/rp_ai_rate"));
}

static void a_number_that_may_be_cut_is_unreadable(void **state)
{
	static const struct call calls[] = {
		NO_FWCTL,
		NO_LOCKDOWN,
		LOOK("0000:3b:00.0/cc_params", "rp_ai_rate", 0),
		{READ_FILE, .text = "-214748364"},
	};
	struct ece_value value = read_rate_file(calls, 4);

	(void)state;
	assert_int_equal(value.state, ECE_VALUE_UNREADABLE);
	assert_string_equal(value.why, "debugfs: this kernel cuts a number of this size");
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

static void transient_refusals_end_after_the_limit(void **state)
{
	static const struct call others[] = {NO_OTHER_DOOR};
	struct call calls[2 + 8 + 3] = {OPEN};
	const struct ece_param *param = SELECTIVE_REPEAT;
	struct ece_value value;
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	for (size_t i = 2; i < 10; i++)
		calls[i] = (struct call){REG(0x80), REG_READ, .ret = -EAGAIN};
	memcpy(&calls[10], others, sizeof(others));
	start(&d, &nic, calls, 13);
	ece_nic_read(nic, &param, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_UNREADABLE);
	assert_int_equal(value.result.err, -EAGAIN);
	end(&d, nic);
}

static void what_the_kernel_does_not_pass_is_no_door(void **state)
{
	static const struct call calls[] = {OPEN, {REG(0x80), REG_READ, .ret = -EBADMSG}, NO_OTHER_DOOR};
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

static void the_floor_of_rates_is_written_before_the_ceiling(void **state)
{
#define RATES(min, max)                                                                                     \
	{                                                                                                   \
		.kind = CALL_DEVX, .in_len = 0x10, .out_len = 0x110, .in = {{0x00, 0x08240000}, {0x08, 1}}, \
		.out = { {0x44, min},                                                                       \
			 {0x30, max} }                                                                      \
	}
#define FILE_WRITE(file, text)                                                                           \
	{                                                                                                \
		.kind = CALL_WRITE, .root = ECE_OS_DEBUGFS_MLX5, .name = "0000:3b:00.0/cc_params/" file, \
		.data = (text)                                                                           \
	}
#define FILE_IS(file, text_)                                                                            \
	{                                                                                               \
		.kind = CALL_READ, .root = ECE_OS_DEBUGFS_MLX5, .name = "0000:3b:00.0/cc_params/" file, \
		.text = (text_)                                                                         \
	}
	static const struct call calls[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0"},
		RATES(1, 1000),
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT},
		{.kind = CALL_LIST,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params",
		 .text = "rp_max_rate rp_min_rate"},
		FILE_IS("rp_max_rate", "1000"),
		FILE_IS("rp_min_rate", "1"),
		FILE_WRITE("rp_min_rate", "10"),
		RATES(10, 1000),
		FILE_WRITE("rp_max_rate", "500"),
		RATES(10, 500),
	};
	struct ece_write writes[2] = {
		{.param = ece_param_find("dcqcn.rp.max_rate"), .raw = 500},
		{.param = ece_param_find("dcqcn.rp.min_rate"), .raw = 10},
	};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(ece_nic_write(nic, writes, 2), 0);
	end(&d, nic);
}

static void the_floor_of_rates_waits_for_the_ceiling_where_it_must(void **state)
{
	static const struct call calls[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0"},
		RATES(1, 1000),
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT},
		{.kind = CALL_LIST,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params",
		 .text = "rp_max_rate rp_min_rate"},
		FILE_IS("rp_max_rate", "1000"),
		FILE_IS("rp_min_rate", "1"),
		FILE_WRITE("rp_max_rate", "5000"),
		RATES(1, 5000),
		FILE_WRITE("rp_min_rate", "2000"),
		RATES(2000, 5000),
	};
	struct ece_write writes[2] = {
		{.param = ece_param_find("dcqcn.rp.max_rate"), .raw = 5000},
		{.param = ece_param_find("dcqcn.rp.min_rate"), .raw = 2000},
	};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(ece_nic_write(nic, writes, 2), 0);
	end(&d, nic);
}

static void no_ceiling_is_not_waited_for(void **state)
{
	static const struct call calls[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0"},
		RATES(1, 0),
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT},
		{.kind = CALL_LIST,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params",
		 .text = "rp_max_rate rp_min_rate"},
		FILE_IS("rp_max_rate", "0"),
		FILE_IS("rp_min_rate", "1"),
		FILE_WRITE("rp_min_rate", "2000"),
		RATES(2000, 0),
		FILE_WRITE("rp_max_rate", "5000"),
		RATES(2000, 5000),
	};
	struct ece_write writes[2] = {
		{.param = ece_param_find("dcqcn.rp.max_rate"), .raw = 5000},
		{.param = ece_param_find("dcqcn.rp.min_rate"), .raw = 2000},
	};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(ece_nic_write(nic, writes, 2), 0);
	end(&d, nic);
}

struct floor_case {
	uint32_t min, max; /* on the card */
	size_t count;
	struct ece_write writes[2];
	size_t guilty;
	const char *text; /* NULL: nothing is wrong */
};

/* Files are only looked at of what is to be written: a door of each. */
static void check_floor(const struct floor_case *c)
{
	struct call calls[8] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0"},
		RATES(c->min, c->max),
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT},
		{.kind = CALL_LIST,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params",
		 .text = "rp_max_rate rp_min_rate"},
	};
	struct ece_write writes[2] = {c->writes[0], c->writes[1]};
	size_t n = 5;
	struct ece_nic *nic;
	struct double_os d;

	for (size_t i = 0; i < c->count; i++)
		if (!strcmp(writes[i].param->file, "rp_max_rate"))
			calls[n++] = (struct call)FILE_IS("rp_max_rate", "1");
		else
			calls[n++] = (struct call)FILE_IS("rp_min_rate", "1");
	start(&d, &nic, calls, n);
	assert_int_equal(ece_nic_check(nic, writes, c->count), c->text ? -EINVAL : 0);
	if (c->text) {
		assert_int_equal(writes[c->guilty].state, ECE_WRITE_FAILED);
		assert_int_equal(writes[c->guilty].error.kind, ECE_ERROR_RANGE);
		assert_string_equal(writes[c->guilty].error.text, c->text);
	}
	end(&d, nic);
}

/* Refused before anything is sent, whichever of the two is written; 0 is no ceiling. */
static void a_floor_above_its_ceiling_is_refused(void **state)
{
	const struct ece_param *min = ece_param_find("dcqcn.rp.min_rate"), *max = ece_param_find("dcqcn.rp.max_rate");
	const struct floor_case cases[] = {
		{1,
		 1000,
		 2,
		 {{.param = max, .raw = 100}, {.param = min, .raw = 500}},
		 1,
		 "dcqcn.rp.min_rate would be 500 Mb/s, above dcqcn.rp.max_rate, which would be 100 Mb/s"},
		{500,
		 1000,
		 1,
		 {{.param = max, .raw = 100}},
		 0,
		 "dcqcn.rp.min_rate is 500 Mb/s, above dcqcn.rp.max_rate, which would be 100 Mb/s"},
		{1,
		 1000,
		 1,
		 {{.param = min, .raw = 1001}},
		 0,
		 "dcqcn.rp.min_rate would be 1001 Mb/s, above dcqcn.rp.max_rate, which is 1000 Mb/s"},
		{1, 1000, 2, {{.param = max, .raw = 500}, {.param = min, .raw = 500}}, 0, NULL},
		{1, 1000, 2, {{.param = max, .raw = 0}, {.param = min, .raw = 5000}}, 0, NULL},
		{1, 0, 1, {{.param = min, .raw = 5000}}, 0, NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_floor(&cases[i]);
}

/* An undo brings back what was found, even where that is no good. */
static void a_floor_above_its_ceiling_is_put_back(void **state)
{
	static const struct call calls[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0"},
		RATES(1, 100),
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT},
		{.kind = CALL_LIST,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params",
		 .text = "rp_max_rate rp_min_rate"},
		FILE_IS("rp_min_rate", "1"),
		FILE_WRITE("rp_min_rate", "500"),
		RATES(500, 100),
	};
	struct ece_write write = {.param = ece_param_find("dcqcn.rp.min_rate"), .raw = 500};
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(ece_nic_put_back(nic, &write, 1), 0);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	end(&d, nic);
}

static void a_word_is_written_to_its_own_file(void **state)
{
#define MODE(word)                                                                                          \
	{                                                                                                   \
		.kind = CALL_DEVX, .in_len = 0x10, .out_len = 0x110, .in = {{0x00, 0x08240000}, {0x08, 2}}, \
		.out = { {0x28, word} }                                                                     \
	}
	static const struct call calls[] = {
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "6.1.0\n"},
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0"},
		MODE(0x3006),
		{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .ret = -ENOENT},
		{.kind = CALL_LIST,
		 .root = ECE_OS_DEBUGFS_MLX5,
		 .name = "0000:3b:00.0/cc_params",
		 .text = "np_cnp_prio np_cnp_prio_mode"},
		FILE_IS("np_cnp_prio_mode", "0"),
		FILE_WRITE("np_cnp_prio_mode", "1"),
		MODE(0x3008),
		MODE(0x3008),
		FILE_IS("np_cnp_prio", "0"),
		FILE_WRITE("np_cnp_prio", "5"),
		MODE(0x3005),
	};
	const struct ece_param *prio = ece_param_find("dcqcn.np.cnp_prio");
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	assert_int_equal(write_one(nic, prio, 8).after.raw, 8);
	assert_int_equal(write_one(nic, prio, 5).before.raw, 8);
	end(&d, nic);
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
		cmocka_unit_test(a_refused_write_stays_refused_when_reading_back_fails),
		cmocka_unit_test(two_fields_of_a_register_are_one_command),
		cmocka_unit_test(a_lost_answer_is_decided_by_the_read_back),
		cmocka_unit_test(a_rate_is_read_over_devx_and_written_as_a_file),
		cmocka_unit_test(the_floor_of_rates_is_written_before_the_ceiling),
		cmocka_unit_test(the_floor_of_rates_waits_for_the_ceiling_where_it_must),
		cmocka_unit_test(no_ceiling_is_not_waited_for),
		cmocka_unit_test(a_floor_above_its_ceiling_is_refused),
		cmocka_unit_test(a_floor_above_its_ceiling_is_put_back),
		cmocka_unit_test(a_word_is_written_to_its_own_file),
		cmocka_unit_test(doors_that_are_missing_are_all_named),
		cmocka_unit_test(a_kernel_without_the_file_has_no_door),
		cmocka_unit_test(a_number_that_may_be_cut_is_unreadable),
		cmocka_unit_test(a_value_out_of_range_asks_no_card_to_take_it),
		cmocka_unit_test(transient_refusals_end_after_the_limit),
		cmocka_unit_test(what_the_kernel_does_not_pass_is_no_door),
		cmocka_unit_test(one_parameter_is_not_written_twice),
		cmocka_unit_test(nothing_is_opened_before_it_is_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
