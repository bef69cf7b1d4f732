/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A plan while it is made. */
#ifndef ECE_LIB_PLAN_INTERNAL_H
#define ECE_LIB_PLAN_INTERNAL_H

#include "lib/plan/conflict.h"
#include "lib/plan/plan.h"

#define NONE UINT32_MAX

/* Why something is left out, for the end of a sentence; hosts do not always say. */
static inline const char *plan_why(const char *why)
{
	return why && why[0] ? why : "the host does not say why";
}

/* Host indexes, ascending, each once. */
struct host_set {
	uint32_t *items;
	size_t count, max;
};

/* Finds an entry of an array by its key: open addressing over entry numbers. */
struct table {
	uint32_t *slots; /* entry + 1, or 0 */
	size_t slot_count, used;
};

struct note {
	enum plan_note_kind kind;
	bool refuses;
	uint16_t param;
	char *text;
	uint64_t hash;
	struct host_set hosts;
	size_t nic_count;
};

/* The changes of one NIC stand together in plan->changes; those of the group's first NIC are its example. */
struct group {
	const char *card;
	size_t first_change, change_count;
	uint64_t hash;
	struct host_set hosts;
	size_t nic_count;
};

/* A change of the fleet file while its steps are made. */
struct part {
	const struct fleet_rollout *rollout;
	struct host_set changed;         /* hosts with changes of this part */
	struct host_set pairwise;        /* of them those with a pairwise one */
	const struct ece_param *example; /* the first of those, or NULL */
	uint32_t *step_of;               /* of each host its step, or NONE; NULL when nothing is pairwise */
};

/* Where a pairwise parameter must have one value: a domain, or all hosts without one. */
struct place {
	const char *domain; /* a pointer that fleet_label() returned, NULL for hosts without one */
	uint64_t raw;       /* what the file wants there, said by the first NIC */
	uint16_t param;
	uint16_t part;
	bool wanted;                    /* .raw is known */
	uint32_t first_step, last_step; /* of its changes; NONE: it has none */
	uint32_t first_host, last_host; /* hosts in these steps */
};

/* What a host of a place does. All but the first stay as they are. */
enum end_kind {
	END_CHANGES,
	END_LEFT,     /* "leave" */
	END_EXCLUDED, /* the whole host */
	END_REPORTED, /* the same, as it was excluded and is only reported */
	END_OUTSIDE,  /* the plan is not for it */
	END_SKIPPED,  /* the card or the host cannot */
	END_UNNAMED,
};

struct end {
	uint32_t place, host;
	enum end_kind kind;
	bool known; /* what it has: .raw */
	uint64_t raw;
};

/* What one parameter of one NIC of the host at hand is and will be. */
struct decision {
	uint16_t nic, param;
	uint32_t part;
	uint64_t from, to; /* equal: it stays */
};

struct maker {
	const struct plan_input *input;
	const struct fleet *fleet;
	const struct facts_host *hosts;
	struct plan *plan;
	size_t change_max, order_max, step_max;
	uint32_t *reading;        /* of each row of the parameter table: its place in facts_nic.readings, or NONE */
	struct fleet_want *wants; /* of the NIC at hand */
	struct note *notes;
	size_t note_count, note_max;
	struct table note_table;
	struct group *groups;
	size_t group_count, group_max;
	struct table group_table;
	struct place *places;
	size_t place_count, place_max;
	struct table place_table;
	struct end *ends;
	size_t end_count, end_max;
	uint16_t *watch;   /* rows that are read and pairwise */
	bool *watch_named; /* of each of them: the file names it for some NIC of the host at hand */
	size_t watch_count;
	uint64_t *owed_parts;       /* of each host: bits of what it is owed; NULL: all parts are planned */
	size_t moved_at;            /* in input->moved: what hosts are still to come to */
	struct decision *decisions; /* of the host at hand, by NIC */
	size_t decision_count, decision_max;
	bool left_out;      /* of the host at hand: something, as the file says */
	bool *assign_hit;   /* of each assign: some NIC matched */
	struct part *parts; /* as many as the plan has */
	struct conflicts conflicts;
};

/* All return 0 or -ENOMEM. */

int plan_host_add(struct host_set *set, uint32_t host);
int plan_grow(void **array, size_t *max, size_t count, size_t size);

/**
 * plan_table_find - the entry with this hash that @same takes, or NONE
 * @slot: where a new one goes with plan_table_put()
 */
uint32_t plan_table_find(const struct table *table, uint64_t hash, bool (*same)(const void *ctx, uint32_t entry),
			 const void *ctx);
int plan_table_put(struct table *table, uint64_t hash, uint32_t entry,
		   uint64_t (*hash_of)(const void *ctx, uint32_t entry), const void *ctx);

/**
 * plan_note_add - say something of a host, or with host NONE of the whole plan; equal sentences are one note
 * @nics: so many of its NICs
 *
 * plan_note_refuse() is for kinds that are a warning otherwise: it refuses the plan.
 */
__attribute__((format(printf, 6, 7))) int plan_note_add(struct maker *m, enum plan_note_kind kind, uint16_t param,
							uint32_t host, size_t nics, const char *format, ...);
__attribute__((format(printf, 6, 7))) int plan_note_refuse(struct maker *m, enum plan_note_kind kind, uint16_t param,
							   uint32_t host, size_t nics, const char *format, ...);
int plan_notes_finish(struct maker *m);

