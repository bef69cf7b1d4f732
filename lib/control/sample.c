// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Whom and what to read for the gates of a step, and what came of it. */
#include "lib/control/sample.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WATCH_MAX 64 /* untouched hosts, where no gate says how many; they are evidence then */

static const char *const traffic[] = {"port_xmit_data", "port_rcv_data"};

#define TRAFFIC_COUNT (sizeof(traffic) / sizeof(traffic[0]))

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for counters of hosts");
}

static void add_counter(struct sample *s, const struct counter *counter)
{
	for (size_t i = 0; i < s->counter_count; i++)
		if (s->counters[i] == counter)
			return;
	s->counters[s->counter_count++] = counter;
}

static void add_of_gate(struct sample *s, const struct fleet_gate *gate)
{
	const struct counter *counter;

	if (gate->kind == FLEET_GATE_COUNTER)
		add_counter(s, gate->counter);
	for (size_t i = 0; gate->kind == FLEET_GATE_HARD && (counter = gate_hard_counter(i)); i++)
		add_counter(s, counter);
}

/* None when no gate judges by counters; else those of the gates, and the bytes that they are compared with. */
static int choose_counters(struct sample *s, const struct frozen_change *change, struct ece_error *e)
{
	s->counters = arena_alloc(&s->arena, counter_count(), sizeof(const struct counter *));
	if (!s->counters)
		return no_memory(e);
	for (uint32_t i = 0; i < change->gate_count; i++)
		add_of_gate(s, &change->gates[i]);
	for (size_t i = 0; i < TRAFFIC_COUNT && s->counter_count; i++)
		add_counter(s, counter_find(traffic[i]));
	return 0;
}

static uint32_t untouched_max(const struct frozen_change *change)
{
	uint32_t max = 0;

	for (uint32_t i = 0; i < change->gate_count; i++)
		if (change->gates[i].watch > max)
			max = change->gates[i].watch;
	return max ? max : WATCH_MAX;
}

/* Before a step: whoever it will touch. After it: those that have the change, and hold it. */
static bool is_treated(const struct rollout *rollout, uint32_t position, enum rollout_sample kind)
{
	enum rollout_host_state state = rollout_host_state(rollout, position);

	if (kind == ROLLOUT_SAMPLE_BASELINE_BEGIN || kind == ROLLOUT_SAMPLE_BASELINE_END)
		return state != ROLLOUT_HOST_SKIPPED;
	return state == ROLLOUT_HOST_HELD;
}

static void add_host(struct sample *s, const struct frozen *f, uint32_t number, bool treated, uint32_t position)
{
	s->hosts[s->host_count++] = (struct sample_host){
		.name = f->names.texts[number],
		.number = number,
		.position = position,
		.treated = treated,
		.why = "it was not asked",
	};
	s->treated_count += treated;
	s->filled = s->host_count;
}

static int choose_hosts(struct sample *s, const struct frozen *f, const struct rollout *rollout, struct ece_error *e)
{
	const struct plan_step *step = &f->plan.steps[s->step];
	uint32_t max = untouched_max(&f->changes[step->part]);
	uint32_t *others = calloc(max, sizeof(*others));
	int count;

	s->hosts = arena_alloc(&s->arena, (size_t)step->count + max, sizeof(*s->hosts));
	if (!s->hosts || !others) {
		free(others);
		return no_memory(e);
	}
	for (uint32_t i = step->first; i < step->first + step->count; i++)
		if (is_treated(rollout, i, s->kind))
			add_host(s, f, f->lines[i].number, true, i);
	count = sample_untouched(f, s->step, max, others, e);
	for (int i = 0; i < count; i++)
		add_host(s, f, others[i], false, 0);
	free(others);
	return count < 0 ? count : 0;
}

int sample_new(const struct frozen *f, const struct rollout *rollout, const struct rollout_action *action,
	       struct sample **out, struct ece_error *e)
{
	struct sample *s = calloc(1, sizeof(*s));
	int err;

	if (!s)
		return no_memory(e);
	s->step = action->step;
	s->round = action->round;
	s->kind = action->sample;
	err = choose_counters(s, &f->changes[f->plan.steps[s->step].part], e);
	if (!err && s->counter_count)
		err = choose_hosts(s, f, rollout, e);
	if (!err)
		err = sample_index(s, f, e);
	if (err) {
		sample_free(s);
		return err;
	}
	*out = s;
	return 0;
}

void sample_free(struct sample *s)
{
	if (!s)
		return;
	arena_done(&s->arena);
	free(s);
}

/* Zeroed readings are absent ones. */
static int take_nic(struct sample *s, struct sample_nic *to, const struct protocol_nic *from,
		    const struct protocol_answer *answer, struct ece_error *e)
{
	to->guid = from->info.guid;
	to->devx_only = from->devx_only;
	to->readings = arena_alloc(&s->arena, s->counter_count, sizeof(*to->readings));
	if (!to->readings)
		return no_memory(e);
	for (size_t i = 0; i < s->counter_count; i++)
		for (size_t n = 0; n < answer->counter_count && n < from->counter_count; n++)
			if (answer->counters[n] == s->counters[i])
				to->readings[i] = from->counters[n];
	return 0;
}

static bool is_touched(const struct protocol_request *touched, uint64_t guid)
{
	for (size_t i = 0; touched && i < touched->card_count; i++)
		if (touched->cards[i].guid == guid)
			return true;
	return !touched;
}

int sample_take(struct sample *s, size_t host, const struct protocol_answer *answer,
		const struct protocol_request *touched, struct ece_error *e)
{
	struct sample_host *to = &s->hosts[host];
	int err = 0;

	to->boot = arena_text(&s->arena, answer->boot, strlen(answer->boot));
	to->nics = arena_alloc(&s->arena, answer->nic_count + 1, sizeof(*to->nics));
	if (!to->boot || !to->nics)
		return no_memory(e);
	to->at_ns = answer->at_ns;
	to->nic_count = 0;
	for (size_t i = 0; i < answer->nic_count && !err; i++)
		if (is_touched(touched, answer->nics[i].info.guid))
			err = take_nic(s, &to->nics[to->nic_count++], &answer->nics[i], answer, e);
	/* A host that lost a card with the change is not judged by the others. */
	if (touched && to->nic_count < touched->card_count)
		return err ? err : sample_miss(s, host, "a card that the change is on is not there any more", e);
	to->answered = true;
	to->why = "";
	return err;
}

const struct sample_host *sample_find(const struct sample *s, uint32_t number)
{
	if (!s || !s->index || number >= s->number_max || !s->index[number])
		return NULL;
	return &s->hosts[s->index[number] - 1];
}

int sample_index(struct sample *s, const struct frozen *f, struct ece_error *e)
{
	s->number_max = f->names.count;
	s->index = arena_alloc(&s->arena, (size_t)s->number_max + 1, sizeof(*s->index));
	if (!s->index)
		return no_memory(e);
	for (size_t i = 0; i < s->host_count; i++)
		s->index[s->hosts[i].number] = (uint32_t)i + 1;
	return 0;
}

int sample_miss(struct sample *s, size_t host, const char *why, struct ece_error *e)
{
	struct sample_host *to = &s->hosts[host];

	to->answered = false;
	to->why = arena_text(&s->arena, why, strlen(why));
	return to->why ? 0 : no_memory(e);
}
