// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * pages man COMMAND | pages completion | pages parameters | pages counters: prints a text that is made from the tables.
 *
 * The results are kept in the tree, where a test compares them; tests/cli/golden.sh --update makes them anew.
 */
#include "tools/gen/pages.h"

#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/output.h"

static int man(const char *name)
{
	const struct command *command;

	for (size_t i = 0; (command = pages_command(i)); i++) {
		if (strcmp(command->name, name) == 0) {
			pages_man(command, stdout);
			return output_end(TOOL_EXIT_OK);
		}
	}
	fprintf(stderr, "error: no command \"%s\"\n", name);
	return TOOL_EXIT_USAGE;
}

/* "1 ece-apply": the section, and what man can be asked for */
static int list(void)
{
	const struct command *command;

	for (size_t i = 0; (command = pages_command(i)); i++)
		printf("%d %s\n", command->section, command->name);
	return output_end(TOOL_EXIT_OK);
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "man") == 0)
		return man(argv[2]);
	if (argc == 2 && strcmp(argv[1], "list") == 0)
		return list();
	if (argc == 2 && strcmp(argv[1], "completion") == 0)
		pages_completion(stdout);
	else if (argc == 2 && strcmp(argv[1], "parameters") == 0)
		pages_parameters(stdout);
	else if (argc == 2 && strcmp(argv[1], "counters") == 0)
		pages_counters(stdout);
	else {
		fputs("usage: pages man COMMAND | list | completion | parameters | counters\n", stderr);
		return TOOL_EXIT_USAGE;
	}
	return output_end(TOOL_EXIT_OK);
}
