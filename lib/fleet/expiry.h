/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What holds until a day. */
#ifndef ECE_LIB_FLEET_EXPIRY_H
#define ECE_LIB_FLEET_EXPIRY_H

#include "lib/fleet/cursor.h"

/**
 * read_expiry - a copy of a date; NULL when there is none
 * @what: "override", for the fault when the day is over at fleet_input.now
 *
 * Returns 0 or -ENOMEM.
 */
int read_expiry(struct parse *p, struct cursor at, const char *what, const char **text);

#endif
