/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A text as gzip (RFC 1952). */
#ifndef ECE_LIB_HTTP_GZIP_H
#define ECE_LIB_HTTP_GZIP_H

#include <stddef.h>

/**
 * http_gzip - compress
 * @packed: receives the bytes; free() it
 *
 * Returns 0, -E2BIG for more than zlib takes at once, or -ENOMEM.
 */
int http_gzip(const char *text, size_t len, char **packed, size_t *packed_len);

#endif
