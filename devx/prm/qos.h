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

/* SBCAM: the buffers of the port. */
#define PRM_REG_SBCAM   0xb01f
#define PRM_SBCAM_BYTES 0x4c
#define PRM_SBCAM_REG(ROW)                      \
	ROW(cap_total_buffer_size, 0x40, 31, 0) \
	ROW(cap_cell_size, 0x44, 31, 16)
PRM_DECLARE_LAYOUT(sbcam_reg, PRM_SBCAM_REG);

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

/*
 * pptx and pprx are global pause. They are taken over while their "mask_n" is 0, PFC bits and watermarks where their mask
 * is 1. A watermark is the time in ms after which sending pause frames without end is a storm; 0: never.
 */
#define PRM_PFCC_BYTES 0x20
#define PRM_PFCC_REG(ROW)                               \
	ROW(local_port, 0x00, 23, 16)                   \
	ROW(minor_stall_mask, 0x00, 3, 3)               \
	ROW(critical_stall_mask, 0x00, 2, 2)            \
	ROW(prio_mask_tx, 0x04, 23, 16)                 \
	ROW(prio_mask_rx, 0x04, 7, 0)                   \
	ROW(pptx, 0x08, 31, 31)                         \
	ROW(pptx_mask_n, 0x08, 29, 29)                  \
	ROW(pfctx, 0x08, 23, 16)                        \
	ROW(pprx, 0x0c, 31, 31)                         \
	ROW(pprx_mask_n, 0x0c, 29, 29)                  \
	ROW(pfcrx, 0x0c, 23, 16)                        \
	ROW(device_stall_minor_watermark, 0x10, 31, 16) \
	ROW(device_stall_critical_watermark, 0x10, 15, 0)
PRM_DECLARE_LAYOUT(pfcc_reg, PRM_PFCC_REG);

#endif
