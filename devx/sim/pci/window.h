/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The vendor-specific capability: a window of four words in configuration space through which management tools (mstreg,
 * mstconfig ...) reach address spaces of the card, among them a mailbox for register accesses.
 * Source: mstflint mtcr_ul and the mailbox layout of its tools_layouts.
 */
#ifndef ECE_DEVX_SIM_PCI_WINDOW_H
#define ECE_DEVX_SIM_PCI_WINDOW_H

#include <stdint.h>

#define PCI_WINDOW_MAILBOX_WORDS 512
#define PCI_WINDOW_SEMAPHORES    64

struct pci_card;

struct pci_window {
	uint16_t space;
	uint32_t tickets;
	uint32_t semaphore; /* 0: free */
	uint32_t address;   /* with its flag bit */
	uint32_t data;
	uint32_t control; /* of the mailbox */
	uint32_t mailbox[PCI_WINDOW_MAILBOX_WORDS];
	uint32_t lock[PCI_WINDOW_SEMAPHORES];
};

/* pci_window_read, pci_window_write - one word, @at from the start of the capability (4..0x14) */
uint32_t pci_window_read(struct pci_card *card, uint32_t at);
void pci_window_write(struct pci_card *card, uint32_t at, uint32_t value);

#endif
