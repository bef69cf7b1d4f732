// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/counters/judge.h"

const char *gate_result_name(enum gate_result result)
{
	static const char *const names[] = {
		[GATE_NONE] = "none",   [GATE_PASS] = "pass",
		[GATE_FAIL] = "fail",   [GATE_INCONCLUSIVE] = "inconclusive",
		[GATE_ERROR] = "error",
	};

	return (size_t)result < GATE_RESULT_COUNT ? names[result] : "unknown";
}

const char *gate_per_words(enum gate_per per)
{
	static const char *const words[] = {
		[GATE_PER_NOTHING] = "in the window",
		[GATE_PER_SECOND] = "a second",
		[GATE_PER_TB] = "per TB",
	};

	return words[per];
}

void verdict_say(struct gate_verdict *verdict, const char *format, ...)
{
	size_t len = strlen(verdict->why);
	va_list args;

	va_start(args, format);
	vsnprintf(verdict->why + len, sizeof(verdict->why) - len, format, args);
	va_end(args);
}

static void say_hosts(uint32_t usable, uint32_t hosts, struct gate_verdict *verdict)
{
	if (usable == hosts)
		verdict_say(verdict, " on %u host%s", hosts, hosts == 1 ? "" : "s");
	else
		verdict_say(verdict, " on %u of %u hosts", usable, hosts);
}

static void say_limit(const struct limit *limit, bool max, struct gate_verdict *verdict)
{
	if (!limit->known)
		return;
	verdict_say(verdict, ", at %s %.4g", max ? "most" : "least", limit->value);
	if (verdict->result == GATE_PASS && verdict->has_value &&
	    (max ? verdict->value > limit->value : verdict->value < limit->value))
		verdict_say(verdict, ", and by chance a little %s", max ? "more" : "less");
}

void say_values(const struct judging *j, const struct amounts *amounts, const char *name, struct gate_verdict *verdict)
{
	struct limit limit;
	bool max = j->rule->max.set;

	verdict->has_value = amounts->exposure > 0;
	verdict->value = verdict->has_value ? amounts->during / amounts->exposure : 0;
	verdict->has_baseline = amounts->exposure_before > 0;
	verdict->baseline = verdict->has_baseline ? amounts->before / amounts->exposure_before : 0;
	if (max && j->rule->min.set) {
		limit = limit_min(&j->rule->min, amounts);
		max = !(limit.known && verdict->has_value && verdict->value < limit.value);
	}
	limit = max ? limit_max(&j->rule->max, amounts) : limit_min(&j->rule->min, amounts);
	limit.known &= j->rule->max.set || j->rule->min.set;
	verdict->has_threshold = limit.known;
	verdict->threshold = limit.known ? limit.value : 0;

	if (name)
		verdict_say(verdict, "%s: ", name);
	verdict_say(verdict, "%s", j->counter->name);
	if (verdict->has_value)
		verdict_say(verdict, " %.4g %s", verdict->value, gate_per_words(j->rule->per));
	else
		verdict_say(verdict, " stayed below the floor of %.4g %s", j->rule->max.floor,
			    gate_per_words(j->rule->per));
	if (!name)
		say_hosts(verdict->usable, verdict->hosts, verdict);
	if (verdict->has_baseline)
		verdict_say(verdict, ", before %.4g", verdict->baseline);
	else if (!verdict->has_value)
		verdict_say(verdict, ", and has no baseline");
	say_limit(&limit, max, verdict);
}

/* What is the matter with one of them, and with several. */
static const char *const matters[UNFIT_COUNT][2] = {
	[UNFIT_MISSING] = {"did not answer", "did not answer"},
	[UNFIT_RESET] = {"started counting anew", "started counting anew"},
	[UNFIT_ABSENT] = {"does not have it", "do not have it"},
	[UNFIT_UNREAD] = {"could not read it", "could not read it"},
	[UNFIT_UNMOVABLE] = {"has only queue pairs by DevX, which do not move it",
			     "have only queue pairs by DevX, which do not move it"},
	[UNFIT_QUIET] = {"moved too little", "moved too little"},
	[UNFIT_NO_BASELINE] = {"has no baseline", "have no baseline"},
	[UNFIT_WRAPPED] = {"may have gone round 32 bits more than once", "may have gone round 32 bits more than once"},
};

static void say_each(const struct judging *j, struct gate_verdict *verdict)
{
	const char *between = "";

	for (size_t i = FIT + 1; i < UNFIT_COUNT; i++) {
		bool several = j->unfit[i] > 1;

		if (!j->unfit[i])
			continue;
		verdict_say(verdict, "%s%u %s (%s%s)", between, j->unfit[i], matters[i][several], j->unfit_name[i],
			    several ? ", ..." : "");
		between = "; ";
	}
}

void say_unfit(const struct judging *j, struct gate_verdict *verdict)
{
	verdict_say(verdict, "%s: %u of %u host%s could be judged: ", j->counter->name, j->usable, j->hosts,
		    j->hosts == 1 ? "" : "s");
	say_each(j, verdict);
}

void say_quiet(const struct judging *j, struct gate_verdict *verdict)
{
	verdict_say(verdict, "too quiet: %u host%s moved %.4g TB in the window, min_traffic is %.4g TB", j->hosts,
		    j->hosts == 1 ? "" : "s", j->traffic / 1e12, j->rule->min_traffic / 1e12);
	if (j->usable + j->unfit[UNFIT_QUIET] == j->hosts)
		return;
	verdict_say(verdict, "; ");
	say_each(j, verdict);
}

void say_nobody(const struct judging *j, struct gate_verdict *verdict)
{
	verdict_say(verdict, "%s: there was no host to watch", j->counter->name);
}
