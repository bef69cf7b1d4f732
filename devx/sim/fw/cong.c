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
#include "devx/sim/fw/dump.h"
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

	CAP_GENERAL_WORD = 0x2c,
	CAP_CC_QUERY_ALLOWED = 30,
	CAP_CC_MODIFY_ALLOWED = 29,
	CAP_ROCE_WORD = 0x00,
	CAP_ROCE_CC_GENERAL = 24,
};

/* Seen on devices without the general protocol (linux-rdma, January 2024). */
#define SYNDROME_NO_GENERAL 0x325a82

/* What one select bit commits; the range is of the field, right aligned. */
struct field {
	uint8_t protocol;
	uint8_t select;
	struct prm_field place;
	uint32_t min, max;
};

/* clang-format off */
static const struct field fields[] = {
	{ PROTOCOL_RP, 1, { "clamp_tgt_rate", 0x0c, 27, 27 }, 0, 1 },
	{ PROTOCOL_RP, 2, { "clamp_tgt_rate_after_time_inc", 0x0c, 23, 23 }, 0, 1 },
	{ PROTOCOL_RP, 3, { "rpg_time_reset", 0x14, 31, 0 }, 0, 131071 },
	{ PROTOCOL_RP, 4, { "rpg_byte_reset", 0x18, 31, 0 }, 0, 0xffffffff },
	{ PROTOCOL_RP, 5, { "rpg_threshold", 0x1c, 31, 0 }, 0, 31 },
	{ PROTOCOL_RP, 6, { "rpg_max_rate", 0x20, 31, 0 }, 0, 0xffffffff },
	{ PROTOCOL_RP, 7, { "rpg_ai_rate", 0x24, 31, 0 }, 0, 0xffffffff },
	{ PROTOCOL_RP, 8, { "rpg_hai_rate", 0x28, 31, 0 }, 0, 0xffffffff },
	{ PROTOCOL_RP, 9, { "rpg_min_dec_fac", 0x30, 31, 0 }, 0, 100 },
	{ PROTOCOL_RP, 10, { "rpg_min_rate", 0x34, 31, 0 }, 1, 0xffffffff },
	{ PROTOCOL_RP, 11, { "rate_to_set_on_first_cnp", 0x54, 31, 0 }, 0, 0xffffffff },
	{ PROTOCOL_RP, 12, { "dce_tcp_g", 0x58, 31, 0 }, 0, 1023 },
	{ PROTOCOL_RP, 13, { "dce_tcp_rtt", 0x5c, 31, 0 }, 1, 131071 },
	{ PROTOCOL_RP, 14, { "rate_reduce_monitor_period", 0x60, 31, 0 }, 1, 0xffffffff },
	{ PROTOCOL_RP, 15, { "initial_alpha_value", 0x68, 31, 0 }, 1, 1023 },
	{ PROTOCOL_RP, 16, { "rpg_gd", 0x2c, 31, 0 }, 10, 11 },
	{ PROTOCOL_NP, 2, { "min_time_between_cnps", 0x14, 31, 0 }, 0, 131071 },
	{ PROTOCOL_NP, 3, { "cnp_dscp", 0x18, 13, 8 }, 0, 63 },
	{ PROTOCOL_NP, 4, { "cnp_prio_mode", 0x18, 3, 3 }, 0, 1 },
	{ PROTOCOL_NP, 4, { "cnp_802p_prio", 0x18, 2, 0 }, 0, 7 },
	{ PROTOCOL_GENERAL, 0, { "rtt_resp_dscp_valid", 0x10, 15, 15 }, 0, 1 },
	{ PROTOCOL_GENERAL, 0, { "rtt_resp_dscp", 0x10, 5, 0 }, 0, 63 },
};
/* clang-format on */

/* Of the word at AT_ENABLE. */
#define ENABLE (UINT32_C(1) << 31)
#define TAG    (UINT32_C(1) << 30)

#define FIELD_COUNT (sizeof(fields) / sizeof(fields[0]))

static uint8_t protocol_of(const struct fw_call *call)
{
	return call->in[AT_PROTOCOL + 3] & 0xf;
}

/* What a function answers that is not allowed to is not public. */
static bool allowed(const struct fw_call *call, unsigned int bit)
{
	return fw_page_word(&call->fw->type->cap_general, CAP_GENERAL_WORD) >> bit & 1;
}

