/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Registers about the card as a whole: who it is, which firmware runs, how it is reset.
 * Source: mstflint register_access_table.adb (mgir, mcam, mfrl, mroq, mcqs, mcqi, mqis, mrsi); those that the driver uses
 * also Linux include/linux/mlx5/mlx5_ifc.h.
 */
#ifndef ECE_DEVX_PRM_GENERAL_H
#define ECE_DEVX_PRM_GENERAL_H

#include "devx/prm/field.h"

/* General information. The short version numbers (major, minor, sub_minor) are deprecated and may be 0. */
#define PRM_MGIR_BYTES      0xa0
#define PRM_MGIR_PSID       0x30
#define PRM_MGIR_PSID_BYTES 16
#define PRM_MGIR(ROW)                                  \
	ROW(device_id, 0x00, 15, 0)                    \
	ROW(device_hw_revision, 0x00, 31, 16)          \
	ROW(num_ports, 0x04, 27, 16)                   \
	ROW(hw_dev_id, 0x08, 15, 0)                    \
	ROW(manufacturing_base_mac_47_32, 0x10, 15, 0) \
	ROW(manufacturing_base_mac_31_0, 0x14, 31, 0)  \
	ROW(uptime, 0x1c, 31, 0)                       \
	ROW(sub_minor, 0x20, 7, 0)                     \
	ROW(minor, 0x20, 15, 8)                        \
	ROW(major, 0x20, 23, 16)                       \
	ROW(secured, 0x20, 24, 24)                     \
	ROW(signed_fw, 0x20, 25, 25)                   \
	ROW(extended_major, 0x44, 31, 0)               \
	ROW(extended_minor, 0x48, 31, 0)               \
	ROW(extended_sub_minor, 0x4c, 31, 0)           \
	ROW(life_cycle, 0x54, 1, 0)
PRM_DECLARE_LAYOUT(mgir, PRM_MGIR);

/*
 * Which registers 0x9000 + 0x80 * access_reg_group + n and which features there are. Bit n of a mask of four words lies
 * in word 3 - n / 32, at n % 32.
 */
#define PRM_MCAM_BYTES     0x48
#define PRM_MCAM_REGISTERS 0x08
#define PRM_MCAM_FEATURES  0x28
#define PRM_MCAM_FIRST_REG 0x9000
#define PRM_MCAM_GROUP     0x80 /* registers */
#define PRM_MCAM_GROUPS    4
#define PRM_MCAM(ROW)                     \
	ROW(access_reg_group, 0x00, 7, 0) \
	ROW(feature_group, 0x00, 23, 16)
PRM_DECLARE_LAYOUT(mcam, PRM_MCAM);

enum prm_mcam_feature {
	PRM_MCAM_PCIE_PERFORMANCE_GROUP = 0,
	PRM_MCAM_TX_OVERFLOW_BUFFER_PKT = 3,
	PRM_MCAM_PCIE_OUTBOUND_STALLED = 4,
	PRM_MCAM_MFRL_RESET_STATE = 21,
};

/* Reset. A read tells the triggers that would apply what is pending, a write arms them. */
#define PRM_MFRL_BYTES 0x08
#define PRM_MFRL(ROW)                           \
	ROW(reset_trigger, 0x04, 7, 0)          \
	ROW(reset_type, 0x04, 15, 8)            \
	ROW(reset_state, 0x04, 19, 16)          \
	ROW(pci_reset_req_method, 0x04, 23, 21) \
	ROW(rst_type_sel, 0x04, 26, 24)         \
	ROW(pci_sync_for_fw_update_resp, 0x04, 28, 27)
PRM_DECLARE_LAYOUT(mfrl, PRM_MFRL);

/* reset_trigger */
#define PRM_MFRL_LINK_TOGGLE 0x08
#define PRM_MFRL_PERST       0x40

/* reset_type, in MFRL a mask of what is supported, in MROQ the number of the bit */
#define PRM_RESET_FULL_CHIP 0

