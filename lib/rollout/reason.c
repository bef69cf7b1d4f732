// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The first line of every status: the state, why, and what happens next. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/rollout/internal.h"

#define TEXT_MAX 192

static const char *plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

/* In the largest unit that is whole. */
static void duration(uint64_t ns, char *buf, size_t size)
{
	static const struct {
		uint64_t ns;
		const char *unit;
	} units[] = {
		{86400 * UINT64_C(1000000000), "d"}, {3600 * UINT64_C(1000000000), "h"},
		{60 * UINT64_C(1000000000), "min"},  {UINT64_C(1000000000), "s"},
		{UINT64_C(1000000), "ms"},           {1, "ns"},
	};
	unsigned int i = 0;

	while (ns % units[i].ns)
		i++;
	if (!ns)
		i = 3;
	snprintf(buf, size, "%" PRIu64 " %s", ns / units[i].ns, units[i].unit);
}

static const char *at_step(const struct rollout *run, uint32_t step, char *buf, size_t size)
{
	const char *name = change_of(run, step)->name;

	snprintf(buf, size, "step %u of %u%s%s%s", step + 1, run->step_count, name[0] ? " (" : "", name,
		 name[0] ? ")" : "");
	return buf;
}

static const char *verdict_text(enum rollout_verdict verdict)
{
	switch (verdict) {
	case ROLLOUT_VERDICT_FAIL:
		return "failed";
	case ROLLOUT_VERDICT_INCONCLUSIVE:
		return "is inconclusive";
	default:
		return "could not be judged";
	}
}

static void gate_text(const struct rollout *run, const struct stop *stop, char *buf, size_t size)
{
	char step[TEXT_MAX];

	snprintf(buf, size, "gate %s %s at %s", change_of(run, stop->step)->gates[stop->gate].name,
		 verdict_text(stop->verdict), at_step(run, stop->step, step, sizeof(step)));
}

static void why_text(const struct rollout *run, const struct stop *stop, char *buf, size_t size)
{
	const uint32_t *spent = run->tallies.spent;

	switch (stop->reason) {
	case REASON_UNREACHED:
		snprintf(buf, size, "hosts that could not be reached: %u, the run stops at %u", spent[TALLY_UNREACHED],
			 stop->limit);
		break;
	case REASON_LOST:
		snprintf(buf, size, "hosts that did not answer any more: %u, the run stops at %u", spent[TALLY_LOST],
			 stop->limit);
		break;
	case REASON_FAILED:
		snprintf(buf, size, "hosts on which a write failed: %u, the run stops at %u", spent[TALLY_FAILED],
			 stop->limit);
		break;
	case REASON_ABORT:
		snprintf(buf, size, "it was aborted");
		break;
	case REASON_UNDO:
		snprintf(buf, size, "undo was asked for");
		break;
	case REASON_GATE:
		gate_text(run, stop, buf, size);
		break;
	default:
		snprintf(buf, size, "all steps were confirmed");
		break;
	}
}

static void running(const struct rollout *run, char *buf, size_t size)
{
	const struct step *step = &run->steps[run->current];
	struct rollout_counts c = rollout_step_counts(run, run->current);
	char at[TEXT_MAX];

	at_step(run, run->current, at, sizeof(at));
	switch (step->state) {
	case ROLLOUT_STEP_BASELINE:
		snprintf(buf, size, "running: before %s hosts are watched for a baseline", at);
		break;
	case ROLLOUT_STEP_SOAKING:
		snprintf(buf, size, "running: %s soaks, %u host%s the change", at, c.held,
			 c.held == 1 ? " holds" : "s hold");
		break;
	case ROLLOUT_STEP_GATING:
		snprintf(buf, size, "running: %s is judged, %u host%s the change", at, c.held,
			 c.held == 1 ? " holds" : "s hold");
		break;
	case ROLLOUT_STEP_CONFIRMING:
		snprintf(buf, size, "running: %s is confirmed, %u of %u hosts", at, c.confirmed, c.hosts);
		break;
	default:
		snprintf(buf, size, "running: %s is applied, %u of %u hosts", at, c.hosts - c.queued - c.in_flight,
			 c.hosts);
		break;
	}
}

static void paused_at_gate(const struct rollout *run, const char *why, char *buf, size_t size)
{
	char soak[32];

	duration(run->steps[run->current].soak_ns, soak, sizeof(soak));
	snprintf(buf, size,
		 "paused: %s; resume soaks for %s more and judges again, accept confirms as if it had passed, abort "
		 "undoes",
		 why, soak);
}

static void paused_by_lease(const struct rollout *run, char *buf, size_t size)
{
	uint32_t n = rollout_step_counts(run, run->current).self_undone;
	char at[TEXT_MAX];

	snprintf(buf, size,
		 "paused: %u host%s of %s undid %s, as %s lease ran out or %s restarted; resume applies, soaks and "
		 "judges again, abort undoes the rest",
		 n, plural(n), at_step(run, run->current, at, sizeof(at)), n == 1 ? "itself" : "themselves",
		 n == 1 ? "its" : "their", n == 1 ? "it was" : "they were");
}

