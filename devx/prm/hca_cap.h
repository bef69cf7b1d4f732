/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * QUERY_HCA_CAP: what a function can do. The fields of the general and the RoCE page that decide what this toolkit may
 * ask for. Source: Linux include/linux/mlx5/{mlx5_ifc,device}.h; access_register_user: DPDK mlx5_prm.h.
 */
#ifndef ECE_DEVX_PRM_HCA_CAP_H
#define ECE_DEVX_PRM_HCA_CAP_H

#include "devx/prm/field.h"

/* op_mod of QUERY_HCA_CAP is the page, and which of its two versions. */
enum prm_cap_page {
	PRM_CAP_GENERAL = 0x00,
	PRM_CAP_ETHERNET = 0x01,
	PRM_CAP_ATOMIC = 0x03,
	PRM_CAP_ROCE = 0x04,
	PRM_CAP_FLOW_TABLE = 0x07,
	PRM_CAP_DEBUG = 0x0d,
	PRM_CAP_GENERAL_2 = 0x20,
};

enum prm_cap_which {
	PRM_CAP_MAXIMUM = 0,
	PRM_CAP_CURRENT = 1,
};

#define PRM_CAP_OP_MOD(page, which) ((page) << 1 | (which))

#define PRM_QUERY_HCA_CAP_OUT  0x1010
#define PRM_QUERY_HCA_CAP_PAGE 0x10 /* where the page starts in the output */

#define PRM_CAP_GENERAL_BYTES 0x100 /* of the page, as far as it has fields here */

#define PRM_QUERY_HCA_CAP(ROW)              \
	ROW(other_function, 0x08, 31, 31)   \
	ROW(ec_vf_function, 0x08, 30, 30)   \
	ROW(function_id_type, 0x08, 28, 28) \
	ROW(function_id, 0x08, 15, 0)
PRM_DECLARE_LAYOUT(query_hca_cap, PRM_QUERY_HCA_CAP);

#define PRM_CAP_GENERAL_PAGE(ROW)                          \
	ROW(access_other_hca_roce, 0x00, 31, 31)           \
	ROW(vhca_resource_manager, 0x00, 0, 0)             \
	ROW(hca_cap_2, 0x04, 31, 31)                       \
	ROW(vhca_id, 0x04, 15, 0)                          \
	ROW(ece_support, 0x14, 28, 28)                     \
	ROW(go_back_n, 0x14, 6, 6)                         \
	ROW(access_register_user, 0x18, 13, 13)            \
	ROW(roce_accl, 0x28, 22, 22)                       \
	ROW(cc_query_allowed, 0x2c, 30, 30)                \
	ROW(cc_modify_allowed, 0x2c, 29, 29)               \
	ROW(rts2rts_qp_rmp, 0x2c, 24, 24)                  \
	ROW(rts2rts_qp_counters_set_id, 0x2c, 22, 22)      \
	ROW(rts2rts_qp_dscp, 0x2c, 21, 21)                 \
	ROW(vnic_env_int_rq_oob, 0x2c, 19, 19)             \
	ROW(qcam_reg, 0x2c, 16, 16)                        \
	ROW(out_of_seq_cnt, 0x30, 31, 31)                  \
	ROW(retransmission_q_counters, 0x30, 29, 29)       \
	ROW(debug, 0x30, 28, 28)                           \
	ROW(vport_group_manager, 0x34, 31, 31)             \
	ROW(vnic_env_queue_counters, 0x34, 27, 27)         \
	ROW(ets, 0x34, 26, 26)                             \
	ROW(eswitch_manager, 0x34, 24, 24)                 \
	ROW(mcam_reg, 0x34, 22, 22)                        \
	ROW(pcam_reg, 0x34, 21, 21)                        \
	ROW(enhanced_error_q_counters, 0x34, 14, 14)       \
	ROW(port_type, 0x34, 9, 8)                         \
	ROW(num_ports, 0x34, 7, 0)                         \
	ROW(umr_modify_entity_size_disabled, 0x40, 24, 24) \
	ROW(dct, 0x40, 5, 5)                               \
	ROW(roce, 0x40, 2, 2)                              \
	ROW(atomic, 0x40, 1, 1)                            \
	ROW(cq_resize, 0x44, 30, 30)                       \
	ROW(lag_dct, 0x4c, 9, 8)                           \
	ROW(lag_tx_port_affinity, 0x4c, 7, 7)              \
	ROW(lag_master, 0x4c, 4, 4)                        \
	ROW(num_lag_ports, 0x4c, 3, 0)                     \
	ROW(num_of_diagnostic_counters, 0x50, 31, 16)      \
	ROW(dp_ordering_ooo_all_ud, 0x64, 15, 15)          \
	ROW(dp_ordering_ooo_all_uc, 0x64, 14, 14)          \
	ROW(dp_ordering_ooo_all_xrc, 0x64, 13, 13)         \
	ROW(dp_ordering_ooo_all_dc, 0x64, 12, 12)          \
	ROW(dp_ordering_ooo_all_rc, 0x64, 11, 11)          \
	ROW(q_counter_aggregation, 0x64, 6, 6)             \
	ROW(q_counter_other_vport, 0x64, 5, 5)             \
	ROW(nic_receive_steering_discard, 0x68, 31, 31)    \
	ROW(receive_discard_vport_down, 0x68, 30, 30)      \
	ROW(roce_rw_supported, 0x74, 30, 30)               \
	ROW(general_obj_types, 0x80, 63, 0)                \
	ROW(log_max_uctx, 0x8c, 28, 24)                    \
	ROW(native_port_num, 0xc0, 23, 16)                 \
	ROW(uctx_cap, 0xd4, 31, 0)
