// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/exit_code.h"
#include "tools/ece-sim/command.h"

static const char *const description[] = {
	"The simulated fleet of a fleet file with \"transport\": \"sim\" lives in the state directory and stays there "
	"between runs. These verbs do to it what happens to real fleets: somebody changes a card by hand, a host does "
	"not answer any more.",
	"tell says something to cards: fault status|ignore|delay|vanish|clear ..., health SYNDROME, firmware-reset, "
	"link up|down, "
	"counter "
	"NAME [VALUE], dump [PREFIX]; docs/software-connectx.md has the words. dump prints every value that cards "
	"hold.",
	"HOSTS is a list like gpu[001-016,020],login1.",
	NULL,
};

static const struct command_form forms[] = {
	[SIM_FLEET_FORM_SHOW] = {.verb = "show",
				 .args = "[HOSTS]",
				 .max_args = 1,
				 .text = "List hosts, their cards and whether they answer"},
	[SIM_FLEET_FORM_DRIFT] =
		{.verb = "drift",
		 .args = "HOSTS",
		 .min_args = 1,
		 .max_args = 1,
		 .text = "Change a parameter of all their cards, behind the back of agent and journal"},
	[SIM_FLEET_FORM_DOWN] =
		{.verb = "down", .args = "HOSTS", .min_args = 1, .max_args = 1, .text = "Make hosts unreachable"},
	[SIM_FLEET_FORM_UP] =
		{.verb = "up", .args = "HOSTS", .min_args = 1, .max_args = 1, .text = "Make hosts reachable again"},
	[SIM_FLEET_FORM_KERNEL] = {.verb = "kernel",
				   .args = "KERNEL HOSTS",
				   .min_args = 2,
				   .max_args = 2,
				   .text = "Give hosts another kernel: 7.x, 6.12, 6.1, old-errno or vendor; it has "
					   "other doors to the cards"},
	[SIM_FLEET_FORM_REBOOT] = {.verb = "reboot",
				   .args = "HOSTS",
				   .min_args = 1,
				   .max_args = 1,
				   .text = "Start hosts again: their cards lose what is volatile, and they decide what "
					   "comes back"},
	[SIM_FLEET_FORM_ADVANCE] = {.verb = "advance",
				    .args = "TIME",
				    .min_args = 1,
				    .max_args = 1,
				    .text = "Move the virtual clock on: traffic is counted, leases end"},
	[SIM_FLEET_FORM_TELL] = {.verb = "tell",
				 .args = "HOSTS WORD...",
				 .min_args = 2,
				 .max_args = 1 + SIM_FLEET_TELL_WORDS,
				 .text = "Say something to their cards, and print what they answer"},
	[SIM_FLEET_FORM_DUMP] = {.verb = "dump",
				 .args = "HOSTS",
				 .min_args = 1,
				 .max_args = 1,
				 .text = "Print the state of their cards as JSON"},
};

static const struct command_option options[] = {
	{.id = SIM_FLEET_OPTION_STATE,
	 .name = "state",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "The state directory; otherwise $ECE_STATE, /var/lib/ece for root, or $XDG_STATE_HOME/ece"},
	{.id = SIM_FLEET_OPTION_PARAM,
	 .name = "param",
	 .value = "NAME",
	 .words = COMMAND_WORDS_PARAM,
	 .forms = COMMAND_FORM(SIM_FLEET_FORM_DRIFT),
	 .text = "The parameter that drifts; otherwise " SIM_FLEET_DRIFT_PARAM},
	{.id = SIM_FLEET_OPTION_VALUE,
	 .name = "value",
	 .value = "VALUE",
	 .forms = COMMAND_FORM(SIM_FLEET_FORM_DRIFT),
	 .text = "What it becomes; without --param " SIM_FLEET_DRIFT_VALUE},
	{.id = SIM_FLEET_OPTION_CARD,
	 .name = "card",
	 .value = "N",
	 .forms = COMMAND_FORM(SIM_FLEET_FORM_TELL) | COMMAND_FORM(SIM_FLEET_FORM_DUMP),
	 .text = "Only the N-th card of each host, from 0; otherwise all"},
	{.id = SIM_FLEET_OPTION_JSON, .name = "json", .text = "Print one JSON object on stdout"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "Done"},
	{TOOL_EXIT_ERROR, "The fleet cannot be used, or a card refused"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "There is no such host, kernel, parameter or time, or it takes no such value; nothing was "
			    "changed. A card did not "
			    "understand"},
};

static const struct command_example examples[] = {
	{"ece-sim fleet drift gpu017", "Now 'ece-apply FILE --check' says what differs."},
	{"ece-sim fleet down gpu[020-029]", "Ten hosts do not answer any more."},
	{"ece-sim fleet kernel 6.1 gpu001", "This host has no fwctl now: registers go through the PCI window."},
	{"ece-sim fleet advance 30m", "Changes that nobody confirmed meanwhile undo themselves."},
	{"ece-sim fleet tell gpu001 fault status 0x825 3 1", "The next write of a congestion parameter is refused."},
};

static const char *const see_also[] = {"ece-sim(1)", "ece-apply(1)", NULL};

const struct command ece_sim_fleet_command = {
	.name = "ece-sim fleet",
	.section = 1,
	.summary = "Look at a simulated fleet and disturb it",
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
