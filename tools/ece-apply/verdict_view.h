/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What gates said, for people and as JSON. */
#ifndef ECE_TOOLS_ECE_APPLY_VERDICT_VIEW_H
#define ECE_TOOLS_ECE_APPLY_VERDICT_VIEW_H

#include <jansson.h>

#include "lib/control/control.h"
#include "tools/common/term.h"

#define VERDICT_LINE_MAX (GATE_WHY_MAX + 256)

/**
 * verdict_line - "gate harm of step 2: pass: 0.31 per TB on 4 hosts, before 0.30, at most 0.47"
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *verdict_line(const struct control_verdict *verdict, char *buf, size_t size);

/**
 * verdict_style - how a result is shown
 */
enum term_style verdict_style(enum gate_result result);

/**
 * verdict_number - a value as gates print it, or "-" where there is none
 *
 * Returns @buf.
 */
const char *verdict_number(bool has, double value, char *buf, size_t size);

/**
 * verdict_json - {step, round, change, gate, kind, result, value, baseline, threshold, per, hosts, usable, worst, why,
 * treated, untouched, witnesses}; numbers that there are not are null, steps count from 1
 *
 * A witness is {host, treated, counter, before, during, why}. Returns a new reference, or NULL when memory ran out.
 */
json_t *verdict_json(const struct control_verdict *verdict);

#endif
