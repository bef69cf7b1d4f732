/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a fleet file comes to: every effective value, defaults too, with where it is said. No host is asked. */
#ifndef ECE_TOOLS_ECE_APPLY_EXPLAIN_H
#define ECE_TOOLS_ECE_APPLY_EXPLAIN_H

#include <jansson.h>

#include "lib/fleet/fleet.h"
#include "tools/common/term.h"

#define EXPLAIN_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

struct explain_row {
	const char *section; /* "values", "rollouts" ... */
	const char *of;      /* the entry: an assign, a rollout; "" for the file */
	const char *key;
	const char *value;
	const char *from;         /* what brought it there: "profile a extends b", or "" */
	struct fleet_place place; /* in the file; line 0: a default */
};

/* What is asked, and who takes the rows; strings of a row are valid during the call. */
struct explain {
	const struct fleet *fleet;
	uint32_t host;                 /* only what holds for this one; FLEET_NONE: all */
	const struct ece_param *param; /* only what concerns this one; NULL: all */
	void (*take)(void *ctx, const struct explain_row *row);
	void *ctx;
};

/**
 * explain_file, explain_excludes, explain_values, explain_rollouts, explain_drift, explain_hooks - the rows: hosts
 * and roles; who is left alone; overrides and assigns; changes, rollouts and gates; what is done about drift; who is
 * told
 */
void explain_file(const struct explain *x);
void explain_excludes(const struct explain *x);
void explain_values(const struct explain *x);
void explain_rollouts(const struct explain *x);
void explain_drift(const struct explain *x);
void explain_hooks(const struct explain *x);

/**
 * explain_no_memory - rows are missing for want of memory: a row that says so
 */
void explain_no_memory(const struct explain *x);

/**
 * explain_row - hand one row on
 * @format: its value
 */
__attribute__((format(printf, 7, 8))) void explain_row(const struct explain *x, const char *section, const char *of,
						       const char *key, struct fleet_place place, const char *from,
						       const char *format, ...);

/**
 * explain_hosts - a row with the hosts of an entry, as a list and their number
 * @names: in any order
 */
void explain_hosts(const struct explain *x, const char *section, const char *of, struct fleet_place place,
		   const char *from, const char *const *names, size_t count);

/**
 * explain_text - print all rows for people
 */
void explain_text(const struct fleet *fleet, uint32_t host, const struct ece_param *param, const struct term *term);

/**
 * explain_json - {version, file, host, param, settings: [{section, of, key, value, origin, from, line, column}]}
 *
 * origin is "file" or "default"; line and column are null for a default. Returns a new reference, or NULL when memory
 * ran out.
 */
json_t *explain_json(const struct fleet *fleet, uint32_t host, const struct ece_param *param);

#endif
