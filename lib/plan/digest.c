// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The digest of what will be written where, and in which order. */
#include <endian.h>
#include <string.h>

#include "lib/base/sha256.h"
#include "lib/plan/internal.h"

static void add_number(struct sha256 *hash, uint64_t v)
{
	v = htobe64(v);
	sha256_add(hash, &v, sizeof(v));
}

/* With its NUL, so that "ab" "c" is not "a" "bc". */
static void add_text(struct sha256 *hash, const char *text)
{
	text = text ? text : "";
	sha256_add(hash, text, strlen(text) + 1);
}

void plan_digest(struct maker *m)
{
	const struct plan *plan = m->plan;
	struct sha256 hash;

	sha256_init(&hash);
	add_number(&hash, plan->change_count);
	for (size_t i = 0; i < plan->change_count; i++) {
		const struct plan_change *c = &plan->changes[i];
		const struct facts_nic *nic = &m->hosts[c->host].nics[c->nic];

		add_text(&hash, m->hosts[c->host].name);
		add_number(&hash, nic->guid);
		add_text(&hash, nic->psid);
		add_text(&hash, nic->pci);
		add_text(&hash, ece_param_at(c->param)->name);
		add_number(&hash, c->from);
		add_number(&hash, c->to);
	}
	add_number(&hash, plan->step_count);
	for (size_t i = 0; i < plan->step_count; i++) {
		add_number(&hash, plan->steps[i].count);
		add_number(&hash, plan->steps[i].soak_ns);
		add_number(&hash, plan->steps[i].part);
	}
	for (size_t i = 0; i < plan->order_count; i++)
		add_text(&hash, m->hosts[plan->order[i]].name);
	sha256_end(&hash, m->plan->digest);
}
