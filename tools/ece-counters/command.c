// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-counters prints the counters of the RDMA devices of this host, of any vendor, by what they tell: loss, "
	"congestion, pause, errors, load. Counters that moved come first; those that are zero are only counted, and so "
	"are those that this kernel or card does not have and those that could not be read: these are never shown as "
	"0. "
	"Bytes are bytes, also where the kernel tells words, time under pause is a share of time, and rounds of 32-bit "
	"counters are added up while it runs. Ports in trouble come first.",
	"\"!!\" marks a counter that must not move and did, \"!\" one that a rollout is judged by. That marks and CNPs "
	"move is congestion control at work, and no fault by itself.",
	"--watch draws all of it again and again. q or Ctrl-C ends it, a shows all counters, m what they mean, z makes "
	"growth count from now on, space holds the picture, the arrows scroll. What happened meanwhile stands at "
	"the bottom: counters that started over, ports that went down, devices that came or went. A card that does not "
	"answer is shown as late and holds up no other. Where the output is no terminal, each counter that grew is one "
	"line instead.",
	"--optional switches the counters that are off until somebody wants them (cc_rx_ce_pkts, rdma_tx_bytes; Linux "
	"5.16, some 6.15). Each one that is on costs the card a steering rule in front of all RDMA traffic. Counters "
	"that "
	"others switched on stay on; but the kernel only takes the whole set at once, so what another program switches "
	"in "
	"the very moment between our look and our set can be lost to it. With --watch, what was switched is put back "
	"at "
	"the end, unless --keep is given or SIGKILL ends it; without, it stays until somebody switches it back, or the "
	"driver is loaded anew.",
	"--qp shows the queue pairs of each process instead, and the counter sets that belong to queue pairs. --bind "
	"has "
	"the kernel make such sets, by type or by process, for queue pairs that are made from then on. While there are "
	"sets, each reading of the port costs the card more.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "[DEV[/PORT]|COUNTER]...", .max_args = COUNTERS_WORDS_MAX, .text = "Show counters"},
};

static const struct command_option options[] = {
	{.id = COUNTERS_OPTION_ALL, .name = "all", .text = "Counters that are zero, absent or unreadable as well"},
	{.id = COUNTERS_OPTION_MEANINGS, .name = "meanings", .text = "What each counter means, below it"},
	{.id = COUNTERS_OPTION_CARD,
	 .name = "card",
	 .text = "What only the card itself tells as well, by some firmware commands and with rights: flows under "
		 "congestion control, counters of its algorithms (ZTR-RTT)"},
	{.id = COUNTERS_OPTION_RATES, .name = "rates", .text = "Read twice, and show how fast counters grow"},
	{.id = COUNTERS_OPTION_WATCH,
	 .name = "watch",
	 .value = "TIME",
	 .text = "Read every TIME, as in 1s or 250ms, until it is ended"},
	{.id = COUNTERS_OPTION_COUNT, .name = "count", .value = "N", .text = "With --watch: end after N readings"},
	{.id = COUNTERS_OPTION_INTERVAL,
	 .name = "interval",
	 .value = "TIME",
	 .text = "With --rates: the time between the two readings, 1s if it is not given"},
	{.id = COUNTERS_OPTION_EXPLAIN,
	 .name = "explain",
	 .value = "COUNTER",
	 .text = "All that is known of one counter: meaning, unit, width, gate class, metric, where it comes from"},
	{.id = COUNTERS_OPTION_QPS, .name = "qp", .text = "Queue pairs by process, and their counter sets"},
	{.id = COUNTERS_OPTION_BIND,
	 .name = "bind",
	 .value = "HOW",
	 .text = "With --qp: have counter sets made by type, pid or type,pid; off ends it. Put back at the end of "
		 "--watch"},
	{.id = COUNTERS_OPTION_OPTIONAL,
	 .name = "optional",
	 .value = "WHAT",
	 .text = "list: the optional counters and whether they are on; enable, disable: those whose names follow, or "
		 "all"},
	{.id = COUNTERS_OPTION_KEEP,
	 .name = "keep",
	 .text = "With --watch: leave what --optional or --bind switched as it is at the end"},
	{.id = COUNTERS_OPTION_JSON,
	 .name = "json",
	 .text = "Print one JSON object on stdout; with --watch one line for each reading"},
	{.id = COUNTERS_OPTION_SIM,
	 .name = "sim",
	 .value = "DIR",
	 .words = COMMAND_WORDS_DIR,
	 .text = "Look at a host of the simulated fleet in the state directory DIR, on whose clock time then passes; "
		 "needs --host"},
	{.id = COUNTERS_OPTION_HOST, .name = "host", .value = "NAME", .text = "The simulated host to look at"},
};

static const struct command_exit exits[] = {
	{0, "Shown, or switched and read back; what could not be read says so"},
	{1, "An error"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "There is no such device, counter or host, or the kernel refused to switch"},
	{TOOL_EXIT_UNREACHABLE, "This host has no RDMA device and no ConnectX NIC"},
};

static const struct command_example examples[] = {
	{"ece-counters", "All devices."},
	{"ece-counters mlx5_0/1 --watch 1s", "One port, every second."},
	{"ece-counters --rates --interval 10s --json", "How fast everything grew over ten seconds, for a script."},
	{"ece-counters mlx5_0 --card --watch 1s", "With the counters of ZTR-RTT, as root."},
	{"ece-counters --explain np_cnp_sent", "What is it, and what else to look at?"},
	{"ece-counters mlx5_0 --optional enable cc_rx_ce_pkts --watch 1s", "Count marks while it is watched."},
	{"ece-counters --qp mlx5_0", "Who has queue pairs on it?"},
	{"ece-counters --sim .state --host gpu001 --watch 1s", "A host of the simulated fleet."},
};

static const char *const see_also[] = {"ece-show(1)",       "ece-qp(1)",  "ece-sim(1)",
				       "rdma-statistic(8)", "ethtool(8)", NULL};

const struct command ece_counters_command = {
	.name = "ece-counters",
	.section = 1,
	.summary = "Show the counters of RDMA devices as they move, and what they mean",
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
