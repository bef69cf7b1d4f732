// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/notes.h"

#include <stdio.h>
#include <string.h>

#include "tools/common/text.h"
#include "tools/common/view.h"

size_t notes_add(struct notes *notes, const char *text)
{
	if (!text[0])
		return 0;
	for (size_t i = 0; i < notes->count; i++)
		if (!strcmp(notes->text[i], text))
			return i + 1;
	if (notes->count == NOTES_MAX)
		return 0;
	notes->text[notes->count++] = text;
	return notes->count;
}

void notes_print(const struct notes *notes, const struct term *term, size_t indent)
{
	for (size_t i = 0; i < notes->count; i++) {
		int width = fprintf(term->out, "%*s[%zu] ", (int)indent, "", i + 1);

		text_wrap(term->out, notes->text[i], width > 0 ? (size_t)width : 0, view_width(term));
		fputc('\n', term->out);
	}
}
