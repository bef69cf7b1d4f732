// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Command mailboxes into the firmware model: one byte chooses the card type, then commands follow, each a 16-bit input
 * length, a 16-bit output length and the input. Both are bounded, as a door's are; nothing else is.
 */
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/fw.h"

#define MAILBOX_MIN 0x10
#define MAILBOX_MAX 0x400

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static size_t length(const uint8_t *data)
{
	return MAILBOX_MIN + ((size_t)data[0] << 8 | data[1]) % (MAILBOX_MAX - MAILBOX_MIN + 1);
}

static void check_ppcc(const struct fw *fw)
{
	for (size_t a = 0; a < fw->type->algo_count; a++)
		for (size_t i = 0; i < fw->type->algos[a].param_count; i++) {
			const struct fw_ppcc_param *param = &fw->type->algos[a].params[i];
			uint32_t value = fw->state->ppcc_param[i];

			if (param->prm == 1)
				require(value >= param->min && value <= param->max);
			else
				require(value == param->initial || (param->prm == 2 && !value));
		}
}

/* What is stored of the NV configuration lies inside its TLV, and is no capability. */
static void check_nv(const struct fw *fw)
{
	size_t tlvs = 0;

	while (fw->type->nv && fw->type->nv[tlvs].bytes)
		tlvs++;
	for (size_t i = 0; i < FW_NV_WORDS; i++) {
		const struct fw_nv_word *word = &fw->state->nv.word[i];

		if (!word->in)
			continue;
		require(word->tlv < tlvs && word->in <= 3);
		require(word->word * sizeof(uint32_t) < fw->type->nv[word->tlv].bytes);
		require(!fw->type->nv[word->tlv].read_only);
	}
}

/* The user's retransmission profile: its base, and ranges that ascend. */
static void check_profile(const uint8_t *accl)
{
	uint32_t word = ece_be32(accl + 0x10), base = word & 0xffff, ranges = word >> 28 & 7;

	require(base >= 4 && !(base & (base - 1)) && (word >> 22 & 3) == 1);
	require(ranges >= 1 && ranges <= 4 && (word >> 24 & 7) < ranges);
	for (uint32_t i = 1; i < ranges; i++)
		require(accl[0x18 + 4 * i + 2] > accl[0x18 + 4 * i - 2]);
}

/* What no command may bring about. */
static void check_state(const struct fw *fw, uint32_t select, uint32_t limits)
{
	const uint8_t *accl = fw->state->roce_accl;

	require(ece_be32(accl) == select);
	require((ece_be32(accl + 8) & ~0x00300000U) == limits);
	require(!(ece_be32(accl + 4) & ~0x0f00ffffU));
	if (select >> 28 & 1)
		check_profile(accl);
	/* One switch of a port. */
	require(!fw->state->cong_status[2] || fw->state->cong_status[2] == 0xff);
	if (fw->type->cong[1].count) {
		require(ece_be32(fw->state->cong[1] + 0x2c) - 10 <= 1);
		require(ece_be32(fw->state->cong[1] + 0x34) >= 1);
	}
	check_ppcc(fw);
	check_nv(fw);
}

static void check_answer(const uint8_t *out, size_t out_len)
{
	if (!out[0])
		return;
	for (size_t i = 8; i < out_len; i++)
		require(!out[i]);
}

static bool is_query(const uint8_t *in)
{
	uint32_t opcode = ece_be32(in) >> 16;

	return opcode == 0x822 || opcode == 0x824 || opcode == 0x826 ||
	       (opcode == 0x805 && (ece_be32(in + 4) & 0xffff) == 1 && (ece_be32(in + 8) & 0xffff) == 0x402c);
}

static void run(struct fw *fw, const uint8_t *bytes, size_t len, size_t in_len, size_t out_len)
{
	struct fw_state before = *fw->state;
	uint8_t *in = calloc(1, in_len);
	uint8_t *out = malloc(out_len);

	require(in && out);
	memcpy(in, bytes, len < in_len ? len : in_len);
	fw_exec(fw, 0, in, in_len, out, out_len);
	check_answer(out, out_len);
	before.commands++;
	if (is_query(in) || (out[0] && out[0] != 0x01))
		require(!memcmp(&before, fw->state, sizeof(before)));
	free(out);
	free(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fw_state state;
	struct fw fw = {.state = &state};
	uint32_t select, limits;
	size_t types = 0;

	if (!size)
		return 0;
	while (fw_card_type_at(types))
		types++;
	fw.type = fw_card_type_at(data[0] % types);
	require(fw.type);
	fw_power_on(&fw, 1);
	select = ece_be32(state.roce_accl);
	limits = ece_be32(state.roce_accl + 8);
	for (size_t at = 1; at + 4 < size;) {
		size_t in_len = length(data + at), out_len = length(data + at + 2);
		size_t left = size - at - 4;

		run(&fw, data + at + 4, left, in_len, out_len);
		check_state(&fw, select, limits);
		at += 4 + (in_len < left ? in_len : left);
	}
	return 0;
}
