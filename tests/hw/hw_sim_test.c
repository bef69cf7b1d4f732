// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The cases for a real card, on the model: they must find their way, and leave every byte of the card as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/kernel/kernel.h"
#include "tests/hw/hw.h"
#include "tests/hw/save.h"

struct host {
	struct sim_kernel kernel;
	struct sim_card card;
	struct fw_state state, before;
	struct ece_os os;
	struct hw hw;
	size_t notes;
	size_t stop_after; /* asks; 0: never */
};

static void count_note(void *ctx, const char *line)
{
	struct host *host = ctx;

	assert_true(line[0]);
	host->notes++;
}

static bool stop(void *ctx)
{
	struct host *host = ctx;

	return host->stop_after && !--host->stop_after;
}

static void start(struct host *host, const char *persona, const char *type)
{
	struct ece_error e = {0};

	memset(host, 0, sizeof(*host));
	host->card.fw = (struct fw){.type = fw_card_type_find(type), .state = &host->state};
	sim_card_name(&host->card, 0);
	fw_power_on(&host->card.fw, 3);
	sim_kernel_init(&host->kernel, sim_persona_find(persona), &host->card, 1);
	host->os = sim_kernel_os(&host->kernel);
	host->hw = (struct hw){.os = &host->os, .note = count_note, .stop = stop, .ctx = host};
	if (hw_start(&host->hw, host->card.pci, &e))
		fail_msg("%s", e.text);
	host->hw.saved = hw_save(host->hw.nic, &e);
	assert_non_null(host->hw.saved);
	host->before = host->state;
}

static void stays(struct host *host)
{
	struct fw_state now = host->state;

	/* rules are the test's, counts of commands are not the card's values */
	memcpy(now.fault, host->before.fault, sizeof(now.fault));
	now.commands = host->before.commands;
	now.window_tickets = host->before.window_tickets;
	assert_memory_equal(&now, &host->before, sizeof(now));
}

static void all_cases(struct host *host)
{
	for (size_t i = 0; i < hw_case_count; i++) {
		host->hw.text[0] = '\0';
		if (hw_cases[i].run(&host->hw) == HW_FAILED)
			fail_msg("%s: %s", hw_cases[i].name, host->hw.text);
		stays(host);
	}
}

/* Two functions of a card; a note is kept. */
struct pair {
	struct sim_kernel kernel;
	struct sim_card cards[2];
	struct fw_state state[2], before[2];
	struct ece_os os;
	struct hw hw;
	char note[512];
};

static void keep_note(void *ctx, const char *line)
{
	struct pair *pair = ctx;

	snprintf(pair->note, sizeof(pair->note), "%s", line);
}

static void start_pair(struct pair *pair, const char *type)
{
	struct ece_error e = {0};

	memset(pair, 0, sizeof(*pair));
	for (uint8_t i = 0; i < 2; i++) {
		pair->cards[i].fw = (struct fw){
			.type = fw_card_type_find(type),
			.state = &pair->state[i],
			.card = i ? &pair->state[0] : NULL,
		};
		pair->state[i].function = i;
		sim_card_name_function(&pair->cards[i], i, 0, i);
		fw_power_on(&pair->cards[i].fw, 3);
	}
	sim_kernel_init(&pair->kernel, sim_persona_find("7.x"), pair->cards, 2);
	pair->os = sim_kernel_os(&pair->kernel);
	pair->hw = (struct hw){.os = &pair->os, .note = keep_note, .ctx = pair};
	if (hw_start(&pair->hw, pair->cards[0].pci, &e))
		fail_msg("%s", e.text);
	memcpy(pair->before, pair->state, sizeof(pair->before));
}

static void the_other_function_tells_whose_a_register_is(void **state)
{
	static const struct {
		const char *type, *says;
	} cards[] = {
		{"cx7-2p", "0000:01:00.1 does not follow: of the function"},
		{"cx7-2p-shared", "0000:01:00.1 follows: of the card"},
	};
	struct pair pair;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		start_pair(&pair, cards[i].type);
		assert_string_equal(pair.hw.sibling.pci, "0000:01:00.1");
		if (roce_accl_of_the_other_function(&pair.hw) != HW_OK)
			fail_msg("%s", pair.hw.text);
		assert_non_null(strstr(pair.note, cards[i].says));
		for (size_t k = 0; k < 2; k++)
			assert_memory_equal(pair.state[k].roce_accl, pair.before[k].roce_accl,
					    sizeof(pair.state[k].roce_accl));
		hw_end(&pair.hw);
	}
}

static const struct ece_os_ops *real_ops;

/* A card that tells 2 and describes 3. PPCC lies at 0x10 of ACCESS_REG; its command in byte 3, its index in 4 and 5. */
static int counting_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len,
			void *out, size_t out_len)
{
	static const char name[] = "CNP_HANDLED, notifications";
	int ret = real_ops->fwctl_rpc(fwctl, scope, in, in_len, out, out_len);
	const uint8_t *asked = in;
	uint8_t *reg = (uint8_t *)out + 0x10;

	if (ret || in_len < 0x10c || asked[0x0a] != 0x50 || asked[0x0b] != 0x6e)
		return ret;
	if (asked[0x13] == 0x0e) {
		reg[0x0b] = 2;
	} else if (asked[0x13] == 0x0f && asked[0x15] < 3) {
		memset(out, 0, out_len);
		reg[0x1e] = sizeof(name) - 1;
		memcpy(reg + 0x20, name, sizeof(name) - 1);
	}
	return ret;
}

