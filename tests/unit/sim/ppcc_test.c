// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* PPCC 0x506e. Offsets and commands: mstflint's register table; names and ALPHA: NVIDIA's ZTR-RTT parameter page. */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/counter.h"

#define REG   0x10 /* of the register in the mailboxes */
#define BYTES 0xfc
#define PORT1 0x00010000

enum {
	ALGO_INFO = 0x00,
	ENABLE = 0x01,
	DISABLE = 0x02,
	STATUS = 0x03,
	COUNT = 0x04,
	INFO = 0x05,
	GET = 0x06,
	GET_AND_CLEAR = 0x07,
	SET = 0x08,
	BULK_GET = 0x0a,
	BULK_SET = 0x0b,
	BULK_COUNTERS = 0x0c,
	BULK_CLEAR_COUNTERS = 0x0d,
	COUNTERS = 0x0e,
	COUNTER_INFO = 0x0f,
	ARRAY = 0x10,
	TARGETS = 0xf0,
};

static void ask(struct bench *b, uint16_t op_mod, uint8_t cmd, uint8_t slot, uint16_t index, uint32_t value)
{
	bench_access(b, 0x506e, op_mod);
	bench_word(b, REG + 0x00, PORT1 | cmd);
	bench_word(b, REG + 0x04, (uint32_t)index << 16 | slot);
	bench_word(b, REG + 0x08, value);
}

static uint8_t ppcc(struct bench *b, uint16_t op_mod, uint8_t cmd, uint8_t slot, uint16_t index, uint32_t value)
{
	ask(b, op_mod, cmd, slot, index, value);
	return bench_run(b, REG + BYTES, REG + BYTES);
}

static uint32_t get(struct bench *b, uint8_t slot, uint16_t index)
{
	assert_int_equal(ppcc(b, BENCH_READ, GET, slot, index, 0), 0);
	return bench_got(b, REG + 0x08);
}

static void the_array_tells_the_slots(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_READ, ARRAY, 0, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x20), 0x00010304);
	for (size_t slot = 1; slot < 15; slot++)
		assert_int_equal(bench_got(&b, REG + 0x20 + 4 * slot), 0);
	assert_int_equal(bench_got(&b, REG + 0x20 + 4 * 15), 0x000f0100);
	assert_int_equal(b.out[REG + 0x1e], 64);
	bench_up(&b, "cx6dx");
	assert_int_equal(ppcc(&b, BENCH_READ, ARRAY, 0, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x20), 0);
	assert_int_equal(bench_got(&b, REG + 0x24), 0x00010201);
}

static void alpha_moves_between_types(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_READ, INFO, 0, 1, 0), 0);
	assert_memory_equal(b.out + REG + 0x20, "ALPHA, ", 7);
	assert_int_equal(bench_got(&b, REG + 0x0c), 6553);  /* 0.1 */
	assert_int_equal(bench_got(&b, REG + 0x10), 0);     /* minimum */
	assert_int_equal(bench_got(&b, REG + 0x14), 65536); /* maximum */
	assert_int_equal(b.out[REG + 0x1f] & 3, 1);         /* read-write */
	assert_int_equal(b.out[REG + 0x1e], strlen("ALPHA, slope between rate and target RTT (fxp16)"));
	assert_int_equal(get(&b, 0, 1), 6553);
	assert_int_equal(ppcc(&b, BENCH_READ, INFO, 0, 0, 0), 0);
	assert_memory_equal(b.out + REG + 0x20, "BW_G, ", 6);
	assert_int_equal(bench_got(&b, REG + 0x0c), 400);
	assert_int_equal(bench_got(&b, REG + 0x10), 100);
	assert_int_equal(bench_got(&b, REG + 0x14), 800);
	bench_up(&b, "cx6dx");
	assert_int_equal(ppcc(&b, BENCH_READ, INFO, 1, 1, 0), 0);
	assert_memory_equal(b.out + REG + 0x20, "RTT_TIMEOUT_THRESHOLD, ", 23);
	assert_int_equal(ppcc(&b, BENCH_READ, INFO, 1, 2, 0), 0);
	assert_memory_equal(b.out + REG + 0x20, "ALPHA, ", 7);
}

