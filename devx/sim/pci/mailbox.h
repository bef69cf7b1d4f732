/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Mailboxes: what does not fit into a command queue entry lies in a chain of blocks in guest memory.
 * Source: Linux drivers/net/ethernet/mellanox/mlx5/core/cmd.c and include/linux/mlx5/device.h.
 */
#ifndef ECE_DEVX_SIM_PCI_MAILBOX_H
#define ECE_DEVX_SIM_PCI_MAILBOX_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/pci/memory.h"

#define PCI_MAILBOX_DATA  512
#define PCI_MAILBOX_BYTES 576 /* of a block, with its trailer */

/* How a command was delivered; not the status of the firmware. */
enum pci_delivery {
	PCI_DELIVERY_OK = 0x00,
	PCI_DELIVERY_TOKEN = 0x02,
	PCI_DELIVERY_BLOCK_NUMBER = 0x03,
	PCI_DELIVERY_OUT_POINTER = 0x04,
	PCI_DELIVERY_IN_POINTER = 0x05,
	PCI_DELIVERY_INTERNAL = 0x06,
	PCI_DELIVERY_IN_LENGTH = 0x07,
	PCI_DELIVERY_OUT_LENGTH = 0x08,
	PCI_DELIVERY_DESCRIPTOR = 0x10,
};

/**
 * pci_mailbox_gather - read @bytes of input from the chain that starts at @address
 *
 * Every block is checked for its token and its number, so that a chain that loops ends. Returns enum pci_delivery.
 */
uint8_t pci_mailbox_gather(const struct pci_memory *memory, uint64_t address, uint8_t token, uint8_t *to, size_t bytes);

/* pci_mailbox_scatter - write @bytes of output into a chain; signatures are filled in */
uint8_t pci_mailbox_scatter(const struct pci_memory *memory, uint64_t address, uint8_t token, const uint8_t *from,
			    size_t bytes);

/* pci_signature - the byte that makes the XOR of all @bytes and itself 0xff */
uint8_t pci_signature(const uint8_t *at, size_t bytes);

#endif
