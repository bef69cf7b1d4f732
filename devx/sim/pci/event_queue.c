// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/event_queue.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/ring.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/pci/card.h"

#define EQN_MAX         0x3f
#define LOG_ENTRIES_MAX 23 /* in 24 bits of index more could not be told from none */
#define INDEX_MASK      UINT32_C(0xffffff)

static bool masked_in(const struct fw_object *eq, uint8_t type)
{
	return (ece_be64(eq->create + PRM_CREATE_EQ_BITMASK_AT + type / 64 * sizeof(uint64_t)) >> (type % 64)) & 1;
}

static struct fw_object *queue_for(struct pci_card *card, uint8_t type)
{
	uint32_t eqn;

	for (eqn = 0; eqn <= EQN_MAX; eqn++) {
		struct fw_object *eq = fw_object_find(card->fw.objects, FW_OBJECT_EQ, eqn);

		if (eq && masked_in(eq, type))
			return eq;
	}
	return NULL;
}

static bool ring_of(const struct fw_object *eq, struct dp_ring *ring)
{
	uint64_t log_entries = prm_get(eq->create, &prm_create_eq_in.log_eq_size);

	if (log_entries > LOG_ENTRIES_MAX)
		return false;
	*ring = (struct dp_ring){
		.pages = eq->create + PRM_CREATE_EQ_PAGES_AT,
		.page_count = (eq->bytes - PRM_CREATE_EQ_PAGES_AT) / sizeof(uint64_t),
		.log_page = (uint8_t)(PRM_PAGE_SHIFT + prm_get(eq->create, &prm_create_eq_in.log_page_size)),
		.entries = UINT32_C(1) << log_entries,
		.stride = PRM_EQE_BYTES,
	};
	return true;
}

static uint32_t unread(const struct fw_object *eq, uint32_t consumer)
{
	return (eq->producer - consumer) & INDEX_MASK;
}

/* Said once: a storm of events shall not become one of lines. */
static void overrun(struct pci_card *card, struct fw_object *eq, uint8_t type)
{
	if (!eq->lost)
		pci_card_log(card, "event %#x lost: EQ %u is full", type, eq->id);
	if (eq->lost < UINT32_MAX)
		eq->lost++;
}

static void post(struct pci_card *card, struct fw_object *eq, uint8_t type, uint8_t sub_type, const uint8_t *data)
{
	uint8_t entry[PRM_EQE_BYTES] = {0};
	struct dp_ring ring;
	bool there = ring_of(eq, &ring);

	if (there && unread(eq, eq->consumer) >= ring.entries) {
		overrun(card, eq, type);
		return;
	}
	prm_set(entry, &prm_eqe.type, type);
	prm_set(entry, &prm_eqe.sub_type, sub_type);
	memcpy(entry + PRM_EQE_DATA_AT, data, PRM_EQE_DATA_BYTES);
	if (!there || !dp_ring_hand_over(card->dp, &ring, eq->producer, entry, sizeof(entry))) {
		pci_card_log(card, "event %#x lost: EQ %u is not in guest memory", type, eq->id);
		return;
	}
	eq->producer++;
	pci_vfu_interrupt(&card->vfu, (unsigned int)prm_get(eq->create, &prm_create_eq_in.intr));
}

bool pci_event_wanted(struct pci_card *card, uint8_t type)
{
	return queue_for(card, type) != NULL;
}

void pci_event(struct pci_card *card, uint8_t type, uint8_t sub_type, const uint8_t data[PRM_EQE_DATA_BYTES])
{
	struct fw_object *eq = queue_for(card, type);

	if (eq)
		post(card, eq, type, sub_type, data);
}

void pci_event_completion(struct pci_card *card, uint8_t eqn, uint32_t cqn)
{
	struct fw_object *eq = fw_object_find(card->fw.objects, FW_OBJECT_EQ, eqn);
	uint8_t data[PRM_EQE_DATA_BYTES] = {0};

	if (!eq)
		return;
	prm_set(data, &prm_event_data.cqn, cqn);
	post(card, eq, PRM_EVENT_COMPLETION, 0, data);
}

void pci_event_read(struct pci_card *card, const uint8_t *doorbell)
{
	uint32_t eqn = (uint32_t)prm_get(doorbell, &prm_eq_doorbell.eqn);
	uint32_t consumer = (uint32_t)prm_get(doorbell, &prm_eq_doorbell.consumer_index);
	struct fw_object *eq = fw_object_find(card->fw.objects, FW_OBJECT_EQ, eqn);

	if (!eq || unread(eq, consumer) >= unread(eq, eq->consumer))
		return;
	eq->consumer = consumer;
	if (eq->lost)
		pci_card_log(card, "EQ %u has room again; events lost: %u", eqn, eq->lost);
	eq->lost = 0;
}
