/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The capability words that make Linux drivers bind, the same for all card types: enough for mlx5_core, its netdev,
 * mlx5_ib, DevX and fwctl. Subsystems that this model does not play stay zero (eswitch, PTP clock, TLS, SFs, LAG ...).
 * A page of a card starts with these and goes on with the words in which the card differs: a later word replaces an
 * earlier one.
 *
 * Field names and places: Linux include/linux/mlx5/mlx5_ifc.h.
 */
#ifndef ECE_DEVX_SIM_CARDS_DRIVER_CAPS_H
#define ECE_DEVX_SIM_CARDS_DRIVER_CAPS_H

/* clang-format off */
/* cmd_hca_cap */
#define CARD_DRIVER_CAP_GENERAL \
	{0x10, 0x0f0f0011}, /* log_max_srq_sz 15, log_max_qp_sz 15, log_max_qp 17 */ \
	{0x14, 0x10100000}, /* log_max_srq 16, ece_support */ \
	{0x18, 0x00160014}, /* log_max_cq_sz 22, log_max_cq 20 */ \
	{0x1c, 0x16180006}, /* log_max_eq_sz 22, log_max_mkey 24, log_max_eq 6 */ \
	/* max_indirection 8, fixed_buffer_size, log_max_mrw_sz 63, log_max_klm_list_size 16, null_mkey */ \
	{0x20, 0x08bf0050}, \
	{0x28, 0x00440004}, /* log_max_ra_req_qp 4, log_max_ra_res_qp 4, roce_accl */ \
	/* cc_query_allowed, cc_modify_allowed, qcam_reg, gid_table_size 5, rts2rts_qp_counters_set_id, sbcam_reg */ \
	{0x2c, 0x60450005}, \
	{0x30, 0xe1000000}, /* max_qp_cnt 256, out_of_seq_cnt, retransmission_q_counters, vport_counters */ \
	/* port_type, num_ports, enhanced_error_q_counters, nic_flow_table, ports_check, pcam_reg, mcam_reg, ets, */ \
	/* vport_group_manager: what Linux wants before it offers DCB */ \
	{0x34, 0x86606101}, \
	{0x38, 0x1e084000}, /* log_max_msg 30, max_tc 8, dcbx */ \
	{0x3c, 0x00000001}, /* cqe_version */ \
	/* compact_address_vector, qos, eth_net_offloads, roce, atomic */ \
	{0x40, 0x8000001e}, \
	{0x44, 0x2000000f}, /* cq_moderation, xrc, ud, uc, rc */ \
	{0x48, 0x0005200c}, /* log_pg_sz 12, uar_sz 5, umem_uid_0 */ \
	{0x4c, 0xc0090000}, /* bf, log_bf_reg_size 9, driver_version */ \
	{0x50, 0x00000400}, /* max_wqe_sz_sq 1024 */ \
	{0x54, 0x00000200}, /* max_wqe_sz_rq 512 */ \
	{0x58, 0x00000200}, /* max_wqe_sz_sq_dc 512 */ \
	{0x5c, 0x000000f0}, /* max_qp_mcg 240 */ \
	{0x60, 0x0000000a}, /* log_max_mcg 10 */ \
	{0x64, 0x10140010}, /* log_max_transport_domain 16, log_max_pd 20, log_max_xrcd 16 */ \
	{0x6c, 0x10101010}, /* log_max_rq 16, log_max_sq 16, log_max_tir 16, log_max_tis 16 */ \
	{0x70, 0x10100b03}, /* log_max_rmp 16, log_max_rqt 16, log_max_rqt_size 11, log_max_tis_per_sq 3 */ \
	/* log_max_stride_sz: 15 for rq and sq; log_min_stride_sz: 4 for both */ \
	{0x74, 0x0f040f04}, \
	{0x78, 0x0000000f}, /* log_max_wq_sz 15 */ \
	{0x7c, 0x00070707}, /* log_max_current_uc_list 7, log_max_current_mc_list 7, log_max_vlan_list 7 */ \
	{0x8c, 0x0c0c0020}, /* max_num_eqs 32, log_max_uctx 12, log_max_umem 12 */ \
	{0x90, 0x05000000}, /* log_max_l2_table 5 */ \
	{0xa4, 0x00000001} /* num_of_uars_per_page */

