/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Freeze and unfreeze beyond the store: every host of a fleet file is told, and who could not be is remembered. */
#ifndef ECE_TOOLS_ECE_APPLY_TELL_HOSTS_H
#define ECE_TOOLS_ECE_APPLY_TELL_HOSTS_H

#include <jansson.h>
#include <stdbool.h>

#include "tools/ece-apply/session.h"

/* What came of it; texts are to be freed by tell_hosts_done(). */
struct tell_hosts {
	bool freeze;
	bool asked;      /* there is a fleet file, and its hosts were told */
	const char *why; /* they were not: why; else NULL */
	char file[RUN_FILE_MAX];
	uint32_t hosts, obey;
	json_t *groups; /* [{hosts, why}]: those that do not obey, equal reasons together */
};

/**
 * tell_hosts - to the hosts of --fleet FILE, or of the file of the store's newest run
 *
 * The store is frozen, or not any more, already. The outcome of the session has what failed; never exits early.
 */
void tell_hosts(struct session *session, bool freeze, struct tell_hosts *told);
void tell_hosts_done(struct tell_hosts *told);

/**
 * tell_hosts_text, tell_hosts_json - what came of it, for people and as the value of the key "hosts"
 */
void tell_hosts_text(const struct tell_hosts *told);
json_t *tell_hosts_json(const struct tell_hosts *told);

/**
 * tell_hosts_exit - 0; 7 where some host does not obey; or what the outcome says
 */
int tell_hosts_exit(const struct tell_hosts *told);

/**
 * tell_hosts_status - a line for the status: who was told the last time, and who was not; nothing when nobody was
 */
void tell_hosts_status(struct store *store);

#endif
