// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-facts/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-facts prints one JSON document with all that can be read of this host and its ConnectX NICs: identity, "
	"firmware, driver, kernel, the doors to each card and why others are shut, link, bond, trust, PFC, DSCP map, "
	"ETS, DCBX, pause and its counters, NV configuration, and every parameter with its state. The order of the "
	"keys "
	"is fixed. It only reads; what needs root says so.",
	"null: the host or the card does not have or tell such a thing. {\"unknown\": WHY}: it could not be read. A "
	"value "
	"that could not be read is never shown as 0.",
	"With --redact, host names, boot ids, GUIDs, MAC and IP addresses and serial numbers are replaced wherever "
	"they "
	"stand, so that the document can go into a public bug report. The same original gets the same pseudonym in one "
	"document, and in all documents that are made with the same --salt.",
	"ece-facts compare shows what most hosts have and which are odd, hosts with the same differences together. "
	"What "
	"differs between any two hosts is not compared: names, addresses, GUIDs, serial numbers, counters. NICs are "
	"matched by PCI address, or by their order where hosts have them at different addresses.",
	"With --fleet FILE every host of a fleet file is asked by its agent, which reads what ece-facts would read "
	"there. "
	"Hosts that do not answer are listed with the reason. --odd-one-out compares them, in groups with --by: a "
	"rack, a rail, a pod.",
	NULL,
};

static const struct command_form forms[] = {
	[FACTS_FORM_READ] = {.args = "", .text = "Print the facts of this host"},
	[FACTS_FORM_COMPARE] = {.verb = "compare",
				.args = "FILE FILE...",
				.min_args = 2,
				.max_args = FACTS_FILES_MAX,
				.words = COMMAND_WORDS_FILE,
				.text = "Show how the documents of several hosts differ"},
};

#define READING COMMAND_FORM(FACTS_FORM_READ)

static const struct command_option options[] = {
	{.id = FACTS_OPTION_REDACT, .name = "redact", .forms = READING, .text = "Replace what tells whose host it is"},
	{.id = FACTS_OPTION_SALT,
	 .name = "salt",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .forms = READING,
	 .text = "Make pseudonyms with the bytes of FILE, so that several documents have the same; keep it secret"},
	{.id = FACTS_OPTION_JSON, .name = "json", .text = "Print one JSON object on one line of stdout"},
	{.id = FACTS_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .forms = READING,
	 .text = "Look at a host of the simulated fleet in the state directory DIR; needs --host"},
	{.id = FACTS_OPTION_HOST,
	 .name = "host",
	 .value = "NAME",
	 .forms = READING,
	 .text = "The simulated host to look at"},
	{.id = FACTS_OPTION_FLEET,
	 .name = "fleet",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .forms = READING,
	 .text = "Ask all hosts of a fleet file over its transport: what they are made of, those that are alike "
		 "together; with --json one line a host as it answers"},
	{.id = FACTS_OPTION_LIMIT,
	 .name = "limit",
	 .value = "HOSTS",
	 .forms = READING,
	 .text = "With --fleet: only these hosts"},
	{.id = FACTS_OPTION_ODD,
	 .name = "odd-one-out",
	 .forms = READING,
	 .text = "With --fleet: only what most hosts have otherwise"},
	{.id = FACTS_OPTION_BY,
	 .name = "by",
	 .value = "LABEL",
	 .forms = READING,
	 .text = "With --odd-one-out: compare hosts with the same value of this label of the fleet file"},
	{.id = FACTS_OPTION_STATE,
	 .name = "state",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .forms = READING,
	 .text = "With --fleet: the state directory, as for ece-apply"},
};

static const struct command_exit exits[] = {
	{0, "Printed; with compare: the hosts are alike"},
	{1, "An error"},
	{FACTS_EXIT_DIFFERENCES, "compare found differences, or --odd-one-out an odd host"},
	{7, "With --fleet: some hosts did not tell, and nothing odd was seen"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID,
	 "There is no such simulated host, the salt is empty, or a file is no document of ece-facts"},
	{TOOL_EXIT_UNREACHABLE,
	 "This host has no ConnectX NIC, and its facts are printed all the same; or no host of the fleet answered"},
};

static const struct command_example examples[] = {
	{"ece-facts >$(hostname).json", "Keep the facts of this host."},
	{"ece-facts --redact >report.json", "For a public bug report."},
	{"ece-facts compare gpu*.json", "Which host is odd?"},
	{"ece-facts --fleet fleet.json", "What is the fleet made of?"},
	{"ece-facts --fleet fleet.json --odd-one-out --by rack", "Which host is not as the others of its rack?"},
	{"ece-facts --sim .state --host gpu001", "A host of the simulated fleet."},
};

static const char *const see_also[] = {"ece-show(1)", "ece-apply(1)", "ece-record(1)", NULL};

const struct command ece_facts_command = {
	.name = "ece-facts",
	.section = 1,
	.summary = "All that can be read of a host and its ConnectX NICs, and which host is odd",
	.description = description,
	.forms = forms,
	.form_count = COMMAND_ROWS(forms),
	.options = options,
	.option_count = COMMAND_ROWS(options),
	.exits = exits,
	.exit_count = COMMAND_ROWS(exits),
	.examples = examples,
	.example_count = COMMAND_ROWS(examples),
	.see_also = see_also,
};
