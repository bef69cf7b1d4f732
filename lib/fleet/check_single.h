/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Values of a fleet file that hold no others of the form. Each function reports what does not fit. */
#ifndef ECE_LIB_FLEET_CHECK_SINGLE_H
#define ECE_LIB_FLEET_CHECK_SINGLE_H

#include "lib/fleet/cursor.h"
#include "lib/fleet/shape.h"

#define FAULT_NOT_YET "known, not in this version"

/**
 * check_wrong_type - "this is a number; @want belongs here"
 */
void check_wrong_type(struct parse *p, struct cursor at, const char *want);

/**
 * check_text - a string that is not empty
 * @want: what it is, for the fault: "the value of a label"
 *
 * Returns NULL when it is none.
 */
const char *check_text(struct parse *p, struct cursor at, const char *want);

/**
 * check_single - a value of a kind that has no table of its own: all but ANY, VALUE, PARAM, EITHER and containers
 */
void check_single(struct parse *p, struct cursor at, const struct shape *shape);

#endif
