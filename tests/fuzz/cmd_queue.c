// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A guest that puts anything into its command queue, mailboxes and doorbells. Input: which slots are rung (4 bytes), a
 * UAR offset and 8 bytes of doorbell, twice; the rest is guest memory from address 0, the queue at its start.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "devx/sim/pci/bar.h"
#include "devx/sim/pci/card.h"

#define MEMORY_BYTES   0x10000
#define DOORBELLS      2
#define DOORBELL_BYTES 10
#define ROUNDS         2
#define STEP_NS        1000000000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ring(struct pci_card *card, const uint8_t *data)
{
	const uint8_t *doorbell = data + 4;
	int i;

	pci_bar_write(card, 0x18, data, 4);
	for (i = 0; i < DOORBELLS; i++, doorbell += DOORBELL_BYTES)
		pci_bar_write(card, PCI_BAR_UAR + (doorbell[0] << 8 | doorbell[1]), doorbell + 2, 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pci_card_options options = {.name = "fuzz", .type = fw_card_type_find("cx7"), .identity = 1};
	struct pci_memory_region region = {.bytes = MEMORY_BYTES, .readable = true, .writable = true};
	const size_t head = 4 + DOORBELLS * DOORBELL_BYTES;
	struct pci_card *card;
	int round;

	if (size < head || size > head + MEMORY_BYTES)
		return 0;
	card = pci_card_new(&options, NULL, NULL, NULL);
	region.fd = memfd_create("fuzz", MFD_CLOEXEC);
	if (!card || ftruncate(region.fd, MEMORY_BYTES) < 0)
		abort();
	if (pci_memory_map(&card->vfu.memory, &region) ||
	    (size > head && !pci_memory_write(&card->vfu.memory, 0, data + head, size - head)))
		abort();
	for (round = 0; round < ROUNDS; round++) {
		ring(card, data);
		pci_card_tick(card, (uint64_t)round * STEP_NS);
	}
	pci_card_free(card);
	return 0;
}
