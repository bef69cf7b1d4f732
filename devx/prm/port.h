/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The port and its virtual port: commands and registers. Source: Linux include/linux/mlx5/{mlx5_ifc,driver,port}.h. */
#ifndef ECE_DEVX_PRM_PORT_H
#define ECE_DEVX_PRM_PORT_H

#include "devx/prm/field.h"

#define PRM_QUERY_VPORT_STATE_OUT(ROW)  \
	ROW(max_tx_speed, 0x0c, 31, 16) \
	ROW(admin_state, 0x0c, 7, 4)    \
	ROW(state, 0x0c, 3, 0)
PRM_DECLARE_LAYOUT(query_vport_state_out, PRM_QUERY_VPORT_STATE_OUT);

#define PRM_VPORT_SPEED_UNIT_MBPS 100

#define PRM_QUERY_NIC_VPORT_CONTEXT_AT  0x10
#define PRM_MODIFY_NIC_VPORT_CONTEXT_AT 0x100
#define PRM_NIC_VPORT_CONTEXT_BYTES     0x100

/* Inside the context. */
#define PRM_NIC_VPORT_CONTEXT(ROW)                \
	ROW(min_wqe_inline_mode, 0x00, 26, 24)    \
	ROW(disable_mc_local_lb, 0x00, 2, 2)      \
	ROW(disable_uc_local_lb, 0x00, 1, 1)      \
	ROW(roce_en, 0x00, 0, 0)                  \
	ROW(mtu, 0x24, 15, 0)                     \
	ROW(system_image_guid, 0x28, 63, 0)       \
	ROW(port_guid, 0x30, 63, 0)               \
	ROW(node_guid, 0x38, 63, 0)               \
	ROW(qkey_violation_counter, 0x68, 31, 16) \
	ROW(promisc_uc, 0xf0, 31, 31)             \
	ROW(promisc_mc, 0xf0, 30, 30)             \
	ROW(promisc_all, 0xf0, 29, 29)            \
	ROW(allowed_list_type, 0xf0, 26, 24)      \
	ROW(allowed_list_size, 0xf0, 15, 0)       \
	ROW(permanent_address, 0xf4, 63, 0)
PRM_DECLARE_LAYOUT(nic_vport_context, PRM_NIC_VPORT_CONTEXT);

/* allowed_list_type; the list is behind the context, eight bytes an entry. */
enum prm_mac_list {
	PRM_MAC_LIST_UNICAST = 0,
	PRM_MAC_LIST_MULTICAST = 1,
};

/* Select bits of MODIFY_NIC_VPORT_CONTEXT, in the mailbox. */
#define PRM_MODIFY_NIC_VPORT_SELECT(ROW)       \
	ROW(disable_uc_local_lb, 0x0c, 11, 11) \
	ROW(disable_mc_local_lb, 0x0c, 10, 10) \
	ROW(node_guid, 0x0c, 9, 9)             \
	ROW(port_guid, 0x0c, 8, 8)             \
	ROW(min_inline, 0x0c, 7, 7)            \
	ROW(mtu, 0x0c, 6, 6)                   \
	ROW(promisc, 0x0c, 4, 4)               \
	ROW(permanent_address, 0x0c, 3, 3)     \
	ROW(addresses_list, 0x0c, 2, 2)        \
	ROW(roce_en, 0x0c, 1, 1)
PRM_DECLARE_LAYOUT(modify_nic_vport_select, PRM_MODIFY_NIC_VPORT_SELECT);

#define PRM_ROCE_ADDRESS_AT      0x10
#define PRM_ROCE_ADDRESS_BYTES   0x20
#define PRM_ROCE_ADDRESS_IN(ROW) ROW(index, 0x08, 31, 16)
PRM_DECLARE_LAYOUT(roce_address_in, PRM_ROCE_ADDRESS_IN);

/* Inside the registers. */
#define PRM_PTYS_BYTES 0x40
#define PRM_PTYS(ROW)                              \
	ROW(local_port, 0x00, 23, 16)              \
	ROW(proto_mask, 0x00, 2, 0)                \
	ROW(ext_eth_proto_capability, 0x08, 31, 0) \
	ROW(eth_proto_capability, 0x0c, 31, 0)     \
	ROW(ext_eth_proto_admin, 0x14, 31, 0)      \
	ROW(eth_proto_admin, 0x18, 31, 0)          \
	ROW(ext_eth_proto_oper, 0x20, 31, 0)       \
	ROW(eth_proto_oper, 0x24, 31, 0)           \
	ROW(connector_type, 0x2c, 3, 0)
PRM_DECLARE_LAYOUT(ptys, PRM_PTYS);

/* PCAM: which registers 0x5000 + n and which features of the port there are. Bit n of a mask of four words lies in word
 * 3 - n / 32, at n % 32. */
#define PRM_PCAM_BYTES     0x50
#define PRM_PCAM_REGISTERS 0x08
#define PRM_PCAM_FEATURES  0x28
#define PRM_PCAM_FIRST_REG 0x5000
enum prm_pcam_feature {
	PRM_PCAM_PPCNT_STATISTICAL_GROUP = 0,
	PRM_PCAM_PTYS_CONNECTOR_TYPE = 3,
	PRM_PCAM_RX_BUFFER_FULLNESS = 4,
	PRM_PCAM_PFCC_MASK = 9,
	PRM_PCAM_PTYS_EXTENDED_ETHERNET = 13,
	PRM_PCAM_RX_ICRC_ENCAPSULATED = 18,
};

#define PRM_PMTU_BYTES 0x10
#define PRM_PMTU(ROW)                 \
	ROW(local_port, 0x00, 23, 16) \
	ROW(max_mtu, 0x04, 31, 16)    \
	ROW(admin_mtu, 0x08, 31, 16)  \
	ROW(oper_mtu, 0x0c, 31, 16)
PRM_DECLARE_LAYOUT(pmtu, PRM_PMTU);

#define PRM_PAOS_BYTES 0x10
#define PRM_PAOS(ROW)                  \
	ROW(local_port, 0x00, 23, 16)  \
	ROW(admin_status, 0x00, 11, 8) \
	ROW(oper_status, 0x00, 3, 0)
PRM_DECLARE_LAYOUT(paos, PRM_PAOS);

enum prm_paos_status {
	PRM_PAOS_UP = 1,
	PRM_PAOS_DOWN = 2,
};

#endif
