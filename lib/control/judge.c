// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Gates that judge by counters; and what becomes of any verdict. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/control/frozen_json.h"
#include "lib/control/internal.h"
#include "lib/control/tell.h"

static const struct fleet_gate *gate_of(const struct run *run, uint32_t step, uint32_t gate)
{
	return &run->frozen->changes[run->frozen->plan.steps[step].part].gates[gate];
}

void judge_name(const struct run *run, uint32_t step, uint32_t gate, uint32_t round, struct control_verdict *verdict)
{
	const struct frozen *f = run->frozen;
	const struct fleet_gate *g = gate_of(run, step, gate);

	*verdict = (struct control_verdict){
		.step = step,
		.round = round,
		.change = f->change_count > 1 ? f->changes[f->plan.steps[step].part].name : "",
		.gate = g->name,
		.kind = frozen_gate_words[g->kind],
		.per = g->kind == FLEET_GATE_COUNTER ? gate_per_words(g->rule.per) : "",
		.said = {.worst = GATE_NO_HOST},
		.worst = "",
	};
}

/* What the newest SAMPLEs were asked for must be there: older ones say nothing about this round. */
static bool is_newest(const struct run *run, enum rollout_sample kind)
{
	const struct asked *asked = &run->asked[kind];
	const struct sample *s = run->samples[kind];

	return asked->any && s && s->step == asked->step && s->round == asked->round;
}

static bool soak_is_sampled(const struct run *run, uint32_t step)
{
	return is_newest(run, ROLLOUT_SAMPLE_SOAK_BEGIN) && is_newest(run, ROLLOUT_SAMPLE_SOAK_END) &&
	       run->samples[ROLLOUT_SAMPLE_SOAK_END]->step == step;
}

/* A step without a baseline of its own must not be compared with that of another one. */
static void drop_strangers(struct run *run, uint32_t step)
{
	for (int kind = 0; kind < ROLLOUT_SAMPLE_COUNT; kind++) {
		if (run->samples[kind] && run->samples[kind]->step == step && is_newest(run, (enum rollout_sample)kind))
			continue;
		sample_free(run->samples[kind]);
		run->samples[kind] = NULL;
	}
}

/* Of hosts of one kind, in the order of the sample. */
static size_t gather(const struct run *run, const struct counter *counter, bool treated, struct gate_sample *to)
{
	const struct sample *end = run->samples[ROLLOUT_SAMPLE_SOAK_END];
	size_t count = 0;

	for (size_t i = 0; i < end->host_count; i++)
		if (end->hosts[i].treated == treated)
			window_deltas(run, &end->hosts[i], counter, &to[count++]);
	return count;
}

static void set_worst(const struct gate_sample *samples, size_t count, struct control_verdict *verdict)
{
	if (verdict->said.worst < count)
		verdict->worst = samples[verdict->said.worst].name;
}

static void judge_one(const struct run *run, const struct fleet_gate *gate, struct gate_sample *samples,
		      struct control_verdict *verdict)
{
	size_t count = gather(run, gate->counter, gate->rule.on == GATE_ON_TREATED, samples);

	gate_judge(gate->counter, &gate->rule, samples, count, &verdict->said);
	set_worst(samples, count, verdict);
}

static void judge_hard(const struct run *run, struct gate_sample *samples, size_t room, struct control_verdict *verdict)
{
	const struct gate_sample *all[GATE_HARD_MAX];
	const struct counter *counter;
	size_t count = 0;

	for (size_t i = 0; i < GATE_HARD_MAX && (counter = gate_hard_counter(i)); i++) {
		count = gather(run, counter, true, &samples[i * room]);
		all[i] = &samples[i * room];
	}
	gate_judge_hard(all, count, &verdict->said);
	set_worst(samples, count, verdict);
}

