// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/param_text.h"
#include "tools/common/text.h"
#include "tools/ece-show/views.h"

#define LABEL_WIDTH 14
#define LIST_MAX    512
#define NEED_MAX    128

static void row(const struct term *term, const char *label, const char *text)
{
	if (!text[0])
		return;
	fprintf(term->out, "%*s%-*s", VIEW_INDENT, "", LABEL_WIDTH, label);
	text_wrap(term->out, text, VIEW_INDENT + LABEL_WIDTH, view_width(term));
	fputc('\n', term->out);
}

static void append(char *list, const char *word)
{
	size_t len = strlen(list);

	snprintf(list + len, LIST_MAX - len, "%s%s", len ? ", " : "", word);
}

static const char *words_list(const char *const *words, char list[LIST_MAX])
{
	list[0] = '\0';
	for (size_t i = 0; words && words[i]; i++)
		append(list, words[i]);
	return list;
}

static const char *needs_list(const struct ece_need *needs, char list[LIST_MAX])
{
	char text[NEED_MAX];

	list[0] = '\0';
	for (; needs && needs->nv; needs++)
		append(list, ece_need_text(needs, text, sizeof(text)));
	return list;
}

static const char *backends_list(const enum ece_backend_id *backends, char list[LIST_MAX])
{
	list[0] = '\0';
	for (size_t i = 0; i < ECE_PARAM_BACKENDS && backends[i]; i++)
		append(list, ece_backend_name(backends[i]));
	return list;
}

void param_text(const struct term *term, const struct ece_param *param)
{
	char list[LIST_MAX];

	fprintf(term->out, "%s%s%s\n", term_style(term, TERM_BOLD), param->name, term_style(term, TERM_PLAIN));
	row(term, "what", param->text);
	row(term, "values", param_text_range(param, list, sizeof(list)));
	row(term, "effect", param_text_cost(param));
	row(term, "scope", ece_param_scope_name(param->scope));
	if (param->pairwise)
		row(term, "both ends", "the two ends of a connection must be set alike");
	if (param->no_verify)
		row(term, "read-back", "cannot be trusted: an undo of it is never called verified");
	row(term, "read by", backends_list(param->reads, list));
	row(term, "written by", backends_list(param->writes, list));
	row(term, "needs", needs_list(param->needs, list));
	row(term, "counters", words_list(param->counters, list));
	row(term, "other names", words_list(param->aliases, list));
}

void param_card_text(const struct term *term, const struct ece_nic_info *info, const char *value, const char *why)
{
	char text[LIST_MAX + ECE_ERROR_TEXT_MAX];

	snprintf(text, sizeof(text), "%s%s%s", value, why[0] ? ": " : "", why);
	row(term, info->pci, text);
}

void param_more_text(const struct term *term, const char *text)
{
	row(term, "", text);
}

void params_text(const struct term *term)
{
	for (size_t i = 0; i < ece_param_count(); i++) {
		if (i)
			fputc('\n', term->out);
		param_text(term, ece_param_at(i));
	}
}

static json_t *words_json(const char *const *words)
{
	json_t *list = json_array();

	for (size_t i = 0; words && words[i]; i++)
		build_append(&list, json_string(words[i]));
	return list;
}

static json_t *needs_json(const struct ece_need *needs)
{
	json_t *list = json_array();
	char text[NEED_MAX];

	for (; needs && needs->nv; needs++)
		build_append(&list, json_string(ece_need_text(needs, text, sizeof(text))));
	return list;
}

static json_t *backends_json(const enum ece_backend_id *backends)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ECE_PARAM_BACKENDS && backends[i]; i++)
		build_append(&list, json_string(ece_backend_name(backends[i])));
	return list;
}

json_t *param_json(const struct ece_param *param)
{
	char range[LIST_MAX];

	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:o, s:o, s:o, s:o, s:o}", "name", param->name,
			 "text", param->text, "kind", ece_param_kind_name(param->kind), "values",
			 param_text_range(param, range, sizeof(range)), "cost", ece_param_cost_name(param->cost),
			 "scope", ece_param_scope_name(param->scope), "pairwise", param->pairwise, "verified",
			 !param->no_verify, "reads", backends_json(param->reads), "writes",
			 backends_json(param->writes), "needs", needs_json(param->needs), "counters",
			 words_json(param->counters), "aliases", words_json(param->aliases));
}
