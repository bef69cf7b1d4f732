// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/judge.h"

/* A host is too quiet to be counted below this part of its equal share of min_traffic. */
#define QUIET_PART 0.1

static double traffic_of(const struct gate_sample *samples, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		if (!samples[i].missing && samples[i].traffic_during.growth == COUNTER_GREW)
			sum += (double)samples[i].traffic_during.by;
	return sum;
}

static void add(struct amounts *sum, const struct amounts *host)
{
	sum->during += host->during;
	sum->exposure += host->exposure;
	sum->before += host->before;
	sum->exposure_before += host->exposure_before;
}

/* A bound of zero means that there must be none; any other is a mean, from which a host alone may be off by chance. */
static bool over_alone(const struct limit *limit, const struct amounts *host)
{
	double allowed = limit->value * host->exposure;

	return limit->known && host->during > allowed && (limit->value <= 0 || beyond_chance(host->during, allowed));
}

static bool over_together(const struct limit *limit, const struct amounts *all)
{
	double allowed = limit->value * all->exposure;

	return limit->known && all->during > allowed &&
	       (!limit->measured || limit->value <= 0 || beyond_chance(all->during, allowed));
}

static bool under_together(const struct limit *limit, const struct amounts *all)
{
	double wanted = limit->value * all->exposure;

	return limit->known && all->during < wanted && (!limit->measured || beyond_chance(all->during, wanted));
}

/* How far over it is, to tell the worst of several. */
static double excess(const struct limit *limit, const struct amounts *host)
{
	double allowed = limit->value * host->exposure, off = host->during - allowed;

	return off / (allowed > 1 ? allowed : 1);
}

static bool wants_baseline(const struct gate_rule *rule)
{
	return (rule->max.set && rule->max.times_baseline) || (rule->min.set && rule->min.times_baseline);
}

/* Without a baseline a host is harmless as long as it stays below what is allowed to everybody. */
static bool harmless(const struct gate_rule *rule, const struct amounts *host)
{
	return rule->max.set && !rule->min.set && host->during <= rule->max.floor * host->exposure;
}

/* The host against max, with its own baseline. */
static void judge_alone(struct judging *j, uint32_t at, const struct amounts *host)
{
	struct limit limit;

	if (!j->rule->max.set)
		return;
	limit = limit_max(&j->rule->max, host);
	if (!over_alone(&limit, host) || (j->worst != GATE_NO_HOST && excess(&limit, host) <= j->worst_excess))
		return;
	j->worst = at;
	j->worst_excess = excess(&limit, host);
	j->worst_host = *host;
}

static void take(struct judging *j, uint32_t at, const struct gate_sample *sample, double quiet)
{
	struct amounts host;
	enum unfit unfit = host_amounts(j->counter, j->rule, sample, quiet, &host);
	bool passed_over = j->lenient && (unfit == UNFIT_ABSENT || unfit == UNFIT_UNMOVABLE);

	if (passed_over)
		return;
	j->hosts++;
	/* What may have wrapped grew by at least so much */
	if (unfit == FIT || unfit == UNFIT_WRAPPED)
		judge_alone(j, at, &host);
	if (unfit == FIT && wants_baseline(j->rule) && host.exposure_before <= 0) {
		if (harmless(j->rule, &host))
			j->usable++;
		else
			unfit = UNFIT_NO_BASELINE;
	} else if (unfit == FIT) {
		j->usable++;
		j->only = at;
		add(&j->all, &host);
	}
	if (unfit && !j->unfit[unfit]++)
		j->unfit_name[unfit] = sample->name;
}

static bool harm_together(const struct judging *j)
{
	struct limit max = limit_max(&j->rule->max, &j->all), min = limit_min(&j->rule->min, &j->all);

	return (j->rule->max.set && over_together(&max, &j->all)) ||
	       (j->rule->min.set && under_together(&min, &j->all));
}

/* When nobody answered, that is what there is to say. */
static bool too_quiet(const struct judging *j)
{
	return j->traffic < j->rule->min_traffic && j->unfit[UNFIT_MISSING] < j->hosts;
}

static bool enough(const struct judging *j)
{
	bool all_answered = j->rule->on == GATE_ON_UNTOUCHED || !j->unfit[UNFIT_MISSING];

	return all_answered && j->usable && 2 * (uint64_t)j->usable >= j->hosts;
}

static void fail(const struct judging *j, const struct gate_sample *samples, uint32_t worst,
		 const struct amounts *amounts, struct gate_verdict *verdict)
{
	verdict->result = GATE_FAIL;
	verdict->worst = worst;
	say_values(j, amounts, worst == GATE_NO_HOST ? NULL : samples[worst].name, verdict);
}

static void conclude(const struct judging *j, const struct gate_sample *samples, struct gate_verdict *verdict)
{
	verdict->result = GATE_INCONCLUSIVE;
	if (!j->hosts) {
		say_nobody(j, verdict);
	} else if (too_quiet(j)) {
		say_quiet(j, verdict);
	} else if (j->worst != GATE_NO_HOST) {
		fail(j, samples, j->worst, &j->worst_host, verdict);
	} else if (harm_together(j)) {
		fail(j, samples, j->hosts == 1 ? j->only : GATE_NO_HOST, &j->all, verdict);
	} else if (!enough(j)) {
		say_unfit(j, verdict);
	} else {
		verdict->result = GATE_PASS;
		say_values(j, &j->all, NULL, verdict);
	}
}

void judge(struct judging *j, const struct gate_sample *samples, size_t count, struct gate_verdict *verdict)
{
	double quiet = count ? QUIET_PART * j->rule->min_traffic / (double)count : 0;

	for (size_t i = 0; i < count; i++)
		take(j, (uint32_t)i, &samples[i], quiet);
	j->traffic = traffic_of(samples, count);
	*verdict = (struct gate_verdict){.hosts = j->hosts, .usable = j->usable, .worst = GATE_NO_HOST};
	conclude(j, samples, verdict);
}

void gate_judge(const struct counter *counter, const struct gate_rule *rule, const struct gate_sample *samples,
		size_t count, struct gate_verdict *verdict)
{
	struct judging j = {.counter = counter, .rule = rule, .worst = GATE_NO_HOST};

	judge(&j, samples, count, verdict);
}
