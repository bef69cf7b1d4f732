// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "devx/params/param.h"
#include "tools/common/param_text.h"
#include "tools/gen/pages.h"

#define NEED_MAX 128
#define TEXT_MAX 512

static void row(FILE *out, const char *label, const char *text)
{
	if (text[0])
		fprintf(out, "| %s | %s |\n", label, text);
}

static void append(char *list, const char *word)
{
	size_t len = strlen(list);

	snprintf(list + len, TEXT_MAX - len, "%s%s", len ? ", " : "", word);
}

static const char *words_list(const char *const *words, char list[TEXT_MAX])
{
	list[0] = '\0';
	for (size_t i = 0; words && words[i]; i++)
		append(list, words[i]);
	return list;
}

static const char *needs_list(const struct ece_need *needs, char list[TEXT_MAX])
{
	char text[NEED_MAX];

	list[0] = '\0';
	for (; needs && needs->nv; needs++)
		append(list, ece_need_text(needs, text, sizeof(text)));
	return list;
}

static const char *backends_list(const enum ece_backend_id *backends, char list[TEXT_MAX])
{
	list[0] = '\0';
	for (size_t i = 0; i < ECE_PARAM_BACKENDS && backends[i]; i++)
		append(list, ece_backend_name(backends[i]));
	return list;
}

static void parameter(const struct ece_param *param, FILE *out)
{
	char text[TEXT_MAX];

	fprintf(out, "\n## `%s`\n\n%s.\n\n| | |\n|---|---|\n", param->name, param->text);
	row(out, "values", param_text_range(param, text, sizeof(text)));
	row(out, "a change", param_text_cost(param));
	row(out, "scope", ece_param_scope_name(param->scope));
	row(out, "both ends", param->pairwise ? "the two ends of a connection must be set alike" : "");
	row(out, "read-back", param->no_verify ? "cannot be trusted" : "");
	row(out, "read by", backends_list(param->reads, text));
	row(out, "written by", backends_list(param->writes, text));
	row(out, "needs", needs_list(param->needs, text));
	row(out, "counters", words_list(param->counters, text));
	row(out, "other names", words_list(param->aliases, text));
}

void pages_parameters(FILE *out)
{
	const struct ece_param_pattern *pattern;

	fputs("<!-- SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause -->\n"
	      "<!-- Made from the parameter table (devx/params); see CONTRIBUTING.md. -->\n"
	      "# Parameters\n\n"
	      "Names and values as the fleet file takes them and `ece-show` prints them. Backends are tried in the "
	      "order given here.\nThe last row of a table has other names that the fleet file accepts. The last "
	      "entries "
	      "have an N or a NAME in their\nname, which stands for what the card tells.\n",
	      out);
	for (size_t i = 0; i < ece_param_count(); i++)
		parameter(ece_param_at(i), out);
	for (size_t i = 0; (pattern = ece_param_pattern_at(i)); i++)
		parameter(&pattern->row, out);
}
