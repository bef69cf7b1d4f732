// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-agent/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"The agent reads and writes the NIC parameters of this host for a controller (ece-apply). With --stdio it "
	"takes one JSON request a line on its input and answers with one JSON line each, until its input ends.",
	"Before it writes, it records what is there; a request that is repeated under its id is answered from that "
	"journal and writes nothing again, and an undo puts a value back only where it is still what the run wrote.",
	"Without --guard the agent is its own guard: it needs the rights to write, and looks after leases only while "
	"it "
	"runs. A change that nobody confirms is then undone by the next agent or guard that starts.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "", .text = "Carry out the requests on the input"},
};

static const struct command_option options[] = {
	{.id = AGENT_OPTION_STDIO, .name = "stdio", .text = "Take requests on stdin, answer on stdout"},
	{.id = AGENT_OPTION_GUARD,
	 .name = "guard",
	 .value = "SOCKET",
	 .words = COMMAND_WORDS_FILE,
	 .text = "Hand the requests to the ece-guard that listens there: the agent needs no rights then"},
	{.id = AGENT_OPTION_STATE,
	 .name = "state",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Keep the journal in DIR; otherwise $ECE_STATE, /var/lib/ece for root, or $XDG_STATE_HOME/ece"},
	{.id = AGENT_OPTION_ALLOWED_SIGNERS,
	 .name = "allowed-signers",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .text = "Write only what somebody in FILE has signed; otherwise, where it is there, in "
		 "/etc/ece/allowed_signers"},
	{.id = AGENT_OPTION_NAME,
	 .name = "name",
	 .value = "NAME",
	 .text = "What this host is called in signed runs; otherwise as the kernel calls it"},
	{.id = AGENT_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Work on a host of the simulated fleet in the state directory DIR; needs --host"},
	{.id = AGENT_OPTION_HOST, .name = "host", .value = "NAME", .text = "The simulated host to work on"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "The input has ended, every request was answered"},
	{TOOL_EXIT_ERROR,
	 "The state cannot be used, or a request could not be answered truthfully; the reason is on stderr"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
};

static const struct command_example examples[] = {
	{"ssh gpu017 ece-agent --stdio", "What a controller runs."},
	{"ece-agent --stdio --guard /var/lib/ece/guard.sock", "As a user without rights, beside ece-guard."},
	{"ece-agent --stdio --sim .state --host gpu017", "The same on a simulated host."},
};

static const char *const see_also[] = {"ece-guard(8)", "ece-apply(1)", "ece-show(1)", "ece-sim(1)", NULL};

const struct command ece_agent_command = {
	.name = "ece-agent",
	.section = 8,
	.summary = "Set NIC parameters of this host for a controller",
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
