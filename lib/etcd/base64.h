/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Bytes as the JSON gateway of etcd writes them: base64 with padding (RFC 4648, section 4). */
#ifndef ECE_LIB_ETCD_BASE64_H
#define ECE_LIB_ETCD_BASE64_H

#include <stddef.h>

/**
 * base64_encode - a new string for free(), NULL when there is no memory
 */
char *base64_encode(const void *bytes, size_t len);

/**
 * base64_decode - the bytes of @text, with a NUL byte behind them
 * @bytes: receives memory for free()
 *
 * Returns 0, -EINVAL for what is no base64, or -ENOMEM.
 */
int base64_decode(const char *text, size_t text_len, char **bytes, size_t *len);

#endif
