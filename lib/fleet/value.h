/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Single values of a fleet file. */
#ifndef ECE_LIB_FLEET_VALUE_H
#define ECE_LIB_FLEET_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/params/param.h"
#include "lib/base/intern.h"
#include "lib/fleet/cursor.h"
#include "lib/fleet/fleet.h"

/**
 * read_value - what one key of "set" says about its parameter
 * @report: report faults and keep nothing; without, values by speed are kept in the fleet's memory
 * @value: raw, leave, original and by_speed are written on success
 *
 * Returns 0; -EINVAL when it is no value of this version; -ENOMEM.
 */
int read_value(struct parse *p, struct cursor at, const struct ece_param *param, bool report,
	       struct fleet_value *value);

/**
 * read_copy, read_text - a copy of a string in the fleet's memory; NULL when there is none
 *
 * Return 0 or -ENOMEM.
 */
int read_text(struct parse *p, const char *from, const char **text);
int read_copy(struct parse *p, struct cursor at, const char **text);

/**
 * read_id - what an entry is called: its "id", or "assign[3]" when it has none
 * @list: the key of its list
 * @ids: those of the entries before; a second one is reported
 *
 * Returns 0 or -ENOMEM.
 */
int read_id(struct parse *p, struct cursor at, const char *list, size_t i, struct intern *ids, const char **name);
bool has_id(struct cursor at);

/**
 * read_name - the number of a name that another place of the file must have
 * @what: "profile", for messages
 *
 * Returns FLEET_NONE when it is not there, or reported because it is unknown.
 */
uint32_t read_name(struct parse *p, struct cursor at, const struct intern *names, const char *what);

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

/* Of "on_inconclusive", by enum fleet_rule. */
extern const char *const fleet_rule_words[];

#endif
