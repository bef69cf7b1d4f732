/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-show. */
#ifndef ECE_TOOLS_ECE_SHOW_ARGS_H
#define ECE_TOOLS_ECE_SHOW_ARGS_H

#include <stdbool.h>
#include <stddef.h>

struct show_args {
	char *const *cards;
	size_t card_count;
	const char *param;
	const char *diff; /* a saved document */
	const char *sim, *host;
	const char *env, *fleet, *profile; /* a program, and whose settings */
	bool probe, params, nv, ppcc, counters, json;
};

#endif
