// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/host.h"

#define TB 1e12

static enum unfit unfit_of(const struct counter_delta *delta)
{
	switch (delta->growth) {
	case COUNTER_GREW:
		return FIT;
	case COUNTER_WAS_RESET:
		return UNFIT_RESET;
	case COUNTER_NOT_THERE:
		return UNFIT_ABSENT;
	default:
		return UNFIT_UNREAD;
	}
}

/* A window without a length tells nothing. */
static double exposure(enum gate_per per, double seconds, const struct counter_delta *traffic)
{
	if (per == GATE_PER_TB)
		return traffic->growth == COUNTER_GREW ? (double)traffic->by / TB : 0;
	return per == GATE_PER_SECOND ? seconds : 1;
}

/* Growth as it is, of windows that differ in length: the baseline's is brought to the length of the other. */
static double exposure_before(const struct gate_rule *rule, const struct gate_sample *sample)
{
	if (rule->per != GATE_PER_NOTHING)
		return exposure(rule->per, sample->seconds_before, &sample->traffic_before);
	return sample->seconds_during > 0 ? sample->seconds_before / sample->seconds_during : 0;
}

static bool needs_traffic(const struct gate_rule *rule)
{
	return rule->per == GATE_PER_TB || rule->min_traffic > 0;
}

static bool is_quiet(const struct gate_rule *rule, const struct gate_sample *sample, double quiet)
{
	double moved = (double)sample->traffic_during.by;

	return needs_traffic(rule) && (moved <= 0 || moved < quiet);
}

/* At the pace of the baseline, would it have gone round more often than can be seen? */
static bool may_wrap(const struct counter *counter, const struct gate_sample *sample)
{
	double pace = sample->seconds_before > 0 ? (double)sample->before.by / sample->seconds_before : 0;

	return counter->width == 32 && pace * sample->seconds_during >= (double)COUNTER_WRAP_SURE * counter->scale;
}

static void take_baseline(const struct gate_rule *rule, const struct gate_sample *sample, struct amounts *amounts)
{
	double y = exposure_before(rule, sample);

	if (sample->before.growth != COUNTER_GREW || sample->before.unsure || y <= 0)
		return;
	amounts->before = (double)sample->before.by;
	amounts->exposure_before = y;
}

enum unfit host_amounts(const struct counter *counter, const struct gate_rule *rule, const struct gate_sample *sample,
			double quiet, struct amounts *amounts)
{
	enum unfit unfit;

	*amounts = (struct amounts){.during = 0};
	if (sample->missing)
		return UNFIT_MISSING;
	unfit = unfit_of(&sample->during);
	if (unfit)
		return unfit;
	if (sample->unmovable)
		return UNFIT_UNMOVABLE;
	unfit = needs_traffic(rule) ? unfit_of(&sample->traffic_during) : FIT;
	if (unfit)
		return unfit == UNFIT_RESET ? UNFIT_RESET : UNFIT_UNREAD;
	if (is_quiet(rule, sample, quiet))
		return UNFIT_QUIET;
	if (rule->per == GATE_PER_SECOND && sample->seconds_during <= 0)
		return UNFIT_UNREAD;
	amounts->during = (double)sample->during.by;
	amounts->exposure = exposure(rule->per, sample->seconds_during, &sample->traffic_during);
	take_baseline(rule, sample, amounts);
	return sample->during.unsure || sample->before.unsure || may_wrap(counter, sample) ? UNFIT_WRAPPED : FIT;
}

static struct limit of_baseline(const struct gate_bound *bound, const struct amounts *amounts)
{
	if (amounts->exposure_before <= 0)
		return (struct limit){.known = false};
	return (struct limit){
		.value = bound->value * amounts->before / amounts->exposure_before,
		.measured = true,
		.known = true,
	};
}

struct limit limit_max(const struct gate_bound *bound, const struct amounts *amounts)
{
	struct limit limit;

	if (!bound->times_baseline)
		return (struct limit){.value = bound->value, .known = true};
	limit = of_baseline(bound, amounts);
	if (limit.known && limit.value < bound->floor)
		limit = (struct limit){.value = bound->floor, .known = true};
	return limit;
}

struct limit limit_min(const struct gate_bound *bound, const struct amounts *amounts)
{
	if (!bound->times_baseline)
		return (struct limit){.value = bound->value, .known = true};
	return of_baseline(bound, amounts);
}

/* Counts of independent events: three standard deviations. Squares, as a root would need libm. */
bool beyond_chance(double count, double allowed)
{
	double off = count - allowed;

	return off * off > 9 * (allowed > 1 ? allowed : 1);
}
