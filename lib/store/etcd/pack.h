/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Large texts made small: a plan of many hosts says nearly the same of each of them. */
#ifndef ECE_LIB_STORE_ETCD_PACK_H
#define ECE_LIB_STORE_ETCD_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "lib/base/sha256.h"

#define PACK_TEXT_MAX (UINT64_C(1) << 31) /* bytes of a text */

/**
 * pack_text - as a zlib stream (RFC 1950); free() it
 *
 * Returns 0, -EFBIG or -ENOMEM.
 */
int pack_text(const char *text, size_t len, char **packed, size_t *packed_len);

/**
 * pack_open - the text again, with a NUL behind it; free() it
 * @len: what it must have
 *
 * Returns 0, -EFBIG, -ENOMEM, or -EUCLEAN when it is not such a stream, or of another length.
 */
int pack_open(const char *packed, size_t packed_len, size_t len, char **text);

/**
 * pack_digest - SHA-256 of a text, as hexadecimal digits
 */
void pack_digest(const char *text, size_t len, char hex[2 * SHA256_BYTES + 1]);

#endif
