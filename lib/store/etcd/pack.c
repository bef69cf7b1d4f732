// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/store/etcd/pack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

int pack_text(const char *text, size_t len, char **packed, size_t *packed_len)
{
	uLongf size;
	Bytef *out;
	int rc;

	if (len > PACK_TEXT_MAX)
		return -EFBIG;
	size = compressBound(len);
	out = malloc(size);
	if (!out)
		return -ENOMEM;
	rc = compress2(out, &size, (const Bytef *)text, len, Z_BEST_SPEED);
	if (rc != Z_OK) {
		free(out);
		return -ENOMEM;
	}
	*packed = (char *)out;
	*packed_len = size;
	return 0;
}

int pack_open(const char *packed, size_t packed_len, size_t len, char **text)
{
	uLongf size = len;
	char *out;
	int rc;

	if (len > PACK_TEXT_MAX)
		return -EFBIG;
	out = malloc(len + 1);
	if (!out)
		return -ENOMEM;
	rc = uncompress((Bytef *)out, &size, (const Bytef *)packed, packed_len);
	if (rc != Z_OK || size != len) {
		free(out);
		return rc == Z_MEM_ERROR ? -ENOMEM : -EUCLEAN;
	}
	out[len] = '\0';
	*text = out;
	return 0;
}

void pack_digest(const char *text, size_t len, char hex[2 * SHA256_BYTES + 1])
{
	uint8_t digest[SHA256_BYTES];
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, text, len);
	sha256_end(&hash, digest);
	for (size_t i = 0; i < SHA256_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
