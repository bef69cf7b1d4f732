// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-show/nv_view.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/common/notes.h"
#include "tools/ece-show/views.h"

#define NV_TEXT_MAX 64

/* In the order people read them. */
static const enum ece_nv_mode modes[ECE_NV_MODES] = {ECE_NV_CURRENT, ECE_NV_NEXT, ECE_NV_FACTORY};

static const char default_note[] =
	"DEFAULT is what the card tells, and some firmware tells it wrong: 28.48.1000, NVIDIA's known issue 4285063";

static const char *name_of(const struct ece_nv_value *value, char *buf, size_t size)
{
	return ece_nv_name(value->field, value->port ? value->port : 1, buf, size);
}

/* A field that a card does not have is absent in all three, and absent is not False. */
static bool is_absent(const struct ece_nv_value *value)
{
	for (size_t m = 0; m < ECE_NV_MODES; m++)
		if (value->at[m].state != ECE_VALUE_UNSUPPORTED)
			return false;
	return true;
}

static void cell(struct table *table, struct notes *notes, const struct ece_nv_value *value, enum ece_nv_mode mode)
{
	const struct ece_value *v = &value->at[mode], *current = &value->at[ECE_NV_CURRENT];
	char text[NV_TEXT_MAX];
	size_t note;

	/* Two that are not known are not the same. */
	if (v != current && v->state == current->state && v->raw == current->raw &&
	    (v->state == ECE_VALUE_SET || v->state == ECE_VALUE_UNSET)) {
		table_add(table, "same");
		return;
	}
	if (v->state == ECE_VALUE_SET) {
		table_add(table, "%s", ece_nv_format(value->field, v->raw, text, sizeof(text)));
		return;
	}
	/* Nobody has set it, or there is none: that is all there is to say. */
	note = v->state == ECE_VALUE_UNSET || v->state == ECE_VALUE_UNSUPPORTED ? 0 : notes_add(notes, v->why);
	snprintf(text, sizeof(text), "%s",
		 v->state == ECE_VALUE_UNSUPPORTED ? "absent" : ece_value_state_name(v->state));
	if (note)
		table_add(table, "%s [%zu]", text, note);
	else
		table_add(table, "%s", text);
}

static void absent_text(const struct term *term, const struct ece_nv_value *values, size_t count)
{
	char *list = NULL, name[NV_TEXT_MAX];
	size_t size;
	FILE *out = open_memstream(&list, &size);
	bool any = false;

	if (!out)
		return;
	for (size_t i = 0; i < count; i++)
		if (is_absent(&values[i])) {
			fprintf(out, "%s%s",
				any ? ", " : "Not on this card: ", name_of(&values[i], name, sizeof(name)));
			any = true;
		}
	fclose(out);
	if (any) {
		fprintf(term->out, "\n%*s", VIEW_INDENT, "");
		text_wrap(term->out, list, VIEW_INDENT, view_width(term));
		fputc('\n', term->out);
	}
	free(list);
}

void nv_text(const struct term *term, const struct ece_nv_value *values, size_t count)
{
	static const char *const head[] = {"NV CONFIGURATION", "CURRENT", "NEXT BOOT", "DEFAULT", ""};
	struct table *table = table_new(sizeof(head) / sizeof(head[0]));
	struct notes notes = {0};
	char name[NV_TEXT_MAX];

	for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); i++)
		table_add(table, "%s", head[i]);
	for (size_t i = 0; i < count; i++) {
		if (is_absent(&values[i]))
			continue;
		table_add(table, "%s", name_of(&values[i], name, sizeof(name)));
		for (size_t m = 0; m < ECE_NV_MODES; m++)
			cell(table, &notes, &values[i], modes[m]);
		table_add(table, "%s", values[i].pending ? "pending" : "");
	}
	table_print(table, term->out, VIEW_INDENT, 0);
	table_free(table);
	absent_text(term, values, count);
	fprintf(term->out, "\n%*s", VIEW_INDENT, "");
	text_wrap(term->out, default_note, VIEW_INDENT, view_width(term));
	fputc('\n', term->out);
	if (notes.count)
		fputc('\n', term->out);
	notes_print(&notes, term, VIEW_INDENT);
}

static json_t *mode_json(const struct ece_nv_value *value, enum ece_nv_mode mode)
{
	const struct ece_value *v = &value->at[mode];
	bool set = v->state == ECE_VALUE_SET;
	char text[NV_TEXT_MAX];

	return json_pack("{s:s, s:o, s:o, s:s?}", "state", ece_value_state_name(v->state), "value",
			 set ? json_string(ece_nv_format(value->field, v->raw, text, sizeof(text))) : json_null(),
			 "raw", set ? json_integer((json_int_t)v->raw) : json_null(), "why", v->why[0] ? v->why : NULL);
}

json_t *nv_json(const struct ece_nv_value *values, size_t count)
{
	json_t *object = json_object();
	char name[NV_TEXT_MAX];

	for (size_t i = 0; i < count; i++)
		build_set(&object, name_of(&values[i], name, sizeof(name)),
			  json_pack("{s:o, s:o, s:o, s:o}", "current", mode_json(&values[i], ECE_NV_CURRENT), "next",
				    mode_json(&values[i], ECE_NV_NEXT), "default",
				    mode_json(&values[i], ECE_NV_FACTORY), "pending",
				    values[i].comparable ? json_boolean(values[i].pending) : json_null()));
	return object;
}
