// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tools/common/command.h"

#define WORDS_MAX 16
#define OUTPUT    2048

enum {
	FORM_FILE,
	FORM_UNDO,
	FORM_STATUS,
};

enum {
	OPTION_JSON = COMMAND_OPTION_LONG_ONLY,
};

static const struct command_form forms[] = {
	[FORM_FILE] = {.args = "FILE", .min_args = 1, .max_args = 1, .text = "Apply a file"},
	[FORM_UNDO] = {.verb = "undo", .args = "RUN", .min_args = 1, .max_args = 1, .text = "Undo a run"},
	[FORM_STATUS] = {.verb = "status", .args = "[RUN]", .max_args = 1, .text = "Say how it stands"},
};

static const struct command_option options[] = {
	{.id = 'y', .name = "yes", .forms = COMMAND_FORM(FORM_FILE) | COMMAND_FORM(FORM_UNDO), .text = "Do not ask"},
	{.id = 's', .name = "state", .value = "DIR", .text = "The state directory"},
	{.id = OPTION_JSON, .name = "json", .text = "JSON on stdout"},
};

static const struct command_exit exits[] = {{0, "All is well"}};

static const struct command command = {
	.name = "ece-test",
	.summary = "A command for this test",
	.forms = forms,
	.form_count = sizeof(forms) / sizeof(forms[0]),
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.exits = exits,
	.exit_count = 1,
};

struct seen {
	char ids[WORDS_MAX + 1];
	size_t count;
	const char *value;
};

static bool see(void *ctx, int id, const char *value)
{
	struct seen *seen = ctx;

	assert_true(seen->count < WORDS_MAX);
	seen->ids[seen->count++] = id == OPTION_JSON ? 'J' : (char)id;
	if (value)
		seen->value = value;
	return !value || strcmp(value, "bad") != 0;
}

/* Parses the words of @text; what is printed on stderr goes to @said. */
static bool parse(const char *text, struct seen *seen, struct command_line *line, int *exit_code, char *said)
{
	static char words[256];
	char *argv[WORDS_MAX + 1] = {NULL}, *save = NULL;
	int argc = 0, keep = dup(STDERR_FILENO), pipes[2];
	ssize_t n;
	bool go;

	snprintf(words, sizeof(words), "%s", text);
	for (char *w = strtok_r(words, " ", &save); w && argc < WORDS_MAX; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	*seen = (struct seen){0};
	assert_int_equal(pipe(pipes), 0);
	dup2(pipes[1], STDERR_FILENO);
	go = command_parse(&command, argc, argv, see, seen, line, exit_code);
	fflush(stderr);
	dup2(keep, STDERR_FILENO);
	close(keep);
	close(pipes[1]);
	n = read(pipes[0], said, OUTPUT - 1);
	said[n > 0 ? n : 0] = '\0';
	close(pipes[0]);
	/* The words live in a static buffer, the array does not */
	line->words = NULL;
	return go;
}

struct row {
	const char *typed;
	size_t form, words;
	const char *ids;
};

static void accepted(void **state)
{
	static const struct row rows[] = {
		{"ece-test fleet.json", FORM_FILE, 1, ""},
		{"ece-test fleet.json -y", FORM_FILE, 1, "y"},
		{"ece-test --yes --json fleet.json", FORM_FILE, 1, "yJ"},
		{"ece-test undo r1 --yes", FORM_UNDO, 1, "y"},
		{"ece-test --state /tmp undo r1", FORM_UNDO, 1, "s"},
		{"ece-test -s/tmp status", FORM_STATUS, 0, "s"},
		{"ece-test --state=/tmp status r1", FORM_STATUS, 1, "s"},
		{"ece-test ./status", FORM_FILE, 1, ""},
		{"ece-test -- --yes", FORM_FILE, 1, ""},
		/* GNU's getopt takes what is the beginning of one option only */
		{"ece-test --stat=x fleet.json", FORM_FILE, 1, "s"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct command_line line;
		struct seen seen;
		char said[OUTPUT];
		int code;

		assert_true(parse(rows[i].typed, &seen, &line, &code, said));
		assert_int_equal(line.form, rows[i].form);
		assert_int_equal(line.word_count, rows[i].words);
		assert_string_equal(seen.ids, rows[i].ids);
		assert_string_equal(said, "");
	}
}

static void refused(void **state)
{
	static const struct {
		const char *typed, *said;
	} rows[] = {
		{"ece-test --yess f", "error: no option --yess; did you mean --yes?\nTry 'ece-test --help'.\n"},
		{"ece-test --zzz f", "error: no option --zzz\nTry 'ece-test --help'.\n"},
		{"ece-test -q f", "error: no option -q\nTry 'ece-test --help'.\n"},
		{"ece-test --json -qy f", "error: no option -q\nTry 'ece-test --help'.\n"},
		{"ece-test --yes=1 f", "error: option --yes takes no value\nTry 'ece-test --help'.\n"},
		{"ece-test f --state", "error: option --state needs a value: --state DIR\nTry 'ece-test --help'.\n"},
		{"ece-test f --state=", "error: option --state needs a value: --state DIR\nTry 'ece-test --help'.\n"},
		{"ece-test f -s", "error: option --state needs a value: --state DIR\nTry 'ece-test --help'.\n"},
		{"ece-test", "error: too few words: ece-test FILE\nTry 'ece-test --help'.\n"},
		{"ece-test undo", "error: too few words: ece-test undo RUN\nTry 'ece-test --help'.\n"},
		{"ece-test f g", "error: \"g\" is one word too many: ece-test FILE\nTry 'ece-test --help'.\n"},
		{"ece-test status -y",
		 "error: option --yes does not go with 'ece-test status [RUN]'\nTry 'ece-test --help'.\n"},
		{"ece-test f --state bad", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct command_line line;
		struct seen seen;
		char said[OUTPUT];
		int code;

		assert_false(parse(rows[i].typed, &seen, &line, &code, said));
		assert_int_equal(code, 64);
		assert_string_equal(said, rows[i].said);
	}
}

static void only_verbs(void **state)
{
	const struct command verbs = {
		.name = "ece-test", .forms = forms + 1, .form_count = 2, .options = options, .option_count = 3};

	(void)state;
	assert_string_equal(command_nearest_verb(&verbs, "stauts"), "status");
	assert_null(command_nearest_verb(&verbs, "frobnicate"));
}

static void help_has_every_row(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	command_help(&command, out, 80);
	fclose(out);
	assert_non_null(strstr(text, "Usage: ece-test [OPTION]... FILE\n"));
	assert_non_null(strstr(text, "       ece-test undo [OPTION]... RUN\n"));
	assert_non_null(strstr(text, "\n  -s, --state DIR         The state directory\n"));
	assert_non_null(strstr(text, "\n      --json              JSON on stdout\n"));
	assert_non_null(strstr(text, "\n  -y, --yes               Do not ask (with FILE, undo)\n"));
	assert_non_null(strstr(text, "\n  -V, --version           Print the version\n"));
	assert_non_null(strstr(text, "\n   0  All is well\n"));
	free(text);
}

static void options_of_every_command(void **state)
{
	(void)state;
	assert_string_equal(command_option_at(&command, 2)->name, "json");
	assert_string_equal(command_option_at(&command, 3)->name, "help");
	assert_string_equal(command_option_at(&command, 4)->name, "version");
	assert_null(command_option_at(&command, 5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepted),
		cmocka_unit_test(refused),
		cmocka_unit_test(only_verbs),
		cmocka_unit_test(help_has_every_row),
		cmocka_unit_test(options_of_every_command),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
