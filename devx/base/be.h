/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Big-endian words in unaligned bytes: mailboxes and registers are arrays of them. */
#ifndef ECE_DEVX_BASE_BE_H
#define ECE_DEVX_BASE_BE_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t ece_be16(const void *bytes)
{
	uint16_t v;

	memcpy(&v, bytes, sizeof(v));
	return be16toh(v);
}

static inline void ece_put_be16(void *bytes, uint16_t v)
{
	v = htobe16(v);
	memcpy(bytes, &v, sizeof(v));
}

static inline uint32_t ece_be32(const void *bytes)
{
	uint32_t v;

	memcpy(&v, bytes, sizeof(v));
	return be32toh(v);
}

static inline void ece_put_be32(void *bytes, uint32_t v)
{
	v = htobe32(v);
	memcpy(bytes, &v, sizeof(v));
}

static inline uint64_t ece_be64(const void *bytes)
{
	uint64_t v;

	memcpy(&v, bytes, sizeof(v));
	return be64toh(v);
}

static inline void ece_put_be64(void *bytes, uint64_t v)
{
	v = htobe64(v);
	memcpy(bytes, &v, sizeof(v));
}

#endif
