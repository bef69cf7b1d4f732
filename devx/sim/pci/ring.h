/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A ring of entries in pages of guest memory: event queues and completion queues. */
#ifndef ECE_DEVX_SIM_PCI_RING_H
#define ECE_DEVX_SIM_PCI_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/pci/memory.h"

/* All of it comes from a guest, none of it was checked. */
struct pci_ring {
	const uint8_t *pages; /* page addresses, 64-bit big endian */
	size_t page_count;
	uint8_t log_page;    /* bytes of a page */
	uint8_t log_entries; /* entries of the ring */
	uint32_t stride;     /* bytes from entry to entry */
	uint32_t start;      /* of the first entry in the first page */
};

/* pci_ring_phase - the owner bit of entry number @index: it changes with every round */
uint8_t pci_ring_phase(const struct pci_ring *ring, uint32_t index);

/**
 * pci_ring_write - write entry number @index; its last byte, which hands it over, goes last
 * @bytes: of the entry; it is the end of its stride
 *
 * Returns false when the place is outside of the pages or of guest memory.
 */
bool pci_ring_write(const struct pci_memory *memory, const struct pci_ring *ring, uint32_t index, const uint8_t *entry,
		    size_t bytes);

#endif
