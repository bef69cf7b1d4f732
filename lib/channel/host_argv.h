/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Words of a command with a host's name in them. Private to lib/channel. */
#ifndef ECE_LIB_CHANNEL_HOST_ARGV_H
#define ECE_LIB_CHANNEL_HOST_ARGV_H

/**
 * host_argv - the words of a command for one host
 * @words: NULL-ended; each COMMAND_HOST_WORD in them is replaced
 *
 * Returns one piece of memory for free(), or NULL without memory.
 */
char **host_argv(const char *const *words, const char *host);

#endif
