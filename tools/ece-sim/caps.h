/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Capability pages of a real card from files, for --card ...,caps=DIR. */
#ifndef ECE_TOOLS_ECE_SIM_CAPS_H
#define ECE_TOOLS_ECE_SIM_CAPS_H

#include "devx/base/error.h"
#include "devx/sim/fw/overlay.h"

#define CAPS_FILE_MAX 65536 /* a page in hexadecimal, with blanks and line ends */

/**
 * caps_load - a card type with the pages of a folder over it
 * @dir: has "general", "roce", "general2", as many as are there, each with ".bin" (bytes) or ".hex" (hexadecimal digits,
 *       blanks ignored); a page as it is, or the whole answer of QUERY_HCA_CAP with its header
 * @overlay: receives the type; free() it, after the card
 *
 * See devx/sim/fw/overlay.h for what is taken over. Returns 0; -ENOENT (kind IO) when the folder has no page at all;
 * -EINVAL (kind SYNTAX) for digits that are none and pages of no such length; -E2BIG (kind LIMIT); with @e filled.
 */
int caps_load(const char *dir, const struct fw_card_type *base, struct fw_overlay **overlay, struct ece_error *e);

#endif
