/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A recording held against the software ConnectX: every recorded command that the firmware answered is sent to a card
 * of the model that has just been powered on, and the two answers are compared, field by field.
 */
#ifndef ECE_LIB_RECORD_REPLAY_H
#define ECE_LIB_RECORD_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

struct fw_card_type; /* devx/sim/cards/card.h */
struct replay;

/* One difference. Texts live during the call only. */
struct replay_difference {
	size_t line;         /* of the recording, from 1 */
	const char *command; /* "ACCESS_REG ROCE_ACCL" */
	const char *field;   /* "status"; "cong_rp.rpg_gd"; "0x34" for a word of which no row tells */
	uint64_t recorded, model;
};

struct replay_totals {
	size_t compared;    /* commands */
	size_t same;        /* of them */
	size_t not_reached; /* refused before the firmware saw them: the kernel's matter */
	size_t withheld;    /* commands without their mailboxes */
	size_t others;      /* files, windows, netlink: not the model's matter */
};

/**
 * replay_new - a card of the model
 * @difference: called for each
 *
 * Returns NULL without memory. replay_free() accepts NULL.
 */
struct replay *replay_new(const struct fw_card_type *type,
			  void (*difference)(void *ctx, const struct replay_difference *difference), void *ctx);
void replay_free(struct replay *replay);

/**
 * replay_line - one line of a recording, in order
 *
 * Returns 0; -EINVAL (kind SYNTAX: no line of a recording; VERSION: of a newer program) or -ENOMEM, with @e filled.
 */
int replay_line(struct replay *replay, const char *line, size_t len, struct ece_error *e);

/**
 * replay_end - was it a whole recording?
 *
 * Returns 0; -EINVAL (kind SYNTAX) when there was no first line.
 */
int replay_end(const struct replay *replay, struct replay_totals *totals, struct ece_error *e);

#endif
