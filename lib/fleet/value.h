/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Single values of a fleet file. */
#ifndef ECE_LIB_FLEET_VALUE_H
#define ECE_LIB_FLEET_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/params/param.h"
#include "lib/fleet/cursor.h"
#include "lib/fleet/fleet.h"

/**
 * read_value - what one key of "set" says about its parameter
 * @value: raw and leave are written on success
 *
 * Returns true when it is a value of this version; else false with the fault reported if @report.
 */
bool read_value(struct parse *p, struct cursor at, const struct ece_param *param, bool report,
		struct fleet_value *value);

/**
 * read_amount, read_duration - false when the value is none or not there; reports nothing
 */
bool read_amount(struct cursor at, struct fleet_amount *amount);
bool read_duration(struct cursor at, uint64_t *ns);

/**
 * read_word - the number of a string in a list of words ended by NULL
 *
 * Returns @missing when it is not there or none of them; reports nothing.
 */
int read_word(struct cursor at, const char *const *words, int missing);

#endif
