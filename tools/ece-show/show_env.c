// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The settings of an application that fit a profile, as lines that a shell evaluates and configuration files take. */
#include <stdio.h>

#include "ece/offer.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-show/command.h"
#include "tools/ece-show/env_file.h"
#include "tools/ece-show/show.h"

#define EXIT_NONE_FITS 2

/* A name in a comment must not end it. */
static void plain(const char *text)
{
	for (; *text; text++)
		putchar((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text);
}

static void head_text(const struct show_args *args, const struct env_profile *wanted)
{
	char allow[ECE_OFFER_TEXT_MAX], require[ECE_OFFER_TEXT_MAX];

	printf("# %s, profile \"", args->env);
	plain(args->profile);
	fputs("\" of ", stdout);
	plain(args->fleet);
	if (wanted->said)
		printf("\n# ECE: allowed %s; required %s\n", ece_bits_format(wanted->wish.allow, allow, sizeof(allow)),
		       ece_bits_format(wanted->wish.require, require, sizeof(require)));
	else
		fputs("\n# ECE: the profile says nothing of it: all is allowed, nothing required\n", stdout);
}

static void defaults_text(const struct settings_variable *row)
{
	for (const struct settings_default *d = row->defaults; d->since; d++)
		printf("#   %s from %s on: %s%s%s\n", settings_program_name(row->program), d->since,
		       d->value ? d->value : "", d->value ? ": " : "", d->text);
}

static bool variable_text(const struct settings_variable *row, const struct settings_wish *wish)
{
	char value[SETTINGS_VALUE_MAX], why[SETTINGS_WHY_MAX];
	enum settings_fit fit = settings_fit(row, wish, value, why);

	printf("#\n# %s: %s\n# not set, it is (%s):\n", row->name, why, row->source);
	defaults_text(row);
	if (fit == SETTINGS_FITS)
		printf("%s=%s\n", row->name, value);
	else
		printf("# no value of %s fits\n", row->name);
	return fit == SETTINGS_FITS;
}

static json_t *defaults_json(const struct settings_variable *row)
{
	json_t *list = json_array();

	for (const struct settings_default *d = row->defaults; d->since; d++)
		build_append(&list, json_pack("{s:s, s:o, s:s}", "since", d->since, "value",
					      build_text_or_null(d->value), "text", d->text));
	return list;
}

static json_t *variable_json(const struct settings_variable *row, const struct settings_wish *wish, bool *fits)
{
	char value[SETTINGS_VALUE_MAX], why[SETTINGS_WHY_MAX];
	json_t *object = json_object();
	bool fit = settings_fit(row, wish, value, why) == SETTINGS_FITS;

	*fits = *fits && fit;
	build_set(&object, "name", json_string(row->name));
	build_set(&object, "value", build_text_or_null(fit ? value : NULL));
	build_set(&object, "why", json_string(why));
	build_set(&object, "defaults", defaults_json(row));
	build_set(&object, "source", json_string(row->source));
	return object;
}

/* Variables that take their value from another one need no line of their own. */
static const struct settings_variable *row_at(size_t *i, enum settings_program program)
{
	const struct settings_variable *row;

	while ((row = settings_variable_at((*i)++)))
		if (row->program == program && !row->inherits)
			return row;
	return NULL;
}

static const struct settings_note *note_at(size_t *i, enum settings_program program, const struct settings_wish *wish)
{
	const struct settings_note *note;

	while ((note = settings_note_at((*i)++)))
		if (settings_note_for(note, program, wish))
			return note;
	return NULL;
}

static bool print_text(const struct show_args *args, enum settings_program program, const struct env_profile *wanted)
{
	const struct settings_variable *row;
	const struct settings_note *note;
	size_t rows = 0, notes = 0;
	bool fits = true;

	head_text(args, wanted);
	while ((row = row_at(&rows, program)))
		fits = variable_text(row, &wanted->wish) && fits;
	for (const char *line = "#\n"; (note = note_at(&notes, program, &wanted->wish)); line = "")
		printf("%s# known: %s (%s)\n", line, note->text, note->source);
	return fits;
}

static json_t *bits_json(uint32_t bits)
{
	char text[ECE_OFFER_TEXT_MAX];

	return json_string(ece_bits_format(bits, text, sizeof(text)));
}

static int print_json(const struct show_args *args, enum settings_program program, const struct env_profile *wanted,
		      bool *fits)
{
	json_t *whole = json_object(), *variables = json_array(), *list = json_array();
	const struct settings_variable *row;
	const struct settings_note *note;
	size_t rows = 0, notes = 0;

	*fits = true;
	while ((row = row_at(&rows, program)))
		build_append(&variables, variable_json(row, &wanted->wish, fits));
	while ((note = note_at(&notes, program, &wanted->wish)))
		build_append(&list, json_pack("{s:s, s:s}", "text", note->text, "source", note->source));
	build_set(&whole, "version", json_integer(SHOW_VERSION));
	build_set(&whole, "program", json_string(args->env));
	build_set(&whole, "file", build_text(args->fleet));
	build_set(&whole, "profile", build_text(args->profile));
	build_set(&whole, "said", json_boolean(wanted->said));
	build_set(&whole, "allow", bits_json(wanted->wish.allow));
	build_set(&whole, "require", bits_json(wanted->wish.require));
	build_set(&whole, "variables", variables);
	build_set(&whole, "notes", list);
	return output_json(whole);
}

int show_env(const struct show_args *args)
{
	enum settings_program program = settings_program_find(args->env);
	struct env_profile wanted;
	bool fits;
	int exit_code;

	if (program == SETTINGS_PROGRAM_COUNT)
		return command_usage(&ece_show_command, "--env is of nccl or ucx, not \"%s\"", args->env);
	exit_code = env_profile_read(args->fleet, args->profile, &wanted);
	if (exit_code)
		return exit_code;
	if (!args->json)
		fits = print_text(args, program, &wanted);
	else if (print_json(args, program, &wanted, &fits))
		return TOOL_EXIT_ERROR;
	return fits ? TOOL_EXIT_OK : EXIT_NONE_FITS;
}
