/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-facts, and the things that it does; each returns the exit status. */
#ifndef ECE_TOOLS_ECE_FACTS_VERBS_H
#define ECE_TOOLS_ECE_FACTS_VERBS_H

#include <stdbool.h>
#include <stddef.h>

#define FACTS_FILE_MAX (8U << 20) /* bytes of one document: a host with 256 NICs has less */
#define FACTS_SALT_MAX 4096       /* bytes */

struct facts_args {
	char *const *files; /* of compare */
	size_t file_count;
	const char *sim, *host;
	const char *salt;                       /* file; NULL: random */
	const char *fleet, *limit, *by, *state; /* of a fleet; NULL: not given */
	bool odd;
	bool redact, json;
};

int verb_read(const struct facts_args *args);
int verb_compare(const struct facts_args *args);
int verb_fleet(const struct facts_args *args);

#endif