static void count_ends_the_indices(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_READ, COUNT, 0, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 24);
	assert_int_equal(ppcc(&b, BENCH_READ, INFO, 0, 23, 0), 0);
	for (uint8_t cmd = INFO; cmd <= SET; cmd++) {
		assert_int_equal(ppcc(&b, BENCH_READ, cmd, 0, 24, 0), 0x03);
		assert_int_equal(ppcc(&b, BENCH_READ, cmd, 0, 0xffff, 0), 0x03);
	}
	assert_int_equal(ppcc(&b, BENCH_READ, COUNT, 15, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 0);
	assert_int_equal(ppcc(&b, BENCH_READ, GET, 15, 0, 0), 0x03);
}

static void a_set_in_range_is_kept(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_WRITE, SET, 0, 1, 13107), 0);
	assert_int_equal(get(&b, 0, 1), 13107);
	assert_int_equal(get(&b, 0, 0), 400);
	assert_int_equal(get(&b, 0, 2), 63570);
	assert_int_equal(ppcc(&b, BENCH_WRITE, SET, 0, 1, 65536), 0);
	assert_int_equal(get(&b, 0, 1), 65536);
	assert_int_equal(ppcc(&b, BENCH_WRITE, SET, 0, 1, 0), 0);
	assert_int_equal(get(&b, 0, 1), 0);
	fw_reset(&b.fw);
	assert_int_equal(get(&b, 0, 1), 6553);
}

static void a_set_out_of_range_is_dropped_in_silence(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_WRITE, SET, 0, 1, 65537), 0);
	assert_int_equal(get(&b, 0, 1), 6553);
	assert_int_equal(ppcc(&b, BENCH_WRITE, SET, 0, 1, 0xffffffff), 0); /* compared unsigned */
	assert_int_equal(get(&b, 0, 1), 6553);
	assert_int_equal(ppcc(&b, BENCH_WRITE, SET, 0, 0, 99), 0); /* BW_G starts at 100 */
	assert_int_equal(get(&b, 0, 0), 400);
}

static void a_set_of_a_read_only_one_is_dropped_in_silence(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_READ, INFO, 0, 22, 0), 0);
	assert_int_equal(b.out[REG + 0x1f] & 3, 0);
	assert_int_equal(ppcc(&b, BENCH_WRITE, SET, 0, 22, 7), 0);
	assert_int_equal(get(&b, 0, 22), 1000000);
}

/* mlxreg sends every set as a read first. */
static void a_set_by_reading_does_nothing(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_READ, SET, 0, 1, 13107), 0);
	assert_int_equal(get(&b, 0, 1), 6553);
	assert_int_equal(ppcc(&b, BENCH_READ, DISABLE, 0, 0, 0), 0);
	assert_int_equal(ppcc(&b, BENCH_READ, STATUS, 0, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 1);
}

static void a_get_by_writing_answers(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_WRITE, GET, 0, 1, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 6553);
	assert_int_equal(ppcc(&b, BENCH_WRITE, STATUS, 0, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 1);
}

static void clearing_clears_what_is_clearable(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_READ, GET_AND_CLEAR, 0, 23, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 4200);
	assert_int_equal(get(&b, 0, 23), 0);
	assert_int_equal(ppcc(&b, BENCH_READ, GET_AND_CLEAR, 0, 1, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 6553);
	assert_int_equal(get(&b, 0, 1), 6553);
}

static uint32_t enabled(struct bench *b, uint8_t slot)
{
	assert_int_equal(ppcc(b, BENCH_READ, STATUS, slot, 0, 0), 0);
	return bench_got(b, REG + 0x08);
}

