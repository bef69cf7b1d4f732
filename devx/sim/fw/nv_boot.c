// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What the NV configuration in force makes of the volatile registers when they start anew: the congestion parameters of
 * the function's port, and the priorities for which congestion control begins enabled. Other TLVs act on nothing here.
 */
#include <string.h>

#include "devx/prm/cong.h"
#include "devx/prm/nv_tlv.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/nv.h"

#define NV_ROCE_CC     0x107
#define NV_ROCE_CC_ECN 0x108

static const struct prm_field *named(const struct prm_field *rows, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

/* The TLV and the blocks of the commands have the same fields under the same names, elsewhere. */
static void take_ecn(struct fw_state *state, const uint8_t *tlv)
{
	const struct prm_field *rows = prm_layout_rows(&prm_nv_roce_cc_ecn);

	for (size_t i = 0; i < prm_layout_count(&prm_nv_roce_cc_ecn); i++) {
		const struct prm_field *rp =
			named(prm_layout_rows(&prm_cong_rp), prm_layout_count(&prm_cong_rp), rows[i].name);
		const struct prm_field *np =
			named(prm_layout_rows(&prm_cong_np), prm_layout_count(&prm_cong_np), rows[i].name);
		uint64_t value = prm_get(tlv, &rows[i]);

		if (rp)
			prm_set(state->cong[PRM_CONG_ROCE_RP], rp, value);
		if (np)
			prm_set(state->cong[PRM_CONG_ROCE_NP], np, value);
	}
}

static bool read_tlv(const struct fw *fw, uint16_t id, uint8_t *data)
{
	struct fw_nv_item item = fw_nv_find(fw, prm_nv_type(PRM_NV_PORT, (uint8_t)(fw->state->function + 1), id));

	return item.tlv && fw_nv_read(fw, &item, PRM_NV_CURRENT, data);
}

void fw_nv_apply(struct fw *fw)
{
	uint8_t data[PRM_NV_DATA_MAX];
	uint8_t mask;

	if (read_tlv(fw, NV_ROCE_CC_ECN, data))
		take_ecn(fw->state, data);
	if (!read_tlv(fw, NV_ROCE_CC, data))
		return;
	mask = (uint8_t)prm_get(data, &prm_nv_roce_cc.roce_cc_enable_pri);
	fw->state->cong_status[PRM_CONG_ROCE_RP] = mask;
	fw->state->cong_status[PRM_CONG_ROCE_NP] = mask;
}
