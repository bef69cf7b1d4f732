/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a command prints, waited for. */
#ifndef ECE_LIB_BASE_SPAWN_OUTPUT_H
#define ECE_LIB_BASE_SPAWN_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

/**
 * spawn_output - run a command to its end and take what it prints
 * @argv, @dir: as for spawn_start_in(); it has nothing to read, and the caller's environment
 * @timeout_ns: then its process group is killed
 * @max: most bytes that it may print
 * @text: receives its output and a NUL behind it; free() it
 * @len: receives the bytes without that NUL
 *
 * Returns 0 when it exited with code 0. Otherwise, with @e filled: -EIO, it ended in another way, with the last line of
 * its error output; -ETIMEDOUT; -E2BIG; or another negative errno, it did not start.
 */
int spawn_output(const char *const *argv, const char *dir, uint64_t timeout_ns, size_t max, char **text, size_t *len,
		 struct ece_error *e);

/* A command that is given something to read as well. */
struct spawn_task {
	const char *const *argv;
	const char *const *env; /* the whole of it, NULL-ended; NULL: the caller's */
	const char *dir;        /* where it runs; NULL: where the caller is */
	const void *input;
	size_t input_len;
	uint64_t timeout_ns;
	size_t max; /* most bytes that it may print */
};

/**
 * spawn_exchange - run a command to its end, with input
 *
 * A command that ends without reading it all is no fault. @text, @len and what it returns are those of spawn_output().
 */
int spawn_exchange(const struct spawn_task *task, char **text, size_t *len, struct ece_error *e);

#endif