/**
 * plan_group_add - the NIC whose changes are the last @count of the plan
 */
int plan_group_add(struct maker *m, uint32_t host, const char *card, size_t count);
int plan_groups_finish(struct maker *m);

/**
 * plan_pair_want - the file wants this value on a NIC; nothing for a parameter that is not pairwise
 *
 * Refuses the plan when another one was wanted elsewhere in the host's place.
 */
int plan_pair_want(struct maker *m, uint32_t host, const struct ece_param *param, uint64_t raw);

/**
 * plan_pair_end - a NIC of the host changes, or stays as it is; nothing for a parameter that is not pairwise
 * @reading: what a NIC that stays has; NULL: nobody knows
 */
int plan_pair_end(struct maker *m, uint32_t host, const struct ece_param *param, enum end_kind kind,
		  const struct facts_reading *reading);

/**
 * plan_pair_check - judge every state between the steps
 */
int plan_pair_check(struct maker *m);

/**
 * plan_want - what the file says about one parameter of one NIC: a change, or why there is none
 * @want: index into m->wants
 */
int plan_want(struct maker *m, uint32_t host, uint16_t nic, size_t want);

/**
 * plan_reading - what the host told of a parameter; NULL where it was not asked
 */
const struct facts_reading *plan_reading(const struct maker *m, uint32_t host, uint16_t nic,
					 const struct ece_param *param);

/**
 * plan_decide - a NIC gets, or keeps, a value: a change where they are not equal
 */
int plan_decide(struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param, uint64_t from,
		uint64_t to);

/**
 * plan_change - the same, but it is written even where they are equal
 */
int plan_change(struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param, uint64_t from,
		uint64_t to);

/**
 * plan_original - what a parameter was before the toolkit first wrote it
 *
 * Returns false when it never did, as far as the host knows.
 */
bool plan_original(const struct facts_nic *nic, const struct ece_param *param, uint64_t *raw);

/**
 * plan_removed - parameters of a NIC that were written once and that the file no longer names
 * @wanted: entries of m->wants
 * @first: where the changes of this NIC begin in the plan; they are sorted afterwards
 */
int plan_removed(struct maker *m, uint32_t host, uint16_t nic, size_t wanted, size_t first);

/**
 * plan_ports, plan_ceilings - judge the decisions of a host together
 */
int plan_ports(struct maker *m, uint32_t host);
int plan_ceilings(struct maker *m, uint32_t host);

/**
 * plan_hit_assigns - remember which assigns take this NIC
 */
void plan_hit_assigns(struct maker *m, uint32_t host, const struct facts_nic *nic);

/**
 * plan_exclude - a host that the file leaves alone
 * @exclude: of fleet->excludes
 */
int plan_exclude(struct maker *m, uint32_t host, uint32_t exclude);

/**
 * plan_close_host - what a host that was compared is in the plan
 * @taken: the file takes some NIC of it; otherwise it has not got what the file asks for, as nothing is asked of it
 */
void plan_close_host(struct maker *m, uint32_t host, bool changed, bool taken);

/**
 * plan_find_reported - fill plan->owed_report, and why, from what earlier runs left behind
 */
void plan_find_reported(struct maker *m);

/**
 * plan_report - a host that was read, was excluded in an earlier run, and is only reported
 */
int plan_report(struct maker *m, uint32_t host);

/**
 * plan_has_moved - has the host moved since the plan was saved? To be asked of all hosts in order
 *
 * Returns 1, 0 or -ENOMEM.
 */
int plan_has_moved(struct maker *m, uint32_t host);

/**
 * plan_note_held - a host with changes: does another run hold it, or has somebody frozen it?
 */
int plan_note_held(struct maker *m, uint32_t host);

/**
 * plan_limit - note that the plan is for some hosts or changes only; plan_is_within, plan_is_owed - is it for this one?
 */
int plan_limit(struct maker *m);
bool plan_is_within(const struct maker *m, uint32_t host);
bool plan_is_owed(const struct maker *m, uint32_t host, uint32_t part);

/**
 * plan_is_repair - may a plan that only repairs write this? Any other plan may
 */
bool plan_is_repair(const struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param);

/**
 * plan_note_drift - a host with changes: has it drifted where the file holds rollouts for that?
 */
int plan_note_drift(struct maker *m, uint32_t host);

/**
 * plan_outside - a host that the plan is not for; what it has counts only against ends that change
 */
int plan_outside(struct maker *m, uint32_t host);

/**
 * plan_not_owed - a parameter of a NIC differs, and the host is not owed it
 */
int plan_not_owed(struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param);

int plan_diff(struct maker *m);
int plan_note_unmatched(struct maker *m);
int plan_steps(struct maker *m);

/**
 * plan_order_add - a host of the step that is being made; plan_step_add - close that step
 * @step: its name is taken over, also on failure
 */
int plan_order_add(struct maker *m, struct part *part, uint32_t host);
int plan_step_add(struct maker *m, const struct plan_step *step);

/**
 * plan_saved_steps - the steps of a saved plan, without hosts that need nothing any more
 */
int plan_saved_steps(struct maker *m);
int plan_check_moved(struct maker *m);
int plan_check_budget(struct maker *m);
int plan_note_owed(struct maker *m);
int plan_costs(struct maker *m);
int plan_leases(struct maker *m);
int plan_gates(struct maker *m);
void plan_digest(struct maker *m);

int plan_fold(const struct maker *m, const struct host_set *set, char **text);

#endif
