/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-decode prints: of one exchange, and the counts behind them. As text, and as objects for --json. */
#ifndef ECE_TOOLS_ECE_DECODE_VIEWS_H
#define ECE_TOOLS_ECE_DECODE_VIEWS_H

#include <jansson.h>
#include <stdint.h>

#include "lib/capture/session.h"
#include "tools/common/term.h"
#include "tools/ece-decode/tally.h"

#define DECODE_VERSION 1 /* of the JSON objects: raised when a key changes its meaning */

/**
 * exchange_text - some lines about one exchange
 */
void exchange_text(const struct term *term, const struct capture_exchange *exchange);

/**
 * exchange_json - {version, type: "connection" or "datagram", ending, ...}, as docs/ece.md has it
 *
 * Words are null where the message that would carry them was not seen. This and summary_json() return a new reference, or
 * NULL when memory ran out.
 */
json_t *exchange_json(const struct capture_exchange *exchange);

/**
 * summary_text - the counts
 * @want: option bits that every connection is to have
 */
void summary_text(const struct term *term, const struct tally *tally, const struct capture_counts *counts,
		  uint32_t want);

/* summary_json - {version, type: "summary", connections, ...} */
json_t *summary_json(const struct tally *tally, const struct capture_counts *counts, uint32_t want);

#endif
