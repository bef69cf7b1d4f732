// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <string.h>

#include "devx/base/plain_text.h"
#include "tools/ece-facts/fleet.h"

#define DIFFERENCES_MAX 12 /* of one host that are printed */
#define VALUE_MAX       60 /* bytes of a value that are */

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static json_int_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* Documents come from hosts: nothing in them drives a terminal. */
static void print_plain(const char *text, FILE *out)
{
	char plain[VALUE_MAX + 1];

	snprintf(plain, sizeof(plain), "%s", text);
	fputs(plain_text(plain), out);
	if (strlen(text) > VALUE_MAX)
		fputs("...", out);
}

static void print_difference(const json_t *difference, FILE *out)
{
	json_int_t others = number_of(difference, "reference_count");

	fputs("      ", out);
	print_plain(text_of(difference, "where"), out);
	fputc(' ', out);
	print_plain(text_of(difference, "key"), out);
	fputs(": ", out);
	print_plain(text_of(difference, "value"), out);
	fprintf(out, ", %" JSON_INTEGER_FORMAT " other%s ", others, others == 1 ? "" : "s");
	print_plain(text_of(difference, "reference"), out);
	fputs(json_is_true(json_object_get(difference, "majority")) ? "\n" : " (no majority)\n", out);
}

static void print_odd(const json_t *odd, const struct term *term)
{
	const json_t *differences = json_object_get(odd, "differences");
	size_t count = json_array_size(differences);

	fprintf(term->out, "  %s", term_style(term, TERM_BOLD));
	print_plain(text_of(odd, "hosts"), term->out);
	fprintf(term->out, "%s\n", term_style(term, TERM_PLAIN));
	for (size_t i = 0; i < count && i < DIFFERENCES_MAX; i++)
		print_difference(json_array_get(differences, i), term->out);
	if (count > DIFFERENCES_MAX)
		fprintf(term->out, "      and %zu more; --json has them all\n", count - DIFFERENCES_MAX);
}

static void print_group(const json_t *group, const char *by, const struct term *term)
{
	const json_t *odd = json_object_get(group, "odd");

	fputc('\n', term->out);
	if (by)
		fprintf(term->out, "%s ", by);
	print_plain(by ? text_of(group, "value") : "All hosts", term->out);
	fprintf(term->out, ", %" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT " compared\n",
		number_of(group, "compared"), number_of(group, "hosts"));
	for (size_t i = 0; i < json_array_size(odd); i++)
		print_odd(json_array_get(odd, i), term);
}

void odd_text(const json_t *found, const struct term *term)
{
	const char *by = json_string_value(json_object_get(found, "by"));
	const json_t *groups = json_object_get(found, "groups");
	json_int_t alone = number_of(found, "alone");

	for (size_t i = 0; i < json_array_size(groups); i++)
		print_group(json_array_get(groups, i), by, term);
	if (!json_array_size(groups))
		fprintf(term->out, "%" JSON_INTEGER_FORMAT " host%s told: no odd one.\n", number_of(found, "compared"),
			number_of(found, "compared") == 1 ? "" : "s");
	if (alone)
		fprintf(term->out, "\n%" JSON_INTEGER_FORMAT " host%s nobody to compare with.\n", alone,
			alone == 1 ? " has" : "s have");
}
