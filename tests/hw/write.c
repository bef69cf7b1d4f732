// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Cases that write. Each puts back what it changed before it ends; the last one looks at everything. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/request.h"
#include "devx/prm/ppcc.h"
#include "tests/hw/hw.h"
#include "tests/hw/save.h"

#define CANDIDATES 8
#define TEXT       160

/* Other values of a parameter, the nearest first: rows bound one another, and cards have ranges of their own. */
static size_t other_values(const struct ece_param *param, uint64_t now, uint64_t *values)
{
	uint64_t tried[] = {now + 1, now - 1, now * 2, now / 2, param->min, param->min + 1, param->max};
	size_t n = 0;

	for (const struct ece_param_word *w = param->words; w && w->name && n < 2; w++)
		if (w->raw != now)
			values[n++] = w->raw;
	if (param->kind == ECE_PARAM_BOOL) {
		values[n++] = !now;
		return n;
	}
	for (size_t i = 0; i < sizeof(tried) / sizeof(tried[0]) && n < CANDIDATES; i++)
		if (tried[i] != now && !ece_param_matches(param, tried[i], now) &&
		    !ece_param_check_raw(param, tried[i], NULL))
			values[n++] = tried[i];
	return n;
}

static bool put(struct hw *hw, const struct ece_param *param, uint64_t raw, struct ece_write *write)
{
	*write = (struct ece_write){.param = param, .raw = raw};
	ece_nic_write(hw->nic, write, 1);
	return write->state == ECE_WRITE_DONE || write->state == ECE_WRITE_UNCHANGED;
}

/* A refusal of our own tables or of this host, with nothing sent, says nothing about the card. */
static bool was_sent(const struct ece_write *write)
{
	return write->error.result.reached != ECE_REACHED_NO || write->error.kind == ECE_ERROR_NOT_APPLIED;
}

/* Returns false when a value did not come back. */
static bool try_param(struct hw *hw, const struct ece_param *param, uint64_t now)
{
	uint64_t values[CANDIDATES];
	size_t count = other_values(param, now, values);
	struct ece_write write = {0};
	bool changed = false;
	char a[64], b[64];

	for (size_t i = 0; i < count && !changed; i++) {
		changed = put(hw, param, values[i], &write);
		if (!changed && was_sent(&write))
			hw_note(hw, "%s: %s is not taken: %s", param->name,
				ece_param_format(param, values[i], a, sizeof(a)), write.error.text);
	}
	if (!changed) {
		hw_note(hw, "%s: not tried: %s", param->name, write.error.text);
	} else {
		hw_note(hw, "%s: %s and back to %s", param->name, ece_param_format(param, write.raw, a, sizeof(a)),
			ece_param_format(param, now, b, sizeof(b)));
	}
	if (put(hw, param, now, &write) || (!changed && !was_sent(&write)))
		return true;
	hw_fail(hw, "%s does not go back to %s: %s", param->name, ece_param_format(param, now, a, sizeof(a)),
		write.error.text);
	return false;
}

enum hw_verdict every_value_takes_another_and_comes_back(struct hw *hw)
{
	bool ok = true;

	for (size_t i = 0; ok && i < hw->saved->count; i++) {
		if (hw->stop(hw->ctx))
			return hw_skip(hw, "somebody wanted an end after %zu parameters", i);
		/* what cannot be read back is the next case's */
		if (!hw->saved->params[i]->no_verify)
			ok = try_param(hw, hw->saved->params[i], hw->saved->values[i].raw);
	}
	return ok ? HW_OK : HW_FAILED;
}

static int read_one(struct ece_nic *nic, const struct ece_param *param, uint64_t *raw)
{
	struct ece_value value;

	ece_nic_read(nic, &param, &value, 1);
	*raw = value.raw;
	return value.state == ECE_VALUE_SET || value.state == ECE_VALUE_INERT ? 0 : -1;
}

static enum hw_verdict see_other(struct hw *hw, struct ece_nic *other, const struct ece_param *param)
{
	uint64_t mine, before, after;
	struct ece_write write;

