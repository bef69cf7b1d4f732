/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A document of facts as a list of keys and texts, without what differs between any two hosts. Internal to lib/facts. */
#ifndef ECE_LIB_FACTS_FLATTEN_H
#define ECE_LIB_FACTS_FLATTEN_H

#include <jansson.h>
#include <stdbool.h>

#define FLAT_KEY_MAX 256

/* Takes one leaf: "host" or the NIC's label, the key below it, its value. Non-zero stops. */
typedef int flat_take(void *ctx, const char *where, const char *key, const char *value);

/**
 * flatten - call @take for every leaf that counts, in the order of the document
 * @by_address: label NICs by their PCI address, else "nic 1" and so on
 *
 * Returns 0; what @take returned; -EINVAL for more levels or longer keys than a document has; -ENOMEM.
 */
int flatten(const json_t *doc, bool by_address, flat_take *take, void *ctx);

/**
 * flat_address - the PCI address of the i-th NIC of a document
 *
 * Returns NULL behind the last one, "" where the document does not tell.
 */
const char *flat_address(const json_t *doc, size_t i);

#endif
