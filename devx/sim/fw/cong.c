// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Congestion control commands: status per priority, parameters per protocol, statistics.
 *
 * Layouts: Linux include/linux/mlx5/mlx5_ifc.h. Select bits: drivers/infiniband/hw/mlx5/cong.c. Ranges: NVIDIA, "DCQCN
 * CC parameters"; for byte_reset, ai_rate and hai_rate those of cards that take 32 bits. That a card refuses a value
 * outside of them is this model's decision; the kernel checks none.
 */
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/fw/page.h"
#include "devx/sim/fw/register.h"

enum {
	PROTOCOL_RP = 1,
	PROTOCOL_NP = 2,
	PROTOCOL_GENERAL = 3,

	AT_PROTOCOL = 0x08, /* and the priority above it */
	AT_ENABLE = 0x0c,
	AT_FIELD_SELECT = 0x0c,
	QUERY_BLOCK_AT = 0x10,
	MODIFY_BLOCK_AT = 0x20,

	FW_MINOR_GLOBAL_CC = 45,

	CAP_ROCE_WORD = 0x00,
	CAP_ROCE_CC_GENERAL = 24,
};

/* Seen on devices without the general protocol (linux-rdma, January 2024). */
#define SYNDROME_NO_GENERAL 0x325a82

/* What one select bit commits; the range is of the field, right aligned. */
struct field {
	uint8_t protocol;
	uint8_t select;
	uint8_t at;
	uint8_t low;
	uint32_t mask;
	uint32_t min, max;
};

/* clang-format off */
static const struct field fields[] = {
	{ PROTOCOL_RP, 1,  0x0c, 27, 0x1,        0, 1 },          /* clamp_tgt_rate */
	{ PROTOCOL_RP, 2,  0x0c, 23, 0x1,        0, 1 },          /* clamp_tgt_rate_after_time_inc */
	{ PROTOCOL_RP, 3,  0x14, 0,  0xffffffff, 0, 131071 },     /* rpg_time_reset */
	{ PROTOCOL_RP, 4,  0x18, 0,  0xffffffff, 0, 0xffffffff }, /* rpg_byte_reset */
	{ PROTOCOL_RP, 5,  0x1c, 0,  0xffffffff, 0, 31 },         /* rpg_threshold */
	{ PROTOCOL_RP, 6,  0x20, 0,  0xffffffff, 0, 0xffffffff }, /* rpg_max_rate */
	{ PROTOCOL_RP, 7,  0x24, 0,  0xffffffff, 0, 0xffffffff }, /* rpg_ai_rate */
	{ PROTOCOL_RP, 8,  0x28, 0,  0xffffffff, 0, 0xffffffff }, /* rpg_hai_rate */
	{ PROTOCOL_RP, 9,  0x30, 0,  0xffffffff, 0, 100 },        /* rpg_min_dec_fac */
	{ PROTOCOL_RP, 10, 0x34, 0,  0xffffffff, 1, 0xffffffff }, /* rpg_min_rate */
	{ PROTOCOL_RP, 11, 0x54, 0,  0xffffffff, 0, 0xffffffff }, /* rate_to_set_on_first_cnp */
	{ PROTOCOL_RP, 12, 0x58, 0,  0xffffffff, 0, 1023 },       /* dce_tcp_g */
	{ PROTOCOL_RP, 13, 0x5c, 0,  0xffffffff, 1, 131071 },     /* dce_tcp_rtt */
	{ PROTOCOL_RP, 14, 0x60, 0,  0xffffffff, 1, 0xffffffff }, /* rate_reduce_monitor_period */
	{ PROTOCOL_RP, 15, 0x68, 0,  0xffffffff, 1, 1023 },       /* initial_alpha_value */
	{ PROTOCOL_RP, 16, 0x2c, 0,  0xffffffff, 10, 11 },        /* rpg_gd */
	{ PROTOCOL_NP, 2,  0x14, 0,  0xffffffff, 0, 131071 },     /* min_time_between_cnps */
	{ PROTOCOL_NP, 3,  0x18, 8,  0x3f,       0, 63 },         /* cnp_dscp */
	{ PROTOCOL_NP, 4,  0x18, 3,  0x1,        0, 1 },          /* cnp_prio_mode */
	{ PROTOCOL_NP, 4,  0x18, 0,  0x7,        0, 7 },          /* cnp_802p_prio */
	{ PROTOCOL_GENERAL, 0, 0x10, 15, 0x1,    0, 1 },          /* rtt_resp_dscp_valid */
	{ PROTOCOL_GENERAL, 0, 0x10, 0,  0x3f,   0, 63 },         /* rtt_resp_dscp */
};
/* clang-format on */