/* The last step of a fleet leaves nobody alone. That is no harm to anybody, and is said. */
static bool nobody_left(const struct run *run, const struct fleet_gate *gate, struct gate_verdict *said)
{
	const struct sample *end = run->samples[ROLLOUT_SAMPLE_SOAK_END];

	if (gate->rule.on != GATE_ON_UNTOUCHED || end->treated_count < end->host_count)
		return false;
	said->result = GATE_PASS;
	snprintf(said->why, sizeof(said->why), "this step leaves no host untouched that could be harmed");
	return true;
}

static void not_sampled(const struct run *run, struct gate_verdict *said)
{
	bool damaged = run->damaged[ROLLOUT_SAMPLE_SOAK_BEGIN] || run->damaged[ROLLOUT_SAMPLE_SOAK_END];

	said->result = GATE_INCONCLUSIVE;
	snprintf(said->why, sizeof(said->why), "the counters of the soak %s",
		 damaged ? "are damaged in the store; 'resume' soaks and reads them anew" : "were not read in time");
}

int judge_counters(struct run *run, const struct fleet_gate *gate, struct control_verdict *verdict,
		   struct control_witness *witnesses)
{
	size_t rows = gate->kind == FLEET_GATE_HARD ? GATE_HARD_MAX : 1;
	struct gate_sample *samples;
	size_t room;
	int err = evidence_load(run);

	if (err)
		return err;
	drop_strangers(run, verdict->step);
	if (!soak_is_sampled(run, verdict->step)) {
		not_sampled(run, &verdict->said);
		return 0;
	}
	if (nobody_left(run, gate, &verdict->said))
		return 0;
	room = run->samples[ROLLOUT_SAMPLE_SOAK_END]->host_count + 1;
	samples = calloc(rows * room, sizeof(*samples));
	if (!samples)
		return ece_error_set(run->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory to judge a gate");
	if (gate->kind == FLEET_GATE_HARD)
		judge_hard(run, samples, room, verdict);
	else
		judge_one(run, gate, samples, verdict);
	witness_all(run, gate, verdict, witnesses);
	free(samples);
	return 0;
}

static enum rollout_verdict meaning(enum gate_result result)
{
	switch (result) {
	case GATE_PASS:
		return ROLLOUT_VERDICT_PASS;
	case GATE_FAIL:
		return ROLLOUT_VERDICT_FAIL;
	case GATE_INCONCLUSIVE:
		return ROLLOUT_VERDICT_INCONCLUSIVE;
	default:
		return ROLLOUT_VERDICT_ERROR;
	}
}

int judge_conclude(struct run *run, const struct control_verdict *verdict, uint32_t gate)
{
	const struct control_watch *watch = &run->control->watch;
	struct rollout_event event = {
		.kind = ROLLOUT_EVENT_VERDICT,
		.step = verdict->step,
		.round = verdict->round,
		.gate = gate,
		.verdict = meaning(verdict->said.result),
	};
	char *json;
	int err = verdict_write(verdict, &json, run->e);

	if (err)
		return err;
	err = store_evidence_put(run->control->store, run->record.id, STORE_VERDICT, verdict->step, (int32_t)gate, 0,
				 verdict->round, json, run->e);
	free(json);
	if (err)
		return err;
	err = run_feed(run, &event);
	if (err <= 0)
		return err;
	if (watch->judged)
		watch->judged(watch->ctx, verdict);
	return tell_verdict(run, verdict);
}

int judge_begin(struct run *run, const struct rollout_action *action)
{
	const struct fleet_gate *gate = gate_of(run, action->step, action->gate);
	struct control_witness witnesses[CONTROL_WITNESSES_MAX];
	struct control_verdict verdict;
	int err;

	if (gate->kind == FLEET_GATE_PROMQL || gate->kind == FLEET_GATE_EXEC)
		return ask_gate(run, action->step, action->gate, action->round, false);
	judge_name(run, action->step, action->gate, action->round, &verdict);
	err = judge_counters(run, gate, &verdict, witnesses);
	return err ? err : judge_conclude(run, &verdict, action->gate);
}
