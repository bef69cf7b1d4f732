/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lists of data segments: where the bytes of a message come from and go to. */
#ifndef ECE_DEVX_SIM_DATAPATH_SGE_H
#define ECE_DEVX_SIM_DATAPATH_SGE_H

#include <stddef.h>
#include <stdint.h>

struct dp;

/* Segments inside a work request or receive entry. */
struct dp_sges {
	const uint8_t *at, *end;
	uint32_t pd;
};

/* dp_sges_bytes - what they describe in all; -EINVAL when an inline segment ends behind @end, or it is over DP_MESSAGE_MAX */
int64_t dp_sges_bytes(const struct dp_sges *sges);

/**
 * dp_gather - bytes [@from, +@bytes) of what they describe, inline data too
 *
 * Returns 0, -EINVAL when there are fewer, or as dp_memory_read().
 */
int dp_gather(struct dp *dp, const struct dp_sges *sges, uint64_t from, void *to, uint32_t bytes);

/**
 * dp_scatter - the same towards memory; the list ends at its end or at the terminating key 0x100
 *
 * Returns 0, -ENOSPC when they are too short, or as dp_memory_write().
 */
int dp_scatter(struct dp *dp, const struct dp_sges *sges, uint64_t to, const void *from, uint32_t bytes);

#endif
