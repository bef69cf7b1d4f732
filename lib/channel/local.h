/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Channel "local": the agent of this machine, one process per request. The clock is CLOCK_BOOTTIME. */
#ifndef ECE_LIB_CHANNEL_LOCAL_H
#define ECE_LIB_CHANNEL_LOCAL_H

#include "devx/base/error.h"
#include "lib/channel/channel.h"

#define CHANNEL_LOCAL_MAX 64 /* requests in flight */

/**
 * channel_local_new - a channel to the agent of this machine
 * @argv: NULL-ended: the agent beside the running program, "--stdio", "--state", DIR; copied
 *
 * Every host name leads to the same agent: with this transport a fleet file has one host. Returns 0 and a channel for
 * channel_free(), or a negative errno with @e filled.
 */
int channel_local_new(const char *const *argv, struct channel **channel, struct ece_error *e);

#endif
