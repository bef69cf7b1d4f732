// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Gates that ask Prometheus or a command. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/internal.h"

#define UNTOUCHED_MAX 4096 /* hosts that a command is told of */

/* A cookie is the number of the question, and of its gate. */
#define SERIAL_SHIFT 16
#define BEFORE_BIT   (1u << 8)

static const struct fleet_gate *gate_of(const struct run *run, uint32_t step, uint32_t gate)
{
	return &run->frozen->changes[run->frozen->plan.steps[step].part].gates[gate];
}

static int ask_promql(struct run *run, const struct fleet_gate *gate, uint64_t cookie, struct ece_error *why)
{
	struct gate_promql question = {
		.url = run->frozen->prometheus_url,
		.query = gate->promql,
		.timeout_ns = gate->timeout_ns,
	};

	if (!question.url)
		return ece_error_set(why, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "the plan names no Prometheus");
	return gate_ask_promql(run->control->wake.asker, &question, cookie, why);
}

/* Before a step: whoever it will touch. */
static size_t list_treated(const struct run *run, uint32_t step, bool before, const char **names)
{
	const struct plan_step *s = &run->frozen->plan.steps[step];
	size_t count = 0;

	for (uint32_t i = s->first; i < s->first + s->count; i++) {
		enum rollout_host_state state = rollout_host_state(run->rollout, i);

		if (before ? state != ROLLOUT_HOST_SKIPPED : state == ROLLOUT_HOST_HELD)
			names[count++] = run->frozen->lines[i].host;
	}
	return count;
}

static int list_untouched(const struct run *run, uint32_t step, const char **names, struct ece_error *why)
{
	uint32_t *numbers = calloc(UNTOUCHED_MAX, sizeof(*numbers));
	int count;

	if (!numbers)
		return ece_error_set(why, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the hosts of a command");
	count = sample_untouched(run->frozen, step, UNTOUCHED_MAX, numbers, why);
	for (int i = 0; i < count; i++)
		names[i] = run->frozen->names.texts[numbers[i]];
	free(numbers);
	return count;
}

static int ask_exec(struct run *run, const struct fleet_gate *gate, uint32_t step, bool before, uint64_t cookie,
		    struct ece_error *why)
{
	const char **treated = calloc(run->frozen->plan.steps[step].count + 1, sizeof(*treated));
	const char **untouched = calloc(UNTOUCHED_MAX, sizeof(*untouched));
	int count = -ENOMEM;
	char dir[PATH_MAX];

	way_dir(run->record.file, dir);
	if (treated && untouched)
		count = list_untouched(run, step, untouched, why);
	else
		ece_error_set(why, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the hosts of a command");
	if (count >= 0)
		count = gate_ask_exec(run->control->wake.asker,
				      &(struct gate_exec){
					      .argv = gate->argv,
					      .dir = dir,
					      .run = run->record.id,
					      .change = control_change_name(run->control, step),
					      .step = step + 1,
					      .on = gate->rule.on,
					      .baseline = before,
					      .treated = treated,
					      .treated_count = list_treated(run, step, before, treated),
					      .untouched = untouched,
					      .untouched_count = (size_t)count,
					      .timeout_ns = gate->timeout_ns,
				      },
				      cookie, why);
	free(treated);
	free(untouched);
	return count;
}

static int keep_told(struct run *run, const struct question *q, uint32_t gate, bool known, double value)
{
	json_t *json = json_pack("{s:o}", "value", known && isfinite(value) ? json_real(value) : json_null());
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	int err;

	json_decref(json);
	if (!text)
		return ece_error_set(run->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what a gate told");
	run->told[gate] = (struct told){known, q->step, q->round, value};
	err = store_evidence_put(run->control->store, run->record.id, STORE_BASELINE, q->step, (int32_t)gate,
				 ROLLOUT_SAMPLE_BASELINE_END, q->round, text, run->e);
	free(text);
	sampler_told(run);
	return err;
}

/* Several numbers are several series: the worst of them before is what the worst of them after is compared with. */
static double worst_of(const struct fleet_gate *gate, const struct gate_answer *answer)
{
	double worst = NAN;

	for (size_t i = 0; i < answer->count; i++) {
		double value = answer->values[i];

		if (isnan(value))
			return NAN;
		if (isnan(worst) || (gate->rule.max.set ? value > worst : value < worst))
			worst = value;
	}
	return worst;
}

static double baseline_of(const struct run *run, uint32_t step, uint32_t gate)
{
	const struct told *told = &run->told[gate];
	const struct asked *asked = &run->asked[ROLLOUT_SAMPLE_BASELINE_END];

	return told->known && told->step == step && asked->any && told->round == asked->round ? told->value : NAN;
}

static int conclude(struct run *run, const struct question *q, uint32_t gate, const struct gate_answer *answer)
{
	const struct fleet_gate *g = gate_of(run, q->step, gate);
	struct control_verdict verdict;
	int err = evidence_load(run);

	if (err)
		return err;
	judge_name(run, q->step, gate, q->round, &verdict);
	gate_answer_judge(&g->rule, answer, baseline_of(run, q->step, gate), &verdict.said);
	if (verdict.said.worst < answer->count)
		verdict.worst = answer->names[verdict.said.worst];
	return judge_conclude(run, &verdict, gate);
}

static int answered(struct run *run, const struct gate_answer *answer)
{
	uint32_t gate = answer->cookie & (BEFORE_BIT - 1);
	bool before = answer->cookie & BEFORE_BIT;
	struct question *q = &run->questions[before ? 0 : 1][gate];

	/* One that was asked anew meanwhile, or of a run that was here before. */
	if (!q->open || q->serial != answer->cookie >> SERIAL_SHIFT)
		return 0;
	q->open = false;
	if (before)
		return keep_told(run, q, gate, answer->result == GATE_NONE || answer->result == GATE_PASS,
				 worst_of(gate_of(run, q->step, gate), answer));
	return conclude(run, q, gate, answer);
}

void ask_answered(void *ctx, const struct gate_answer *answer)
{
	struct run *run = ctx;

	if (!run->err)
		run->err = answered(run, answer);
}

int ask_gate(struct run *run, uint32_t step, uint32_t gate, uint32_t round, bool before)
{
	const struct fleet_gate *g = gate_of(run, step, gate);
	uint64_t serial = ++run->control->wake.serial;
	uint64_t cookie = serial << SERIAL_SHIFT | (before ? BEFORE_BIT : 0) | gate;
	struct ece_error why;
	int err;

	run->questions[before ? 0 : 1][gate] = (struct question){serial, true, step, round};
	err = g->kind == FLEET_GATE_PROMQL ? ask_promql(run, g, cookie, &why) :
					     ask_exec(run, g, step, before, cookie, &why);
	if (!err)
		return 0;
	if (err == -ENOMEM)
		return ece_error_set(run->e, err, why.kind, "%s", why.text);
	return answered(run, &(struct gate_answer){.cookie = cookie, .result = GATE_ERROR, .why = why.text});
}
