/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A plan and its run in numbers. */
#ifndef ECE_TOOLS_ECE_APPLY_TALLY_H
#define ECE_TOOLS_ECE_APPLY_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "lib/plan/plan.h"
#include "lib/rollout/rollout.h"

#define TALLY_UNKNOWN SIZE_MAX

/* Hosts, except where it says NICs. hosts = changed + unchanged + left_out + owed. */
struct tally {
	size_t hosts;
	size_t changed;       /* confirmed; without a run: that differ */
	size_t unchanged;     /* had it already */
	size_t left_out;      /* nothing to change, and something left out as the file says */
	size_t owed;          /* should have it and do not: the rest */
	size_t failed;        /* of the owed ones: a write failed, or the answer was lost, or the host cannot be read */
	size_t unreachable;   /* of the owed ones */
	size_t undone;        /* of the owed ones: written, and put back */
	size_t cards;         /* NICs that were read */
	size_t cards_changed; /* of the changed hosts; TALLY_UNKNOWN where the plan is a frozen one and not all changed */
};

/**
 * tally_make - count
 * @run: NULL when nothing was carried out
 */
struct tally tally_make(const struct plan *plan, const struct rollout *run);

#endif
