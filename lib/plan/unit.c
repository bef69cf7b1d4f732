// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/plan/unit.h"
#include "lib/base/fnv.h"

#include <errno.h>
#include <stdlib.h>

struct label_key {
	const struct units *units;
	const char *label;
};

/* Equal values of a label are one pointer. */
static bool same_label(const void *ctx, uint32_t entry)
{
	const struct label_key *key = ctx;

	return key->units->labels[entry] == key->label;
}

/* Single hosts are never looked for, but must not all want one place of the table. */
static uint64_t label_hash(const void *ctx, uint32_t entry)
{
	const struct units *units = ctx;

	if (!units->labels[entry])
		return fnv64(FNV64_START, &entry, sizeof(entry));
	return fnv64(FNV64_START, &units->labels[entry], sizeof(units->labels[entry]));
}

static uint32_t find(const struct units *units, const char *label)
{
	struct label_key key = {.units = units, .label = label};

	return plan_table_find(&units->table, fnv64(FNV64_START, &label, sizeof(label)), same_label, &key);
}

static int unit_new(struct units *units, uint32_t host, const char *label)
{
	uint32_t unit = units->count++;

	units->labels[unit] = label;
	units->of[host] = unit;
	/* Single hosts are in the table too, which keeps its entries and the units the same numbers. */
	return plan_table_put(&units->table, label_hash(units, unit), unit, label_hash, units);
}

/* What the host shares with others that come in the same step; NULL: nothing. */
static const char *shared_label(const struct maker *m, const struct part *part, uint32_t host, bool pairwise)
{
	if (part->rollout->unit_label)
		return fleet_label(m->fleet, host, part->rollout->unit_label);
	return pairwise && !part->rollout->mixed ? fleet_label(m->fleet, host, PLAN_DOMAIN_LABEL) : NULL;
}

static int place_host(const struct maker *m, const struct part *part, struct units *units, uint32_t host, bool pairwise)
{
	const char *label = shared_label(m, part, host, pairwise);
	uint32_t unit = label ? find(units, label) : NONE;

	if (unit == NONE)
		return unit_new(units, host, label);
	units->of[host] = unit;
	return 0;
}

static int place_hosts(const struct maker *m, const struct part *part, struct units *units)
{
	size_t p = 0;
	int err = 0;

	for (size_t i = 0; i < part->changed.count && !err; i++) {
		uint32_t host = part->changed.items[i];
		bool pairwise = p < part->pairwise.count && part->pairwise.items[p] == host;

		p += pairwise;
		err = place_host(m, part, units, host, pairwise);
	}
	return err;
}

/* Counting sort: hosts of one unit stand together, in the order of the fleet. */
static void sort_hosts(const struct host_set *changed, struct units *units)
{
	for (size_t i = 0; i < changed->count; i++)
		units->first[units->of[changed->items[i]] + 1]++;
	for (uint32_t u = 0; u < units->count; u++)
		units->first[u + 1] += units->first[u];
	for (size_t i = changed->count; i-- > 0;) {
		uint32_t host = changed->items[i];

		units->hosts[--units->first[units->of[host] + 1]] = host;
	}
	for (uint32_t u = 0; u < units->count; u++)
		units->first[u] = units->first[u + 1];
	units->first[units->count] = (uint32_t)changed->count;
}

int plan_units_make(const struct maker *m, const struct part *part, struct units *units)
{
	size_t hosts = m->plan->host_count, changed = part->changed.count;

	*units = (struct units){0};
	units->of = malloc((hosts + 1) * sizeof(*units->of));
	units->first = calloc(changed + 2, sizeof(*units->first));
	units->hosts = malloc((changed + 1) * sizeof(*units->hosts));
	units->labels = calloc(changed + 1, sizeof(*units->labels));
	if (!units->of || !units->first || !units->hosts || !units->labels)
		return -ENOMEM;
	for (size_t i = 0; i < hosts; i++)
		units->of[i] = NONE;
	if (place_hosts(m, part, units))
		return -ENOMEM;
	sort_hosts(&part->changed, units);
	return 0;
}

void plan_units_done(struct units *units)
{
	free(units->of);
	free(units->first);
	free(units->hosts);
	free(units->labels);
	free(units->table.slots);
}
