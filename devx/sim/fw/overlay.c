// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/overlay.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/hca_cap.h"
#include "devx/sim/fw/page.h"

/* clang-format off */
static const struct prm_field *const general[] = {
	&prm_cap_general.ece_support,
	&prm_cap_general.go_back_n,
	&prm_cap_general.access_register_user,
	&prm_cap_general.roce_accl,
	&prm_cap_general.cc_query_allowed,
	&prm_cap_general.cc_modify_allowed,
	&prm_cap_general.rts2rts_qp_dscp,
	&prm_cap_general.out_of_seq_cnt,
	&prm_cap_general.retransmission_q_counters,
	&prm_cap_general.enhanced_error_q_counters,
	&prm_cap_general.num_of_diagnostic_counters,
	&prm_cap_general.dp_ordering_ooo_all_ud,
	&prm_cap_general.dp_ordering_ooo_all_uc,
	&prm_cap_general.dp_ordering_ooo_all_xrc,
	&prm_cap_general.dp_ordering_ooo_all_dc,
	&prm_cap_general.dp_ordering_ooo_all_rc,
	&prm_cap_general.roce_rw_supported,
	&prm_cap_general.uctx_cap,
};

static const struct prm_field *const roce[] = {
	&prm_cap_roce.roce_apm,
	&prm_cap_roce.sw_r_roce_src_udp_port,
	&prm_cap_roce.fl_rc_qp_when_roce_disabled,
	&prm_cap_roce.fl_rc_qp_when_roce_enabled,
	&prm_cap_roce.roce_cc_general,
	&prm_cap_roce.qp_ooo_transmit_default,
	&prm_cap_roce.r_roce_dest_udp_port,
	&prm_cap_roce.r_roce_max_src_udp_port,
	&prm_cap_roce.r_roce_min_src_udp_port,
};

/* Ordering, VUID, planes: told to those who ask, and no subsystem of a driver. Linux mlx5_ifc.h, cmd_hca_cap_2. */
static const struct prm_field general2_fields[] = {
	{ "dp_ordering_force", 0x10, 23, 23 },
	{ "multiplane_qp_ud",  0x18, 21, 21 },
	{ "multiplane",        0x18, 7,  7 },
	{ "pcc_ifa2",          0x7c, 15, 15 },
};

static const struct prm_field *const general2[] = {
	&general2_fields[0], &general2_fields[1], &general2_fields[2], &general2_fields[3],
};

static const struct page {
	const char *name;
	size_t at; /* of the page in struct fw_card_type */
	const struct prm_field *const *fields;
	size_t count;
} pages[FW_OVERLAY_PAGES] = {
	{ "general",  offsetof(struct fw_card_type, cap_general),  general,  sizeof(general) / sizeof(general[0]) },
	{ "roce",     offsetof(struct fw_card_type, cap_roce),     roce,     sizeof(roce) / sizeof(roce[0]) },
	{ "general2", offsetof(struct fw_card_type, cap_general2), general2, sizeof(general2) / sizeof(general2[0]) },
};
/* clang-format on */

void fw_overlay_start(struct fw_overlay *overlay, const struct fw_card_type *base)
{
	memset(overlay, 0, sizeof(*overlay));
	overlay->type = *base;
}

const char *fw_overlay_name(size_t page)
{
	return page < FW_OVERLAY_PAGES ? pages[page].name : NULL;
}

static size_t pack(const uint8_t *bytes, struct fw_word *words)
{
	size_t count = 0;

	for (uint16_t at = 0; at < FW_CAP_BYTES; at += sizeof(uint32_t))
		if (ece_be32(bytes + at))
			words[count++] = (struct fw_word){at, ece_be32(bytes + at)};
	return count;
}

void fw_overlay_take(struct fw_overlay *overlay, size_t page, const uint8_t *bytes, size_t len)
{
	struct fw_page *of = (struct fw_page *)(void *)((uint8_t *)&overlay->type + pages[page].at);
	uint8_t mine[FW_CAP_BYTES];

	fw_page_expand(of, mine, sizeof(mine));
	for (size_t i = 0; i < pages[page].count; i++) {
		const struct prm_field *field = pages[page].fields[i];

		if (field->at + sizeof(uint32_t) <= len)
			prm_set(mine, field, prm_get(bytes, field));
	}
	of->words = overlay->words[page];
	of->count = pack(mine, overlay->words[page]);
}
