// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/keys.h"

#define ESCAPE '\033'

/* Letters and numbers of ECMA-48 as xterm sends them for its keys. */
static int named(char final, char number)
{
	switch (final) {
	case 'A':
		return KEY_UP;
	case 'B':
		return KEY_DOWN;
	case 'H':
		return KEY_HOME;
	case '~':
		if (number == '5')
			return KEY_PAGE_UP;
		if (number == '6')
			return KEY_PAGE_DOWN;
		return number == '1' ? KEY_HOME : KEY_OTHER;
	default:
		return KEY_OTHER;
	}
}

int keys_next(const char *bytes, size_t len, size_t *used)
{
	size_t at = 2;

	*used = len ? 1 : 0;
	if (!len)
		return KEY_NONE;
	if (bytes[0] != ESCAPE)
		return (unsigned char)bytes[0];
	if (len < 3 || (bytes[1] != '[' && bytes[1] != 'O')) {
		*used = len < 3 ? len : 1;
		return KEY_OTHER;
	}
	while (at < len && ((bytes[at] >= '0' && bytes[at] <= '9') || bytes[at] == ';'))
		at++;
	*used = at < len ? at + 1 : len;
	return at < len ? named(bytes[at], bytes[2]) : KEY_OTHER;
}
