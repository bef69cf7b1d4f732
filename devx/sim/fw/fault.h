/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Fault rules: what a test asked the card to do wrong. */
#ifndef ECE_DEVX_SIM_FW_FAULT_H
#define ECE_DEVX_SIM_FW_FAULT_H

#include <stdint.h>

#include "devx/sim/fw/state.h"

/* fw_fault_name - "status", "ignore" ... for an enum fw_fault_action; "unknown" for anything else */
const char *fw_fault_name(uint8_t action);

/**
 * fw_fault_add - add a rule
 *
 * Takes the first rule that is used up or empty. Returns 0, or -ENOSPC when FW_FAULTS rules wait already.
 */
int fw_fault_add(struct fw_state *state, const struct fw_fault *rule);

/* fw_fault_clear - forget all rules; a card that vanished is back */
void fw_fault_clear(struct fw_state *state);

/**
 * fw_fault_take - the fault that hits this command, if any
 * @in: the input mailbox, at least PRM_MBOX_MIN bytes
 * @hit: filled with the rule, or with action FW_FAULT_NONE
 *
 * The first matching rule that has something left counts, and is counted down.
 */
void fw_fault_take(struct fw_state *state, const uint8_t *in, struct fw_fault *hit);

#endif
