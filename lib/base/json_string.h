/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The bytes that a string in a JSON text stands for, one by one and without memory. */
#ifndef ECE_LIB_BASE_JSON_STRING_H
#define ECE_LIB_BASE_JSON_STRING_H

struct json_string {
	const char *at, *end;   /* what is not read yet */
	unsigned char ready[4]; /* of an escape: bytes that are still to be given */
	unsigned count, given;
};

/**
 * json_string_start - read the string that begins behind the quote at @quote, at most up to @end
 */
struct json_string json_string_start(const char *quote, const char *end);

/**
 * json_string_next - the next byte, escapes taken out and \u turned into UTF-8
 *
 * Of an escape that is none something comes out all the same; nothing behind @end is read.
 * Returns -1 at the closing quote.
 */
int json_string_next(struct json_string *s);

#endif
