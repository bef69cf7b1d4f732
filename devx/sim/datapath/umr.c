// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/umr.h"

#include <errno.h>
#include <string.h>

#include "devx/prm/mkey.h"
#include "devx/prm/queue.h"
#include "devx/prm/wqe.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/key.h"
#include "devx/sim/datapath/memory.h"
#include "devx/sim/datapath/sender.h"

#define UMR_AT     PRM_WQE_CTRL_BYTES
#define CONTEXT_AT (UMR_AT + PRM_WQE_UMR_BYTES)
#define LIST_AT    (CONTEXT_AT + PRM_MKC_BYTES)

static const struct {
	uint8_t bit; /* enum prm_mkey_mask */
	const struct prm_field *field;
} masked[] = {
	{PRM_MKEY_MASK_LEN, &prm_mkc.len},
	{PRM_MKEY_MASK_LEN, &prm_mkc.length64},
	{PRM_MKEY_MASK_PAGE_SIZE, &prm_mkc.log_page_size},
	{PRM_MKEY_MASK_START_ADDR, &prm_mkc.start_addr},
	{PRM_MKEY_MASK_PD, &prm_mkc.pd},
	{PRM_MKEY_MASK_EN_RINVAL, &prm_mkc.en_rinval},
	{PRM_MKEY_MASK_KEY, &prm_mkc.mkey_7_0},
	{PRM_MKEY_MASK_QPN, &prm_mkc.qpn},
	{PRM_MKEY_MASK_LR, &prm_mkc.lr},
	{PRM_MKEY_MASK_LW, &prm_mkc.lw},
	{PRM_MKEY_MASK_RR, &prm_mkc.rr},
	{PRM_MKEY_MASK_RW, &prm_mkc.rw},
	{PRM_MKEY_MASK_A, &prm_mkc.a},
	{PRM_MKEY_MASK_FREE, &prm_mkc.free},
};

/* The queue through which the driver registers memory for others. */
static bool privileged(const struct dp_queue *queue)
{
	return prm_get(dp_qp_context(queue), &prm_qpc.st) == PRM_QP_REG_UMR;
}

static int may_change(const struct dp_queue *queue, const struct fw_object *key, const uint8_t *umr)
{
	const uint8_t *context = dp_key_context(key);
	bool is_free = prm_get(context, &prm_mkc.free);

	if (!prm_get(context, &prm_mkc.umr_en))
		return -EACCES;
	if (prm_get(context, &prm_mkc.pd) != dp_queue_pd(queue) && !privileged(queue))
		return -EACCES;
	return prm_get(umr, is_free ? &prm_wqe_umr.fail_if_free : &prm_wqe_umr.fail_if_not_free) ? -EACCES : 0;
}

/* mlx5_ib gives that queue no PD; it may read by the keys of any. */
static uint32_t reading_pd(struct dp *dp, const struct dp_queue *queue, uint32_t lkey)
{
	const struct fw_object *key = privileged(queue) ? dp_key_find(dp, lkey) : NULL;

	return key ? (uint32_t)prm_get(dp_key_context(key), &prm_mkc.pd) : dp_queue_pd(queue);
}

/* Copies the new part of the list to @to: it lies in the request, or where its one data segment points. */
static int fetch_list(struct dp *dp, const struct dp_queue *queue, const struct dp_wqe *wqe, uint8_t *to, size_t bytes)
{
	const uint8_t *at = wqe->bytes + LIST_AT;
	uint32_t lkey;

	if (prm_get(wqe->bytes + UMR_AT, &prm_wqe_umr.is_inline)) {
		if (bytes > wqe->size - LIST_AT)
			return -EINVAL;
		memcpy(to, at, bytes);
		return 0;
	}
	if (wqe->size - LIST_AT < PRM_WQE_DATA_BYTES)
		return -EINVAL;
	if (bytes > prm_get(at, &prm_wqe_data.byte_count))
		bytes = (size_t)prm_get(at, &prm_wqe_data.byte_count);
	lkey = (uint32_t)prm_get(at, &prm_wqe_data.lkey);
	return dp_memory_read(dp, reading_pd(dp, queue, lkey), lkey, prm_get(at, &prm_wqe_data.addr), to,
			      (uint32_t)bytes, DP_LOCAL_READ);
}

static int write_list(struct dp *dp, const struct dp_queue *queue, const struct dp_wqe *wqe, struct fw_object *key)
{
	const uint8_t *umr = wqe->bytes + UMR_AT;
	size_t bytes = prm_get(umr, &prm_wqe_umr.xlt_octowords) * PRM_OCTWORD_BYTES;
	uint64_t offset = 0;
	uint8_t *list;
	size_t room;

	if (!bytes)
		return 0;
	if (prm_get(umr, &prm_wqe_umr.has_offset))
		offset = prm_get(umr, &prm_wqe_umr.xlt_offset_47_16) << 16 | prm_get(umr, &prm_wqe_umr.xlt_offset);
	offset *= PRM_OCTWORD_BYTES;
	list = dp_key_room(dp, key, &room);
	if (!list || offset > room || bytes > room - offset)
		return -ERANGE;
	return fetch_list(dp, queue, wqe, list + offset, bytes);
}

static void change_context(uint8_t *context, const uint8_t *from, uint64_t mask)
{
	size_t i;

	for (i = 0; i < sizeof(masked) / sizeof(masked[0]); i++) {
		if (mask >> masked[i].bit & 1)
			prm_set(context, masked[i].field, prm_get(from, masked[i].field));
	}
}

int dp_umr(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe)
{
	const uint8_t *umr = wqe->bytes + UMR_AT;
	uint32_t index = PRM_MKEY_INDEX((uint32_t)prm_get(wqe->bytes, &prm_wqe_ctrl.imm));
	struct fw_object *key = fw_object_find(dp->fw->objects, FW_OBJECT_MKEY, index);
	int err;

	if (wqe->size < LIST_AT)
		return -EINVAL;
	if (!key)
		return -EACCES;
	err = may_change(queue, key, umr);
	if (!err)
		err = write_list(dp, queue, wqe, key);
	if (err)
		dp_log(dp, "UMR of key %#x by queue %#x is refused: %s", index, queue->object->id, strerror(-err));
	else
		change_context(dp_key_context(key), wqe->bytes + CONTEXT_AT, prm_get(umr, &prm_wqe_umr.mkey_mask));
	return err;
}

/* A queue pair that can do nothing else: the driver's own. */
static int send_one(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe, unsigned int *budget)
{
	(void)budget;
	if (wqe->opcode != DP_OP_UMR)
		return DP_SYNDROME_LOCAL_OPERATION;
	return dp_umr(dp, queue, wqe) ? DP_SYNDROME_BIND : 0;
}

static bool run(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	static const struct dp_sender sender = {DP_LAYOUT_CONNECTED, send_one, dp_qp_error};

	if (dp_qp_state(queue) == PRM_QP_ERR)
		dp_flush(dp, queue);
	return dp_qp_sends(queue) && dp_send_posted(dp, queue, &sender, budget);
}

const struct dp_service dp_umr_queue = {
	.run = run,
};
