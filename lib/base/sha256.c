// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/sha256.h"

#include <endian.h>
#include <string.h>

/* FIPS 180-4, 4.2.2 */
static const uint32_t constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

void sha256_init(struct sha256 *hash)
{
	/* 5.3.3 */
	static const uint32_t start[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};

	memcpy(hash->state, start, sizeof(start));
	hash->len = 0;
}

static uint32_t ror(uint32_t v, unsigned int n)
{
	return v >> n | v << (32 - n);
}

/* 6.2.2, step 1 */
static void schedule(uint32_t *w, const uint8_t *block)
{
	for (size_t t = 0; t < 16; t++) {
		memcpy(&w[t], block + t * 4, 4);
		w[t] = be32toh(w[t]);
	}
	for (unsigned int t = 16; t < 64; t++) {
		uint32_t s0 = ror(w[t - 15], 7) ^ ror(w[t - 15], 18) ^ w[t - 15] >> 3;
		uint32_t s1 = ror(w[t - 2], 17) ^ ror(w[t - 2], 19) ^ w[t - 2] >> 10;

		w[t] = s1 + w[t - 7] + s0 + w[t - 16];
	}
}

/* 6.2.2, steps 2 to 4 */
static void compress(uint32_t *state, const uint8_t *block)
{
	uint32_t w[64], v[8];

	schedule(w, block);
	memcpy(v, state, sizeof(v));
	for (unsigned int t = 0; t < 64; t++) {
		uint32_t s1 = ror(v[4], 6) ^ ror(v[4], 11) ^ ror(v[4], 25);
		uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
		uint32_t t1 = v[7] + s1 + choice + constants[t] + w[t];
		uint32_t s0 = ror(v[0], 2) ^ ror(v[0], 13) ^ ror(v[0], 22);
		uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);

		memmove(v + 1, v, 7 * sizeof(v[0]));
		v[4] += t1;
		v[0] = t1 + s0 + majority;
	}
	for (unsigned int i = 0; i < 8; i++)
		state[i] += v[i];
}

void sha256_add(struct sha256 *hash, const void *data, size_t len)
{
	const uint8_t *at = data;
	size_t used = hash->len % SHA256_BLOCK;

	hash->len += len;
	while (len) {
		size_t part = SHA256_BLOCK - used < len ? SHA256_BLOCK - used : len;

		memcpy(hash->block + used, at, part);
		at += part;
		len -= part;
		used += part;
		if (used == SHA256_BLOCK) {
			compress(hash->state, hash->block);
			used = 0;
		}
	}
}

/* 5.1.1: a one bit, zeros, and the length in bits at the end of a block. */
void sha256_end(struct sha256 *hash, uint8_t digest[SHA256_BYTES])
{
	static const uint8_t padding[SHA256_BLOCK] = {0x80};
	uint64_t bits = htobe64(hash->len * 8);
	size_t used = hash->len % SHA256_BLOCK;

	sha256_add(hash, padding, (used < 56 ? 56 : 120) - used);
	sha256_add(hash, &bits, sizeof(bits));
	for (size_t i = 0; i < 8; i++) {
		uint32_t word = htobe32(hash->state[i]);

		memcpy(digest + i * 4, &word, sizeof(word));
	}
}
