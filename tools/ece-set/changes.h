/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What would change on which NIC. */
#ifndef ECE_TOOLS_ECE_SET_CHANGES_H
#define ECE_TOOLS_ECE_SET_CHANGES_H

#include <jansson.h>

#include "devx/nic/nic.h"
#include "lib/host/guard.h"
#include "tools/common/term.h"
#include "tools/ece-set/assign.h"

/* All values that were named, NIC by NIC. */
struct changes {
	const struct ece_nic_info *nics;
	size_t nic_count;
	size_t per_nic;           /* values of each */
	struct ece_write *writes; /* nic_count * per_nic */
	size_t differing;         /* of them */
	size_t differing_nics;
};

/**
 * changes_make - read the NICs and compare
 *
 * What a NIC cannot take is reported, the first of each. Returns whether there was nothing to report; changes_done() in
 * any case.
 */
bool changes_make(const struct ece_os *os, const struct ece_nic_info *nics, size_t nic_count,
		  const struct assign *assigns, size_t count, struct changes *changes, struct ece_error_sink *sink);
void changes_done(struct changes *changes);

/**
 * changes_sets - those that differ, as the guard takes them
 * @sets: receives an array of changes->differing; free() it
 *
 * Returns 0, or -ENOMEM.
 */
int changes_sets(const struct changes *changes, struct guard_set **sets);

/* The plan: what changes, and what a person should know before. */
void changes_text(const struct term *term, const struct changes *changes);

/* [{pci, guid, param, from, from_raw, to, to_raw, change, warnings: []}] */
json_t *changes_json(const struct changes *changes);

#endif
