// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/tally.h"

#include <stdbool.h>
#include <stdlib.h>

/* A plan that was frozen names hosts by their position, of which there may be more than hosts. */
static size_t host_limit(const struct plan *plan)
{
	return plan->host_count > plan->order_count ? plan->host_count : plan->order_count;
}

/* What became of a host at its positions. */
enum fate {
	FATE_CONFIRMED = 1,
	FATE_UNCHANGED = 2,
	FATE_UNDONE = 4,
	FATE_BAD = 8,    /* at one of them it has not, and will not have, what it should */
	FATE_STUCK = 16, /* at one of them the undo did not put it back */
};

static unsigned char fate_of(enum rollout_host_state state)
{
	switch (state) {
	case ROLLOUT_HOST_CONFIRMED:
		return FATE_CONFIRMED;
	case ROLLOUT_HOST_UNCHANGED:
		return FATE_UNCHANGED;
	case ROLLOUT_HOST_UNDONE:
		return FATE_UNDONE;
	case ROLLOUT_HOST_QUEUED:
	case ROLLOUT_HOST_INTENT:
	case ROLLOUT_HOST_HELD:
	case ROLLOUT_HOST_CONFIRM:
		return 0;
	case ROLLOUT_HOST_CONFLICT:
	case ROLLOUT_HOST_UNDO_FAILED:
		return FATE_BAD | FATE_STUCK;
	default:
		return FATE_BAD;
	}
}

/* Of each host, enum fate; free() it. */
static unsigned char *fates(const struct plan *plan, const struct rollout *run)
{
	unsigned char *fate = calloc(host_limit(plan) + 1, sizeof(*fate));

	for (uint32_t i = 0; fate && i < plan->order_count; i++)
		fate[plan->order[i]] |= fate_of(rollout_host_state(run, i));
	return fate;
}

static bool is_changed(unsigned char fate)
{
	return (fate & ~FATE_UNCHANGED) == FATE_CONFIRMED;
}

/* NICs with changes in hosts that are confirmed; changes are sorted by host and NIC. */
static size_t changed_cards(const struct plan *plan, const unsigned char *fate)
{
	size_t count = 0;

	for (size_t i = 0; i < plan->change_count; i++) {
		const struct plan_change *c = &plan->changes[i];

		if (is_changed(fate[c->host]) && (!i || c[-1].host != c->host || c[-1].nic != c->nic))
			count++;
	}
	return count;
}

/* A host that fails, is lost or cannot be reached is passed over by later changes: it is so once. */
static void tally_run(struct tally *t, const struct plan *plan, const struct rollout *run)
{
	struct rollout_counts c = rollout_counts(run);
	unsigned char *fate = fates(plan, run);

	t->failed += c.failed + c.lost;
	t->unreachable += c.unreached;
	t->changed = 0;
	for (size_t i = 0; fate && i < host_limit(plan); i++) {
		t->changed += is_changed(fate[i]);
		t->unchanged += fate[i] == FATE_UNCHANGED;
		t->undone += (fate[i] & (FATE_UNDONE | FATE_STUCK)) == FATE_UNDONE;
	}
	if (!t->changed)
		t->cards_changed = 0;
	else if (t->changed != plan->changed_count)
		t->cards_changed = plan->change_count ? changed_cards(plan, fate) : TALLY_UNKNOWN;
	free(fate);
}

struct tally tally_make(const struct plan *plan, const struct rollout *run)
{
	struct tally t = {
		.hosts = plan_hosts(plan),
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
