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
	uint8_t part;   /* of fleet->changes: with which it goes out */
	uint64_t from;  /* raw: the precondition; the host refuses when it finds another value */
	uint64_t to;    /* raw */
};

enum plan_note_kind {
	PLAN_NOTE_LIMIT,       /* the plan is for some hosts of the file, or for some changes, only */
	PLAN_NOTE_SKIPPED,     /* unsupported, needs unmet or no door, and the file says skip */
	PLAN_NOTE_REFUSED,     /* the same, and the file says fail: nothing is written anywhere */
	PLAN_NOTE_UNREADABLE,  /* cannot be compared: refused as well */
	PLAN_NOTE_UNREACHABLE, /* host: owed */
	PLAN_NOTE_NO_NIC,      /* a selector that matches nothing: a warning */
	PLAN_NOTE_PAIRWISE,    /* a step would mix values that must not be mixed: refused */
	PLAN_NOTE_DOMAIN,      /* how steps, or hosts that are owed, touch domains: a warning */
	PLAN_NOTE_BUDGET,      /* more hosts cannot be reached than the rollout allows: refused */
	PLAN_NOTE_NEEDS,       /* the NV configuration keeps a value from acting, or may: a warning */
	PLAN_NOTE_UNVERIFIED,  /* no card tells what it has: it is written by every run */
	PLAN_NOTE_EXCLUDED,    /* the file leaves the host alone: owed */
	PLAN_NOTE_OWED,        /* the host missed earlier generations */
	PLAN_NOTE_UNIT,        /* units and domains do not fit: refused; or larger steps: a warning */
	PLAN_NOTE_GATE,        /* a gate cannot judge some hosts, as far as can be told before: refused, or a warning */
	PLAN_NOTE_REMOVED,     /* no longer named: restored, or released */
	PLAN_NOTE_HELD,        /* an open run holds cards of the host: refused, unless it is adopted */
	PLAN_NOTE_PATH,        /* a change may cut the host off: its lease ends in an undo */
	PLAN_NOTE_MOVED,       /* the host is not what it was when the plan was saved: left out, or refused */
	PLAN_NOTE_DRIFT,       /* a host has a value that drifted and holds rollouts: refused, or a warning */
	PLAN_NOTE_LEASE,       /* a step has more hosts than leases can be renewed of in time: a warning */
	PLAN_NOTE_FROZEN,      /* nothing is written to the host until somebody unfreezes it: a warning */
	PLAN_NOTE_KIND_COUNT,
};

/* What a person must know beside the changes. Equal ones are one note with all hosts and a count of NICs. */
struct plan_note {
	enum plan_note_kind kind;
	bool refuses;   /* nothing is written anywhere because of it */
	uint16_t param; /* or PLAN_NO_PARAM */
	char *hosts;    /* folded: "gpu[001-120,125]" */
	size_t host_count, nic_count;
	char *text; /* one sentence: why, and what to do */
};

#define PLAN_NO_PARAM UINT16_MAX

/* What a host takes to answer, where nothing is known: leases of a step that ask for less are a warning. */
#define PLAN_ANSWER_NS 1000000000u

/* Hosts whose NICs differ from the file in the same way. */
struct plan_group {
	char *hosts; /* folded */
	size_t host_count, nic_count;
	const char *card;                  /* card type */
	const struct plan_change *changes; /* those of one NIC of the group, as an example of all */
	size_t change_count;
};

/*
 * Amounts are of the units with changes of the step's part, counted when the plan is made, cumulative and rounded up. A
 * unit is a host, or where the rollout says so all hosts with one value of a label. Hosts whose domain must not be
 * mixed come together: a step then takes whole domains and says so in its name.
 */
struct plan_step {
	char *name;            /* "1 host", "5 %", "25 %, whole domains", "100 %, part 2" */
	uint32_t first, count; /* hosts of this step: plan->order[first .. first + count - 1] */
	uint64_t soak_ns;
	uint32_t part; /* of fleet->changes: only changes of this part are written by the step */
};