/* per_protocol_networking_offload_caps */
#define CARD_DRIVER_CAP_ETHERNET \
	/* csum_cap, vlan_cap, max_lso_cap 18, rss_ind_tbl_cap 8, self_lb_en_modifiable, wqe_inline_mode 2 */ \
	{0x00, 0xc0922800}, \
	{0x04, 0x10000000} /* cqe_checksum_full */

/* atomic_caps */
#define CARD_DRIVER_CAP_ATOMIC \
	{0x08, 0x02000000}, /* supported_atomic_req_8B_endianness_mode_1: operands in the host's order on request */ \
	{0x10, 0x00000003}, /* compare and swap, fetch and add */ \
	{0x14, 0x00000008}  /* of 8 bytes in a QP */

/* roce_cap */
#define CARD_DRIVER_CAP_ROCE \
	{0x00, 0x02000000}, /* fl_rc_qp_when_roce_enabled */ \
	{0x10, 0x00060005}, /* l3_type 6, roce_version 5 */ \
	{0x14, 0x000012b7}, /* r_roce_dest_udp_port 4791 */ \
	{0x18, 0xffffc000}, /* r_roce_min_src_udp_port 49152, r_roce_max_src_udp_port 65535 */ \
	{0x1c, 0x00000100} /* roce_address_table_size 256 */

/* flow_table_nic_cap: flow_table_properties_nic_receive lies at 0x40; every field can be matched and masked */
#define CARD_DRIVER_CAP_FLOW_TABLE \
	/* ft_support, flow_modify_en, modify_root, identified_miss_table_mode, flow_table_modify */ \
	{0x40, 0x9e000000}, \
	{0x44, 0x14000040}, /* log_max_ft_size 20, max_ft_level 64 */ \
	{0x4c, 0x0000000a}, /* log_max_ft_num 10 */ \
	{0x50, 0x0000000a}, /* log_max_destination 10 */ \
	{0x54, 0x00000010}, /* log_max_flow 16 */ \
	{0x60, 0xffffffff}, /* ft_field_support */ \
	{0x64, 0xffffffff}, \
	{0x68, 0xffffffff}, \
	{0x6c, 0xffffffff}, \
	{0x70, 0xffffffff}, /* ft_field_bitmask_support */ \
	{0x74, 0xffffffff}, \
	{0x78, 0xffffffff}, \
	{0x7c, 0xffffffff}

/*
 * The same of flow_table_properties_nic_receive_rdma (0x80) and of nic_transmit_rdma (0x140), and the bth_opcode of
 * ft_field_support_2 of both: what the model matches there, no more.
 */
#define CARD_DRIVER_CAP_FLOW_TABLE_RDMA \
	/* ft_support, flow_counter, flow_modify_en, modify_root, identified_miss_table_mode, flow_table_modify, */ \
	/* table_miss_action_domain */ \
	{0x80, 0xbe000100}, \
	{0x84, 0x10000040}, /* log_max_ft_size 16, max_ft_level 64 */ \
	{0x8c, 0x0000000a}, /* log_max_ft_num 10 */ \
	{0x94, 0x0000000d}, /* log_max_flow 13 */ \
	{0xa0, 0x10008000}, /* outer_ip_version, outer_ip_ecn */ \
	{0xa8, 0x00000020}, /* bth_dst_qp */ \
	{0x140, 0xbe000000}, \
	{0x144, 0x10000040}, \
	{0x14c, 0x0000000a}, \
	{0x154, 0x0000000d}, \
	{0x160, 0x10008000}, \
	{0x168, 0x00000020}, \
	{0x2a0, 0x00020000}, /* bth_opcode */ \
	{0x300, 0x00020000}

/* clang-format on */

#endif
