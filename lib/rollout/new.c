// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Make a run and free it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rollout/internal.h"

static bool limits_valid(const struct rollout_limits *l)
{
	return l->unreachable && l->lost && l->failed && l->parallel && l->undo_parallel && l->attempts && l->answer_ns;
}

static bool gates_valid(const struct rollout_change *change)
{
	if (change->gate_count > ROLLOUT_GATES_MAX || (change->gate_count && !change->limits.judge_ns))
		return false;
	for (uint32_t i = 0; i < change->gate_count; i++) {
		const struct rollout_gate *g = &change->gates[i];

		if (g->on_inconclusive > ROLLOUT_RULE_FAIL || (g->samples && !change->limits.sample_ns))
			return false;
	}
	return true;
}

static bool changes_valid(const struct rollout_plan *plan)
{
	if (!plan->change_count || plan->change_count > ROLLOUT_CHANGES_MAX)
		return false;
	for (uint32_t i = 0; i < plan->change_count; i++)
		if (!limits_valid(&plan->changes[i].limits) || !gates_valid(&plan->changes[i]))
			return false;
	return true;
}

static bool steps_valid(const struct rollout_plan *plan)
{
	uint64_t covered = 0;
	uint32_t change = 0;

	for (uint32_t i = 0; i < plan->step_count; i++) {
		const struct rollout_step_plan *step = &plan->steps[i];

		if (step->first != covered || !step->count || step->change < change ||
		    step->change >= plan->change_count)
			return false;
		covered += step->count;
		change = step->change;
	}
	/* Each host has two nodes. */
	return covered && covered == plan->host_count && plan->host_count < NOBODY / 2;
}

/*
 * In one event each open request is sent again at most once and the window filled at most once, the same of renewals; the
 * gates are judged again and anew; samples likewise; and three more.
 */
static size_t most_actions(const struct rollout_plan *plan)
{
	size_t window = 0;

	for (uint32_t i = 0; i < plan->change_count; i++) {
		const struct rollout_limits *l = &plan->changes[i].limits;

		window = l->parallel > window ? l->parallel : window;
		window = l->undo_parallel > window ? l->undo_parallel : window;
	}
	return 4 * (window < plan->host_count ? window : plan->host_count) + 2 * (size_t)ROLLOUT_GATES_MAX + 2 + 3;
}

static int allocate(struct rollout *run, const struct rollout_plan *plan)
{
	run->change_count = plan->change_count;
	run->step_count = plan->step_count;
	run->host_count = plan->host_count;
	run->action_max = most_actions(plan);
	run->changes = calloc(run->change_count, sizeof(*run->changes));
	run->steps = calloc(run->step_count, sizeof(*run->steps));
	run->hosts = calloc(run->host_count, sizeof(*run->hosts));
	run->nodes = calloc(2 * (size_t)run->host_count, sizeof(*run->nodes));
	run->actions = calloc(run->action_max, sizeof(*run->actions));
	return run->changes && run->steps && run->hosts && run->nodes && run->actions ? 0 : -ENOMEM;
}

static int copy_changes(struct rollout *run, const struct rollout_change *changes)
{
	for (uint32_t i = 0; i < run->change_count; i++) {
		struct change *c = &run->changes[i];

		c->name = changes[i].name ? changes[i].name : "";
		c->limits = changes[i].limits;
		c->gate_count = changes[i].gate_count;
		c->gates = calloc(c->gate_count + 1, sizeof(*c->gates));
		if (!c->gates)
			return -ENOMEM;
		for (uint32_t g = 0; g < c->gate_count; g++) {
			c->gates[g] = changes[i].gates[g];
			c->samples |= c->gates[g].samples;
		}
	}
	return 0;
}

static void fill_steps(struct rollout *run, const struct rollout_step_plan *steps)
{
	run->tallies.states[ROLLOUT_HOST_QUEUED] = run->host_count;
	for (uint32_t s = 0; s < run->step_count; s++) {
		struct step *step = &run->steps[s];

		step->first = steps[s].first;
		step->count = steps[s].count;
		step->change = steps[s].change;
		step->soak_ns = steps[s].soak_ns;
		step->baseline_ns = steps[s].baseline_ns;
		step->tallies.states[ROLLOUT_HOST_QUEUED] = step->count;
		for (uint32_t i = 0; i < step->count; i++)
			run->hosts[step->first + i].step = s;
	}
}

struct place_of {
	uint32_t host, position;
};

static int compare_places(const void *a, const void *b)
{
	const struct place_of *x = a, *y = b;

	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	return x->position < y->position ? -1 : x->position > y->position;
}

static int link_sorted(struct rollout *run, const struct place_of *places)
{
	for (uint32_t i = 1; i < run->host_count; i++) {
		struct host *h = &run->hosts[places[i].position];

		if (places[i].host != places[i - 1].host)
			continue;
		h->earlier = places[i - 1].position;
		if (run->steps[h->step].change == run->steps[run->hosts[h->earlier].step].change)
			return -EINVAL;
	}
	return 0;
}

static int link_hosts(struct rollout *run, const uint32_t *host_of)
{
	struct place_of *places;
	int err;

	for (uint32_t i = 0; i < run->host_count; i++)
		run->hosts[i].earlier = NOBODY;
	if (!host_of)
		return 0;
	places = calloc((size_t)run->host_count + 1, sizeof(*places));
	if (!places)
		return -ENOMEM;
	for (uint32_t i = 0; i < run->host_count; i++)
		places[i] = (struct place_of){.host = host_of[i], .position = i};
	qsort(places, run->host_count, sizeof(*places), compare_places);
	err = link_sorted(run, places);
	free(places);
	return err;
}

static void fill_queues(struct rollout *run)
{
	run->armed = NEVER;
	queue_init(&run->flight);
	queue_init(&run->resting);
	queue_init(&run->ready);
	queue_init(&run->renewing);
	queue_init(&run->again);
	queue_init(&run->due);
}

static int build(struct rollout *run, const struct rollout_plan *plan)
{
	int err = allocate(run, plan);

	if (!err)
		err = copy_changes(run, plan->changes);
	if (err)
		return err;
	fill_steps(run, plan->steps);
	fill_queues(run);
	return link_hosts(run, plan->host_of);
}

int rollout_new(const struct rollout_plan *plan, struct rollout **out)
{
	struct rollout *run;
	int err;

	if (!changes_valid(plan) || !steps_valid(plan))
		return -EINVAL;
	run = calloc(1, sizeof(*run));
	if (!run)
		return -ENOMEM;
	err = build(run, plan);
	if (err)
		rollout_free(run);
	else
		*out = run;
	return err;
}

void rollout_free(struct rollout *run)
{
	if (!run)
		return;
	for (uint32_t i = 0; run->changes && i < run->change_count; i++)
		free(run->changes[i].gates);
	free(run->changes);
	free(run->steps);
	free(run->hosts);
	free(run->nodes);
	free(run->actions);
	free(run);
}
