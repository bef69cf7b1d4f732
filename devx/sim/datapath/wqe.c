// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/wqe.h"

#include <errno.h>
#include <string.h>

#include "devx/prm/address.h"
#include "devx/prm/wqe.h"

#define UNITS_PER_BLOCK (DP_BLOCK_BYTES / PRM_WQE_UNIT)

static size_t round_up(size_t bytes)
{
	return (bytes + PRM_WQE_UNIT - 1) / PRM_WQE_UNIT * PRM_WQE_UNIT;
}

/* Data begins behind @bytes of other segments. */
static int data_behind(struct dp_wqe *wqe, size_t bytes)
{
	if (wqe->size < bytes)
		return -EINVAL;
	wqe->data_at = (uint16_t)bytes;
	return 0;
}

/* Two bytes of an inline header lie in the segment itself, the rest behind it. */
static int parse_ethernet(struct dp_wqe *wqe)
{
	const uint8_t *segment = wqe->bytes + PRM_WQE_CTRL_BYTES;
	const size_t within = PRM_WQE_ETH_BYTES - PRM_WQE_ETH_INLINE_AT;
	size_t header;

	if (wqe->opcode != DP_OP_SEND && wqe->opcode != DP_OP_LARGE_SEND)
		return data_behind(wqe, PRM_WQE_CTRL_BYTES);
	if (data_behind(wqe, PRM_WQE_CTRL_BYTES + PRM_WQE_ETH_BYTES))
		return -EINVAL;
	wqe->ethernet_at = PRM_WQE_CTRL_BYTES;
	header = prm_get(segment, &prm_wqe_eth.insert_vlan) ? 0 : prm_get(segment, &prm_wqe_eth.inline_bytes);
	return header > within ? data_behind(wqe, wqe->data_at + round_up(header - within)) : 0;
}

static int parse_datagram(struct dp_wqe *wqe)
{
	if (wqe->opcode != DP_OP_SEND && wqe->opcode != DP_OP_SEND_IMM)
		return data_behind(wqe, PRM_WQE_CTRL_BYTES);
	wqe->address_at = PRM_WQE_CTRL_BYTES;
	return data_behind(wqe, PRM_WQE_CTRL_BYTES + PRM_AV_BYTES);
}

static int parse_remote(struct dp_wqe *wqe, size_t operands)
{
	const uint8_t *remote = wqe->bytes + PRM_WQE_CTRL_BYTES;
	const uint8_t *atomic = remote + PRM_WQE_REMOTE_BYTES;

	if (data_behind(wqe, PRM_WQE_CTRL_BYTES + PRM_WQE_REMOTE_BYTES + operands))
		return -EINVAL;
	wqe->has_remote = true;
	wqe->remote_address = prm_get(remote, &prm_wqe_remote.raddr);
	wqe->remote_key = (uint32_t)prm_get(remote, &prm_wqe_remote.rkey);
	if (operands) {
		wqe->swap_add = prm_get(atomic, &prm_wqe_atomic.swap_add);
		wqe->compare = prm_get(atomic, &prm_wqe_atomic.compare);
	}
	return 0;
}

static int parse_connected(struct dp_wqe *wqe)
{
	switch (wqe->opcode) {
	case DP_OP_WRITE:
	case DP_OP_WRITE_IMM:
	case DP_OP_READ:
		return parse_remote(wqe, 0);
	case DP_OP_COMPARE_SWAP:
	case DP_OP_FETCH_ADD:
		return parse_remote(wqe, PRM_WQE_ATOMIC_BYTES);
	case DP_OP_MASKED_COMPARE_SWAP:
	case DP_OP_MASKED_FETCH_ADD:
		return parse_remote(wqe, 2UL * PRM_WQE_ATOMIC_BYTES);
	default:
		return data_behind(wqe, PRM_WQE_CTRL_BYTES);
	}
}

int dp_wqe_parse(struct dp_wqe *wqe, enum dp_layout layout)
{
	wqe->address_at = 0;
	wqe->ethernet_at = 0;
	wqe->has_remote = false;
	if (data_behind(wqe, PRM_WQE_CTRL_BYTES) || wqe->size > DP_WQE_MAX)
		return -EINVAL;
	wqe->opcode = (uint8_t)prm_get(wqe->bytes, &prm_wqe_ctrl.opcode);
	wqe->signalled = prm_get(wqe->bytes, &prm_wqe_ctrl.completion) >= PRM_WQE_COMPLETION_ALWAYS;
	wqe->solicited = prm_get(wqe->bytes, &prm_wqe_ctrl.solicited);
	wqe->fence = prm_get(wqe->bytes, &prm_wqe_ctrl.fence) >= PRM_WQE_FENCE;
	memcpy(&wqe->immediate, wqe->bytes + PRM_WQE_CTRL_IMM_AT, sizeof(wqe->immediate));
	switch (layout) {
	case DP_LAYOUT_ETHERNET:
		return parse_ethernet(wqe);
	case DP_LAYOUT_UD:
		return parse_datagram(wqe);
	case DP_LAYOUT_CONNECTED:
		return parse_connected(wqe);
	}
	return -EINVAL;
}

int dp_wqe_next(struct dp *dp, const struct dp_ring *ring, uint16_t posted, uint16_t head, struct dp_wqe *wqe)
{
	uint16_t waiting = (uint16_t)(posted - head);
	size_t units;

	if (!waiting)
		return 0;
	if (waiting > ring->entries)
		return -EINVAL;
	if (!dp_ring_read(dp, ring, head, 0, wqe->bytes, DP_BLOCK_BYTES))
		return -EFAULT;
	units = prm_get(wqe->bytes, &prm_wqe_ctrl.ds);
	wqe->index = head;
	wqe->size = units * PRM_WQE_UNIT;
	wqe->blocks = (uint16_t)((units + UNITS_PER_BLOCK - 1) / UNITS_PER_BLOCK);
	if (!units || wqe->blocks > waiting)
		return -EINVAL;
	if (wqe->blocks > 1 && !dp_ring_read(dp, ring, (uint32_t)head + 1, 0, wqe->bytes + DP_BLOCK_BYTES,
					     (wqe->blocks - 1UL) * DP_BLOCK_BYTES))
		return -EFAULT;
	return 1;
}
