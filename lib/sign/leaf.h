/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What one host is asked to write by one change of a run, as 32 bytes: a leaf of the tree that a signature covers
 * (docs/signing.md). The controller makes it from the frozen plan, the host from the request that it got and from its
 * own name, so they are only the same where the request is what was signed for this host.
 */
#ifndef ECE_LIB_SIGN_LEAF_H
#define ECE_LIB_SIGN_LEAF_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/sha256.h"

#define SIGN_DIGEST SHA256_BYTES

struct sign_leaf {
	const char *host, *run; /* of @run: with the change, as hosts know it */
	uint64_t lease_ms;
	bool keep_on_loss, adopt;
};

/* One value of one card; the order is that of the request. */
struct sign_value {
	uint64_t guid, from, to; /* raw */
	const char *psid, *param;
};

/**
 * sign_leaf_begin, sign_leaf_value, sign_leaf_end - the digest of a byte 0 and of the lines of docs/signing.md
 * @digest: receives SIGN_DIGEST bytes
 *
 * Return false for a text with control characters: two requests could have the same lines then.
 */
bool sign_leaf_begin(struct sha256 *hash, const struct sign_leaf *leaf);
bool sign_leaf_value(struct sha256 *hash, const struct sign_value *value);
void sign_leaf_end(struct sha256 *hash, uint8_t digest[SIGN_DIGEST]);

#endif
