/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One agent at a time works on a host, and one on a card. A lock goes with the process, also by kill -9. */
#ifndef ECE_LIB_HOST_LOCK_H
#define ECE_LIB_HOST_LOCK_H

#include <stdint.h>

#include "devx/base/error.h"

/**
 * host_lock - become the one agent of a state directory
 * @deadline_ns: on CLOCK_BOOTTIME
 *
 * Returns a descriptor that holds the lock until close(); or a negative errno with @e filled: -EBUSY (kind LOCKED) when
 * another agent is at work until the deadline.
 */
int host_lock(const char *dir, uint64_t deadline_ns, struct ece_error *e);

/**
 * host_lock_card - become the one who works on a card: DIR/cards/GUID
 * @deadline_ns: on CLOCK_BOOTTIME
 *
 * A process that hangs in the kernel keeps its locks, also when it is killed. Returns as host_lock().
 */
int host_lock_card(const char *dir, uint64_t guid, uint64_t deadline_ns, struct ece_error *e);

#endif
