// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/ud.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/address.h"
#include "devx/prm/port.h"
#include "devx/prm/queue.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/fault.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/datapath/sender.h"
#include "devx/sim/fw/mcg.h"
#include "devx/sim/wire/extended.h"
#include "devx/sim/wire/headers.h"

#define PKEY_MASK   0x7fff /* without the membership bit */
#define GRH_PRESENT 1

static bool is_qp1(const struct dp_queue *queue)
{
	return prm_get(dp_qp_context(queue), &prm_qpc.st) == PRM_QP_QP1;
}

static uint32_t own_qkey(const struct dp_queue *queue)
{
	return is_qp1(queue) ? DP_UD_QP1_QKEY : (uint32_t)prm_get(dp_qp_context(queue), &prm_qpc.q_key);
}

static int64_t message_max(const struct dp_queue *queue)
{
	uint64_t log = prm_get(dp_qp_context(queue), &prm_qpc.log_msg_max);

	return log && UINT64_C(1) << log < DP_UD_MESSAGE_MAX ? INT64_C(1) << log : DP_UD_MESSAGE_MAX;
}

static uint32_t next_psn(struct dp_queue *queue)
{
	uint32_t psn = (uint32_t)prm_get(dp_qp_context(queue), &prm_qpc.next_send_psn);

	prm_set(dp_qp_context(queue), &prm_qpc.next_send_psn, (psn + 1) & WIRE_PSN_MASK);
	return psn;
}

/* Datagram extended header and immediate. Returns their bytes. */
static size_t put_headers(const struct dp_queue *queue, const struct dp_wqe *wqe, uint8_t *payload)
{
	uint32_t qkey = (uint32_t)prm_get(wqe->bytes + wqe->address_at, &prm_av.qkey);
	struct wire_deth deth = {qkey, is_qp1(queue) ? DP_UD_QP1 : queue->object->id};

	if ((qkey & PRM_AV_OWN_QKEY) || is_qp1(queue))
		deth.qkey = own_qkey(queue);
	wire_deth_put(payload, &deth);
	if (wqe->opcode != DP_OP_SEND_IMM)
		return WIRE_DETH_BYTES;
	memcpy(payload + WIRE_DETH_BYTES, &wqe->immediate, WIRE_IMMEDIATE_BYTES);
	return WIRE_DETH_BYTES + WIRE_IMMEDIATE_BYTES;
}

static int send_datagram(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe, const struct wire_path *path)
{
	uint8_t payload[WIRE_DETH_BYTES + WIRE_IMMEDIATE_BYTES + DP_UD_MESSAGE_MAX];
	struct dp_sges sges = {wqe->bytes + wqe->data_at, wqe->bytes + wqe->size, dp_queue_pd(queue)};
	int64_t data = dp_sges_bytes(&sges);
	size_t head = put_headers(queue, wqe, payload);
	struct wire_bth bth = {
		.opcode = wqe->opcode == DP_OP_SEND_IMM ? WIRE_UD_SEND_IMM : WIRE_UD_SEND,
		.solicited = wqe->solicited,
		.migrated = true,
		.pkey = WIRE_PKEY,
		.qpn = (uint32_t)prm_get(wqe->bytes + wqe->address_at, &prm_av.dqp),
	};

	if (data < 0 || data > message_max(queue))
		return DP_SYNDROME_LOCAL_LENGTH;
	if (dp_gather(dp, &sges, 0, payload + head, (uint32_t)data))
		return DP_SYNDROME_LOCAL_PROTECTION;
	bth.psn = next_psn(queue);
	dp_transmit_packet(dp, queue, path, &bth, payload, head + (size_t)data);
	return 0;
}

static int send_one(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe, unsigned int *budget)
{
	const uint8_t *address;
	struct wire_path path;

	(void)budget;
	if (wqe->opcode != DP_OP_SEND && wqe->opcode != DP_OP_SEND_IMM)
		return DP_SYNDROME_LOCAL_OPERATION;
	address = wqe->bytes + wqe->address_at;
	/* All RoCE packets have a route header: kernel drivers set the bit for one, those of user space do not. */
	if (dp_path_of_address(dp, address, &path))
		return DP_SYNDROME_LOCAL_OPERATION;
	return send_datagram(dp, queue, wqe, &path);
}

static bool run(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	static const struct dp_sender sender = {DP_LAYOUT_UD, send_one, dp_qp_send_failed};

	if (dp_qp_state(queue) == PRM_QP_SQER)
		dp_flush_side(dp, queue, DP_SEND);
	return dp_qp_sends(queue) && dp_send_posted(dp, queue, &sender, budget);
}

/* A datagram without its headers. */
struct datagram {
	const struct wire_packet *packet;
	const uint8_t *immediate; /* NULL: none */
	const uint8_t *data;
	uint32_t bytes;
	struct wire_deth deth;
};

