/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lines over file descriptors: one JSON text each, bounded. The peer may be anything, may stop in the middle of a line
 * and may never read: every call has a deadline.
 */
#ifndef ECE_LIB_BASE_JSONL_H
#define ECE_LIB_BASE_JSONL_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

#define JSONL_LINE_MAX (1U << 20) /* bytes of one line without its newline */

/* Zero-initialise with the descriptor; jsonl_reader_done() frees the buffer, the descriptor stays the caller's. */
struct jsonl_reader {
	int fd;
	char *buf;
	size_t start, len, size; /* what was read and not handed out: buf[start .. start + len) of size */
};

/**
 * jsonl_read - the next line
 * @deadline_ns: on CLOCK_BOOTTIME; UINT64_MAX: none
 * @line: receives the line without its newline, NUL-terminated; valid until the next call
 *
 * Returns 1 with a line; 0 at the end of the input; a negative errno with @e filled: -EMSGSIZE (kind LIMIT) for a line
 * over JSONL_LINE_MAX, -EPROTO when the input ends inside a line or a line holds a NUL byte, -ETIMEDOUT, or what
 * read(2) said. After an error the stream is out of step and the reader must not be used again.
 */
int jsonl_read(struct jsonl_reader *reader, uint64_t deadline_ns, const char **line, size_t *len, struct ece_error *e);

/**
 * jsonl_take - the same for a poll loop: one read(2) at most, never waits
 *
 * Returns as jsonl_read(), and -EAGAIN (@e untouched) while no whole line is there.
 */
int jsonl_take(struct jsonl_reader *reader, const char **line, size_t *len, struct ece_error *e);
void jsonl_reader_done(struct jsonl_reader *reader);

/**
 * jsonl_write - one line and its newline
 *
 * Returns 0 when the pipe took all of it, or a negative errno with @e filled (-ETIMEDOUT, -EPIPE, ...).
 */
int jsonl_write(int fd, const char *line, size_t len, uint64_t deadline_ns, struct ece_error *e);

#endif
