/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Send queues without a data path: whatever is rung completes at once and successfully, and no byte moves. It is what
 * drivers need to see their own no-op requests come back when a netdev is brought up.
 */
#ifndef ECE_DEVX_SIM_PCI_SEND_STUB_H
#define ECE_DEVX_SIM_PCI_SEND_STUB_H

#include <stdint.h>

struct pci_card;

/* pci_send_stub_ring - a send doorbell: the first 8 bytes of the last work request */
void pci_send_stub_ring(struct pci_card *card, const uint8_t *doorbell);

/* pci_send_stub_arm - a CQ wants an event for its next completion; 8 bytes. Without it, it gets none */
void pci_send_stub_arm(struct pci_card *card, const uint8_t *doorbell);

#endif
