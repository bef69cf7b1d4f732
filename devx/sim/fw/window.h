/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The window that management tools use: a few words, on a real card those of the vendor-specific capability in PCI
 * configuration space, through which address spaces of the card are reached, among them a mailbox for register
 * accesses. Where those words lie is the front's business.
 *
 * Source: mstflint mtcr_ul, the mailbox layout of its tools_layouts, and the kernel's mlx5 lib/pci_vsc.c.
 */
#ifndef ECE_DEVX_SIM_FW_WINDOW_H
#define ECE_DEVX_SIM_FW_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/fw.h"

#define FW_WINDOW_FIRST         0x04 /* the window's words, from the start of the capability */
#define FW_WINDOW_BYTES         0x18
#define FW_WINDOW_MAILBOX_WORDS 512
#define FW_WINDOW_SEMAPHORES    64

/*
 * What somebody who is in the middle of an access has set up. The two semaphores that an access takes are in struct
 * fw_state: they stay taken when their owner dies.
 */
struct fw_window {
	uint16_t space;
	uint32_t address; /* with its flag bit */
	uint32_t data;
	uint32_t control; /* of the mailbox */
	uint64_t due_ns;  /* until then the mailbox says that it is busy */
	uint32_t mailbox[FW_WINDOW_MAILBOX_WORDS];
	uint32_t lock[FW_WINDOW_SEMAPHORES]; /* all but the mailbox's */

	/* The last register access, for a front that keeps a log. */
	uint32_t accesses;
	uint16_t register_id;
	bool read;
	uint8_t status; /* enum prm_status */
	size_t bytes;
};

/**
 * fw_window_read, fw_window_write - one word
 * @now_ns: as for fw_exec()
 * @at: FW_WINDOW_FIRST up to FW_WINDOW_BYTES, a multiple of 4; other places read as zero and take nothing
 *
 * A write to the mailbox's control word may run a register access. Its answer can be read at once, but for one that a
 * fault rule delays or takes away: until it is due, the mailbox is busy.
 */
uint32_t fw_window_read(struct fw_window *window, struct fw *fw, uint32_t at);
void fw_window_write(struct fw_window *window, struct fw *fw, uint64_t now_ns, uint32_t at, uint32_t value);

/**
 * fw_window_status - how the window tells the status of an ACCESS_REG
 * @id: the register
 *
 * Returns the status of the operation TLV.
 */
uint8_t fw_window_status(uint16_t id, uint8_t status);

#endif
