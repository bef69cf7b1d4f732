/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The command queue: 32 entries of 64 bytes in guest memory. An answer that a fault rule holds back keeps its own slot
 * busy; the others go on.
 * Source: Linux include/linux/mlx5/device.h (struct mlx5_cmd_layout) and mlx5/core/cmd.c.
 */
#ifndef ECE_DEVX_SIM_PCI_CMD_QUEUE_H
#define ECE_DEVX_SIM_PCI_CMD_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#define PCI_CMD_SLOTS       32
#define PCI_CMD_ENTRY_BYTES 64
#define PCI_CMD_BYTES_MAX   (1U << 20) /* of either mailbox */

struct pci_card;

/* A command that was executed and not yet answered. */
struct pci_cmd {
	uint8_t *out; /* the answer; NULL: the slot is free */
	uint32_t out_len;
	uint64_t due_ns;
	bool event; /* tell the command EQ; decided when the command was taken */
	uint8_t entry[PCI_CMD_ENTRY_BYTES];
};

struct pci_cmd_queue {
	uint64_t address;
	uint8_t nic_state; /* what the driver wrote about its interface */
	struct pci_cmd slot[PCI_CMD_SLOTS];
};

/* The two words of the initialization segment: address and sizes out, address in. */
uint32_t pci_cmd_queue_high(const struct pci_cmd_queue *queue);
uint32_t pci_cmd_queue_low(const struct pci_cmd_queue *queue);
void pci_cmd_queue_set_high(struct pci_cmd_queue *queue, uint32_t word);
void pci_cmd_queue_set_low(struct pci_cmd_queue *queue, uint32_t word);

/* pci_cmd_queue_ring - take the entries whose bits are set; answers that are due are given at once */
void pci_cmd_queue_ring(struct pci_card *card, uint32_t bits);

/* pci_cmd_queue_tick - give the answers that are due at card->now_ns; returns when the next one is, or FW_NEVER */
uint64_t pci_cmd_queue_tick(struct pci_card *card);

/* pci_cmd_queue_reset - forget everything that waits */
void pci_cmd_queue_reset(struct pci_cmd_queue *queue);

#endif