static uint8_t check_protocol(struct fw_call *call, unsigned int allowing)
{
	uint32_t roce = fw_page_word(&call->fw->type->cap_roce, CAP_ROCE_WORD);

	if (!allowed(call, allowing))
		return PRM_STATUS_BAD_PARAM;
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

static bool acceptable(uint8_t protocol, uint32_t select, const uint8_t *block)
{
	uint32_t known = 0;

	for (size_t i = 0; i < FIELD_COUNT; i++) {
		const struct field *f = &fields[i];
		uint64_t value = prm_get(block, &f->place);

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
	uint8_t status = check_protocol(call, CAP_CC_QUERY_ALLOWED);

	if (status == PRM_STATUS_OK)
		memcpy(call->out + QUERY_BLOCK_AT, call->fw->state->cong[protocol_of(call)], FW_CONG_BYTES);
	return status;
}

uint8_t fw_modify_cong_params(struct fw_call *call)
{
	const uint8_t *block = call->in + MODIFY_BLOCK_AT;
	uint32_t select = ece_be32(call->in + AT_FIELD_SELECT);
	uint8_t protocol = protocol_of(call);
	uint8_t status = check_protocol(call, CAP_CC_MODIFY_ALLOWED);

	if (status != PRM_STATUS_OK)
		return status;
	if (!acceptable(protocol, select, block))
		return PRM_STATUS_BAD_PARAM;
	for (size_t i = 0; i < FIELD_COUNT; i++)
		if (fields[i].protocol == protocol && select >> fields[i].select & 1)
			prm_set(call->fw->state->cong[protocol], &fields[i].place, prm_get(block, &fields[i].place));
	return PRM_STATUS_OK;
}

static uint8_t priority_bit(const struct fw_call *call)
{
	return (uint8_t)(1U << (call->in[AT_PROTOCOL + 3] >> 4 & 7));
}

/* Only the protocols of a direction can be switched, and there are eight priorities. */
static uint8_t check_status(struct fw_call *call, unsigned int allowing)
{
	if (!allowed(call, allowing))
		return PRM_STATUS_BAD_PARAM;
	if (call->in[AT_PROTOCOL + 3] >> 4 > 7)
		return PRM_STATUS_BAD_PARAM;
	if (protocol_of(call) != PROTOCOL_RP && protocol_of(call) != PROTOCOL_NP)
		return PRM_STATUS_BAD_PARAM;
	return PRM_STATUS_OK;
}

uint8_t fw_query_cong_status(struct fw_call *call)
{
	uint8_t status = check_status(call, CAP_CC_QUERY_ALLOWED);
	const struct fw_state *state = call->fw->state;

	if (status != PRM_STATUS_OK)
		return status;
	ece_put_be32(call->out + AT_ENABLE,
		     (state->cong_status[protocol_of(call)] & priority_bit(call) ? ENABLE : 0) |
			     (state->cong_tag[protocol_of(call)] & priority_bit(call) ? TAG : 0));
	return PRM_STATUS_OK;
}

/*
 * The notification point is one switch of a port: any priority switches all (ROCm/mori 658, NVIDIA's DCQCN guide). Of
 * the reaction point the type of the card says it.
 */
static uint8_t switched_with(const struct fw_call *call)
{
	bool global = protocol_of(call) == PROTOCOL_NP || call->fw->type->cong_rp_global;

	return global ? 0xff : priority_bit(call);
}

static void set_bits(uint8_t *bits, uint8_t mask, bool on)
{
	*bits = (uint8_t)(on ? *bits | mask : *bits & ~mask);
}

uint8_t fw_modify_cong_status(struct fw_call *call)
{
	uint32_t word = ece_be32(call->in + AT_ENABLE);
	struct fw_state *state = call->fw->state;
	uint8_t protocol = protocol_of(call);
	uint8_t mask = switched_with(call);
	uint8_t status = check_status(call, CAP_CC_MODIFY_ALLOWED);

	if (status != PRM_STATUS_OK)
		return status;
	set_bits(&state->cong_status[protocol], mask, word & ENABLE);
	set_bits(&state->cong_tag[protocol], priority_bit(call), word & TAG);
	return PRM_STATUS_OK;
}

static void dump_protocol(const struct fw *fw, uint8_t protocol, const char *prefix, const struct fw_dump *to)
{
	struct prm_field own[FIELD_COUNT];
	size_t count = 0;

	for (size_t i = 0; i < FIELD_COUNT; i++)
		if (fields[i].protocol == protocol)
			own[count++] = fields[i].place;
	fw_dump_fields(to, prefix, fw->state->cong[protocol], FW_CONG_BYTES, own, count);
}

static void dump_status(const struct fw *fw, uint8_t protocol, const char *prefix, const struct fw_dump *to)
{
	for (unsigned int priority = 0; priority < 8; priority++)
		fw_dump_value(to, fw->state->cong_status[protocol] >> priority & 1, "%s.enable.%u", prefix, priority);
	for (unsigned int priority = 0; priority < 8; priority++)
		fw_dump_value(to, fw->state->cong_tag[protocol] >> priority & 1, "%s.tag_enable.%u", prefix, priority);
}

void fw_dump_cong(const struct fw *fw, const struct fw_dump *to)
{
	static const char *const prefixes[FW_CONG_PROTOCOLS] = {
		[0] = "cong.none",
		[PROTOCOL_RP] = "cong.rp",
		[PROTOCOL_NP] = "cong.np",
		[PROTOCOL_GENERAL] = "cong.general",
	};

	for (uint8_t protocol = 0; protocol < FW_CONG_PROTOCOLS; protocol++) {
		dump_protocol(fw, protocol, prefixes[protocol], to);
		/* The others are no switches */
		if (protocol == PROTOCOL_RP || protocol == PROTOCOL_NP)
			dump_status(fw, protocol, prefixes[protocol], to);
	}
}
