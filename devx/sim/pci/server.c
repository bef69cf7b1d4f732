// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/server.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "devx/sim/pci/cable.h"
#include "devx/sim/pci/control.h"
#include "devx/sim/pci/listen.h"

#define NS_PER_S UINT64_C(1000000000)

/* Frames that a cable hands over before the guests' requests get their turn. */
#define FRAMES_A_TURN 256

struct port {
	struct pci_card *card;
	struct pci_listener listener;
};

/* A control connection: what it said so far. Answers that it does not read are dropped. */
struct caller {
	int fd; /* -1: none */
	size_t used;
	char line[PCI_CONTROL_LINE_MAX];
};

struct pci_server {
	pci_log *log;
	void *log_ctx;
	struct port port[PCI_SERVER_CARDS_MAX];
	struct pci_card *card[PCI_SERVER_CARDS_MAX]; /* the same ones, for the control lines */
	size_t cards;
	struct pci_cable *cable[PCI_SERVER_CABLES_MAX];
	size_t cables;
	struct pci_capture capture;
	struct pci_listener control;
	struct caller caller[PCI_SERVER_CONTROLS_MAX];
};

/* The places of the poll array. */
enum {
	POLL_STOP,
	POLL_CONTROL,
	POLL_CALLERS,
	POLL_CARDS = POLL_CALLERS + PCI_SERVER_CONTROLS_MAX,
	POLL_MAX = POLL_CARDS + PCI_SERVER_CARDS_MAX,
};

struct pci_server *pci_server_new(pci_log *log, void *log_ctx, struct ece_error *error)
{
	struct pci_server *server = calloc(1, sizeof(*server));
	size_t i;

	if (!server) {
		ece_error_set(error, -ENOMEM, ECE_ERROR_MEMORY, "no memory for the server");
		return NULL;
	}
	server->log = log;
	server->log_ctx = log_ctx;
	server->control.fd = -1;
	for (i = 0; i < PCI_SERVER_CONTROLS_MAX; i++)
		server->caller[i].fd = -1;
	return server;
}

static void hang_up(struct caller *caller)
{
	if (caller->fd >= 0)
		close(caller->fd);
	caller->fd = -1;
	caller->used = 0;
}

void pci_server_free(struct pci_server *server)
{
	size_t i;

	if (!server)
		return;
	for (i = 0; i < server->cables; i++)
		pci_cable_free(server->cable[i]);
	for (i = 0; i < server->cards; i++) {
		pci_listener_close(&server->port[i].listener);
		pci_card_free(server->port[i].card);
	}
	pci_listener_close(&server->control);
	for (i = 0; i < PCI_SERVER_CONTROLS_MAX; i++)
		hang_up(&server->caller[i]);
	free(server);
}

int pci_server_add_card(struct pci_server *server, const struct pci_card_options *options, const char *path,
			struct ece_error *error)
{
	struct port *port = &server->port[server->cards];
	int err;

	if (server->cards == PCI_SERVER_CARDS_MAX)
		return ece_error_set(error, -ENOSPC, ECE_ERROR_LIMIT, "more than %d cards", PCI_SERVER_CARDS_MAX);
	err = pci_listener_open(&port->listener, path, error);
	if (err)
		return err;
	port->card = pci_card_new(options, server->log, server->log_ctx, error);
	if (!port->card) {
		pci_listener_close(&port->listener);
		return -ENOMEM;
	}
	server->card[server->cards++] = port->card;
	return 0;
}

static uint8_t functions_so_far(const struct pci_server *server, const struct pci_card *first)
{
	uint8_t count = 1;
	size_t i;

	for (i = 0; i < server->cards; i++)
		count += server->card[i]->fw.card == &first->state;
	return count;
}

int pci_server_add_function(struct pci_server *server, const char *of, const struct pci_card_options *options,
			    const char *path, struct ece_error *error)
{
	struct pci_card_options full = *options;
	struct pci_card *first = pci_card_named(server->card, server->cards, of);

	if (!first || first->fw.card)
		return ece_error_set(error, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
				     "'%s' is to be a function of '%s', and there is no such card before it",
				     options->name, of);
	full.first = first;
	full.function = functions_so_far(server, first);
	full.type = first->fw.type;
	full.identity = first->state.identity;
	if (full.function >= fw_card_functions(full.type))
		return ece_error_set(error, -ENOSPC, ECE_ERROR_LIMIT,
				     "a card of type %s has no more than %u function%s", full.type->name,
				     fw_card_functions(full.type), fw_card_functions(full.type) == 1 ? "" : "s");
	return pci_server_add_card(server, &full, path, error);
}

