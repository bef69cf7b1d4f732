// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/ring.h"

#include "devx/base/be.h"

#define LOG_ENTRIES_MAX 24
#define LOG_PAGE_MAX    40
#define PAGE_FLAGS      UINT64_C(0xfff) /* the low bits of a page address carry permissions */

uint8_t pci_ring_phase(const struct pci_ring *ring, uint32_t index)
{
	return ring->log_entries > LOG_ENTRIES_MAX ? 0 : (index >> ring->log_entries) & 1;
}

bool pci_ring_write(const struct pci_memory *memory, const struct pci_ring *ring, uint32_t index, const uint8_t *entry,
		    size_t bytes)
{
	uint64_t at;
	uint64_t page;

	if (ring->log_entries > LOG_ENTRIES_MAX || ring->log_page > LOG_PAGE_MAX)
		return false;
	index &= (UINT32_C(1) << ring->log_entries) - 1;
	at = ring->start + (uint64_t)index * ring->stride + ring->stride - bytes;
	page = at >> ring->log_page;
	if (page >= ring->page_count)
		return false;
	at = (ece_be64(ring->pages + page * sizeof(uint64_t)) & ~PAGE_FLAGS) +
	     (at & ((UINT64_C(1) << ring->log_page) - 1));
	return pci_memory_write(memory, at, entry, bytes - 1) &&
	       pci_memory_write(memory, at + bytes - 1, entry + bytes - 1, 1);
}
