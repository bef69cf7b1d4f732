/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who lacks what: established connections counted by the addresses of their ends. */
#ifndef ECE_TOOLS_ECE_DECODE_HOSTS_H
#define ECE_TOOLS_ECE_DECODE_HOSTS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/capture/exchange.h"

#define HOSTS_MAX 4096 /* that are told apart */

struct host_counts {
	uint8_t address[CAPTURE_GID_BYTES];
	uint64_t connections;  /* established, at either end of them */
	uint64_t offered_none; /* as the requester */
	uint64_t took_none;    /* as the responder, of what was offered */
	uint64_t lacking;      /* connections without what is wanted */
};

struct hosts;

/**
 * hosts_new - no hosts yet; NULL when memory ran out. hosts_free() accepts NULL
 */
struct hosts *hosts_new(void);
void hosts_free(struct hosts *hosts);

/**
 * hosts_add - count an established connection at both of its ends
 * @lacks: it is without what is wanted
 */
void hosts_add(struct hosts *hosts, const struct capture_exchange *exchange, bool lacks);

/**
 * hosts_odd - those with a connection for which they had nothing, or that lacks what is wanted; most of these first
 * @count: receives how many
 *
 * Belongs to @hosts, until the next call of hosts_add().
 */
const struct host_counts *hosts_odd(struct hosts *hosts, size_t *count);

/**
 * hosts_uncounted - ends of connections that were not counted here, since there were too many hosts before
 */
uint64_t hosts_uncounted(const struct hosts *hosts);

#endif
