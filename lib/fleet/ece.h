/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The "ece" of a profile: two parameters whose values are lists there. */
#ifndef ECE_LIB_FLEET_ECE_H
#define ECE_LIB_FLEET_ECE_H

#include "lib/fleet/values.h"

/**
 * check_options - report what is wrong with a list of ECE options, each of them
 * @param: whose value it is
 */
void check_options(struct parse *p, struct cursor at, const struct ece_param *param);

/**
 * read_ece - add what "ece" of a profile names to the set that its "set" is in already
 * @profile: the whole profile
 *
 * Reports a parameter that "set" names too; faulty lists were reported by the check. Returns 0 or -ENOMEM.
 */
int read_ece(struct parse *p, struct cursor profile, struct value_set *set);

/**
 * check_required - report where a set would require ECE options that it does not allow
 * @entry: the profile or override
 *
 * Only where @entry itself names one of both, and both are plain values; a host looks again.
 */
void check_required(struct parse *p, struct cursor entry, const struct value_set *set);

#endif
