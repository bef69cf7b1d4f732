/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * An agent of another version of the protocol, for tests and rehearsals: lines on their way in and out of one that
 * speaks PROTOCOL_MAJOR.PROTOCOL_MINOR. An older one does not know what came later; a newer one answers with its own
 * version and with keys that nobody here knows.
 */
#ifndef ECE_LIB_HOST_PERSONA_H
#define ECE_LIB_HOST_PERSONA_H

#include <stddef.h>

#include "lib/host/protocol.h"

/**
 * persona_take - a request line as an agent of that version reads it
 * @taken: receives the line to carry out, for free(); or NULL: it is refused
 * @answer: receives its answer then, for free()
 *
 * Returns 0 or a negative errno with @e filled.
 */
int persona_take(struct protocol_version as, const char *line, size_t len, char **taken, size_t *taken_len,
		 char **answer, size_t *answer_len, struct ece_error *e);

/**
 * persona_tell - an answer line as an agent of that version writes it
 * @answer: is replaced where that is another one; stays the caller's on failure
 *
 * Returns as persona_take().
 */
int persona_tell(struct protocol_version as, char **answer, size_t *len, struct ece_error *e);

#endif
