/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counted operations, so that a test can make the n-th of them fail, or kill the process there, for every n.
 *
 * Always compiled in: what is tested is what is shipped. Unarmed, a hit costs one addition. Only tools arm it (from the
 * environment variable ECE_FAULT); the state is one per process, since a process dies only once.
 */
#ifndef ECE_LIB_BASE_FAULT_H
#define ECE_LIB_BASE_FAULT_H

#include <stdbool.h>
#include <stdint.h>

/**
 * fault_arm - choose what happens at which operation
 * @spec: "kill@N": the process kills itself at the N-th hit (from 1); "fail@N": the N-th hit fails; "count": nothing.
 *        ",drop" behind any of them: fault_drop_unsynced() is true
 *
 * The counter starts over. Returns 0, or -EINVAL for anything else with the state unchanged.
 */
int fault_arm(const char *spec);

/**
 * fault_hit - an operation that may fail or be the last one
 * @point: its name, a constant ("journal.commit"); shown by debuggers and in the error of who fails
 *
 * Returns 0, or -EIO when this hit is the one that fails: the caller then does not do the operation.
 */
int fault_hit(const char *point);

/**
 * fault_count - hits since fault_arm(), or since the process began
 */
uint64_t fault_count(void);

/**
 * fault_drop_unsynced - shall databases lose what was not synced when the process dies? (lib/base/vfs_drop.h)
 */
bool fault_drop_unsynced(void);

#endif
