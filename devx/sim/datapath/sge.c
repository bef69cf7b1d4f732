// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/sge.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "devx/prm/wqe.h"
#include "devx/sim/datapath/memory.h"

struct segment {
	const uint8_t *inline_data; /* NULL: in memory, by key and address */
	uint32_t bytes;
	uint32_t key;
	uint64_t address;
};

/* Takes the segment at *@at and moves *@at behind it. Returns 1, 0 at the end, -EINVAL when it ends behind @end. */
static int next(const uint8_t **at, const uint8_t *end, struct segment *segment)
{
	size_t left = (size_t)(end - *at);

	if (left < PRM_WQE_INLINE_AT)
		return 0;
	if (prm_get(*at, &prm_wqe_inline.is_inline)) {
		size_t bytes = prm_get(*at, &prm_wqe_inline.byte_count);
		size_t whole = (PRM_WQE_INLINE_AT + bytes + PRM_WQE_UNIT - 1) / PRM_WQE_UNIT * PRM_WQE_UNIT;

		if (bytes > left - PRM_WQE_INLINE_AT)
			return -EINVAL;
		*segment = (struct segment){.inline_data = *at + PRM_WQE_INLINE_AT, .bytes = (uint32_t)bytes};
		*at += whole < left ? whole : left;
		return 1;
	}
	if (left < PRM_WQE_DATA_BYTES)
		return 0;
	segment->inline_data = NULL;
	segment->bytes = (uint32_t)prm_get(*at, &prm_wqe_data.byte_count);
	segment->key = (uint32_t)prm_get(*at, &prm_wqe_data.lkey);
	segment->address = prm_get(*at, &prm_wqe_data.addr);
	*at += PRM_WQE_DATA_BYTES;
	return 1;
}

/* The same in a list to scatter to: nothing is inline there, and a key may end it. */
static bool next_target(const uint8_t **at, const uint8_t *end, struct segment *segment)
{
	if (end - *at < PRM_WQE_DATA_BYTES)
		return false;
	segment->bytes = (uint32_t)prm_get(*at, &prm_wqe_data.byte_count);
	segment->key = (uint32_t)prm_get(*at, &prm_wqe_data.lkey);
	segment->address = prm_get(*at, &prm_wqe_data.addr);
	*at += PRM_WQE_DATA_BYTES;
	return segment->key != PRM_WQE_TERMINATE_LKEY || segment->bytes;
}

int64_t dp_sges_bytes(const struct dp_sges *sges)
{
	const uint8_t *at = sges->at;
	struct segment segment;
	int64_t bytes = 0;
	int found;

	while ((found = next(&at, sges->end, &segment)) > 0) {
		bytes += segment.bytes;
		if (bytes > DP_MESSAGE_MAX)
			return -EINVAL;
	}
	return found < 0 ? found : bytes;
}

int dp_gather(struct dp *dp, const struct dp_sges *sges, uint64_t from, void *to, uint32_t bytes)
{
	const uint8_t *at = sges->at;
	struct segment segment;
	uint8_t *into = to;

	while (bytes) {
		uint32_t count;
		int err = next(&at, sges->end, &segment);

		if (err <= 0)
			return -EINVAL;
		if (from >= segment.bytes) {
			from -= segment.bytes;
			continue;
		}
		count = segment.bytes - (uint32_t)from;
		if (count > bytes)
			count = bytes;
		err = 0;
		if (segment.inline_data)
			memcpy(into, segment.inline_data + from, count);
		else
			err = dp_memory_read(dp, sges->pd, segment.key, segment.address + from, into, count,
					     DP_LOCAL_READ);
		if (err)
			return err;
		into += count;
		bytes -= count;
		from = 0;
	}
	return 0;
}

int dp_scatter(struct dp *dp, const struct dp_sges *sges, uint64_t to, const void *from, uint32_t bytes)
{
	const uint8_t *at = sges->at;
	const uint8_t *source = from;
	struct segment segment;

	while (bytes) {
		uint32_t count;
		int err;

		if (!next_target(&at, sges->end, &segment))
			return -ENOSPC;
		if (to >= segment.bytes) {
			to -= segment.bytes;
			continue;
		}
		count = segment.bytes - (uint32_t)to;
		if (count > bytes)
			count = bytes;
		err = dp_memory_write(dp, sges->pd, segment.key, segment.address + to, source, count, DP_LOCAL_WRITE);
		if (err)
			return err;
		source += count;
		bytes -= count;
		to = 0;
	}
	return 0;
}
