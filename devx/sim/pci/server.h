/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Cards on unix sockets: one poll loop for all of them, their clients, cables and the control connections. A card takes one
 * client after the other; when one goes, the card is reset and waits for the next.
 */
#ifndef ECE_DEVX_SIM_PCI_SERVER_H
#define ECE_DEVX_SIM_PCI_SERVER_H

#include "devx/base/error.h"
#include "devx/sim/pci/card.h"
#include "devx/sim/wire/cable.h"

#define PCI_SERVER_CARDS_MAX    32
#define PCI_SERVER_CONTROLS_MAX 8 /* control connections at one time */
#define PCI_SERVER_CABLES_MAX   16

struct pci_server;

/**
 * pci_server_new - a server without cards
 *
 * Returns a server to be freed with pci_server_free(), which also removes its sockets; NULL with @error filled.
 */
struct pci_server *pci_server_new(pci_log *log, void *log_ctx, struct ece_error *error);

/* pci_server_free - accepts NULL */
void pci_server_free(struct pci_server *server);

/**
 * pci_server_add_card - make a card and listen for its client
 * @path: of the socket; one that nobody listens on is replaced
 *
 * Returns 0 or a negative errno with @error filled.
 */
int pci_server_add_card(struct pci_server *server, const struct pci_card_options *options, const char *path,
			struct ece_error *error);

/**
 * pci_server_add_function - one more function of a card that was added: its type, GUID numbers behind its own
 * @of: the card's name
 * @options: name and window; the rest is the card's
 *
 * Returns as pci_server_add_card(); -ENOENT (kind UNKNOWN_NAME) without such a card, -ENOSPC (kind LIMIT) when its type
 * has no more functions.
 */
int pci_server_add_function(struct pci_server *server, const char *of, const struct pci_card_options *options,
			    const char *path, struct ece_error *error);

/* pci_server_add_control - listen for control connections; see control.h for what they say */
int pci_server_add_control(struct pci_server *server, const char *path, struct ece_error *error);

/**
 * pci_server_capture - write the frames of all cables that are connected so far into a file
 * @fd: an empty file that outlives the server; it stays the caller's
 * @bytes: that it may have
 *
 * Returns 0 or a negative errno with @error filled.
 */
int pci_server_capture(struct pci_server *server, int fd, uint64_t bytes, struct ece_error *error);

/**
 * pci_server_connect - a cable between cards that were added
 * @ends, @weather: see pci_cable_new()
 *
 * Returns 0 or a negative errno with @error filled; -ENOSPC (kind LIMIT) behind PCI_SERVER_CABLES_MAX.
 */
int pci_server_connect(struct pci_server *server, const char *ends, const struct wire_weather *weather,
		       struct ece_error *error);

/**
 * pci_server_run - serve until @stop_fd becomes readable
 *
 * Returns 0, or a negative errno with @error filled when the loop itself failed.
 */
int pci_server_run(struct pci_server *server, int stop_fd, struct ece_error *error);

#endif
