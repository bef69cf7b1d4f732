// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The dump of a card: values by name, nothing left out. */
#include "tests/unit/sim/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/dump.h"
#include "devx/sim/fw/fault.h"

#define DUMP_MAX 65536

struct lines {
	size_t used;
	char text[DUMP_MAX];
};

__attribute__((format(printf, 2, 3))) static void add(struct lines *lines, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(lines->text + lines->used, sizeof(lines->text) - lines->used, format, args);
	va_end(args);
	lines->used += (size_t)n;
	assert_true(lines->used < sizeof(lines->text));
}

static void add_value(void *ctx, const char *name, uint64_t value)
{
	assert_true(strlen(name) < FW_DUMP_NAME_MAX - 1);
	add(ctx, "%s %" PRIu64 "\n", name, value);
}

static void add_text(void *ctx, const char *name, const char *text)
{
	add(ctx, "%s %s\n", name, text);
}

static void dump(const struct bench *b, struct lines *lines)
{
	struct fw_dump to = {add_value, add_text, lines};

	lines->used = 0;
	fw_dump(&b->fw, &to);
}

static void has(const struct lines *lines, const char *line)
{
	if (!strstr(lines->text, line))
		fail_msg("no '%s' in\n%s", line, lines->text);
}

static void values_have_the_names_of_their_layouts(void **state)
{
	static struct lines lines;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	dump(&b, &lines);
	has(&lines, "identity.type cx7\n");
	has(&lines, "identity.psid MT_0000000838\n");
	has(&lines, "identity.firmware 28.45.1020\n");
	has(&lines, "identity.node_guid 0c42a10300000001\n");
	has(&lines, "identity.mac 0c42a1000001\n");
	has(&lines, "\nport.speed_mbps 400000\n");
	has(&lines, "\nroce_accl.roce_adp_retrans_en 1\n");
	has(&lines, "\nroce_accl.roce_tx_window_en 0\n");
	has(&lines, "\nroce_accl.adp_retx_base_timeout_min 4000\n");
	has(&lines, "\ncong.rp.rpg_byte_reset 32767\n");
	has(&lines, "\ncong.rp.enable.7 1\n");
	has(&lines, "\ncong.np.cnp_dscp 48\n");
	has(&lines, "\nppcc.slot.15.enabled 1\n");
	has(&lines, "\nppcc.slot.1.enabled 0\n");
	has(&lines, "\nppcc.param.ALPHA 6553\n");
	has(&lines, "\ncounter.np_cnp_sent 0\n");
	assert_null(strstr(lines.text, "bits_at"));
	assert_null(strstr(lines.text, "fault."));
}

static void bits_without_a_name_are_shown_by_word(void **state)
{
	static struct lines lines;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	b.state.roce_accl[0x7c] = 0x80;
	b.state.roce_accl[0x0f] = 0x01;
	b.state.cong[1][0x6c] = 0x01;
	b.state.ppcc_param[40] = 9;
	b.state.ppcc_counter[15] = 7;
	b.state.counter[31] = 8;
	dump(&b, &lines);
	has(&lines, "\nroce_accl.bits_at_0x0c 1\n");
	has(&lines, "\nroce_accl.bits_at_0x7c 2147483648\n");
	has(&lines, "\ncong.rp.bits_at_0x6c 16777216\n");
	has(&lines, "\nppcc.param.40 9\n");
	has(&lines, "\nppcc.counter.15 7\n");
	has(&lines, "\ncounter.31 8\n");
}

/* A cx7 comes with two words set; what stands in a free one is nothing, but for the mark that it is free. */
static bool in_free_nv_word(size_t at)
{
	const size_t first = offsetof(struct fw_state, nv) + 2 * sizeof(struct fw_nv_word);
	const size_t end = offsetof(struct fw_state, nv) + sizeof(((struct fw_nv *)NULL)->word);

	return at >= first && at < end && (at - first) % sizeof(struct fw_nv_word) != offsetof(struct fw_nv_word, in);
}

/* Which bytes of the state may change without the dump changing. */
static bool left_out(size_t at)
{
	const size_t ppcc_end =
		offsetof(struct fw_state, ppcc_counter) + sizeof(((struct fw_state *)NULL)->ppcc_counter);
	const size_t qos_end = offsetof(struct fw_state, qos) + sizeof(struct fw_qos);
	const struct {
		size_t from, bytes;
	} out[] = {
		/* padding */
		{ppcc_end, offsetof(struct fw_state, counter) - ppcc_end},
		{qos_end, offsetof(struct fw_state, priority) - qos_end},
		{offsetof(struct fw_state, commands), sizeof(uint64_t)},
		{offsetof(struct fw_state, window_tickets), sizeof(uint32_t)},
		{offsetof(struct fw_state, reserved), sizeof(uint16_t)},
		{offsetof(struct fw_state, reserved_function), sizeof(((struct fw_state *)0)->reserved_function)},
		{offsetof(struct fw_state, nv) + offsetof(struct fw_nv, started_ns), sizeof(uint64_t)},
		{offsetof(struct fw_state, nv) + offsetof(struct fw_nv, reserved), 3},
		/* no such switches */
		{offsetof(struct fw_state, cong_status), 1},
		{offsetof(struct fw_state, cong_status) + 3, 1},
		{offsetof(struct fw_state, cong_tag), 1},
		{offsetof(struct fw_state, cong_tag) + 3, 1},
	};

	for (size_t i = 0; i < sizeof(out) / sizeof(out[0]); i++)
		if (at >= out[i].from && at < out[i].from + out[i].bytes)
			return true;
	for (size_t i = 0; i < FW_FAULTS; i++)
		if (at == offsetof(struct fw_state, fault) + i * sizeof(struct fw_fault) +
				  offsetof(struct fw_fault, reserved))
			return true;
	return in_free_nv_word(at);
}

/* Who adds something to struct fw_state adds it to the dump, or says above why not. */
static void every_byte_of_the_state_shows(void **state)
{
	static const struct fw_fault rule = {.action = FW_FAULT_DELAY, .left = 1};
	static struct lines before, after;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (size_t i = 0; i < FW_FAULTS; i++)
		assert_int_equal(fw_fault_add(&b.state, &rule), 0);
	dump(&b, &before);
	for (size_t at = 0; at < sizeof(b.state); at++) {
		uint8_t *byte = (uint8_t *)&b.state + at;

		*byte ^= 0xff;
		dump(&b, &after);
		*byte ^= 0xff;
		if (left_out(at) != (strcmp(before.text, after.text) == 0))
			fail_msg("byte %#zx of struct fw_state %s the dump", at,
				 left_out(at) ? "is in" : "does not show in");
	}
}

static void a_rule_is_shown_while_it_waits(void **state)
{
	static const struct fw_fault rule = {
		.action = FW_FAULT_STATUS, .opcode = 0x805, .register_id = 0x402c, .status = 3, .left = 2, .skip = 1};
	static struct lines lines;
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx");
	fw_fault_add(&b.state, &rule);
	dump(&b, &lines);
	has(&lines, "\nfault.0.action status\n");
	has(&lines, "\nfault.0.opcode 2053\n");
	has(&lines, "\nfault.0.register_id 16428\n");
	has(&lines, "\nfault.0.skip 1\n");
	has(&lines, "\nfault.0.left 2\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_have_the_names_of_their_layouts),
		cmocka_unit_test(bits_without_a_name_are_shown_by_word),
		cmocka_unit_test(every_byte_of_the_state_shows),
		cmocka_unit_test(a_rule_is_shown_while_it_waits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
