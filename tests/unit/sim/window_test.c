// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The management tools' window of the model: statuses, answers that come late, and what stays when its user dies. */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/fault.h"
#include "devx/sim/fw/window.h"

struct tool {
	struct bench bench;
	struct fw_window window;
	uint64_t now;
};

static void tool_up(struct tool *t)
{
	memset(t, 0, sizeof(*t));
	bench_up(&t->bench, "cx7");
}

static uint32_t get(struct tool *t, uint32_t at)
{
	return fw_window_read(&t->window, &t->bench.fw, at);
}

static void set(struct tool *t, uint32_t at, uint32_t value)
{
	fw_window_write(&t->window, &t->bench.fw, t->now, at, value);
}

static uint32_t peek(struct tool *t, uint32_t space, uint32_t address)
{
	set(t, 0x04, space);
	set(t, 0x10, address);
	return get(t, 0x14);
}

static void poke(struct tool *t, uint32_t space, uint32_t address, uint32_t value)
{
	set(t, 0x04, space);
	set(t, 0x14, value);
	set(t, 0x10, address | 0x80000000);
}

/* Starts an access to a register of 0x40 bytes. */
static void start(struct tool *t, uint16_t id, uint32_t method)
{
	poke(t, 3, 0x100000, 0x08040000);
	poke(t, 3, 0x100004, (uint32_t)id << 16 | method << 8 | 1);
	poke(t, 3, 0x100010, 0x18110000);
	poke(t, 3, 0, 0x90010001);
}

static uint32_t status_of(struct tool *t, uint16_t id, uint32_t method)
{
	start(t, id, method);
	assert_int_equal(peek(t, 3, 0), 0x90010000);
	return peek(t, 3, 0x100000) >> 8 & 0x7f;
}

static void each_refusal_has_its_status(void **state)
{
	static const struct {
		uint8_t prm, tlv;
	} statuses[] = {{0x01, 0x70}, {0x02, 0x06}, {0x03, 0x07}, {0x06, 0x01}, {0x0f, 0x08}, {0x50, 0x07}};
	struct tool t;

	(void)state;
	tool_up(&t);
	assert_int_equal(status_of(&t, 0x402c, 1), 0);
	assert_int_equal(status_of(&t, 0x7777, 1), 4);
	assert_int_equal(status_of(&t, 0x402c, 3), 6);
	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		const struct fw_fault rule = {
			.opcode = 0x805, .action = FW_FAULT_STATUS, .status = statuses[i].prm, .left = 1};

		assert_int_equal(fw_fault_add(&t.bench.state, &rule), 0);
		assert_int_equal(status_of(&t, 0x402c, 1), statuses[i].tlv);
	}
}

static void a_late_answer_keeps_the_mailbox_busy(void **state)
{
	const struct fw_fault late = {.opcode = 0x805, .action = FW_FAULT_DELAY, .delay_ms = 2, .left = 1};
	struct tool t;

	(void)state;
	tool_up(&t);
	assert_int_equal(fw_fault_add(&t.bench.state, &late), 0);
	start(&t, 0x402c, 1);
	assert_int_equal(peek(&t, 3, 0), 0x90010001);
	poke(&t, 3, 0, 0x84000001); /* not taken */
	t.now = 1999999;
	assert_int_equal(peek(&t, 3, 0), 0x90010001);
	t.now = 2000000;
	assert_int_equal(peek(&t, 3, 0), 0x90010000);
	assert_int_equal(peek(&t, 3, 0x100014), 0x1800065f);
}

static void an_answer_that_never_comes_leaves_it_busy(void **state)
{
	const struct fw_fault gone = {.opcode = 0x805, .action = FW_FAULT_VANISH, .left = 1};
	struct tool t;

	(void)state;
	tool_up(&t);
	assert_int_equal(fw_fault_add(&t.bench.state, &gone), 0);
	start(&t, 0x402c, 1);
	t.now = UINT64_C(1) << 60;
	assert_int_equal(peek(&t, 3, 0) & 1, 1);
}

static void semaphores_outlive_their_owner_not_a_reset(void **state)
{
	struct tool t;

	(void)state;
	tool_up(&t);
	set(&t, 0x0c, get(&t, 0x08));
	poke(&t, 10, 0, 4711);
	poke(&t, 10, 4, 4712);
	memset(&t.window, 0, sizeof(t.window));
	assert_int_equal(get(&t, 0x0c), 1);
	assert_int_equal(get(&t, 0x08), 2);
	assert_int_equal(peek(&t, 10, 0), 4711);
	assert_int_equal(peek(&t, 10, 4), 0);
	fw_reset(&t.bench.fw);
	assert_int_equal(get(&t, 0x0c), 0);
	assert_int_equal(peek(&t, 10, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_refusal_has_its_status),
		cmocka_unit_test(a_late_answer_keeps_the_mailbox_busy),
		cmocka_unit_test(an_answer_that_never_comes_leaves_it_busy),
		cmocka_unit_test(semaphores_outlive_their_owner_not_a_reset),
	};

	return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}