	if (read_one(hw->nic, param, &mine) || read_one(other, param, &before))
		return hw_skip(hw, "%s cannot be read on both functions", param->name);
	if (!put(hw, param, !mine, &write))
		return hw_skip(hw, "%s cannot be written: %s", param->name, write.error.text);
	if (read_one(other, param, &after))
		after = before;
	hw_note(hw, "%s written on %s: %s %s", param->name, hw->info.pci, hw->sibling.pci,
		after != before ? "follows: of the card" :
		after == !mine  ? "cannot tell" :
				  "does not follow: of the function");
	if (!put(hw, param, mine, &write))
		return hw_fail(hw, "%s does not come back: %s", param->name, write.error.text);
	return HW_OK;
}

enum hw_verdict roce_accl_of_the_other_function(struct hw *hw)
{
	const struct ece_param *param = ece_param_find("roce_accl.roce_slow_restart_idle_en");
	enum hw_verdict verdict;
	struct ece_nic *other;
	struct ece_error e;

	if (!hw->sibling.pci[0])
		return hw_skip(hw, "the card has one function here");
	if (ece_nic_open(hw->os, &hw->sibling, &other, &e))
		return hw_skip(hw, "%s", e.text);
	verdict = see_other(hw, other, param);
	ece_nic_close(other);
	return verdict;
}

/* @reg: the whole register, from a read of before: an enable carries the slot's counters and trace too. */
static struct ece_result tell_slot(struct hw *hw, const struct ece_backend *door, enum prm_access_reg_method method,
				   enum prm_ppcc_cmd cmd, uint8_t *reg)
{
	prm_set(reg, &prm_ppcc.cmd_type, cmd);
	prm_set(reg, &prm_ppcc.local_port, hw->info.port);
	prm_set(reg, &prm_ppcc.algo_slot, PRM_PPCC_SLOT_BUILT_IN);
	return ece_access_reg(door, &hw->doors, method, PRM_REG_PPCC, reg, PRM_PPCC_BYTES);
}

static uint64_t slot_status(struct hw *hw, const struct ece_backend *door, const char *when)
{
	uint8_t reg[PRM_PPCC_BYTES] = {0};
	struct ece_result result = tell_slot(hw, door, PRM_ACCESS_REG_READ, PRM_PPCC_GET_ALGO_STATUS, reg);
	uint64_t value = prm_get(reg, &prm_ppcc.value);
	char text[TEXT];

	hw_note(hw, "slot 15 %s: %s, %" PRIu64, when, hw_result(&result, text, sizeof(text)), value);
	return result.err ? 0 : value;
}

/* Only where it is on: what was off stays off. */
enum hw_verdict the_built_in_algorithm_goes_and_comes_back(struct hw *hw)
{
	const struct ece_backend *door = hw_register_door(hw);
	uint8_t off[PRM_PPCC_BYTES] = {0}, on[PRM_PPCC_BYTES] = {0};
	struct ece_result disabled, enabled;
	char text[TEXT];

	if (!door)
		return hw_skip(hw, "no door to registers");
	if (!slot_status(hw, door, "before"))
		return hw_skip(hw, "slot 15 is not told to be on; nothing was written");
	tell_slot(hw, door, PRM_ACCESS_REG_READ, PRM_PPCC_GET_ALGO_STATUS, on);
	disabled = tell_slot(hw, door, PRM_ACCESS_REG_WRITE, PRM_PPCC_DISABLE_ALGO, off);
	hw_note(hw, "disable: %s", hw_result(&disabled, text, sizeof(text)));
	slot_status(hw, door, "disabled");
	enabled = tell_slot(hw, door, PRM_ACCESS_REG_WRITE, PRM_PPCC_ENABLE_ALGO, on);
	hw_note(hw, "enable: %s", hw_result(&enabled, text, sizeof(text)));
	slot_status(hw, door, "at the end");
	if (!disabled.err && enabled.err)
		return hw_fail(hw, "slot 15 was disabled and cannot be enabled; a firmware reset brings it back");
	return HW_OK;
}

static void note_write(void *ctx, const struct ece_write *write)
{
	hw_note(ctx, "%s was put back to %" PRIu64 ": %s", write->param->name, write->raw,
		write->state == ECE_WRITE_DONE ? "done" : write->error.text);
}

enum hw_verdict values_are_as_they_were(struct hw *hw)
{
	size_t left = hw_restore(hw->nic, hw->saved, note_write, hw);

	return left ? hw_fail(hw, "%zu values are not as they were", left) : HW_OK;
}
