/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-connect prints of a connection: as text, and as an object for --json. */
#ifndef ECE_TOOLS_ECE_CONNECT_VIEWS_H
#define ECE_TOOLS_ECE_CONNECT_VIEWS_H

#include <jansson.h>

#include "tools/common/term.h"
#include "tools/ece-connect/report.h"

#define CONNECT_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

/**
 * result_text - the ends, and queue pairs that are alike together; nothing of an error
 */
void result_text(const struct term *term, const struct connect_result *result);

/**
 * result_json - {version, verdict, role, mode, queue_pairs, local, remote, device, pairs, data, error}
 *
 * "pairs" has an object for each queue pair: {qpn, peer_qpn, local, remote, lacking, missing, same}; of an end that did
 * not tell, and of a word that there is not, null. Returns a new reference, or NULL when memory ran out.
 */
json_t *result_json(const struct connect_result *result);

/**
 * mode_name - "raw", "cm", "cm-managed"
 */
const char *mode_name(enum connect_mode mode);

#endif
