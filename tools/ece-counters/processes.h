/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What processes are called. */
#ifndef ECE_TOOLS_ECE_COUNTERS_PROCESSES_H
#define ECE_TOOLS_ECE_COUNTERS_PROCESSES_H

#include <stddef.h>
#include <stdint.h>

#include "devx/os/os.h"

#define PROCESS_NAME_MAX 64 /* the kernel's have 15 characters, those of its threads more */

struct process {
	uint32_t pid;
	char name[PROCESS_NAME_MAX]; /* empty: it is gone, or cannot be seen from here */
};

/* Zeroed: none yet. */
struct processes {
	struct process *list; /* by pid */
	size_t count;
};

/**
 * processes_learn - what @pids are called now
 * @pids: @count of them, in any order, more than once
 *
 * Replaces what was known. Returns 0 or -ENOMEM; processes_done() in any case.
 */
int processes_learn(struct processes *processes, const struct ece_os *os, const uint32_t *pids, size_t count);
void processes_done(struct processes *processes);

/* processes_name - "?" for one that is not known */
const char *processes_name(const struct processes *processes, uint32_t pid);

#endif
