/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-qp --fleet prints: as text, and as an object for --json. */
#ifndef ECE_TOOLS_ECE_QP_FLEET_VIEW_H
#define ECE_TOOLS_ECE_QP_FLEET_VIEW_H

#include <jansson.h>

#include "tools/ece-qp/fleet_count.h"

#define FLEET_GROUPS_SHOWN  32 /* as text; --json has all */
#define FLEET_LACKING_SHOWN 16

/**
 * fleet_text - hosts that run with the same kinds of queue pairs together, then who lacks what, then who did not tell
 */
void fleet_text(const struct term *term, const struct fleet_count *count);

/**
 * fleet_json - {version, simulated, count, nics, nics_untold, groups, wanted, lacking, lacking_more, not_told}
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *fleet_json(const struct fleet_count *count, bool simulated);

/* control_qps_state as a word: "told", "unreachable", "failed", "older_agent". */
const char *fleet_state_word(enum control_qps_state state);

#endif
