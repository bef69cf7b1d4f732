/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counters of the port (PPCNT) and of its PCI side (MPCNT), in groups.
 * Source: Linux include/linux/mlx5/{mlx5_ifc,device}.h; what their counters are called in ethtool: en_stats.c of mlx5.
 */
#ifndef ECE_DEVX_PRM_PPCNT_H
#define ECE_DEVX_PRM_PPCNT_H

#include "devx/prm/field.h"

enum prm_counter_register {
	PRM_REG_PPCNT = 0x5008,
	PRM_REG_MPCNT = 0x9051,
};

#define PRM_PPCNT_BYTES 0x100
#define PRM_PPCNT_SET   0x08 /* where the counters of the group start */
#define PRM_PPCNT_REG(ROW)            \
	ROW(local_port, 0x00, 23, 16) \
	ROW(grp, 0x00, 5, 0)          \
	ROW(clr, 0x04, 31, 31)        \
	ROW(prio_tc, 0x04, 2, 0)
PRM_DECLARE_LAYOUT(ppcnt_reg, PRM_PPCNT_REG);

enum prm_ppcnt_group {
	PRM_PPCNT_IEEE_802_3 = 0x00,
	PRM_PPCNT_RFC_2863 = 0x01,
	PRM_PPCNT_EXTENDED = 0x05,
	PRM_PPCNT_PER_PRIORITY = 0x10,
	PRM_PPCNT_PER_CLASS = 0x11,
	PRM_PPCNT_PHYSICAL_LAYER = 0x12,
	PRM_PPCNT_PER_CLASS_CONGESTION = 0x13,
	PRM_PPCNT_PHYSICAL_STATISTICAL = 0x16,
	PRM_PPCNT_INFINIBAND = 0x20,
};

/* Inside the counter set: high and low word of each, here as one field. */
#define PRM_ETH_PER_PRIO(ROW)                              \
	ROW(rx_octets, 0x00, 63, 0)                        \
	ROW(rx_frames, 0x20, 63, 0)                        \
	ROW(tx_octets, 0x28, 63, 0)                        \
	ROW(tx_frames, 0x48, 63, 0)                        \
	ROW(rx_pause, 0x50, 63, 0)                         \
	ROW(rx_pause_duration, 0x58, 63, 0)                \
	ROW(tx_pause, 0x60, 63, 0)                         \
	ROW(tx_pause_duration, 0x68, 63, 0)                \
	ROW(rx_pause_transition, 0x70, 63, 0)              \
	ROW(rx_discards, 0x78, 63, 0)                      \
	ROW(device_stall_minor_watermark_cnt, 0x80, 63, 0) \
	ROW(device_stall_critical_watermark_cnt, 0x88, 63, 0)
PRM_DECLARE_LAYOUT(eth_per_prio, PRM_ETH_PER_PRIO);

#define PRM_ETH_802_3(ROW)                                 \
	ROW(a_frames_transmitted_ok, 0x00, 63, 0)          \
	ROW(a_frames_received_ok, 0x08, 63, 0)             \
	ROW(a_frame_check_sequence_errors, 0x10, 63, 0)    \
	ROW(a_octets_transmitted_ok, 0x20, 63, 0)          \
	ROW(a_octets_received_ok, 0x28, 63, 0)             \
	ROW(a_multicast_frames_xmitted_ok, 0x30, 63, 0)    \
	ROW(a_broadcast_frames_xmitted_ok, 0x38, 63, 0)    \
	ROW(a_multicast_frames_received_ok, 0x40, 63, 0)   \
	ROW(a_broadcast_frames_received_ok, 0x48, 63, 0)   \
	ROW(a_symbol_error_during_carrier, 0x68, 63, 0)    \
	ROW(a_pause_mac_ctrl_frames_received, 0x88, 63, 0) \
	ROW(a_pause_mac_ctrl_frames_transmitted, 0x90, 63, 0)
PRM_DECLARE_LAYOUT(eth_802_3, PRM_ETH_802_3);

