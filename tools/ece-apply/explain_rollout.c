// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* In which order changes go out, how, and what judges them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/clock.h"
#include "tools/ece-apply/explain.h"
#include "tools/ece-apply/words.h"

#define VALUE_MAX 1024

static const char *const rules[] = {
	[FLEET_RULE_PAUSE] = "pause", [FLEET_RULE_PASS] = "pass", [FLEET_RULE_FAIL] = "fail"};

static const char *duration(uint64_t ns, char buf[WORDS_DURATION_MAX])
{
	return words_duration(ns / CLOCK_MS_NS, buf, WORDS_DURATION_MAX);
}

static void one_change(const struct explain *x, uint32_t number)
{
	const struct fleet_change *change = &x->fleet->changes[number];
	bool rest = number + 1 == x->fleet->change_count;
	char params[VALUE_MAX] = "";
	size_t used = 0;

	for (size_t i = 0; !rest && i < ece_param_limit() && ece_param_at(i); i++) {
		const struct ece_param *param = ece_param_at(i);

		if (fleet_change_of(x->fleet, param) == number && used < sizeof(params))
			used += (size_t)snprintf(params + used, sizeof(params) - used, "%s%s", used ? ", " : "",
						 param->name);
	}
	explain_row(x, "changes", change->name, "params", change->place, "", "%s",
		    rest ? "all that no other change names" : params);
	explain_row(x, "changes", change->name, "rollout", change->rollout_place, "", "%s",
		    x->fleet->rollouts[change->rollout].name);
}

static void gate_list(const struct fleet *fleet, const struct fleet_rollout *r, char buf[VALUE_MAX])
{
	size_t used = 0;

	snprintf(buf, VALUE_MAX, "none");
	for (uint32_t i = 0; i < r->gate_count && used < VALUE_MAX; i++)
		used += (size_t)snprintf(buf + used, VALUE_MAX - used, "%s%s", i ? ", " : "",
					 fleet->gates[r->gates[i]].name);
}

static void setting_text(const struct fleet *fleet, const struct fleet_rollout *r, enum fleet_setting setting,
			 char buf[VALUE_MAX])
{
	char text[64] = "";

	switch (setting) {
	case FLEET_SET_UNIT:
		snprintf(buf, VALUE_MAX, "%s%s", r->unit_label ? "label:" : "host", r->unit_label ? r->unit_label : "");
		return;
	case FLEET_SET_MIXED:
		snprintf(buf, VALUE_MAX, "%s", r->mixed ? "allow" : "forbid");
		return;
	case FLEET_SET_BASELINE:
		snprintf(buf, VALUE_MAX, "%s",
			 r->baseline_ns == UINT64_MAX ? "as long as the soak, 10m at most" :
							duration(r->baseline_ns, text));
		return;
	case FLEET_SET_GATES:
		gate_list(fleet, r, buf);
		return;
	case FLEET_SET_ON_INCONCLUSIVE:
		snprintf(buf, VALUE_MAX, "%s", rules[r->on_inconclusive]);
		return;
	case FLEET_SET_UNREACHABLE:
		snprintf(buf, VALUE_MAX, "%s", words_amount(r->budget.unreachable, text));
		return;
	case FLEET_SET_LOST:
		snprintf(buf, VALUE_MAX, "%s", words_amount(r->budget.lost, text));
		return;
	case FLEET_SET_FAILED:
		snprintf(buf, VALUE_MAX, "%s", words_amount(r->budget.failed, text));
		return;
	case FLEET_SET_PARALLEL:
		snprintf(buf, VALUE_MAX, "%" PRIu32, r->parallel);
		return;
	case FLEET_SET_UNDO_PARALLEL:
		snprintf(buf, VALUE_MAX, "%" PRIu32, r->undo_parallel);
		return;
	case FLEET_SET_ON_FAIL:
		snprintf(buf, VALUE_MAX, "%s", r->on_fail == FLEET_ON_FAIL_UNDO ? "undo" : "stop");
		return;
	case FLEET_SET_LEASE_TTL:
		snprintf(buf, VALUE_MAX, "%s", duration(r->lease_ns, text));
		return;
	case FLEET_SET_ON_LOSS:
		snprintf(buf, VALUE_MAX, "%s", r->on_loss == FLEET_ON_LOSS_UNDO ? "undo" : "keep");
		return;
	case FLEET_SETTING_COUNT:
		break;
	}
	buf[0] = '\0';
}

