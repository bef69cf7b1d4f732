/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-apply. */
#ifndef ECE_TOOLS_ECE_APPLY_ARGS_H
#define ECE_TOOLS_ECE_APPLY_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fleet/fleet.h"

#define APPLY_WORDS_MAX 3

struct apply_args {
	const char *word;                   /* FILE or RUN, the first of them; NULL when it was left out */
	const char *words[APPLY_WORDS_MAX]; /* all of them */
	bool file_only;                     /* .word cannot be a verb: another tool asks */
	const char *state;                  /* --state; NULL when it was not given */
	const char *store;                  /* --store; likewise */
	bool yes, check, json, resume, adopt, ensure, hold, detach, follow, real_time;
	bool explain;
	bool drift, repair, nagios, accept_drift;
	const char *again;           /* a host list, checked, or NULL */
	const char *host, *param;    /* --explain: only these; NULL: all */
	const char *plan_out, *plan; /* files of saved plans, or NULL */
	const char *change_id;       /* of the change ticket, or NULL */
	const char *sign;            /* file of the key that signs the run, or NULL */
	uint64_t sign_for_s;         /* how long hosts write it; 0: as the fleet file says */
	const char *allowed_signers; /* NULL: those of the machine */
	bool require_signature;      /* of a saved plan */
	bool markdown;
	const char *out;   /* targets: the file, or NULL for stdout */
	uint16_t port;     /* of the exporters; 0: the usual one */
	const char *fleet; /* freeze, unfreeze: whose hosts are told; NULL: those of the newest run's file */
	const char *limit; /* a host list, checked; NULL: all hosts of the file */
	bool owed;         /* FILE: only for hosts that are owed something; without FILE: list them */
	bool has_moved;    /* --moved */
	struct fleet_amount moved;
	bool has_now; /* --now */
	int64_t now;  /* seconds since 1970 */
};

#endif
