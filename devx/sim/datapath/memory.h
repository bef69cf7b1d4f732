/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Memory as keys see it: (key, address) to the driver's memory, checked.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h (mkc), drivers/infiniband/hw/mlx5/mr.c for what drivers make of it.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_MEMORY_H
#define ECE_DEVX_SIM_DATAPATH_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dp;

#define DP_MESSAGE_MAX (UINT32_C(1) << 30) /* bytes of one message, and of one segment */

/* What is about to be done; the key must allow it. */
enum dp_access {
	DP_LOCAL_READ,
	DP_LOCAL_WRITE,
	DP_REMOTE_READ,
	DP_REMOTE_WRITE,
	DP_REMOTE_ATOMIC,
};

/**
 * dp_memory_check - may this queue's PD use @key for all of [@address, +@bytes)?
 * @pd: of the queue that asks; the key must be of the same
 *
 * The reserved local key allows local access to everything, the null key too. 0 bytes are allowed with any key.
 * Of an indirect key (KLM, KSM) only itself is looked at here; the keys inside of it are when bytes are copied.
 * Returns 0; -EACCES for a key that does not exist, is of another PD or variant, or does not allow it; -ERANGE behind its
 * bounds.
 */
int dp_memory_check(struct dp *dp, uint32_t pd, uint32_t key, uint64_t address, uint64_t bytes, enum dp_access access);

/**
 * dp_memory_read, dp_memory_write - check, then copy; what was copied before a fault stays copied
 *
 * The null key reads as zeros and swallows what is written.
 * Return as dp_memory_check(); -EFAULT where the pages that the key names are not in the driver's memory.
 */
int dp_memory_read(struct dp *dp, uint32_t pd, uint32_t key, uint64_t address, void *to, uint32_t bytes,
		   enum dp_access access);
int dp_memory_write(struct dp *dp, uint32_t pd, uint32_t key, uint64_t address, const void *from, uint32_t bytes,
		    enum dp_access access);

/**
 * dp_memory_invalidate - a key is free from now on: a local invalidate, or one by the other end
 *
 * Returns 0; -EACCES for a key that does not exist, is of another PD or variant, or which UMRs may not change.
 */
int dp_memory_invalidate(struct dp *dp, uint32_t pd, uint32_t key);

#endif
