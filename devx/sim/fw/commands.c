// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Every command the model knows, by opcode. Numbers, names and shortest lengths: Linux include/linux/mlx5/mlx5_ifc.h.
 * Flow tables other than those of RDMA traffic (flow.h) are kept and not read: see steering.h for what frames go by.
 */
#include "devx/sim/fw/command.h"

#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/flow.h"
#include "devx/sim/fw/handlers.h"
#include "devx/sim/fw/mcg.h"
#include "devx/sim/fw/register.h"
#include "devx/sim/fw/steering.h"

#define COMMAND(op, in, out, name_, handler_)                                                            \
	{                                                                                                \
		.opcode = (op), .in_min = (in), .out_min = (out), .name = (name_), .handler = (handler_) \
	}

#define OBJECT(op, in, out, name_, handler_, kind_) OBJECT_AT(op, in, out, name_, handler_, kind_, 0)

#define OBJECT_AT(op, in, out, name_, handler_, kind_, at)                                                \
	{                                                                                                 \
		.opcode = (op), .in_min = (in), .out_min = (out), .name = (name_), .handler = (handler_), \
		.kind = (kind_), .id_at = (at)                                                            \
	}

#define QUERY(op, name_, kind_, at, bytes)                                                                       \
	{                                                                                                        \
		.opcode = (op), .in_min = 0x10, .out_min = (at) + (bytes), .name = (name_), .handler = fw_query, \
		.kind = (kind_), .context = (at), .context_bytes = (bytes)                                       \
	}

