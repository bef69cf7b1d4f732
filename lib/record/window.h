/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Register accesses through the PCI window, put together again from the words that pass the seam, so that they are kept
 * as whole commands like those of other doors. Inside the recorder.
 */
#ifndef ECE_LIB_RECORD_WINDOW_H
#define ECE_LIB_RECORD_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/prm/access_reg.h"
#include "devx/prm/window.h"
#include "lib/record/record.h"

#define RECORD_WINDOW_BYTES (PRM_REG_TLV_REGISTER + PRM_ACCESS_REG_DATA_MAX)

/* One function's window as its user has left it. Zero at first. */
struct record_window {
	uint32_t at; /* of the capability; 0: not seen yet */
	uint32_t space, address, data;
	bool submitted, answered; /* an access */
	uint8_t control[4];       /* of the answer, as in the mailbox */
	uint32_t syndrome;
	uint8_t in[RECORD_WINDOW_BYTES], out[RECORD_WINDOW_BYTES]; /* the mailbox, asked and answered */
};

/**
 * record_window_read, record_window_write - a word of the configuration space that was read or written
 * @on: the name of the function
 * @at: where, in the configuration space
 *
 * An access leaves its line when its user turns to something else: door "vsc", mailboxes in the form of ACCESS_REG. The
 * first byte of the answer is the status of the operation TLV, not that of a command; of a write there is no more.
 * Where the mailbox itself refused, a line tells its status and the access has errno EIO; without an answer ETIMEDOUT.
 */
void record_window_read(struct record_window *window, uint32_t at, uint32_t value);
void record_window_write(struct record *record, struct record_window *window, const char *on, uint32_t at,
			 uint32_t value);

/**
 * record_window_end - nothing comes any more
 */
void record_window_end(struct record *record, struct record_window *window, const char *on);

#endif
