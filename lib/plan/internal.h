/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A plan while it is made. */
#ifndef ECE_LIB_PLAN_INTERNAL_H
#define ECE_LIB_PLAN_INTERNAL_H

#include "lib/plan/conflict.h"
#include "lib/plan/plan.h"

#define NONE UINT32_MAX

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

/* The first value that the file wants for a pairwise parameter in a domain. */
struct agreed {
	const char *domain; /* a pointer that fleet_label() returned, NULL for hosts without one */
	uint64_t raw;
	uint16_t param;
};

struct maker {
	const struct fleet *fleet;
	const struct facts_host *hosts;
	struct plan *plan;
	size_t change_max;
	uint32_t *reading;        /* of each row of the parameter table: its place in facts_nic.readings, or NONE */
	struct fleet_want *wants; /* of the NIC at hand */
	struct note *notes;
	size_t note_count, note_max;
	struct table note_table;
	struct group *groups;
	size_t group_count, group_max;
	struct table group_table;
	struct agreed *agreed;
	size_t agreed_count, agreed_max;
	struct table agreed_table;
	bool left_out;                     /* of the host at hand: something, as the file says */
	bool *assign_hit;                  /* of each assign: some NIC matched */
	struct host_set changed, pairwise; /* hosts with changes, and with a pairwise one */
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

__attribute__((format(printf, 6, 7))) int plan_note_add(struct maker *m, enum plan_note_kind kind, uint16_t param,
							uint32_t host, size_t nics, const char *format, ...);
int plan_notes_finish(struct maker *m);

/**
 * plan_group_add - the NIC whose changes are the last @count of the plan
 */
int plan_group_add(struct maker *m, uint32_t host, const char *card, size_t count);
int plan_groups_finish(struct maker *m);

/**
 * plan_agree - refuse the plan when a pairwise value is another one than the file wants elsewhere in the host's domain
 */
int plan_agree(struct maker *m, uint32_t host, const struct fleet_value *value);

int plan_diff(struct maker *m);
int plan_note_unmatched(struct maker *m);
int plan_steps(struct maker *m);
int plan_check_budget(struct maker *m);
void plan_digest(struct maker *m);

int plan_fold(const struct maker *m, const struct host_set *set, char **text);

#endif
