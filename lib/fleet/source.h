/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The texts that are read: the fleet file, and what its commands printed. */
#ifndef ECE_LIB_FLEET_SOURCE_H
#define ECE_LIB_FLEET_SOURCE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/json_position.h"

struct parse;

struct source {
	const char *name; /* for messages */
	const char *what; /* what its outermost value is called: "the file" */
	uint32_t number;  /* faults come in this order: the file's first */
	json_t *json;
	struct json_positions *positions;
};

/**
 * source_open - parse a text, and report what is no JSON and keys that it gives twice
 * @source: zeroed, with names and number set; it is used from now on, and outlives the parser
 *
 * Returns 0; or a negative errno with the fault reported: there is nothing to read.
 */
int source_open(struct parse *p, struct source *source, const char *text, size_t len);

/**
 * source_use - cursors and faults are of this source from now on
 */
void source_use(struct parse *p, struct source *source);

/**
 * source_done - free what was opened
 */
void source_done(struct source *source);

#endif
