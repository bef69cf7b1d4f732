/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SHA-256 (FIPS 180-4): a digest that tells two plans apart. */
#ifndef ECE_LIB_BASE_SHA256_H
#define ECE_LIB_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32
#define SHA256_BLOCK 64

struct sha256 {
	uint32_t state[8];
	uint64_t len; /* bytes so far */
	uint8_t block[SHA256_BLOCK];
};

/**
 * sha256_init, sha256_add, sha256_end - digest of all bytes added, in order
 */
void sha256_init(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *data, size_t len);
void sha256_end(struct sha256 *hash, uint8_t digest[SHA256_BYTES]);

#endif