static void slots_are_switched(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(enabled(&b, 0), 1);
	assert_int_equal(ppcc(&b, BENCH_WRITE, DISABLE, 0, 0, 0), 0);
	assert_int_equal(enabled(&b, 0), 0);
	ask(&b, BENCH_WRITE, ENABLE, 0, 0, 0);
	bench_word(&b, REG + 0x1c, 0x00000018); /* with counters and tracer */
	assert_int_equal(bench_run(&b, REG + BYTES, REG + BYTES), 0);
	assert_int_equal(enabled(&b, 0), 1);
	assert_int_equal(bench_got(&b, REG + 0x1c) & 0x18, 0x18);
	assert_int_equal(ppcc(&b, BENCH_WRITE, ENABLE, 0, 0, 0), 0); /* without, again */
	assert_int_equal(enabled(&b, 0), 1);
	assert_int_equal(bench_got(&b, REG + 0x1c) & 0x18, 0);
	ask(&b, BENCH_WRITE, ENABLE, 0, 0, 0);
	bench_word(&b, REG + 0x1c, 0x00000008);
	assert_int_equal(bench_run(&b, REG + BYTES, REG + BYTES), 0);
	assert_int_equal(enabled(&b, 0), 1);
	assert_int_equal(bench_got(&b, REG + 0x1c) & 0x18, 0x08);
	assert_int_equal(enabled(&b, 15), 1);
	assert_int_equal(bench_got(&b, REG + 0x1c) & 0x18, 0); /* another slot's are its own */
}

/* doRoCE forces ZTR-RTT with cmd_type 2 on slot 15, local_port 1, pnat 0; the blog's raw access has 0x40 bytes. */
static void the_built_in_slot_reads_enabled_whatever_was_set(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(b.state.ppcc_enabled, 0x8001);
	ask(&b, BENCH_WRITE, DISABLE, 15, 0, 0);
	assert_int_equal(bench_run(&b, REG + 0x40, REG + 0x40), 0);
	assert_int_equal(b.state.ppcc_enabled, 0x0001);
	assert_int_equal(enabled(&b, 15), 1);
	assert_int_equal(ppcc(&b, BENCH_WRITE, ENABLE, 15, 0, 0), 0);
	assert_int_equal(b.state.ppcc_enabled, 0x8001);
}

