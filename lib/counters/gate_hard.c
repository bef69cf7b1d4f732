// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <string.h>

#include "lib/counters/judge.h"

/* Any growth beyond what it did before. */
static const struct gate_rule hard_rule = {
	.on = GATE_ON_TREATED,
	.per = GATE_PER_NOTHING,
	.max = {.set = true, .times_baseline = true, .value = 1},
};

const struct counter *gate_hard_counter(size_t i)
{
	for (size_t row = 0; row < counter_count(); row++)
		if (counter_at(row)->class == COUNTER_HARD && !i--)
			return counter_at(row);
	return NULL;
}

/* The worse of two results is that of both. */
static bool is_worse(enum gate_result a, enum gate_result b)
{
	static const uint8_t rank[GATE_RESULT_COUNT] = {
		[GATE_NONE] = 0, [GATE_PASS] = 1, [GATE_INCONCLUSIVE] = 2, [GATE_ERROR] = 3, [GATE_FAIL] = 4,
	};

	return rank[a] > rank[b];
}

/* Can a host be judged by any of them? */
static bool host_judged(const struct gate_sample *const *samples, size_t host)
{
	const struct counter *counter;
	struct amounts amounts;

	for (size_t i = 0; (counter = gate_hard_counter(i)); i++)
		if (host_amounts(counter, &hard_rule, &samples[i][host], 0, &amounts) == FIT)
			return true;
	return false;
}

static void add_name(char *to, size_t size, const char *name)
{
	size_t len = strlen(to);

	snprintf(to + len, size - len, "%s%s", len ? ", " : "", name);
}

/* By which counters hosts were judged, and by which none was. */
struct names {
	char judged[GATE_WHY_MAX / 2], none[GATE_WHY_MAX / 2];
};

static void judge_one(const struct counter *counter, const struct gate_sample *samples, size_t count,
		      struct names *names, struct gate_verdict *all)
{
	struct judging j = {.counter = counter, .rule = &hard_rule, .lenient = true, .worst = GATE_NO_HOST};
	struct gate_verdict verdict;

	judge(&j, samples, count, &verdict);
	if (!verdict.hosts) {
		add_name(names->none, sizeof(names->none), counter->name);
		return;
	}
	add_name(names->judged, sizeof(names->judged), counter->name);
	if (is_worse(verdict.result, all->result))
		*all = verdict;
}

static void conclude(const struct names *names, struct gate_verdict *verdict)
{
	if (verdict->result != GATE_PASS && verdict->result != GATE_NONE)
		return;
	if (!verdict->usable || 2 * (uint64_t)verdict->usable < verdict->hosts) {
		verdict->result = GATE_INCONCLUSIVE;
		verdict_say(verdict, "%u of %u hosts have a hard counter that can judge them", verdict->usable,
			    verdict->hosts);
		return;
	}
	verdict_say(verdict, "%s: no more than before on %u of %u hosts", names->judged, verdict->usable,
		    verdict->hosts);
	if (names->none[0])
		verdict_say(verdict, "; none of them can be judged by %s", names->none);
}

void gate_judge_hard(const struct gate_sample *const *samples, size_t count, struct gate_verdict *verdict)
{
	const struct counter *counter;
	struct names names = {.judged = ""};

	*verdict = (struct gate_verdict){.worst = GATE_NO_HOST};
	for (size_t i = 0; (counter = gate_hard_counter(i)); i++)
		judge_one(counter, samples[i], count, &names, verdict);
	if (verdict->result == GATE_PASS)
		*verdict = (struct gate_verdict){.result = GATE_PASS, .worst = GATE_NO_HOST};
	verdict->hosts = (uint32_t)count;
	verdict->usable = 0;
	for (size_t host = 0; host < count; host++)
		verdict->usable += host_judged(samples, host);
	conclude(&names, verdict);
}
