/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A plan that a person looked at, kept in a file until it is carried out: what every NIC had when it was made, and the
 * steps. Later the hosts are read again; hosts that have moved since are left out, and the steps stay those that were
 * looked at. JSON, so that a script can look too. Pure: files are read and written elsewhere.
 */
#ifndef ECE_LIB_PLAN_SAVED_H
#define ECE_LIB_PLAN_SAVED_H

#include "lib/plan/plan.h"

#define PLAN_SAVED_VERSION 1
#define PLAN_SAVED_MAX     (256u << 20) /* bytes of the text */

struct plan_saved; /* opaque */

struct plan_saved_info {
	const char *tool;                    /* the version that made it */
	const char *file;                    /* the fleet file, as it was named */
	int64_t made;                        /* seconds since 1970 */
	uint8_t file_digest[32];             /* SHA-256 of the fleet file */
	uint8_t plan_digest[32];             /* not looked at by plan_saved_encode(), which takes that of the plan */
	size_t host_count;                   /* hosts with changes; 0: there was nothing to do. Not looked at either */
	const struct plan_command *commands; /* what those of the file printed; without names where it was read */
	size_t command_count;
	const char *limit; /* the hosts that it is for, folded; NULL: all of the file. Not looked at either */
	bool owed;         /* only for what they are owed */
};

/**
 * plan_saved_encode - a plan as text, one line
 * @hosts: those that @plan was made of
 * @text: free() it
 *
 * Returns 0; -E2BIG (kind LIMIT) for a text above PLAN_SAVED_MAX; -ENOMEM; with @e filled.
 */
int plan_saved_encode(const struct plan_saved_info *info, const struct fleet *fleet, const struct facts_host *hosts,
		      const struct plan *plan, char **text, size_t *len, struct ece_error *e);

/**
 * plan_saved_decode - from such a text
 * @text: need not end in a NUL, and is not needed afterwards
 *
 * Returns 0 and an object for plan_saved_free(), which accepts NULL; -EINVAL (kind SYNTAX) for what is no saved plan;
 * -EPROTONOSUPPORT (kind VERSION) for one of a newer program; -E2BIG; -ENOMEM; with @e filled.
 */
int plan_saved_decode(const char *text, size_t len, struct plan_saved **saved, struct ece_error *e);
void plan_saved_free(struct plan_saved *saved);

/**
 * plan_saved_info - strings live as long as the saved plan
 */
const struct plan_saved_info *plan_saved_info(const struct plan_saved *saved);

/**
 * plan_saved_moved - which hosts are not any more what they were
 * @fresh: what a plan of the same file would be now, made without plan_input.saved
 * @moved: receives an entry for each host that differs otherwise than it did, with what first struck; valid as long as
 *         the saved plan. A host that has what the file asks for by now has not moved, and one that cannot be read is
 *         counted elsewhere.
 * @gone: receives how many hosts of the saved plan the file does not name any more
 *
 * Returns 0 or -ENOMEM. To be called once.
 */
int plan_saved_moved(struct plan_saved *saved, const struct fleet *fleet, const struct facts_host *hosts,
		     const struct plan *fresh, const struct plan_moved **moved, size_t *count, size_t *gone);

/**
 * plan_saved_step_count, plan_saved_step - the steps that were looked at
 * @change: receives the name of the change of the fleet file that it belongs to
 * @step: receives name and soak; name belongs to the saved plan
 */
size_t plan_saved_step_count(const struct plan_saved *saved);
void plan_saved_step(const struct plan_saved *saved, size_t i, const char **change, struct plan_step *step);

/**
 * plan_saved_host - a host of a step
 * @i: below .count of the step
 */
const char *plan_saved_host(const struct plan_saved *saved, size_t step, uint32_t i);

#endif