static void empty_slots_are_refused_but_for_the_algorithm(void **state)
{
	static const uint8_t refused[] = {
		ENABLE,        DISABLE,      STATUS,   COUNT,    INFO,          GET,
		GET_AND_CLEAR, SET,          BULK_GET, BULK_SET, BULK_COUNTERS, BULK_CLEAR_COUNTERS,
		COUNTERS,      COUNTER_INFO,
	};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (size_t i = 0; i < sizeof(refused); i++)
		assert_int_equal(ppcc(&b, BENCH_WRITE, refused[i], 1, 0, 0), 0x03);
	assert_int_equal(ppcc(&b, BENCH_READ, ALGO_INFO, 1, 0, 0xffff), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 0);
	assert_int_equal(b.out[REG + 0x1e], 0);
	assert_int_equal(ppcc(&b, BENCH_READ, ALGO_INFO, 15, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 0x000f0100);
	assert_memory_equal(b.out + REG + 0x20, "DCQCN, ", 7);
}

static void counters_are_found_by_name(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(ppcc(&b, BENCH_READ, COUNTERS, 0, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 11);
	assert_int_equal(ppcc(&b, BENCH_READ, COUNTER_INFO, 0, 7, 0), 0);
	assert_memory_equal(b.out + REG + 0x20, "RTT_COUNT, ", 11);
	assert_int_equal(bench_got(&b, REG + 0x14), 0xffffffff);
	assert_int_equal(bench_got(&b, REG + 0x1c) & 3, 2); /* a get can clear it */
	assert_int_equal(ppcc(&b, BENCH_READ, COUNTER_INFO, 0, 11, 0), 0x03);
	assert_int_equal(ppcc(&b, BENCH_READ, COUNTERS, 15, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 0);
	assert_int_equal(ppcc(&b, BENCH_READ, COUNTER_INFO, 15, 0, 0), 0x03);
	assert_null(fw_ppcc_counter(&b.fw, "ppcc.RTT"));
	assert_null(fw_ppcc_counter(&b.fw, "RTT_COUNT"));
	assert_ptr_equal(fw_ppcc_counter(&b.fw, "ppcc.RTT_COUNT"), &b.state.ppcc_counter[7]);
	bench_up(&b, "cx6dx"); /* another place there */
	assert_ptr_equal(fw_ppcc_counter(&b.fw, "ppcc.RTT_COUNT"), &b.state.ppcc_counter[0]);
	bench_up(&b, "cx4");
	assert_null(fw_ppcc_counter(&b.fw, "ppcc.RTT_COUNT"));
}

static void counters_come_all_at_once(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	*fw_ppcc_counter(&b.fw, "ppcc.CNP_HANDLED") = 5;
	*fw_ppcc_counter(&b.fw, "ppcc.RTT_TIMEOUTS") = 0x10007; /* which has 16 bits */
	assert_int_equal(ppcc(&b, BENCH_READ, BULK_COUNTERS, 0, 0, 0), 0);
	assert_int_equal(b.out[REG + 0x1e], 44);
	assert_int_equal(bench_got(&b, REG + 0x20), 5);
	assert_int_equal(bench_got(&b, REG + 0x24), 0);
	assert_int_equal(bench_got(&b, REG + 0x20 + 4 * 10), 7);
	ask(&b, BENCH_READ, BULK_CLEAR_COUNTERS, 0, 0, 0);
	bench_word(&b, REG + 0x1c, 0x00000400); /* only the first */
	assert_int_equal(bench_run(&b, REG + BYTES, REG + BYTES), 0);
	assert_int_equal(bench_got(&b, REG + 0x20), 5);
	assert_int_equal(bench_got(&b, REG + 0x20 + 4 * 10), 0);
	assert_int_equal(ppcc(&b, BENCH_READ, BULK_COUNTERS, 0, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x20), 0);
	assert_int_equal(bench_got(&b, REG + 0x20 + 4 * 10), 7);
}

static void bulk_starts_at_index_zero(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx");
	assert_int_equal(ppcc(&b, BENCH_READ, BULK_GET, 1, 5, 0), 0);
	assert_int_equal(b.out[REG + 0x1e], 12 * 4);
	assert_int_equal(bench_got(&b, REG + 0x20), 100);
	assert_int_equal(bench_got(&b, REG + 0x28), 6553);
	ask(&b, BENCH_WRITE, BULK_SET, 1, 0, 0);
	bench_word(&b, REG + 0x1c, 3 * 4 << 8);
	bench_word(&b, REG + 0x20, 99);    /* BW_G: out of range, dropped */
	bench_word(&b, REG + 0x24, 5);     /* read only, dropped */
	bench_word(&b, REG + 0x28, 13107); /* ALPHA */
	bench_word(&b, REG + 0x2c, 1);     /* behind the length */
	assert_int_equal(bench_run(&b, REG + BYTES, REG + BYTES), 0);
	assert_int_equal(get(&b, 1, 0), 100);
	assert_int_equal(get(&b, 1, 1), 1000000);
	assert_int_equal(get(&b, 1, 2), 13107);
	assert_int_equal(get(&b, 1, 3), 63570);
}

static void lengths_and_addresses_are_checked(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	ask(&b, BENCH_READ, GET, 0, 1, 0);
	assert_int_equal(bench_run(&b, REG + 0x1c, REG + BYTES), 0x50);
	ask(&b, BENCH_READ, GET, 0, 1, 0);
	assert_int_equal(bench_run(&b, REG + BYTES, REG + 0x40), 0x51);
	ask(&b, BENCH_READ, GET, 0, 1, 0);
	assert_int_equal(bench_run(&b, REG + 0x20, REG + 0x20), 0); /* all before the text is enough */
	assert_int_equal(bench_got(&b, REG + 0x08), 6553);
	for (uint32_t bit = 12; bit <= 13; bit++) {
		ask(&b, BENCH_READ, GET, 0, 1, 0);
		bench_word(&b, REG, PORT1 | 1U << bit | GET); /* the port's upper bits */
		assert_int_equal(bench_run(&b, REG + BYTES, REG + BYTES), 0x03);
	}
	ask(&b, BENCH_READ, GET, 0, 1, 0);
	bench_word(&b, REG, 0x00020000 | GET); /* port 2 of one */
	assert_int_equal(bench_run(&b, REG + BYTES, REG + BYTES), 0x03);
	ask(&b, BENCH_READ, GET, 0, 1, 0);
	bench_word(&b, REG, 0x10010000 | GET); /* the notification point's program */
	assert_int_equal(bench_run(&b, REG + BYTES, REG + BYTES), 0x03);
	assert_int_equal(ppcc(&b, BENCH_READ, 0x09, 0, 0, 0), 0x03);
	assert_int_equal(ppcc(&b, BENCH_READ, TARGETS, 1, 0, 0), 0); /* of the port, not of a slot */
	assert_int_equal(bench_got(&b, REG + 0x08), 1);
}

/* A command longer than the register: what is behind it is not looked at, and stays zero in the answer. */
static void what_is_behind_the_register_is_left_alone(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	ask(&b, BENCH_READ, GET, 0, 1, 0);
	bench_word(&b, REG + BYTES, 0xffffffff);
	assert_int_equal(bench_run(&b, REG + BYTES + 4, REG + BYTES + 4), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 6553);
	assert_int_equal(bench_got(&b, REG + BYTES), 0);
}

/* The state of a card has room for one algorithm's parameters. */
static void types_fit_the_state(void **state)
{
	const struct fw_card_type *type;

	(void)state;
	for (size_t t = 0; (type = fw_card_type_at(t)); t++) {
		size_t with_params = 0;

		for (size_t a = 0; a < type->algo_count; a++) {
			with_params += type->algos[a].param_count > 0;
			assert_true(type->algos[a].param_count <= FW_PPCC_PARAMS);
			assert_true(type->algos[a].slot < FW_PPCC_SLOTS);
			for (size_t i = 0; i < type->algos[a].param_count; i++) {
				const struct fw_ppcc_param *param = &type->algos[a].params[i];

				assert_true(param->initial >= param->min && param->initial <= param->max);
				assert_true(strlen(param->text) <= 220 && strchr(param->text, ','));
			}
		}
		assert_true(with_params <= 1);
	}
}

static void old_firmware_has_none(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx-old");
	assert_int_equal(ppcc(&b, BENCH_READ, ARRAY, 0, 0, 0), 0x03);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_array_tells_the_slots),
		cmocka_unit_test(alpha_moves_between_types),
		cmocka_unit_test(count_ends_the_indices),
		cmocka_unit_test(a_set_in_range_is_kept),
		cmocka_unit_test(a_set_out_of_range_is_dropped_in_silence),
		cmocka_unit_test(a_set_of_a_read_only_one_is_dropped_in_silence),
		cmocka_unit_test(a_set_by_reading_does_nothing),
		cmocka_unit_test(a_get_by_writing_answers),
		cmocka_unit_test(clearing_clears_what_is_clearable),
		cmocka_unit_test(slots_are_switched),
		cmocka_unit_test(the_built_in_slot_reads_enabled_whatever_was_set),
		cmocka_unit_test(empty_slots_are_refused_but_for_the_algorithm),
		cmocka_unit_test(counters_are_found_by_name),
		cmocka_unit_test(counters_come_all_at_once),
		cmocka_unit_test(bulk_starts_at_index_zero),
		cmocka_unit_test(lengths_and_addresses_are_checked),
		cmocka_unit_test(what_is_behind_the_register_is_left_alone),
		cmocka_unit_test(types_fit_the_state),
		cmocka_unit_test(old_firmware_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
