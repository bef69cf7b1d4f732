// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/window.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"
#include "devx/sim/pci/card.h"

/* The window's own words. */
enum {
	WINDOW_SPACE = 0x04,
	WINDOW_TICKET = 0x08,
	WINDOW_SEMAPHORE = 0x0c,
	WINDOW_ADDRESS = 0x10,
	WINDOW_DATA = 0x14,
};

#define SPACE_OK     (1U << 29) /* read back with the space: it exists */
#define ADDRESS_FLAG (1U << 31) /* set by a writer, cleared when done; the other way round for a reader */
#define ADDRESS_MASK 0x3fffffffU

enum space {
	SPACE_MAILBOX_EXTENDED = 1,
	SPACE_REGISTERS = 2,
	SPACE_MAILBOX = 3,
	SPACE_SEMAPHORES = 10,
};

#define REGISTER_HW_ID  0xf0014
#define MAILBOX_CONTROL 0x0
#define MAILBOX_SIZE    0x1000
#define MAILBOX_DATA    0x100000

/* The mailbox: control word, then operation TLV, register TLV and the register itself. */
#define CONTROL_BUSY         0x1
#define CONTROL_OPCODE_SHIFT 16
#define CONTROL_STATUS_SHIFT 8
#define CONTROL_BAD_OPCODE   1
#define OPCODE_ACCESS_REG    0x9001
#define OPCODE_QUERY_CAP     0x8400
#define CAP_ACCESS_ANY_REG   (1U << 29) /* of the first word of the answer: allow_icmd_access_reg_on_all_registers */
#define TLV_STATUS_AT        2          /* 7 bits, below a flag that is kept */
#define TLV_STATUS_MASK      0x7f
#define TLV_REGISTER_AT      4
#define TLV_METHOD_AT        6
#define TLV_METHOD_READ      1
#define TLV_METHOD_MASK      0x7f
#define TLV_RESPONSE         0x80
#define TLV_BAD_PARAMETER    0x07
#define REGISTER_TLV_AT      16
#define REGISTER_TLV_LENGTH  0x7ff /* in words, with the TLV's own */
#define REGISTER_AT          20
#define REGISTER_BYTES_MAX   1024

static size_t register_bytes(const uint8_t *mailbox)
{
	uint32_t words = (ece_be32(mailbox + REGISTER_TLV_AT) >> 16) & REGISTER_TLV_LENGTH;
	size_t bytes = words > 1 ? (words - 1) * sizeof(uint32_t) : 0;

	return bytes < REGISTER_BYTES_MAX ? bytes : REGISTER_BYTES_MAX;
}

/* The same ACCESS_REG that a driver would send; nobody waits for a held back answer here. */
static void access_register(struct pci_card *card, uint8_t *mailbox)
{
	uint8_t in[PRM_MBOX_MIN + REGISTER_BYTES_MAX] = {0};
	uint8_t out[PRM_MBOX_MIN + REGISTER_BYTES_MAX];
	size_t bytes = register_bytes(mailbox);
	bool read = (mailbox[TLV_METHOD_AT] & TLV_METHOD_MASK) == TLV_METHOD_READ;
	uint32_t id = ece_be32(mailbox + TLV_REGISTER_AT) >> 16;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_ACCESS_REG);
	prm_set(in, &prm_mbox_in.op_mod, read);
	prm_set(in, &prm_access_reg.register_id, id);
	memcpy(in + PRM_MBOX_MIN, mailbox + REGISTER_AT, bytes);
	if (fw_exec(&card->fw, card->now_ns, in, PRM_MBOX_MIN + bytes, out, PRM_MBOX_MIN + bytes) == FW_NEVER)
		return;
	pci_card_log(card, "window: register %#x %s %zu bytes: status %#x", id, read ? "read" : "write", bytes, out[0]);
	mailbox[TLV_METHOD_AT] |= TLV_RESPONSE;
	mailbox[TLV_STATUS_AT] =
		(uint8_t)((mailbox[TLV_STATUS_AT] & ~TLV_STATUS_MASK) | (out[0] ? TLV_BAD_PARAMETER : 0));
	if (out[0] == PRM_STATUS_OK)
		memcpy(mailbox + REGISTER_AT, out + PRM_MBOX_MIN, bytes);
}

