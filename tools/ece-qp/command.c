// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-qp/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-qp prints the queue pairs of the ConnectX NICs of this host: number, type, state, owner, remote "
	"number, and the ECE options that are in effect, as the card has them: a version and the features "
	"that both ends agreed on. \"none\" is the word 0: nothing was asked for, the other end could not, "
	"or it is not connected yet. The name programmable_cc is an inference: no text of the vendor names "
	"that bit. Bits without a public name are printed as a number.",
	"The list is the kernel's. ECE is read through fwctl (Linux 6.15 and later), else out of the card's "
	"own dump, by rdma netlink (CAP_NET_ADMIN) or through the PCI window (root). The last column says "
	"which way gave the word, and where none did, why not. No vendor text says whether a card answers "
	"about the queue pairs of other processes, and where in its dump the word is: an answer that does "
	"not agree with what the kernel says of the queue pair is \"unreadable\".",
	"What a program made by DevX is in no list of the kernel. --qpn reads it by its number, through "
	"fwctl or the PCI window.",
	"--summary counts instead. Queue pairs of one type, connection and ECE word are one line. What could not "
	"be read is a line of its own, with the reason, and is never counted as \"none\". Connected "
	"queue pairs of the reliable types (RC, XRC, DC) are held against the options of --want, else against the "
	"host's policy for its programs, where it names some (\"ece.require\", else \"ece.allow\"), and some of "
	"those that lack one are named. UD and UC have nothing to repeat and are not judged.",
	"--fleet asks the agents of all hosts of a fleet file instead. Hosts that run with the same kinds of queue "
	"pairs are shown together, however many they have of each. Connections are held against what their NIC's "
	"profile wants: \"ece.require\", else \"ece.allow\" where it names some options; or against --want. A host "
	"that cannot be reached, and an agent that is too old to tell, are named and are no failure.",
	"It only reads. CARD is a PCI address, a network interface or an RDMA device; without one, all are "
	"shown.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "[CARD...]", .max_args = QP_CARDS_MAX, .text = "Show queue pairs and their ECE"},
};

static const struct command_option options[] = {
	{.id = QP_OPTION_QPN,
	 .name = "qpn",
	 .value = "N",
	 .text = "Only the queue pair with this number, listed or not"},
	{.id = QP_OPTION_PID, .name = "pid", .value = "N", .text = "Only those of this process"},
	{.id = QP_OPTION_SUMMARY,
	 .name = "summary",
	 .text = "Count them instead: how many of each type run with which options, and which lack what is wanted"},
	{.id = QP_OPTION_WANT,
	 .name = "want",
	 .value = "OPTIONS",
	 .text = "With --summary: what each reliable connection should have, as in selective_repeat,0x4"},
	{.id = QP_OPTION_FLEET,
	 .name = "fleet",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .text = "The summary of every host of this fleet file, told by its agents"},
	{.id = QP_OPTION_LIMIT,
	 .name = "limit",
	 .value = "HOSTS",
	 .text = "With --fleet: only these hosts, as in gpu[001-016],login1"},
	{.id = QP_OPTION_STATE,
	 .name = "state",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "With --fleet: the state directory, as for ece-apply"},
	{.id = QP_OPTION_JSON, .name = "json", .text = "Print one JSON object on stdout"},
	{.id = QP_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Look at a host of the simulated fleet in the state directory DIR, with a made-up workload; needs "
		 "--host"},
	{.id = QP_OPTION_HOST, .name = "host", .value = "NAME", .text = "The simulated host to look at"},
};

static const struct command_exit exits[] = {
	{0, "Shown; options that could not be read say so"},
	{1, "An error"},
	{2, "Some connected queue pair lacks what --want or a required policy names"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "There is no such card, queue pair, process or host, or the fleet file is faulty"},
	{TOOL_EXIT_UNREACHABLE, "This host has no ConnectX NIC, or no host of the fleet told"},
};

static const struct command_example examples[] = {
	{"ece-qp", "All queue pairs of this host."},
	{"ece-qp mlx5_0 --pid 4711", "Those of one process on one card."},
	{"ece-qp --qpn 0x12f --json", "One, for a script; also one that is in no list."},
	{"ece-qp --summary --want selective_repeat", "Does every connection have it? If not, exit status 2."},
	{"ece-qp --fleet fleet.json",
	 "Which options do the connections of the fleet run with, and where are some missing?"},
	{"ece-qp --sim .state --host gpu001", "A host of the simulated fleet."},
};

static const char *const see_also[] = {"ece-apply(1)", "ece-show(1)", "ece-sim(1)", "rdma-resource(8)", NULL};

const struct command ece_qp_command = {
	.name = "ece-qp",
	.section = 1,
	.summary = "Show live queue pairs and the ECE options in effect on them",
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
