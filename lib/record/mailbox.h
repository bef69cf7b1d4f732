/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What is known of a command: how its answer is called and read, and what of it may be kept in a recording. A command
 * that is not known here is recorded without its mailboxes, since they may carry what identifies a card or a person.
 */
#ifndef ECE_LIB_RECORD_MAILBOX_H
#define ECE_LIB_RECORD_MAILBOX_H

#include <stddef.h>
#include <stdint.h>

#include "devx/prm/field.h"

/* A layout of devx/prm in the answer. */
struct record_part {
	const char *layout; /* NULL ends the list */
	const struct prm_field *rows;
	size_t count;
	uint16_t at; /* where in the answer its rows count from */
};

#define RECORD_PARTS 2

struct record_mailbox {
	uint16_t opcode;
	uint16_t key; /* what tells commands of one opcode apart, see record_mailbox_find() */
	const char *name;
	uint16_t keep;  /* so many bytes of the answer are kept; the others are blanked */
	uint16_t blank; /* from this byte of the answer on, @blank_len bytes are blanked */
	uint16_t blank_len;
	struct record_part parts[RECORD_PARTS + 1];
};

#define RECORD_KEEP_ALL UINT16_MAX
#define RECORD_ANY_KEY  UINT16_MAX

/**
 * record_mailbox_find - what a command is
 * @in: its input mailbox
 *
 * The key is the register of ACCESS_REG, the page of QUERY_HCA_CAP and the protocol of QUERY_CONG_PARAMS.
 * Returns a constant, or NULL for a command that is not known.
 */
const struct record_mailbox *record_mailbox_find(const uint8_t *in, size_t len);

/**
 * record_mailbox_blank - set to zero what may not be kept of an answer
 */
void record_mailbox_blank(const struct record_mailbox *mailbox, uint8_t *out, size_t len);

#endif
