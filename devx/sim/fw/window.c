// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/window.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/register.h"

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

#define REGISTER_HW_ID   0xf0014
#define MAILBOX_CONTROL  0x0
#define MAILBOX_SIZE     0x1000
#define MAILBOX_SYNDROME 0x1008
#define MAILBOX_DATA     0x100000
#define MAILBOX_LOCK     0x0 /* of the semaphores */

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
#define TLV_METHOD_WRITE     2
#define TLV_METHOD_MASK      0x7f
#define TLV_RESPONSE         0x80
#define REGISTER_TLV_AT      16
#define REGISTER_TLV_LENGTH  0x7ff /* in words, with the TLV's own */
#define REGISTER_AT          20
#define REGISTER_BYTES_MAX   1024

/* What the operation TLV answers. */
enum tlv_status {
	TLV_OK = 0x00,
	TLV_BUSY = 0x01,
	TLV_REGISTER_NOT_SUPPORTED = 0x04,
	TLV_METHOD_NOT_SUPPORTED = 0x06,
	TLV_BAD_PARAMETER = 0x07,
	TLV_NO_RESOURCES = 0x08,
	TLV_INTERNAL = 0x70,
};

static size_t register_bytes(const uint8_t *mailbox)
{
	uint32_t words = (ece_be32(mailbox + REGISTER_TLV_AT) >> 16) & REGISTER_TLV_LENGTH;
	size_t bytes = words > 1 ? (words - 1) * sizeof(uint32_t) : 0;

	return bytes < REGISTER_BYTES_MAX ? bytes : REGISTER_BYTES_MAX;
}

/* A status of a command has no twin here for everything; what has none is a bad parameter. */
uint8_t fw_window_status(uint16_t id, uint8_t status)
{
	switch (status) {
	case PRM_STATUS_OK:
		return TLV_OK;
	case PRM_STATUS_BUSY:
		return TLV_BUSY;
	case PRM_STATUS_NO_RESOURCES:
	case PRM_STATUS_BAD_RESOURCE: /* of an empty TLV: mstflint's fix for its fwctl path tells that these are twins */
		return TLV_NO_RESOURCES;
	case PRM_STATUS_INTERNAL:
		return TLV_INTERNAL;
	case PRM_STATUS_BAD_OP:
		return TLV_METHOD_NOT_SUPPORTED;
	default:
		return fw_register_known(id) ? TLV_BAD_PARAMETER : TLV_REGISTER_NOT_SUPPORTED;
	}
}

static void answer(uint8_t *mailbox, uint8_t status)
{
	mailbox[TLV_METHOD_AT] |= TLV_RESPONSE;
	mailbox[TLV_STATUS_AT] = (uint8_t)((mailbox[TLV_STATUS_AT] & ~TLV_STATUS_MASK) | status);
}

/* The same ACCESS_REG that a driver would send. */
static void access_register(struct fw_window *window, struct fw *fw, uint64_t now_ns, uint8_t *mailbox)
{
	uint8_t in[PRM_MBOX_MIN + REGISTER_BYTES_MAX] = {0};
	uint8_t out[PRM_MBOX_MIN + REGISTER_BYTES_MAX];
	size_t bytes = register_bytes(mailbox);
	uint8_t method = mailbox[TLV_METHOD_AT] & TLV_METHOD_MASK;
	uint16_t id = (uint16_t)(ece_be32(mailbox + TLV_REGISTER_AT) >> 16);

	if (method != TLV_METHOD_READ && method != TLV_METHOD_WRITE) {
		answer(mailbox, TLV_METHOD_NOT_SUPPORTED);
		return;
	}
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_ACCESS_REG);
	prm_set(in, &prm_mbox_in.op_mod, method == TLV_METHOD_READ ? PRM_ACCESS_REG_READ : PRM_ACCESS_REG_WRITE);
	prm_set(in, &prm_access_reg.register_id, id);
	memcpy(in + PRM_MBOX_MIN, mailbox + REGISTER_AT, bytes);
	window->due_ns = fw_exec(fw, now_ns, in, PRM_MBOX_MIN + bytes, out, PRM_MBOX_MIN + bytes);
	if (window->due_ns == FW_NEVER)
		return;
	window->accesses++;
	window->register_id = id;
	window->read = method == TLV_METHOD_READ;
	window->status = out[0];
	window->bytes = bytes;
	answer(mailbox, fw_window_status(id, out[0]));
	if (out[0] == PRM_STATUS_OK)
		memcpy(mailbox + REGISTER_AT, out + PRM_MBOX_MIN, bytes);
}

