/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Event queues: entries in guest memory, then an interrupt. The queues themselves are objects of the model. */
#ifndef ECE_DEVX_SIM_PCI_EVENT_QUEUE_H
#define ECE_DEVX_SIM_PCI_EVENT_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/prm/queue.h"

struct pci_card;

/* pci_event_wanted - is there a queue whose mask has this event type? */
bool pci_event_wanted(struct pci_card *card, uint8_t type);

/**
 * pci_event - post an asynchronous event to the queue whose mask has its type
 *
 * An event that nobody wants, or whose queue lies in memory that is not there, is lost, as on a real card. So is one
 * that finds its queue full: entries that the driver has not read stay. Real cards end such a queue (eqc.status of
 * mlx5_ifc.h has EQ_WRITE_FAILURE), and how is not public; this one goes on as soon as the driver has read.
 */
void pci_event(struct pci_card *card, uint8_t type, uint8_t sub_type, const uint8_t data[PRM_EQE_DATA_BYTES]);

/* pci_event_completion - tell queue @eqn that CQ @cqn has something */
void pci_event_completion(struct pci_card *card, uint8_t eqn, uint32_t cqn);

/**
 * pci_event_read - the driver says how far it has read a queue
 * @doorbell: PRM_EQ_DOORBELL_BYTES; one that names no queue, goes back, or claims what was not written is passed over
 */
void pci_event_read(struct pci_card *card, const uint8_t *doorbell);

#endif
