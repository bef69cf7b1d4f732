/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* HMAC-SHA256 (RFC 2104): who knows the key wrote this. */
#ifndef ECE_LIB_BASE_HMAC_H
#define ECE_LIB_BASE_HMAC_H

#include "lib/base/sha256.h"

struct hmac {
	struct sha256 inner;
	uint8_t outer_key[SHA256_BLOCK];
};

/**
 * hmac_init, hmac_add, hmac_end - the code of all bytes added, in order
 *
 * hmac_end() leaves nothing of the key in @hmac.
 */
void hmac_init(struct hmac *hmac, const void *key, size_t len);
void hmac_add(struct hmac *hmac, const void *data, size_t len);
void hmac_end(struct hmac *hmac, uint8_t code[SHA256_BYTES]);

#endif
