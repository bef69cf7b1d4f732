// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/base/plain_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Ranges of Unicode's categories Cc, Cf, Zl and Zp that are of use to a liar; in order. */
static const struct {
	uint32_t first, last;
} hidden[] = {
	{0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e},   {0x200b, 0x200f},
	{0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

static bool is_hidden(uint32_t c)
{
	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (c >= hidden[i].first && c <= hidden[i].last)
			return true;
	return false;
}

/* The character at @at and its length; 0 for what is none (RFC 3629). */
static size_t character(const unsigned char *at, uint32_t *c)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t len = *at < 0x80 ? 1 : *at >> 5 == 6 ? 2 : *at >> 4 == 0xe ? 3 : *at >> 3 == 0x1e ? 4 : 0;

	if (len < 2) {
		*c = *at;
		return len;
	}
	*c = *at & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if (at[i] >> 6 != 2)
			return 0;
		*c = *c << 6 | (at[i] & 0x3f);
	}
	return *c < least[len] || *c > 0x10ffff || (*c >= 0xd800 && *c <= 0xdfff) ? 0 : len;
}

char *plain_text(char *text)
{
	unsigned char *at = (unsigned char *)text;

	while (*at) {
		uint32_t c;
		size_t len = character(at, &c);

		if (!len || is_hidden(c))
			memset(at, '?', len ? len : 1);
		at += len ? len : 1;
	}
	return text;
}
