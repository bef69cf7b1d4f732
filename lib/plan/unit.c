// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/plan/unit.h"
#include "lib/base/fnv.h"

#include <errno.h>
#include <stdlib.h>

struct domain_key {
	const struct units *units;
	const char *domain;
};

/* Equal values of a label are one pointer. */
static bool same_domain(const void *ctx, uint32_t entry)
{
	const struct domain_key *key = ctx;

	return key->units->domains[entry] == key->domain;
}

/* Single hosts are never looked for, but must not all want one place of the table. */
static uint64_t domain_hash(const void *ctx, uint32_t entry)
{
	const struct units *units = ctx;

	if (!units->domains[entry])
		return fnv64(FNV64_START, &entry, sizeof(entry));
	return fnv64(FNV64_START, &units->domains[entry], sizeof(units->domains[entry]));
}

uint32_t plan_units_find(const struct units *units, const char *domain)
{
	struct domain_key key = {.units = units, .domain = domain};

	return plan_table_find(&units->table, fnv64(FNV64_START, &domain, sizeof(domain)), same_domain, &key);
}

static int unit_new(struct units *units, uint32_t host, const char *domain)
{
	uint32_t unit = units->count++;

	units->domains[unit] = domain;
	units->of[host] = unit;
	/* Single hosts are in the table too, which keeps its entries and the units the same numbers. */
	return plan_table_put(&units->table, domain_hash(units, unit), unit, domain_hash, units);
}

static int place_host(const struct maker *m, struct units *units, uint32_t host, bool pairwise)
{
	const char *domain = pairwise ? fleet_label(m->fleet, host, PLAN_DOMAIN_LABEL) : NULL;
	uint32_t unit = domain ? plan_units_find(units, domain) : NONE;

	if (unit == NONE)
		return unit_new(units, host, domain);
	units->of[host] = unit;
	return 0;
}

static int place_hosts(const struct maker *m, struct units *units)
{
	size_t p = 0;
	int err = 0;

	for (size_t i = 0; i < m->changed.count && !err; i++) {
		uint32_t host = m->changed.items[i];
		bool pairwise = p < m->pairwise.count && m->pairwise.items[p] == host;

		p += pairwise;
		err = place_host(m, units, host, pairwise);
	}
	return err;
}

/* Counting sort: hosts of one unit stand together, in the order of the fleet. */
static void sort_hosts(const struct maker *m, struct units *units)
{
	for (size_t i = 0; i < m->changed.count; i++)
		units->first[units->of[m->changed.items[i]] + 1]++;
	for (uint32_t u = 0; u < units->count; u++)
		units->first[u + 1] += units->first[u];
	for (size_t i = m->changed.count; i-- > 0;) {
		uint32_t host = m->changed.items[i];

		units->hosts[--units->first[units->of[host] + 1]] = host;
	}
	for (uint32_t u = 0; u < units->count; u++)
		units->first[u] = units->first[u + 1];
	units->first[units->count] = (uint32_t)m->changed.count;
}

int plan_units_make(const struct maker *m, struct units *units)
{
	size_t hosts = m->plan->host_count, changed = m->changed.count;

	*units = (struct units){0};
	units->of = malloc((hosts + 1) * sizeof(*units->of));
	units->first = calloc(changed + 2, sizeof(*units->first));
	units->hosts = malloc((changed + 1) * sizeof(*units->hosts));
	units->domains = calloc(changed + 1, sizeof(*units->domains));
	if (!units->of || !units->first || !units->hosts || !units->domains)
		return -ENOMEM;
	for (size_t i = 0; i < hosts; i++)
		units->of[i] = NONE;
	if (place_hosts(m, units))
		return -ENOMEM;
	sort_hosts(m, units);
	return 0;
}

void plan_units_done(struct units *units)
{
	free(units->of);
	free(units->first);
	free(units->hosts);
	free(units->domains);
	free(units->table.slots);
}
