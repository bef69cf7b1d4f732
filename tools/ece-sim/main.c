// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-sim: software ConnectX cards: on PCI for a virtual machine, and the simulated fleet. */
#include <stdio.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "tools/common/exit_code.h"
#include "tools/ece-sim/verbs.h"

static const struct {
	const char *name;
	const char *text;
	int (*run)(int argc, char **argv);
} verbs[] = {
	{"fleet", "look at a simulated fleet and disturb it", sim_fleet},
	{"pci", "serve cards to QEMU (vfio-user)", sim_pci},
};

#define VERB_COUNT (sizeof(verbs) / sizeof(verbs[0]))

static void usage(FILE *to)
{
	size_t i;

	fprintf(to, "usage: ece-sim VERB [OPTIONS]\n\nSoftware ConnectX cards. No hardware is touched.\n\n");
	for (i = 0; i < VERB_COUNT; i++)
		fprintf(to, "  %-8s %s\n", verbs[i].name, verbs[i].text);
	fprintf(to, "\n'ece-sim VERB --help' says more.\n");
}

static const char *verb_at(const void *list, size_t i)
{
	(void)list;
	return i < VERB_COUNT ? verbs[i].name : NULL;
}

static int unknown(const char *word)
{
	const char *near = ece_nearest(word, verb_at, NULL);

	if (near)
		fprintf(stderr, "ece-sim: no verb '%s'; did you mean '%s'?\n", word, near);
	else
		fprintf(stderr, "ece-sim: no verb '%s'; see 'ece-sim --help'\n", word);
	return TOOL_EXIT_USAGE;
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc < 2) {
		usage(stderr);
		return TOOL_EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		usage(stdout);
		return TOOL_EXIT_OK;
	}
	for (i = 0; i < VERB_COUNT; i++) {
		if (strcmp(argv[1], verbs[i].name) == 0)
			return verbs[i].run(argc - 1, argv + 1);
	}
	return unknown(argv[1]);
}
