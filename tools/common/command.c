// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/command.h"

#include <getopt.h>
#include <stdarg.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "tools/common/exit_code.h"
#include "tools/common/term.h"
#include "tools/common/version.h"

#define OPTIONS_MAX   64 /* of one command */
#define VALUE_MISSING ':'
#define UNKNOWN       '?'

static const struct command_option common_options[] = {
	{.id = COMMAND_OPTION_HELP, .name = "help", .text = "Print this help"},
	{.id = COMMAND_OPTION_VERSION, .name = "version", .text = "Print the version"},
};

#define COMMON_COUNT (sizeof(common_options) / sizeof(common_options[0]))

const struct command_option *command_option_at(const struct command *command, size_t i)
{
	if (i < command->option_count)
		return &command->options[i];
	i -= command->option_count;
	return i < COMMON_COUNT ? &common_options[i] : NULL;
}

int command_usage(const struct command *command, const char *format, ...)
{
	va_list args;

	fputs("error: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\nTry '%s --help'.\n", command->name);
	return TOOL_EXIT_USAGE;
}

struct getopt_tables {
	char letters[2 * OPTIONS_MAX + 3];
	struct option names[OPTIONS_MAX + 1];
};

static void make_tables(const struct command *command, struct getopt_tables *t)
{
	const struct command_option *o;
	size_t letter = 0;

	memset(t, 0, sizeof(*t));
	if (command->words_of_another)
		t->letters[letter++] = '+';
	/* The colon in front tells a missing value from an unknown option */
	t->letters[letter++] = ':';
	for (size_t i = 0; i < OPTIONS_MAX && (o = command_option_at(command, i)); i++) {
		t->names[i] = (struct option){
			.name = o->name,
			.has_arg = o->value ? required_argument : no_argument,
			.val = o->id,
		};
		if (o->id >= COMMAND_OPTION_LONG_ONLY)
			continue;
		t->letters[letter++] = (char)o->id;
		if (o->value)
			t->letters[letter++] = ':';
	}
}

static const char *option_name(const void *ctx, size_t i)
{
	const struct command_option *o = command_option_at(ctx, i);

	return o ? o->name : NULL;
}

static const struct command_option *find_option(const struct command *command, int id)
{
	const struct command_option *o;

	for (size_t i = 0; (o = command_option_at(command, i)); i++)
		if (o->id == id)
			return o;
	return NULL;
}

/* @typed: the argument that getopt stopped at, if it was a long one; @letter: the short option in it, or 0 */
static int unknown_option(const struct command *command, const char *typed, int letter)
{
	const struct command_option *known = letter ? find_option(command, letter) : NULL;
	char name[ECE_NEAREST_MAX + 1];
	const char *near;

	if (known)
		return command_usage(command, "option --%s takes no value", known->name);
	if (letter)
		return command_usage(command, "no option -%c", letter);
	typed += strspn(typed, "-");
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(typed, "="), typed);
	near = ece_nearest(name, option_name, command);
	if (near)
		return command_usage(command, "no option --%s; did you mean --%s?", name, near);
	return command_usage(command, "no option --%s", name);
}

static int missing_value(const struct command *command, int id)
{
	const struct command_option *o = find_option(command, id);

	return command_usage(command, "option --%s needs a value: --%s %s", o->name, o->name, o->value);
}

static const char *verb_name(const void *ctx, size_t i)
{
	const struct command *command = ctx;
	size_t seen = 0;

	for (size_t form = 0; form < command->form_count; form++)
		if (command->forms[form].verb && seen++ == i)
			return command->forms[form].verb;
	return NULL;
}

const char *command_nearest_verb(const struct command *command, const char *word)
{
	return ece_nearest(word, verb_name, command);
}

/* Returns the form that the first word chooses, or form_count when there is none. */
static size_t choose_form(const struct command *command, const char *word)
{
	size_t plain = command->form_count;

	for (size_t i = 0; i < command->form_count; i++) {
		if (!command->forms[i].verb)
			plain = i;
		else if (word && strcmp(word, command->forms[i].verb) == 0)
			return i;
	}
	return plain;
}

static int no_form(const struct command *command, const char *word)
{
	const char *near = word ? command_nearest_verb(command, word) : NULL;

	if (!word)
		return command_usage(command, "a verb is missing");
	if (near)
		return command_usage(command, "no verb \"%s\"; did you mean \"%s\"?", word, near);
	return command_usage(command, "no verb \"%s\"", word);
}

static const char *form_name(const struct command *command, const struct command_form *form, char *buf, size_t size)
{
	snprintf(buf, size, "%s%s%s%s%s", command->name, form->verb ? " " : "", form->verb ? form->verb : "",
		 form->args[0] ? " " : "", form->args);
	return buf;
}

/* Options are known before the verb is, so whether they go together is looked at afterwards. */
static int check_form(const struct command *command, const struct command_line *line, const int *given, size_t count)
{
	const struct command_form *form = &command->forms[line->form];
	char name[256];

	form_name(command, form, name, sizeof(name));
	for (size_t i = 0; i < count; i++) {
		const struct command_option *o = find_option(command, given[i]);

		if (o->forms && !(o->forms & COMMAND_FORM(line->form)))
			return command_usage(command, "option --%s does not go with '%s'", o->name, name);
	}
	if (line->word_count < form->min_args)
		return command_usage(command, "too few words: %s", name);
	if (line->word_count > form->max_args)
		return command_usage(command, "\"%s\" is one word too many: %s", line->words[form->max_args], name);
	return 0;
}

static int take_words(const struct command *command, int argc, char **argv, struct command_line *line)
{
	const char *first = optind < argc ? argv[optind] : NULL;
	size_t form = choose_form(command, first);

	if (form == command->form_count)
		return no_form(command, first);
	if (command->forms[form].verb)
		optind++;
	*line = (struct command_line){.form = form, .words = argv + optind, .word_count = (size_t)(argc - optind)};
	return 0;
}

static bool leave(int *exit_code, int code)
{
	*exit_code = code;
	return false;
}

bool command_parse(const struct command *command, int argc, char **argv,
		   bool (*option)(void *ctx, int id, const char *value), void *ctx, struct command_line *line,
		   int *exit_code)
{
	struct getopt_tables tables;
	int id, given[OPTIONS_MAX];
	size_t count = 0;

	make_tables(command, &tables);
	/* 0 and not 1: GNU's getopt then forgets an earlier command line */
	optind = 0;
	opterr = 0;
	while ((id = getopt_long(argc, argv, tables.letters, tables.names, NULL)) != -1) {
		if (id == UNKNOWN)
			return leave(exit_code, unknown_option(command, argv[optind - 1], optopt));
		if (id == VALUE_MISSING)
			return leave(exit_code, missing_value(command, optopt));
		if (id == COMMAND_OPTION_HELP) {
			command_help(command, stdout, term_help_width(stdout));
			return leave(exit_code, TOOL_EXIT_OK);
		}
		if (id == COMMAND_OPTION_VERSION) {
			printf("%s (ecekit) %s\n", command->name, tool_version);
			return leave(exit_code, TOOL_EXIT_OK);
		}
		/* A variable of a script that is not set must not mean the default. */
		if (optarg && !optarg[0])
			return leave(exit_code, missing_value(command, id));
		if (!option(ctx, id, optarg))
			return leave(exit_code, TOOL_EXIT_USAGE);
		if (count < OPTIONS_MAX)
			given[count++] = id;
	}
	*exit_code = take_words(command, argc, argv, line);
	if (!*exit_code)
		*exit_code = check_form(command, line, given, count);
	return !*exit_code;
}