static void frozen(const struct rollout *run, const char *why, char *buf, size_t size)
{
	const char *head = "paused by a freeze: nothing is written anywhere until unfreeze; then";

	switch (run->state) {
	case ROLLOUT_UNDOING:
		snprintf(buf, size, "%s it is undone: %s", head, why);
		break;
	case ROLLOUT_PAUSED:
		snprintf(buf, size, "%s it is still paused (%s) and a person decides", head,
			 rollout_pause_name(run->pause));
		break;
	default:
		snprintf(buf, size, "%s it goes on", head);
		break;
	}
}

static void paused(const struct rollout *run, const char *why, char *buf, size_t size)
{
	char at[TEXT_MAX];

	switch (rollout_pause(run)) {
	case ROLLOUT_PAUSE_FREEZE:
		frozen(run, why, buf, size);
		break;
	case ROLLOUT_PAUSE_GATE:
		paused_at_gate(run, why, buf, size);
		break;
	case ROLLOUT_PAUSE_LEASE:
		paused_by_lease(run, buf, size);
		break;
	case ROLLOUT_PAUSE_PERSON:
		snprintf(buf, size, "paused by a person at %s; resume goes on, abort undoes",
			 at_step(run, run->current, at, sizeof(at)));
		break;
	default:
		snprintf(buf, size, "paused until a person decides (resume or undo): %s", why);
		break;
	}
}

/* Failures of a pause count when it is over, and the person should know that before. */
static void spent(const struct rollout *run, char *buf, size_t size)
{
	char why[TEXT_MAX];
	struct stop stop;

	buf[0] = '\0';
	if (run->frozen || run->pause == ROLLOUT_PAUSE_BUDGET || !run_is_spent(run, &stop))
		return;
	why_text(run, &stop, why, sizeof(why));
	snprintf(buf, size, "; meanwhile a budget is spent, so that it %s when it goes on: %s",
		 run_limits(run)->undo_on_fail ? "is undone" : "is paused again", why);
}

/* What a person must know who leaves a run alone that is paused. */
static void leases(const struct rollout *run, char *buf, size_t size)
{
	uint32_t held = rollout_counts(run).held;
	char ttl[32];

	buf[0] = '\0';
	if (!held || !run_limits(run)->lease_ns)
		return;
	duration(run_limits(run)->lease_ns, ttl, sizeof(ttl));
	snprintf(buf, size, "; %u host%s the change and must be renewed within %s", held,
		 held == 1 ? " holds" : "s hold", ttl);
}

static void stuck(const struct rollout *run, const char *why, char *buf, size_t size)
{
	struct rollout_counts c = rollout_counts(run);

	snprintf(buf, size,
		 "undo incomplete: %u host%s in conflict, %u not undone%s; a person is needed; undone because: %s",
		 c.conflict, plural(c.conflict), c.undo_failed,
		 run->change_count > 1 ? ", counted once for each change" : "", why);
}

static void done(const struct rollout *run, char *buf, size_t size)
{
	struct rollout_counts c = rollout_counts(run);
	char skipped[64] = "";

	if (c.skipped)
		snprintf(skipped, sizeof(skipped), ", %u skipped after that", c.skipped);
	snprintf(buf, size, "done: %u host%s confirmed, %u unchanged, %u failed or out of reach%s%s", c.confirmed,
		 plural(c.confirmed), c.unchanged, c.failed + c.lost + c.unreached, skipped,
		 run->change_count > 1 ? ", counted once for each change" : "");
}

const char *rollout_reason(const struct rollout *run, char *buf, size_t size)
{
	struct rollout_counts c = rollout_counts(run);
	char why[2 * TEXT_MAX], text[4 * TEXT_MAX], failures[2 * TEXT_MAX], held[TEXT_MAX];

	why_text(run, &run->stop, why, sizeof(why));
	switch (rollout_state(run)) {
	case ROLLOUT_PLANNED:
		snprintf(buf, size, "not started%s", run->frozen ? ": frozen" : "");
		break;
	case ROLLOUT_RUNNING:
		running(run, buf, size);
		break;
	case ROLLOUT_PAUSED:
		paused(run, why, text, sizeof(text));
		spent(run, failures, sizeof(failures));
		leases(run, held, sizeof(held));
		snprintf(buf, size, "%s%s%s", text, failures, held);
		break;
	case ROLLOUT_UNDOING:
		snprintf(buf, size, "undoing, %u host%s undone: %s", c.undone, plural(c.undone), why);
		break;
	case ROLLOUT_UNDONE:
		snprintf(buf, size, "undone: %s", why);
		break;
	case ROLLOUT_STUCK:
		stuck(run, why, buf, size);
		break;
	default:
		done(run, buf, size);
		break;
	}
	return buf;
}
