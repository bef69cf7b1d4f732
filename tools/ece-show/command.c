// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-show/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-show prints the ConnectX NICs of this host and the value of every parameter in the table, with the "
	"backend that read it. Names and values are those of the fleet file: what is printed can be typed there.",
	"READ/WRITE are the backends that read a value and that would write it here, EFFECT is when a new value acts. "
	"A value that could not be read is never shown as 0. \"unsupported\": the card has no such thing. \"no_door\": "
	"the card has it, but this host has no way to it; --probe says which ways were tried. \"unreadable\": it "
	"should be there, and reading failed.",
	"A NIC that must be left alone says why and is not read: one that a guest or the fabric manager owns, that has "
	"no "
	"driver, or that belongs to a DPU. Virtual functions and InfiniBand ports are read when they are named.",
	"It only reads. CARD is a PCI address, a network interface or an RDMA device; without one, all are shown.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "[CARD...]", .max_args = SHOW_CARDS_MAX, .text = "Show cards and their parameters"},
};

static const struct command_option options[] = {
	{.id = SHOW_OPTION_PROBE,
	 .name = "probe",
	 .text = "Show which backend can read and write each parameter here, and why not"},
	{.id = SHOW_OPTION_PARAM,
	 .name = "param",
	 .value = "NAME",
	 .words = COMMAND_WORDS_PARAM,
	 .text = "Explain one parameter, with its value on every card here; any of its names will do"},
	{.id = SHOW_OPTION_PARAMS, .name = "params", .text = "List the parameters"},
	{.id = SHOW_OPTION_NV,
	 .name = "nv",
	 .text = "Show the non-volatile configuration instead: in force now, after the next firmware reset, built in"},
	{.id = SHOW_OPTION_PPCC,
	 .name = "ppcc",
	 .text = "Show the algorithms of programmable congestion control instead, with every parameter that the card "
		 "tells"},
	{.id = SHOW_OPTION_COUNTERS,
	 .name = "counters",
	 .text = "Show the counters that gates of a rollout can watch instead; docs/counters.md says what they mean"},
	{.id = SHOW_OPTION_DIFF,
	 .name = "diff",
	 .value = "HOSTFILE",
	 .words = COMMAND_WORDS_FILE,
	 .text = "Compare with what --json printed on another host, or here at another time"},
	{.id = SHOW_OPTION_ENV,
	 .name = "env",
	 .value = "PROGRAM",
	 .text = "Show the settings of nccl or ucx that fit a profile instead, as lines that a shell and their "
		 "configuration files take; nothing is written"},
	{.id = SHOW_OPTION_FLEET,
	 .name = "fleet",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .text = "--env: the fleet file with the profile; its commands are asked"},
	{.id = SHOW_OPTION_PROFILE, .name = "profile", .value = "NAME", .text = "--env: the profile"},
	{.id = SHOW_OPTION_JSON, .name = "json", .text = "Print one JSON object on stdout"},
	{.id = SHOW_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Look at a host of the simulated fleet in the state directory DIR; needs --host"},
	{.id = SHOW_OPTION_HOST, .name = "host", .value = "NAME", .text = "The simulated host to look at"},
};

static const struct command_exit exits[] = {
	{0, "Shown; values that could not be read say so"},
	{1, "An error"},
	{2, "--diff: something differs; --env: no value fits"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "There is no such card, parameter or simulated host, HOSTFILE cannot be used, or FILE or "
			    "its profile is wrong"},
	{TOOL_EXIT_UNREACHABLE, "This host has no ConnectX NIC"},
};

static const struct command_example examples[] = {
	{"ece-show", "All NICs of this host."},
	{"ece-show mlx5_0 --json", "One NIC, for a script."},
	{"ece-show --probe 0000:01:00.0", "What can be done with this NIC here, and what is in the way."},
	{"ece-show --param dcqcn.rp.ai_rate", "What the parameter is, and what it is on the NICs of this host."},
	{"ece-show --diff good.json", "What is not as on the host where good.json was saved."},
	{"ece-show --env ucx --fleet fleet.json --profile roce", "What UCX has to be told where this profile holds."},
	{"ece-show --sim .state --host gpu001", "A host of the simulated fleet."},
};

static const char *const see_also[] = {"ece-apply(1)", "ece-agent(8)", "ece-sim(1)", NULL};

const struct command ece_show_command = {
	.name = "ece-show",
	.section = 1,
	.summary = "Show the ConnectX NICs of a host and their transport features",
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
