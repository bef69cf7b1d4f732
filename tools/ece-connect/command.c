// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-connect connects queue pairs between two hosts, or two devices of one, negotiates ECE on them, moves "
	"data both ways, and shows what came of it: what each card has, what each end offered, what both agreed "
	"on, and what is in effect at either end, as its card says. Where a feature is missing, it says why, as "
	"each end sees it.",
	"One end listens, the other connects by TCP. Over that connection the two ends tell each other what "
	"is to be done, and afterwards what came of it, so that both print the same. The queue pairs are "
	"connected with raw verbs, and libece's messages go over the TCP connection; with --cm by RDMA-CM, whose "
	"messages carry the words. With --cm-managed librdmacm makes the queue pairs and negotiates by itself; "
	"it offers all that the card has and keeps the other end's words to itself.",
	"The device is the one that has this end's address of the TCP connection, and the GID is that address as "
	"RoCE v2. Where TCP goes another way, by a management network or the loopback, --device and --gid say "
	"which to use.",
	"What may be offered and what is required is the policy of this host (/run/ece/policy), narrowed by the "
	"environment (ECE_ALLOW, ECE_REQUIRE), --allow and --require. Without any of it, all that the card has is "
	"offered and nothing is required: a peer without ECE is then no error. FEATURES is a list of "
	"selective_repeat, programmable_cc (a name by inference: no text of the vendor names that bit) and "
	"numbers of bits; \"none\"; \"all\".",
	"Whatever one waits for has an end: --timeout for a connection, --wait for a peer.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "HOST[:PORT] | --listen [ADDRESS][:PORT]",
	 .max_args = 1,
	 .text = "Connect to the ece-connect that listens at HOST, or listen"},
};

static const struct command_option options[] = {
	{.id = CONNECT_OPTION_LISTEN, .name = "listen", .text = "Wait for a peer; at all addresses if none is given"},
	{.id = CONNECT_OPTION_FOREVER, .name = "forever", .text = "Listen on after a peer; needs --listen"},
	{.id = CONNECT_OPTION_PORT,
	 .name = "port",
	 .value = "N",
	 .text = "TCP port, and that of RDMA-CM (default " CONNECT_PORT_DEFAULT ")"},
	{.id = CONNECT_OPTION_CM,
	 .name = "cm",
	 .text = "Connect by RDMA-CM, with queue pairs of this program; the end that connects chooses"},
	{.id = CONNECT_OPTION_CM_MANAGED,
	 .name = "cm-managed",
	 .text = "Connect by RDMA-CM, with queue pairs of librdmacm; the end that connects chooses"},
	{.id = CONNECT_OPTION_DEVICE, .name = "device", .value = "NAME", .text = "The RDMA device (mlx5_0)"},
	{.id = CONNECT_OPTION_IB_PORT, .name = "ib-port", .value = "N", .text = "The device's port; needs --device"},
	{.id = CONNECT_OPTION_GID,
	 .name = "gid",
	 .value = "N",
	 .text = "Index of the GID, instead of the one of this end's address; needs --device"},
	{.id = CONNECT_OPTION_QPS,
	 .name = "qps",
	 .value = "N",
	 .text = "Queue pairs, up to 1024 (default 1); the end that connects chooses"},
	{.id = CONNECT_OPTION_BYTES,
	 .name = "bytes",
	 .value = "N",
	 .text = "Bytes to move each way on each queue pair, 0 for none (default 65536); the end that connects "
		 "chooses"},
	{.id = CONNECT_OPTION_ALLOW, .name = "allow", .value = "FEATURES", .text = "Offer no others"},
	{.id = CONNECT_OPTION_REQUIRE,
	 .name = "require",
	 .value = "FEATURES",
	 .text = "Refuse a connection without them"},
	{.id = CONNECT_OPTION_TIMEOUT,
	 .name = "timeout",
	 .value = "SECONDS",
	 .text = "For one peer, from its first byte to its last (default 30)"},
	{.id = CONNECT_OPTION_WAIT,
	 .name = "wait",
	 .value = "SECONDS",
	 .text = "How long to wait for a peer (default 600); needs --listen"},
	{.id = CONNECT_OPTION_HOLD,
	 .name = "hold",
	 .value = "SECONDS",
	 .text = "Keep the connection so long after the data, up to 600, or until the input ends, for others to look "
		 "at "
		 "it (ece-qp); the end that connects chooses"},
	{.id = CONNECT_OPTION_JSON, .name = "json", .text = "Print one JSON object for each peer on stdout"},
};

static const struct command_exit exits[] = {
	{0, "Connected, the data came through, and what either end requires is in effect at both ends"},
	{1, "An error"},
	{2, "A feature that either end requires is not in effect at both ends"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "There is no such device, port, GID or host; or the policy contradicts itself"},
	{TOOL_EXIT_UNREACHABLE, "This host has no RDMA device, nobody listens there, or no peer came"},
};

static const struct command_example examples[] = {
	{"ece-connect --listen", "On one host."},
	{"ece-connect gpu002 --require selective_repeat", "On the other one: is selective repeat on between the two?"},
	{"ece-connect gpu002 --cm --qps 8", "The same by RDMA-CM, on eight queue pairs."},
	{"ece-connect --listen 127.0.0.1 --device mlx5_1 --gid 3", "Two devices of one host: one end,"},
	{"ece-connect 127.0.0.1 --device mlx5_0 --gid 3", "and the other."},
};

static const char *const see_also[] = {"ece-qp(1)", "ece-show(1)", NULL};

const struct command ece_connect_command = {
	.name = "ece-connect",
	.section = 1,
	.summary = "Prove which ECE features two hosts get on a connection",
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
