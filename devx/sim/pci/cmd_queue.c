// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/cmd_queue.h"

#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/cmd.h"
#include "devx/sim/fw/command.h"
#include "devx/sim/pci/card.h"
#include "devx/sim/pci/event_queue.h"
#include "devx/sim/pci/mailbox.h"

/* The entry. */
#define TYPE_AT        0
#define IN_LEN_AT      4
#define IN_MAILBOX_AT  8
#define IN_AT          16
#define OUT_AT         32
#define OUT_MAILBOX_AT 48
#define OUT_LEN_AT     56
#define TOKEN_AT       60
#define SIGNATURE_AT   61
#define STATUS_AT      63
#define INLINE_BYTES   16

/* Status and syndrome; some commands have no more (ENABLE_HCA: 12). The model gets PRM_MBOX_MIN, padded with zeros. */
#define MAILBOX_MIN 8

#define TYPE_COMMAND  7
#define OWNED_BY_CARD 0x01
#define STATUS_SHIFT  1

#define LOG_SLOTS       5
#define LOG_STRIDE      6
#define NIC_STATE_SHIFT 8
#define NIC_STATE_MASK  7
#define ADDRESS_MASK    UINT32_C(0xfffff000)

uint32_t pci_cmd_queue_high(const struct pci_cmd_queue *queue)
{
	return (uint32_t)(queue->address >> 32);
}

uint32_t pci_cmd_queue_low(const struct pci_cmd_queue *queue)
{
	return ((uint32_t)queue->address & ADDRESS_MASK) | (uint32_t)queue->nic_state << NIC_STATE_SHIFT |
	       LOG_SLOTS << 4 | LOG_STRIDE;
}

void pci_cmd_queue_set_high(struct pci_cmd_queue *queue, uint32_t word)
{
	queue->address = (queue->address & UINT32_MAX) | (uint64_t)word << 32;
}

void pci_cmd_queue_set_low(struct pci_cmd_queue *queue, uint32_t word)
{
	queue->address = (queue->address & ~(uint64_t)UINT32_MAX) | (word & ADDRESS_MASK);
	queue->nic_state = (word >> NIC_STATE_SHIFT) & NIC_STATE_MASK;
}

static uint64_t entry_address(const struct pci_cmd_queue *queue, size_t slot)
{
	return queue->address + ((uint64_t)slot << LOG_STRIDE);
}

static void free_slot(struct pci_cmd *cmd)
{
	free(cmd->out);
	memset(cmd, 0, sizeof(*cmd));
}

void pci_cmd_queue_reset(struct pci_cmd_queue *queue)
{
	size_t slot;

	for (slot = 0; slot < PCI_CMD_SLOTS; slot++)
		free_slot(&queue->slot[slot]);
	queue->address = 0;
	queue->nic_state = 0;
}

/* Hand the entry back: answer and status first, the byte with the owner bit last, then the event. */
static void deliver(struct pci_card *card, size_t slot, uint8_t status)
{
	struct pci_cmd *cmd = &card->commands.slot[slot];
	uint64_t at = entry_address(&card->commands, slot);
	uint8_t data[PRM_EQE_DATA_BYTES] = {0};

	cmd->entry[STATUS_AT] = (uint8_t)(status << STATUS_SHIFT);
	cmd->entry[SIGNATURE_AT] = 0;
	cmd->entry[SIGNATURE_AT] = pci_signature(cmd->entry, PCI_CMD_ENTRY_BYTES);
	if (status != PCI_DELIVERY_OK)
		pci_card_log(card, "slot %zu: not delivered, status %#x", slot, status);
	if (!pci_memory_write(&card->vfu.memory, at + OUT_AT, cmd->entry + OUT_AT, STATUS_AT - OUT_AT) ||
	    !pci_memory_write(&card->vfu.memory, at + STATUS_AT, cmd->entry + STATUS_AT, 1))
		pci_card_log(card, "slot %zu: the queue is not in guest memory", slot);
	if (cmd->event) {
		prm_set(data, &prm_event_data.command_vector, UINT32_C(1) << slot);
		pci_event(card, PRM_EVENT_COMMAND, 0, data);
	}
	free_slot(cmd);
}

static void answer(struct pci_card *card, size_t slot)
{
	struct pci_cmd *cmd = &card->commands.slot[slot];
	uint8_t status = PCI_DELIVERY_OK;

	memcpy(cmd->entry + OUT_AT, cmd->out, INLINE_BYTES);
	if (cmd->out_len > INLINE_BYTES)
		status =
			pci_mailbox_scatter(&card->vfu.memory, ece_be64(cmd->entry + OUT_MAILBOX_AT),
					    cmd->entry[TOKEN_AT], cmd->out + INLINE_BYTES, cmd->out_len - INLINE_BYTES);
	deliver(card, slot, status);
}

