// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/send_stub.h"

#include "devx/prm/queue.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/pci/card.h"
#include "devx/sim/pci/event_queue.h"
#include "devx/sim/pci/ring.h"

#define CQE_SIZE_128     1
#define PAGE_OFFSET_UNIT 64
#define CONSUMER_MASK    0xffffff

/* The CQ of a send queue or QP. */
static struct fw_object *cq_of(struct pci_card *card, uint32_t qpn)
{
	struct fw_objects *objects = card->fw.objects;
	const struct fw_object *queue = fw_object_find(objects, FW_OBJECT_SQ, qpn);
	uint64_t cqn;

	if (queue) {
		cqn = prm_get(queue->create + PRM_QUEUE_CONTEXT_AT, &prm_queue_context.cqn);
	} else {
		queue = fw_object_find(objects, FW_OBJECT_QP, qpn);
		if (!queue)
			return NULL;
		cqn = prm_get(queue->create + PRM_QPC_AT, &prm_qpc.cqn_snd);
	}
	return fw_object_find(objects, FW_OBJECT_CQ, (uint32_t)cqn);
}

static void notify(struct pci_card *card, struct fw_object *cq)
{
	cq->armed = FW_NOT_ARMED;
	pci_event_completion(card, (uint8_t)prm_get(cq->create, &prm_create_cq_in.c_eqn), cq->id);
}

static bool complete(struct pci_card *card, struct fw_object *cq, const uint8_t *doorbell)
{
	const uint8_t *in = cq->create;
	struct pci_ring ring = {
		.pages = in + PRM_CREATE_CQ_PAGES_AT,
		.page_count = (cq->bytes - PRM_CREATE_CQ_PAGES_AT) / sizeof(uint64_t),
		.log_page = (uint8_t)(PRM_PAGE_SHIFT + prm_get(in, &prm_create_cq_in.log_page_size)),
		.log_entries = (uint8_t)prm_get(in, &prm_create_cq_in.log_cq_size),
		.stride = prm_get(in, &prm_create_cq_in.cqe_sz) == CQE_SIZE_128 ? 2 * PRM_CQE_BYTES : PRM_CQE_BYTES,
		.start = (uint32_t)prm_get(in, &prm_create_cq_in.page_offset) * PAGE_OFFSET_UNIT,
	};
	uint8_t entry[PRM_CQE_BYTES] = {0};

	prm_set(entry, &prm_cqe.send_opcode, prm_get(doorbell, &prm_send_doorbell.opcode));
	prm_set(entry, &prm_cqe.qpn, prm_get(doorbell, &prm_send_doorbell.qpn));
	prm_set(entry, &prm_cqe.wqe_counter, prm_get(doorbell, &prm_send_doorbell.wqe_counter));
	entry[PRM_CQE_OWNER_AT] |= pci_ring_phase(&ring, cq->producer);
	return pci_ring_write(&card->vfu.memory, &ring, cq->producer, entry, sizeof(entry));
}

void pci_send_stub_ring(struct pci_card *card, const uint8_t *doorbell)
{
	struct fw_object *cq = cq_of(card, (uint32_t)prm_get(doorbell, &prm_send_doorbell.qpn));

	/* Pages of a CQ in a user-space memory registration (DevX) are not in its creation command. */
	if (!cq || prm_get(cq->create, &prm_create_cq_in.cq_umem_valid) || !complete(card, cq, doorbell))
		return;
	cq->producer++;
	if (cq->armed)
		notify(card, cq);
}

void pci_send_stub_arm(struct pci_card *card, const uint8_t *doorbell)
{
	uint32_t cqn = (uint32_t)prm_get(doorbell, &prm_cq_doorbell.cqn);
	struct fw_object *cq = fw_object_find(card->fw.objects, FW_OBJECT_CQ, cqn);

	if (!cq)
		return;
	cq->armed = FW_ARMED;
	if (prm_get(doorbell, &prm_cq_doorbell.consumer_index) != (cq->producer & CONSUMER_MASK))
		notify(card, cq);
}