/* What goes out together: a change of the fleet file. There are as many as fleet->changes, some may be empty. */
struct plan_part {
	size_t host_count, unit_count; /* with changes of this part: what amounts of its rollout are of */
	bool undo_on_loss;             /* whatever the rollout says: a change can cut a host off from the controller */
};

/* All changes of one cost class. */
struct plan_cost {
	size_t change_count, nic_count, host_count;
	size_t unknown_nic_count; /* NICs of which it is not known what uses them */
	uint64_t qp_count;        /* queue pairs on the others */
	uint64_t process_count;   /* processes that have some, counted for each NIC */
	uint64_t
		connected_count; /* of the queue pairs: what only new ones get, these do without until they reconnect */
	size_t untold_nic_count; /* of the others too: NICs of which the agent does not tell how many are connected */
};

/* What one host is in the plan. */
enum plan_host_state {
	PLAN_HOST_UNCHANGED, /* it has what the file asks for */
	PLAN_HOST_CHANGED,
	PLAN_HOST_LEFT_OUT,    /* nothing to write, and the file leaves something out, or takes no NIC */
	PLAN_HOST_UNREACHABLE, /* nobody knows: owed */
	PLAN_HOST_EXCLUDED, /* the file leaves it alone, or did and only reports it; owed: it differs or nobody knows */
	PLAN_HOST_MOVED,    /* it is not what it was when the plan was saved: owed */
	PLAN_HOST_OUTSIDE,  /* the plan is not for it: not counted anywhere else, and owed nothing by it */
	PLAN_HOST_STATE_COUNT,
};

struct plan {
	struct plan_change *changes;
	size_t change_count;
	struct plan_group *groups;
	size_t group_count;
	struct plan_note *notes;
	size_t note_count;
	uint32_t *order; /* hosts with changes, in the order in which they are touched; once for each part of theirs */
	size_t order_count;
	struct plan_step *steps;
	size_t step_count;
	struct plan_part *parts;
	size_t part_count;
	struct plan_cost costs[ECE_COST_COUNT];
	uint8_t *host_states;    /* enum plan_host_state, of each host given to plan_make() */
	size_t changed_count;    /* hosts with changes, each once */
	size_t unverified_count; /* of the changes: those of parameters that no card tells truly */
	size_t host_count, unchanged_count, unreachable_count, nic_count, changed_nic_count;
	size_t outside_count;  /* hosts in state OUTSIDE; plan_hosts() are the others */
	const char **owed_why; /* of each host that stays owed: why; else NULL. Texts are those of the input */
	bool *owed_report;     /* of each host that stays owed: it is only reported, also when nothing excludes it */
	size_t moved_count;    /* hosts in state MOVED */
	size_t excluded_count; /* hosts in state EXCLUDED */
	size_t left_out_count; /* hosts in state LEFT_OUT */
	const struct ece_param *pairwise; /* a changed parameter that must not be mixed inside a domain, or NULL */
	bool refused;                     /* some note forbids the run */
	bool incomplete;    /* some hosts or values could not be read: "no difference" is then not certain */
	uint8_t digest[32]; /* of the frozen plan: changes, steps, members */
};

/* The hosts that the plan is for: what all its numbers are of. */
static inline size_t plan_hosts(const struct plan *plan)
{
	return plan->host_count - plan->outside_count;
}

/**
 * plan_params - what must be read of the hosts to compare them: all parameters that the file names for some NIC
 * @params: receives at most ece_param_limit() rows, in the order of the parameter table
 *
 * Returns their number.
 */
size_t plan_params(const struct fleet *fleet, const struct ece_param **params);

/**
 * plan_counters - what NICs should tell of themselves beside values: the counters that gates judge on treated hosts
 * @counters: receives at most fleet->gate_count rows; facts_nic.counters has as many readings, in this order
 *
 * Returns their number.
 */
