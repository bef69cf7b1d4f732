/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Command mailboxes: opcodes, statuses and headers. Source: Linux include/linux/mlx5/{mlx5_ifc,device}.h. */
#ifndef ECE_DEVX_PRM_CMD_H
#define ECE_DEVX_PRM_CMD_H

#include "devx/prm/field.h"

enum prm_opcode {
	PRM_OP_QUERY_HCA_CAP = 0x100,
	PRM_OP_QUERY_ADAPTER = 0x101,
	PRM_OP_SET_HCA_CAP = 0x109,
	PRM_OP_QUERY_ISSI = 0x10a,
	PRM_OP_CREATE_QP = 0x500,
	PRM_OP_RST2INIT_QP = 0x502,
	PRM_OP_INIT2RTR_QP = 0x503,
	PRM_OP_RTR2RTS_QP = 0x504,
	PRM_OP_RTS2RTS_QP = 0x505,
	PRM_OP_SQERR2RTS_QP = 0x506,
	PRM_OP_2ERR_QP = 0x507,
	PRM_OP_2RST_QP = 0x50a,
	PRM_OP_QUERY_QP = 0x50b,
	PRM_OP_INIT2INIT_QP = 0x50e,
	PRM_OP_CREATE_DCT = 0x710,
	PRM_OP_QUERY_DCT = 0x713,
	PRM_OP_QUERY_NIC_VPORT_CONTEXT = 0x754,
	PRM_OP_ACCESS_REG = 0x805,
	PRM_OP_QUERY_CONG_STATUS = 0x822,
	PRM_OP_MODIFY_CONG_STATUS = 0x823,
	PRM_OP_QUERY_CONG_PARAMS = 0x824,
	PRM_OP_MODIFY_CONG_PARAMS = 0x825,
	PRM_OP_QUERY_CONG_STATISTICS = 0x826,
	PRM_OP_ACCESS_REGISTER_USER = 0xb0c,
};

enum prm_status {
	PRM_STATUS_OK = 0x00,
	PRM_STATUS_INTERNAL = 0x01,
	PRM_STATUS_BAD_OP = 0x02,
	PRM_STATUS_BAD_PARAM = 0x03,
	PRM_STATUS_BAD_SYS_STATE = 0x04,
	PRM_STATUS_BAD_RESOURCE = 0x05,
	PRM_STATUS_BUSY = 0x06,
	PRM_STATUS_NOT_READY = 0x07,
	PRM_STATUS_LIMIT = 0x08,
	PRM_STATUS_BAD_RES_STATE = 0x09,
	PRM_STATUS_BAD_INDEX = 0x0a,
	PRM_STATUS_NO_RESOURCES = 0x0f,
	PRM_STATUS_BAD_QP_STATE = 0x10,
	PRM_STATUS_BAD_PACKET = 0x30,
	PRM_STATUS_BAD_SIZE = 0x40,
	PRM_STATUS_BAD_INPUT_LEN = 0x50,
	PRM_STATUS_BAD_OUTPUT_LEN = 0x51,
	PRM_STATUS_DRIVER_ABORT = 0xfe, /* made by the driver: the firmware never saw the command */
};

/* Both mailboxes of a command are at least this long on every door. */
#define PRM_MBOX_MIN 0x10

#define PRM_MBOX_IN(ROW)          \
	ROW(opcode, 0x00, 31, 16) \
	ROW(uid, 0x00, 15, 0)     \
	ROW(op_mod, 0x04, 15, 0)
PRM_DECLARE_LAYOUT(mbox_in, PRM_MBOX_IN);

#define PRM_MBOX_OUT(ROW)         \
	ROW(status, 0x00, 31, 24) \
	ROW(syndrome, 0x04, 31, 0)
PRM_DECLARE_LAYOUT(mbox_out, PRM_MBOX_OUT);

/**
 * prm_status_text - what a firmware status means, for people
 *
 * Returns a constant string; "unknown status" for values that no public source names.
 */
const char *prm_status_text(uint8_t status);

/**
 * prm_status_errno - the errno that the Linux driver maps a status to
 *
 * Returns a positive errno, 0 for PRM_STATUS_OK. Of PRM_STATUS_NOT_READY it is that of Linux 6.1, EIO; 7.3 has EAGAIN.
 */
int prm_status_errno(uint8_t status);

#endif
