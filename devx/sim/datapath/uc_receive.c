// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/uc.h"

#include <errno.h>

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/fault.h"
#include "devx/sim/datapath/memory.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/datapath/sender.h"
#include "devx/sim/fw/counter.h"

/* One packet, taken apart. */
struct part {
	bool write, first, last;
	const uint8_t *reth;      /* NULL: none */
	const uint8_t *immediate; /* NULL: none */
	const uint8_t *data;
	uint32_t bytes;
	uint32_t psn;
	bool solicited;
};

static bool understood(const struct wire_packet *packet, struct part *part)
{
	uint8_t number = packet->bth.opcode - WIRE_UC;
	uint8_t kind = number % DP_UC_KINDS;
	size_t head = 0;

	if (packet->bth.opcode < WIRE_UC || number >= 2 * DP_UC_KINDS)
		return false;
	*part = (struct part){
		.write = number >= DP_UC_WRITE, .psn = packet->bth.psn, .solicited = packet->bth.solicited};
	part->first = kind == DP_UC_FIRST || kind == DP_UC_ONLY || kind == DP_UC_ONLY_IMM;
	part->last = kind != DP_UC_FIRST && kind != DP_UC_MIDDLE;
	if (part->write && part->first) {
		part->reth = packet->payload;
		head += WIRE_RETH_BYTES;
	}
	if (kind == DP_UC_LAST_IMM || kind == DP_UC_ONLY_IMM) {
		part->immediate = packet->payload + head;
		head += WIRE_IMMEDIATE_BYTES;
	}
	if (packet->payload_bytes < head)
		return false;
	part->data = packet->payload + head;
	part->bytes = (uint32_t)(packet->payload_bytes - head);
	return true;
}

/* Only the last packet of a message may be short, and only one that is the first, too, may be empty. */
static bool of_right_size(const struct dp_queue *queue, const struct part *part)
{
	uint32_t mtu = dp_qp_mtu(queue);

	if (!part->last)
		return part->bytes == mtu;
	return part->bytes <= mtu && (part->bytes || part->first);
}

/* After a gap, what comes next is what is expected from then on; the message that was being received is lost. */
static void follow(struct dp_queue *queue, struct dp_uc *uc, uint32_t psn)
{
	uint8_t *context = dp_qp_context(queue);

	if (psn != prm_get(context, &prm_qpc.next_rcv_psn))
		uc->in_message = false;
	prm_set(context, &prm_qpc.next_rcv_psn, (psn + 1) & WIRE_PSN_MASK);
}

static bool has_entry(struct dp *dp, struct dp_queue *queue, struct dp_uc *uc)
{
	if (!uc->has_entry)
		uc->has_entry = dp_receive_take(dp, queue, &uc->entry) > 0;
	return uc->has_entry;
}

static bool may_write(struct dp *dp, const struct dp_queue *queue, const struct dp_uc *uc)
{
	if (prm_get(dp_qp_context(queue), &prm_qpc.rwe) && uc->reth.bytes <= DP_MESSAGE_MAX &&
	    !dp_memory_check(dp, dp_queue_pd(queue), uc->reth.key, uc->reth.address, uc->reth.bytes, DP_REMOTE_WRITE))
		return true;
	fw_count(dp->fw, dp_queue_counters(queue), FW_COUNT_RESP_REMOTE_ACCESS_ERRORS, 1);
	return false;
}

/* Returns false when the message cannot be received; its other packets go by. */
static bool begin(struct dp *dp, struct dp_queue *queue, struct dp_uc *uc, const struct part *part)
{
	uc->received = 0;
	uc->write = part->write;
	if (!part->write)
		return has_entry(dp, queue, uc);
	wire_reth_get(part->reth, &uc->reth);
	if (!may_write(dp, queue, uc))
		return false;
	fw_count(dp->fw, dp_queue_counters(queue), FW_COUNT_RX_WRITE_REQUESTS, 1);
	return true;
}

static void complete(struct dp *dp, struct dp_queue *queue, struct dp_uc *uc, const struct part *part)
{
	uint8_t entry[PRM_CQE_BYTES] = {0};
	enum dp_cqe opcode = DP_CQE_SEND;

	prm_set(entry, &prm_cqe.byte_cnt, uc->received);
	if (part->immediate) {
		prm_set(entry, &prm_cqe.immediate, ece_be32(part->immediate));
		opcode = uc->write ? DP_CQE_WRITE_IMM : DP_CQE_SEND_IMM;
	}
	uc->has_entry = false;
	dp_complete_receive(dp, queue, &uc->entry, entry, opcode, part->solicited);
}

/* A receive entry that cannot hold the message is the driver's fault, and ends its queue pair. */
static void complain(struct dp *dp, struct dp_queue *queue, struct dp_uc *uc, int err)
{
	uc->has_entry = false;
	dp_entry_fault(dp, queue, &uc->entry, err);
	dp_qp_error(dp, queue);
}

/* Returns 0, or a negative errno when the data has no place. */
static int store(struct dp *dp, struct dp_queue *queue, struct dp_uc *uc, const struct part *part)
{
	int err;

	if (!part->bytes)
		return 0;
	if (uc->write && part->bytes > uc->reth.bytes - uc->received)
		return -EINVAL;
	if (part->bytes > DP_MESSAGE_MAX - uc->received)
		return -ENOSPC;
	err = uc->write ? dp_memory_write(dp, dp_queue_pd(queue), uc->reth.key, uc->reth.address + uc->received,
					  part->data, part->bytes, DP_REMOTE_WRITE) :
			  dp_scatter(dp, &uc->entry.sges, uc->received, part->data, part->bytes);
	if (!err)
		uc->received += part->bytes;
	return err;
}

/* A message is whole when it has all that it announced, and an entry to complete where one is due. */
static bool whole(struct dp *dp, struct dp_queue *queue, struct dp_uc *uc, const struct part *part)
{
	if (!uc->write)
		return true;
	return uc->received == uc->reth.bytes && (!part->immediate || has_entry(dp, queue, uc));
}

static void take_in(struct dp *dp, struct dp_queue *queue, struct dp_uc *uc, const struct part *part)
{
	int err = store(dp, queue, uc, part);

	if (err) {
		uc->in_message = false;
		dp->dropped++;
		if (!uc->write)
			complain(dp, queue, uc, err);
		return;
	}
	if (!part->last)
		return;
	uc->in_message = false;
	if (!whole(dp, queue, uc, part))
		dp->dropped++;
	else if (!uc->write || part->immediate)
		complete(dp, queue, uc, part);
}

void dp_uc_receive(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct dp_uc *uc = dp_uc_of(queue);
	struct part part;

	if (!uc || !dp_qp_receives(queue) || !understood(packet, &part) || !dp_path_from_peer(dp, queue, packet)) {
		dp->dropped++;
		return;
	}
	follow(queue, uc, part.psn);
	if (!of_right_size(queue, &part) || (!part.first && uc->write != part.write))
		uc->in_message = false;
	else if (part.first)
		uc->in_message = begin(dp, queue, uc, &part);
	if (uc->in_message)
		take_in(dp, queue, uc, &part);
	else
		dp->dropped++;
}
