/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A NIC as every tool names it: as text, and as an object for --json. */
#ifndef ECE_TOOLS_COMMON_NIC_VIEW_H
#define ECE_TOOLS_COMMON_NIC_VIEW_H

#include <jansson.h>

#include "devx/nic/nic.h"
#include "tools/common/term.h"

/**
 * nic_text - the lines that name a NIC, and what is odd about it
 */
void nic_text(const struct term *term, const struct ece_nic_info *info);

/* A sentence about it, wrapped; nothing when @text is empty. */
void nic_remark(const struct term *term, const char *before, const char *text);

/**
 * nic_json - what identifies and describes a NIC; null where the host does not tell, and for a bar that there is not
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *nic_json(const struct ece_nic_info *info);

#endif
