/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a client wants to be answered in: Accept and Accept-Encoding with their weights (RFC 9110, 12.4 and 12.5). */
#ifndef ECE_LIB_HTTP_MEDIA_H
#define ECE_LIB_HTTP_MEDIA_H

#include <stdbool.h>
#include <stddef.h>

#define HTTP_RANGES_MAX 32 /* elements of one header; what is behind them is not looked at */

/* A form that a page can be had in. */
struct http_media {
	const char *type;    /* "text/plain" */
	const char *version; /* the parameter of that name which asks for it, "0.0.4"; a range without one also does */
	const char *content_type; /* of the answer */
};

/**
 * http_choose_media - the one of @medias that @accept likes best
 * @accept: value of the header, NULL when there was none
 * @count: at least 1
 *
 * The weight of the most specific range that fits counts, as the standard has it; of equal ones the more specific, then
 * the one named first. A range with a version that is not ours does not fit; other parameters (charset, escaping) are
 * passed over.
 *
 * Returns an index; 0 where nothing fits: scrapers would rather have text than a refusal.
 */
size_t http_choose_media(const char *accept, const struct http_media *medias, size_t count);

/**
 * http_wants_gzip - whether a body is to be compressed
 * @accept_encoding: value of the header, NULL when there was none
 *
 * Not with a weight of 0, nor where "identity" weighs more.
 */
bool http_wants_gzip(const char *accept_encoding);

#endif
