// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/fault.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/cmd.h"

/* ACCESS_REG names its register in the low half of the third word. */
#define REGISTER_ID_AT 0x08

static bool matches(const struct fw_fault *rule, const uint8_t *in)
{
	uint16_t opcode = (uint16_t)prm_get(in, &prm_mbox_in.opcode);
	uint16_t op_mod = (uint16_t)prm_get(in, &prm_mbox_in.op_mod);

	if (rule->action == FW_FAULT_NONE || rule->left == 0)
		return false;
	if (rule->opcode && rule->opcode != opcode)
		return false;
	if (rule->op_mod_plus_1 && rule->op_mod_plus_1 != op_mod + 1)
		return false;
	if (!rule->register_id)
		return true;
	return (opcode == PRM_OP_ACCESS_REG || opcode == PRM_OP_ACCESS_REGISTER_USER) &&
	       rule->register_id == (ece_be32(in + REGISTER_ID_AT) & 0xffff);
}

const char *fw_fault_name(uint8_t action)
{
	static const char *const names[] = {
		[FW_FAULT_NONE] = "none",   [FW_FAULT_STATUS] = "status", [FW_FAULT_IGNORE] = "ignore",
		[FW_FAULT_DELAY] = "delay", [FW_FAULT_VANISH] = "vanish",
	};

	return action < sizeof(names) / sizeof(names[0]) ? names[action] : "unknown";
}

int fw_fault_add(struct fw_state *state, const struct fw_fault *rule)
{
	size_t i;

	for (i = 0; i < FW_FAULTS; i++) {
		if (state->fault[i].action != FW_FAULT_NONE && state->fault[i].left)
			continue;
		state->fault[i] = *rule;
		return 0;
	}
	return -ENOSPC;
}

void fw_fault_clear(struct fw_state *state)
{
	memset(state->fault, 0, sizeof(state->fault));
	state->vanished = 0;
}

void fw_fault_take(struct fw_state *state, const uint8_t *in, struct fw_fault *hit)
{
	size_t i;

	memset(hit, 0, sizeof(*hit));
	for (i = 0; i < FW_FAULTS; i++) {
		struct fw_fault *rule = &state->fault[i];

		if (!matches(rule, in))
			continue;
		if (rule->skip) {
			rule->skip--;
			return;
		}
		rule->left--;
		*hit = *rule;
		return;
	}
}
