/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A document of facts as a list of keys and texts, without what differs between any two hosts. Internal to lib/facts. */
#ifndef ECE_LIB_FACTS_FLATTEN_H
#define ECE_LIB_FACTS_FLATTEN_H

#include <jansson.h>
#include <stddef.h>

#define FLAT_KEY_MAX 256

#define FLAT_HOST 0 /* in place of a NIC */

/*
 * A key of every NIC whose parameters were asked for: FLAT_SILENT where none could be read, as of a card whose firmware
 * is in a reset. What comes from such a card is left out, since all of it is unknown.
 */
#define FLAT_ANSWERS "answers"
#define FLAT_SILENT  "false"

/* Takes one leaf: the NIC from 1 on, or FLAT_HOST, the key below it, its value. Non-zero stops. */
typedef int flat_take(void *ctx, size_t nic, const char *key, const char *value);

/**
 * flatten - call @take for every leaf that counts, in the order of the document
 *
 * Returns 0; what @take returned; -EINVAL for more levels or longer keys than a document has; -ENOMEM.
 */
int flatten(const json_t *doc, flat_take *take, void *ctx);

/**
 * flat_address - the PCI address of the i-th NIC of a document
 *
 * Returns NULL behind the last one, "" where the document does not tell.
 */
const char *flat_address(const json_t *doc, size_t i);

#endif
