/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A card type with the capabilities that a real card told: pages of QUERY_HCA_CAP over those of the type.
 *
 * Taken over is what this model plays or what drivers only pass on; whatever would make a driver use a subsystem that
 * is not played (eswitch, lag, clock, steering ...), or use numbers beyond the model's own limits, stays as the type
 * has it.
 * Source of the pages: Linux include/linux/mlx5/mlx5_ifc.h (cmd_hca_cap, roce_cap, cmd_hca_cap_2).
 */
#ifndef ECE_DEVX_SIM_FW_OVERLAY_H
#define ECE_DEVX_SIM_FW_OVERLAY_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/object.h"

#define FW_OVERLAY_PAGES 3

struct fw_overlay {
	struct fw_card_type type; /* use this one; it points into the words below, so the overlay must not move */
	struct fw_word words[FW_OVERLAY_PAGES][FW_CAP_BYTES / sizeof(uint32_t)];
};

/**
 * fw_overlay_start - the type as it is
 */
void fw_overlay_start(struct fw_overlay *overlay, const struct fw_card_type *base);

/**
 * fw_overlay_name - "general", "roce", "general2": the pages of which something can be taken over; NULL behind the last
 */
const char *fw_overlay_name(size_t page);

/**
 * fw_overlay_take - take over what there is to take of one page
 * @page: an index of fw_overlay_name()
 * @bytes: from the start of the page, big endian; what lies beyond @len counts as not told
 */
void fw_overlay_take(struct fw_overlay *overlay, size_t page, const uint8_t *bytes, size_t len);

#endif
