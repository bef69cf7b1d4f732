// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The families of a page as JSON, which can also say of a series that there is no number, and why. */
#include <errno.h>
#include <math.h>

#include "lib/export/writer.h"

static const char *type_word(enum export_type type)
{
	static const char *const words[] = {
		[EXPORT_GAUGE] = "gauge",
		[EXPORT_COUNTER] = "counter",
		[EXPORT_INFO] = "info",
		[EXPORT_UNKNOWN] = "unknown",
	};

	return words[type];
}

void export_json_begin(struct export_writer *writer)
{
	writer->list = json_array();
	if (!writer->list)
		writer->code = -ENOMEM;
}

/* Steals @value. */
static void set(struct export_writer *writer, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value))
		writer->code = -ENOMEM;
}

static void add_family(struct export_writer *writer)
{
	const struct export_family *family = &writer->family;

	writer->object = json_object();
	if (json_array_append_new(writer->list, writer->object)) {
		writer->object = NULL;
		writer->code = -ENOMEM;
		return;
	}
	set(writer, writer->object, "family", json_string(family->name));
	set(writer, writer->object, "type", json_string(type_word(family->type)));
	if (family->unit)
		set(writer, writer->object, "unit", json_string(family->unit));
	set(writer, writer->object, "help", json_string(family->help));
	set(writer, writer->object, "samples", json_array());
}

static void add_label(struct export_writer *writer, json_t *object, const struct export_label *label)
{
	char value[EXPORT_LABEL_MAX];

	if (!label->value || !*label->value)
		return;
	export_label_clean(value, label->value);
	set(writer, object, label->name, json_string(value));
}

static json_t *labels_json(struct export_writer *writer, const struct export_labels *labels,
			   const struct export_label *more)
{
	json_t *object = json_object();

	for (size_t i = 0; labels && i < labels->count; i++)
		add_label(writer, object, &labels->list[i]);
	if (more)
		add_label(writer, object, more);
	return object;
}

/* JSON has no infinity, and jansson no integer beyond 2^63: null, and the nearest number. */
static json_t *number_json(const struct export_number *value)
{
	switch (value->kind) {
	case EXPORT_INTEGER:
		return value->integer <= INT64_MAX ? json_integer((json_int_t)value->integer) :
						     json_real((double)value->integer);
	case EXPORT_MICROSECONDS:
		return json_real((double)(value->integer / 1e6L));
	case EXPORT_REAL:
		break;
	}
	return isfinite(value->real) ? json_real(value->real) : json_null();
}

void export_json_sample(struct export_writer *writer, const struct export_labels *labels,
			const struct export_label *more, const struct export_number *value, const char *why)
{
	json_t *sample = json_object();

	if (!writer->object)
		add_family(writer);
	if (labels || more)
		set(writer, sample, "labels", labels_json(writer, labels, more));
	if (value)
		set(writer, sample, "value", number_json(value));
	else
		set(writer, sample, "missing", json_string(why));
	if (json_array_append_new(json_object_get(writer->object, "samples"), sample))
		writer->code = -ENOMEM;
}

static int put(const char *bytes, size_t len, void *writer)
{
	export_put(writer, bytes, len);
	return ((struct export_writer *)writer)->code ? -1 : 0;
}

void export_json_end(struct export_writer *writer)
{
	json_t *page = writer->code ? NULL : json_pack("{s:O}", "families", writer->list);

	if (!writer->code && (!page || (json_dump_callback(page, put, writer, JSON_INDENT(1)) && !writer->code)))
		writer->code = -ENOMEM;
	export_put(writer, "\n", 1);
	json_decref(page);
	json_decref(writer->list);
	writer->list = writer->object = NULL;
}
