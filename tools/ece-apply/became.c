// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/became.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/base/hostlist.h"
#include "tools/common/json_build.h"
#include "tools/ece-apply/words.h"

/* The end of one host. */
struct end {
	uint32_t position; /* of the host in the plan's order: one that has this state */
	uint32_t nics;     /* that it was to have changed */
	enum rollout_host_state state;
};

/* From the best to the worst; a host has the worst of its positions. */
static const struct {
	enum rollout_host_state state;
	const char *what;
} ends[] = {
	{ROLLOUT_HOST_UNCHANGED, "had it already"},
	{ROLLOUT_HOST_CONFIRMED, "changed"},
	{ROLLOUT_HOST_UNDONE, "put back, as before the run"},
	{ROLLOUT_HOST_QUEUED, "not begun"},
	{ROLLOUT_HOST_SKIPPED, "left out after an earlier change of the run did not take"},
	{ROLLOUT_HOST_CONFIRM, "has the change, and is asked to confirm it"},
	{ROLLOUT_HOST_HELD, "has the change, not confirmed"},
	{ROLLOUT_HOST_INTENT, "asked, and has not answered yet"},
	{ROLLOUT_HOST_UNDO, "asked to put back, and has not answered yet"},
	{ROLLOUT_HOST_SELF_UNDONE, "heard nothing in time, and put back what it had"},
	{ROLLOUT_HOST_UNREACHED, "not reachable"},
	{ROLLOUT_HOST_FAILED_OLD, "failed, and has what it had"},
	{ROLLOUT_HOST_MAYBE, "does not answer any more, and may have the change"},
	{ROLLOUT_HOST_CONFLICT, "not put back: somebody else changed a value meanwhile"},
	{ROLLOUT_HOST_UNDO_FAILED, "could not be put back"},
	{ROLLOUT_HOST_DIRTY, "failed, and putting back failed too"},
};

static size_t rank_of(enum rollout_host_state state)
{
	size_t rank = 0;

	while (rank < sizeof(ends) / sizeof(ends[0]) - 1 && ends[rank].state != state)
		rank++;
	return rank;
}

static size_t host_limit(const struct plan *plan)
{
	return plan->host_count > plan->order_count ? plan->host_count : plan->order_count;
}

/* Changes are sorted by host and NIC; a plan that was frozen has none. */
static void count_nics(const struct plan *plan, struct end *of_host)
{
	for (size_t i = 0; i < plan->change_count; i++) {
		const struct plan_change *c = &plan->changes[i];

		if (!i || c[-1].host != c->host || c[-1].nic != c->nic)
			of_host[c->host].nics++;
	}
}

/* Of each host of the run, in no order. Returns their number; @list has room for host_limit(). */
static size_t find_ends(const struct plan *plan, const struct rollout *run, struct end *list, bool *seen)
{
	size_t count = 0;

	count_nics(plan, list);
	for (uint32_t i = 0; i < plan->order_count; i++) {
		struct end *end = &list[plan->order[i]];
		enum rollout_host_state state = rollout_host_state(run, i);

		if (seen[plan->order[i]] && rank_of(state) <= rank_of(end->state))
			continue;
		seen[plan->order[i]] = true;
		end->position = i;
		end->state = state;
	}
	for (size_t i = 0; i < host_limit(plan); i++)
		if (seen[i])
			list[count++] = list[i];
	/* of the others nothing of theirs changed */
	for (size_t i = 0; i < count; i++)
		if (list[i].state != ROLLOUT_HOST_CONFIRMED)
			list[i].nics = 0;
	return count;
}

static int by_end(const void *a, const void *b)
{
	const struct end *x = a, *y = b;
	size_t x_rank = rank_of(x->state), y_rank = rank_of(y->state);

	if (x_rank != y_rank)
		return x_rank < y_rank ? -1 : 1;
	if (x->nics != y->nics)
		return x->nics > y->nics ? -1 : 1;
	return x->position < y->position ? -1 : x->position > y->position;
}

static void say_what(struct became_group *group)
{
	if (group->nics)
		snprintf(group->what, sizeof(group->what), "%zu NIC%s changed%s", group->nics, plural(group->nics),
			 group->host_count > 1 ? " each" : "");
	else
		copy_text(group->what, sizeof(group->what), ends[rank_of(group->state)].what);
}

