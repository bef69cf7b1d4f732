// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/tally.h"

#include <stdbool.h>
#include <stdlib.h>

/* A plan that was frozen names hosts by their position, of which there may be more than hosts. */
static size_t host_limit(const struct plan *plan)
{
	return plan->host_count > plan->order_count ? plan->host_count : plan->order_count;
}

/* Of each host: every position of it is confirmed. free() it. */
static bool *confirmed_hosts(const struct plan *plan, const struct rollout *run)
{
	bool *confirmed = calloc(host_limit(plan) + 1, sizeof(*confirmed));

	for (uint32_t i = 0; confirmed && i < plan->order_count; i++)
		confirmed[plan->order[i]] = true;
	for (uint32_t i = 0; confirmed && i < plan->order_count; i++)
		confirmed[plan->order[i]] &= rollout_host_state(run, i) == ROLLOUT_HOST_CONFIRMED;
	return confirmed;
}

static size_t count_confirmed(const struct plan *plan, const struct rollout *run)
{
	bool *confirmed = confirmed_hosts(plan, run);
	size_t count = 0;

	for (size_t i = 0; confirmed && i < host_limit(plan); i++)
		count += confirmed[i];
	free(confirmed);
	return count;
}

/* NICs with changes in hosts that are confirmed; changes are sorted by host and NIC. */
static size_t confirmed_cards(const struct plan *plan, const struct rollout *run)
{
	bool *confirmed = confirmed_hosts(plan, run);
	size_t count = 0;

	if (!confirmed)
		return 0;
	for (size_t i = 0; i < plan->change_count; i++) {
		const struct plan_change *c = &plan->changes[i];

		if (confirmed[c->host] && (!i || c[-1].host != c->host || c[-1].nic != c->nic))
			count++;
	}
	free(confirmed);
	return count;
}

static void tally_run(struct tally *t, const struct plan *plan, const struct rollout *run)
{
	struct rollout_counts c = rollout_counts(run);

	t->changed = plan->changed_count < plan->order_count ? count_confirmed(plan, run) : c.confirmed;
	t->unchanged += c.unchanged;
	t->failed += c.failed + c.lost;
	t->unreachable += c.unreached;
	t->undone = c.undone;
	if (c.confirmed == 0)
		t->cards_changed = 0;
	else if (c.confirmed != plan->order_count)
		t->cards_changed = plan->change_count ? confirmed_cards(plan, run) : TALLY_UNKNOWN;
}

struct tally tally_make(const struct plan *plan, const struct rollout *run)
{
	struct tally t = {
		.hosts = plan->host_count,
		.changed = plan->changed_count,
		.unchanged = plan->unchanged_count,
		.left_out = plan->left_out_count,
		.unreachable = plan->unreachable_count,
		.cards = plan->nic_count,
		.cards_changed = plan->changed_nic_count,
	};
	size_t known = t.changed + t.unchanged + t.left_out + t.unreachable + plan->excluded_count + plan->moved_count;

	t.failed = t.hosts > known ? t.hosts - known : 0;
	if (run)
		tally_run(&t, plan, run);
	known = t.changed + t.unchanged + t.left_out;
	t.owed = t.hosts > known ? t.hosts - known : 0;
	return t;
}
