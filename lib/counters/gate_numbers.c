// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/judge.h"

/* Of what is not a number nothing is true, not even that it is itself. */
static bool is_nan(double value)
{
	return value != value;
}

/* What one number is under one bound: PASS, FAIL, or INCONCLUSIVE. @threshold: what it was held against, or NaN. */
static enum gate_result held(const struct gate_bound *bound, bool max, double value, double baseline, double *threshold)
{
	bool out;

	*threshold = bound->times_baseline ? bound->value * baseline : bound->value;
	if (max && bound->times_baseline && (is_nan(*threshold) || *threshold < bound->floor)) {
		/* Without a baseline what is below the floor is harmless, and of the rest nobody knows */
		if (is_nan(*threshold) && !(value <= bound->floor))
			return GATE_INCONCLUSIVE;
		*threshold = bound->floor;
	}
	if (is_nan(*threshold) || is_nan(value))
		return GATE_INCONCLUSIVE;
	out = max ? value > *threshold : value < *threshold;
	return out ? GATE_FAIL : GATE_PASS;
}

static void take(struct gate_verdict *verdict, enum gate_result result, uint32_t at, double value, double threshold)
{
	verdict->result = result;
	verdict->worst = at;
	verdict->value = value;
	verdict->has_value = true;
	verdict->threshold = threshold;
	verdict->has_threshold = !is_nan(threshold);
}

/* The first number that fails is the verdict, else the first of which nobody knows. */
static void judge_bound(const struct gate_bound *bound, bool max, const double *values, size_t count, double baseline,
			struct gate_verdict *verdict)
{
	double threshold;

	if (!bound->set)
		return;
	for (size_t i = 0; i < count && verdict->result != GATE_FAIL; i++) {
		enum gate_result result = held(bound, max, values[i], baseline, &threshold);

		if (result == GATE_FAIL || (result == GATE_INCONCLUSIVE && verdict->result == GATE_PASS))
			take(verdict, result, (uint32_t)i, values[i], threshold);
	}
}

/* Of numbers that all pass, the one nearest to the bound is shown: the largest under max, else the smallest. */
static void show_nearest(const struct gate_rule *rule, const double *values, size_t count, double baseline,
			 struct gate_verdict *verdict)
{
	bool max = rule->max.set || !rule->min.set;
	double threshold;
	size_t best = 0;

	for (size_t i = 1; i < count; i++)
		if (max ? values[i] > values[best] : values[i] < values[best])
			best = i;
	held(max ? &rule->max : &rule->min, max, values[best], baseline, &threshold);
	if (!rule->max.set && !rule->min.set)
		threshold = (double)__builtin_nan("");
	take(verdict, GATE_PASS, (uint32_t)best, values[best], threshold);
}

static void say(const struct gate_rule *rule, size_t count, struct gate_verdict *verdict)
{
	bool max = rule->max.set && (!rule->min.set || !(verdict->value < verdict->threshold));

	if (is_nan(verdict->value)) {
		verdict_say(verdict, "what was told is not a number");
		return;
	}
	verdict_say(verdict, "%.6g", verdict->value);
	if (verdict->result == GATE_INCONCLUSIVE) {
		verdict_say(verdict, ", and before the step nothing was told to compare it with");
		return;
	}
	if (count > 1)
		verdict_say(verdict, verdict->result == GATE_FAIL ? ", one of %zu values" : ", the worst of %zu values",
			    count);
	if (verdict->has_baseline)
		verdict_say(verdict, ", before %.6g", verdict->baseline);
	if (verdict->has_threshold)
		verdict_say(verdict, ", at %s %.6g", max ? "most" : "least", verdict->threshold);
}

void gate_judge_numbers(const struct gate_rule *rule, const double *values, size_t count, double baseline,
			struct gate_verdict *verdict)
{
	*verdict = (struct gate_verdict){
		.result = GATE_PASS,
		.worst = GATE_NO_HOST,
		.baseline = is_nan(baseline) ? 0 : baseline,
		.has_baseline = !is_nan(baseline),
	};
	if (!count) {
		verdict->result = GATE_INCONCLUSIVE;
		verdict_say(verdict, "no data was told");
		return;
	}
	judge_bound(&rule->max, true, values, count, baseline, verdict);
	judge_bound(&rule->min, false, values, count, baseline, verdict);
	for (size_t i = 0; i < count && verdict->result == GATE_PASS; i++)
		if (is_nan(values[i]))
			take(verdict, GATE_INCONCLUSIVE, (uint32_t)i, values[i], values[i]);
	if (verdict->result == GATE_PASS)
		show_nearest(rule, values, count, baseline, verdict);
	say(rule, count, verdict);
}