size_t plan_counters(const struct fleet *fleet, const struct counter **counters);

/* Hosts with the same value of this label talk to each other. */
#define PLAN_DOMAIN_LABEL "domain"

/* What an earlier run left behind on a host, as the controller keeps it. */
struct plan_owed {
	uint32_t host;       /* of plan_input.hosts */
	uint64_t generation; /* the first one that it missed */
	const char *run, *why;
	const char *change; /* of the fleet file as it was then; "" or NULL: all that differs */
	bool report;        /* it was excluded, and is only to be reported when it is back */
};

struct plan_saved; /* lib/plan/saved.h */

/* A host that is not any more what it was when a plan was saved. */
struct plan_moved {
	uint32_t host;
	const char *why;
};

/* What a command printed of which the fleet file has hosts, labels or excludes: part of the fleet, but not of the file. */
struct plan_command {
	const char *name;
	struct fleet_place place; /* of its words in the file */
	uint8_t digest[32];       /* SHA-256 of what it printed */
};

/* A value that is to be put back to what the file asks for. */
struct plan_repair {
	uint32_t host;
	uint16_t nic;
	uint16_t param; /* row of the parameter table */
};

struct plan_input {
	const struct fleet *fleet;
	const struct facts_host
		*hosts; /* as many as the fleet has, in its order; readings are those of plan_params() */
	size_t host_count;
	const struct plan_owed *owed;
	size_t owed_count;
	bool adopt;         /* what other runs hold is taken over */
	bool ensure;        /* hosts that are only to be reported are brought up as well */
	const bool *within; /* of each host: the plan is for it; NULL: for all. plan_asked() says whom else to read */
	bool owed_only;     /* only changes that a host is owed */
	const struct plan_repair *repairs; /* only these are written; by host, NIC, parameter. NULL: all that differs */
	size_t repair_count;
	bool accept_drift; /* hosts with values that drifted are written to, whatever the file says */
	const struct plan_saved
		*saved; /* steps that were looked at before, for hosts that have not moved; NULL: none */
	const struct plan_moved *moved; /* as plan_saved_moved() tells, by host */
	size_t moved_count;
	size_t moved_max, gone_count;        /* more than that of both together refuse the plan */
	const struct plan_command *commands; /* in the order of the file; looked at with @saved only */
	size_t command_count;
};

/**
 * plan_asked - which hosts must be read for a plan of some hosts only
 * @within: of each host of the fleet: the plan is for it
 * @asked: receives the same, and the hosts that these must agree with: those of their domains where the file names a
 *	   pairwise parameter
 *
 * Returns 0 or -ENOMEM.
 */
int plan_asked(const struct fleet *fleet, const bool *within, bool *asked);

/**
 * plan_make - compare
 *
 * Hosts with a pairwise change and the same label "domain" are never parted by a step. Hosts without that label may all
 * talk to each other, as far as the file says: if the steps would part them, the plan is refused. A rollout with
 * "mixed": "allow" parts them, and the plan says when. The same holds for hosts that plan_input.within leaves out.
 *
 * Returns 0 and a plan that plan_free() frees (it accepts NULL) even when the plan is refused; a negative errno with
 * errors reported to @sink when the file and the facts contradict each other or memory ran out.
 */
int plan_make(const struct plan_input *input, struct ece_error_sink *sink, struct plan **plan);
void plan_free(struct plan *plan);

/**
 * plan_unreachable_budget - how many unreachable hosts stop a part of the run, those found while reading included
 * @part: of fleet->changes
 *
 * A percentage is of the hosts that the file does not leave alone.
 */
uint32_t plan_unreachable_budget(const struct fleet *fleet, const struct plan *plan, uint32_t part);

const char *plan_host_state_name(enum plan_host_state state);

const char *plan_note_kind_name(enum plan_note_kind kind);

#endif
