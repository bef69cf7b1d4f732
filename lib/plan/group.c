// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* NICs that differ from the file in the same way are one group. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"
#include "lib/plan/internal.h"

struct group_key {
	const struct maker *m;
	const char *card;
	size_t first, count;
};

static bool same_change(const struct plan_change *a, const struct plan_change *b)
{
	return a->param == b->param && a->from == b->from && a->to == b->to;
}

static bool same_group(const void *ctx, uint32_t entry)
{
	const struct group_key *key = ctx;
	const struct group *group = &key->m->groups[entry];
	const struct plan_change *changes = key->m->plan->changes;

	if (group->change_count != key->count || strcmp(group->card, key->card) != 0)
		return false;
	for (size_t i = 0; i < key->count; i++)
		if (!same_change(&changes[group->first_change + i], &changes[key->first + i]))
			return false;
	return true;
}

static uint64_t key_hash(const struct group_key *key)
{
	uint64_t hash = fnv64(FNV64_START, key->card, strlen(key->card));

	for (size_t i = 0; i < key->count; i++) {
		const struct plan_change *c = &key->m->plan->changes[key->first + i];

		hash = fnv64(hash, &c->param, sizeof(c->param));
		hash = fnv64(hash, &c->from, sizeof(c->from));
		hash = fnv64(hash, &c->to, sizeof(c->to));
	}
	return hash;
}

static uint64_t group_hash(const void *ctx, uint32_t entry)
{
	return ((const struct maker *)ctx)->groups[entry].hash;
}

static int group_new(struct maker *m, const struct group_key *key, uint64_t hash, uint32_t *entry)
{
	if (plan_grow((void **)&m->groups, &m->group_max, m->group_count, sizeof(*m->groups)))
		return -ENOMEM;
	*entry = (uint32_t)m->group_count++;
	m->groups[*entry] = (struct group){
		.card = key->card,
		.first_change = key->first,
		.change_count = key->count,
		.hash = hash,
	};
	return plan_table_put(&m->group_table, hash, *entry, group_hash, m);
}

int plan_group_add(struct maker *m, uint32_t host, const char *card, size_t count)
{
	struct group_key key = {.m = m, .card = card, .first = m->plan->change_count - count, .count = count};
	uint64_t hash = key_hash(&key);
	uint32_t entry = plan_table_find(&m->group_table, hash, same_group, &key);

	if (entry == NONE && group_new(m, &key, hash, &entry))
		return -ENOMEM;
	m->groups[entry].nic_count++;
	return plan_host_add(&m->groups[entry].hosts, host);
}

int plan_groups_finish(struct maker *m)
{
	struct plan *plan = m->plan;

	plan->groups = calloc(m->group_count + 1, sizeof(*plan->groups));
	if (!plan->groups)
		return -ENOMEM;
	for (size_t i = 0; i < m->group_count; i++) {
		const struct group *from = &m->groups[i];
		struct plan_group *to = &plan->groups[plan->group_count++];

		*to = (struct plan_group){
			.host_count = from->hosts.count,
			.nic_count = from->nic_count,
			.card = from->card,
			.changes = plan->changes + from->first_change,
			.change_count = from->change_count,
		};
		if (plan_fold(m, &from->hosts, &to->hosts))
			return -ENOMEM;
	}
	return 0;
}
