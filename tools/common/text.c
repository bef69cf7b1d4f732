// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/text.h"

#include <string.h>
#include <wchar.h>

/* The next character: its columns; @len receives its bytes. */
static size_t next_char(const char *text, size_t *len)
{
	mbstate_t state = {0};
	wchar_t wide;
	size_t n = mbrtowc(&wide, text, strlen(text), &state);
	int columns;

	if (!n || n == (size_t)-1 || n == (size_t)-2) {
		*len = 1;
		return 1;
	}
	*len = n;
	columns = wcwidth(wide);
	return columns < 0 ? 1 : (size_t)columns;
}

size_t text_width(const char *text)
{
	size_t columns = 0, len;

	for (; *text; text += len)
		columns += next_char(text, &len);
	return columns;
}

size_t text_fit(const char *text, size_t columns)
{
	size_t used = 0, bytes = 0, len;

	while (text[bytes]) {
		used += next_char(text + bytes, &len);
		if (used > columns)
			break;
		bytes += len;
	}
	return bytes;
}

static size_t word_width(const char *word, size_t len)
{
	size_t columns = 0, n;

	for (size_t at = 0; at < len; at += n)
		columns += next_char(word + at, &n);
	return columns;
}

void text_wrap(FILE *out, const char *text, size_t indent, size_t width)
{
	size_t column = indent;

	while (*text) {
		size_t len = strcspn(text, " "), columns = word_width(text, len);

		if (column > indent && column + 1 + columns > width) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		} else if (column > indent) {
			fputc(' ', out);
			column++;
		}
		fwrite(text, 1, len, out);
		column += columns;
		text += len + strspn(text + len, " ");
	}
}
