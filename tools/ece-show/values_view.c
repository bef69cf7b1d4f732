// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/param_text.h"
#include "tools/common/table.h"
#include "tools/common/notes.h"
#include "tools/ece-show/views.h"

#define VALUE_COLUMNS 4 /* name, value, backends, effect */

static void note_cell(struct table *table, const char *before, size_t note)
{
	if (note)
		table_add(table, "%s[%zu]", before, note);
	else
		table_add(table, "%s", before);
}

static const char *text_and_blank(const char *word, char *buf, size_t size)
{
	snprintf(buf, size, "%s ", word);
	return buf;
}

/* What is worth knowing of a value that acts; 0: nothing. */
static size_t remark(struct notes *notes, const struct ece_param *param, const struct ece_value *value)
{
	if (!value->why[0] && ece_param_inferred(param, value->raw))
		return notes_add(notes, "one of its names is by inference: no vendor text has it");
	return notes_add(notes, value->why);
}

/* The doors of a value that was read, and when a new one would act. */
static void way_cells(struct table *table, struct notes *notes, const struct ece_param *param,
		      const struct ece_value *value, const struct nic_way *way)
{
	const char *reader = ece_backend_name(value->result.backend);
	size_t note = value->state == ECE_VALUE_INERT || !way->backend ? 0 : remark(notes, param, value);
	char text[PARAM_TEXT_VALUE_MAX];

	if (way->backend && way->backend == value->result.backend)
		table_add(table, "%s", reader);
	else
		table_add(table, "%s/%s", reader, way->backend ? ece_backend_name(way->backend) : "-");
	if (value->state == ECE_VALUE_INERT)
		note_cell(table, "inert ", notes_add(notes, value->why));
	else if (!way->backend)
		note_cell(table, "", notes_add(notes, way->why));
	else if (note)
		note_cell(table, text_and_blank(param_text_effect(param), text, sizeof(text)), note);
	else
		table_add(table, "%s", param_text_effect(param));
}

static void value_cells(struct table *table, struct notes *notes, const struct ece_param *param,
			const struct ece_value *value, const struct nic_way *way)
{
	char text[PARAM_TEXT_VALUE_MAX];

	table_add(table, "%s", param->name);
	table_add(table, "%s", value_text(param, value, text, sizeof(text)));
	if (value_has_raw(value)) {
		way_cells(table, notes, param, value, way);
		return;
	}
	note_cell(table, "", notes_add(notes, value->why));
	table_add(table, "%s", "");
}

/* "dcqcn.rp.ai_rate" and "dcqcn.rp.hai_rate" are of one family. */
static bool same_family(const struct ece_param *a, const struct ece_param *b)
{
	size_t len = (size_t)(strrchr(a->name, '.') - a->name) + 1;

	return !strncmp(a->name, b->name, len) && !strchr(b->name + len, '.');
}

static void row(struct table *table, const char *const cells[VALUE_COLUMNS])
{
	for (int i = 0; i < VALUE_COLUMNS; i++)
		table_add(table, "%s", cells[i]);
}

/* Why none could be read, as of a card whose firmware is in a reset; NULL where one could, or is not there. */
static const char *why_silent(const struct nic_values *nic)
{
	const char *why = NULL;

	/* The first ones say what failed, the last one that it was given up. */
	for (size_t i = 0; i < ece_param_count(); i++) {
		if (ece_param_at(i)->home == ECE_HOME_POLICY)
			continue;
		if (nic->values[i].state != ECE_VALUE_UNREADABLE)
			return NULL;
		why = nic->values[i].why;
	}
	return why;
}

void values_text(const struct term *term, const struct nic_values *nic)
{
	static const char *const head[] = {"PARAMETER", "VALUE", "READ/WRITE", "EFFECT"};
	static const char *const gap[] = {"", "", "", ""};
	struct table *table = table_new(VALUE_COLUMNS);
	struct notes notes = {0};
	const char *why = why_silent(nic);

	if (why) {
		nic_remark(term, "no parameter of the card could be read: ", why);
		fputc('\n', term->out);
	}
	row(table, head);
	for (size_t i = 0; i < ece_param_count(); i++) {
		/* What the host keeps is known all the same. */
		if (why && ece_param_at(i)->home != ECE_HOME_POLICY)
			continue;
		if (i && !why && !same_family(ece_param_at(i - 1), ece_param_at(i)))
			row(table, gap);
		value_cells(table, &notes, ece_param_at(i), &nic->values[i], &nic->ways[i]);
	}
	table_print(table, term->out, VIEW_INDENT, 0);
	table_free(table);
	if (notes.count)
		fputc('\n', term->out);
	notes_print(&notes, term, VIEW_INDENT);
}

json_t *values_json(const struct nic_values *nic)
{
	json_t *object = json_object();

	if (!nic->values) {
		json_decref(object);
		return json_null();
	}
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct nic_way *way = &nic->ways[i];
		json_t *value = value_json(ece_param_at(i), &nic->values[i]);

		build_set(&value, "writer", way->backend ? json_string(ece_backend_name(way->backend)) : json_null());
		build_set(&value, "writer_why", way->why[0] ? json_string(way->why) : json_null());
		build_set(&object, ece_param_at(i)->name, value);
	}
	return object;
}
