// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-sim pci: cards on vfio-user sockets, until a signal says stop. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "devx/sim/pci/server.h"
#include "tools/ece-sim/log.h"
#include "tools/ece-sim/verbs.h"

#define FIRST_IDENTITY 0x00abcde0 /* cards without guid= count up from here, sixteen apart */

struct card_words {
	struct pci_card_options options;
	const char *socket;
};

struct request {
	struct card_words card[PCI_SERVER_CARDS_MAX];
	size_t cards;
	const char *control;
	const char *log;
};

static void usage(FILE *to)
{
	fputs("usage: ece-sim pci --card NAME,type=TYPE,socket=PATH[,guid=NUMBER][,window=off] ... [OPTIONS]\n"
	      "\n"
	      "Software ConnectX cards as PCI devices for QEMU 10.1 and later. Unmodified Linux drivers bind to them.\n"
	      "What a card does was decided by the authors of the model; it is not what silicon does. No packets "
	      "move.\n"
	      "\n"
	      "  --card WORDS     one card; repeatable\n"
	      "                     NAME    how control lines and the log call it\n"
	      "                     type    see below\n"
	      "                     socket  where QEMU connects; one at a time, the next when the first has gone\n"
	      "                     guid    node GUID, or a small number that is completed to one\n"
	      "                     window  'off' leaves out the window of the management tools in configuration "
	      "space\n"
	      "  --control PATH   take lines of text here: link up|down, fault ..., count OPCODE, health N, state, "
	      "cards\n"
	      "  --log FILE       every command that the cards execute (at most 64 MiB)\n"
	      "  --help\n"
	      "\n"
	      "The matching words of QEMU (guest memory has to be shared):\n"
	      "  -object memory-backend-memfd,id=mem,size=1G,share=on -machine memory-backend=mem\n"
	      "  -device pcie-root-port,id=rp0\n"
	      "  -device "
	      "'{\"driver\":\"vfio-user-pci\",\"bus\":\"rp0\",\"socket\":{\"type\":\"unix\",\"path\":\"PATH\"}}'\n"
	      "\n"
	      "Types:\n",
	      to);
	for (size_t i = 0; fw_card_type_at(i); i++)
		fprintf(to, "  %-10s %s, firmware %u.%u.%u\n", fw_card_type_at(i)->name, fw_card_type_at(i)->title,
			fw_card_type_at(i)->fw_major, fw_card_type_at(i)->fw_minor, fw_card_type_at(i)->fw_sub);
}

static bool complain(const char *what, const char *word)
{
	fprintf(stderr, "ece-sim pci: %s '%s'; see 'ece-sim pci --help'\n", what, word);
	return false;
}

static bool parse_guid(const char *word, uint64_t *guid)
{
	char *end;

	errno = 0;
	*guid = strtoull(word, &end, 0);
	return errno == 0 && end != word && *end == '\0' && *word != '-';
}

enum word {
	WORD_TYPE,
	WORD_SOCKET,
	WORD_GUID,
	WORD_WINDOW,
	WORDS,
};

static bool set_word(struct card_words *card, int word, const char *value)
{
	switch (word) {
	case WORD_TYPE:
		card->options.type = fw_card_type_find(value);
		return card->options.type || complain("no card type", value);
	case WORD_SOCKET:
		card->socket = value;
		return true;
	case WORD_GUID:
		return parse_guid(value, &card->options.identity) || complain("not a GUID:", value);
	default:
		card->options.no_window = strcmp(value, "off") == 0;
		return card->options.no_window || strcmp(value, "on") == 0 ||
		       complain("window is on or off, not", value);
	}
}

static bool check_name(const struct request *request, const char *name)
{
	size_t length = name ? strlen(name) : 0;
	size_t i;

	if (length == 0 || length >= PCI_CARD_NAME_MAX || strpbrk(name, "= \t"))
		return complain("a card needs a short name first, not", name ? name : "");
	for (i = 0; i < request->cards; i++) {
		if (strcmp(request->card[i].options.name, name) == 0)
			return complain("two cards are called", name);
	}
	return true;
}

/* @text is cut up and has to live as long as the request. */
static bool add_card(struct request *request, char *text)
{
	char *const words[] = {[WORD_TYPE] = (char[]){"type"},
			       [WORD_SOCKET] = (char[]){"socket"},
			       [WORD_GUID] = (char[]){"guid"},
			       [WORD_WINDOW] = (char[]){"window"},
			       [WORDS] = NULL};
	struct card_words *card = &request->card[request->cards];
	char *rest = text;
	char *value;

	if (request->cards == PCI_SERVER_CARDS_MAX)
		return complain("too many cards at", text);
	card->options.name = strsep(&rest, ",");
	card->options.identity = FIRST_IDENTITY + request->cards * 16;
	if (!check_name(request, card->options.name))
		return false;
	while (rest && *rest) {
		char *at = rest;
		int word = getsubopt(&rest, words, &value);

		if (word < 0)
			return complain("unknown word of a card:", at);
		if (!value)
			return complain("needs a value:", words[word]);
		if (!set_word(card, word, value))
			return false;
	}
	if (!card->options.type)
		return complain("no type= for card", card->options.name);
	if (!card->socket)
		return complain("no socket= for card", card->options.name);
	request->cards++;
	return true;
}

/* Returns -1 to go on, else the exit code. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option options[] = {
		{"card", required_argument, NULL, 'c'},
		{"control", required_argument, NULL, 'C'},
		{"log", required_argument, NULL, 'l'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'c':
			if (!add_card(request, optarg))
				return EXIT_USAGE;
			break;
		case 'C':
			request->control = optarg;
			break;
		case 'l':
			request->log = optarg;
			break;
		case 'h':
			usage(stdout);
			return EXIT_SUCCESS;
		default:
			fputs("see 'ece-sim pci --help'\n", stderr);
			return EXIT_USAGE;
		}
	}
	if (optind < argc)
		return complain("what is", argv[optind]) ? 0 : EXIT_USAGE;
	if (request->cards == 0)
		return complain("no", "--card") ? 0 : EXIT_USAGE;
	return -1;
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
	size_t i;
	int err = 0;

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
	int err;

	err = server ? fill(server, request, &error) : -ENOMEM;
	if (!err)
		err = pci_server_run(server, stop, &error);
	if (err)
		fprintf(stderr, "ece-sim pci: %s\n", error.text);
	pci_server_free(server);
	if (stop >= 0)
		close(stop);
	return err ? EXIT_FAILURE : EXIT_SUCCESS;
}

int sim_pci(int argc, char **argv)
{
	static struct request request;
	struct sim_log log = {0};
	int code = parse(argc, argv, &request);

	if (code >= 0)
		return code;
	if (request.log && sim_log_open(&log, request.log) < 0) {
		fprintf(stderr, "ece-sim pci: cannot write '%s': %s\n", request.log, strerror(errno));
		return EXIT_FAILURE;
	}
	code = serve(&request, &log);
	sim_log_close(&log);
	return code;
}
