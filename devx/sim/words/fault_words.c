// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/words/fault_words.h"

#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/fw/fault.h"

/* REGISTER[/OP_MOD], behind the opcode. */
static bool register_argument(struct sim_words *words, char *text, struct fw_fault *rule)
{
	char *slash = strchr(text, '/');
	struct sim_words parts = {
		.word = {text, slash ? slash + 1 : NULL}, .count = slash ? 2 : 1, .answer = words->answer};
	unsigned long id, op_mod;

	if (slash)
		*slash = '\0';
	if (!sim_words_number(&parts, 0, UINT16_MAX, 0, &id)) {
		sim_words_say(words, "error: '%s' is not a register number", text);
		return false;
	}
	if (!sim_words_number(&parts, 1, UINT8_MAX - 1, UINT8_MAX, &op_mod)) {
		sim_words_say(words, "error: '%s' is not an op_mod", slash + 1);
		return false;
	}
	rule->register_id = (uint16_t)id;
	rule->op_mod_plus_1 = slash ? (uint8_t)(op_mod + 1) : 0;
	return true;
}

static bool opcode_argument(struct sim_words *words, struct fw_fault *rule)
{
	char *slash;
	unsigned long value;

	if (words->count < 3) {
		sim_words_say(words, "error: which opcode?");
		return false;
	}
	slash = strchr(words->word[2], '/');
	if (slash) {
		*slash = '\0';
		if (!register_argument(words, slash + 1, rule))
			return false;
	}
	if (!sim_words_number(words, 2, UINT16_MAX, 0, &value))
		return false;
	rule->opcode = (uint16_t)value;
	return true;
}

/* How often, after how many: words @i and @i + 1. */
static bool repeat_arguments(struct sim_words *words, size_t i, struct fw_fault *rule)
{
	unsigned long count;
	unsigned long skip;

	if (!sim_words_number(words, i, UINT32_MAX, 1, &count) || !sim_words_number(words, i + 1, UINT32_MAX, 0, &skip))
		return false;
	rule->left = (uint32_t)count;
	rule->skip = (uint32_t)skip;
	return true;
}

static bool status_arguments(struct sim_words *words, struct fw_fault *rule)
{
	unsigned long value;

	if (!sim_words_number(words, 3, UINT8_MAX, PRM_STATUS_INTERNAL, &value))
		return false;
	rule->status = (uint8_t)value;
	return repeat_arguments(words, 4, rule);
}

static bool ignore_arguments(struct sim_words *words, struct fw_fault *rule)
{
	return repeat_arguments(words, 3, rule);
}

static bool delay_arguments(struct sim_words *words, struct fw_fault *rule)
{
	unsigned long value;

	if (!sim_words_number(words, 3, UINT32_MAX, 0, &value))
		return false;
	rule->delay_ms = (uint32_t)value;
	return repeat_arguments(words, 4, rule);
}

static bool vanish_arguments(struct sim_words *words, struct fw_fault *rule)
{
	unsigned long value;

	if (!sim_words_number(words, 3, UINT32_MAX, 0, &value))
		return false;
	rule->left = 1;
	rule->skip = (uint32_t)value;
	return true;
}

static const struct {
	uint8_t action;
	size_t words_max;
	bool (*arguments)(struct sim_words *words, struct fw_fault *rule);
} faults[] = {
	{FW_FAULT_STATUS, 6, status_arguments},
	{FW_FAULT_IGNORE, 5, ignore_arguments},
	{FW_FAULT_DELAY, 6, delay_arguments},
	{FW_FAULT_VANISH, 4, vanish_arguments},
};

static void add_fault(struct sim_words *words, size_t i)
{
	struct fw_fault rule = {.action = faults[i].action};

	if (!sim_words_fit(words, 0, faults[i].words_max) || !opcode_argument(words, &rule) ||
	    !faults[i].arguments(words, &rule))
		return;
	if (fw_fault_add(words->fw->state, &rule))
		sim_words_say(words, "error: %d rules wait already; 'fault clear' forgets them", FW_FAULTS);
	else
		sim_words_say(words, "ok");
}

void sim_fault_words(struct sim_words *words)
{
	if (strcmp(words->word[1], "clear") == 0) {
		if (!sim_words_fit(words, 2, 2))
			return;
		fw_fault_clear(words->fw->state);
		sim_words_say(words, "ok");
		return;
	}
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		if (strcmp(words->word[1], fw_fault_name(faults[i].action)) == 0) {
			add_fault(words, i);
			return;
		}
	}
	sim_words_say(words, "error: no fault '%s'; there are status, ignore, delay, vanish, clear", words->word[1]);
}