PRM_DECLARE_LAYOUT(cap_general, PRM_CAP_GENERAL_PAGE);

#define PRM_CAP_ROCE_PAGE(ROW)                         \
	ROW(roce_apm, 0x00, 31, 31)                    \
	ROW(sw_r_roce_src_udp_port, 0x00, 27, 27)      \
	ROW(fl_rc_qp_when_roce_disabled, 0x00, 26, 26) \
	ROW(fl_rc_qp_when_roce_enabled, 0x00, 25, 25)  \
	ROW(roce_cc_general, 0x00, 24, 24)             \
	ROW(qp_ooo_transmit_default, 0x00, 23, 23)     \
	ROW(qp_ts_format, 0x00, 1, 0)                  \
	ROW(l3_type, 0x10, 19, 16)                     \
	ROW(roce_version, 0x10, 7, 0)                  \
	ROW(r_roce_dest_udp_port, 0x14, 15, 0)         \
	ROW(r_roce_max_src_udp_port, 0x18, 31, 16)     \
	ROW(r_roce_min_src_udp_port, 0x18, 15, 0)      \
	ROW(roce_address_table_size, 0x1c, 15, 0)
PRM_DECLARE_LAYOUT(cap_roce, PRM_CAP_ROCE_PAGE);

/* A driver that sets this page sends the first field alone. */
#define PRM_CAP_ATOMIC_PAGE(ROW)                                     \
	ROW(atomic_req_8B_endianness_mode, 0x08, 31, 30)             \
	ROW(supported_atomic_req_8B_endianness_mode_1, 0x08, 25, 25) \
	ROW(atomic_operations, 0x10, 15, 0)                          \
	ROW(atomic_size_qp, 0x14, 15, 0)                             \
	ROW(atomic_size_dc, 0x18, 15, 0)
PRM_DECLARE_LAYOUT(cap_atomic, PRM_CAP_ATOMIC_PAGE);

#define PRM_CAP_DEBUG_PAGE(ROW) ROW(resource_dump, 0x00, 22, 22)
PRM_DECLARE_LAYOUT(cap_debug, PRM_CAP_DEBUG_PAGE);

#endif
