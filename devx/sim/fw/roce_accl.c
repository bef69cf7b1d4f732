// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ROCE_ACCL, register 0x402c.
 *
 * Layout: mstflint's register access table (roce_accl). Word 0x00 holds select bits: on a read "this field can be set
 * on this card", on a write "set this field". A value whose select bit is 0 is not looked at. What a card does with a
 * select bit that it does not offer, and with a value that is reserved, is not public; this model refuses both.
 *
 * adp_retx_profile_id is an index: of the profile that a read shows and a write changes. The state holds the profile of
 * the user, 1. The built-in one, 0, shows zeros, as in NVIDIA's sample output, and cannot be written. A card that does
 * not offer profiles does not look at the index. Writing zeros to the user's profile is refused as any base that is no
 * power of two; how a card forgets a profile is not public.
 */
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/register.h"

enum {
	WORD_SELECT = 0x00,
	WORD_VALUES = 0x04,
	WORD_LIMITS = 0x08,
	PROFILE_AT = 0x10,
	PROFILE_BYTES = 0x30,
	RANGE_AT = 0x18,
	ID_MASK = 0x70000000, /* adp_retx_profile_id, in WORD_VALUES */
	OLDER_FORM_BYTES = PROFILE_AT + PROFILE_BYTES,
	PROFILE_SELECT = 28,
	BURST_SELECT = 10,
	PROBE_SELECT = 11,
};

/* Which bits a select bit commits. */
struct group {
	uint8_t select;
	uint8_t at;
	uint32_t mask;
};

static const struct group groups[] = {
	{0, WORD_VALUES, 0x00000001},  /* roce_adp_retrans_en */
	{1, WORD_VALUES, 0x00000002},  /* roce_tx_window_en */
	{2, WORD_VALUES, 0x00000004},  /* roce_slow_restart_en */
	{3, WORD_VALUES, 0x00000008},  /* roce_slow_restart_idle_en */
	{4, WORD_VALUES, 0x00000010},  /* min_ack_timeout_limit_disabled */
	{5, WORD_VALUES, 0x00000020},  /* adaptive_routing_forced_en */
	{6, WORD_VALUES, 0x00000040},  /* selective_repeat_forced_en */
	{7, WORD_VALUES, 0x00000080},  /* dc_half_handshake_en */
	{8, WORD_VALUES, 0x00000100},  /* cc_per_plane_en */
	{9, WORD_VALUES, 0x0000fe00},  /* ack_dscp_force and ack_dscp */
	{10, WORD_VALUES, 0x07000000}, /* cc_burst_size */
	{11, WORD_LIMITS, 0x00300000}, /* cc_probe_mp_mode */
	{27, WORD_VALUES, 0x08000000}, /* ifa2_turn_around_en */
};

#define GROUP_COUNT (sizeof(groups) / sizeof(groups[0]))

static uint32_t profile_id(const uint8_t *reg)
{
	return ece_be32(reg + WORD_VALUES) >> 28 & 7;
}

/* 0 is the built-in profile; the card says in its limits how many more there are. */
static bool profile_id_ok(const struct fw_state *state, const uint8_t *reg)
{
	return profile_id(reg) <= (ece_be32(state->roce_accl + WORD_LIMITS) >> 24 & 7);
}

static bool has_profiles(const struct fw_state *state)
{
	return ece_be32(state->roce_accl + WORD_SELECT) >> PROFILE_SELECT & 1;
}

static bool ranges_ascend(const uint8_t *reg, uint32_t ranges)
{
	for (uint32_t i = 1; i < ranges; i++)
		if (reg[RANGE_AT + 4 * i + 2] <= reg[RANGE_AT + 4 * i - 2]) /* range_low_bound */
			return false;
	return true;
}

