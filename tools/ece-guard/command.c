// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-guard/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"The guard is the privileged half of the agent: it owns the NICs, the journal and the leases. ece-agent "
	"--guard parses what a controller sent, without rights, and hands the guard fixed structs over a socket: a "
	"card, a parameter, a value, a token. Nothing else can be asked of it.",
	"It also looks after the time. A change that is neither confirmed nor renewed when its lease ends is undone, "
	"or kept, as the rollout said; no controller and no connection are needed for that.",
	"In a new boot of the host it drops what was not confirmed, and puts back and reads back what was. The verb "
	"boot does so before workloads start, and after a reload of the driver.",
	"A card is known by its GUID and PSID. One that was replaced gets nothing, and the host is not ready until "
	"the new one has been configured and the old one is forgotten.",
	NULL,
};

static const struct command_form forms[] = {
	[GUARD_FORM_SERVE] = {.args = "", .text = "Serve agents and look after leases until SIGTERM"},
	[GUARD_FORM_BOOT] = {.verb = "boot",
			     .args = "",
			     .text = "Put back what was last confirmed, and tell whether workloads may start"},
	[GUARD_FORM_FORGET] = {.verb = "forget",
			       .args = "GUID",
			       .min_args = 1,
			       .max_args = 1,
			       .text = "A card is gone for good: the host is ready without it"},
};

static const struct command_option options[] = {
	{.id = GUARD_OPTION_SOCKET,
	 .name = "socket",
	 .value = "PATH",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(GUARD_FORM_SERVE),
	 .text = "Listen there; otherwise on guard.sock in the state directory"},
	{.id = GUARD_OPTION_USER,
	 .name = "user",
	 .value = "USER",
	 .forms = COMMAND_FORM(GUARD_FORM_SERVE),
	 .text = "The user, by name or number, that ece-agent runs as; otherwise the one of the guard"},
	{.id = GUARD_OPTION_WAIT,
	 .name = "wait",
	 .value = "TIME",
	 .forms = COMMAND_FORM(GUARD_FORM_BOOT),
	 .text = "Wait so long, 2m for example, for cards and drivers that are not there yet; otherwise not at all"},
	{.id = GUARD_OPTION_IDLE,
	 .name = "idle",
	 .value = "TIME",
	 .forms = COMMAND_FORM(GUARD_FORM_SERVE),
	 .text = "End when for so long no agent was connected and no run held anything; otherwise never"},
	{.id = GUARD_OPTION_ALLOWED_SIGNERS,
	 .name = "allowed-signers",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(GUARD_FORM_SERVE),
	 .text = "Write only what somebody in FILE has signed; otherwise, where it is there, in "
		 "/etc/ece/allowed_signers"},
	{.id = GUARD_OPTION_NAME,
	 .name = "name",
	 .value = "NAME",
	 .forms = COMMAND_FORM(GUARD_FORM_SERVE),
	 .text = "What this host is called in signed runs; otherwise as the kernel calls it"},
	{.id = GUARD_OPTION_JSON,
	 .name = "json",
	 .forms = COMMAND_FORM(GUARD_FORM_BOOT),
	 .text = "Print one JSON object instead of text"},
	{.id = GUARD_OPTION_STATE,
	 .name = "state",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Keep the journal in DIR; otherwise $ECE_STATE, /var/lib/ece for root, or $XDG_STATE_HOME/ece"},
	{.id = GUARD_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Work on a host of the simulated fleet in the state directory DIR; needs --host. Leases run on the "
		 "real "
		 "clock then"},
	{.id = GUARD_OPTION_HOST, .name = "host", .value = "NAME", .text = "The simulated host to work on"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "It was asked to end, or --idle is over; boot: the host has what was confirmed"},
	{TOOL_EXIT_ERROR,
	 "The state or the socket cannot be used; boot: the host is not ready. The reason is on stderr"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "forget: that is no GUID, or nothing was confirmed on such a card"},
};

static const struct command_example examples[] = {
	{"ece-guard --user ece", "What a service runs, as root; ece-agent runs as the user ece."},
	{"ece-guard boot", "What runs before workloads start."},
	{"ece-guard --sim .state --host gpu017", "The same on a simulated host."},
};

static const char *const see_also[] = {"ece-agent(8)", "ece-apply(1)", "ece-sim(1)", NULL};

const struct command ece_guard_command = {
	.name = "ece-guard",
	.section = 8,
	.summary = "Own the NICs of this host, and end leases that nobody renews",
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
