/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Times as programs written in Go take them: "1m30s", "1.5s", "100ms". */
#ifndef ECE_LIB_HTTP_DURATION_H
#define ECE_LIB_HTTP_DURATION_H

#include <stdint.h>

/**
 * http_duration - read one
 * @ns: nanoseconds, at most a day
 *
 * "0" needs no unit. Returns 0 or -EINVAL.
 */
int http_duration(const char *text, uint64_t *ns);

#endif
