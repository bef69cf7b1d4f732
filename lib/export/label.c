// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/export/label.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

static bool continues(uint8_t byte)
{
	return (byte & 0xc0) == 0x80;
}

/*
 * The length of the character at @text, or 0 for what is none: overlong, a surrogate, beyond U+10FFFF, cut.
 * Source: RFC 3629, section 4.
 */
static size_t character(const uint8_t *text)
{
	uint8_t first = text[0], second = first ? text[1] : 0;

	if (first < 0x80)
		return first >= ' ' || first == '\n';
	if (!continues(second) || first < 0xc2 || first > 0xf4)
		return 0;
	if (first < 0xe0)
		return 2;
	if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || !continues(text[2]))
		return 0;
	if (first < 0xf0)
		return 3;
	if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f) || !continues(text[3]))
		return 0;
	return 4;
}

size_t export_label_clean(char buf[EXPORT_LABEL_MAX], const char *value)
{
	size_t len = 0;

	while (*value) {
		size_t taken = character((const uint8_t *)value);
		const char *put = taken ? value : replacement;
		size_t size = taken ? taken : sizeof(replacement) - 1;

		if (len + size >= EXPORT_LABEL_MAX)
			break;
		memcpy(buf + len, put, size);
		len += size;
		value += taken ? taken : 1;
	}
	buf[len] = '\0';
	return len;
}
