// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-show/ppcc_view.h"

#include <inttypes.h>
#include <stdio.h>

#include "tools/common/json_build.h"
#include "tools/common/param_text.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/common/notes.h"
#include "tools/ece-show/views.h"

#define BUILT_IN_SLOT 15 /* DCQCN, or what ECE chooses */

struct access {
	const char *column, *word; /* for people, for programs */
};

static const struct access *access_of(const struct ece_ppcc_entry *entry)
{
	static const struct access unknown = {"?", "unknown"};
	static const struct access accesses[] = {
		[PRM_PPCC_READ_ONLY] = {"ro", "read"},
		[PRM_PPCC_READ_WRITE] = {"rw", "read_write"},
		[PRM_PPCC_CLEARABLE] = {"clear", "clearable"},
	};

	return entry->access < sizeof(accesses) / sizeof(accesses[0]) ? &accesses[entry->access] : &unknown;
}

static const char *on_off(bool on)
{
	return on ? "on" : "off";
}

static void heading(const struct term *term, const struct ece_ppcc_told_algo *algo)
{
	fprintf(term->out, "%*sslot %u: %s%s%s, id %u, version %u.%u", VIEW_INDENT, "", algo->slot,
		term_style(term, TERM_BOLD), algo->name[0] ? algo->name : "no name", term_style(term, TERM_PLAIN),
		algo->id, algo->major, algo->minor);
	if (algo->enabled.state == ECE_VALUE_SET)
		fprintf(term->out, ", %s, counters %s, trace %s", algo->enabled.raw ? "enabled" : "not enabled",
			on_off(algo->counters), on_off(algo->trace));
	fputc('\n', term->out);
	if (algo->slot == BUILT_IN_SLOT)
		fprintf(term->out, "%*swhether this slot is enabled cannot be told: its read-back cannot be trusted\n",
			2 * VIEW_INDENT, "");
	if (algo->text[0]) {
		fprintf(term->out, "%*s", 2 * VIEW_INDENT, "");
		text_wrap(term->out, algo->text, 2 * (size_t)VIEW_INDENT, view_width(term));
		fputc('\n', term->out);
	}
}

static void remarks(const struct term *term, const struct ece_ppcc_told_algo *algo)
{
	char texts[ECE_PPCC_UNTOLD_MAX][ECE_PPCC_UNTOLD_TEXT];
	size_t count = ece_ppcc_untold(algo, texts);

	for (size_t i = 0; i < count; i++) {
		fprintf(term->out, "%*s", 2 * VIEW_INDENT, "");
		text_wrap(term->out, texts[i], 2 * (size_t)VIEW_INDENT, view_width(term));
		fputc('\n', term->out);
	}
}

/* The name that can be typed, if there is one. */
static const char *name_of(const struct ece_ppcc_told_param *told)
{
	return told->param ? told->param->name : told->entry.name;
}

static void row(struct table *table, struct notes *notes, const struct ece_ppcc_told_param *told)
{
	const struct ece_value *value = &told->value;
	size_t note = value->state == ECE_VALUE_SET ? 0 : notes_add(notes, value->why);

	table_add(table, "%s", name_of(told));
	if (value->state == ECE_VALUE_SET)
		table_add(table, "%" PRIu64, value->raw);
	else if (note)
		table_add(table, "%s [%zu]", ece_value_state_name(value->state), note);
	else
		table_add(table, "%s", ece_value_state_name(value->state));
	table_add(table, "%" PRIu32, told->entry.initial);
	table_add(table, "%" PRIu32 " to %" PRIu32, told->entry.min, told->entry.max);
	table_add(table, "%s", access_of(&told->entry)->column);
}

static void parameters(const struct term *term, const struct ece_ppcc_told_algo *algo)
{
	static const char *const head[] = {"PARAMETER", "RAW", "DEFAULT", "RANGE", "ACCESS"};
	struct table *table = table_new(sizeof(head) / sizeof(head[0]));
	struct notes notes = {0};

	for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); i++)
		table_add(table, "%s", head[i]);
	for (size_t i = 0; i < algo->param_count; i++)
		if (algo->params[i].entry.name[0])
			row(table, &notes, &algo->params[i]);
	table_print(table, term->out, 2 * (size_t)VIEW_INDENT, 0);
	table_free(table);
	notes_print(&notes, term, 2 * (size_t)VIEW_INDENT);
	if (algo->cut)
		fprintf(term->out, "%*sthe card has more than these\n", 2 * VIEW_INDENT, "");
}

