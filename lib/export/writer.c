// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/export/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE (16U << 10)

void export_writer_begin(struct export_writer *writer, enum export_format format, size_t max)
{
	*writer = (struct export_writer){.format = format, .max = max};
	if (format == EXPORT_JSON)
		export_json_begin(writer);
}

/* Room for @len bytes in all, and a NUL. */
static int grow(struct export_writer *writer, size_t len)
{
	size_t size = writer->size ? writer->size : FIRST_SIZE;
	char *text;

	while (size <= len)
		size *= 2;
	text = realloc(writer->text, size);
	if (!text)
		return -ENOMEM;
	writer->text = text;
	writer->size = size;
	return 0;
}

void export_put(struct export_writer *writer, const char *bytes, size_t len)
{
	if (writer->code)
		return;
	if (len > writer->max - writer->len)
		writer->code = -E2BIG;
	else if (len >= writer->size - writer->len)
		writer->code = grow(writer, writer->len + len);
	if (writer->code)
		return;
	memcpy(writer->text + writer->len, bytes, len);
	writer->len += len;
	writer->text[writer->len] = '\0';
}

void export_family_begin(struct export_writer *writer, const struct export_family *family)
{
	writer->family = *family;
	writer->headed = false;
	writer->object = NULL;
}

void export_sample(struct export_writer *writer, const struct export_labels *labels, const struct export_label *more,
		   struct export_number value)
{
	if (writer->code)
		return;
	writer->series++;
	if (writer->format == EXPORT_JSON)
		export_json_sample(writer, labels, more, &value, NULL);
	else
		export_text_sample(writer, labels, more, value);
}

void export_missing(struct export_writer *writer, const struct export_labels *labels, const struct export_label *more,
		    const char *why)
{
	if (!writer->code && writer->format == EXPORT_JSON)
		export_json_sample(writer, labels, more, NULL, why);
}

/* The end of the page serves as the place where it is made. */
void export_labels_render(struct export_writer *writer, struct arena *arena, struct export_labels *labels)
{
	size_t begin = writer->len;

	if (writer->format == EXPORT_JSON)
		return;
	export_put(writer, "", 0);
	export_text_labels(writer, labels);
	if (writer->code)
		return;
	labels->text = arena_text(arena, writer->text + begin, writer->len - begin);
	writer->len = begin;
	if (!labels->text)
		writer->code = -ENOMEM;
}

int export_writer_end(struct export_writer *writer)
{
	if (writer->format == EXPORT_JSON)
		export_json_end(writer);
	else if (writer->format == EXPORT_OPENMETRICS)
		export_put(writer, "# EOF\n", strlen("# EOF\n"));
	else
		export_put(writer, "", 0);
	return writer->code;
}