#define PRM_MROQ_BYTES 0x20
#define PRM_MROQ(ROW)                                   \
	ROW(reset_trigger, 0x00, 7, 0)                  \
	ROW(reset_type, 0x00, 15, 8)                    \
	ROW(query_is_valid, 0x00, 16, 16)               \
	ROW(pci_sync_for_fw_update_start, 0x00, 20, 17) \
	ROW(pci_reset_req_method, 0x00, 31, 24)
PRM_DECLARE_LAYOUT(mroq, PRM_MROQ);

/* pci_sync_for_fw_update_start of MROQ is a mask of flows. */
#define PRM_MROQ_FLOW_LEGACY 0x1

#define PRM_MRSI_BYTES 0x40
#define PRM_MRSI(ROW)                 \
	ROW(device, 0x00, 3, 0)       \
	ROW(reset_reason, 0x04, 3, 0) \
	ROW(crts, 0x08, 63, 0)
PRM_DECLARE_LAYOUT(mrsi, PRM_MRSI);

enum prm_mrsi_reason {
	PRM_MRSI_COLD = 0,
	PRM_MRSI_WARM = 1,
};

/* Components of the firmware: state of one, and information about it. */
#define PRM_MCQS_BYTES 0x10
#define PRM_MCQS(ROW)                           \
	ROW(component_index, 0x00, 15, 0)       \
	ROW(device_index, 0x00, 27, 16)         \
	ROW(last_index_flag, 0x00, 31, 31)      \
	ROW(identifier, 0x04, 15, 0)            \
	ROW(component_update_state, 0x08, 3, 0) \
	ROW(component_status, 0x08, 8, 4)
PRM_DECLARE_LAYOUT(mcqs, PRM_MCQS);

enum prm_mcqs_identifier {
	PRM_MCQS_BOOT_IMG = 1,
};

enum prm_mcqs_state {
	PRM_MCQS_IDLE = 0,
	PRM_MCQS_ACTIVE_PENDING_RESET = 4,
};

enum prm_mcqs_status {
	PRM_MCQS_IN_USE = 2,
};

#define PRM_MCQI_BYTES      0x94
#define PRM_MCQI_DATA       0x18
#define PRM_MCQI_DATA_BYTES 0x7c
#define PRM_MCQI(ROW)                             \
	ROW(component_index, 0x00, 15, 0)         \
	ROW(device_index, 0x00, 27, 16)           \
	ROW(read_pending_component, 0x00, 31, 31) \
	ROW(info_type, 0x08, 4, 0)                \
	ROW(info_size, 0x0c, 31, 0)               \
	ROW(offset, 0x10, 31, 0)                  \
	ROW(data_size, 0x14, 15, 0)
PRM_DECLARE_LAYOUT(mcqi, PRM_MCQI);

enum prm_mcqi_info {
	PRM_MCQI_CAPABILITIES = 0,
	PRM_MCQI_VERSION = 1,
};

/* Inside the data. The version is major << 24 | minor << 16 | sub-minor. */
#define PRM_MCQI_CAP(ROW) ROW(supported_info_bitmask, 0x00, 31, 0)
PRM_DECLARE_LAYOUT(mcqi_cap, PRM_MCQI_CAP);

#define PRM_MCQI_VERSION_STRING       0x20
#define PRM_MCQI_VERSION_STRING_BYTES 92
#define PRM_MCQI_VERSION_DATA(ROW)             \
	ROW(version_string_length, 0x00, 7, 0) \
	ROW(version, 0x04, 31, 0)
PRM_DECLARE_LAYOUT(mcqi_version, PRM_MCQI_VERSION_DATA);

/* Strings about the card, eight bytes an access. */
#define PRM_MQIS_BYTES        0x18
#define PRM_MQIS_STRING       0x10
#define PRM_MQIS_STRING_BYTES 8
#define PRM_MQIS(ROW)                 \
	ROW(info_type, 0x00, 7, 0)    \
	ROW(info_length, 0x04, 15, 0) \
	ROW(read_length, 0x08, 15, 0) \
	ROW(read_offset, 0x08, 31, 16)
PRM_DECLARE_LAYOUT(mqis, PRM_MQIS);

enum prm_mqis_info {
	PRM_MQIS_MODEL_NAME = 1,
	PRM_MQIS_MODEL_DESCRIPTION = 2,
};

#endif