int pci_server_add_control(struct pci_server *server, const char *path, struct ece_error *error)
{
	return pci_listener_open(&server->control, path, error);
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

static uint64_t now(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

int pci_server_capture(struct pci_server *server, int fd, uint64_t bytes, struct ece_error *error)
{
	int err = wire_pcap_begin(&server->capture.pcap, fd, bytes);

	if (err)
		return ece_error_set(error, err, ECE_ERROR_IO, "cannot begin a capture of at most %llu bytes: %s",
				     (unsigned long long)bytes, strerror(-err));
	server->capture.epoch_ns = clock_ns(CLOCK_REALTIME) - now();
	for (size_t i = 0; i < server->cables; i++)
		pci_cable_capture(server->cable[i], &server->capture);
	return 0;
}

int pci_server_connect(struct pci_server *server, const char *ends, const struct wire_weather *weather,
		       struct ece_error *error)
{
	struct ece_error why = {0};
	struct pci_cable *cable;

	if (server->cables == PCI_SERVER_CABLES_MAX)
		return ece_error_set(error, -ENOSPC, ECE_ERROR_LIMIT, "more than %d cables", PCI_SERVER_CABLES_MAX);
	cable = pci_cable_new(server->card, server->cards, ends, weather, &why);
	if (!cable) {
		if (error)
			*error = why;
		return why.code;
	}
	server->cable[server->cables++] = cable;
	return 0;
}

/* A card without a client polls for one; a card with a client polls that. */
static void fill(const struct pci_server *server, int stop_fd, struct pollfd *at)
{
	bool room = false;
	size_t i;

	for (i = 0; i < PCI_SERVER_CONTROLS_MAX; i++) {
		room = room || server->caller[i].fd < 0;
		at[POLL_CALLERS + i] = (struct pollfd){server->caller[i].fd, POLLIN, 0};
	}
	at[POLL_STOP] = (struct pollfd){stop_fd, POLLIN, 0};
	at[POLL_CONTROL] = (struct pollfd){room ? server->control.fd : -1, POLLIN, 0};
	for (i = 0; i < server->cards; i++) {
		const struct port *port = &server->port[i];

		if (port->card->vfu.fd < 0)
			at[POLL_CARDS + i] = (struct pollfd){port->listener.fd, POLLIN, 0};
		else
			at[POLL_CARDS + i] = (struct pollfd){port->card->vfu.fd, pci_vfu_events(&port->card->vfu), 0};
	}
}

static void serve_card(struct port *port)
{
	int fd;

	if (port->card->vfu.fd >= 0) {
		pci_card_serve(port->card, now());
		return;
	}
	fd = pci_listener_accept(&port->listener);
	if (fd < 0)
		return;
	pci_card_log(port->card, "client connected");
	pci_vfu_attach(&port->card->vfu, fd);
}

static void answer(struct pci_server *server, struct caller *caller)
{
	char text[PCI_CONTROL_ANSWER_MAX + 1];
	size_t bytes;

	pci_control_line(server->card, server->cards, caller->line, text);
	bytes = strlen(text);
	text[bytes++] = '\n';
	if (send(caller->fd, text, bytes, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)bytes)
		hang_up(caller);
	caller->used = 0;
}

static void serve_caller(struct pci_server *server, struct caller *caller)
{
	char bytes[PCI_CONTROL_LINE_MAX];
	ssize_t got = recv(caller->fd, bytes, sizeof(bytes), MSG_DONTWAIT);
	ssize_t i;

	if (got <= 0 && !(got < 0 && (errno == EAGAIN || errno == EINTR)))
		hang_up(caller);
	for (i = 0; i < got && caller->fd >= 0; i++) {
		if (bytes[i] == '\n') {
			caller->line[caller->used] = '\0';
			answer(server, caller);
		} else if (caller->used == sizeof(caller->line) - 1) {
			hang_up(caller);
		} else {
			caller->line[caller->used++] = bytes[i];
		}
	}
}

static void new_caller(struct pci_server *server)
{
	int fd = pci_listener_accept(&server->control);
	size_t i;

	for (i = 0; fd >= 0 && i < PCI_SERVER_CONTROLS_MAX; i++) {
		if (server->caller[i].fd >= 0)
			continue;
		server->caller[i].fd = fd;
		return;
	}
	if (fd >= 0)
		close(fd);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* What is on the cables arrives, then the cards have their turn; what those send is due with the next one. */
static uint64_t tick(struct pci_server *server)
{
	uint64_t next = FW_NEVER;
	size_t i;

	for (i = 0; i < server->cables; i++)
		wire_run(server->cable[i]->wire, now(), FRAMES_A_TURN);
	for (i = 0; i < server->cards; i++)
		next = earlier(next, pci_card_tick(server->card[i], now()));
	for (i = 0; i < server->cables; i++)
		next = earlier(next, wire_run(server->cable[i]->wire, now(), 0));
	return next;
}

/* Until @due; NULL: for ever. A delay of microseconds is waited for as such. */
static const struct timespec *patience(uint64_t due, struct timespec *wait)
{
	uint64_t at = now();
	uint64_t ns = due > at ? due - at : 0;

	if (due == FW_NEVER)
		return NULL;
	wait->tv_sec = (time_t)(ns / NS_PER_S);
	wait->tv_nsec = (long)(ns % NS_PER_S);
	return wait;
}

static void serve(struct pci_server *server, const struct pollfd *at)
{
	size_t i;

	for (i = 0; i < server->cards; i++) {
		if (at[POLL_CARDS + i].revents)
			serve_card(&server->port[i]);
	}
	for (i = 0; i < PCI_SERVER_CONTROLS_MAX; i++) {
		if (at[POLL_CALLERS + i].revents)
			serve_caller(server, &server->caller[i]);
	}
	if (at[POLL_CONTROL].revents)
		new_caller(server);
}

int pci_server_run(struct pci_server *server, int stop_fd, struct ece_error *error)
{
	struct pollfd at[POLL_MAX];

	for (;;) {
		uint64_t due = tick(server);
		struct timespec wait;

		fill(server, stop_fd, at);
		if (ppoll(at, POLL_CARDS + server->cards, patience(due, &wait), NULL) < 0) {
			if (errno == EINTR)
				continue;
			return ece_error_set(error, -errno, ECE_ERROR_IO, "cannot poll: %s", strerror(errno));
		}
		if (at[POLL_STOP].revents)
			return 0;
		serve(server, at);
	}
}
