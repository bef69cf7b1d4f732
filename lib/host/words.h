/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The words of the protocol, by enum. Private to lib/host. */
#ifndef ECE_LIB_HOST_WORDS_H
#define ECE_LIB_HOST_WORDS_H

#include "lib/host/protocol.h"

#define PROTOCOL_OPS     (PROTOCOL_FACTS + 1)
#define PROTOCOL_RESULTS (PROTOCOL_NOT_READY + 1)
#define PROTOCOL_REACHED (ECE_REACHED_UNKNOWN + 1)
#define PROTOCOL_WRITES  (ECE_WRITE_FAILED + 1)

#define PROTOCOL_UNREADABLE "unreadable" /* in place of the number of a counter */

extern const char *const protocol_op_words[PROTOCOL_OPS];
extern const char *const protocol_result_words[PROTOCOL_RESULTS];
extern const char *const protocol_reached_words[PROTOCOL_REACHED];
extern const char *const protocol_write_words[PROTOCOL_WRITES];

#endif
