/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A header that is a list of names with weights: "text/plain;version=0.0.4;q=0.5, *;q=0.1". */
#ifndef ECE_LIB_HTTP_RANGES_H
#define ECE_LIB_HTTP_RANGES_H

#include <stddef.h>

#define HTTP_WEIGHT_FULL 1000

struct http_range {
	char name[64];       /* as typed; "*" and "text" with a star behind the slash are ranges */
	char version[16];    /* the parameter of that name, or empty */
	unsigned int weight; /* thousandths; 1000 without a q */
};

/**
 * http_ranges - take a header apart
 *
 * Elements that have no name, a name or version too long, or a weight that is none, are passed over. Returns how many
 * were stored, at most @max.
 */
size_t http_ranges(const char *header, struct http_range *ranges, size_t max);

#endif
