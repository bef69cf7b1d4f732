// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/exit_code.h"
#include "tools/ece-sim/command.h"

static const char *const description[] = {
	"Software ConnectX cards as PCI devices for QEMU 10.1 and later (vfio-user). Unmodified Linux drivers bind to "
	"them. What a card does was decided by the authors of the model from public documents; it is not what silicon "
	"does.",
	"--connect puts a cable between the ports of cards, or a switch where more than two are named, and packets go "
	"through it: Ethernet and RoCE. --delay, --loss, --mark and --seed say what every cable does to them, --pcap "
	"writes them down. docs/cable.md has the details. A card that is not connected moves no packets.",
	"A card is NAME,type=TYPE,socket=PATH[,guid=NUMBER][,caps=DIR][,window=off]; "
	"NAME,of=CARD,socket=PATH[,window=off] is one "
	"more function of a card with two ports. Control lines and the log call it NAME. QEMU "
	"connects to PATH; one client at a time, the next when the first has gone. The GUID may be a small number that "
	"is completed. caps=DIR puts capabilities that a real card told over those of the type. window=off leaves out "
	"the window in configuration space that management tools use.",
	"Lines of text to the control socket each get one line back. For a test: link up|down, fault "
	"status|ignore|delay|vanish|clear ..., count OPCODE, counter NAME [VALUE], health SYNDROME, firmware-reset, "
	"event TYPE SUBTYPE, ece [WORD|none], qps [NUMBER], dump [PREFIX], mark, moved, state, cards. With several "
	"cards the name of one comes first. "
	"For a cable: cable [CARD] delay|loss|mark TIME|SHARE, lose|mark-next|seed N, zero; without a verb what it is "
	"and has done. docs/software-connectx.md has the details.",
	"QEMU needs guest memory that can be shared: -object memory-backend-memfd,id=mem,size=1G,share=on "
	"-machine memory-backend=mem -device pcie-root-port,id=rp0 -device "
	"'{\"driver\":\"vfio-user-pci\",\"bus\":\"rp0\",\"socket\":{\"type\":\"unix\",\"path\":\"PATH\"}}'.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "", .text = "Serve cards until SIGTERM or SIGINT"},
};

static const struct command_option options[] = {
	{SIM_PCI_OPTION_CARD, "card", "WORDS", COMMAND_WORDS_NONE, 0,
	 "One card: NAME,type=TYPE,socket=PATH[,guid=NUMBER][,caps=DIR][,window=off], or one more function of a card: "
	 "NAME,of=CARD,socket=PATH; repeatable"},
	{SIM_PCI_OPTION_CONNECT, "connect", "ENDS", COMMAND_WORDS_NONE, 0,
	 "A cable: NAME:1,NAME:1 with the names of two cards, or of more for a switch; repeatable"},
	{SIM_PCI_OPTION_DELAY, "delay", "TIME", COMMAND_WORDS_NONE, 0, "How long a frame is on its way, like 5us"},
	{SIM_PCI_OPTION_LOSS, "loss", "SHARE", COMMAND_WORDS_NONE, 0,
	 "How many packets of connections (RC and UC) get lost, like 1%"},
	{SIM_PCI_OPTION_MARK, "mark", "SHARE", COMMAND_WORDS_NONE, 0,
	 "How many packets whose ends understand it get a congestion mark, like 1%"},
	{SIM_PCI_OPTION_SEED, "seed", "N", COMMAND_WORDS_NONE, 0,
	 "Where the dice of loss and marks start; 0 unless given"},
	{SIM_PCI_OPTION_PCAP, "pcap", "FILE", COMMAND_WORDS_FILE, 0, "Write the frames of all cables, 200 MiB at most"},
	{SIM_PCI_OPTION_PCAP_MAX, "pcap-max", "BYTES", COMMAND_WORDS_NONE, 0, "Another limit for the file of --pcap"},
	{SIM_PCI_OPTION_CONTROL, "control", "PATH", COMMAND_WORDS_FILE, 0, "Listen for control lines on this socket"},
	{SIM_PCI_OPTION_LOG, "log", "FILE", COMMAND_WORDS_FILE, 0,
	 "Write every command that the cards execute, 64 MiB at most"},
	{SIM_PCI_OPTION_TYPES, "types", NULL, COMMAND_WORDS_NONE, 0, "List the card types and end"},
	{SIM_PCI_OPTION_JSON, "json", NULL, COMMAND_WORDS_NONE, 0, "List them as one JSON object"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "Ended by a signal"},
	{TOOL_EXIT_ERROR, "A socket, the log or the capture cannot be opened"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
};

static const struct command_example examples[] = {
	{"ece-sim pci --card nic0,type=cx7,socket=/tmp/nic0 --control /tmp/control", "One card, and a control socket."},
	{"ece-sim pci --card a,type=cx7,socket=/tmp/a --card b,type=cx7,socket=/tmp/b --connect a:1,b:1 --pcap /tmp/ab",
	 "Two cards with a cable, and what goes through it in a file."},
};

static const char *const see_also[] = {"ece-sim(1)", "ece-show(1)", NULL};

const struct command ece_sim_pci_command = {
	.name = "ece-sim pci",
	.section = 1,
	.summary = "Serve software cards to QEMU over vfio-user",
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
