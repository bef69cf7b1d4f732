/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Channel "command": the agents of hosts through a command for each, such as ssh. The clock is CLOCK_BOOTTIME.
 *
 * A host has one connection at a time, which carries one request after the other and stays for a few seconds. What finds
 * no room waits in the channel, up to its deadline.
 */
#ifndef ECE_LIB_CHANNEL_COMMAND_H
#define ECE_LIB_CHANNEL_COMMAND_H

#include <stdbool.h>

#include "devx/base/error.h"
#include "lib/channel/channel.h"

#define COMMAND_HOST_WORD "{host}" /* in a word of the command: the host's name */
#define COMMAND_LINKS_MAX 1024     /* connections, whatever the limit of open files is */

struct channel_command_options {
	const char *const *argv; /* NULL-ended */
	const char *dir;         /* where it runs; NULL: where the caller is */
	uint64_t connect_ns;     /* until the agent has to have answered something */
	uint32_t at_once;        /* connections that are being made at a time; at least 1 */
	const char *agent;       /* to be brought along, with @guard; the command then runs a shell; NULL: nothing */
	const char *guard;
	/*
	 * Is asked before each part of a request that leaves: a controller that was stopped for a while may have lost its
	 * lock since the request was handed over. Refused, a request is NOT_SENT. NULL: always.
	 */
	bool (*may_send)(void *ctx);
	void *may_send_ctx;
};

/**
 * channel_command_new - a channel to agents behind a command
 *
 * All of @options is copied. No shell is involved: the host's name goes into the words as it is. ssh is kept from asking
 * for passwords: the command has no terminal, and SSH_ASKPASS_REQUIRE is "never" unless the caller's environment has it.
 * Returns 0 and a channel for channel_free(), or a negative errno with @e filled.
 */
int channel_command_new(const struct channel_command_options *options, struct channel **channel, struct ece_error *e);

#endif
