/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-apply. */
#ifndef ECE_TOOLS_ECE_APPLY_ARGS_H
#define ECE_TOOLS_ECE_APPLY_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#define APPLY_WORDS_MAX 3

struct apply_args {
	const char *word;                   /* FILE or RUN, the first of them; NULL when it was left out */
	const char *words[APPLY_WORDS_MAX]; /* all of them */
	const char *state;                  /* --state; NULL when it was not given */
	bool yes, check, json, resume, adopt, hold, detach, follow, real_time;
	bool explain;
	const char *host, *param; /* --explain: only these; NULL: all */
	bool has_now;             /* --now */
	int64_t now;              /* seconds since 1970 */
};

#endif
