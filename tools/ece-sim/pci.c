// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-sim pci: cards on vfio-user sockets, until a signal says stop. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "devx/sim/pci/server.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-sim/cable_words.h"
#include "tools/ece-sim/card_words.h"
#include "tools/ece-sim/command.h"
#include "tools/ece-sim/log.h"
#include "tools/ece-sim/verbs.h"

#define TIMER_SLACK_NS    1000UL
#define FIRMWARE_TEXT_MAX 40

struct request {
	struct card_words card[PCI_SERVER_CARDS_MAX];
	size_t cards;
	struct cable_words cable;
	const char *control;
	const char *log;
	bool types, json;
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
	command_usage(&ece_sim_pci_command, "%s", error.text);
	return false;
}

static bool take_cable(struct request *request, enum sim_pci_option option, const char *value)
{
	struct ece_error error = {0};

	if (!cable_words_take(&request->cable, option, value, &error))
		return true;
	command_usage(&ece_sim_pci_command, "%s", error.text);
	return false;
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct request *request = ctx;

	switch (id) {
	case SIM_PCI_OPTION_CARD:
		return take_card(request, value);
	case SIM_PCI_OPTION_CONTROL:
		request->control = value;
		return true;
	case SIM_PCI_OPTION_LOG:
		request->log = value;
		return true;
	case SIM_PCI_OPTION_TYPES:
		request->types = true;
		return true;
	case SIM_PCI_OPTION_JSON:
		request->json = true;
		return true;
	default:
		return take_cable(request, (enum sim_pci_option)id, value);
	}
}

static void print_types(void)
{
	const struct fw_card_type *type;
	size_t i;

	for (i = 0; (type = fw_card_type_at(i)); i++)
		printf("%-13s  %s, firmware %u.%u.%u%s\n", type->name, type->title, type->fw_major, type->fw_minor,
		       type->fw_sub, fw_card_functions(type) > 1 ? ", two functions" : "");
}

static int print_types_json(void)
{
	const struct fw_card_type *type;
	json_t *types = json_array();
	char firmware[FIRMWARE_TEXT_MAX];
	size_t i;

	for (i = 0; (type = fw_card_type_at(i)); i++) {
		snprintf(firmware, sizeof(firmware), "%u.%u.%u", type->fw_major, type->fw_minor, type->fw_sub);
		build_append(&types, json_pack("{s:s, s:s, s:s, s:i}", "type", type->name, "title", type->title,
					       "firmware", firmware, "functions", (int)fw_card_functions(type)));
	}
	return output_json(json_pack("{s:i, s:o}", "version", 1, "types", types)) ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
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

static int fill(struct pci_server *server, struct request *request, struct ece_error *error)
{
	int err = 0;
	size_t i;

	for (i = 0; !err && i < request->cards; i++) {
		const struct card_words *card = &request->card[i];

		err = card->of ? pci_server_add_function(server, card->of, &card->options, card->socket, error) :
				 pci_server_add_card(server, &card->options, card->socket, error);
	}
	if (!err)
		err = cable_words_connect(&request->cable, server, error);
	if (!err && request->control)
		err = pci_server_add_control(server, request->control, error);
	return err;
}

/* A file at its limit, or what a client handed over and nobody reads, is an error of that one and no end for all. */
static void survive_writes(void)
{
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
}

/* Cards and ends that do not fit together are seen when they are made, and are the command line's all the same. */
static int failed(const struct ece_error *error)
{
	if (error->kind == ECE_ERROR_IO || error->kind == ECE_ERROR_MEMORY) {
		report_error(error);
		return TOOL_EXIT_ERROR;
	}
	return command_usage(&ece_sim_pci_command, "%s", error->text);
}

static int serve(struct request *request, struct sim_log *log)
{
	struct ece_error error = {0};
	int stop = stop_signals();
	struct pci_server *server = pci_server_new(sim_log_line, log, &error);
	int code = TOOL_EXIT_OK;
	int err = -ENOMEM;

	survive_writes();
	/* Waits of a few microseconds, for frames on a cable, would be stretched to fifty otherwise. */
	prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NS);
	if (server)
		err = fill(server, request, &error);
	if (!err)
		err = pci_server_run(server, stop, &error);
	if (err)
		code = failed(&error);
	pci_server_free(server);
	cable_words_close(&request->cable);
	if (stop >= 0)
		close(stop);
	return code;
}

static int run(struct request *request)
{
	struct ece_error error = {0};
	struct sim_log log = {0};
	int code;

	if (request->log && sim_log_open(&log, request->log, SIM_LOG_BYTES_MAX) < 0) {
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

	if (!command_parse(&ece_sim_pci_command, argc, argv, take_option, &request, &line, &code))
		return code;
	if (request.json && !request.types)
		return command_usage(&ece_sim_pci_command, "--json is for --types");
	if (request.json)
		return print_types_json();
	if (request.types) {
		print_types();
		return TOOL_EXIT_OK;
	}
	if (request.cards == 0)
		return command_usage(&ece_sim_pci_command, "no --card");
	if (!request.cable.count && request.cable.given)
		return command_usage(&ece_sim_pci_command, "%s is for cables, and there is no --connect",
				     request.cable.given);
	if (request.cable.pcap_bytes && !request.cable.pcap)
		return command_usage(&ece_sim_pci_command, "--pcap-max is for a capture, and there is no --pcap");
	code = run(&request);
	card_words_free(request.card, request.cards);
	return code;
}
