// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-sim pci: cards on vfio-user sockets, until a signal says stop. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "devx/sim/pci/server.h"
#include "tools/common/command.h"
#include "tools/common/exit_code.h"
#include "tools/common/report.h"
#include "tools/ece-sim/card_words.h"
#include "tools/ece-sim/log.h"
#include "tools/ece-sim/verbs.h"

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

enum {
	OPTION_CARD = COMMAND_OPTION_LONG_ONLY,
	OPTION_CONTROL,
	OPTION_LOG,
	OPTION_TYPES,
};

static const char *const description[] = {
	"Software ConnectX cards as PCI devices for QEMU 10.1 and later (vfio-user). Unmodified Linux drivers bind to "
	"them. What a card does was decided by the authors of the model from public documents; it is not what silicon "
	"does, and no packets move.",
	"A card is NAME,type=TYPE,socket=PATH[,guid=NUMBER][,window=off]. Control lines and the log call it NAME. QEMU "
	"connects to PATH; one client at a time, the next when the first has gone. The GUID may be a small number that "
	"is completed. window=off leaves out the window in configuration space that management tools use.",
	"Lines of text to the control socket each get one line back. For a test: link up|down, fault status|ignore|"
	"delay|vanish|clear ..., count OPCODE, counter NAME [VALUE], health SYNDROME, event TYPE SUBTYPE, state, "
	"cards. With several cards "
	"the "
	"name of one comes first. devx/sim/pci/control.h has the details.",
	"QEMU needs guest memory that can be shared: -object memory-backend-memfd,id=mem,size=1G,share=on "
	"-machine memory-backend=mem -device pcie-root-port,id=rp0 -device "
	"'{\"driver\":\"vfio-user-pci\",\"bus\":\"rp0\",\"socket\":{\"type\":\"unix\",\"path\":\"PATH\"}}'.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "", .text = "Serve cards until SIGTERM or SIGINT"},
};

static const struct command_option options[] = {
	{OPTION_CARD, "card", "WORDS", COMMAND_WORDS_NONE, 0,
	 "One card: NAME,type=TYPE,socket=PATH[,guid=NUMBER][,window=off]; repeatable"},
	{OPTION_CONTROL, "control", "PATH", COMMAND_WORDS_FILE, 0, "Listen for control lines on this socket"},
	{OPTION_LOG, "log", "FILE", COMMAND_WORDS_FILE, 0,
	 "Write every command that the cards execute, 64 MiB at most"},
	{OPTION_TYPES, "types", NULL, COMMAND_WORDS_NONE, 0, "List the card types and end"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "Ended by a signal"},
	{TOOL_EXIT_ERROR, "A socket or the log cannot be opened"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
};

static const struct command_example examples[] = {
	{"ece-sim pci --card nic0,type=cx7,socket=/tmp/nic0 --control /tmp/control", "One card, and a control socket."},
};

static const char *const see_also[] = {"ece-show(1)", NULL};

static const struct command command = {
	.name = "ece-sim pci",
	.section = 1,
	.summary = "Serve software cards to QEMU over vfio-user",
	.description = description,
	.forms = forms,
	.form_count = COUNT(forms),
	.options = options,
	.option_count = COUNT(options),
	.exits = exits,
	.exit_count = COUNT(exits),
	.examples = examples,
	.example_count = COUNT(examples),
	.see_also = see_also,
};

struct request {
	struct card_words card[PCI_SERVER_CARDS_MAX];
	size_t cards;
	const char *control;
	const char *log;
	bool types;
};

static bool take_card(struct request *request, const char *words)
{
	struct ece_error error = {0};

	if (request->cards == PCI_SERVER_CARDS_MAX)
		ece_error_set(&error, -ENOSPC, ECE_ERROR_LIMIT, "more than %d cards", PCI_SERVER_CARDS_MAX);
	else if (!card_words_parse(request->card, request->cards, words, &error))
		request->cards++;
	if (!error.code)
		return true;
	command_usage(&command, "%s", error.text);
	return false;
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct request *request = ctx;

	switch (id) {
	case OPTION_CARD:
		return take_card(request, value);
	case OPTION_CONTROL:
		request->control = value;
		return true;
	case OPTION_LOG:
		request->log = value;
		return true;
	default:
		request->types = true;
		return true;
	}
}

static void print_types(void)
{
	const struct fw_card_type *type;
	size_t i;

	for (i = 0; (type = fw_card_type_at(i)); i++)
		printf("%-10s %s, firmware %u.%u.%u\n", type->name, type->title, type->fw_major, type->fw_minor,
		       type->fw_sub);
}

static int stop_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		return -1;
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int fill(struct pci_server *server, const struct request *request, struct ece_error *error)
{
	int err = 0;
	size_t i;

	for (i = 0; !err && i < request->cards; i++)
		err = pci_server_add_card(server, &request->card[i].options, request->card[i].socket, error);
	if (!err && request->control)
		err = pci_server_add_control(server, request->control, error);
	return err;
}

static int serve(const struct request *request, struct sim_log *log)
{
	struct ece_error error = {0};
	int stop = stop_signals();
	struct pci_server *server = pci_server_new(sim_log_line, log, &error);
	int err = -ENOMEM;

	if (server)
		err = fill(server, request, &error);
	if (!err)
		err = pci_server_run(server, stop, &error);
	if (err)
		report_error(&error);
	pci_server_free(server);
	if (stop >= 0)
		close(stop);
	return err ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}

static int run(const struct request *request)
{
	struct ece_error error = {0};
	struct sim_log log = {0};
	int code;

	if (request->log && sim_log_open(&log, request->log) < 0) {
		ece_error_set(&error, -errno, ECE_ERROR_IO, "cannot write '%s': %s", request->log, strerror(errno));
		report_error(&error);
		return TOOL_EXIT_ERROR;
	}
	code = serve(request, &log);
	sim_log_close(&log);
	return code;
}

int sim_pci(int argc, char **argv)
{
	static struct request request;
	struct command_line line;
	int code;

	if (!command_parse(&command, argc, argv, take_option, &request, &line, &code))
		return code;
	if (request.types) {
		print_types();
		return TOOL_EXIT_OK;
	}
	if (request.cards == 0)
		return command_usage(&command, "no --card");
	code = run(&request);
	card_words_free(request.card, request.cards);
	return code;
}
