/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-record does; each returns the exit code. */
#ifndef ECE_TOOLS_ECE_RECORD_VERBS_H
#define ECE_TOOLS_ECE_RECORD_VERBS_H

#include <stdbool.h>
#include <stddef.h>

struct record_args {
	const char *file;
	char *const *cards;
	size_t card_count;
	const char *sim, *host; /* both or none */
	const char *type;
	bool json;
};

int verb_take(const struct record_args *args);
int verb_replay(const struct record_args *args);

#endif