/* The hosts that end like the first of @list. */
static int take_group(const struct control *control, const struct end *list, size_t count, struct became_group *group)
{
	const char **names = calloc(count, sizeof(*names));
	size_t n = 0;
	int ret;

	if (!names)
		return -ENOMEM;
	while (n < count && list[n].state == list[0].state && list[n].nics == list[0].nics) {
		names[n] = control_host_name(control, list[n].position);
		n++;
	}
	*group = (struct became_group){.host_count = n, .nics = list[0].nics, .state = list[0].state};
	say_what(group);
	ret = hostlist_fold(names, n, &group->hosts);
	free(names);
	return ret;
}

static struct became_group *more(struct became *became)
{
	struct became_group *grown = reallocarray(became->groups, became->count + 1, sizeof(*grown));

	if (!grown)
		return NULL;
	became->groups = grown;
	grown[became->count] = (struct became_group){0};
	return &grown[became->count++];
}

static int group_all(const struct control *control, struct end *list, size_t count, struct became *became)
{
	int ret = 0;

	qsort(list, count, sizeof(*list), by_end);
	for (size_t i = 0; i < count && !ret;) {
		struct became_group *group = more(became);

		ret = group ? take_group(control, &list[i], count - i, group) : -ENOMEM;
		i += group ? group->host_count : 0;
	}
	return ret;
}

/* They are in no run. */
static int add_unread(const struct plan *plan, struct became *became)
{
	for (size_t i = 0; i < plan->note_count; i++) {
		const struct plan_note *note = &plan->notes[i];
		struct became_group *group;

		if (note->kind != PLAN_NOTE_UNREACHABLE)
			continue;
		group = more(became);
		if (!group)
			return -ENOMEM;
		group->host_count = note->host_count;
		group->state = ROLLOUT_HOST_UNREACHED;
		copy_text(group->what, sizeof(group->what), note->text);
		group->hosts = strdup(note->hosts);
		if (!group->hosts)
			return -ENOMEM;
	}
	return 0;
}

int became_make(const struct outcome *outcome, struct became *became)
{
	const struct plan *plan = outcome->plan;
	struct end *list;
	bool *seen;
	int ret = -ENOMEM;

	*became = (struct became){0};
	if (!outcome->run || !plan)
		return 0;
	list = calloc(host_limit(plan) + 1, sizeof(*list));
	seen = calloc(host_limit(plan) + 1, sizeof(*seen));
	if (list && seen)
		ret = group_all(outcome->control, list, find_ends(plan, outcome->run, list, seen), became);
	ret = ret ? ret : add_unread(plan, became);
	free(list);
	free(seen);
	if (ret)
		became_free(became);
	return ret;
}

void became_free(struct became *became)
{
	for (size_t i = 0; i < became->count; i++)
		free(became->groups[i].hosts);
	free(became->groups);
	*became = (struct became){0};
}

void became_text(const struct became *became, FILE *out)
{
	size_t left = 0;

	for (size_t i = 0; i < became->count; i++) {
		const struct became_group *group = &became->groups[i];

		if (i < BECAME_LINES_MAX)
			fprintf(out, "  %s: %s\n", group->hosts, group->what);
		else
			left += group->host_count;
	}
	if (left)
		fprintf(out, "  %zu more host%s, which %s not listed here\n", left, plural(left),
			left == 1 ? "is" : "are");
}

json_t *became_json(const struct outcome *outcome)
{
	json_t *groups = json_array();
	struct became became;

	if (became_make(outcome, &became)) {
		json_decref(groups);
		return NULL;
	}
	for (size_t i = 0; i < became.count; i++) {
		const struct became_group *group = &became.groups[i];

		build_append(&groups,
			     json_pack("{s:s, s:I, s:s, s:I, s:s}", "hosts", group->hosts, "host_count",
				       (json_int_t)group->host_count, "state", rollout_host_state_name(group->state),
				       "nics", (json_int_t)group->nics, "what", group->what));
	}
	became_free(&became);
	return groups;
}
