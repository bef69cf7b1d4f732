/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two documents of ece-show --json against each other. */
#ifndef ECE_TOOLS_ECE_SHOW_DIFF_H
#define ECE_TOOLS_ECE_SHOW_DIFF_H

#include <jansson.h>
#include <stddef.h>

#include "devx/base/error.h"
#include "tools/common/term.h"

#define DIFF_FILE_MAX (16U << 20) /* bytes of a saved document */

/**
 * diff_load - read a saved document
 *
 * Returns 0 and a new reference; or a negative errno with @e filled: it cannot be read, is no JSON, or is not what
 * ece-show --json prints.
 */
int diff_load(const char *path, json_t **document, struct ece_error *e);

/**
 * diff_documents - {cards: [{pci, there, differences: [{what, there, here}]}], only_there, only_here, not_compared}
 *
 * A NIC is the one with the same GUID; where the two have no GUID in common, they are of different hosts, and it is the
 * one at the same PCI address. A value that neither side could read is not compared, only counted. Returns a new
 * reference, or NULL when memory ran out.
 */
json_t *diff_documents(const json_t *there, const json_t *here);

/**
 * diff_count - differences in what diff_documents() returned; a NIC that only one side has is one
 */
size_t diff_count(const json_t *diff);

void diff_text(const struct term *term, const json_t *diff);

#endif
