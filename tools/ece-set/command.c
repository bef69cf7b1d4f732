// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-set/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-set sets parameters of one card of this host, now. It reads what the card has, shows what would change, "
	"asks, "
	"records the old values, writes, and reads back; success is the read-back. A write that fails is put back.",
	"It keeps the same journal as the agent of ece-apply and takes the same lock, so a card that an unfinished run "
	"of "
	"ece-apply has changed is refused, and what was set here can be undone by its run. Nothing is kept over a "
	"reload of "
	"the driver or a reboot. For more than one host write a fleet file.",
	"CARD is a PCI address, a network interface or an RDMA device; an RDMA device of several ports means all of "
	"them. "
	"Names and values are those of ece-show and of the fleet file.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "CARD PARAM=VALUE...",
	 .max_args = SET_WORDS_MAX,
	 .words = COMMAND_WORDS_PARAM,
	 .text = "Show what would change, ask, and carry it out"},
};

static const struct command_option options[] = {
	{.id = SET_OPTION_YES, .name = "yes", .text = "Do not ask before the first write"},
	{.id = SET_OPTION_UNDO,
	 .name = "undo",
	 .text = "Put back what a run of ece-set wrote, where it is still there: that of the word behind it, or the "
		 "newest"},
	{.id = SET_OPTION_HISTORY, .name = "history", .text = "List what runs have changed on this host, newest first"},
	{.id = SET_OPTION_JSON, .name = "json", .text = "Print one JSON object on stdout"},
	{.id = SET_OPTION_STATE,
	 .name = "state",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Keep the journal in DIR; otherwise $ECE_STATE, /var/lib/ece for root, or $XDG_STATE_HOME/ece"},
	{.id = SET_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Work on a host of the simulated fleet in the state directory DIR; needs --host"},
	{.id = SET_OPTION_HOST, .name = "host", .value = "NAME", .text = "The simulated host to work on"},
};

static const struct command_exit exits[] = {
	{0, "Set and read back, or undone, or there was nothing to do"},
	{1, "An error; what was written before it is in the journal"},
	{3, "A write failed, and everything was put back; that was read back"},
	{4, "Something could not be put back, or was changed by somebody else: a person is needed"},
	{6, "Another run holds the card, or another program the host"},
	{TOOL_EXIT_USAGE, "The command line is wrong, or --yes is missing where nobody can be asked"},
	{TOOL_EXIT_INVALID, "There is no such card, parameter, value or run, or the card cannot; nothing was written"},
	{TOOL_EXIT_UNREACHABLE, "This host has no ConnectX NIC"},
};

static const struct command_example examples[] = {
	{"ece-set mlx5_0 dcqcn.rp.ai_rate='40 Mb/s'", "One value of one card."},
	{"ece-set eth2 dcqcn.rp.gd=11 dcqcn.rp.time_reset='300 us' --yes", "Two values, for a script."},
	{"ece-set --undo", "Put back what was set last."},
	{"ece-set --history", "What has been set here, by whom, and what became of it."},
};

static const char *const see_also[] = {"ece-show(1)", "ece-apply(1)", "ece-agent(8)", NULL};

const struct command ece_set_command = {
	.name = "ece-set",
	.section = 1,
	.summary = "Set parameters of one ConnectX NIC of this host",
	.description = description,
	.forms = forms,
	.form_count = COMMAND_ROWS(forms),
	.options = options,
	.option_count = COMMAND_ROWS(options),
	.exits = exits,
	.exit_count = COMMAND_ROWS(exits),
	.examples = examples,
	.example_count = COMMAND_ROWS(examples),
	.with_parameters = true,
	.see_also = see_also,
};
