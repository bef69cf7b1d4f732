/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A recording of what was asked of a card and of its host, as JSON lines: so that one person with a card can settle
 * what is not public, and the software ConnectX can be held against it (lib/record/replay.h).
 *
 * The recorder is a seam around a seam. Line 1 says what it is; then one line an exchange. What identifies a card, a
 * host or a person is not in it (lib/record/scrub.h), and commands that are not known here leave nothing but their
 * result. Register accesses through the PCI window are put together from its words (door "vsc"); the words themselves
 * are only counted. Netlink and ethtool leave their kinds and lengths.
 */
#ifndef ECE_LIB_RECORD_RECORD_H
#define ECE_LIB_RECORD_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/os/os.h"

#define RECORD_VERSION     1
#define RECORD_BYTES_MAX   (256U << 20) /* of a recording */
#define RECORD_LINE_MAX    (1U << 20)   /* of a line */
#define RECORD_MAILBOX_MAX (64U << 10)  /* of a mailbox; a larger one is withheld */

struct record;

/* Takes one line without its newline. Returns 0 or a negative errno, which ends the recording. */
typedef int record_line(void *ctx, const char *line, size_t len);

/**
 * record_new - start a recording
 * @inner: the seam that does the work; must outlive the recorder
 * @title: of whom it is, in the first line: "ConnectX-7", "software ConnectX"
 *
 * Returns 0; -ENOMEM or what @line said, with @e filled. record_free() accepts NULL.
 */
int record_new(const struct ece_os *inner, const char *title, record_line *line, void *ctx, struct record **record,
	       struct ece_error *e);
void record_free(struct record *record);

/**
 * record_os - the seam to work through; lives as long as the recorder
 *
 * A recording that cannot go on does not disturb the work: what is asked is still answered.
 */
const struct ece_os *record_os(const struct record *record);

/**
 * record_error - did every line get out?
 *
 * Returns 0; -E2BIG (RECORD_BYTES_MAX, SCRUB_SECRETS_MAX), -ENOMEM, or what @line said, with @e filled.
 */
int record_error(const struct record *record, struct ece_error *e);

/* Lines so far. */
size_t record_lines(const struct record *record);

#endif
