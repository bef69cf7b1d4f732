// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <ctype.h>
#include <string.h>

#include "devx/params/param.h"
#include "tools/common/param_text.h"
#include "tools/common/version.h"
#include "tools/gen/pages.h"

#define RANGE_MAX 128

/* Text for troff: a hyphen that can be copied, no accidental requests. */
static void text(FILE *out, const char *s)
{
	if (*s == '.' || *s == '\'')
		fputs("\\&", out);
	for (; *s; s++) {
		if (*s == '-')
			fputs("\\-", out);
		else if (*s == '\\')
			fputs("\\e", out);
		else
			fputc(*s, out);
	}
}

static void line(FILE *out, const char *s)
{
	text(out, s);
	fputc('\n', out);
}

static void bold(FILE *out, const char *s)
{
	fputs("\\fB", out);
	text(out, s);
	fputs("\\fR", out);
}

static void upper(FILE *out, const char *s)
{
	for (; *s; s++)
		fputc(*s == ' ' ? '-' : toupper((unsigned char)*s), out);
}

static void heading(const struct command *command, FILE *out)
{
	fputs(".\\\" SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause\n", out);
	fputs(".\\\" Made from the tables of the command; see CONTRIBUTING.md.\n.TH ", out);
	upper(out, command->name);
	fprintf(out, " %d \"\" \"ecekit %s\" \"ecekit manual\"\n.SH NAME\n", command->section, tool_version);
	for (const char *c = command->name; *c; c++)
		text(out, (char[]){*c == ' ' ? '-' : *c, '\0'});
	fputs(" \\- ", out);
	line(out, command->summary);
}

static void synopsis(const struct command *command, FILE *out)
{
	fputs(".SH SYNOPSIS\n.nf\n", out);
	for (size_t i = 0; i < command->form_count; i++) {
		const struct command_form *form = &command->forms[i];

		bold(out, command->name);
		if (form->verb) {
			fputc(' ', out);
			bold(out, form->verb);
		}
		fputs(" [\\fIOPTION\\fR]...", out);
		if (form->args[0]) {
			fputc(' ', out);
			text(out, form->args);
		}
		fputc('\n', out);
	}
	fputs(".fi\n", out);
}

static void description(const struct command *command, FILE *out)
{
	fputs(".SH DESCRIPTION\n", out);
	for (size_t i = 0; command->description && command->description[i]; i++) {
		if (i)
			fputs(".PP\n", out);
		line(out, command->description[i]);
	}
}

static void forms(const struct command *command, FILE *out)
{
	if (command->form_count < 2)
		return;
	fputs(".SH VERBS\n", out);
	for (size_t i = 0; i < command->form_count; i++) {
		const struct command_form *form = &command->forms[i];

		fputs(".TP\n", out);
		if (form->verb)
			bold(out, form->verb);
		else if (!form->args[0])
			text(out, "(" COMMAND_BARE_FORM ")");
		if (form->args[0]) {
			fputs(form->verb ? " " : "", out);
			text(out, form->args);
		}
		fputc('\n', out);
		text(out, form->text);
		fputs(".\n", out);
	}
}

static void option(const struct command_option *o, FILE *out)
{
	char name[128];

	fputs(".TP\n", out);
	if (o->id < COMMAND_OPTION_LONG_ONLY) {
		snprintf(name, sizeof(name), "-%c", o->id);
		bold(out, name);
		fputs(", ", out);
	}
	snprintf(name, sizeof(name), "--%s", o->name);
	bold(out, name);
	if (o->value)
		fprintf(out, " \\fI%s\\fR", o->value);
	fputc('\n', out);
	text(out, o->text);
	fputs(".\n", out);
}

static void parameter(const struct ece_param *param, FILE *out)
{
	char range[RANGE_MAX];

	fputs(".TP\n", out);
	bold(out, param->name);
	fputc('\n', out);
	text(out, param->text);
	fputs(". Values: ", out);
	text(out, param_text_range(param, range, sizeof(range)));
	fputs("; a change ", out);
	text(out, param_text_cost(param));
	fputs(".\n", out);
}

static void parameters(FILE *out)
{
	const struct ece_param_pattern *pattern;

	fputs(".SH PARAMETERS\nNames as in the fleet file and in the output of ", out);
	bold(out, "ece-show");
	fputs(". N and NAME stand for what the card tells.\n", out);
	for (size_t i = 0; i < ece_param_count(); i++)
		parameter(ece_param_at(i), out);
	for (size_t i = 0; (pattern = ece_param_pattern_at(i)); i++)
		parameter(&pattern->row, out);
}

static void exits(const struct command *command, FILE *out)
{
	fputs(".SH EXIT STATUS\n", out);
	for (size_t i = 0; i < command->exit_count; i++) {
		fprintf(out, ".TP\n.B %d\n", command->exits[i].code);
		text(out, command->exits[i].text);
		fputs(".\n", out);
	}
}

static void environment(FILE *out)
{
	fputs(".SH ENVIRONMENT\n"
	      ".TP\n.B ECE_STATE\nThe state directory, where no option names one.\n"
	      ".TP\n.B NO_COLOR\nWhen set and not empty: no colour.\n",
	      out);
}

static void examples(const struct command *command, FILE *out)
{
	if (command->example_count)
		fputs(".SH EXAMPLES\n", out);
	for (size_t i = 0; i < command->example_count; i++) {
		fputs(".TP\n", out);
		bold(out, command->examples[i].line);
		fputc('\n', out);
		line(out, command->examples[i].text);
	}
}

static void see_also(const struct command *command, FILE *out)
{
	if (!command->see_also)
		return;
	fputs(".SH SEE ALSO\n", out);
	for (size_t i = 0; command->see_also[i]; i++) {
		const char *page = command->see_also[i];
		size_t name = strcspn(page, "(");
		char word[128];

		snprintf(word, sizeof(word), "%.*s", (int)name, page);
		bold(out, word);
		fprintf(out, "%s%s\n", page + name, command->see_also[i + 1] ? "," : "");
	}
}

void pages_man(const struct command *command, FILE *out)
{
	const struct command_option *o;

	heading(command, out);
	synopsis(command, out);
	description(command, out);
	forms(command, out);
	fputs(".SH OPTIONS\n", out);
	for (size_t i = 0; (o = command_option_at(command, i)); i++)
		option(o, out);
	if (command->with_parameters)
		parameters(out);
	exits(command, out);
	environment(out);
	examples(command, out);
	see_also(command, out);
}