/* clang-format off */
static const struct fw_command commands[] = {
	COMMAND(0x100, 0x10, 0x1010, "QUERY_HCA_CAP", fw_query_hca_cap),
	COMMAND(0x101, 0x10, 0x110, "QUERY_ADAPTER", fw_query_adapter),
	COMMAND(0x102, 0x10, 0x10, "INIT_HCA", fw_accept),
	COMMAND(0x103, 0x10, 0x10, "TEARDOWN_HCA", fw_accept),
	COMMAND(0x104, 0x10, 0x10, "ENABLE_HCA", fw_accept),
	COMMAND(0x105, 0x10, 0x10, "DISABLE_HCA", fw_accept),
	COMMAND(0x107, 0x10, 0x10, "QUERY_PAGES", fw_query_pages),
	COMMAND(0x108, 0x10, 0x10, "MANAGE_PAGES", fw_manage_pages),
	COMMAND(0x109, 0x1010, 0x10, "SET_HCA_CAP", fw_set_hca_cap),
	COMMAND(0x10a, 0x10, 0x70, "QUERY_ISSI", fw_query_issi),
	COMMAND(0x10b, 0x10, 0x10, "SET_ISSI", fw_accept),
	COMMAND(0x10d, 0x10, 0x10, "SET_DRIVER_VERSION", fw_accept),
	OBJECT(0x200, 0x110, 0x10, "CREATE_MKEY", fw_create, FW_OBJECT_MKEY),
	QUERY(0x201, "QUERY_MKEY", FW_OBJECT_MKEY, 0x10, 0x40),
	OBJECT(0x202, 0x10, 0x10, "DESTROY_MKEY", fw_destroy, FW_OBJECT_MKEY),
	COMMAND(0x203, 0x10, 0x20, "QUERY_SPECIAL_CONTEXTS", fw_query_special_contexts),
	OBJECT(0x301, 0x110, 0x10, "CREATE_EQ", fw_create_eq, FW_OBJECT_EQ),
	OBJECT(0x302, 0x10, 0x10, "DESTROY_EQ", fw_destroy_eq, FW_OBJECT_EQ),
	QUERY(0x303, "QUERY_EQ", FW_OBJECT_EQ, 0x10, 0x40),
	OBJECT(0x400, 0x110, 0x10, "CREATE_CQ", fw_create, FW_OBJECT_CQ),
	OBJECT(0x401, 0x10, 0x10, "DESTROY_CQ", fw_destroy, FW_OBJECT_CQ),
	QUERY(0x402, "QUERY_CQ", FW_OBJECT_CQ, 0x10, 0x40),
	OBJECT(0x403, 0x50, 0x10, "MODIFY_CQ", fw_modify_cq, FW_OBJECT_CQ),
	OBJECT(0x500, 0x110, 0x10, "CREATE_QP", fw_create_qp, FW_OBJECT_QP),
	OBJECT(0x501, 0x10, 0x10, "DESTROY_QP", fw_destroy, FW_OBJECT_QP),
	COMMAND(0x502, 0x110, 0x10, "RST2INIT_QP", fw_rst2init_qp),
	COMMAND(0x503, 0x110, 0x10, "INIT2RTR_QP", fw_init2rtr_qp),
	COMMAND(0x504, 0x110, 0x10, "RTR2RTS_QP", fw_rtr2rts_qp),
	COMMAND(0x505, 0x110, 0x10, "RTS2RTS_QP", fw_rts2rts_qp),
	COMMAND(0x506, 0x110, 0x10, "SQERR2RTS_QP", fw_sqerr2rts_qp),
	COMMAND(0x507, 0x10, 0x10, "2ERR_QP", fw_2err_qp),
	COMMAND(0x50a, 0x10, 0x10, "2RST_QP", fw_2rst_qp),
	COMMAND(0x50b, 0x10, 0x110, "QUERY_QP", fw_query_qp),
	COMMAND(0x50c, 0x110, 0x10, "SQD_RTS_QP", fw_sqd2rts_qp),
	COMMAND(0x50d, 0x10, 0x10, "MAD_IFC", fw_accept),
	COMMAND(0x50e, 0x110, 0x10, "INIT2INIT_QP", fw_init2init_qp),
	OBJECT(0x600, 0x10, 0x10, "CREATE_PSV", fw_create, FW_OBJECT_PSV),
	OBJECT(0x601, 0x10, 0x10, "DESTROY_PSV", fw_destroy, FW_OBJECT_PSV),
	OBJECT(0x700, 0x110, 0x10, "CREATE_SRQ", fw_create, FW_OBJECT_SRQ),
	OBJECT(0x701, 0x10, 0x10, "DESTROY_SRQ", fw_destroy, FW_OBJECT_SRQ),
	QUERY(0x702, "QUERY_SRQ", FW_OBJECT_SRQ, 0x10, 0x40),
	OBJECT(0x703, 0x10, 0x10, "ARM_RQ", fw_arm_srq, FW_OBJECT_SRQ),
	OBJECT(0x705, 0x110, 0x10, "CREATE_XRC_SRQ", fw_create, FW_OBJECT_XRC_SRQ),
	OBJECT(0x706, 0x10, 0x10, "DESTROY_XRC_SRQ", fw_destroy, FW_OBJECT_XRC_SRQ),
	QUERY(0x707, "QUERY_XRC_SRQ", FW_OBJECT_XRC_SRQ, 0x10, 0x40),
	OBJECT(0x708, 0x10, 0x10, "ARM_XRC_SRQ", fw_arm_srq, FW_OBJECT_XRC_SRQ),
	OBJECT(0x710, 0x50, 0x10, "CREATE_DCT", fw_create_dct, FW_OBJECT_DCT),
	OBJECT(0x711, 0x10, 0x10, "DESTROY_DCT", fw_destroy, FW_OBJECT_DCT),
	OBJECT(0x712, 0x10, 0x10, "DRAIN_DCT", fw_modify, FW_OBJECT_DCT),
	QUERY(0x713, "QUERY_DCT", FW_OBJECT_DCT, 0x10, 0x40),
	COMMAND(0x750, 0x10, 0x10, "QUERY_VPORT_STATE", fw_query_vport_state),
	COMMAND(0x751, 0x10, 0x10, "MODIFY_VPORT_STATE", fw_accept),
	COMMAND(0x754, 0x10, 0x110, "QUERY_NIC_VPORT_CONTEXT", fw_query_nic_vport_context),
	COMMAND(0x755, 0x200, 0x10, "MODIFY_NIC_VPORT_CONTEXT", fw_modify_nic_vport_context),
	COMMAND(0x760, 0x10, 0x30, "QUERY_ROCE_ADDRESS", fw_query_roce_address),
	COMMAND(0x761, 0x30, 0x10, "SET_ROCE_ADDRESS", fw_set_roce_address),
	COMMAND(0x765, 0x10, 0x10, "QUERY_HCA_VPORT_PKEY", fw_query_hca_vport_pkey),
	COMMAND(0x76f, 0x10, 0x10, "QUERY_VNIC_ENV", fw_accept),
	COMMAND(0x770, 0x20, 0x210, "QUERY_VPORT_COUNTER", fw_query_vport_counter),
	COMMAND(0x771, 0x10, 0x10, "ALLOC_Q_COUNTER", fw_alloc_q_counter),
	OBJECT(0x772, 0x10, 0x10, "DEALLOC_Q_COUNTER", fw_destroy, FW_OBJECT_Q_COUNTER),
	COMMAND(0x773, 0x20, 0x100, "QUERY_Q_COUNTER", fw_query_q_counter),
	COMMAND(0x780, 0x10, 0x10, "SET_PP_RATE_LIMIT", fw_accept),
	OBJECT(0x800, 0x10, 0x10, "ALLOC_PD", fw_create, FW_OBJECT_PD),
	OBJECT(0x801, 0x10, 0x10, "DEALLOC_PD", fw_destroy, FW_OBJECT_PD),
	OBJECT(0x802, 0x10, 0x10, "ALLOC_UAR", fw_create, FW_OBJECT_UAR),
	OBJECT(0x803, 0x10, 0x10, "DEALLOC_UAR", fw_destroy, FW_OBJECT_UAR),
	COMMAND(0x804, 0x10, 0x10, "CONFIG_INT_MODERATION", fw_accept),
	COMMAND(0x805, 0x10, 0x10, "ACCESS_REG", fw_access_reg),
	COMMAND(0x806, 0x20, 0x10, "ATTACH_TO_MCG", fw_attach_to_mcg),
	COMMAND(0x807, 0x20, 0x10, "DETACH_FROM_MCG", fw_detach_from_mcg),
	COMMAND(0x80d, 0x10, 0x10, "NOP", fw_accept),
	OBJECT(0x80e, 0x10, 0x10, "ALLOC_XRCD", fw_create, FW_OBJECT_XRCD),
	OBJECT(0x80f, 0x10, 0x10, "DEALLOC_XRCD", fw_destroy, FW_OBJECT_XRCD),
	OBJECT(0x816, 0x10, 0x10, "ALLOC_TRANSPORT_DOMAIN", fw_create, FW_OBJECT_TRANSPORT_DOMAIN),
	OBJECT(0x817, 0x10, 0x10, "DEALLOC_TRANSPORT_DOMAIN", fw_destroy, FW_OBJECT_TRANSPORT_DOMAIN),
	COMMAND(0x822, 0x10, 0x10, "QUERY_CONG_STATUS", fw_query_cong_status),
	COMMAND(0x823, 0x10, 0x10, "MODIFY_CONG_STATUS", fw_modify_cong_status),
	COMMAND(0x824, 0x10, 0x110, "QUERY_CONG_PARAMS", fw_query_cong_params),
	COMMAND(0x825, 0x120, 0x10, "MODIFY_CONG_PARAMS", fw_modify_cong_params),
	COMMAND(0x826, 0x10, 0x110, "QUERY_CONG_STATISTICS", fw_query_cong_statistics),
	COMMAND(0x829, 0x10, 0x10, "SET_L2_TABLE_ENTRY", fw_accept),
	COMMAND(0x82b, 0x10, 0x10, "DELETE_L2_TABLE_ENTRY", fw_accept),
	COMMAND(0x840, 0x10, 0x10, "CREATE_LAG", fw_create_lag),
	COMMAND(0x841, 0x18, 0x10, "MODIFY_LAG", fw_modify_lag),
	COMMAND(0x842, 0x10, 0x10, "QUERY_LAG", fw_query_lag),
	COMMAND(0x843, 0x10, 0x10, "DESTROY_LAG", fw_destroy_lag),
	OBJECT(0x900, 0x110, 0x10, "CREATE_TIR", fw_create, FW_OBJECT_TIR),
	OBJECT(0x901, 0x10, 0x10, "MODIFY_TIR", fw_modify, FW_OBJECT_TIR),
	OBJECT(0x902, 0x10, 0x10, "DESTROY_TIR", fw_destroy, FW_OBJECT_TIR),
	QUERY(0x903, "QUERY_TIR", FW_OBJECT_TIR, 0x20, 0xf0),
	OBJECT(0x904, 0x110, 0x10, "CREATE_SQ", fw_create, FW_OBJECT_SQ),
	OBJECT(0x905, 0x110, 0x10, "MODIFY_SQ", fw_modify_queue, FW_OBJECT_SQ),
	OBJECT(0x906, 0x10, 0x10, "DESTROY_SQ", fw_destroy, FW_OBJECT_SQ),
	QUERY(0x907, "QUERY_SQ", FW_OBJECT_SQ, 0x20, 0xf0),
	OBJECT(0x908, 0x110, 0x10, "CREATE_RQ", fw_create, FW_OBJECT_RQ),
	OBJECT(0x909, 0x110, 0x10, "MODIFY_RQ", fw_modify_queue, FW_OBJECT_RQ),
	OBJECT(0x90a, 0x10, 0x10, "DESTROY_RQ", fw_destroy, FW_OBJECT_RQ),
	QUERY(0x90b, "QUERY_RQ", FW_OBJECT_RQ, 0x20, 0xf0),
	OBJECT(0x90c, 0x110, 0x10, "CREATE_RMP", fw_create, FW_OBJECT_RMP),
	OBJECT(0x90d, 0x110, 0x10, "MODIFY_RMP", fw_modify_queue, FW_OBJECT_RMP),
	OBJECT(0x90e, 0x10, 0x10, "DESTROY_RMP", fw_destroy, FW_OBJECT_RMP),
	QUERY(0x90f, "QUERY_RMP", FW_OBJECT_RMP, 0x20, 0xf0),
	OBJECT(0x912, 0xc0, 0x10, "CREATE_TIS", fw_create, FW_OBJECT_TIS),
	OBJECT(0x913, 0x10, 0x10, "MODIFY_TIS", fw_modify, FW_OBJECT_TIS),
	OBJECT(0x914, 0x10, 0x10, "DESTROY_TIS", fw_destroy, FW_OBJECT_TIS),
	OBJECT(0x916, 0x110, 0x10, "CREATE_RQT", fw_create_rqt, FW_OBJECT_RQT),
	OBJECT(0x917, 0x110, 0x10, "MODIFY_RQT", fw_modify_rqt, FW_OBJECT_RQT),
	OBJECT(0x918, 0x10, 0x10, "DESTROY_RQT", fw_destroy_rqt, FW_OBJECT_RQT),
	COMMAND(0x92f, 0x40, 0x10, "SET_FLOW_TABLE_ROOT", fw_set_flow_table_root),
	OBJECT(0x930, 0x40, 0x10, "CREATE_FLOW_TABLE", fw_create, FW_OBJECT_FLOW_TABLE),
	OBJECT_AT(0x931, 0x20, 0x10, "DESTROY_FLOW_TABLE", fw_destroy_flow_table, FW_OBJECT_FLOW_TABLE, 0x14),
	OBJECT(0x933, 0x400, 0x10, "CREATE_FLOW_GROUP", fw_create_flow_group, FW_OBJECT_FLOW_GROUP),
	OBJECT_AT(0x934, 0x20, 0x10, "DESTROY_FLOW_GROUP", fw_destroy, FW_OBJECT_FLOW_GROUP, 0x18),
	COMMAND(0x936, 0x340, 0x10, "SET_FLOW_TABLE_ENTRY", fw_set_flow_table_entry),
	COMMAND(0x938, 0x40, 0x10, "DELETE_FLOW_TABLE_ENTRY", fw_delete_flow_table_entry),
	COMMAND(0x939, 0x10, 0x10, "ALLOC_FLOW_COUNTER", fw_alloc_flow_counter),
	OBJECT(0x93a, 0x10, 0x10, "DEALLOC_FLOW_COUNTER", fw_destroy, FW_OBJECT_FLOW_COUNTER),
	COMMAND(0x93b, 0x20, 0x20, "QUERY_FLOW_COUNTER", fw_query_flow_counter),
	COMMAND(0x93c, 0x40, 0x10, "MODIFY_FLOW_TABLE", fw_modify_flow_table),
	OBJECT(0x93d, 0x10, 0x10, "ALLOC_PACKET_REFORMAT_CONTEXT", fw_create, FW_OBJECT_REFORMAT),
	OBJECT(0x93e, 0x10, 0x10, "DEALLOC_PACKET_REFORMAT_CONTEXT", fw_destroy, FW_OBJECT_REFORMAT),
	OBJECT(0x940, 0x10, 0x10, "ALLOC_MODIFY_HEADER_CONTEXT", fw_create, FW_OBJECT_MODIFY_HEADER),
	OBJECT(0x941, 0x10, 0x10, "DEALLOC_MODIFY_HEADER_CONTEXT", fw_destroy, FW_OBJECT_MODIFY_HEADER),
	OBJECT(0xa00, 0x10, 0x10, "CREATE_GENERAL_OBJECT", fw_create, FW_OBJECT_GENERAL),
	OBJECT(0xa01, 0x10, 0x10, "MODIFY_GENERAL_OBJECT", fw_modify, FW_OBJECT_GENERAL),
	OBJECT(0xa02, 0x10, 0x10, "QUERY_GENERAL_OBJECT", fw_modify, FW_OBJECT_GENERAL),
	OBJECT(0xa03, 0x10, 0x10, "DESTROY_GENERAL_OBJECT", fw_destroy, FW_OBJECT_GENERAL),
	OBJECT(0xa04, 0x20, 0x10, "CREATE_UCTX", fw_create, FW_OBJECT_UCTX),
	OBJECT(0xa06, 0x10, 0x10, "DESTROY_UCTX", fw_destroy, FW_OBJECT_UCTX),
	OBJECT(0xa08, 0x20, 0x10, "CREATE_UMEM", fw_create, FW_OBJECT_UMEM),
	OBJECT(0xa0a, 0x10, 0x10, "DESTROY_UMEM", fw_destroy, FW_OBJECT_UMEM),
	COMMAND(0xb0c, 0x10, 0x10, "ACCESS_REGISTER_USER", fw_access_register_user),
};
/* clang-format on */

const struct fw_command *fw_command_find(uint16_t opcode)
{
	size_t low = 0;
	size_t high = sizeof(commands) / sizeof(commands[0]);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (commands[middle].opcode == opcode)
			return &commands[middle];
		if (commands[middle].opcode < opcode)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

uint8_t fw_accept(struct fw_call *call)
{
	(void)call;
	return PRM_STATUS_OK;
}
