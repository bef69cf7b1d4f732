// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-record/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-record reads all that the toolkit reads of a ConnectX NIC and keeps every exchange with the card and the "
	"kernel in FILE, one JSON object a line. It only reads.",
	"MAC addresses, GUIDs, serial numbers, host names and addresses of peers are not in it: each is replaced by a "
	"name that stays the same within one recording, and what may carry them unseen is left out. Look through it "
	"all the same before it leaves the house.",
	"replay sends the recorded commands to the software ConnectX and prints where the answers differ, by the name "
	"of "
	"the field. So one person with a card can settle what is public nowhere.",
	NULL,
};

static const struct command_form forms[] = {
	[RECORD_FORM_TAKE] = {.args = "FILE [CARD...]",
			      .min_args = 1,
			      .max_args = 1 + RECORD_CARDS_MAX,
			      .words = COMMAND_WORDS_FILE,
			      .text = "Record; FILE must not exist yet. Without a CARD all are recorded"},
	[RECORD_FORM_REPLAY] = {.verb = "replay",
				.args = "FILE",
				.min_args = 1,
				.max_args = 1,
				.words = COMMAND_WORDS_FILE,
				.text = "Hold a recording against the software ConnectX"},
};

static const struct command_option options[] = {
	{.id = RECORD_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .forms = COMMAND_FORM(RECORD_FORM_TAKE),
	 .text = "Record a host of the simulated fleet in the state directory DIR; needs --host"},
	{.id = RECORD_OPTION_HOST,
	 .name = "host",
	 .value = "NAME",
	 .forms = COMMAND_FORM(RECORD_FORM_TAKE),
	 .text = "The simulated host to record"},
	{.id = RECORD_OPTION_TYPE,
	 .name = "type",
	 .value = "TYPE",
	 .forms = COMMAND_FORM(RECORD_FORM_REPLAY),
	 .text = "Which card the software plays: one of those that ece-sim has; cx7 when none is given"},
	{.id = RECORD_OPTION_JSON, .name = "json", .text = "Print one JSON object on stdout"},
};

static const struct command_exit exits[] = {
	{0, "Recorded; or replayed, and every answer is the same"},
	{1, "An error; a recording that ended too early says so"},
	{2, "Replayed, and answers differ"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "There is no such card, type or simulated host, or FILE is no recording"},
	{TOOL_EXIT_UNREACHABLE, "This host has no ConnectX NIC"},
};

static const struct command_example examples[] = {
	{"ece-record card.jsonl mlx5_0", "One NIC of this host."},
	{"ece-record replay card.jsonl --type cx7", "What the software ConnectX answers otherwise."},
};

static const char *const see_also[] = {"ece-show(1)", "ece-sim(1)", NULL};

const struct command ece_record_command = {
	.name = "ece-record",
	.section = 1,
	.summary = "Keep what a ConnectX answers, and hold it against the software ConnectX",
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
