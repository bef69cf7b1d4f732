// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "devx/params/param.h"
#include "tools/gen/pages.h"

/* ece-apply -> _ece_apply, ece-sim pci -> _ece_sim_pci */
static void function_name(const struct command *command, FILE *out)
{
	fputc('_', out);
	for (const char *c = command->name; *c; c++)
		fputc(*c == '-' || *c == ' ' ? '_' : *c, out);
}

static void param_names(FILE *out)
{
	for (size_t i = 0; i < ece_param_count(); i++)
		fprintf(out, "%s%s", i ? " " : "", ece_param_at(i)->name);
}

static void words_of(enum command_words words, FILE *out)
{
	switch (words) {
	case COMMAND_WORDS_FILE:
		fputs("mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")", out);
		break;
	case COMMAND_WORDS_DIR:
		fputs("mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")", out);
		break;
	case COMMAND_WORDS_PARAM:
		fputs("mapfile -t COMPREPLY < <(compgen -W \"", out);
		param_names(out);
		fputs("\" -- \"$cur\")", out);
		break;
	case COMMAND_WORDS_NONE:
		fputs("COMPREPLY=()", out);
		break;
	}
}

/* Behind an option that takes a value, the value. */
static void values(const struct command *command, FILE *out)
{
	const struct command_option *o;

	fputs("\tcase $prev in\n", out);
	for (size_t i = 0; (o = command_option_at(command, i)); i++) {
		if (!o->value)
			continue;
		fputs("\t", out);
		if (o->id < COMMAND_OPTION_LONG_ONLY)
			fprintf(out, "-%c | ", o->id);
		fprintf(out, "--%s)\n\t\t", o->name);
		words_of(o->words, out);
		fputs("\n\t\treturn\n\t\t;;\n", out);
	}
	fputs("\t-) ;;\n\tesac\n", out);
}

static void options_of(const struct command *command, size_t form, FILE *out)
{
	const struct command_option *o;
	const char *between = "";

	for (size_t i = 0; (o = command_option_at(command, i)); i++) {
		if (o->forms && !(o->forms & COMMAND_FORM(form)))
			continue;
		fprintf(out, "%s--%s", between, o->name);
		between = " ";
	}
}

static bool has_verbs(const struct command *command)
{
	return command->form_count > 1 || command->forms[0].verb;
}

static void verb_names(const struct command *command, const char *between, FILE *out)
{
	bool any = false;

	for (size_t i = 0; i < command->form_count; i++) {
		if (!command->forms[i].verb)
			continue;
		fprintf(out, "%s%s", any ? between : "", command->forms[i].verb);
		any = true;
	}
}

/* Which verb has been typed, if any. */
static void find_verb(const struct command *command, FILE *out)
{
	fputs("\tfor word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n\t\tcase $word in\n\t\t", out);
	verb_names(command, " | ", out);
	fputs(")\n\t\t\tverb=$word\n\t\t\tbreak\n\t\t\t;;\n\t\tesac\n\tdone\n", out);
}

/* Options behind a dash, else words; each line behind @tabs. */
static void form_body(const struct command *command, size_t i, const char *tabs, FILE *out)
{
	const struct command_form *form = &command->forms[i];

	fprintf(out, "%sif [[ $cur == -* ]]; then\n%s\tmapfile -t COMPREPLY < <(compgen -W \"", tabs, tabs);
	options_of(command, i, out);
	fprintf(out, "\" -- \"$cur\")\n%selse\n%s\t", tabs, tabs);
	words_of(form->words, out);
	if (!form->verb && command->form_count > 1) {
		fprintf(out, "\n%s\tmapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"", tabs);
		verb_names(command, " ", out);
		fputs("\" -- \"$cur\")", out);
	}
	fprintf(out, "\n%sfi\n", tabs);
}

static void form_case(const struct command *command, size_t i, FILE *out)
{
	const char *verb = command->forms[i].verb;

	fprintf(out, "\t%s)\n", verb ? verb : "*");
	form_body(command, i, "\t\t", out);
	fputs("\t\t;;\n", out);
}

/* Without a form that needs no verb: offer the verbs. */
static void verbs_case(const struct command *command, FILE *out)
{
	fputs("\t*)\n\t\tmapfile -t COMPREPLY < <(compgen -W \"", out);
	verb_names(command, " ", out);
	fputs(" --help --version\" -- \"$cur\")\n\t\t;;\n", out);
}

static void verbs(const struct command *command, FILE *out)
{
	size_t plain = command->form_count;

	find_verb(command, out);
	fputs("\tcase $verb in\n", out);
	for (size_t i = 0; i < command->form_count; i++) {
		if (command->forms[i].verb)
			form_case(command, i, out);
		else
			plain = i;
	}
	if (plain < command->form_count)
		form_case(command, plain, out);
	else
		verbs_case(command, out);
	fputs("\tesac\n", out);
}

/* Is @child, "ece-sim pci", a verb of @command, "ece-sim", with a command line of its own? */
static bool is_child(const struct command *command, const struct command *child)
{
	size_t len = strlen(command->name);

	return strncmp(child->name, command->name, len) == 0 && child->name[len] == ' ';
}

static bool is_parent(const struct command *command)
{
	const struct command *other;

	for (size_t i = 0; (other = pages_command(i)); i++)
		if (is_child(command, other))
			return true;
	return false;
}

/* The first word chooses the function that completes the rest. */
static void children(const struct command *command, FILE *out)
{
	const struct command *child;

	fputs("\tif ((COMP_CWORD == 1)); then\n\t\tmapfile -t COMPREPLY < <(compgen -W \"", out);
	verb_names(command, " ", out);
	fputs(" --help --version\" -- \"$cur\")\n\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in\n", out);
	for (size_t i = 0; (child = pages_command(i)); i++) {
		if (!is_child(command, child))
			continue;
		fprintf(out, "\t%s) ", child->name + strlen(command->name) + 1);
		function_name(child, out);
		fputs(" ;;\n", out);
	}
	fputs("\tesac\n", out);
}

static void command_function(const struct command *command, FILE *out)
{
	fputc('\n', out);
	function_name(command, out);
	fputs("()\n{\n\tlocal cur=${COMP_WORDS[COMP_CWORD]}", out);
	if (!is_parent(command))
		fputs(" prev=${COMP_WORDS[COMP_CWORD - 1]}", out);
	fputs(has_verbs(command) && !is_parent(command) ? " verb='' word\n\n" : "\n\n", out);
	if (is_parent(command)) {
		children(command, out);
	} else {
		values(command, out);
		if (has_verbs(command))
			verbs(command, out);
		else
			form_body(command, 0, "\t", out);
	}
	fputs("}\n", out);
	if (strchr(command->name, ' '))
		return;
	fputs("complete -o filenames -F ", out);
	function_name(command, out);
	fprintf(out, " %s\n", command->name);
}

void pages_completion(FILE *out)
{
	const struct command *command;

	fputs("# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause\n"
	      "# shellcheck shell=bash\n"
	      "# Completion for bash, made from the option tables of the commands; see CONTRIBUTING.md.\n",
	      out);
	for (size_t i = 0; (command = pages_command(i)); i++)
		command_function(command, out);
}
