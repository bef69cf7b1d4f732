/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Classes of service: registers of trust, DSCP map, traffic classes, DCBX and flow control.
 * Source: Linux include/linux/mlx5/{mlx5_ifc,driver}.h.
 */
#ifndef ECE_DEVX_PRM_QOS_H
#define ECE_DEVX_PRM_QOS_H

#include "devx/prm/field.h"

#define PRM_PRIORITIES      8
#define PRM_TRAFFIC_CLASSES 8
#define PRM_DSCPS           64

enum prm_qos_register {
	PRM_REG_QPTS = 0x4002,
	PRM_REG_QETCR = 0x4005,
	PRM_REG_QTCT = 0x400a,
	PRM_REG_QPDPM = 0x4013,
	PRM_REG_QCAM = 0x4019,
	PRM_REG_DCBX_PARAM = 0x4020,
	PRM_REG_PFCC = 0x5007,
	PRM_REG_PPCNT = 0x5008,
};

#define PRM_QPTS_BYTES 0x08
#define PRM_QPTS_REG(ROW)             \
	ROW(local_port, 0x00, 23, 16) \
	ROW(trust_state, 0x04, 2, 0)
PRM_DECLARE_LAYOUT(qpts_reg, PRM_QPTS_REG);

enum prm_trust_state {
	PRM_TRUST_PCP = 1,
	PRM_TRUST_DSCP = 2,
	PRM_TRUST_BOTH = 3,
};

/* QPDPM: behind the header one entry of 16 bits a DSCP, bit 15 "set this one", bits 3..0 the priority. */
#define PRM_QPDPM_BYTES    0x84
#define PRM_QPDPM_DSCP_AT  0x04
#define PRM_QPDPM_REG(ROW) ROW(local_port, 0x00, 23, 16)
PRM_DECLARE_LAYOUT(qpdpm_reg, PRM_QPDPM_REG);
#define PRM_QPDPM_DSCP_SET      0x8000
#define PRM_QPDPM_DSCP_PRIORITY 0x000f

#define PRM_QTCT_BYTES 0x08
#define PRM_QTCT_REG(ROW)              \
	ROW(port_number, 0x00, 23, 16) \
	ROW(prio, 0x00, 2, 0)          \
	ROW(tclass, 0x04, 2, 0)
PRM_DECLARE_LAYOUT(qtct_reg, PRM_QTCT_REG);

/* QETCR: behind the header one entry a traffic class, then one for the port. */
#define PRM_QETC_BYTES    0x50
#define PRM_QETC_TC_AT    0x08
#define PRM_QETC_TC_BYTES 0x08
#define PRM_QETC_REG(ROW) ROW(port_number, 0x00, 23, 16)
PRM_DECLARE_LAYOUT(qetc_reg, PRM_QETC_REG);
#define PRM_ETS_TCN_CONFIG_REG(ROW)     \
	ROW(g, 0x00, 31, 31)            \
	ROW(b, 0x00, 30, 30)            \
	ROW(r, 0x00, 29, 29)            \
	ROW(group, 0x00, 19, 16)        \
	ROW(bw_allocation, 0x00, 6, 0)  \
	ROW(max_bw_units, 0x04, 19, 16) \
	ROW(max_bw_value, 0x04, 7, 0)
PRM_DECLARE_LAYOUT(ets_tcn_config_reg, PRM_ETS_TCN_CONFIG_REG);

/* QCAM: which registers 0x4000 + n there are. The mask is laid out as that of PCAM. */
#define PRM_QCAM_BYTES     0x48
#define PRM_QCAM_REGISTERS 0x08
#define PRM_QCAM_FIRST_REG 0x4000

#define PRM_DCBX_PARAM_BYTES 0x40
#define PRM_DCBX_PARAM(ROW)              \
	ROW(dcbx_cee_cap, 0x00, 31, 31)  \
	ROW(dcbx_ieee_cap, 0x00, 30, 30) \
	ROW(port_number, 0x00, 23, 16)   \
	ROW(version_oper, 0x04, 10, 8)   \
	ROW(version_admin, 0x04, 2, 0)   \
	ROW(willing_admin, 0x08, 31, 31)
PRM_DECLARE_LAYOUT(dcbx_param, PRM_DCBX_PARAM);

/* Who negotiates: the host's agent, or the firmware by the version that the peer speaks. */
enum prm_dcbx_version {
	PRM_DCBX_HOST = 0,
	PRM_DCBX_AUTO = 3,
};

/* pptx and pprx are global pause. They are taken over while their "mask_n" is 0, PFC bits where their mask is 1. */
#define PRM_PFCC_BYTES 0x20
#define PRM_PFCC_REG(ROW)               \
	ROW(local_port, 0x00, 23, 16)   \
	ROW(prio_mask_tx, 0x04, 23, 16) \
	ROW(prio_mask_rx, 0x04, 7, 0)   \
	ROW(pptx, 0x08, 31, 31)         \
	ROW(pptx_mask_n, 0x08, 29, 29)  \
	ROW(pfctx, 0x08, 23, 16)        \
	ROW(pprx, 0x0c, 31, 31)         \
	ROW(pprx_mask_n, 0x0c, 29, 29)  \
	ROW(pfcrx, 0x0c, 23, 16)
PRM_DECLARE_LAYOUT(pfcc_reg, PRM_PFCC_REG);

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
	PRM_PPCNT_PER_PRIORITY = 0x10,
	PRM_PPCNT_PHYSICAL_LAYER = 0x12,
};

/* Inside the counter set: high and low word of each, here as one field. */
#define PRM_ETH_PER_PRIO(ROW)                 \
	ROW(rx_octets, 0x00, 63, 0)           \
	ROW(rx_frames, 0x20, 63, 0)           \
	ROW(tx_octets, 0x28, 63, 0)           \
	ROW(tx_frames, 0x48, 63, 0)           \
	ROW(rx_pause, 0x50, 63, 0)            \
	ROW(rx_pause_duration, 0x58, 63, 0)   \
	ROW(tx_pause, 0x60, 63, 0)            \
	ROW(tx_pause_duration, 0x68, 63, 0)   \
	ROW(rx_pause_transition, 0x70, 63, 0) \
	ROW(rx_discards, 0x78, 63, 0)
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

#endif
