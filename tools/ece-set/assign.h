/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The words PARAM=VALUE of the command line. */
#ifndef ECE_TOOLS_ECE_SET_ASSIGN_H
#define ECE_TOOLS_ECE_SET_ASSIGN_H

#include "devx/params/param.h"

struct assign {
	const struct ece_param *param;
	uint64_t raw;
};

/**
 * assign_parse - understand all of them
 * @assigns: receives as many as there are words
 *
 * Every fault is reported. Returns whether there was none.
 */
bool assign_parse(char *const *words, size_t count, struct assign *assigns, struct ece_error_sink *sink);

#endif
