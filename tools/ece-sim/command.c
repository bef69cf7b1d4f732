// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-sim/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"Software ConnectX cards, for those who have none and for tests. No hardware is touched. What a card does was "
	"decided by the authors of the model from public documents; it is not what silicon does.",
	NULL,
};

static const struct command_form forms[] = {
	{.verb = "fleet", .args = "VERB", .max_args = 0, .text = "Look at a simulated fleet and disturb it"},
	{.verb = "pci", .args = "", .max_args = 0, .text = "Serve software cards to QEMU over vfio-user"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "Done"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
};

static const struct command_example examples[] = {
	{"ece-sim fleet --help", "All about one verb."},
};

static const char *const see_also[] = {"ece-sim-fleet(1)", "ece-sim-pci(1)", "ece-apply(1)", NULL};

const struct command ece_sim_command = {
	.name = "ece-sim",
	.section = 1,
	.summary = "Software ConnectX cards: a simulated fleet, and PCI devices for a virtual machine",
	.description = description,
	.forms = forms,
	.form_count = COMMAND_ROWS(forms),
	.exits = exits,
	.exit_count = COMMAND_ROWS(exits),
	.examples = examples,
	.example_count = COMMAND_ROWS(examples),
	.see_also = see_also,
};
