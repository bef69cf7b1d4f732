/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Registers: what ACCESS_REG (0x805) reaches. One row per register in register.c, one handler per row.
 *
 * Source: Linux include/linux/mlx5/mlx5_ifc.h (access_register): op_mod 0 writes, 1 reads; register_id is 0x08[15:0],
 * the register lies at 0x10 in both directions.
 */
#ifndef ECE_DEVX_SIM_FW_REGISTER_H
#define ECE_DEVX_SIM_FW_REGISTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/command.h"

#define FW_REGISTER_AT 0x10 /* of the register in both mailboxes */

struct fw_access {
	struct fw_call *call;
	bool write;
	const uint8_t *in; /* the register as the caller sent it */
	size_t in_len;
	uint8_t *out; /* zeroed; what the caller gets */
	size_t out_len;
};

/* Returns a status of enum prm_status. Checks the lengths itself. A handler that refuses has changed nothing. */
typedef uint8_t fw_register_handler(struct fw_access *access);

struct fw_register {
	uint16_t id;
	const char *name;
	fw_register_handler *handler;
};

/**
 * fw_register_known - does this model have a register?
 */
bool fw_register_known(uint16_t id);

/*
 * The masks of the capability registers: bit n lies in word 3 - n / 32, at n % 32. @mask starts zeroed.
 */
#define FW_REGISTER_MASK_BITS 128
void fw_register_mask_set(uint8_t *mask, unsigned int n);

/* ACCESS_REG. A register that this model does not know is PRM_STATUS_BAD_PARAM. */
fw_handler fw_access_reg;

/*
 * ACCESS_REGISTER_USER, the same for user contexts: reads of the registers that the card type grants. Of others it is
 * PRM_STATUS_BAD_PARAM, of a write PRM_STATUS_BAD_OP, as of all where the capability is not there. What silicon grants
 * is not public.
 */
fw_handler fw_access_register_user;

/* ROCE_ACCL 0x402c, PPCC 0x506e: what a card of this type does with them. */
fw_register_handler fw_roce_accl;
fw_register_handler fw_ppcc;

/* RESOURCE_DUMP 0xc000; unknown to a card whose debug page does not have it. */
fw_register_handler fw_resource_dump;

/* fw_roce_accl_state - which state has the ROCE_ACCL of a function: its own, or that of the card, as the type says */
struct fw_state *fw_roce_accl_state(const struct fw *fw);

/* QUERY and MODIFY_CONG_STATUS and _PARAMS. */
fw_handler fw_query_cong_status;
fw_handler fw_modify_cong_status;
fw_handler fw_query_cong_params;
fw_handler fw_modify_cong_params;

/**
 * fw_registers_power_on - give the registers and congestion parameters of a card the defaults of its type
 *
 * Called by fw_power_on() and fw_reset(): all of them are volatile.
 */
void fw_registers_power_on(struct fw *fw);

#endif
