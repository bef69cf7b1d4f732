/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Event queues, completion queues, send queues and queue pairs: their commands and the entries in host memory.
 * Source: Linux include/linux/mlx5/{mlx5_ifc,device,qp}.h; the ECE words: the commit that added them to mlx5_ifc.h.
 */
#ifndef ECE_DEVX_PRM_QUEUE_H
#define ECE_DEVX_PRM_QUEUE_H

#include "devx/prm/field.h"

/* Page lists of queues: 64-bit addresses of pages of 4096 << log_page_size bytes. */
#define PRM_PAGE_SHIFT 12

/* CREATE_EQ: event_bitmask is four 64-bit words, bit n of word n / 64 for event type n. */
#define PRM_CREATE_EQ_BITMASK_AT 0x58
#define PRM_CREATE_EQ_PAGES_AT   0x110
#define PRM_CREATE_EQ_IN(ROW)          \
	ROW(log_eq_size, 0x1c, 28, 24) \
	ROW(intr, 0x24, 11, 0)         \
	ROW(log_page_size, 0x28, 28, 24)
PRM_DECLARE_LAYOUT(create_eq_in, PRM_CREATE_EQ_IN);

/* Tells how far the driver has read an EQ. Source: Linux drivers/net/ethernet/mellanox/mlx5/core/eq.c. */
#define PRM_EQ_DOORBELL_BYTES 4
#define PRM_EQ_DOORBELL(ROW)   \
	ROW(eqn, 0x00, 31, 24) \
	ROW(consumer_index, 0x00, 23, 0)
PRM_DECLARE_LAYOUT(eq_doorbell, PRM_EQ_DOORBELL);

/* An entry of an event queue. The owner bit is written last. */
#define PRM_EQE_BYTES      64
#define PRM_EQE_DATA_AT    32
#define PRM_EQE_DATA_BYTES 28
#define PRM_EQE_OWNER_AT   63
#define PRM_EQE(ROW)            \
	ROW(type, 0x00, 23, 16) \
	ROW(sub_type, 0x00, 7, 0)
PRM_DECLARE_LAYOUT(eqe, PRM_EQE);

enum prm_event_type {
	PRM_EVENT_COMPLETION = 0x00,
	PRM_EVENT_COMMUNICATION_ESTABLISHED = 0x02,
	PRM_EVENT_SQ_DRAINED = 0x03,
	PRM_EVENT_CQ_ERROR = 0x04,
	PRM_EVENT_QUEUE_CATASTROPHIC = 0x05,
	PRM_EVENT_PORT_CHANGE = 0x09,
	PRM_EVENT_COMMAND = 0x0a,
	PRM_EVENT_QUEUE_INVALID_REQUEST = 0x10,
	PRM_EVENT_QUEUE_ACCESS_ERROR = 0x11,
	PRM_EVENT_SRQ_CATASTROPHIC = 0x12,
	PRM_EVENT_SRQ_LAST_WQE = 0x13,
	PRM_EVENT_SRQ_LIMIT = 0x14,
};

/* "type" of queue_event. */
enum prm_event_queue {
	PRM_EVENT_OF_QP = 0,
	PRM_EVENT_OF_RQ = 1,
	PRM_EVENT_OF_SQ = 2,
};

enum prm_port_change {
	PRM_PORT_CHANGE_DOWN = 1,
	PRM_PORT_CHANGE_ACTIVE = 4,
};

/* Event data, from PRM_EQE_DATA_AT. */
#define PRM_EVENT_DATA(ROW)              \
	ROW(command_vector, 0x00, 31, 0) \
	ROW(port_num, 0x08, 31, 28)      \
	ROW(cqn, 0x18, 23, 0)
PRM_DECLARE_LAYOUT(event_data, PRM_EVENT_DATA);

/* The same of events of queues (QP, SQ, RQ, shared receive queue), and of a CQ. */
#define PRM_QUEUE_EVENT(ROW)    \
	ROW(type, 0x14, 31, 24) \
	ROW(number, 0x18, 23, 0)