static void one_step(const struct explain *x, const struct fleet_rollout *r, uint32_t number)
{
	const struct fleet_step *step = &r->steps[number];
	char key[32], to[32], batch[32], soak[WORDS_DURATION_MAX], named[32];

	snprintf(key, sizeof(key), "steps[%" PRIu32 "]", number);
	snprintf(named, sizeof(named), "%" PRIu32 " named host%s", step->host_count, plural(step->host_count));
	explain_row(x, "rollouts", r->name, key, step->place, "", "%s%s%s",
		    step->hosts ? named : words_amount(step->to, to), step->batch.n ? ", in parts of " : "",
		    step->batch.n ? words_amount(step->batch, batch) : "");
	snprintf(key, sizeof(key), "steps[%" PRIu32 "].soak", number);
	explain_row(x, "rollouts", r->name, key, step->soak_place, "", "%s", duration(step->soak_ns, soak));
}

static void one_rollout(const struct explain *x, uint32_t number)
{
	const struct fleet_rollout *r = &x->fleet->rollouts[number];
	char value[VALUE_MAX], from[128];

	for (uint32_t i = 0; i < r->step_count; i++)
		one_step(x, r, i);
	for (enum fleet_setting i = 0; i < FLEET_SETTING_COUNT; i++) {
		const struct fleet_said *said = &r->said[i];
		bool other = said->place.line && said->rollout != number;

		from[0] = '\0';
		if (other)
			snprintf(from, sizeof(from), "extends %.100s", x->fleet->rollouts[said->rollout].name);
		setting_text(x->fleet, r, i, value);
		explain_row(x, "rollouts", r->name, fleet_setting_name(i), said->place, from, "%s", value);
	}
}

static void bound_text(const struct gate_bound *bound, char buf[VALUE_MAX])
{
	if (!bound->set)
		snprintf(buf, VALUE_MAX, "none");
	else if (bound->times_baseline && bound->floor > 0)
		snprintf(buf, VALUE_MAX, "%g times the baseline, at least %g", bound->value, bound->floor);
	else if (bound->times_baseline)
		snprintf(buf, VALUE_MAX, "%g times the baseline", bound->value);
	else
		snprintf(buf, VALUE_MAX, "%g", bound->value);
}

/* Does this kind of gate have the key at all? */
static bool has_key(const struct fleet_gate *g, enum fleet_gate_key key)
{
	switch (key) {
	case FLEET_GATE_PER:
		return g->kind == FLEET_GATE_COUNTER || g->kind == FLEET_GATE_HARD;
	case FLEET_GATE_MIN_TRAFFIC:
		return g->kind == FLEET_GATE_COUNTER;
	case FLEET_GATE_WATCH:
		return g->kind == FLEET_GATE_COUNTER && g->rule.on == GATE_ON_UNTOUCHED;
	case FLEET_GATE_TIMEOUT:
		return g->kind == FLEET_GATE_PROMQL || g->kind == FLEET_GATE_EXEC;
	default:
		return true;
	}
}