static bool take_apart(const struct wire_packet *packet, struct datagram *datagram)
{
	size_t head = WIRE_DETH_BYTES;

	*datagram = (struct datagram){.packet = packet};
	if (packet->bth.opcode == WIRE_UD_SEND_IMM) {
		datagram->immediate = packet->payload + head;
		head += WIRE_IMMEDIATE_BYTES;
	} else if (packet->bth.opcode != WIRE_UD_SEND) {
		return false;
	}
	if (packet->payload_bytes < head || packet->payload_bytes - head > DP_UD_MESSAGE_MAX)
		return false;
	datagram->data = packet->payload + head;
	datagram->bytes = (uint32_t)(packet->payload_bytes - head);
	wire_deth_get(packet->payload, &datagram->deth);
	return true;
}

static void count_violation(struct dp *dp)
{
	uint8_t *context = dp->fw->objects->driver.nic_vport;
	uint64_t so_far = prm_get(context, &prm_nic_vport_context.qkey_violation_counter);

	if (so_far < prm_field_max(&prm_nic_vport_context.qkey_violation_counter))
		prm_set(context, &prm_nic_vport_context.qkey_violation_counter, so_far + 1);
}

static bool acceptable(struct dp *dp, const struct dp_queue *queue, const struct datagram *datagram)
{
	if (!dp_qp_receives(queue) || (datagram->packet->bth.pkey & PKEY_MASK) != (WIRE_PKEY & PKEY_MASK))
		return false;
	if (datagram->deth.qkey == own_qkey(queue))
		return true;
	count_violation(dp);
	return false;
}

/* The forty bytes in front of the data: of IPv4 there is only the header, at their end. */
static void put_grh(const struct wire_packet *packet, uint8_t grh[WIRE_GRH_BYTES])
{
	size_t bytes = packet->path.network == WIRE_ROCE_V2_IPV4 ? WIRE_IPV4_BYTES : WIRE_GRH_BYTES;

	memset(grh, 0, WIRE_GRH_BYTES);
	memcpy(grh + WIRE_GRH_BYTES - bytes, packet->network_header, bytes);
}

static int store(struct dp *dp, const struct dp_receive *receive, const struct datagram *datagram)
{
	uint8_t grh[WIRE_GRH_BYTES];
	int err;

	put_grh(datagram->packet, grh);
	err = dp_scatter(dp, &receive->sges, 0, grh, WIRE_GRH_BYTES);
	if (!err && datagram->bytes)
		err = dp_scatter(dp, &receive->sges, WIRE_GRH_BYTES, datagram->data, datagram->bytes);
	return err;
}

static void describe(uint8_t *entry, const struct datagram *datagram)
{
	const struct wire_path *path = &datagram->packet->path;

	prm_set(entry, &prm_cqe.grh, GRH_PRESENT);
	prm_set(entry, &prm_cqe.network, path->network);
	prm_set(entry, &prm_cqe.source_qp, datagram->deth.source);
	if (path->vlan != WIRE_NO_VLAN) {
		prm_set(entry, &prm_cqe.vlan, 1);
		prm_set(entry, &prm_cqe.vlan_info, path->vlan);
	}
	/* Where there is no immediate the driver finds the partition key. */
	prm_set(entry, &prm_cqe.immediate,
		datagram->immediate ? ece_be32(datagram->immediate) : datagram->packet->bth.pkey);
	prm_set(entry, &prm_cqe.byte_cnt, WIRE_GRH_BYTES + datagram->bytes);
}

static void deliver(struct dp *dp, struct dp_queue *queue, const struct datagram *datagram)
{
	uint8_t entry[PRM_CQE_BYTES] = {0};
	struct dp_receive receive;
	int err = dp_receive_take(dp, queue, &receive);

	if (err <= 0) {
		dp->dropped++;
		return;
	}
	err = store(dp, &receive, datagram);
	/* An entry that cannot hold it is the driver's fault, and ends its queue pair. */
	if (err) {
		dp_entry_fault(dp, queue, &receive, err);
		dp_qp_error(dp, queue);
		return;
	}
	describe(entry, datagram);
	dp_complete_receive(dp, queue, &receive, entry, datagram->immediate ? DP_CQE_SEND_IMM : DP_CQE_SEND,
			    datagram->packet->bth.solicited);
}

static void receive(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct datagram datagram;

	if (take_apart(packet, &datagram) && acceptable(dp, queue, &datagram))
		deliver(dp, queue, &datagram);
	else
		dp->dropped++;
}

const struct dp_service dp_ud = {.run = run, .receive = receive};

void dp_ud_multicast(struct dp *dp, const struct wire_packet *packet)
{
	bool anybody = false;
	size_t at = 0;
	uint32_t qpn;

	while ((qpn = fw_mcg_next(dp->fw, packet->path.dgid, &at))) {
		struct dp_queue *queue = dp_queue_find(dp, FW_OBJECT_QP, qpn);

		if (!queue || queue->service != &dp_ud)
			continue;
		receive(dp, queue, packet);
		anybody = true;
	}
	if (!anybody)
		dp->dropped++;
}
