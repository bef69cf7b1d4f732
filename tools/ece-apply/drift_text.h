/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What --drift prints: for people, as JSON, and for Nagios. */
#ifndef ECE_TOOLS_ECE_APPLY_DRIFT_TEXT_H
#define ECE_TOOLS_ECE_APPLY_DRIFT_TEXT_H

#include <jansson.h>
#include <stdio.h>

#include "tools/common/term.h"
#include "tools/ece-apply/drift_pass.h"

#define DRIFT_TEXT_GROUPS_MAX  40  /* groups that are printed for people; --json has them all */
#define DRIFT_TEXT_WRITERS_MAX 20  /* the same of values with a writer who is not fought */
#define DRIFT_NAGIOS_MAX       900 /* bytes of the line before its numbers */

/**
 * drift_text - print what a pass found
 */
void drift_text(const struct drift_pass *pass, const struct term *term);

/**
 * drift_json - the object under "drift"; a new reference, or NULL when memory ran out
 */
json_t *drift_json(const struct drift_pass *pass);

/**
 * drift_nagios - one line with performance data, for a plug-in of Nagios and its kin
 * @pass: without .drift when it came to nothing: @outcome then knows why
 *
 * Returns the exit status: 0 OK; 1 WARNING: something drifted; 2 CRITICAL: the same on many hosts, a writer who is not
 * fought, or something whose drift the file holds rollouts for or repairs; 3 UNKNOWN: nothing is seen, and not all
 * could be read.
 */
int drift_nagios(const struct drift_pass *pass, const struct outcome *outcome, FILE *out);

/**
 * drift_text_change - "dcqcn.rp.ai_rate 20 Mb/s -> 5 Mb/s"; returns @buf
 */
const char *drift_text_change(const struct drift_item *item, const char *arrow, char *buf, size_t size);

#endif