PRM_DECLARE_LAYOUT(queue_event, PRM_QUEUE_EVENT);

#define PRM_CQ_ERROR_OVERRUN 1
#define PRM_CQ_ERROR(ROW)     \
	ROW(cqn, 0x00, 23, 0) \
	ROW(syndrome, 0x08, 7, 0)
PRM_DECLARE_LAYOUT(cq_error, PRM_CQ_ERROR);

/* The umem of the doorbell record and where the entries lie in one: rdma-core and DPDK, not in the kernel's header. */
#define PRM_CREATE_CQ_PAGES_AT 0x110
#define PRM_CREATE_CQ_IN(ROW)             \
	ROW(dbr_umem_valid, 0x10, 25, 25) \
	ROW(cqe_sz, 0x10, 23, 21)         \
	ROW(oi, 0x10, 17, 17)             \
	ROW(dbr_umem_id, 0x14, 31, 0)     \
	ROW(page_offset, 0x18, 11, 6)     \
	ROW(log_cq_size, 0x1c, 28, 24)    \
	ROW(cq_period, 0x20, 27, 16)      \
	ROW(cq_max_count, 0x20, 15, 0)    \
	ROW(c_eqn, 0x24, 7, 0)            \
	ROW(log_page_size, 0x28, 28, 24)  \
	ROW(dbr_addr, 0x48, 63, 0)        \
	ROW(cq_umem_offset, 0x50, 63, 0)  \
	ROW(cq_umem_id, 0x58, 31, 0)      \
	ROW(cq_umem_valid, 0x5c, 31, 31)
PRM_DECLARE_LAYOUT(create_cq_in, PRM_CREATE_CQ_IN);

enum prm_cqe_size {
	PRM_CQE_SIZE_64 = 0,
	PRM_CQE_SIZE_128 = 1,
	PRM_CQE_SIZE_128_PADDED = 2,
};

/*
 * A completion entry; where entries have 128 bytes it is the upper half. The owner byte is written last.
 * user_index is what user space finds its queue by; grh and network are of RoCE packets, l4_ok to vlan of Ethernet.
 */
#define PRM_CQE_BYTES    64
#define PRM_CQE_OWNER_AT 63
#define PRM_CQE(ROW)                      \
	ROW(wqe_id, 0x00, 15, 0)          \
	ROW(rss_hash_result, 0x0c, 31, 0) \
	ROW(rss_hash_type, 0x10, 31, 24)  \
	ROW(ml_path, 0x10, 23, 16)        \
	ROW(check_sum, 0x14, 31, 16)      \
	ROW(slid, 0x14, 15, 0)            \
	ROW(grh, 0x18, 29, 28)            \
	ROW(network, 0x18, 25, 24)        \
	ROW(source_qp, 0x18, 23, 0)       \
	ROW(l4_ok, 0x1c, 26, 26)          \
	ROW(l3_ok, 0x1c, 25, 25)          \
	ROW(l2_ok, 0x1c, 24, 24)          \
	ROW(l4_hdr_type, 0x1c, 22, 20)    \
	ROW(l3_hdr_type, 0x1c, 19, 18)    \
	ROW(vlan, 0x1c, 16, 16)           \
	ROW(vlan_info, 0x1c, 15, 0)       \
	ROW(user_index, 0x20, 23, 0)      \
	ROW(immediate, 0x24, 31, 0)       \
	ROW(byte_cnt, 0x2c, 31, 0)        \
	ROW(timestamp, 0x30, 63, 0)       \
	ROW(send_opcode, 0x38, 31, 24)    \
	ROW(qpn, 0x38, 23, 0)             \
	ROW(wqe_counter, 0x3c, 31, 16)    \
	ROW(opcode, 0x3c, 7, 4)           \
	ROW(format, 0x3c, 3, 2)           \
	ROW(owner, 0x3c, 0, 0)
