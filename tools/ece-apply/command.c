// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-apply reads what the NICs of a fleet have now, compares it with what the fleet file asks for, shows the "
	"difference, and writes it host by host in steps: one host first, then more. Each host journals the old value "
	"before it writes, and reads back what it wrote; success is the read-back. When more hosts fail than the file "
	"allows, the run stops and puts back what it wrote.",
	"A value that a card does not have, or that a host has no way to, is never taken for 0: the plan is refused or "
	"leaves it out, as the file says, and says so. NICs that have what the file asks for are not written to.",
	"A run that is paused renews no leases unless something stays with it (--hold, --detach): its hosts then put "
	"back, or keep, what they hold, as the file says. 'pause', 'resume', 'accept' and 'abort' are obeyed by "
	"whoever "
	"carries the run out, on any terminal; when nobody does, the command itself takes the run over.",
	"Where the file names commands that tell its hosts, those are run first, in the directory of the file and "
	"without "
	"a shell; which answer was used is said. --explain prints what the file comes to, every default too, with "
	"file, "
	"line and column of each value.",
	"With --json stdout is one object: version (1); run, null where nothing was carried out; result, the word of "
	"the exit status; reason; numbers of hosts, of which hosts = changed + unchanged + left_out + owed, and "
	"failed, unreachable and undone ones are owed; cards and cards_changed; steps, each with name, state, hosts, "
	"changed, failed, lost, unreachable and undone; errors, each with kind, text, place and errno; simulated; and "
	"for a file its plan. Keys may be "
	"added, and do not change their meaning without another version.",
	"'targets' gives each host the labels of the fleet file, \"fleet\", and \"fleet_profile\". A label whose "
	"name is one "
	"of Prometheus or of a metric of ece-exporter (job, port, ...) gets \"host_\" in front. Excluded hosts are "
	"told as well: they are to be seen, too. With --json it is the same list on one line.",
	"A first word equal to a verb is the verb; write ./status for a file of that name.",
	NULL,
};

static const struct command_form forms[APPLY_FORM_COUNT] = {
	[APPLY_FORM_FILE] = {.args = "FILE",
			     .max_args = 1,
			     .words = COMMAND_WORDS_FILE,
			     .text = "Show what would change, ask, and carry it out"},
	[APPLY_FORM_UNDO] = {.verb = "undo",
			     .args = "RUN",
			     .min_args = 1,
			     .max_args = 1,
			     .text = "Put back what a run wrote, where it is still there, and verify it"},
	[APPLY_FORM_RESUME] = {.verb = "resume",
			       .args = "[RUN]",
			       .max_args = 1,
			       .text = "Go on with a run that is paused, or whose controller died; without RUN the "
				       "newest open one"},
	[APPLY_FORM_PAUSE] = {.verb = "pause",
			      .args = "[RUN]",
			      .max_args = 1,
			      .text = "Start nothing more, keep what is held; whoever carries the run out obeys"},
	[APPLY_FORM_ACCEPT] = {.verb = "accept",
			       .args = "[RUN]",
			       .max_args = 1,
			       .text = "Go on from the gate that stopped a run, as if it had passed"},
	[APPLY_FORM_ABORT] = {.verb = "abort",
			      .args = "[RUN]",
			      .max_args = 1,
			      .text = "Undo an open run, newest step first; whoever carries it out obeys"},
	[APPLY_FORM_STATUS] = {.verb = "status",
			       .args = "[RUN]",
			       .max_args = 1,
			       .text = "Say how a run stands, the reason first; without RUN the newest one"},
	[APPLY_FORM_HISTORY] = {.verb = "history",
				.args = "[RUN]",
				.max_args = 1,
				.text = "List the runs, newest first; of RUN, what happened in which order"},
	[APPLY_FORM_WHY] =
		{.verb = "why",
		 .args = "HOST [CARD] PARAM",
		 .min_args = 2,
		 .max_args = 3,
		 .words = COMMAND_WORDS_PARAM,
		 .text = "Say which runs wrote a parameter, on what verdicts; CARD is a PCI address or GUID"},
	[APPLY_FORM_FREEZE] = {.verb = "freeze",
			       .args = "[WHY]",
			       .max_args = 1,
			       .text = "From now on nothing is written to any host, by whichever run of this state "
				       "directory, undo included"},
	[APPLY_FORM_UNFREEZE] = {.verb = "unfreeze", .args = "", .text = "Let runs write again"},
	[APPLY_FORM_EPOCH] = {.verb = "epoch",
			      .args = "[raise]",
			      .max_args = 1,
			      .text = "Say which store this is; with raise, after it was restored from a backup: hosts "
				      "that have seen later runs obey it again"},
	[APPLY_FORM_TARGETS] = {.verb = "targets",
				.args = "FILE",
				.min_args = 1,
				.max_args = 1,
				.words = COMMAND_WORDS_FILE,
				.text = "Print the hosts of a fleet file, with their labels, for Prometheus "
					"(file_sd_configs); ask no host"},
};

