/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * FNV-1a: hashes for tables in memory, for seeds, and for what a simulated fleet was made from. The last are kept in
 * files, so the values must stay. Where sameness is to be proven: lib/base/sha256.h.
 */
#ifndef ECE_LIB_BASE_FNV_H
#define ECE_LIB_BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV32_START UINT32_C(2166136261)
#define FNV64_START UINT64_C(0xcbf29ce484222325)

static inline uint32_t fnv32_byte(uint32_t hash, unsigned char byte)
{
	return (hash ^ byte) * UINT32_C(16777619);
}

/**
 * fnv64 - @hash continued by bytes; the first one is FNV64_START
 */
static inline uint64_t fnv64(uint64_t hash, const void *data, size_t len)
{
	const unsigned char *bytes = data;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

#endif