static void mailbox_go(struct pci_card *card)
{
	struct pci_window *window = &card->window;
	uint8_t mailbox[PCI_WINDOW_MAILBOX_WORDS * sizeof(uint32_t)];
	uint32_t opcode = window->control >> CONTROL_OPCODE_SHIFT;
	uint32_t status = 0;
	size_t i;

	switch (opcode) {
	case OPCODE_ACCESS_REG:
		for (i = 0; i < PCI_WINDOW_MAILBOX_WORDS; i++)
			ece_put_be32(mailbox + i * sizeof(uint32_t), window->mailbox[i]);
		access_register(card, mailbox);
		for (i = 0; i < PCI_WINDOW_MAILBOX_WORDS; i++)
			window->mailbox[i] = ece_be32(mailbox + i * sizeof(uint32_t));
		break;
	case OPCODE_QUERY_CAP:
		memset(window->mailbox, 0, sizeof(window->mailbox));
		window->mailbox[0] = CAP_ACCESS_ANY_REG;
		break;
	default:
		status = CONTROL_BAD_OPCODE;
	}
	window->control = opcode << CONTROL_OPCODE_SHIFT | status << CONTROL_STATUS_SHIFT;
}

static bool in_mailbox(uint32_t address)
{
	return address >= MAILBOX_DATA && (address - MAILBOX_DATA) / sizeof(uint32_t) < PCI_WINDOW_MAILBOX_WORDS;
}

static uint32_t *mailbox_word(struct pci_window *window, uint32_t address)
{
	return &window->mailbox[(address - MAILBOX_DATA) / sizeof(uint32_t)];
}

static uint32_t *lock_word(struct pci_window *window, uint32_t address)
{
	return &window->lock[address / sizeof(uint32_t) % PCI_WINDOW_SEMAPHORES];
}

static uint32_t mailbox_read(struct pci_window *window, uint32_t address)
{
	if (address == MAILBOX_CONTROL)
		return window->control;
	if (address == MAILBOX_SIZE)
		return sizeof(window->mailbox);
	return in_mailbox(address) ? *mailbox_word(window, address) : 0;
}

static uint32_t space_read(struct pci_card *card, uint32_t address)
{
	switch (card->window.space) {
	case SPACE_REGISTERS:
		return address == REGISTER_HW_ID ? card->fw.type->hw_id : 0;
	case SPACE_MAILBOX:
	case SPACE_MAILBOX_EXTENDED:
		return mailbox_read(&card->window, address);
	case SPACE_SEMAPHORES:
		return *lock_word(&card->window, address);
	default:
		return 0;
	}
}

static void mailbox_write(struct pci_card *card, uint32_t address, uint32_t value)
{
	if (in_mailbox(address))
		*mailbox_word(&card->window, address) = value;
	if (address != MAILBOX_CONTROL)
		return;
	card->window.control = value;
	if (value & CONTROL_BUSY)
		mailbox_go(card);
}

/* A semaphore is taken by writing to it while it is 0, and given back by writing 0. */
static void take_or_free(uint32_t *semaphore, uint32_t value)
{
	if (value == 0 || *semaphore == 0)
		*semaphore = value;
}

static void space_write(struct pci_card *card, uint32_t address, uint32_t value)
{
	switch (card->window.space) {
	case SPACE_MAILBOX:
	case SPACE_MAILBOX_EXTENDED:
		mailbox_write(card, address, value);
		break;
	case SPACE_SEMAPHORES:
		take_or_free(lock_word(&card->window, address), value);
		break;
	default:
		break;
	}
}

static bool known(uint16_t space)
{
	return space == SPACE_REGISTERS || space == SPACE_MAILBOX || space == SPACE_MAILBOX_EXTENDED ||
	       space == SPACE_SEMAPHORES;
}

uint32_t pci_window_read(struct pci_card *card, uint32_t at)
{
	struct pci_window *window = &card->window;

	switch (at) {
	case WINDOW_SPACE:
		return window->space | (known(window->space) ? SPACE_OK : 0);
	case WINDOW_TICKET:
		return ++window->tickets;
	case WINDOW_SEMAPHORE:
		return window->semaphore;
	case WINDOW_ADDRESS:
		return window->address;
	case WINDOW_DATA:
		return window->data;
	default:
		return 0;
	}
}

static void go(struct pci_card *card, uint32_t value)
{
	struct pci_window *window = &card->window;
	uint32_t address = value & ADDRESS_MASK;

	if (value & ADDRESS_FLAG)
		space_write(card, address, window->data);
	else
		window->data = space_read(card, address);
	window->address = value ^ ADDRESS_FLAG;
}

void pci_window_write(struct pci_card *card, uint32_t at, uint32_t value)
{
	struct pci_window *window = &card->window;

	switch (at) {
	case WINDOW_SPACE:
		window->space = (uint16_t)value;
		break;
	case WINDOW_SEMAPHORE:
		take_or_free(&window->semaphore, value);
		break;
	case WINDOW_ADDRESS:
		go(card, value);
		break;
	case WINDOW_DATA:
		window->data = value;
		break;
	default:
		break;
	}
}
