/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One command as data: its forms, options, exit codes and texts. The parser of the command line, --help, the man page
 * and the completion all read this one table, so that none of them can lag behind.
 */
#ifndef ECE_TOOLS_COMMON_COMMAND_H
#define ECE_TOOLS_COMMON_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What a shell may offer for a word. */
enum command_words {
	COMMAND_WORDS_NONE,
	COMMAND_WORDS_FILE,
	COMMAND_WORDS_DIR,
	COMMAND_WORDS_PARAM, /* names of the parameter table */
};

/* Ids of the options that every command has. */
enum {
	COMMAND_OPTION_HELP = 'h',
	COMMAND_OPTION_VERSION = 'V',
	COMMAND_OPTION_LONG_ONLY = 256, /* ids from here on have no short form */
};

struct command_option {
	int id;            /* handed to the callback; a printable character is the short form as well */
	const char *name;  /* long form, without dashes */
	const char *value; /* what stands for its value in help, "DIR"; NULL: it takes none */
	enum command_words words;
	unsigned int forms; /* COMMAND_FORM() bits of the forms that take it; 0: all of them */
	const char *text;   /* one sentence without a full stop */
};

#define COMMAND_FORM(n) (1U << (n))

/* What a form with neither verb nor arguments is called in a list of forms. */
#define COMMAND_BARE_FORM "no verb"

/* How many rows one of its tables has. */
#define COMMAND_ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* One way to call it. */
struct command_form {
	const char *verb; /* NULL: the form without a verb */
	const char *args; /* as in help: "FILE", "[RUN]", "" */
	size_t min_args, max_args;
	enum command_words words; /* of the arguments */
	const char *text;         /* one sentence without a full stop */
};

struct command_exit {
	int code;
	const char *text;
};

struct command_example {
	const char *line;
	const char *text;
};

struct command {
	const char *name;
	int section;                    /* of the manual */
	const char *summary;            /* one line without a full stop */
	const char *const *description; /* paragraphs, NULL-ended */
	const struct command_form *forms;
	size_t form_count;
	const struct command_option *options; /* without --help and --version */
	size_t option_count;
	const struct command_exit *exits;
	size_t exit_count;
	const struct command_example *examples;
	size_t example_count;
	bool with_parameters;        /* the man page lists the parameter table */
	bool words_of_another;       /* the words are a command line: options behind the first word are not ours */
	const char *const *see_also; /* other pages: "ece-show(1)", NULL-ended */
};

/* What was typed. */
struct command_line {
	size_t form;        /* index into the forms */
	char *const *words; /* behind the verb; part of argv */
	size_t word_count;
};

/**
 * command_parse - read the command line
 * @argc, @argv: of main(); words are moved behind the options
 * @option: called for each option that was given, in order; returns false after it reported a bad value
 * @ctx: handed to @option
 * @line: written when it returns true
 * @exit_code: written when it returns false
 *
 * A first word equal to a verb is the verb; any other first word belongs to the form without one. Prints the help and
 * the version, and what is wrong, with the nearest known word.
 *
 * Returns true to go on; false to leave with @exit_code.
 */
bool command_parse(const struct command *command, int argc, char **argv,
		   bool (*option)(void *ctx, int id, const char *value), void *ctx, struct command_line *line,
		   int *exit_code);

/**
 * command_usage - print what is wrong with the command line, and where help is
 * @format: a sentence without a full stop
 *
 * Returns TOOL_EXIT_USAGE.
 */
__attribute__((format(printf, 2, 3))) int command_usage(const struct command *command, const char *format, ...);

/**
 * command_option_at - the options of the command and, behind them, those that every command has
 *
 * Returns NULL behind the last one.
 */
const struct command_option *command_option_at(const struct command *command, size_t i);

/**
 * command_nearest_verb - the verb that is most like @word
 *
 * Returns NULL when none is near.
 */
const char *command_nearest_verb(const struct command *command, const char *word);

/**
 * command_help - print the help of a command
 * @width: columns to wrap at
 */
void command_help(const struct command *command, FILE *out, size_t width);

#endif
