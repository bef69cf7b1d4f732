/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Frames to and from the other end, over a connected socket, until a deadline. */
#ifndef ECE_TOOLS_ECE_CONNECT_TALK_H
#define ECE_TOOLS_ECE_CONNECT_TALK_H

#include <stdint.h>

#include "tools/ece-connect/exchange.h"

struct talk {
	int fd;               /* does not block */
	uint64_t deadline_ns; /* of clock_now(): of all that is said */
};

/**
 * talk_left_ms - what is left until the deadline, at least 1
 */
int talk_left_ms(const struct talk *talk);

/**
 * talk_send - send a frame
 *
 * Returns 0, or with @e filled: -ETIMEDOUT (kind TIMEOUT), -ECONNRESET (GONE) where the other end is no more, or what
 * the socket says (IO).
 */
int talk_send(const struct talk *talk, const uint8_t *frame, size_t len, struct ece_error *e);

/**
 * talk_receive - the next frame, which has to be of this kind
 * @body: EXCHANGE_MAX bytes
 * @len: receives how many of them there are
 *
 * Returns as talk_send(), or -EPROTO, -EPROTONOSUPPORT as exchange_take_head(), or -ECONNABORTED (kind GONE) where the
 * other end said BYE; the sentence has its reason then.
 */
int talk_receive(const struct talk *talk, enum exchange_kind kind, uint8_t *body, size_t *len, struct ece_error *e);

/**
 * talk_check - has the other end given up?
 *
 * Waits for nothing, and leaves what is no BYE for talk_receive(). Returns 0, or as talk_receive() where it has.
 */
int talk_check(const struct talk *talk, struct ece_error *e);

/**
 * talk_bye - tell the other end why this one gives up, if that can be done at once
 */
void talk_bye(const struct talk *talk, const struct ece_error *why);

#endif
