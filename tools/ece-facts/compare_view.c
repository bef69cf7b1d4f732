// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-facts/compare_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/plain_text.h"
#include "tools/common/table.h"
#include "tools/common/term.h"

#define COLUMNS   4  /* where, key, what the group has, what the others have */
#define VALUE_MAX 40 /* bytes of a value that are shown; --json has all of it */
#define NAMES_MAX 8  /* labels shown, where they are no host names that can be folded */

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static json_int_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* Documents may come from anybody: nothing in them drives a terminal. */
static const char *shown(const char *text, size_t max, char *buf)
{
	size_t len = strnlen(text, max);

	memcpy(buf, text, len);
	buf[len] = '\0';
	plain_text(buf);
	memcpy(buf + len, text[len] ? "..." : "", text[len] ? sizeof("...") : 1);
	return buf;
}

static void add_difference(struct table *table, const json_t *difference, json_int_t documents)
{
	char value[VALUE_MAX + sizeof("...")], reference[VALUE_MAX + sizeof("...")], text[2 * VALUE_MAX];

	table_add(table, "%s", shown(text_of(difference, "where"), VALUE_MAX, text));
	table_add(table, "%s", shown(text_of(difference, "key"), sizeof(text) - sizeof("..."), text));
	table_add(table, "%s", shown(text_of(difference, "value"), VALUE_MAX, value));
	shown(text_of(difference, "reference"), VALUE_MAX, reference);
	table_add(table, "%" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT ": %s",
		  number_of(difference, "reference_count"), documents, reference);
}

static void print_names(const struct term *term, const json_t *group)
{
	const json_t *labels = json_object_get(group, "labels");
	const char *hosts = json_string_value(json_object_get(group, "hosts"));
	char text[256];

	fputs(term_style(term, TERM_BOLD), term->out);
	if (hosts) {
		fputs(hosts, term->out);
	} else {
		for (size_t i = 0; i < json_array_size(labels) && i < NAMES_MAX; i++)
			fprintf(term->out, "%s%s", i ? ", " : "",
				shown(json_string_value(json_array_get(labels, i)), sizeof(text) - sizeof("..."),
				      text));
		if (json_array_size(labels) > NAMES_MAX)
			fprintf(term->out, " and %zu more", json_array_size(labels) - NAMES_MAX);
	}
	fputs(term_style(term, TERM_PLAIN), term->out);
}

static void print_group(const struct term *term, const json_t *group, json_int_t documents)
{
	const json_t *differences = json_object_get(group, "differences"), *difference;
	size_t n = json_array_size(differences), i;
	struct table *table = table_new(COLUMNS);

	fputc('\n', term->out);
	print_names(term, group);
	fprintf(term->out, ": %zu value%s\n", n, n == 1 ? "" : "s");
	table_add(table, "where");
	table_add(table, "what");
	table_add(table, "here");
	table_add(table, "elsewhere");
	json_array_foreach(differences, i, difference)
	{
		add_difference(table, difference, documents);
	}
	table_print(table, term->out, 4, term->width);
	table_free(table);
}

void compare_text(const json_t *result)
{
	const json_t *groups = json_object_get(result, "groups"), *group;
	json_int_t documents = number_of(result, "documents");
	struct term term;
	size_t i;

	term_init(&term, stdout);
	if (!json_array_size(groups)) {
		printf("%" JSON_INTEGER_FORMAT " hosts are alike.\n", documents);
		return;
	}
	printf("%" JSON_INTEGER_FORMAT " hosts compared, %zu group%s stand%s out.\n", documents,
	       json_array_size(groups), json_array_size(groups) == 1 ? "" : "s",
	       json_array_size(groups) == 1 ? "s" : "");
	json_array_foreach(groups, i, group)
	{
		print_group(&term, group, documents);
	}
}
