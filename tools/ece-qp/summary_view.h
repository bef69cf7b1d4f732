/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-qp --summary prints of counted queue pairs: as text, and as objects for --json. */
#ifndef ECE_TOOLS_ECE_QP_SUMMARY_VIEW_H
#define ECE_TOOLS_ECE_QP_SUMMARY_VIEW_H

#include <jansson.h>

#include "devx/qp/census.h"
#include "tools/common/term.h"

/* What queue pairs are held against. */
struct qp_want {
	uint32_t bits;      /* 0: nothing is wanted, so nothing is judged */
	const char *origin; /* who says so: "--want" */
	bool wish;          /* an "ece.allow": to be without it is no fault */
};

/**
 * census_text - the counts of one NIC, below the line that names it; then who lacks what
 */
void census_text(const struct term *term, const struct ece_qp_census *census, const struct qp_want *want);

/**
 * judged_text - "512 of 516 connected queue pairs have selective_repeat, 4 lack it", one paragraph
 */
void judged_text(const struct term *term, const struct ece_qp_judged *judged, const struct qp_want *want,
		 size_t indent);

/**
 * lacking_text - "4 RC lack selective_repeat: QP 262 of trainer 148 to 7, and 3 more"
 * @before: begins the paragraph
 */
void lacking_text(const struct term *term, const char *before, const struct ece_qp_kind *kind, uint32_t lacks,
		  size_t indent);

/**
 * unlisted_text - that there may be queue pairs which nobody counted
 * @processes: that may have some; -1: not known
 */
void unlisted_text(const struct term *term, int64_t processes, size_t indent);

/**
 * census_json - {count, kinds, others, left, unlisted_processes, judged}
 *
 * kinds: [{type, connected, count, lacks, ece: {state, raw, version, options, inferred, unnamed, why}, examples: [{qpn,
 * remote_qpn, pid, owner, kernel}]}]. "lacks" is a list of names and numbers, null where that is not judged or not
 * known. This and the others return a new reference, or NULL when memory ran out.
 */
json_t *census_json(const struct ece_qp_census *census, const struct qp_want *want);

/* kind_json - one of the kinds of census_json() */
json_t *kind_json(const struct ece_qp_kind *kind, const struct qp_want *want);

/* judged_json - {have, lack, unknown, apart}; null where nothing is wanted */
json_t *judged_json(const struct ece_qp_judged *judged, const struct qp_want *want);

/* want_json - {bits, options, origin, wish}; null where nothing is wanted */
json_t *want_json(const struct qp_want *want);

/* bits_json - ["selective_repeat", 4]: names, and the rest as one number */
json_t *bits_json(uint32_t bits);

#endif
