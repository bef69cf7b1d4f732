/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A card's port and the cable that may be in it. Without one its link is what the control line "link" says. On a cable
 * the port is up as long as it has a client, its driver wants it up (PAOS) and no "link down" was said, and there is a
 * link when the other end is up as well. A link that comes or goes is told to the driver by a port event.
 */
#ifndef ECE_DEVX_SIM_PCI_LINK_H
#define ECE_DEVX_SIM_PCI_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

struct pci_card;
struct pci_cable; /* devx/sim/pci/cable.h */

struct pci_link {
	struct pci_cable *cable; /* NULL: none. Not owned */
	int port;                /* of the cable */
	bool up;                 /* this end, as the cable knows it */
};

/**
 * pci_link_connect - put one end of a cable into the card's port
 * @cable: outlives the card's last call
 *
 * Returns 0; -EBUSY when there is one already, -ENOSPC when the cable has no more ends; with @error filled.
 */
int pci_link_connect(struct pci_card *card, struct pci_cable *cable, struct ece_error *error);

/* pci_link_refresh - the card may have changed what makes its end up: tell the cable, and whom it concerns */
void pci_link_refresh(struct pci_card *card);

/* pci_link_told - the control line "link" was said: tell the driver */
void pci_link_told(struct pci_card *card);

/* pci_link_transmit - a frame leaves the port; without a cable it is gone */
void pci_link_transmit(struct pci_card *card, uint64_t now_ns, const uint8_t *frame, size_t bytes);

#endif
