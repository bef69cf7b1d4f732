// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/mailbox.h"

#include <string.h>

#include "devx/base/be.h"

/* The trailer of a block. */
#define NEXT_AT              560
#define BLOCK_NUMBER_AT      568
#define TOKEN_AT             573
#define CONTROL_SIGNATURE_AT 574
#define SIGNATURE_AT         575

struct chain {
	const struct pci_memory *memory;
	uint64_t next;
	uint32_t number;
	uint8_t token;
	uint8_t bad_pointer; /* the delivery status for this direction */
	uint64_t at;         /* of the block read last */
	uint8_t block[PCI_MAILBOX_BYTES];
};

static uint8_t step(struct chain *chain)
{
	chain->at = chain->next;
	if (!chain->at || !pci_memory_read(chain->memory, chain->at, chain->block, sizeof(chain->block)))
		return chain->bad_pointer;
	if (chain->block[TOKEN_AT] != chain->token)
		return PCI_DELIVERY_TOKEN;
	if (ece_be32(chain->block + BLOCK_NUMBER_AT) != chain->number++)
		return PCI_DELIVERY_BLOCK_NUMBER;
	chain->next = ece_be64(chain->block + NEXT_AT);
	return PCI_DELIVERY_OK;
}

static size_t portion(size_t left)
{
	return left < PCI_MAILBOX_DATA ? left : PCI_MAILBOX_DATA;
}

uint8_t pci_signature(const uint8_t *at, size_t bytes)
{
	uint8_t all = 0xff;

	while (bytes--)
		all ^= *at++;
	return all;
}

uint8_t pci_mailbox_gather(const struct pci_memory *memory, uint64_t address, uint8_t token, uint8_t *to, size_t bytes)
{
	struct chain chain = {
		.memory = memory, .next = address, .token = token, .bad_pointer = PCI_DELIVERY_IN_POINTER};
	size_t done;

	for (done = 0; done < bytes; done += portion(bytes - done)) {
		uint8_t status = step(&chain);

		if (status != PCI_DELIVERY_OK)
			return status;
		memcpy(to + done, chain.block, portion(bytes - done));
	}
	return PCI_DELIVERY_OK;
}

static void sign(uint8_t *block)
{
	block[CONTROL_SIGNATURE_AT] = pci_signature(block + PCI_MAILBOX_DATA, CONTROL_SIGNATURE_AT - PCI_MAILBOX_DATA);
	block[SIGNATURE_AT] = pci_signature(block, SIGNATURE_AT);
}

uint8_t pci_mailbox_scatter(const struct pci_memory *memory, uint64_t address, uint8_t token, const uint8_t *from,
			    size_t bytes)
{
	struct chain chain = {
		.memory = memory, .next = address, .token = token, .bad_pointer = PCI_DELIVERY_OUT_POINTER};
	size_t done;

	for (done = 0; done < bytes; done += portion(bytes - done)) {
		uint8_t status = step(&chain);

		if (status != PCI_DELIVERY_OK)
			return status;
		memcpy(chain.block, from + done, portion(bytes - done));
		sign(chain.block);
		if (!pci_memory_write(memory, chain.at, chain.block, sizeof(chain.block)))
			return PCI_DELIVERY_OUT_POINTER;
	}
	return PCI_DELIVERY_OK;
}
