// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-sim: software ConnectX cards: on PCI for a virtual machine, and the simulated fleet. */
#include <string.h>

#include "tools/common/output.h"
#include "tools/ece-sim/command.h"
#include "tools/ece-sim/verbs.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} verbs[] = {
	{"fleet", sim_fleet},
	{"pci", sim_pci},
};

#define VERB_COUNT (sizeof(verbs) / sizeof(verbs[0]))

static bool no_option(void *ctx, int id, const char *value)
{
	(void)ctx;
	(void)id;
	(void)value;
	return true;
}

int main(int argc, char **argv)
{
	struct command_line line;
	int exit_code;

	/* A verb reads the rest of the line itself */
	for (size_t i = 0; argc > 1 && i < VERB_COUNT; i++)
		if (strcmp(argv[1], verbs[i].name) == 0)
			return output_end(verbs[i].run(argc - 1, argv + 1));
	if (command_parse(&ece_sim_command, argc, argv, no_option, NULL, &line, &exit_code))
		exit_code = command_usage(&ece_sim_command, "the verb comes first");
	return output_end(exit_code);
}
