// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Prometheus' text format 0.0.4, and OpenMetrics 1.0.0: they differ in the lines above the samples. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/export/writer.h"

#define NUMBER_MAX 32

static void put_text(struct export_writer *writer, const char *text)
{
	export_put(writer, text, strlen(text));
}

/* @escaped: what has a backslash before it; a newline is always "\n". */
static void put_escaped(struct export_writer *writer, const char *text, const char *escaped)
{
	for (;;) {
		size_t plain = strcspn(text, escaped);

		export_put(writer, text, plain);
		text += plain;
		if (!*text)
			return;
		put_text(writer, "\\");
		export_put(writer, *text == '\n' ? "n" : text, 1);
		text++;
	}
}

static const char *type_word(const struct export_writer *writer)
{
	bool open = writer->format == EXPORT_OPENMETRICS;

	switch (writer->family.type) {
	case EXPORT_COUNTER:
		return "counter";
	case EXPORT_INFO:
		return open ? "info" : "gauge";
	case EXPORT_UNKNOWN:
		return open ? "unknown" : "untyped";
	case EXPORT_GAUGE:
		break;
	}
	return "gauge";
}

/* What a sample is called, behind the name of its family. */
static const char *end_of_name(const struct export_family *family)
{
	switch (family->type) {
	case EXPORT_COUNTER:
		return "_total";
	case EXPORT_INFO:
		return "_info";
	case EXPORT_GAUGE:
	case EXPORT_UNKNOWN:
		break;
	}
	return "";
}

/* OpenMetrics speaks of the family, the older format of its samples. */
static void put_head_name(struct export_writer *writer, const char *keyword)
{
	put_text(writer, keyword);
	put_text(writer, writer->family.name);
	if (writer->format == EXPORT_PROMETHEUS)
		put_text(writer, end_of_name(&writer->family));
	put_text(writer, " ");
}

static void put_head(struct export_writer *writer)
{
	bool open = writer->format == EXPORT_OPENMETRICS;

	put_head_name(writer, "# TYPE ");
	put_text(writer, type_word(writer));
	put_text(writer, "\n");
	if (open && writer->family.unit) {
		put_head_name(writer, "# UNIT ");
		put_text(writer, writer->family.unit);
		put_text(writer, "\n");
	}
	put_head_name(writer, "# HELP ");
	put_escaped(writer, writer->family.help, open ? "\\\n\"" : "\\\n");
	put_text(writer, "\n");
	writer->headed = true;
}

static void put_label(struct export_writer *writer, const struct export_label *label, bool *first)
{
	char value[EXPORT_LABEL_MAX];

	if (!label->value || !*label->value)
		return;
	if (!*first)
		put_text(writer, ",");
	*first = false;
	put_text(writer, label->name);
	put_text(writer, "=\"");
	export_label_clean(value, label->value);
	put_escaped(writer, value, "\\\n\"");
	put_text(writer, "\"");
}

void export_text_labels(struct export_writer *writer, const struct export_labels *labels)
{
	bool first = true;

	for (size_t i = 0; i < labels->count; i++)
		put_label(writer, &labels->list[i], &first);
}

static void put_labels(struct export_writer *writer, const struct export_labels *labels,
		       const struct export_label *more)
{
	size_t begin;
	bool first;

	put_text(writer, "{");
	begin = writer->len;
	if (labels && labels->text)
		put_text(writer, labels->text);
	else if (labels)
		export_text_labels(writer, labels);
	first = writer->len == begin;
	if (more)
		put_label(writer, more, &first);
	if (!first)
		put_text(writer, "}");
	else if (!writer->code)
		writer->len = begin - 1;
}

/* Microseconds as seconds, each digit of them. */
static void put_seconds(struct export_writer *writer, uint64_t microseconds)
{
	char buf[NUMBER_MAX];
	int len = snprintf(buf, sizeof(buf), "%" PRIu64 ".%06u", microseconds / 1000000,
			   (unsigned int)(microseconds % 1000000));

	while (buf[len - 1] == '0')
		len--;
	if (buf[len - 1] == '.')
		len--;
	export_put(writer, buf, (size_t)len);
}

/* The shortest that reads back as the same number. */
static void put_real(struct export_writer *writer, double real)
{
	char buf[NUMBER_MAX];

	if (!isfinite(real)) {
		put_text(writer, isnan(real) ? "NaN" : real > 0 ? "+Inf" : "-Inf");
		return;
	}
	snprintf(buf, sizeof(buf), "%.15g", real);
	if (strtod(buf, NULL) != real)
		snprintf(buf, sizeof(buf), "%.17g", real);
	put_text(writer, buf);
}

static void put_integer(struct export_writer *writer, uint64_t integer)
{
	char buf[NUMBER_MAX];
	size_t at = sizeof(buf);

	do
		buf[--at] = (char)('0' + integer % 10);
	while (integer /= 10);
	export_put(writer, buf + at, sizeof(buf) - at);
}

static void put_number(struct export_writer *writer, struct export_number value)
{
	switch (value.kind) {
	case EXPORT_INTEGER:
		put_integer(writer, value.integer);
		break;
	case EXPORT_MICROSECONDS:
		put_seconds(writer, value.integer);
		break;
	case EXPORT_REAL:
		put_real(writer, value.real);
		break;
	}
}

void export_text_sample(struct export_writer *writer, const struct export_labels *labels,
			const struct export_label *more, struct export_number value)
{
	if (!writer->headed)
		put_head(writer);
	put_text(writer, writer->family.name);
	put_text(writer, end_of_name(&writer->family));
	if (labels || more)
		put_labels(writer, labels, more);
	put_text(writer, " ");
	put_number(writer, value);
	put_text(writer, "\n");
}
