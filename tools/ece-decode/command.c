// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/command.h"

#include "tools/common/exit_code.h"

static const char *const description[] = {
	"ece-decode reads captures of RoCE traffic and shows, for each connection that RDMA-CM set up in "
	"them, the ECE options that the requester offered (in its REQ) and the responder answered (in its "
	"REP), both ends' addresses, GIDs and queue pairs, and how it ended: established, rejected and why, "
	"or without an answer. Look-ups of datagram services (SIDR) are shown alike. A connection is printed "
	"as soon as it is set up; what is not over at the end of the capture comes last.",
	"It is an audit that needs nothing on the hosts: it opens no interface, needs no rights, and reads "
	"what tcpdump, Wireshark or a switch wrote, pcap or pcapng, of Ethernet, Linux cooked or raw IP "
	"packets. RoCE v1 and v2, IPv4 and IPv6, and VLAN tags are read. The first 200 bytes of each packet "
	"are enough (tcpdump -s 200). RoCE of a card does not pass through its host's network stack: capture "
	"at a mirror port of the switch, or on the host with what the vendor has for it (a sniffer of the "
	"RDMA device).",
	"Several captures are read one after the other, as one: two ends' captures of the same connections "
	"are joined, whichever message comes first, and what is in both counts as seen again.",
	"Programs that exchange ECE over a channel of their own (NCCL, UCX, ece-connect without --cm) send no "
	"message of the connection manager: their connections are not in here. What both ends agreed on may "
	"be more than what their cards then put in effect; ece-qp reads that on the hosts. The name "
	"programmable_cc is an inference: no text of the vendor names that bit. Bits without a public name "
	"are printed as a number.",
	"Packets that are not understood are counted by what is wrong with them, and not followed. Messages "
	"with a wrong invariant CRC are counted and read all the same.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "FILE...",
	 .min_args = 1,
	 .max_args = DECODE_FILES_MAX,
	 .words = COMMAND_WORDS_FILE,
	 .text = "Show the connections in captures; - is standard input"},
};

static const struct command_option options[] = {
	{.id = DECODE_OPTION_SUMMARY, .name = "summary", .text = "Only the counts, not each connection"},
	{.id = DECODE_OPTION_HOST,
	 .name = "host",
	 .value = "ADDR",
	 .text = "Only connections with this IP address or GID at either end"},
	{.id = DECODE_OPTION_WANT,
	 .name = "want",
	 .value = "OPTIONS",
	 .text = "Exit with 2 when a connection was established without one of these"},
	{.id = DECODE_OPTION_JSON,
	 .name = "json",
	 .text = "Print JSON: one object a line for each connection, and one of the counts behind them"},
};

static const struct command_exit exits[] = {
	{0, "Read to the end, whatever was in it"},
	{1, "An error; a capture is damaged or ends inside a packet: what was read before it is shown"},
	{DECODE_EXIT_LACKS, "Read to the end, and a connection lacks what --want names"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "A file is not there, is no capture, or is one of a kind of link that is not read"},
};

static const struct command_example examples[] = {
	{"ece-decode fabric.pcap", "Every connection in a capture."},
	{"tcpdump -i mirror0 -U -s 200 -w - | ece-decode -", "As connections come, until tcpdump ends."},
	{"ece-decode --summary --want selective_repeat rack1.pcapng rack2.pcapng",
	 "Did every connection of two racks agree on selective repeat?"},
	{"ece-decode --host 10.0.0.17 --json fabric.pcap", "Those of one host, for a script."},
};

static const char *const see_also[] = {"ece-qp(1)", "tcpdump(8)", "tshark(1)", NULL};

const struct command ece_decode_command = {
	.name = "ece-decode",
	.section = 1,
	.summary = "Show the ECE of connections in a packet capture",
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
