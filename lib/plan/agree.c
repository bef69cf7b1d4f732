// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A pairwise parameter gets one value in a domain, since ends that differ can hurt each other. */
#include <errno.h>

#include "lib/base/fnv.h"
#include "lib/plan/internal.h"

static bool same_place(const void *ctx, uint32_t entry)
{
	const struct maker *m = ctx;
	const struct agreed *key = &m->agreed[m->agreed_count], *other = &m->agreed[entry];

	return other->domain == key->domain && other->param == key->param;
}

static uint64_t place_hash(const void *ctx, uint32_t entry)
{
	const struct agreed *a = &((const struct maker *)ctx)->agreed[entry];

	return fnv64(FNV64_START + a->param, &a->domain, sizeof(a->domain));
}

static int note_disagree(struct maker *m, uint32_t host, const struct ece_param *param, uint64_t first, uint64_t second)
{
	const char *domain = fleet_label(m->fleet, host, PLAN_DOMAIN_LABEL);
	char a[64], b[64];

	ece_param_format(param, first, a, sizeof(a));
	ece_param_format(param, second, b, sizeof(b));
	if (domain)
		return plan_note_add(m, PLAN_NOTE_PAIRWISE, (uint16_t)ece_param_index(param), host, 1,
				     "%s must not differ inside a domain, and the file wants both %s and %s in domain "
				     "%s; give all NICs of a domain one value",
				     param->name, a, b, domain);
	return plan_note_add(m, PLAN_NOTE_PAIRWISE, (uint16_t)ece_param_index(param), host, 1,
			     "%s must not differ between hosts that talk to each other, and the file wants both %s and "
			     "%s on hosts without a label \"" PLAN_DOMAIN_LABEL "\"; give them that label in the "
			     "inventory, or one value",
			     param->name, a, b);
}

/* Hosts without the label may all talk to each other: they are one place. */
int plan_agree(struct maker *m, uint32_t host, const struct fleet_value *value)
{
	uint32_t entry;
	uint64_t hash;

	if (!value->param->pairwise)
		return 0;
	if (plan_grow((void **)&m->agreed, &m->agreed_max, m->agreed_count, sizeof(*m->agreed)))
		return -ENOMEM;
	m->agreed[m->agreed_count] = (struct agreed){
		.domain = fleet_label(m->fleet, host, PLAN_DOMAIN_LABEL), /* equal values of a label are one pointer */
		.param = (uint16_t)ece_param_index(value->param),
		.raw = value->raw,
	};
	hash = place_hash(m, (uint32_t)m->agreed_count);
	entry = plan_table_find(&m->agreed_table, hash, same_place, m);
	if (entry == NONE)
		return plan_table_put(&m->agreed_table, hash, (uint32_t)m->agreed_count++, place_hash, m);
	if (m->agreed[entry].raw == value->raw)
		return 0;
	return note_disagree(m, host, value->param, m->agreed[entry].raw, value->raw);
}
