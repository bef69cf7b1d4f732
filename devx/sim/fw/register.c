// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/register.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/general.h"
#include "devx/sim/fw/nv.h"
#include "devx/sim/fw/page.h"
#include "devx/sim/fw/port.h"
#include "devx/sim/fw/port_counter.h"
#include "devx/sim/fw/qos.h"

enum {
	OP_MOD_WRITE = 0,
	OP_MOD_READ = 1,

	CAP_USER = 0x18, /* [13] access_register_user */
	CAP_USER_BIT = 1 << 13,
};

static const struct fw_register registers[] = {
	{0x4002, "QPTS", fw_qpts},
	{0x4005, "QETCR", fw_qetcr},
	{0x400a, "QTCT", fw_qtct},
	{0x4013, "QPDPM", fw_qpdpm},
	{0x4019, "QCAM", fw_qcam},
	{0x4020, "DCBX_PARAM", fw_dcbx_param},
	{0x402c, "ROCE_ACCL", fw_roce_accl},
	{0x5003, "PMTU", fw_pmtu},
	{0x5004, "PTYS", fw_ptys},
	{0x5006, "PAOS", fw_paos},
	{0x5007, "PFCC", fw_pfcc},
	{0x5008, "PPCNT", fw_ppcnt},
	{0x5041, "PCMR", fw_register_echo},
	{0x506e, "PPCC", fw_ppcc},
	{0x507f, "PCAM", fw_pcam},
	{0x6001, "NODE_DESC", fw_register_echo},
	{0x7004, "HOST_ENDIANNESS", fw_register_echo},
	{0x9020, "MGIR", fw_mgir},
	{0x9024, "MNVDA", fw_mnvda},
	{0x9025, "MNVDI", fw_mnvdi},
	{0x9028, "MFRL", fw_mfrl},
	{0x902f, "MROQ", fw_mroq},
	{0x9030, "MNVQC", fw_mnvqc},
	{0x9033, "MNVIA", fw_mnvia},
	{0x9034, "MNVGC", fw_mnvgc},
	{0x9035, "MNVGN", fw_mnvgn},
	{0x9051, "MPCNT", fw_mpcnt},
	{0x9060, "MCQS", fw_mcqs},
	{0x9061, "MCQI", fw_mcqi},
	{0x9064, "MQIS", fw_mqis},
	{0x907f, "MCAM", fw_mcam},
	{0x912a, "MRSI", fw_mrsi},
	{0xb01f, "SBCAM", fw_sbcam},
	{0xc000, "RESOURCE_DUMP", fw_resource_dump},
	{0xc00e, "DTOR", fw_register_echo},
};

#define REGISTER_COUNT (sizeof(registers) / sizeof(registers[0]))

static const struct fw_register *find(uint16_t id)
{
	for (size_t i = 0; i < REGISTER_COUNT; i++)
		if (registers[i].id == id)
			return &registers[i];
	return NULL;
}

bool fw_register_known(uint16_t id)
{
	return find(id) != NULL;
}

void fw_register_mask_set(uint8_t *mask, unsigned int n)
{
	uint8_t *word = mask + (3 - n / 32) * sizeof(uint32_t);

	ece_put_be32(word, ece_be32(word) | 1U << (n % 32));
}

uint8_t fw_access_reg(struct fw_call *call)
{
	const struct fw_register *reg = find((uint16_t)(ece_be32(call->in + 0x08) & 0xffff));
	uint32_t op_mod = ece_be32(call->in + 0x04) & 0xffff;
	struct fw_access access = {
		.call = call,
		.write = op_mod == OP_MOD_WRITE,
		.in = call->in + FW_REGISTER_AT,
		.in_len = call->in_len - FW_REGISTER_AT,
		.out = call->out + FW_REGISTER_AT,
		.out_len = call->out_len - FW_REGISTER_AT,
	};

	if (op_mod != OP_MOD_WRITE && op_mod != OP_MOD_READ)
		return PRM_STATUS_BAD_OP;
	if (!reg)
		return PRM_STATUS_BAD_PARAM;
	return reg->handler(&access);
}

static bool granted(const struct fw_card_type *type, uint32_t id)
{
	for (size_t i = 0; i < type->user_register_count; i++)
		if (type->user_registers[i] == id)
			return true;
	return false;
}

uint8_t fw_access_register_user(struct fw_call *call)
{
	const struct fw_card_type *type = call->fw->type;

	if (!(fw_page_word(&type->cap_general, CAP_USER) & CAP_USER_BIT) ||
	    (ece_be32(call->in + 0x04) & 0xffff) != OP_MOD_READ)
		return PRM_STATUS_BAD_OP;
	if (!granted(type, ece_be32(call->in + 0x08) & 0xffff))
		return PRM_STATUS_BAD_PARAM;
	return fw_access_reg(call);
}

static void load_algo(struct fw_state *state, const struct fw_ppcc_algo *algo)
{
	state->ppcc_enabled |= (uint16_t)(1U << algo->slot);
	for (size_t i = 0; i < algo->param_count && i < FW_PPCC_PARAMS; i++)
		state->ppcc_param[i] = algo->params[i].initial;
}

void fw_registers_power_on(struct fw *fw)
{
	struct fw_state *state = fw->state;

	fw_page_expand(&fw->type->roce_accl, state->roce_accl, sizeof(state->roce_accl));
	fw_qos_power_on(state);
	for (size_t i = 0; i < FW_CONG_PROTOCOLS; i++) {
		fw_page_expand(&fw->type->cong[i], state->cong[i], sizeof(state->cong[i]));
		state->cong_status[i] = 0xff;
		state->cong_tag[i] = 0;
	}
	fw_nv_apply(fw);
	state->ppcc_enabled = 0;
	state->ppcc_counters = 0;
	state->ppcc_trace = 0;
	memset(state->ppcc_param, 0, sizeof(state->ppcc_param));
	memset(state->ppcc_counter, 0, sizeof(state->ppcc_counter));
	for (size_t i = 0; i < fw->type->algo_count; i++)
		load_algo(state, &fw->type->algos[i]);
}
