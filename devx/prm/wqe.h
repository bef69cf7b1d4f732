/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Segments of work requests; all are multiples of 16 bytes, big endian.
 * Source: Linux include/linux/mlx5/{qp,device}.h; rdma-core providers/mlx5/wqe.h.
 */
#ifndef ECE_DEVX_PRM_WQE_H
#define ECE_DEVX_PRM_WQE_H

#include "devx/prm/field.h"

#define PRM_WQE_UNIT 16 /* bytes; ds counts in them */

/* Each work request begins with it. imm is an immediate, or the key to invalidate, or the key that an UMR changes. */
#define PRM_WQE_CTRL_BYTES  16
#define PRM_WQE_CTRL_IMM_AT 0x0c
#define PRM_WQE_CTRL(ROW)            \
	ROW(opmod, 0x00, 31, 24)     \
	ROW(wqe_index, 0x00, 23, 8)  \
	ROW(opcode, 0x00, 7, 0)      \
	ROW(qpn, 0x04, 31, 8)        \
	ROW(ds, 0x04, 5, 0)          \
	ROW(signature, 0x08, 31, 24) \
	ROW(fence, 0x08, 7, 5)       \
	ROW(completion, 0x08, 3, 2)  \
	ROW(solicited, 0x08, 1, 1)   \
	ROW(imm, 0x0c, 31, 0)
PRM_DECLARE_LAYOUT(wqe_ctrl, PRM_WQE_CTRL);

enum prm_wqe_fence {
	PRM_WQE_FENCE_NONE = 0,
	PRM_WQE_FENCE_SMALL = 1, /* behind UMRs before it */
	PRM_WQE_FENCE = 2,       /* behind reads and atomics before it */
	PRM_WQE_FENCE_STRONG = 3,
	PRM_WQE_FENCE_SMALL_AND_FENCE = 4,
};

enum prm_wqe_completion {
	PRM_WQE_COMPLETION_ON_ERROR = 0,
	PRM_WQE_COMPLETION_ALWAYS = 2,
	PRM_WQE_COMPLETION_AND_EVENT = 3,
};

/* Ethernet. The inline header begins inside of it; with insert_vlan the tag lies there instead. */
#define PRM_WQE_ETH_BYTES     16
#define PRM_WQE_ETH_INLINE_AT 14
#define PRM_WQE_ETH(ROW)                \
	ROW(l4_checksum, 0x04, 31, 31)  \
	ROW(l3_checksum, 0x04, 30, 30)  \
	ROW(swp_flags, 0x04, 23, 16)    \
	ROW(mss, 0x04, 15, 0)           \
	ROW(metadata, 0x08, 31, 0)      \
	ROW(insert_vlan, 0x0c, 31, 31)  \
	ROW(inline_bytes, 0x0c, 25, 16) \
	ROW(vlan_tag, 0x0c, 15, 0)
PRM_DECLARE_LAYOUT(wqe_eth, PRM_WQE_ETH);

/* UD has an address vector here: see address.h. */

#define PRM_WQE_REMOTE_BYTES 16
#define PRM_WQE_REMOTE(ROW)     \
	ROW(raddr, 0x00, 63, 0) \
	ROW(rkey, 0x08, 31, 0)
PRM_DECLARE_LAYOUT(wqe_remote, PRM_WQE_REMOTE);

#define PRM_WQE_ATOMIC_BYTES 16
#define PRM_WQE_ATOMIC(ROW)        \
	ROW(swap_add, 0x00, 63, 0) \
	ROW(compare, 0x08, 63, 0)
PRM_DECLARE_LAYOUT(wqe_atomic, PRM_WQE_ATOMIC);

/* Pointer to data. In send queues the top bit of the first word makes it inline data, which begins behind that word. */
#define PRM_WQE_DATA_BYTES     16
#define PRM_WQE_INLINE_AT      4
#define PRM_WQE_TERMINATE_LKEY 0x100 /* with byte_count 0 it ends a scatter list */
#define PRM_WQE_DATA(ROW)            \
	ROW(byte_count, 0x00, 30, 0) \
	ROW(lkey, 0x04, 31, 0)       \
	ROW(addr, 0x08, 63, 0)
PRM_DECLARE_LAYOUT(wqe_data, PRM_WQE_DATA);

#define PRM_WQE_INLINE(ROW)          \
	ROW(is_inline, 0x00, 31, 31) \
	ROW(byte_count, 0x00, 9, 0)
PRM_DECLARE_LAYOUT(wqe_inline, PRM_WQE_INLINE);

/*
 * UMR: control, this, a context as in CREATE_MKEY of which mkey_mask says what counts, then the translation list
 * (inline) or one data segment that points to it. xlt_octowords and xlt_offset are in octwords of 16 bytes.
 */
#define PRM_WQE_UMR_BYTES 48
#define PRM_WQE_UMR(ROW)                    \
	ROW(is_inline, 0x00, 31, 31)        \
	ROW(fail_if_free, 0x00, 30, 30)     \
	ROW(fail_if_not_free, 0x00, 29, 29) \
	ROW(has_offset, 0x00, 28, 28)       \
	ROW(xlt_octowords, 0x04, 31, 16)    \
	ROW(xlt_offset, 0x04, 15, 0)        \
	ROW(mkey_mask, 0x08, 63, 0)         \
	ROW(xlt_offset_47_16, 0x10, 31, 0)
PRM_DECLARE_LAYOUT(wqe_umr, PRM_WQE_UMR);

/* Bits of mkey_mask. */
enum prm_mkey_mask {
	PRM_MKEY_MASK_LEN = 0,
	PRM_MKEY_MASK_PAGE_SIZE = 1,
	PRM_MKEY_MASK_START_ADDR = 6,
	PRM_MKEY_MASK_PD = 7,
	PRM_MKEY_MASK_EN_RINVAL = 8,
	PRM_MKEY_MASK_BSF_EN = 12,
	PRM_MKEY_MASK_KEY = 13,
	PRM_MKEY_MASK_QPN = 14,
	PRM_MKEY_MASK_LR = 17,
	PRM_MKEY_MASK_LW = 18,
	PRM_MKEY_MASK_RR = 19,
	PRM_MKEY_MASK_RW = 20,
	PRM_MKEY_MASK_A = 21,
	PRM_MKEY_MASK_RELAXED_ORDERING_WRITE = 25,
	PRM_MKEY_MASK_FREE = 29,
	PRM_MKEY_MASK_PAGE_SIZE_5 = 42,
	PRM_MKEY_MASK_RELAXED_ORDERING_READ = 47,
};

#endif