#define FIELD_COUNT (sizeof(fields) / sizeof(fields[0]))

static uint8_t protocol_of(const struct fw_call *call)
{
	return call->in[AT_PROTOCOL + 3] & 0xf;
}

static uint8_t check_protocol(struct fw_call *call)
{
	uint32_t roce = fw_page_word(&call->fw->type->cap_roce, CAP_ROCE_WORD);

	switch (protocol_of(call)) {
	case PROTOCOL_RP:
	case PROTOCOL_NP:
		return PRM_STATUS_OK;
	case PROTOCOL_GENERAL:
		if (roce >> CAP_ROCE_CC_GENERAL & 1)
			return PRM_STATUS_OK;
		call->syndrome = SYNDROME_NO_GENERAL;
		return PRM_STATUS_BAD_PARAM;
	default:
		return PRM_STATUS_BAD_PARAM;
	}
}

static uint32_t get(const uint8_t *block, const struct field *f)
{
	return ece_be32(block + f->at) >> f->low & f->mask;
}

static void put(uint8_t *block, const struct field *f, uint32_t value)
{
	uint32_t word = ece_be32(block + f->at);

	ece_put_be32(block + f->at, (word & ~(f->mask << f->low)) | value << f->low);
}

static bool acceptable(uint8_t protocol, uint32_t select, const uint8_t *block)
{
	uint32_t known = 0;

	for (size_t i = 0; i < FIELD_COUNT; i++) {
		const struct field *f = &fields[i];
		uint32_t value = get(block, f);

		if (f->protocol != protocol)
			continue;
		known |= 1U << f->select;
		if (select >> f->select & 1 && (value < f->min || value > f->max))
			return false;
	}
	return !(select & ~known);
}

uint8_t fw_query_cong_params(struct fw_call *call)
{
	uint8_t status = check_protocol(call);

	if (status == PRM_STATUS_OK)
		memcpy(call->out + QUERY_BLOCK_AT, call->fw->state->cong[protocol_of(call)], FW_CONG_BYTES);
	return status;
}

uint8_t fw_modify_cong_params(struct fw_call *call)
{
	const uint8_t *block = call->in + MODIFY_BLOCK_AT;
	uint32_t select = ece_be32(call->in + AT_FIELD_SELECT);
	uint8_t protocol = protocol_of(call);
	uint8_t status = check_protocol(call);

	if (status != PRM_STATUS_OK)
		return status;
	if (!acceptable(protocol, select, block))
		return PRM_STATUS_BAD_PARAM;
	for (size_t i = 0; i < FIELD_COUNT; i++)
		if (fields[i].protocol == protocol && select >> fields[i].select & 1)
			put(call->fw->state->cong[protocol], &fields[i], get(block, &fields[i]));
	return PRM_STATUS_OK;
}

static uint8_t priority_bit(const struct fw_call *call)
{
	return (uint8_t)(1U << (call->in[AT_PROTOCOL + 3] >> 4 & 7));
}

/* Only the protocols of a direction can be switched, and there are eight priorities. */
static uint8_t check_status(struct fw_call *call)
{
	if (call->in[AT_PROTOCOL + 3] >> 4 > 7)
		return PRM_STATUS_BAD_PARAM;
	if (protocol_of(call) != PROTOCOL_RP && protocol_of(call) != PROTOCOL_NP)
		return PRM_STATUS_BAD_PARAM;
	return PRM_STATUS_OK;
}

uint8_t fw_query_cong_status(struct fw_call *call)
{
	uint8_t status = check_status(call);

	if (status == PRM_STATUS_OK && call->fw->state->cong_status[protocol_of(call)] & priority_bit(call))
		ece_put_be32(call->out + AT_ENABLE, 1U << 31);
	return status;
}

/*
 * The notification point is one switch of a port: any priority switches all (ROCm/mori 658, NVIDIA's DCQCN guide).
 * From firmware xx.45 on the reaction point is one too (release notes, known issue 4394475).
 */
static uint8_t switched_with(const struct fw_call *call)
{
	bool global = protocol_of(call) == PROTOCOL_NP || call->fw->type->fw_minor >= FW_MINOR_GLOBAL_CC;

	return global ? 0xff : priority_bit(call);
}

uint8_t fw_modify_cong_status(struct fw_call *call)
{
	uint8_t *bits = &call->fw->state->cong_status[protocol_of(call) & (FW_CONG_PROTOCOLS - 1)];
	uint8_t mask = switched_with(call);
	uint8_t status = check_status(call);

	if (status != PRM_STATUS_OK)
		return status;
	*bits = (uint8_t)(ece_be32(call->in + AT_ENABLE) >> 31 ? *bits | mask : *bits & ~mask);
	return PRM_STATUS_OK;
}
