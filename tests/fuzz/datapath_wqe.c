// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A work request: the first byte says for which transport, the rest is what lies in the ring. Whatever is found in it lies
 * inside of it, and so do the segments.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/address.h"
#include "devx/prm/wqe.h"
#include "devx/sim/datapath/memory.h"
#include "devx/sim/datapath/sge.h"
#include "devx/sim/datapath/wqe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

/* In memory of their own, so that a sanitizer sees each byte that is read behind them. */
static void check_segments(const struct dp_wqe *wqe)
{
	size_t count = wqe->size - wqe->data_at;
	uint8_t *segments = malloc(count ? count : 1);
	struct dp_sges sges = {.at = segments, .end = segments + count};
	int64_t bytes;

	require(segments != NULL);
	memcpy(segments, wqe->bytes + wqe->data_at, count);
	bytes = dp_sges_bytes(&sges);
	require(bytes <= DP_MESSAGE_MAX);
	free(segments);
}

static void check(const struct dp_wqe *wqe, enum dp_layout layout)
{
	require(wqe->data_at >= PRM_WQE_CTRL_BYTES && wqe->data_at <= wqe->size);
	require(wqe->data_at % PRM_WQE_UNIT == 0);
	require(!wqe->ethernet_at ||
		(layout == DP_LAYOUT_ETHERNET && wqe->ethernet_at + PRM_WQE_ETH_BYTES <= wqe->data_at));
	require(!wqe->address_at || layout == DP_LAYOUT_UD);
	require(wqe->opcode != DP_OP_SEND || layout != DP_LAYOUT_UD || wqe->address_at + PRM_AV_BYTES <= wqe->data_at);
	require(!wqe->has_remote ||
		(layout == DP_LAYOUT_CONNECTED && wqe->data_at >= PRM_WQE_CTRL_BYTES + PRM_WQE_REMOTE_BYTES));
	check_segments(wqe);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum dp_layout layout = DP_LAYOUT_ETHERNET;
	struct dp_wqe wqe;

	memset(&wqe, 0xa5, sizeof(wqe));
	if (size) {
		layout = (enum dp_layout)(*data % (DP_LAYOUT_CONNECTED + 1));
		data++;
		size--;
	}
	wqe.size = size / PRM_WQE_UNIT * PRM_WQE_UNIT;
	if (wqe.size > DP_WQE_MAX)
		wqe.size = DP_WQE_MAX;
	memcpy(wqe.bytes, data, wqe.size);
	if (!dp_wqe_parse(&wqe, layout))
		check(&wqe, layout);
	return 0;
}