static uint8_t check(const uint8_t *entry)
{
	uint32_t in_len = ece_be32(entry + IN_LEN_AT);
	uint32_t out_len = ece_be32(entry + OUT_LEN_AT);

	if (entry[TYPE_AT] != TYPE_COMMAND)
		return PCI_DELIVERY_DESCRIPTOR;
	if (in_len < MAILBOX_MIN || in_len > PCI_CMD_BYTES_MAX)
		return PCI_DELIVERY_IN_LENGTH;
	if (out_len < MAILBOX_MIN || out_len > PCI_CMD_BYTES_MAX)
		return PCI_DELIVERY_OUT_LENGTH;
	return PCI_DELIVERY_OK;
}

static void log_command(struct pci_card *card, const uint8_t *in, uint32_t in_len, const struct pci_cmd *cmd)
{
	uint16_t opcode = (uint16_t)prm_get(in, &prm_mbox_in.opcode);
	const struct fw_command *row = fw_command_find(opcode);

	if (opcode < PCI_CARD_OPCODES)
		card->executed[opcode]++;
	pci_card_log(card, "%#05x %s op_mod %#x uid %u [%08x %08x] in %u out %u: status %#x", opcode,
		     row ? row->name : "unknown", (unsigned int)prm_get(in, &prm_mbox_in.op_mod),
		     (unsigned int)prm_get(in, &prm_mbox_in.uid), ece_be32(in + 8), ece_be32(in + 12), in_len,
		     cmd->out_len, cmd->out[0]);
}

static uint32_t padded(uint32_t bytes)
{
	return bytes < PRM_MBOX_MIN ? PRM_MBOX_MIN : bytes;
}

static uint8_t execute(struct pci_card *card, struct pci_cmd *cmd)
{
	uint32_t in_len = ece_be32(cmd->entry + IN_LEN_AT);
	uint8_t status = PCI_DELIVERY_OK;
	uint8_t *in = calloc(1, padded(in_len));

	cmd->out_len = ece_be32(cmd->entry + OUT_LEN_AT);
	cmd->out = malloc(padded(cmd->out_len));
	if (!in || !cmd->out) {
		free(in);
		return PCI_DELIVERY_INTERNAL;
	}
	memcpy(in, cmd->entry + IN_AT, in_len < INLINE_BYTES ? in_len : INLINE_BYTES);
	if (in_len > INLINE_BYTES)
		status = pci_mailbox_gather(&card->vfu.memory, ece_be64(cmd->entry + IN_MAILBOX_AT),
					    cmd->entry[TOKEN_AT], in + INLINE_BYTES, in_len - INLINE_BYTES);
	if (status == PCI_DELIVERY_OK) {
		cmd->due_ns = fw_exec(&card->fw, card->now_ns, in, padded(in_len), cmd->out, padded(cmd->out_len));
		log_command(card, in, in_len, cmd);
	}
	free(in);
	return status;
}

static void take(struct pci_card *card, size_t slot)
{
	struct pci_cmd *cmd = &card->commands.slot[slot];
	uint8_t status;

	if (cmd->out)
		return; /* rung again before it was answered */
	if (!pci_memory_read(&card->vfu.memory, entry_address(&card->commands, slot), cmd->entry, sizeof(cmd->entry)) ||
	    !(cmd->entry[STATUS_AT] & OWNED_BY_CARD)) {
		pci_card_log(card, "slot %zu: rung without a command", slot);
		return;
	}
	/* The command that makes the command EQ is still polled for. */
	cmd->event = pci_event_wanted(card, PRM_EVENT_COMMAND);
	status = check(cmd->entry);
	if (status == PCI_DELIVERY_OK)
		status = execute(card, cmd);
	if (status != PCI_DELIVERY_OK)
		deliver(card, slot, status);
	else if (cmd->due_ns <= card->now_ns)
		answer(card, slot);
}

void pci_cmd_queue_ring(struct pci_card *card, uint32_t bits)
{
	size_t slot;

	for (slot = 0; slot < PCI_CMD_SLOTS; slot++) {
		if ((bits >> slot) & 1)
			take(card, slot);
	}
}

uint64_t pci_cmd_queue_tick(struct pci_card *card)
{
	uint64_t next = FW_NEVER;
	size_t slot;

	for (slot = 0; slot < PCI_CMD_SLOTS; slot++) {
		struct pci_cmd *cmd = &card->commands.slot[slot];

		if (!cmd->out)
			continue;
		if (cmd->due_ns <= card->now_ns)
			answer(card, slot);
		else if (cmd->due_ns < next)
			next = cmd->due_ns;
	}
	return next;
}
