// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/json_string.h"

#include <stddef.h>
#include <stdint.h>

static uint32_t hex4(struct json_string *s)
{
	uint32_t v = 0;

	for (int i = 0; i < 4 && s->at < s->end; i++, s->at++) {
		char c = *s->at;

		v = v << 4 | (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return v;
}

static void put_utf8(struct json_string *s, uint32_t c)
{
	s->given = 0;
	if (c < 0x80) {
		s->count = 1;
		s->ready[0] = (unsigned char)c;
		return;
	}
	s->count = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (unsigned i = s->count; i-- > 1; c >>= 6)
		s->ready[i] = (unsigned char)(0x80 | (c & 0x3f));
	s->ready[0] = (unsigned char)((0xf00u >> s->count) | c);
}

static void escape_read(struct json_string *s)
{
	static const char plain[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
	char c = s->at < s->end ? *s->at++ : '"';
	uint32_t code;

	if (c != 'u') {
		const char *found = NULL;

		for (size_t i = 0; i + 1 < sizeof(plain) && !found; i += 2)
			found = plain[i] == c ? &plain[i + 1] : NULL;
		put_utf8(s, found ? (unsigned char)*found : '?');
		return;
	}
	code = hex4(s);
	if (code >= 0xd800 && code < 0xdc00 && s->end - s->at >= 6 && s->at[0] == '\\' && s->at[1] == 'u') {
		s->at += 2;
		code = 0x10000 + ((code & 0x3ff) << 10) + (hex4(s) & 0x3ff);
	}
	put_utf8(s, code & 0x1fffff);
}

int json_string_next(struct json_string *s)
{
	if (s->given < s->count)
		return s->ready[s->given++];
	if (s->at >= s->end || *s->at == '"')
		return -1;
	if (*s->at != '\\')
		return (unsigned char)*s->at++;
	s->at++;
	escape_read(s);
	return s->ready[s->given++];
}

struct json_string json_string_start(const char *quote, const char *end)
{
	return (struct json_string){.at = quote + 1, .end = end};
}
