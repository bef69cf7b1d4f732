// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/bar.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/dp.h"
#include "devx/sim/pci/card.h"
#include "devx/sim/pci/event_queue.h"

/* The initialization segment. */
enum {
	FW_REVISION = 0x00,   /* minor, major */
	CMD_REVISION = 0x04,  /* command interface, sub-minor of the firmware */
	CMDQ_HIGH = 0x10,     /* address of the command queue */
	CMDQ_LOW = 0x14,      /* its low bits, sizes, state of the NIC interface */
	CMDQ_DOORBELL = 0x18, /* bit n runs entry n */
	HEALTH_FW = 0x230,    /* health buffer: firmware version */
	HEALTH_HW_ID = 0x234,
	HEALTH_SYNDROME = 0x23c,
	TIMER_HIGH = 0x1000,
	TIMER_LOW = 0x1004,
	HEALTH_COUNTER = 0x1010,
};

#define CMD_INTERFACE_REVISION 5
#define SYNDROME_SHIFT         16
#define HEALTH_TICK_NS         10000000 /* the driver looks every two seconds and wants to see it move */

/* Inside a UAR page. */
#define UAR_PAGE           0x1000
#define UAR_ARM_CQ         0x20
#define UAR_EQ_ARM         0x40 /* interrupts do not wait for it: one comes with each event */
#define UAR_EQ_UPDATE      0x48
#define UAR_SEND           0x800
#define UAR_SEND_ALIGN     0x100
#define UAR_DOORBELL_BYTES 8

static uint32_t word_at(const struct pci_card *card, uint64_t at)
{
	const struct fw_card_type *type = card->fw.type;

	switch (at) {
	case FW_REVISION:
	case HEALTH_FW:
		return (uint32_t)type->fw_minor << 16 | type->fw_major;
	case CMD_REVISION:
		return CMD_INTERFACE_REVISION << 16 | type->fw_sub;
	case CMDQ_HIGH:
		return pci_cmd_queue_high(&card->commands);
	case CMDQ_LOW:
		return pci_cmd_queue_low(&card->commands);
	case HEALTH_HW_ID:
		return type->hw_id;
	case HEALTH_SYNDROME:
		return (uint32_t)card->state.health_syndrome << SYNDROME_SHIFT;
	case TIMER_HIGH:
		return (uint32_t)(card->now_ns >> 32);
	case TIMER_LOW:
		return (uint32_t)card->now_ns;
	case HEALTH_COUNTER:
		return (uint32_t)(card->now_ns / HEALTH_TICK_NS);
	default:
		return 0; /* among them 0x1fc, whose top bit would say "still initialising" */
	}
}

void pci_bar_read(struct pci_card *card, uint64_t at, uint8_t *to, size_t bytes)
{
	uint8_t word[4];
	size_t i;

	for (i = 0; i < bytes; i++) {
		ece_put_be32(word, word_at(card, (at + i) & ~UINT64_C(3)));
		to[i] = word[(at + i) & 3];
	}
}

/* A send doorbell may bring more of its work request along (BlueFlame); it lies in the ring anyway. */
static void doorbell(struct pci_card *card, uint64_t at, const uint8_t *from, size_t bytes)
{
	if ((at == UAR_EQ_ARM || at == UAR_EQ_UPDATE) && bytes >= PRM_EQ_DOORBELL_BYTES)
		pci_event_read(card, from);
	if (bytes < UAR_DOORBELL_BYTES)
		return;
	if (at == UAR_ARM_CQ)
		dp_arm(card->dp, card->now_ns, from);
	else if (at >= UAR_SEND && at % UAR_SEND_ALIGN == 0)
		dp_doorbell(card->dp, card->now_ns, from);
}

void pci_bar_write(struct pci_card *card, uint64_t at, const uint8_t *from, size_t bytes)
{
	if (at >= PCI_BAR_UAR) {
		doorbell(card, at % UAR_PAGE, from, bytes);
		return;
	}
	if (bytes != 4)
		return;
	switch (at) {
	case CMDQ_HIGH:
		pci_cmd_queue_set_high(&card->commands, ece_be32(from));
		break;
	case CMDQ_LOW:
		pci_cmd_queue_set_low(&card->commands, ece_be32(from));
		break;
	case CMDQ_DOORBELL:
		pci_cmd_queue_ring(card, ece_be32(from));
		break;
	default:
		break;
	}
}