PRM_DECLARE_LAYOUT(cqe, PRM_CQE);

/* The same where opcode says that it is an error. */
#define PRM_ERROR_CQE(ROW)                \
	ROW(user_index, 0x20, 23, 0)      \
	ROW(vendor_syndrome, 0x34, 15, 8) \
	ROW(syndrome, 0x34, 7, 0)         \
	ROW(send_opcode, 0x38, 31, 24)    \
	ROW(qpn, 0x38, 23, 0)             \
	ROW(wqe_counter, 0x3c, 31, 16)    \
	ROW(opcode, 0x3c, 7, 4)           \
	ROW(owner, 0x3c, 0, 0)
PRM_DECLARE_LAYOUT(error_cqe, PRM_ERROR_CQE);

/* First words of a work request, as they are rung. */
#define PRM_SEND_DOORBELL(ROW)        \
	ROW(wqe_counter, 0x00, 23, 8) \
	ROW(opcode, 0x00, 7, 0)       \
	ROW(qpn, 0x04, 31, 8)
PRM_DECLARE_LAYOUT(send_doorbell, PRM_SEND_DOORBELL);

/*
 * Arms a CQ. sequence grows with every arm; solicited_only asks for an event at a solicited completion or an error.
 * The doorbell record of a CQ is the consumer index, then this first word.
 */
#define PRM_CQ_DOORBELL(ROW)              \
	ROW(sequence, 0x00, 29, 28)       \
	ROW(solicited_only, 0x00, 24, 24) \
	ROW(consumer_index, 0x00, 23, 0)  \
	ROW(cqn, 0x04, 23, 0)
PRM_DECLARE_LAYOUT(cq_doorbell, PRM_CQ_DOORBELL);

/* The context of SQ and RQ lies at 0x20 in CREATE, MODIFY and QUERY. */
#define PRM_QUEUE_CONTEXT_AT 0x20
#define PRM_QUEUE_CONTEXT(ROW)   \
	ROW(state, 0x00, 23, 20) \
	ROW(cqn, 0x08, 23, 0)
PRM_DECLARE_LAYOUT(queue_context, PRM_QUEUE_CONTEXT);

#define PRM_MODIFY_QUEUE_IN(ROW) \
	ROW(state, 0x08, 31, 28) \
	ROW(number, 0x08, 23, 0)
PRM_DECLARE_LAYOUT(modify_queue_in, PRM_MODIFY_QUEUE_IN);

/* State of SQ and RQ. */
enum prm_queue_state {
	PRM_QUEUE_RST = 0,
	PRM_QUEUE_RDY = 1,
	PRM_QUEUE_ERR = 3,
};

/* A doorbell record of QP, SQ, RQ and shared receive queue: two counters of which the low 16 bits count. */
#define PRM_DOORBELL_RECORD_BYTES   8
#define PRM_DOORBELL_RECORD_RECEIVE 0 /* entries posted */
#define PRM_DOORBELL_RECORD_SEND    4 /* blocks of 64 bytes posted */

/* The context of SRQ and XRC SRQ lies at 0x10 in CREATE and QUERY. */
#define PRM_SRQC_AT   0x10
#define PRM_SRQC(ROW) ROW(lwm, 0x1c, 31, 16)
PRM_DECLARE_LAYOUT(srqc, PRM_SRQC);
#define PRM_ARM_RQ_IN(ROW) ROW(lwm, 0x0c, 15, 0)
PRM_DECLARE_LAYOUT(arm_rq_in, PRM_ARM_RQ_IN);

/* CREATE_QP, the transitions and QUERY_QP all have the context at 0x18. */
#define PRM_QPC_AT    0x18
#define PRM_QPC_BYTES 0xe8

#define PRM_QP_IN(ROW)                   \
	ROW(qpn, 0x08, 23, 0)            \
	ROW(opt_param_mask, 0x10, 31, 0) \
	ROW(ece, 0x14, 31, 0)