static const struct command_option options[] = {
	{.id = APPLY_OPTION_YES,
	 .name = "yes",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE) | COMMAND_FORM(APPLY_FORM_UNDO) | COMMAND_FORM(APPLY_FORM_RESUME),
	 .text = "Do not ask before the first write"},
	{.id = APPLY_OPTION_CHECK,
	 .name = "check",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Only compare: exit 0 when nothing differs, 2 when something does"},
	{.id = APPLY_OPTION_RESUME,
	 .name = "resume",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Go on with the open run of this file instead of planning a new one"},
	{.id = APPLY_OPTION_ADOPT,
	 .name = "adopt",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Take over hosts that another state directory changed last, when that one is lost"},
	{.id = APPLY_OPTION_ENSURE,
	 .name = "ensure",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Bring up hosts as well that were excluded, are no longer, and are only to be reported"},
	{.id = APPLY_OPTION_LIMIT,
	 .name = "limit",
	 .value = "HOSTS",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Only these hosts of the file, as in gpu[001-016,018]; steps, percentages and budgets are of them"},
	{.id = APPLY_OPTION_OWED,
	 .name = "owed",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Only hosts that are owed something from earlier runs, and only what they are owed; without FILE: "
		 "list them"},
	{.id = APPLY_OPTION_HOLD,
	 .name = "hold",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE) | COMMAND_FORM(APPLY_FORM_RESUME) | COMMAND_FORM(APPLY_FORM_ACCEPT),
	 .text = "When the run is paused, stay, keep the leases of its hosts, and wait for a word from another "
		 "terminal"},
	{.id = APPLY_OPTION_DETACH,
	 .name = "detach",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE) | COMMAND_FORM(APPLY_FORM_RESUME),
	 .text = "Once it is agreed to, go on without this terminal, as with --hold; the log is runs/RUN.log in the "
		 "state directory"},
	{.id = APPLY_OPTION_FOLLOW,
	 .name = "follow",
	 .forms = COMMAND_FORM(APPLY_FORM_STATUS),
	 .text = "Watch the run until it ends, or is paused with nobody there to go on"},
	{.id = APPLY_OPTION_REAL_TIME,
	 .name = "real-time",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE) | COMMAND_FORM(APPLY_FORM_RESUME) | COMMAND_FORM(APPLY_FORM_ACCEPT) |
		  COMMAND_FORM(APPLY_FORM_ABORT) | COMMAND_FORM(APPLY_FORM_UNDO),
	 .text = "Simulated fleets: let time pass as it does outside"},
	{.id = APPLY_OPTION_EXPLAIN,
	 .name = "explain",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Print every value that the file comes to, defaults too, and where it is said; ask no host"},
	{.id = APPLY_OPTION_HOST,
	 .name = "host",
	 .value = "HOST",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "With --explain: only what holds for HOST"},
	{.id = APPLY_OPTION_PARAM,
	 .name = "param",
	 .value = "PARAM",
	 .words = COMMAND_WORDS_PARAM,
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "With --explain: only what concerns PARAM"},
	{.id = APPLY_OPTION_NOW,
	 .name = "now",
	 .value = "TIME",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE) | COMMAND_FORM(APPLY_FORM_TARGETS),
	 .text = "Judge what expires as if it were TIME, as in 2099-12-31T18:00Z (UTC)"},
	{.id = APPLY_OPTION_PLAN_OUT,
	 .name = "plan-out",
	 .value = "F",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Only compare, and save the plan in F for --plan"},
	{.id = APPLY_OPTION_PLAN,
	 .name = "plan",
	 .value = "F",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Carry out the plan that was saved in F, with its steps: refused when the fleet file is another one "
		 "by now; hosts that are not what they were are left out and owed"},
	{.id = APPLY_OPTION_MOVED,
	 .name = "moved",
	 .value = "N|P%",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "With --plan: how many hosts may have moved since, otherwise 5%; more refuse the plan"},
	{.id = APPLY_OPTION_CHANGE_ID,
	 .name = "change-id",
	 .value = "ID",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "The change ticket that the run belongs to; kept with it, and shown by history and status"},
	{.id = APPLY_OPTION_MARKDOWN,
	 .name = "markdown",
	 .forms = COMMAND_FORM(APPLY_FORM_FILE),
	 .text = "Show the plan in full as Markdown, for a change ticket"},
	{.id = APPLY_OPTION_OUT,
	 .name = "out",
	 .value = "F",
	 .words = COMMAND_WORDS_FILE,
	 .forms = COMMAND_FORM(APPLY_FORM_TARGETS),
	 .text = "Write it to F, in one go, so that Prometheus never reads half of it; everybody can read F"},
	{.id = APPLY_OPTION_PORT,
	 .name = "port",
	 .value = "N",
	 .forms = COMMAND_FORM(APPLY_FORM_TARGETS),
	 .text = "Where ece-exporter listens on these hosts, otherwise 10049"},
	{.id = APPLY_OPTION_JSON, .name = "json", .text = "Print one JSON object on stdout, nothing else"},
	{.id = APPLY_OPTION_STATE,
	 .name = "state",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Keep runs in DIR; otherwise $ECE_STATE, /var/lib/ece for root, or $XDG_STATE_HOME/ece"},
};

static const struct command_exit exits[] = {
	{0, "Applied and healthy, or there was nothing to do"},
	{1, "An error; what was written before it is in the journal"},
	{2, "With --check or --plan-out: something differs"},
	{3, "Stopped and undone; the undo was verified"},
	{4, "Stopped, and the undo is incomplete: a person is needed"},
	{5, "Paused; the text says by what"},
	{6, "Another run holds the lock"},
	{7, "Applied, but some hosts are owed the change; with --check: nothing differs, but not all could be read"},
	{TOOL_EXIT_USAGE, "The command line is wrong, or --yes is missing where nobody can be asked"},
	{TOOL_EXIT_INVALID, "The file or the plan is refused; nothing was written"},
	{TOOL_EXIT_UNREACHABLE, "No host could be reached, or none gave an answer that can be read"},
};

static const struct command_example examples[] = {
	{"ece-apply fleet.json", "Show the plan, ask, carry it out."},
	{"ece-apply fleet.json --check", "Is every NIC as the file says? For cron and CI."},
	{"ece-apply fleet.json --markdown --change-id CHG-417 --plan-out plan.json",
	 "The plan for a ticket, and for later."},
	{"ece-apply fleet.json --plan plan.json --yes", "Carry out what was looked at."},
	{"ece-apply fleet.json --limit gpu[001-004] --check", "The same for a few hosts."},
	{"ece-apply fleet.json --owed", "Bring up the hosts that earlier runs left behind."},
	{"ece-apply status", "How does the newest run stand?"},
	{"ece-apply status --follow", "Watch it, from any terminal."},
	{"ece-apply freeze 'switch upgrade in pod 3'", "Nothing is written any more, anywhere."},
	{"ece-apply targets fleet.json --out /etc/prometheus/ece-targets.json",
	 "Tell Prometheus which hosts there are."},
	{"ece-apply undo 20261129-231540-a3bc", "Put back what this run wrote."},
};

static const char *const see_also[] = {"ece-show(1)", "ece-agent(8)", "ece-sim(1)", NULL};

const struct command ece_apply_command = {
	.name = "ece-apply",
	.section = 1,
	.summary = "Set the transport features of a fleet's ConnectX NICs from one file",
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
