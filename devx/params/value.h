/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A value of a parameter as it was read, wanted or remembered. Plain data, copied freely. */
#ifndef ECE_DEVX_PARAMS_VALUE_H
#define ECE_DEVX_PARAMS_VALUE_H

#include <stdint.h>

#include "ece/result.h"

/* Zeroed memory is "unset"; a zero is never a stand-in for one of the others. */
enum ece_value_state {
	ECE_VALUE_UNSET,
	ECE_VALUE_SET,
	ECE_VALUE_UNSUPPORTED, /* the card has no such thing */
	ECE_VALUE_UNREADABLE,  /* it should be there, reading failed */
	ECE_VALUE_NO_DOOR,     /* the card has it, this host has no way to it */
	ECE_VALUE_INERT,       /* readable and set, but another setting keeps it from acting */
	ECE_VALUE_STATE_COUNT,
};

#define ECE_VALUE_WHY_MAX 384

struct ece_value {
	uint64_t raw; /* valid for SET and INERT; in the unit of the register */
	enum ece_value_state state;
	struct ece_result result;    /* of the read: which backend, what it said */
	char why[ECE_VALUE_WHY_MAX]; /* for people; for SET mostly empty, else what is worth knowing of it */
};

/**
 * ece_value_state_name - "set", "unsupported", "no_door", ...
 *
 * Returns a constant string.
 */
const char *ece_value_state_name(enum ece_value_state state);

/**
 * ece_value_state_parse - the reverse of ece_value_state_name()
 *
 * Returns 0, or -EINVAL for a word that is none.
 */
int ece_value_state_parse(const char *name, enum ece_value_state *state);

#endif
