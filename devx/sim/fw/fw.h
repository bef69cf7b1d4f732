/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The firmware model of one card: commands in, answers out.
 *
 * It knows mailboxes, registers and what they do; it does not know PCI, guest memory, a kernel, or the toolkit's
 * parameter table. It reads no clock, environment or static: the time comes in as an argument, all state is in
 * struct fw. What a value "does" here was decided from public documents by the authors of this model and proves the
 * software path, not silicon.
 *
 * A card is a shared, constant type (devx/sim/cards), a small plain state that may live in a mapped file, and, only
 * where a driver creates objects (the PCI front), a heap of those objects.
 */
#ifndef ECE_DEVX_SIM_FW_FW_H
#define ECE_DEVX_SIM_FW_FW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/state.h"

#define FW_NEVER UINT64_MAX /* the time of an answer that does not come */

struct fw_card_type; /* devx/sim/cards/card.h */
struct fw_objects;   /* devx/sim/fw/object.h; NULL where nothing creates objects */

/* What the model tells its front. Every member may be NULL. */
struct fw_front_ops {
	/* CREATE_EQ and DESTROY_EQ; @in is the whole command. */
	void (*eq_created)(void *ctx, uint8_t eqn, const uint8_t *in, size_t in_len);
	void (*eq_destroyed)(void *ctx, uint8_t eqn);
	/* An asynchronous event for the EQ whose mask has @type; @data is 28 bytes of the entry from offset 32. */
	void (*event)(void *ctx, uint8_t type, uint8_t subtype, const uint8_t data[28]);
	/* Data for the driver's memory. Returns false where it cannot be written. */
	bool (*write_memory)(void *ctx, uint64_t address, const void *from, size_t bytes);
};

struct fw {
	const struct fw_card_type *type;
	struct fw_state *state;
	struct fw_state *card; /* of function 0, in another function of the same card; NULL: this is it */
	struct fw_objects *objects;
	const struct fw_front_ops *front;
	void *front_ctx;
};

/* What the functions of one card share is kept in the state of the first one. */
static inline struct fw_state *fw_card(const struct fw *fw)
{
	return fw->card ? fw->card : fw->state;
}

/**
 * fw_power_on - bring a state to what the card has after power-on
 * @identity: tells cards of one fleet apart: GUIDs, MAC, vhca_id and serial are made from it
 *
 * Non-volatile parts of the state (identity, fault rules) are set too. Never fails.
 */
void fw_power_on(struct fw *fw, uint64_t identity);

/**
 * fw_power_on_function - the same for one function of a card
 * @identity: of the card, the same for all its functions; the next functions take the numbers behind it
 * @function: from 0, below what the card type has
 */
void fw_power_on_function(struct fw *fw, uint64_t identity, uint8_t function);

/**
 * fw_reset - what a function-level reset leaves: volatile registers go to their defaults, objects go
 */
void fw_reset(struct fw *fw);

/**
 * fw_firmware_reset - a new start of the firmware: as fw_reset(), and the next NV configuration comes into force
 *
 * Where the card has more functions, fw_reset() is for the caller to do to each of them.
 */
void fw_firmware_reset(struct fw *fw);

/**
 * fw_exec - run one command
 * @now_ns: the time, any epoch; never goes back
 * @in: the input mailbox, inline part and blocks in one piece; at least PRM_MBOX_MIN bytes
 * @out: at least PRM_MBOX_MIN bytes, filled completely: the answer, zeros behind it. On a bad status only status and syndrome are set
 *
 * Returns the time in ns at which the answer is due: @now_ns, or later where a fault rule delays it. The model has
 * already acted; a front that plays the bus holds the answer back until then. FW_NEVER where the card has vanished;
 * @out is then all zero and must not be handed on.
 */
uint64_t fw_exec(struct fw *fw, uint64_t now_ns, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len);

#endif
