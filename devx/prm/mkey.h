/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Memory keys: their context and the commands around it.
 * Source: Linux include/linux/mlx5/{mlx5_ifc,device}.h; mkey_umem_id and mkey_umem_offset: rdma-core
 * providers/mlx5/mlx5_ifc.h and UCX src/uct/ib/mlx5/dv/ib_mlx5_ifc.h.
 */
#ifndef ECE_DEVX_PRM_MKEY_H
#define ECE_DEVX_PRM_MKEY_H

#include "devx/prm/field.h"

/* A key is its number, then a byte that the driver chooses and that must be the one of the context. */
#define PRM_MKEY_INDEX(key)   ((key) >> 8)
#define PRM_MKEY_VARIANT(key) ((key)&0xff)

#define PRM_MKC_AT    0x10 /* in CREATE_MKEY and in the answer of QUERY_MKEY */
#define PRM_MKC_BYTES 64
#define PRM_MKC(ROW)                                \
	ROW(free, 0x00, 30, 30)                     \
	ROW(access_mode_4_2, 0x00, 28, 26)          \
	ROW(relaxed_ordering_write, 0x00, 18, 18)   \
	ROW(umr_en, 0x00, 15, 15)                   \
	ROW(a, 0x00, 14, 14)                        \
	ROW(rw, 0x00, 13, 13)                       \
	ROW(rr, 0x00, 12, 12)                       \
	ROW(lw, 0x00, 11, 11)                       \
	ROW(lr, 0x00, 10, 10)                       \
	ROW(access_mode_1_0, 0x00, 9, 8)            \
	ROW(qpn, 0x04, 31, 8)                       \
	ROW(mkey_7_0, 0x04, 7, 0)                   \
	ROW(length64, 0x0c, 31, 31)                 \
	ROW(bsf_en, 0x0c, 30, 30)                   \
	ROW(en_rinval, 0x0c, 24, 24)                \
	ROW(pd, 0x0c, 23, 0)                        \
	ROW(start_addr, 0x10, 63, 0)                \
	ROW(len, 0x18, 63, 0)                       \
	ROW(bsf_octword_size, 0x20, 31, 0)          \
	ROW(translations_octword_size, 0x34, 31, 0) \
	ROW(relaxed_ordering_read, 0x38, 6, 6)      \
	ROW(log_page_size, 0x38, 5, 0)
PRM_DECLARE_LAYOUT(mkc, PRM_MKC);

/* access_mode_4_2 and access_mode_1_0 in one number. */
enum prm_mkey_mode {
	PRM_MKEY_PHYSICAL = 0,
	PRM_MKEY_MTT = 1, /* a list of pages of equal size */
	PRM_MKEY_KLM = 2, /* a list of pieces of other keys */
	PRM_MKEY_KSM = 3, /* the same, all of 1 << log_page_size bytes */
};

#define PRM_MKC_QPN_ANY 0xffffff

/* The translation list, in octwords of 16 bytes: two MTTs, or one KLM or KSM. */
#define PRM_CREATE_MKEY_LIST_AT 0x110
#define PRM_CREATE_MKEY_IN(ROW)                            \
	ROW(mkey_umem_valid, 0x0c, 30, 30)                 \
	ROW(translations_octword_actual_size, 0x60, 31, 0) \
	ROW(mkey_umem_id, 0x64, 31, 0)                     \
	ROW(mkey_umem_offset, 0x68, 63, 0)
PRM_DECLARE_LAYOUT(create_mkey_in, PRM_CREATE_MKEY_IN);

#define PRM_OCTWORD_BYTES 16
#define PRM_MTT_BYTES     8
#define PRM_MTT_FLAGS     UINT64_C(7) /* of the address: may be read, may be written */

/* One piece; byte_count is not in KSM. */
#define PRM_KLM(ROW)                 \
	ROW(byte_count, 0x00, 31, 0) \
	ROW(mkey, 0x04, 31, 0)       \
	ROW(address, 0x08, 63, 0)
PRM_DECLARE_LAYOUT(klm, PRM_KLM);

#endif
