/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Telling the service manager how a service stands (sd_notify(3)). Without one, nothing of this does anything. */
#ifndef ECE_TOOLS_COMMON_NOTIFY_H
#define ECE_TOOLS_COMMON_NOTIFY_H

#include <stdint.h>

/**
 * notify_manager - tell it
 * @state: "READY=1", "STOPPING=1", "WATCHDOG=1"
 *
 * Never blocks for long, and never fails for the caller: the manager has time limits of its own.
 */
void notify_manager(const char *state);

/**
 * notify_watchdog_ns - how often the manager wants to hear "WATCHDOG=1": half of what it waits (sd_watchdog_enabled(3))
 *
 * Returns UINT64_MAX when it does not, or not from this process.
 */
uint64_t notify_watchdog_ns(void);

#endif