#define PRM_ETH_2863(ROW)                       \
	ROW(if_in_octets, 0x00, 63, 0)          \
	ROW(if_in_ucast_pkts, 0x08, 63, 0)      \
	ROW(if_in_discards, 0x10, 63, 0)        \
	ROW(if_out_octets, 0x28, 63, 0)         \
	ROW(if_out_ucast_pkts, 0x30, 63, 0)     \
	ROW(if_out_discards, 0x38, 63, 0)       \
	ROW(if_in_multicast_pkts, 0x48, 63, 0)  \
	ROW(if_in_broadcast_pkts, 0x50, 63, 0)  \
	ROW(if_out_multicast_pkts, 0x58, 63, 0) \
	ROW(if_out_broadcast_pkts, 0x60, 63, 0)
PRM_DECLARE_LAYOUT(eth_2863, PRM_ETH_2863);

#define PRM_PHYS_LAYER_CNTRS(ROW) ROW(link_down_events, 0xc0, 31, 0)
PRM_DECLARE_LAYOUT(phys_layer_cntrs, PRM_PHYS_LAYER_CNTRS);

#define PRM_ETH_EXTENDED_CNTRS(ROW)             \
	ROW(rx_buffer_almost_full, 0x28, 63, 0) \
	ROW(rx_icrc_encapsulated, 0x38, 63, 0)
PRM_DECLARE_LAYOUT(eth_extended_cntrs, PRM_ETH_EXTENDED_CNTRS);

#define PRM_ETH_PER_TC(ROW) ROW(no_buffer_discard_uc, 0x08, 63, 0)
PRM_DECLARE_LAYOUT(eth_per_tc, PRM_ETH_PER_TC);

#define PRM_ETH_PER_TC_CONGEST(ROW)    \
	ROW(wred_discard, 0x00, 63, 0) \
	ROW(ecn_marked_tc, 0x08, 63, 0)
PRM_DECLARE_LAYOUT(eth_per_tc_congest, PRM_ETH_PER_TC_CONGEST);

#define PRM_PHYS_LAYER_STATISTICAL(ROW)     \
	ROW(phy_symbol_errors, 0x10, 63, 0) \
	ROW(phy_corrected_bits, 0x18, 63, 0)
PRM_DECLARE_LAYOUT(phys_layer_statistical, PRM_PHYS_LAYER_STATISTICAL);

/* These stay at their largest value (IBTA volume 1, 16.1.3). */
#define PRM_IB_PORT_CNTRS(ROW)                            \
	ROW(symbol_error_counter, 0x00, 31, 16)           \
	ROW(link_error_recovery_counter, 0x00, 15, 8)     \
	ROW(link_downed_counter, 0x00, 7, 0)              \
	ROW(port_rcv_errors, 0x04, 31, 16)                \
	ROW(port_rcv_remote_physical_errors, 0x04, 15, 0) \
	ROW(port_rcv_switch_relay_errors, 0x08, 31, 16)   \
	ROW(port_xmit_discards, 0x08, 15, 0)              \
	ROW(port_xmit_constraint_errors, 0x0c, 31, 24)    \
	ROW(port_rcv_constraint_errors, 0x0c, 23, 16)     \
	ROW(link_overrun_errors, 0x0c, 7, 0)              \
	ROW(vl_15_dropped, 0x10, 15, 0)                   \
	ROW(port_xmit_wait, 0x24, 31, 0)
PRM_DECLARE_LAYOUT(ib_port_cntrs, PRM_IB_PORT_CNTRS);

/* MPCNT: counters of the PCI side, laid out as PPCNT. */
#define PRM_MPCNT_PERFORMANCE 0x00
#define PRM_PCIE_PERF_CNTRS(ROW)                        \
	ROW(rx_errors, 0x08, 31, 0)                     \
	ROW(tx_errors, 0x0c, 31, 0)                     \
	ROW(tx_overflow_buffer_pkt, 0x28, 63, 0)        \
	ROW(outbound_stalled_reads, 0x30, 31, 0)        \
	ROW(outbound_stalled_writes, 0x34, 31, 0)       \
	ROW(outbound_stalled_reads_events, 0x38, 31, 0) \
	ROW(outbound_stalled_writes_events, 0x3c, 31, 0)
PRM_DECLARE_LAYOUT(pcie_perf_cntrs, PRM_PCIE_PERF_CNTRS);

#endif
