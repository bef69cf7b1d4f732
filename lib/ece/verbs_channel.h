/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Bytes to and from a peer over a descriptor that may be blocking or not, with a deadline. */
#ifndef ECE_LIB_ECE_VERBS_CHANNEL_H
#define ECE_LIB_ECE_VERBS_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

#include "ece/error.h"

/**
 * channel_send - send all of it
 * @deadline_ns: on CLOCK_BOOTTIME
 *
 * A socket never raises SIGPIPE. Returns 0, or a negative errno with @e filled: -ETIMEDOUT (kind TIMEOUT), -ECONNRESET
 * (GONE), or what the kernel says (IO).
 */
int channel_send(int fd, const void *bytes, size_t len, uint64_t deadline_ns, struct ece_error *e);

/**
 * channel_receive - receive one byte at least, and @size at most
 * @got: receives how many
 *
 * Returns as channel_send(); -ECONNRESET where the peer has closed.
 */
int channel_receive(int fd, void *bytes, size_t size, size_t *got, uint64_t deadline_ns, struct ece_error *e);

#endif
