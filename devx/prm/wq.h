/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Work queues: the contexts of SQ, RQ and RMP (a shared receive queue), the "wq" inside of them, and umems.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h.
 */
#ifndef ECE_DEVX_PRM_WQ_H
#define ECE_DEVX_PRM_WQ_H

#include "devx/prm/field.h"

/* Of the three, from PRM_QUEUE_CONTEXT_AT of their commands. */
#define PRM_SQC(ROW)                         \
	ROW(flush_in_error_en, 0x00, 28, 28) \
	ROW(state, 0x00, 23, 20)             \
	ROW(reg_umr, 0x00, 19, 19)           \
	ROW(user_index, 0x04, 23, 0)         \
	ROW(cqn, 0x08, 23, 0)                \
	ROW(tis_lst_sz, 0x20, 31, 16)        \
	ROW(tis_num_0, 0x2c, 23, 0)
PRM_DECLARE_LAYOUT(sqc, PRM_SQC);

#define PRM_RQC(ROW)                         \
	ROW(scatter_fcs, 0x00, 29, 29)       \
	ROW(vsd, 0x00, 28, 28)               \
	ROW(mem_rq_type, 0x00, 27, 24)       \
	ROW(state, 0x00, 23, 20)             \
	ROW(flush_in_error_en, 0x00, 18, 18) \
	ROW(user_index, 0x04, 23, 0)         \
	ROW(cqn, 0x08, 23, 0)                \
	ROW(counter_set_id, 0x0c, 31, 24)    \
	ROW(rmpn, 0x10, 23, 0)
PRM_DECLARE_LAYOUT(rqc, PRM_RQC);

#define PRM_RMPC(ROW)            \
	ROW(state, 0x00, 23, 20) \
	ROW(basic_cyclic_rcv_wqe, 0x04, 31, 31)
PRM_DECLARE_LAYOUT(rmpc, PRM_RMPC);

enum prm_mem_rq_type {
	PRM_MEM_RQ_INLINE = 0,
	PRM_MEM_RQ_RMP = 1,
};

enum prm_wq_type {
	PRM_WQ_LINKED_LIST = 0,
	PRM_WQ_CYCLIC = 1,
	PRM_WQ_LINKED_LIST_STRIDING = 2,
	PRM_WQ_CYCLIC_STRIDING = 3,
};

/* From the start of the context; the page list ends the creation command. */
#define PRM_WQ_AT       0x30
#define PRM_WQ_PAGES_AT 0xc0 /* from its own start */
#define PRM_WQ(ROW)                              \
	ROW(wq_type, 0x00, 31, 28)               \
	ROW(page_offset, 0x04, 20, 16)           \
	ROW(lwm, 0x04, 15, 0)                    \
	ROW(pd, 0x08, 23, 0)                     \
	ROW(uar_page, 0x0c, 23, 0)               \
	ROW(dbr_addr, 0x10, 63, 0)               \
	ROW(hw_counter, 0x18, 31, 0)             \
	ROW(sw_counter, 0x1c, 31, 0)             \
	ROW(log_wq_stride, 0x20, 19, 16)         \
	ROW(log_wq_pg_sz, 0x20, 12, 8)           \
	ROW(log_wq_sz, 0x20, 4, 0)               \
	ROW(dbr_umem_valid, 0x24, 31, 31)        \
	ROW(wq_umem_valid, 0x24, 30, 30)         \
	ROW(log_wqe_num_of_strides, 0x24, 11, 8) \
	ROW(two_byte_shift_en, 0x24, 7, 7)       \
	ROW(log_wqe_stride_size, 0x24, 2, 0)     \
	ROW(dbr_umem_id, 0x28, 31, 0)            \
	ROW(wq_umem_id, 0x2c, 31, 0)             \
	ROW(wq_umem_offset, 0x30, 63, 0)
PRM_DECLARE_LAYOUT(wq, PRM_WQ);

/* A table of RQs, from PRM_QUEUE_CONTEXT_AT of its commands; four bytes an entry, the number in the low 24 bits. */
#define PRM_RQTC_LIST_AT 0xf0
#define PRM_RQTC(ROW)                  \
	ROW(rqt_max_size, 0x14, 15, 0) \
	ROW(rqt_actual_size, 0x18, 15, 0)
PRM_DECLARE_LAYOUT(rqtc, PRM_RQTC);

/* MODIFY_RQT: with rqn_list the entries count. */
#define PRM_MODIFY_RQT_IN(ROW) ROW(rqn_list, 0x14, 0, 0)
PRM_DECLARE_LAYOUT(modify_rqt_in, PRM_MODIFY_RQT_IN);

/* Linked-list entries of a shared receive queue have 16 bytes in front of their data segments. */
#define PRM_SRQ_NEXT_BYTES 16
#define PRM_SRQ_NEXT(ROW)      \
	ROW(next, 0x00, 15, 0) \
	ROW(signature, 0x04, 31, 24)
PRM_DECLARE_LAYOUT(srq_next, PRM_SRQ_NEXT);

/* MODIFY_RMP: with lwm the low-water mark of the wq is armed. ARM_RQ does it for a QP's own or a basic SRQ. */
#define PRM_MODIFY_RMP_IN(ROW)       \
	ROW(rmp_state, 0x08, 31, 28) \
	ROW(rmpn, 0x08, 23, 0)       \
	ROW(lwm, 0x14, 0, 0)
PRM_DECLARE_LAYOUT(modify_rmp_in, PRM_MODIFY_RMP_IN);

/* A piece of user memory. page_offset counts bytes in the first page, num_of_mtt the addresses of pages. */
#define PRM_CREATE_UMEM_MTT_AT 0x30
#define PRM_CREATE_UMEM_IN(ROW)        \
	ROW(log_page_size, 0x20, 4, 0) \
	ROW(page_offset, 0x24, 31, 0)  \
	ROW(num_of_mtt, 0x28, 63, 0)
PRM_DECLARE_LAYOUT(create_umem_in, PRM_CREATE_UMEM_IN);

#endif