void ppcc_text(const struct term *term, const struct ece_ppcc_told *told)
{
	for (size_t i = 0; i < told->algo_count; i++) {
		if (i)
			fputc('\n', term->out);
		heading(term, &told->algos[i]);
		remarks(term, &told->algos[i]);
		if (told->algos[i].param_count)
			parameters(term, &told->algos[i]);
	}
	if (!told->algo_count)
		fprintf(term->out, "%*sno slot has an algorithm\n", VIEW_INDENT, "");
}

const struct ece_ppcc_told_param *ppcc_find(const struct ece_ppcc_told *told, const struct ece_param *param)
{
	for (size_t i = 0; i < told->algo_count; i++) {
		const struct ece_ppcc_told_algo *algo = &told->algos[i];

		for (size_t k = 0; k < algo->param_count; k++)
			if (algo->params[k].param == param && algo->params[k].entry.name[0])
				return &algo->params[k];
	}
	return NULL;
}

void ppcc_param_text(const struct term *term, const struct ece_ppcc_told_param *told)
{
	const struct ece_ppcc_entry *entry = &told->entry;
	char text[128];

	snprintf(text, sizeof(text), "default %" PRIu32 ", range %" PRIu32 " to %" PRIu32 ", access %s", entry->initial,
		 entry->min, entry->max, access_of(entry)->column);
	param_more_text(term, text);
	param_more_text(term, told->text);
}

json_t *ppcc_param_json(const struct ece_ppcc_told_param *told)
{
	const struct ece_value *value = &told->value;
	bool set = value->state == ECE_VALUE_SET;
	char text[PARAM_TEXT_VALUE_MAX];

	return json_pack("{s:s?, s:o, s:o, s:s, s:s?, s:I, s:I, s:I, s:s, s:o}", "param",
			 told->param ? told->param->name : NULL, "value",
			 set && told->param ?
				 json_string(ece_param_format(told->param, value->raw, text, sizeof(text))) :
				 json_null(),
			 "raw", set ? json_integer((json_int_t)value->raw) : json_null(), "state",
			 ece_value_state_name(value->state), "why", value->why[0] ? value->why : NULL, "default",
			 (json_int_t)told->entry.initial, "min", (json_int_t)told->entry.min, "max",
			 (json_int_t)told->entry.max, "access", access_of(&told->entry)->word, "text",
			 build_text(told->text));
}

static json_t *untold_json(const struct ece_ppcc_told_algo *algo)
{
	char texts[ECE_PPCC_UNTOLD_MAX][ECE_PPCC_UNTOLD_TEXT];
	size_t count = ece_ppcc_untold(algo, texts);
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		build_append(&list, build_text(texts[i]));
	return list;
}

static json_t *algo_json(const struct ece_ppcc_told_algo *algo)
{
	bool known = algo->enabled.state == ECE_VALUE_SET;
	json_t *list = json_object();
	char version[16];

	for (size_t i = 0; i < algo->param_count; i++)
		if (algo->params[i].entry.name[0])
			build_set(&list, algo->params[i].entry.name, ppcc_param_json(&algo->params[i]));
	snprintf(version, sizeof(version), "%u.%u", algo->major, algo->minor);
	return json_pack("{s:i, s:o, s:o, s:i, s:s, s:o, s:o, s:o, s:b, s:o, s:o}", "slot", (int)algo->slot,
			 "algorithm", build_text(algo->name), "text", build_text(algo->text), "id", (int)algo->id,
			 "version", version, "enabled", known ? json_boolean(algo->enabled.raw) : json_null(),
			 "counters", known ? json_boolean(algo->counters) : json_null(), "trace",
			 known ? json_boolean(algo->trace) : json_null(), "cut", algo->cut, "untold", untold_json(algo),
			 "parameters", list);
}

json_t *ppcc_json(const struct ece_ppcc_told *told)
{
	json_t *list = json_array();

	for (size_t i = 0; i < told->algo_count; i++)
		build_append(&list, algo_json(&told->algos[i]));
	return list;
}