static void mailbox_go(struct fw_window *window, struct fw *fw, uint64_t now_ns)
{
	uint8_t mailbox[FW_WINDOW_MAILBOX_WORDS * sizeof(uint32_t)];
	uint32_t opcode = window->control >> CONTROL_OPCODE_SHIFT;
	uint32_t status = 0;
	size_t i;

	switch (opcode) {
	case OPCODE_ACCESS_REG:
		for (i = 0; i < FW_WINDOW_MAILBOX_WORDS; i++)
			ece_put_be32(mailbox + i * sizeof(uint32_t), window->mailbox[i]);
		access_register(window, fw, now_ns, mailbox);
		for (i = 0; i < FW_WINDOW_MAILBOX_WORDS; i++)
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

static bool is_busy(const struct fw_window *window, uint64_t now_ns)
{
	return window->due_ns == FW_NEVER || now_ns < window->due_ns;
}

static bool in_mailbox(uint32_t address)
{
	return address >= MAILBOX_DATA && (address - MAILBOX_DATA) / sizeof(uint32_t) < FW_WINDOW_MAILBOX_WORDS;
}

static uint32_t *mailbox_word(struct fw_window *window, uint32_t address)
{
	return &window->mailbox[(address - MAILBOX_DATA) / sizeof(uint32_t)];
}

static uint32_t *lock_word(struct fw_window *window, struct fw *fw, uint32_t address)
{
	if (address == MAILBOX_LOCK)
		return &fw->state->mailbox_semaphore;
	return &window->lock[address / sizeof(uint32_t) % FW_WINDOW_SEMAPHORES];
}

static uint32_t mailbox_read(struct fw_window *window, uint64_t now_ns, uint32_t address)
{
	switch (address) {
	case MAILBOX_CONTROL:
		return is_busy(window, now_ns) ? window->control | CONTROL_BUSY : window->control;
	case MAILBOX_SIZE:
		return sizeof(window->mailbox);
	case MAILBOX_SYNDROME:
		return 0;
	default:
		return in_mailbox(address) ? *mailbox_word(window, address) : 0;
	}
}

static uint32_t space_read(struct fw_window *window, struct fw *fw, uint64_t now_ns, uint32_t address)
{
	switch (window->space) {
	case SPACE_REGISTERS:
		return address == REGISTER_HW_ID ? fw->type->hw_id : 0;
	case SPACE_MAILBOX:
	case SPACE_MAILBOX_EXTENDED:
		return mailbox_read(window, now_ns, address);
	case SPACE_SEMAPHORES:
		return *lock_word(window, fw, address);
	default:
		return 0;
	}
}

/* Nobody gets at a mailbox whose command is under way. */
static void mailbox_write(struct fw_window *window, struct fw *fw, uint64_t now_ns, uint32_t address, uint32_t value)
{
	if (is_busy(window, now_ns))
		return;
	if (in_mailbox(address))
		*mailbox_word(window, address) = value;
	if (address != MAILBOX_CONTROL)
		return;
	window->control = value;
	if (value & CONTROL_BUSY)
		mailbox_go(window, fw, now_ns);
}

/* A semaphore is taken by writing to it while it is 0, and given back by writing 0. */
static void take_or_free(uint32_t *semaphore, uint32_t value)
{
	if (value == 0 || *semaphore == 0)
		*semaphore = value;
}

static void space_write(struct fw_window *window, struct fw *fw, uint64_t now_ns, uint32_t address)
{
	switch (window->space) {
	case SPACE_MAILBOX:
	case SPACE_MAILBOX_EXTENDED:
		mailbox_write(window, fw, now_ns, address, window->data);
		break;
	case SPACE_SEMAPHORES:
		take_or_free(lock_word(window, fw, address), window->data);
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

uint32_t fw_window_read(struct fw_window *window, struct fw *fw, uint32_t at)
{
	switch (at) {
	case WINDOW_SPACE:
		return window->space | (known(window->space) ? SPACE_OK : 0);
	case WINDOW_TICKET:
		return ++fw->state->window_tickets;
	case WINDOW_SEMAPHORE:
		return fw->state->window_semaphore;
	case WINDOW_ADDRESS:
		return window->address;
	case WINDOW_DATA:
		return window->data;
	default:
		return 0;
	}
}

static void go(struct fw_window *window, struct fw *fw, uint64_t now_ns, uint32_t value)
{
	uint32_t address = value & ADDRESS_MASK;

	if (value & ADDRESS_FLAG)
		space_write(window, fw, now_ns, address);
	else
		window->data = space_read(window, fw, now_ns, address);
	window->address = value ^ ADDRESS_FLAG;
}

void fw_window_write(struct fw_window *window, struct fw *fw, uint64_t now_ns, uint32_t at, uint32_t value)
{
	switch (at) {
	case WINDOW_SPACE:
		window->space = (uint16_t)value;
		break;
	case WINDOW_SEMAPHORE:
		take_or_free(&fw->state->window_semaphore, value);
		break;
	case WINDOW_ADDRESS:
		go(window, fw, now_ns, value);
		break;
	case WINDOW_DATA:
		window->data = value;
		break;
	default:
		break;
	}
}
