/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-set. */
#ifndef ECE_TOOLS_ECE_SET_ARGS_H
#define ECE_TOOLS_ECE_SET_ARGS_H

#include <stdbool.h>
#include <stddef.h>

struct set_args {
	char *const *words;
	size_t word_count;
	const char *state, *sim, *host;
	bool yes, undo, history, json;
};

#endif
