/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a "set" says: a value for each parameter that it names, and what follows where a card or host cannot. */
#ifndef ECE_LIB_FLEET_VALUES_H
#define ECE_LIB_FLEET_VALUES_H

#include <stdint.h>

#include "lib/fleet/cursor.h"
#include "lib/fleet/fleet.h"

/* What follows for each parameter that a card or host cannot do; by position in the parameter table. */
struct policies {
	uint8_t *unsupported, *no_door; /* enum fleet_policy */
};

/* A "set" that is being read; by position in the parameter table. */
struct value_set {
	const char *what;          /* "profile" or "override", for messages */
	uint32_t profile;          /* or FLEET_NONE */
	struct fleet_value *slots; /* param NULL: not named */
	const char **names;        /* the key that named it here; NULL: it was taken over */
};

/**
 * policies_new - read "if_unsupported" and "if_no_door" of an object
 * @from: what holds where it says nothing; NULL: fail
 *
 * Returns 0 or -ENOMEM.
 */
int policies_new(struct parse *p, struct cursor at, const struct policies *from, struct policies *policies);

/**
 * value_set_new - an empty set, to be begun as often as needed
 *
 * Returns 0 or -ENOMEM.
 */
int value_set_new(struct parse *p, const char *what, struct value_set *set);

/**
 * value_set_begin - empty it, and take over what another one has
 */
void value_set_begin(struct value_set *set, uint32_t profile, const struct fleet_value *from, uint32_t count);

/**
 * value_set_read - add what the object @at names, which wins; faulty values were reported by the check
 *
 * Reports two names of one parameter, and a floor above its ceiling. Returns 0 or -ENOMEM.
 */
int value_set_read(struct parse *p, struct cursor at, struct value_set *set);

/**
 * value_set_keep - the values in the order of the parameter table, in memory that outlives the parser
 *
 * Returns 0 or -ENOMEM.
 */
int value_set_keep(struct parse *p, const struct value_set *set, const struct policies *policies,
		   const struct fleet_value **values, uint32_t *count);

#endif