/* Rules: NVIDIA, "Adaptive Retransmission: Parameters Control". */
static bool profile_ok(const struct fw_state *state, const uint8_t *reg)
{
	uint32_t limits = ece_be32(state->roce_accl + WORD_LIMITS);
	uint32_t word = ece_be32(reg + PROFILE_AT);
	uint32_t base = word & 0xffff;
	uint32_t ranges = word >> 28 & 7;

	return base && !(base & (base - 1)) &&         /* a power of two */
	       base * 1000ULL >= (limits & 0xfffff) && /* microseconds against nanoseconds */
	       (word >> 22 & 3) == 1 &&                /* microseconds are the only unit */
	       ranges <= (limits >> 28 & 7) &&         /* ranges in use */
	       (word >> 24 & 7) < ranges &&            /* the first one is among them */
	       ranges_ascend(reg, ranges);
}

static bool burst_ok(const uint8_t *reg)
{
	uint32_t burst = ece_be32(reg + WORD_VALUES) >> 24 & 7;

	return burst <= 2 || burst == 7;
}

static bool probe_mode_ok(const uint8_t *reg)
{
	return (ece_be32(reg + WORD_LIMITS) >> 20 & 3) <= 1;
}

static bool acceptable(const struct fw_state *state, const uint8_t *reg)
{
	uint32_t select = ece_be32(reg + WORD_SELECT);

	if (select & ~ece_be32(state->roce_accl + WORD_SELECT))
		return false;
	if (select >> BURST_SELECT & 1 && !burst_ok(reg))
		return false;
	if (select >> PROBE_SELECT & 1 && !probe_mode_ok(reg))
		return false;
	if (!(select >> PROFILE_SELECT & 1) || !profile_id(reg))
		return true;
	return profile_id_ok(state, reg) && profile_ok(state, reg);
}

static void commit(struct fw_state *state, const uint8_t *reg)
{
	uint32_t select = ece_be32(reg + WORD_SELECT);

	for (size_t i = 0; i < GROUP_COUNT; i++) {
		uint8_t *word = state->roce_accl + groups[i].at;

		if (select >> groups[i].select & 1)
			ece_put_be32(word, (ece_be32(word) & ~groups[i].mask) |
						   (ece_be32(reg + groups[i].at) & groups[i].mask));
	}
	/* The built-in profile cannot be written, so a write-back of all that was read is harmless */
	if (select >> PROFILE_SELECT & 1 && profile_id(reg))
		memcpy(state->roce_accl + PROFILE_AT, reg + PROFILE_AT, PROFILE_BYTES);
}

static void show(const struct fw_access *access, const struct fw_state *state)
{
	uint8_t *values = access->out + WORD_VALUES;

	memcpy(access->out, state->roce_accl, access->in_len);
	if (!has_profiles(state))
		return;
	ece_put_be32(values, (ece_be32(values) & ~ID_MASK) | (ece_be32(access->in + WORD_VALUES) & ID_MASK));
	if (!profile_id(access->in))
		memset(access->out + PROFILE_AT, 0, PROFILE_BYTES);
}

struct fw_state *fw_roce_accl_state(const struct fw *fw)
{
	return fw->type->roce_accl_of_card ? fw_card(fw) : fw->state;
}

uint8_t fw_roce_accl(struct fw_access *access)
{
	struct fw_state *state = fw_roce_accl_state(access->call->fw);
	size_t bytes = access->call->fw->type->roce_accl_bytes;

	if (!bytes)
		return PRM_STATUS_BAD_PARAM;
	/* The older form is the front of the newer one; tools of its time (mstflint up to 4.31) go on sending it */
	if (access->in_len != bytes && access->in_len != OLDER_FORM_BYTES)
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->out_len < access->in_len)
		return PRM_STATUS_BAD_OUTPUT_LEN;
	if (!access->write) {
		if (has_profiles(state) && !profile_id_ok(state, access->in))
			return PRM_STATUS_BAD_PARAM;
		show(access, state);
		return PRM_STATUS_OK;
	}
	if (!acceptable(state, access->in))
		return PRM_STATUS_BAD_PARAM;
	/* What a write answers behind the header is not public: zeros, so that nobody takes it for a read-back */
	commit(state, access->in);
	return PRM_STATUS_OK;
}
