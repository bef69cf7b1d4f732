/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The vendor-specific capability in PCI configuration space: a window through which address spaces of a card are
 * reached, one of them a mailbox that takes register accesses. Sources: the kernel's mlx5 lib/pci_vsc.c for the window,
 * mstflint (mtcr_ul, tools_layouts) for the mailbox.
 */
#ifndef ECE_DEVX_PRM_WINDOW_H
#define ECE_DEVX_PRM_WINDOW_H

#include "devx/prm/field.h"

/* The window's words, from the start of the capability. */
enum prm_window_word {
	PRM_WINDOW_HEADER = 0x00, /* id, pointer to the next one, length, type: one byte each */
	PRM_WINDOW_SPACE = 0x04,
	PRM_WINDOW_TICKET = 0x08, /* another number at each read */
	PRM_WINDOW_SEMAPHORE = 0x0c,
	PRM_WINDOW_ADDRESS = 0x10,
	PRM_WINDOW_DATA = 0x14,
	PRM_WINDOW_BYTES = 0x18,
};

#define PRM_WINDOW_CAPABILITY   0x09       /* the id of vendor-specific capabilities */
#define PRM_WINDOW_SPACE_STATUS 0xe0000000 /* 0: there is no such space */
#define PRM_WINDOW_FLAG         0x80000000 /* of the address: a write waits; the other way round for a read */

enum prm_window_space {
	PRM_WINDOW_MAILBOX = 0x03,
	PRM_WINDOW_SEMAPHORES = 0x0a,
};

/* Addresses in PRM_WINDOW_SEMAPHORES and PRM_WINDOW_MAILBOX. */
#define PRM_WINDOW_MAILBOX_LOCK 0x0
#define PRM_MAILBOX_CONTROL     0x0
#define PRM_MAILBOX_SIZE        0x1000
#define PRM_MAILBOX_SYNDROME    0x1008
#define PRM_MAILBOX_DATA        0x100000

#define PRM_MAILBOX_ACCESS_REG 0x9001 /* opcode */

enum prm_mailbox_status {
	PRM_MAILBOX_OK = 0,
	PRM_MAILBOX_INVALID_OPCODE = 1,
	PRM_MAILBOX_INVALID_COMMAND = 2,
	PRM_MAILBOX_OPERATIONAL_ERROR = 3,
	PRM_MAILBOX_BAD_PARAMETER = 4,
	PRM_MAILBOX_BUSY = 5,
	PRM_MAILBOX_NO_MEMORY = 6, /* of the host, for the firmware */
	PRM_MAILBOX_WRITE_PROTECTED = 7,
};

#define PRM_MAILBOX_CONTROL_WORD(ROW) \
	ROW(opcode, 0x00, 31, 16)     \
	ROW(status, 0x00, 15, 8)      \
	ROW(busy, 0x00, 0, 0)
PRM_DECLARE_LAYOUT(mailbox_control, PRM_MAILBOX_CONTROL_WORD);

/* What lies in the mailbox: an operation TLV, a register TLV, the register. Lengths count words, the TLV's own too. */
#define PRM_REG_TLV_REGISTER 20 /* where the register starts */

enum prm_reg_tlv_type {
	PRM_REG_TLV_OPERATION = 1,
	PRM_REG_TLV_REG = 3,
};

enum prm_reg_tlv_method {
	PRM_REG_TLV_READ = 1,
	PRM_REG_TLV_WRITE = 2,
};

#define PRM_REG_TLV_CLASS 1 /* register access */

enum prm_reg_tlv_status {
	PRM_REG_TLV_OK = 0x00,
	PRM_REG_TLV_BUSY = 0x01,
	PRM_REG_TLV_VERSION_NOT_SUPPORTED = 0x02,
	PRM_REG_TLV_UNKNOWN_TLV = 0x03,
	PRM_REG_TLV_REGISTER_NOT_SUPPORTED = 0x04,
	PRM_REG_TLV_CLASS_NOT_SUPPORTED = 0x05,
	PRM_REG_TLV_METHOD_NOT_SUPPORTED = 0x06,
	PRM_REG_TLV_BAD_PARAMETER = 0x07,
	PRM_REG_TLV_NO_RESOURCES = 0x08,
	PRM_REG_TLV_RECEIVED = 0x09, /* and not yet done */
	PRM_REG_TLV_INTERNAL = 0x70,
};

#define PRM_REG_TLV(ROW)                 \
	ROW(type, 0x00, 31, 27)          \
	ROW(length, 0x00, 26, 16)        \
	ROW(status, 0x00, 14, 8)         \
	ROW(register_id, 0x04, 31, 16)   \
	ROW(response, 0x04, 15, 15)      \
	ROW(method, 0x04, 14, 8)         \
	ROW(op_class, 0x04, 7, 0)        \
	ROW(register_type, 0x10, 31, 27) \
	ROW(register_length, 0x10, 26, 16)
PRM_DECLARE_LAYOUT(reg_tlv, PRM_REG_TLV);

#endif
