// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <locale.h>
#include <stddef.h>

#include "tools/common/output.h"
#include "tools/ece-trace/command.h"
#include "tools/ece-trace/launch.h"
#include "tools/ece-trace/show.h"

static bool take_option(void *ctx, int id, const char *value)
{
	struct trace_args *args = ctx;

	switch ((enum trace_option)id) {
	case TRACE_OPTION_OUTPUT:
		args->output = value;
		break;
	case TRACE_OPTION_READ:
		args->read = true;
		break;
	case TRACE_OPTION_JSON:
		args->json = true;
		break;
	case TRACE_OPTION_SHOW:
		args->show = value;
		break;
	case TRACE_OPTION_APPLY:
		args->apply = value;
		break;
	}
	return true;
}

static int run(const struct trace_args *args)
{
	const struct command *command = &ece_trace_command;

	if (args->show && (args->program[0] || args->output || args->read || args->apply))
		return command_usage(command, "--show runs no program");
	if (args->show)
		return show_trace(args);
	if (args->json)
		return command_usage(command, "--json goes with --show: lines of a trace are JSON anyway");
	if (!args->program[0])
		return command_usage(command, "which program?");
	return launch(args);
}

int main(int argc, char **argv)
{
	struct trace_args args = {.output = NULL};
	struct command_line line;
	int exit_code;

	setlocale(LC_CTYPE, "");
	if (command_parse(&ece_trace_command, argc, argv, take_option, &args, &line, &exit_code)) {
		/* Up to the NULL of argv */
		args.program = line.words;
		exit_code = run(&args);
	}
	return output_end(exit_code);
}
