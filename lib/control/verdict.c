// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Verdicts as the store keeps them. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/frozen_json.h"
#include "lib/control/internal.h"

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a verdict");
}

/* JSON has no infinities and no NaN. */
static json_t *number_json(bool has, double value)
{
	return has && isfinite(value) ? json_real(value) : json_null();
}

static bool number_read(const json_t *json, double *value)
{
	*value = json_number_value(json);
	return json_is_number(json);
}

static json_t *witness_json(const struct control_witness *w)
{
	return json_pack("{s:s, s:b, s:s, s:o, s:o, s:s}", "host", w->host, "treated", w->treated, "counter",
			 w->counter, "before", number_json(w->has_before, w->before), "during",
			 number_json(w->has_during, w->during), "why", w->why);
}

static json_t *verdict_json(const struct control_verdict *v)
{
	const struct gate_verdict *said = &v->said;
	json_t *witnesses = json_array();

	for (size_t i = 0; i < v->witness_count; i++)
		frozen_append(&witnesses, witness_json(&v->witnesses[i]));
	return json_pack("{s:I, s:I, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:s, s:s, s:o}",
			 "step", (json_int_t)v->step, "round", (json_int_t)v->round, "change", v->change, "gate",
			 v->gate, "kind", v->kind, "per", v->per, "result", gate_result_name(said->result), "value",
			 number_json(said->has_value, said->value), "baseline",
			 number_json(said->has_baseline, said->baseline), "threshold",
			 number_json(said->has_threshold, said->threshold), "treated",
			 number_json(v->has_treated, v->treated), "untouched",
			 number_json(v->has_untouched, v->untouched), "hosts", (json_int_t)said->hosts, "usable",
			 (json_int_t)said->usable, "why", said->why, "worst", v->worst, "witnesses", witnesses);
}

int verdict_write(const struct control_verdict *v, char **text, struct ece_error *e)
{
	json_t *json = verdict_json(v);

	*text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	return *text ? 0 : no_memory(e);
}

static int read_witness(struct control_witness *w, json_t *json)
{
	json_t *before, *during;
	int treated;

	if (json_unpack(json, "{s:s, s:b, s:s, s:o, s:o, s:s}", "host", &w->host, "treated", &treated, "counter",
			&w->counter, "before", &before, "during", &during, "why", &w->why))
		return -EUCLEAN;
	w->treated = treated;
	w->has_before = number_read(before, &w->before);
	w->has_during = number_read(during, &w->during);
	return 0;
}

static int read_result(enum gate_result *result, const char *word)
{
	for (int i = 0; i < GATE_RESULT_COUNT; i++) {
		if (strcmp(gate_result_name((enum gate_result)i), word) != 0)
			continue;
		*result = (enum gate_result)i;
		return 0;
	}
	return -EUCLEAN;
}

static int read_verdict(struct control_verdict *v, struct control_witness *witnesses, json_t *json)
{
	json_t *value, *baseline, *threshold, *treated, *untouched, *list;
	json_int_t step, round, hosts, usable;
	const char *result, *why;
	int err = 0;

	if (json_unpack(json, "{s:I, s:I, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:s, s:s, s:o}",
			"step", &step, "round", &round, "change", &v->change, "gate", &v->gate, "kind", &v->kind, "per",
			&v->per, "result", &result, "value", &value, "baseline", &baseline, "threshold", &threshold,
			"treated", &treated, "untouched", &untouched, "hosts", &hosts, "usable", &usable, "why", &why,
			"worst", &v->worst, "witnesses", &list) ||
	    read_result(&v->said.result, result) || json_array_size(list) > CONTROL_WITNESSES_MAX)
		return -EUCLEAN;
	v->step = (uint32_t)step;
	v->round = (uint32_t)round;
	v->said.hosts = (uint32_t)hosts;
	v->said.usable = (uint32_t)usable;
	v->said.worst = GATE_NO_HOST;
	v->said.has_value = number_read(value, &v->said.value);
	v->said.has_baseline = number_read(baseline, &v->said.baseline);
	v->said.has_threshold = number_read(threshold, &v->said.threshold);
	v->has_treated = number_read(treated, &v->treated);
	v->has_untouched = number_read(untouched, &v->untouched);
	snprintf(v->said.why, sizeof(v->said.why), "%s", why);
	v->witnesses = witnesses;
	v->witness_count = json_array_size(list);
	for (size_t i = 0; i < v->witness_count && !err; i++)
		err = read_witness(&witnesses[i], json_array_get(list, i));
	return err;
}

/* Where the text is kept tells what it is about, unless that is damaged as well. */
static void name_damaged(const struct run *run, const struct kept *about, struct control_verdict *v)
{
	const struct frozen *f = run->frozen;

	*v = (struct control_verdict){.change = "", .gate = "?", .kind = "", .per = "", .worst = ""};
	if (about->step < f->plan.step_count && about->gate >= 0 &&
	    (uint32_t)about->gate < f->changes[f->plan.steps[about->step].part].gate_count)
		judge_name(run, about->step, (uint32_t)about->gate, about->round, v);
	v->step = about->step;
	v->round = about->round;
	v->damaged = true;
	v->said.result = GATE_ERROR;
	snprintf(v->said.why, sizeof(v->said.why), "what the store keeps of this verdict is damaged");
}

int verdict_read(const struct run *run, const struct kept *about, const char *text,
		 int (*each)(void *ctx, const struct control_verdict *verdict), void *ctx, struct ece_error *e)
{
	struct control_witness witnesses[CONTROL_WITNESSES_MAX] = {0};
	struct control_verdict verdict = {0};
	json_error_t error;
	json_t *json = json_loads(text, 0, &error);
	int err;

	if (!json && json_error_code(&error) == json_error_out_of_memory)
		return no_memory(e);
	if (!json || read_verdict(&verdict, witnesses, json))
		name_damaged(run, about, &verdict);
	err = each(ctx, &verdict);
	json_decref(json);
	return err;
}

const char *control_verdict_word(const struct control_verdict *verdict)
{
	return verdict->damaged ? "damaged" : gate_result_name(verdict->said.result);
}

struct hand_on {
	const struct run *run;
	int (*each)(void *ctx, const struct control_verdict *verdict);
	void *ctx;
	struct ece_error *e;
};

static int hand_on(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample, uint32_t round,
		   const char *json)
{
	const struct kept about = {.step = step, .gate = gate, .round = round};
	struct hand_on *to = ctx;

	(void)sample;
	return kind == STORE_VERDICT ? verdict_read(to->run, &about, json, to->each, to->ctx, to->e) : 0;
}

int verdicts_each(const struct run *run, int (*each)(void *ctx, const struct control_verdict *verdict), void *ctx,
		  struct ece_error *e)
{
	struct hand_on to = {.run = run, .each = each, .ctx = ctx, .e = e};

	return store_evidence_each(run->control->store, run->record.id, hand_on, &to, e);
}

int control_verdicts(struct control *control, int (*each)(void *ctx, const struct control_verdict *verdict), void *ctx,
		     struct ece_error *e)
{
	return control->run ? verdicts_each(control->run, each, ctx, e) : 0;
}