/* The model counts nothing: 0 of them, and the question for the first is refused with status 3. */
static void counters_are_walked_to_their_end(void **state)
{
	static const char none[] = "slot 15: told 0, word 0x0c 0; described 0, the one behind them: status 0x03";
	static const char three[] = "slot 15: told 2, word 0x0c 0; described 3, the one behind them: status 0x03";
	struct ece_os_ops ops;
	struct pair pair;

	(void)state;
	start_pair(&pair, "cx7-2p");
	assert_int_equal(ppcc_counters_are_walked(&pair.hw), HW_OK);
	assert_memory_equal(pair.note, none, strlen(none));
	real_ops = pair.os.ops;
	ops = *real_ops;
	ops.fwctl_rpc = counting_rpc;
	pair.os.ops = &ops;
	assert_int_equal(ppcc_counters_are_walked(&pair.hw), HW_OK);
	assert_memory_equal(pair.note, three, strlen(three));
	hw_end(&pair.hw);
}

static void every_case_finds_its_way(void **state)
{
	static const char *const personas[] = {"6.1", "7.x"}, *const types[] = {"cx7", "cx6dx"};
	struct host host;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		start(&host, personas[i / 2], types[i % 2]);
		all_cases(&host);
		assert_true(host.notes > 100);
		hw_end(&host.hw);
	}
}

static enum hw_verdict run_case(struct host *host, const char *name)
{
	for (size_t i = 0; i < hw_case_count; i++)
		if (!strcmp(hw_cases[i].name, name))
			return hw_cases[i].run(&host->hw);
	fail_msg("no case %s", name);
	return HW_FAILED;
}

/* The card takes the new value, and then refuses its own one twice as long as is tried again. */
static void what_does_not_come_back_is_told(void **state)
{
	/* MODIFY_CONG_PARAMS is the kernel's for its files; status 3: bad parameter */
	struct fw_fault rule = {.opcode = 0x825, .action = FW_FAULT_STATUS, .status = 0x03, .skip = 1, .left = 1000};
	struct host host;

	(void)state;
	start(&host, "7.x", "cx7");
	assert_int_equal(fw_fault_add(&host.state, &rule), 0);
	assert_int_equal(run_case(&host, "every_value_takes_another_and_comes_back"), HW_FAILED);
	assert_non_null(strstr(host.hw.text, "does not go back to"));
	assert_int_equal(run_case(&host, "values_are_as_they_were"), HW_FAILED);
	memset(host.state.fault, 0, sizeof(host.state.fault));
	assert_int_equal(run_case(&host, "values_are_as_they_were"), HW_OK);
	stays(&host);
	hw_end(&host.hw);
}

static void an_end_comes_between_two_values(void **state)
{
	struct host host;

	(void)state;
	start(&host, "7.x", "cx7");
	host.stop_after = 5;
	assert_int_equal(run_case(&host, "every_value_takes_another_and_comes_back"), HW_SKIPPED);
	assert_non_null(strstr(host.hw.text, "after 4 parameters"));
	stays(&host);
	hw_end(&host.hw);
}

static void saved_values_outlive_the_program(void **state)
{
	struct hw_saved *saved, *again;
	struct ece_error e = {0};
	struct host host;
	char *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	(void)state;
	start(&host, "7.x", "cx7");
	saved = host.hw.saved;
	assert_int_equal(hw_saved_put(saved, file), 0);
	fclose(file);
	assert_non_null(strstr(text, "dcqcn.rp.gd 11\n"));
	file = fmemopen(text, len, "r");
	again = hw_saved_get(file, &e);
	fclose(file);
	assert_non_null(again);
	assert_int_equal(again->count, saved->count);
	for (size_t i = 0; i < saved->count; i++) {
		assert_ptr_equal(again->params[i], saved->params[i]);
		assert_int_equal(again->values[i].raw, saved->values[i].raw);
	}
	hw_saved_free(again);
	free(text);
	hw_end(&host.hw);
}

static void other_text_is_no_saved_file(void **state)
{
	static char text[] = "dcqcn.rp.gd 11\ndcqcn.rp.ai_rate twenty\n";
	struct ece_error e = {0};
	FILE *file = fmemopen(text, strlen(text), "r");

	(void)state;
	assert_null(hw_saved_get(file, &e));
	assert_int_equal(e.code, -EINVAL);
	fclose(file);
}

static void a_card_is_named_in_any_way(void **state)
{
	static const char *const words[] = {"0000:01:00.0", "01:00.0", "mlx5_0", "eth0"};
	struct ece_error e = {0};
	struct host host;

	(void)state;
	start(&host, "7.x", "cx7");
	for (size_t i = 0; i < 4; i++) {
		struct hw hw = {.os = &host.os};

		assert_int_equal(hw_start(&hw, words[i], &e), 0);
		assert_string_equal(hw.info.pci, host.card.pci);
		hw_end(&hw);
	}
	{
		struct hw hw = {.os = &host.os};

		assert_int_equal(hw_start(&hw, "mlx5_1", &e), -ENOENT);
	}
	hw_end(&host.hw);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_case_finds_its_way),
		cmocka_unit_test(counters_are_walked_to_their_end),
		cmocka_unit_test(the_other_function_tells_whose_a_register_is),
		cmocka_unit_test(what_does_not_come_back_is_told),
		cmocka_unit_test(an_end_comes_between_two_values),
		cmocka_unit_test(saved_values_outlive_the_program),
		cmocka_unit_test(other_text_is_no_saved_file),
		cmocka_unit_test(a_card_is_named_in_any_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
