// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/hmac.h"

#include <string.h>

#define INNER_PAD 0x36
#define OUTER_PAD 0x5c

void hmac_init(struct hmac *hmac, const void *key, size_t len)
{
	uint8_t block[SHA256_BLOCK] = {0};

	if (len > sizeof(block)) {
		struct sha256 hash;

		sha256_init(&hash);
		sha256_add(&hash, key, len);
		sha256_end(&hash, block);
	} else {
		memcpy(block, key, len);
	}
	for (size_t i = 0; i < sizeof(block); i++) {
		hmac->outer_key[i] = block[i] ^ OUTER_PAD;
		block[i] ^= INNER_PAD;
	}
	sha256_init(&hmac->inner);
	sha256_add(&hmac->inner, block, sizeof(block));
	explicit_bzero(block, sizeof(block));
}

void hmac_add(struct hmac *hmac, const void *data, size_t len)
{
	sha256_add(&hmac->inner, data, len);
}

void hmac_end(struct hmac *hmac, uint8_t code[SHA256_BYTES])
{
	struct sha256 outer;
	uint8_t digest[SHA256_BYTES];

	sha256_end(&hmac->inner, digest);
	sha256_init(&outer);
	sha256_add(&outer, hmac->outer_key, sizeof(hmac->outer_key));
	sha256_add(&outer, digest, sizeof(digest));
	sha256_end(&outer, code);
	explicit_bzero(hmac, sizeof(*hmac));
}
