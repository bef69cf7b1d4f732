/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-qp prints of one card: as text, and as an object for --json. */
#ifndef ECE_TOOLS_ECE_QP_VIEWS_H
#define ECE_TOOLS_ECE_QP_VIEWS_H

#include <jansson.h>

#include "tools/common/term.h"
#include "tools/ece-qp/collect.h"

/**
 * qps_text - the queue pairs below the line that names the card
 *
 * Reasons that several share are printed once, below, and numbered.
 */
void qps_text(const struct term *term, const struct qp_card *card);

/**
 * qps_json - [{qpn, port, listed, type, state, remote_qpn, pid, owner, kernel, ece}]
 *
 * "ece" is {state, raw, version, options, unnamed, way, why, ways}: raw, version, options and unnamed are null unless the
 * state is "set". This and users_json() return a new reference, or NULL when memory ran out.
 */
json_t *qps_json(const struct qp_card *card);

/* users_json - [{pid, comm}], who has the device open */
json_t *users_json(const struct qp_card *card);

#endif
