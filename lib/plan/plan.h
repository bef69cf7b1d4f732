/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The difference between a fleet file and what the hosts have, and the steps in which it goes out. Pure. */
#ifndef ECE_LIB_PLAN_PLAN_H
#define ECE_LIB_PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/fleet/fleet.h"
#include "lib/fleet/facts.h"

/* One parameter of one NIC that will be written. Sorted by host, NIC, parameter. */
struct plan_change {
	uint32_t host; /* index into the hosts given to plan_make() */
	uint16_t nic;
	uint16_t param; /* row of the parameter table */
	uint64_t from;  /* raw: the precondition; the host refuses when it finds another value */
	uint64_t to;    /* raw */
};

enum plan_note_kind {
	PLAN_NOTE_SKIPPED,     /* unsupported or no door, and the file says skip */
	PLAN_NOTE_REFUSED,     /* the same, and the file says fail: nothing is written anywhere */
	PLAN_NOTE_UNREADABLE,  /* cannot be compared: refused as well */
	PLAN_NOTE_UNREACHABLE, /* host: owed */
	PLAN_NOTE_NO_NIC,      /* a selector that matches nothing: a warning */
	PLAN_NOTE_PAIRWISE,    /* a step would mix values that must not be mixed: refused */
};

/* What a person must know beside the changes. Equal ones are one note with all hosts and a count of NICs. */
struct plan_note {
	enum plan_note_kind kind;
	uint16_t param; /* or PLAN_NO_PARAM */
	char *hosts;    /* folded: "gpu[001-120,125]" */
	size_t host_count, nic_count;
	char *text; /* one sentence: why, and what to do */
};

#define PLAN_NO_PARAM UINT16_MAX

/* Hosts whose NICs differ from the file in the same way. */
struct plan_group {
	char *hosts; /* folded */
	size_t host_count, nic_count;
	const char *card;                  /* card type */
	const struct plan_change *changes; /* those of one NIC of the group, as an example of all */
	size_t change_count;
};

struct plan_step {
	char *name;            /* "1 host", "5 %", "25 %", "100 %" */
	uint32_t first, count; /* hosts of this step: plan->order[first .. first + count - 1] */
	uint64_t soak_ns;
};

struct plan {
	struct plan_change *changes;
	size_t change_count;
	struct plan_group *groups;
	size_t group_count;
	struct plan_note *notes;
	size_t note_count;
	uint32_t *order; /* hosts with changes, in the order in which they are touched */
	size_t order_count;
	struct plan_step *steps;
	size_t step_count;
	size_t host_count, unchanged_count, unreachable_count, nic_count, changed_nic_count;
	bool refused;       /* some note forbids the run */
	bool incomplete;    /* some hosts or values could not be read: "no difference" is then not certain */
	uint8_t digest[32]; /* of the frozen plan: changes, steps, members */
};

/**
 * plan_make - compare
 * @hosts: as many as the fleet has, in its order
 *
 * Returns 0 and a plan that plan_free() frees (it accepts NULL) even when the plan is refused; a negative errno with
 * errors reported to @sink when the file and the facts contradict each other or memory ran out.
 */
int plan_make(const struct fleet *fleet, const struct facts_host *hosts, size_t count, struct ece_error_sink *sink,
	      struct plan **plan);
void plan_free(struct plan *plan);

#endif
