// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/table.h"
#include "tools/ece-show/diff.h"
#include "tools/ece-show/views.h"

static const char *text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static void card_text(const struct term *term, const json_t *card)
{
	struct table *table = table_new(3);
	const json_t *line;
	size_t i;

	fprintf(term->out, "%s%s%s\n", term_style(term, TERM_BOLD), text_at(card, "pci"), term_style(term, TERM_PLAIN));
	table_add(table, "WHAT");
	table_add(table, "THERE");
	table_add(table, "HERE");
	json_array_foreach(json_object_get(card, "differences"), i, line)
	{
		table_add(table, "%s", text_at(line, "what"));
		table_add(table, "%s", text_at(line, "there"));
		table_add(table, "%s", text_at(line, "here"));
	}
	table_print(table, term->out, VIEW_INDENT, 0);
	table_free(table);
	fputc('\n', term->out);
}

static void only_text(const struct term *term, const char *before, const json_t *list)
{
	const json_t *pci;
	size_t i;

	json_array_foreach(list, i, pci) fprintf(term->out, "%s: %s\n", before, json_string_value(pci));
}

void diff_text(const struct term *term, const json_t *diff)
{
	json_int_t unknown = json_integer_value(json_object_get(diff, "not_compared"));
	size_t i, count = diff_count(diff);
	const json_t *card;

	json_array_foreach(json_object_get(diff, "cards"), i, card) card_text(term, card);
	only_text(term, "Only there", json_object_get(diff, "only_there"));
	only_text(term, "Only here", json_object_get(diff, "only_here"));
	fprintf(term->out, count == 1 ? "%zu difference." : "%zu differences.", count);
	if (unknown)
		fprintf(term->out, " %lld values could be read on neither side.", (long long)unknown);
	fputc('\n', term->out);
}
