/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A cable between cards of one server: two of them, or more, which is a switch then. */
#ifndef ECE_DEVX_SIM_PCI_CABLE_H
#define ECE_DEVX_SIM_PCI_CABLE_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/sim/pci/card.h"
#include "devx/sim/wire/cable.h"
#include "devx/sim/wire/pcap.h"

#define PCI_CABLE_ENDS_TEXT_MAX 1152 /* WIRE_PORTS_MAX names with their ports */

/* What is captured of all cables of a server, in one file. */
struct pci_capture {
	struct wire_pcap pcap;
	uint64_t epoch_ns; /* the time of day when the clock of the server was zero */
};

struct pci_cable {
	struct wire_cable *wire;
	struct pci_card *card[WIRE_PORTS_MAX]; /* by port */
	size_t cards;
	struct pci_capture *capture; /* NULL: none */
};

/**
 * pci_cable_new - connect cards
 * @cards, @count: those that there are; the ones that are named outlive the cable's last call
 * @ends: NAME[:1],NAME[:1][,...]; a function has one port
 * @weather: to begin with
 *
 * Returns a cable to be freed with pci_cable_free(), before its cards; NULL with @error filled: unknown names,
 * another port, fewer than two ends, an end that has a cable, weather out of range. No card is connected then.
 */
struct pci_cable *pci_cable_new(struct pci_card *const *cards, size_t count, const char *ends,
				const struct wire_weather *weather, struct ece_error *error);

/* pci_cable_capture - from now on @capture, which outlives the cable, sees its frames */
void pci_cable_capture(struct pci_cable *cable, struct pci_capture *capture);

/* pci_cable_free - accepts NULL; cards that are on it have no cable then */
void pci_cable_free(struct pci_cable *cable);

#endif