PRM_DECLARE_LAYOUT(qp_in, PRM_QP_IN);

/* Behind the context in CREATE_QP; the pages of the queues, where they are in no umem. */
#define PRM_CREATE_QP_PAGES_AT 0x110
#define PRM_CREATE_QP_IN(ROW)             \
	ROW(wq_umem_offset, 0x100, 63, 0) \
	ROW(wq_umem_id, 0x108, 31, 0)     \
	ROW(wq_umem_valid, 0x10c, 31, 31)
PRM_DECLARE_LAYOUT(create_qp_in, PRM_CREATE_QP_IN);

#define PRM_QP_OUT(ROW)       \
	ROW(qpn, 0x08, 23, 0) \
	ROW(ece, 0x0c, 31, 0)
PRM_DECLARE_LAYOUT(qp_out, PRM_QP_OUT);

#define PRM_QUERY_QP_OUT_BYTES 0x110
#define PRM_QUERY_QP_OUT(ROW)            \
	ROW(opt_param_mask, 0x10, 31, 0) \
	ROW(ece, 0x14, 31, 0)
PRM_DECLARE_LAYOUT(query_qp_out, PRM_QUERY_QP_OUT);

enum prm_qp_state {
	PRM_QP_RST = 0,
	PRM_QP_INIT = 1,
	PRM_QP_RTR = 2,
	PRM_QP_RTS = 3,
	PRM_QP_SQER = 4,
	PRM_QP_SQD = 5,
	PRM_QP_ERR = 6,
	PRM_QP_SQ_DRAINING = 7,
	PRM_QP_SUSPENDED = 9,
};

/* "st" of the context. */
enum prm_qp_service {
	PRM_QP_RC = 0,
	PRM_QP_UC = 1,
	PRM_QP_UD = 2,
	PRM_QP_XRC = 3,
	PRM_QP_MLX = 4,
	PRM_QP_DCI = 5,
	PRM_QP_DCT = 6,
	PRM_QP_QP0 = 7,
	PRM_QP_QP1 = 8,
	PRM_QP_RAW_ETHERTYPE = 9,
	PRM_QP_RAW_IPV6 = 10,
	PRM_QP_REG_UMR = 12,
};

/* Bits of opt_param_mask. */
enum prm_qp_optional {
	PRM_QP_OPT_RRE = 1,
	PRM_QP_OPT_RAE = 2,
	PRM_QP_OPT_RWE = 3,
	PRM_QP_OPT_PKEY_INDEX = 4,
	PRM_QP_OPT_QKEY = 5,
	PRM_QP_OPT_RNR_TIMEOUT = 6,
	PRM_QP_OPT_PRIMARY_PATH = 7,
	PRM_QP_OPT_SRA_MAX = 8,
	PRM_QP_OPT_RRA_MAX = 9,
	PRM_QP_OPT_PM_STATE = 10,
	PRM_QP_OPT_RETRY_COUNT = 12,
	PRM_QP_OPT_RNR_RETRY = 13,
	PRM_QP_OPT_ACK_TIMEOUT = 14,
	PRM_QP_OPT_PRIMARY_PORT = 16,
	PRM_QP_OPT_COUNTER_SET_ID = 25,
};

/* "rq_type" of the context. */
enum prm_qp_rq_type {
	PRM_QP_RQ_OWN = 0,
	PRM_QP_RQ_SHARED = 1, /* srqn_rmpn_xrqn has it */
	PRM_QP_RQ_NONE = 3,
};

