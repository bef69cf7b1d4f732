/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Guest memory as the card reaches it by DMA: regions of files that the vfio-user client handed over. Bytes are copied
 * in and out through the file descriptor, never mapped: there is no pointer into guest memory, nothing can change
 * between a check and its use, and a file that shrinks gives an error instead of a signal.
 */
#ifndef ECE_DEVX_SIM_PCI_MEMORY_H
#define ECE_DEVX_SIM_PCI_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PCI_MEMORY_REGIONS 64

struct pci_memory_region {
	uint64_t address; /* guest-physical */
	uint64_t bytes;   /* 0: not used */
	uint64_t offset;  /* in the file */
	int fd;
	bool readable;
	bool writable;
};

struct pci_memory {
	struct pci_memory_region region[PCI_MEMORY_REGIONS];
};

/**
 * pci_memory_map - make a region reachable
 * @region: copied; its descriptor is owned by @memory from here on, and closed by it when this fails
 *
 * Returns 0; -EINVAL for a region that is empty, wraps around, overlaps another or is no regular file; -ENOSPC when
 * all places are taken.
 */
int pci_memory_map(struct pci_memory *memory, const struct pci_memory_region *region);

/* pci_memory_unmap - give up all regions that lie inside the range; returns how many there were */
size_t pci_memory_unmap(struct pci_memory *memory, uint64_t address, uint64_t bytes);

/* pci_memory_clear - give up everything */
void pci_memory_clear(struct pci_memory *memory);

/**
 * pci_memory_read, pci_memory_write - one access, which must lie in one region
 *
 * Returns false where it does not, or where the region does not allow it. A failed read leaves @to undefined.
 */
bool pci_memory_read(const struct pci_memory *memory, uint64_t address, void *to, size_t bytes);
bool pci_memory_write(const struct pci_memory *memory, uint64_t address, const void *from, size_t bytes);

#endif
