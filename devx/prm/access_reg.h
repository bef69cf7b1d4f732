/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ACCESS_REG: one register, read or written through a command mailbox. Input and output have the same form.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h, drivers/net/ethernet/mellanox/mlx5/core/port.c.
 */
#ifndef ECE_DEVX_PRM_ACCESS_REG_H
#define ECE_DEVX_PRM_ACCESS_REG_H

#include "devx/prm/field.h"

/* op_mod */
enum prm_access_reg_method {
	PRM_ACCESS_REG_WRITE = 0,
	PRM_ACCESS_REG_READ = 1,
};

/* Source of the ids: mstflint register_access_table.adb. */
enum prm_register {
	PRM_REG_ROCE_ACCL = 0x402c,
	PRM_REG_PPCC = 0x506e,
	PRM_REG_MGIR = 0x9020,
	PRM_REG_MNVDA = 0x9024,
	PRM_REG_MNVDI = 0x9025,
	PRM_REG_MFRL = 0x9028,
	PRM_REG_MROQ = 0x902f,
	PRM_REG_MNVQC = 0x9030,
	PRM_REG_MNVIA = 0x9033,
	PRM_REG_MNVGC = 0x9034,
	PRM_REG_MNVGN = 0x9035,
	PRM_REG_MCQS = 0x9060,
	PRM_REG_MCQI = 0x9061,
	PRM_REG_MQIS = 0x9064,
	PRM_REG_MCAM = 0x907f,
	PRM_REG_MRSI = 0x912a,
	PRM_REG_RESOURCE_DUMP = 0xc000,
};

/* The register itself; its bytes follow the header in both directions. */
#define PRM_ACCESS_REG_DATA 0x10
/* The longest register that this toolkit knows: MNVDA. */
#define PRM_ACCESS_REG_DATA_MAX 0x10c

#define PRM_ACCESS_REG(ROW)           \
	ROW(register_id, 0x08, 15, 0) \
	ROW(argument, 0x0c, 31, 0)
PRM_DECLARE_LAYOUT(access_reg, PRM_ACCESS_REG);

#endif
