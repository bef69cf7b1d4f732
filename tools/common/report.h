/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Errors for people, on stderr: "error: file:line:column: sentence". */
#ifndef ECE_TOOLS_COMMON_REPORT_H
#define ECE_TOOLS_COMMON_REPORT_H

#include <jansson.h>

#include "devx/base/error.h"

#define REPORT_JSON_MAX 1000 /* errors kept for JSON; all are printed and counted */

/**
 * report_error - print one error; where a device was involved, with what the firmware said
 */
void report_error(const struct ece_error *e);

/**
 * report_json - an error as an object {kind, text, place, errno}
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *report_json(const struct ece_error *e);

/* Errors of one command: printed as they come and kept for its JSON output. */
struct report {
	struct ece_error_sink sink; /* to hand to a parser */
	json_t *errors;             /* array */
};

/**
 * report_init - start without errors; report_done() frees what was kept
 */
void report_init(struct report *report);
void report_done(struct report *report);

/**
 * report_add - print one error and keep it
 */
void report_add(struct report *report, const struct ece_error *e);

#endif
