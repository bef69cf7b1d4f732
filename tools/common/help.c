// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "tools/common/command.h"
#include "tools/common/text.h"

#define MARGIN     2
#define DEEP       6  /* of a text below its heading */
#define COLUMN_MAX 26 /* a longer name has its text on the next line */

/* "NAME          text", the text wrapped in its own column */
static void entry(FILE *out, const char *name, const char *text, size_t column, size_t width)
{
	size_t used = MARGIN + text_width(name);

	fprintf(out, "%*s%s", MARGIN, "", name);
	if (used + 2 > column) {
		fputc('\n', out);
		used = 0;
	}
	fprintf(out, "%*s", (int)(column - used), "");
	text_wrap(out, text, column, width);
	fputc('\n', out);
}

static void usage_lines(const struct command *command, FILE *out)
{
	for (size_t i = 0; i < command->form_count; i++) {
		const struct command_form *form = &command->forms[i];

		fprintf(out, "%s %s", i ? "      " : "Usage:", command->name);
		if (form->verb)
			fprintf(out, " %s", form->verb);
		fprintf(out, " [OPTION]...%s%s\n", form->args[0] ? " " : "", form->args);
	}
}

static void option_heading(const struct command_option *o, char *buf, size_t size)
{
	char letter[] = {'-', (char)o->id, ',', ' ', '\0'};

	snprintf(buf, size, "%s--%s%s%s", o->id < COMMAND_OPTION_LONG_ONLY ? letter : "    ", o->name,
		 o->value ? " " : "", o->value ? o->value : "");
}

static void form_heading(const struct command_form *form, char *buf, size_t size)
{
	if (form->verb)
		snprintf(buf, size, "%s%s%s", form->verb, form->args[0] ? " " : "", form->args);
	else
		snprintf(buf, size, "%s", form->args[0] ? form->args : "(" COMMAND_BARE_FORM ")");
}

static const char *short_name(const struct command_form *form)
{
	if (form->verb)
		return form->verb;
	return form->args[0] ? form->args : COMMAND_BARE_FORM;
}

static void forms(const struct command *command, FILE *out, size_t width)
{
	char heading[128];

	if (command->form_count < 2)
		return;
	fputc('\n', out);
	for (size_t i = 0; i < command->form_count; i++) {
		form_heading(&command->forms[i], heading, sizeof(heading));
		entry(out, heading, command->forms[i].text, COLUMN_MAX, width);
	}
}

/* " (with FILE, undo)", for an option that not all forms take */
static void forms_of_option(const struct command *command, const struct command_option *o, char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < command->form_count && len < size; i++) {
		const struct command_form *form = &command->forms[i];

		if (o->forms & COMMAND_FORM(i))
			len += (size_t)snprintf(buf + len, size - len, "%s%s", len ? ", " : " (with ",
						short_name(form));
	}
	if (len && len < size)
		snprintf(buf + len, size - len, ")");
}

static void options(const struct command *command, FILE *out, size_t width)
{
	const struct command_option *o;
	char heading[128], with[256], text[1024];

	fputs("\nOptions:\n", out);
	for (size_t i = 0; (o = command_option_at(command, i)); i++) {
		option_heading(o, heading, sizeof(heading));
		forms_of_option(command, o, with, sizeof(with));
		snprintf(text, sizeof(text), "%s%s", o->text, command->form_count > 1 ? with : "");
		entry(out, heading, text, COLUMN_MAX, width);
	}
}

static void exits(const struct command *command, FILE *out, size_t width)
{
	char code[16];

	fputs("\nExit status:\n", out);
	for (size_t i = 0; i < command->exit_count; i++) {
		snprintf(code, sizeof(code), "%2d", command->exits[i].code);
		entry(out, code, command->exits[i].text, MARGIN + 4, width);
	}
}

static void examples(const struct command *command, FILE *out, size_t width)
{
	if (command->example_count)
		fputs("\nExamples:\n", out);
	for (size_t i = 0; i < command->example_count; i++) {
		fprintf(out, "%*s%s\n%*s", MARGIN, "", command->examples[i].line, DEEP, "");
		text_wrap(out, command->examples[i].text, DEEP, width);
		fputc('\n', out);
	}
}

void command_help(const struct command *command, FILE *out, size_t width)
{
	usage_lines(command, out);
	fputc('\n', out);
	text_wrap(out, command->summary, 0, width);
	fputs(".\n", out);
	forms(command, out, width);
	options(command, out, width);
	exits(command, out, width);
	examples(command, out, width);
}