static void key_text(const struct fleet_gate *g, enum fleet_gate_key key, char buf[VALUE_MAX])
{
	static const char *const per[] = {
		[GATE_PER_NOTHING] = "the whole soak", [GATE_PER_SECOND] = "second", [GATE_PER_TB] = "TB"};
	char text[64];

	switch (key) {
	case FLEET_GATE_ON:
		snprintf(buf, VALUE_MAX, "%s", g->rule.on == GATE_ON_TREATED ? "treated" : "untouched");
		return;
	case FLEET_GATE_PER:
		snprintf(buf, VALUE_MAX, "%s", per[g->rule.per]);
		return;
	case FLEET_GATE_MAX:
		bound_text(&g->rule.max, buf);
		return;
	case FLEET_GATE_MIN:
		bound_text(&g->rule.min, buf);
		return;
	case FLEET_GATE_MIN_TRAFFIC:
		snprintf(buf, VALUE_MAX, "%g GB", g->rule.min_traffic / 1e9);
		return;
	case FLEET_GATE_WATCH:
		snprintf(buf, VALUE_MAX, "%" PRIu32, g->watch);
		return;
	case FLEET_GATE_TIMEOUT:
		snprintf(buf, VALUE_MAX, "%s", duration(g->timeout_ns, text));
		return;
	case FLEET_GATE_WAIT:
		snprintf(buf, VALUE_MAX, "%s", duration(g->wait_ns, text));
		return;
	case FLEET_GATE_ON_INCONCLUSIVE:
		snprintf(buf, VALUE_MAX, "%s",
			 g->has_on_inconclusive ? rules[g->on_inconclusive] : "as the rollout says");
		return;
	case FLEET_GATE_KEY_COUNT:
		break;
	}
	buf[0] = '\0';
}

static void gate_source(const struct explain *x, const struct fleet_gate *g)
{
	char value[VALUE_MAX] = "";
	size_t used = 0;

	switch (g->kind) {
	case FLEET_GATE_COUNTER:
		explain_row(x, "gates", g->name, "counter", g->place, "", "%s", g->counter->name);
		return;
	case FLEET_GATE_PROMQL:
		explain_row(x, "gates", g->name, "promql", g->place, "", "%s", g->promql);
		return;
	case FLEET_GATE_EXEC:
		for (const char *const *word = g->argv; *word && used < sizeof(value); word++)
			used += (size_t)snprintf(value + used, sizeof(value) - used, "%s%s", used ? " " : "", *word);
		explain_row(x, "gates", g->name, "exec", g->place, "", "%s", value);
		return;
	case FLEET_GATE_HARD:
		explain_row(x, "gates", g->name, "counter", g->place, "", "every counter of class hard");
		return;
	}
}

static void one_gate(const struct explain *x, const struct fleet_gate *g)
{
	char value[VALUE_MAX];

	gate_source(x, g);
	for (enum fleet_gate_key key = 0; key < FLEET_GATE_KEY_COUNT; key++) {
		if (!has_key(g, key))
			continue;
		key_text(g, key, value);
		explain_row(x, "gates", g->name, fleet_gate_key_name(key), g->said[key], "", "%s", value);
	}
}

/* A rollout that no change goes out with says nothing about what happens. */
static bool rollout_used(const struct explain *x, uint32_t rollout)
{
	for (uint32_t i = 0; i < x->fleet->change_count; i++)
		if (x->fleet->changes[i].rollout == rollout && (!x->param || fleet_change_of(x->fleet, x->param) == i))
			return true;
	return false;
}

static bool gate_used(const struct explain *x, uint32_t gate)
{
	for (uint32_t r = 0; r < x->fleet->rollout_count; r++)
		for (uint32_t i = 0; rollout_used(x, r) && i < x->fleet->rollouts[r].gate_count; i++)
			if (x->fleet->rollouts[r].gates[i] == gate)
				return true;
	return false;
}

void explain_rollouts(const struct explain *x)
{
	const struct fleet *fleet = x->fleet;

	for (uint32_t i = 0; i < fleet->change_count; i++)
		if (!x->param || fleet_change_of(fleet, x->param) == i)
			one_change(x, i);
	for (uint32_t i = 0; i < fleet->rollout_count; i++)
		if (rollout_used(x, i))
			one_rollout(x, i);
	for (uint32_t i = 0; i < fleet->gate_count; i++)
		if (gate_used(x, i))
			one_gate(x, &fleet->gates[i]);
}