/* Inside the context. dbr_umem_id: UCX and DPDK, not in the kernel's header. */
#define PRM_QPC_PRIMARY_PATH_AT    0x18
#define PRM_QPC_PRIMARY_PATH_BYTES 44
#define PRM_QPC(ROW)                           \
	ROW(state, 0x00, 31, 28)               \
	ROW(st, 0x00, 23, 16)                  \
	ROW(pm_state, 0x00, 12, 11)            \
	ROW(pd, 0x04, 23, 0)                   \
	ROW(mtu, 0x08, 31, 29)                 \
	ROW(log_msg_max, 0x08, 28, 24)         \
	ROW(log_rq_size, 0x08, 22, 19)         \
	ROW(log_rq_stride, 0x08, 18, 16)       \
	ROW(no_sq, 0x08, 15, 15)               \
	ROW(log_sq_size, 0x08, 14, 11)         \
	ROW(rlky, 0x08, 4, 4)                  \
	ROW(counter_set_id, 0x0c, 31, 24)      \
	ROW(uar_page, 0x0c, 23, 0)             \
	ROW(user_index, 0x10, 23, 0)           \
	ROW(log_page_size, 0x14, 28, 24)       \
	ROW(remote_qpn, 0x14, 23, 0)           \
	ROW(pkey_index, 0x18, 15, 0)           \
	ROW(ack_timeout, 0x20, 31, 27)         \
	ROW(vhca_port_num, 0x3c, 23, 16)       \
	ROW(log_ack_req_freq, 0x70, 31, 28)    \
	ROW(log_sra_max, 0x70, 23, 21)         \
	ROW(retry_count, 0x70, 18, 16)         \
	ROW(rnr_retry, 0x70, 15, 13)           \
	ROW(fre, 0x70, 11, 11)                 \
	ROW(cur_rnr_retry, 0x70, 10, 8)        \
	ROW(cur_retry_count, 0x70, 7, 5)       \
	ROW(next_send_psn, 0x78, 23, 0)        \
	ROW(cqn_snd, 0x7c, 23, 0)              \
	ROW(deth_sqpn, 0x80, 23, 0)            \
	ROW(last_acked_psn, 0x88, 23, 0)       \
	ROW(ssn, 0x8c, 23, 0)                  \
	ROW(log_rra_max, 0x90, 23, 21)         \
	ROW(atomic_mode, 0x90, 19, 16)         \
	ROW(rre, 0x90, 15, 15)                 \
	ROW(rwe, 0x90, 14, 14)                 \
	ROW(rae, 0x90, 13, 13)                 \
	ROW(page_offset, 0x90, 11, 6)          \
	ROW(min_rnr_nak, 0x94, 28, 24)         \
	ROW(next_rcv_psn, 0x94, 23, 0)         \
	ROW(xrcd, 0x98, 23, 0)                 \
	ROW(cqn_rcv, 0x9c, 23, 0)              \
	ROW(dbr_addr, 0xa0, 63, 0)             \
	ROW(q_key, 0xa8, 31, 0)                \
	ROW(rq_type, 0xac, 26, 24)             \
	ROW(srqn_rmpn_xrqn, 0xac, 23, 0)       \
	ROW(rmsn, 0xb0, 23, 0)                 \
	ROW(hw_sq_wqebb_counter, 0xb4, 31, 16) \
	ROW(sw_sq_wqebb_counter, 0xb4, 15, 0)  \
	ROW(hw_rq_counter, 0xb8, 31, 0)        \
	ROW(sw_rq_counter, 0xbc, 31, 0)        \
	ROW(dbr_umem_valid, 0xd0, 28, 28)      \
	ROW(dbr_umem_id, 0xe4, 31, 0)
PRM_DECLARE_LAYOUT(qpc, PRM_QPC);

/* QUERY_DCT: the context of a dynamically connected target, which has its ECE word inside. */
#define PRM_QUERY_DCT_OUT_BYTES 0x50
#define PRM_DCTC_AT             0x10
#define PRM_DCTC_BYTES          0x40
#define PRM_DCTC(ROW)            \
	ROW(state, 0x00, 27, 24) \
	ROW(ece, 0x3c, 31, 0)
PRM_DECLARE_LAYOUT(dctc, PRM_DCTC);

#endif
