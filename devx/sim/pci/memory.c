// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/memory.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_file(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

static bool sane(const struct pci_memory_region *region)
{
	return region->bytes && region->address <= UINT64_MAX - region->bytes &&
	       region->offset <= (uint64_t)INT64_MAX - (region->bytes <= INT64_MAX ? region->bytes : INT64_MAX) &&
	       is_file(region->fd);
}

static bool overlap(const struct pci_memory_region *a, const struct pci_memory_region *b)
{
	return a->bytes && b->bytes && a->address < b->address + b->bytes && b->address < a->address + a->bytes;
}

static int place(struct pci_memory *memory, const struct pci_memory_region *region)
{
	struct pci_memory_region *empty = NULL;
	size_t i;

	if (!sane(region))
		return -EINVAL;
	for (i = 0; i < PCI_MEMORY_REGIONS; i++) {
		if (overlap(&memory->region[i], region))
			return -EINVAL;
		if (!empty && memory->region[i].bytes == 0)
			empty = &memory->region[i];
	}
	if (!empty)
		return -ENOSPC;
	*empty = *region;
	return 0;
}

int pci_memory_map(struct pci_memory *memory, const struct pci_memory_region *region)
{
	int err = place(memory, region);

	if (err)
		close(region->fd);
	return err;
}

static void drop(struct pci_memory_region *region)
{
	close(region->fd);
	memset(region, 0, sizeof(*region));
}

size_t pci_memory_unmap(struct pci_memory *memory, uint64_t address, uint64_t bytes)
{
	size_t count = 0;
	size_t i;

	for (i = 0; i < PCI_MEMORY_REGIONS; i++) {
		struct pci_memory_region *region = &memory->region[i];

		if (region->bytes == 0 || region->address < address || region->bytes > bytes ||
		    region->address - address > bytes - region->bytes)
			continue;
		drop(region);
		count++;
	}
	return count;
}

void pci_memory_clear(struct pci_memory *memory)
{
	size_t i;

	for (i = 0; i < PCI_MEMORY_REGIONS; i++) {
		if (memory->region[i].bytes)
			drop(&memory->region[i]);
	}
}

static const struct pci_memory_region *find(const struct pci_memory *memory, uint64_t address, size_t bytes)
{
	size_t i;

	for (i = 0; i < PCI_MEMORY_REGIONS; i++) {
		const struct pci_memory_region *region = &memory->region[i];

		if (region->bytes >= bytes && address >= region->address &&
		    address - region->address <= region->bytes - bytes)
			return region;
	}
	return NULL;
}

bool pci_memory_read(const struct pci_memory *memory, uint64_t address, void *to, size_t bytes)
{
	const struct pci_memory_region *region = find(memory, address, bytes);
	off_t at;

	if (!region || !region->readable)
		return false;
	at = (off_t)(region->offset + (address - region->address));
	return pread(region->fd, to, bytes, at) == (ssize_t)bytes;
}

bool pci_memory_write(const struct pci_memory *memory, uint64_t address, const void *from, size_t bytes)
{
	const struct pci_memory_region *region = find(memory, address, bytes);
	off_t at;

	if (!region || !region->writable)
		return false;
	at = (off_t)(region->offset + (address - region->address));
	return pwrite(region->fd, from, bytes, at) == (ssize_t)bytes;
}
