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
	"With --service it follows the keys of this host in etcd instead of an input: it carries out what a controller "
	"asks there, freezes with the fleet, and keeps a status under a lease. Values that are written are checked by "
	"the "
	"guard as those of any request.",
	"ensure is for what runs before workloads do (a Slurm prolog, an init container, an Ansible task). It puts "
	"back "
	"what was once confirmed on this host and is not there, and reads it back. A value that somebody else wrote is "
	"named and left alone, and the host is not ready then, unless --force says otherwise.",
	"freeze stops every write to the NICs of this host, undo included, until unfreeze. Leases that end meanwhile "
	"are acted on after it. A freeze by the fleet (ece-apply freeze) and one by hand are independent of each "
	"other.",
	"The verbs ask the ece-guard of this host where there is one.",
	NULL,
};

static const struct command_form forms[] = {
	[AGENT_FORM_SERVE] = {.args = "", .text = "Carry out the requests on the input"},
	[AGENT_FORM_ENSURE] =
		{.verb = "ensure",
		 .args = "",
		 .text = "Bring this host to what was last confirmed on it, and tell whether it is ready"},
	[AGENT_FORM_FREEZE] = {.verb = "freeze", .args = "", .text = "From now on nothing is written on this host"},
	[AGENT_FORM_UNFREEZE] = {.verb = "unfreeze", .args = "", .text = "End a freeze by hand"},
};

static const struct command_option options[] = {
	{.id = AGENT_OPTION_STDIO,
	 .name = "stdio",
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "Take requests on stdin, answer on stdout"},
	{.id = AGENT_OPTION_SERVICE,
	 .name = "service",
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "Take requests from etcd until SIGTERM, and tell a service manager how it stands"},
	{.id = AGENT_OPTION_ENDPOINT,
	 .name = "endpoint",
	 .value = "URL",
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "An etcd to ask, as http://HOST:PORT or https://...; may be given several times"},
	{.id = AGENT_OPTION_PREFIX,
	 .name = "prefix",
	 .value = "PREFIX",
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "The keys of the fleet lie below it, as /ecekit/FLEET"},
	{.id = AGENT_OPTION_CA,
	 .name = "ca",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "The certificates that etcd is checked against; otherwise the system's"},
	{.id = AGENT_OPTION_CERT,
	 .name = "cert",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "The certificate of this host"},
	{.id = AGENT_OPTION_KEY,
	 .name = "key",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "And its key"},
	{.id = AGENT_OPTION_USER,
	 .name = "user",
	 .value = "USER",
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "The user in etcd"},
	{.id = AGENT_OPTION_PASSWORD,
	 .name = "password",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "A file with the password of the user in its first line; nobody else may read it"},
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
	 .text = "What this host is called in the fleet and in signed runs; otherwise as the kernel calls it"},
	{.id = AGENT_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Work on a host of the simulated fleet in the state directory DIR; needs --host"},
	{.id = AGENT_OPTION_HOST, .name = "host", .value = "NAME", .text = "The simulated host to work on"},
	{.id = AGENT_OPTION_PROTOCOL,
	 .name = "protocol",
	 .value = "VERSION",
	 .forms = COMMAND_FORM(AGENT_FORM_SERVE),
	 .text = "Behave as an agent of that version of the protocol (1.0, 1.2, 2.0), to rehearse a mixed fleet"},
	{.id = AGENT_OPTION_GEN,
	 .name = "gen",
	 .value = "N",
	 .forms = COMMAND_FORM(AGENT_FORM_ENSURE),
	 .text = "The host should have generation N of the fleet; with an older one it is owed"},
	{.id = AGENT_OPTION_CURRENT,
	 .name = "current",
	 .forms = COMMAND_FORM(AGENT_FORM_ENSURE),
	 .text = "The host should have the generation that its store told it last; so it is without --gen"},
	{.id = AGENT_OPTION_DETAILED,
	 .name = "detailed-exitcode",
	 .forms = COMMAND_FORM(AGENT_FORM_ENSURE),
	 .text = "Exit with 2 when something was written and the host is ready"},
	{.id = AGENT_OPTION_WHY,
	 .name = "why",
	 .value = "TEXT",
	 .forms = COMMAND_FORM(AGENT_FORM_FREEZE),
	 .text = "Tell this to whoever is refused"},
	{.id = AGENT_OPTION_FORCE,
	 .name = "force",
	 .forms = COMMAND_FORM(AGENT_FORM_ENSURE) | COMMAND_FORM(AGENT_FORM_UNFREEZE),
	 .text = "ensure: also replace what somebody else wrote; unfreeze: also end a freeze by the fleet"},
	{.id = AGENT_OPTION_JSON,
	 .name = "json",
	 .forms = COMMAND_FORM(AGENT_FORM_ENSURE) | COMMAND_FORM(AGENT_FORM_FREEZE) | COMMAND_FORM(AGENT_FORM_UNFREEZE),
	 .text = "Print one JSON object instead of text"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "The input has ended, every request was answered; ensure: the host is ready"},
	{TOOL_EXIT_ERROR,
	 "The state cannot be used, or a request could not be answered truthfully; ensure: the host is not ready. The "
	 "reason is on stderr"},
	{AGENT_EXIT_CHANGED, "ensure, with --detailed-exitcode: ready, and something was put back for it"},
	{AGENT_EXIT_FROZEN, "ensure: not ready, and the host is frozen"},
	{AGENT_EXIT_OWED, "ensure: it has what was last confirmed on it, and is owed a newer generation"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "freeze, unfreeze: refused; nothing has changed"},
};

static const struct command_example examples[] = {
	{"ssh gpu017 ece-agent --stdio", "What a controller runs."},
	{"ece-agent --service --guard /run/ece/guard.sock --endpoint https://etcd1:2379 --prefix /ecekit/iad",
	 "What a service runs, as a user without rights."},
	{"ece-agent --stdio --guard /var/lib/ece/guard.sock", "As a user without rights, beside ece-guard."},
	{"ece-agent --stdio --sim .state --host gpu017", "The same on a simulated host."},
	{"ece-agent ensure --json", "What a prolog runs; \"changed\" says whether something was put back."},
	{"ece-agent freeze --why 'switch firmware'",
	 "Nobody writes to the NICs of this host until ece-agent unfreeze."},
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
