// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/record/mailbox.h"

#include <string.h>

#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"
#include "devx/prm/cong.h"
#include "devx/prm/general.h"
#include "devx/prm/hca_cap.h"
#include "devx/prm/nv.h"
#include "devx/prm/ppcc.h"
#include "devx/prm/qos.h"
#include "devx/prm/queue.h"
#include "devx/prm/roce_accl.h"

/* An initialiser of a constant table: not prm_layout_rows(), which takes a value. */
#define PART(name, where)                                                                     \
	{                                                                                     \
		.layout = #name, .rows = (const struct prm_field *)(const void *)&prm_##name, \
		.count = sizeof(prm_##name) / sizeof(struct prm_field), .at = (where)         \
	}

#define REG(id, title, ...)                                                                    \
	{                                                                                      \
		.opcode = PRM_OP_ACCESS_REG, .key = PRM_REG_##id, .name = "ACCESS_REG " title, \
		.keep = RECORD_KEEP_ALL, .parts = {                                            \
			__VA_ARGS__                                                            \
		}                                                                              \
	}

#define CAP(page, title, ...)                                                                  \
	{                                                                                      \
		.opcode = PRM_OP_QUERY_HCA_CAP, .key = (page), .name = "QUERY_HCA_CAP " title, \
		.keep = RECORD_KEEP_ALL, .parts = {                                            \
			__VA_ARGS__                                                            \
		}                                                                              \
	}

#define CONG(protocol, title, ...)                                                                         \
	{                                                                                                  \
		.opcode = PRM_OP_QUERY_CONG_PARAMS, .key = (protocol), .name = "QUERY_CONG_PARAMS " title, \
		.keep = RECORD_KEEP_ALL, .parts = {                                                        \
			__VA_ARGS__                                                                        \
		}                                                                                          \
	}

#define OTHER(op, title, ...)                                                                                    \
	{                                                                                                        \
		.opcode = PRM_OP_##op, .key = RECORD_ANY_KEY, .name = title, .keep = RECORD_KEEP_ALL, .parts = { \
			__VA_ARGS__                                                                              \
		}                                                                                                \
	}

#define QUERY_QP 0x50b

static const struct record_mailbox mailboxes[] = {
	REG(ROCE_ACCL, "ROCE_ACCL", PART(roce_accl, PRM_ACCESS_REG_DATA)),
	REG(PPCC, "PPCC", PART(ppcc, PRM_ACCESS_REG_DATA)),
	REG(QPTS, "QPTS", PART(qpts_reg, PRM_ACCESS_REG_DATA)),
	REG(QPDPM, "QPDPM", PART(qpdpm_reg, PRM_ACCESS_REG_DATA)),
	REG(MNVDA, "MNVDA", PART(nv_item, PRM_ACCESS_REG_DATA)),
	REG(MNVQC, "MNVQC", PART(mnvqc, PRM_ACCESS_REG_DATA)),
	REG(MNVGC, "MNVGC", PART(mnvgc, PRM_ACCESS_REG_DATA)),
	REG(MCAM, "MCAM", PART(mcam, PRM_ACCESS_REG_DATA)),
	REG(MFRL, "MFRL", PART(mfrl, PRM_ACCESS_REG_DATA)),
	{
		/* the manufacturing base MAC, and how long it has been up */
		.opcode = PRM_OP_ACCESS_REG,
		.key = PRM_REG_MGIR,
		.name = "ACCESS_REG MGIR",
		.keep = RECORD_KEEP_ALL,
		.blank = PRM_ACCESS_REG_DATA + 0x10,
		.blank_len = 0x10,
		.parts = {PART(mgir, PRM_ACCESS_REG_DATA)},
	},
	{
		/* vhca_id, which tells cards apart */
		.opcode = PRM_OP_QUERY_HCA_CAP,
		.key = PRM_CAP_GENERAL,
		.name = "QUERY_HCA_CAP general",
		.keep = RECORD_KEEP_ALL,
		.blank = PRM_QUERY_HCA_CAP_PAGE + 0x06,
		.blank_len = 2,
		.parts = {PART(cap_general, PRM_QUERY_HCA_CAP_PAGE)},
	},
	CAP(PRM_CAP_ROCE, "RoCE", PART(cap_roce, PRM_QUERY_HCA_CAP_PAGE)),
	CAP(RECORD_ANY_KEY, "of another page", {0}),
	CONG(PRM_CONG_ROCE_RP, "RP", PART(cong_rp, PRM_QUERY_CONG_PARAMS_BLOCK)),
	CONG(PRM_CONG_ROCE_NP, "NP", PART(cong_np, PRM_QUERY_CONG_PARAMS_BLOCK)),
	CONG(PRM_CONG_GENERAL, "general", PART(cong_general, PRM_QUERY_CONG_PARAMS_BLOCK)),
	CONG(RECORD_ANY_KEY, "of another protocol", {0}),
	OTHER(MODIFY_CONG_PARAMS, "MODIFY_CONG_PARAMS", {0}),
	OTHER(QUERY_CONG_STATUS, "QUERY_CONG_STATUS", PART(cong_status, 0)),
	OTHER(MODIFY_CONG_STATUS, "MODIFY_CONG_STATUS", {0}),
	OTHER(QUERY_CONG_STATISTICS, "QUERY_CONG_STATISTICS", PART(cong_statistics, 0)),
	{
		/* state and ECE; behind them are the addresses of the peer */
		.opcode = QUERY_QP,
		.key = RECORD_ANY_KEY,
		.name = "QUERY_QP",
		.keep = PRM_QPC_AT + 4,
		.parts = {PART(query_qp_out, 0)},
	},
};

static uint16_t key_of(uint16_t opcode, const uint8_t *in)
{
	switch (opcode) {
	case PRM_OP_ACCESS_REG:
		return (uint16_t)prm_get(in, &prm_access_reg.register_id);
	case PRM_OP_QUERY_HCA_CAP:
		return (uint16_t)(prm_get(in, &prm_mbox_in.op_mod) >> 1);
	case PRM_OP_QUERY_CONG_PARAMS:
		return (uint16_t)prm_get(in, &prm_cong_params.cong_protocol);
	default:
		return RECORD_ANY_KEY;
	}
}

const struct record_mailbox *record_mailbox_find(const uint8_t *in, size_t len)
{
	uint16_t opcode, key;

	if (len < PRM_MBOX_MIN)
		return NULL;
	opcode = (uint16_t)prm_get(in, &prm_mbox_in.opcode);
	if (opcode == PRM_OP_ACCESS_REGISTER_USER)
		opcode = PRM_OP_ACCESS_REG;
	key = key_of(opcode, in);
	for (size_t i = 0; i < sizeof(mailboxes) / sizeof(mailboxes[0]); i++)
		if (mailboxes[i].opcode == opcode && (mailboxes[i].key == key || mailboxes[i].key == RECORD_ANY_KEY))
			return &mailboxes[i];
	return NULL;
}

void record_mailbox_blank(const struct record_mailbox *mailbox, uint8_t *out, size_t len)
{
	size_t end = mailbox->blank + (size_t)mailbox->blank_len;

	if (len > mailbox->keep)
		memset(out + mailbox->keep, 0, len - mailbox->keep);
	if (mailbox->blank < len)
		memset(out + mailbox->blank, 0, (end < len ? end : len) - mailbox->blank);
}
