// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>

#include "lib/rollout/internal.h"

static const char *plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

static void budget(const struct rollout *run, char *buf, size_t size)
{
	const uint32_t *spent = run->tallies.spent;

	switch (run->reason) {
	case REASON_UNREACHED:
		snprintf(buf, size, "hosts that could not be reached: %u, the run stops at %u", spent[TALLY_UNREACHED],
			 run->limits.unreachable + run->forgiven[TALLY_UNREACHED]);
		break;
	case REASON_LOST:
		snprintf(buf, size, "hosts that did not answer any more: %u, the run stops at %u", spent[TALLY_LOST],
			 run->limits.lost + run->forgiven[TALLY_LOST]);
		break;
	case REASON_FAILED:
		snprintf(buf, size, "hosts on which a write failed: %u, the run stops at %u", spent[TALLY_FAILED],
			 run->limits.failed + run->forgiven[TALLY_FAILED]);
		break;
	case REASON_ABORT:
		snprintf(buf, size, "it was aborted");
		break;
	case REASON_UNDO:
		snprintf(buf, size, "undo was asked for");
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

	switch (step->state) {
	case ROLLOUT_STEP_SOAKING:
		snprintf(buf, size, "running: step %u of %u soaks, %u hosts hold the change", run->current + 1,
			 run->step_count, c.held);
		break;
	case ROLLOUT_STEP_CONFIRMING:
		snprintf(buf, size, "running: step %u of %u is confirmed, %u of %u hosts", run->current + 1,
			 run->step_count, c.confirmed, c.hosts);
		break;
	default:
		snprintf(buf, size, "running: step %u of %u is applied, %u of %u hosts", run->current + 1,
			 run->step_count, c.hosts - c.queued - c.in_flight, c.hosts);
		break;
	}
}

static void stuck(const struct rollout *run, const char *why, char *buf, size_t size)
{
	struct rollout_counts c = rollout_counts(run);

	snprintf(buf, size,
		 "undo incomplete: %u host%s in conflict, %u not undone; a person is needed; undone because: %s",
		 c.conflict, plural(c.conflict), c.undo_failed, why);
}

const char *rollout_reason(const struct rollout *run, char *buf, size_t size)
{
	struct rollout_counts c = rollout_counts(run);
	char why[128];

	budget(run, why, sizeof(why));
	switch (run->state) {
	case ROLLOUT_PLANNED:
		snprintf(buf, size, "not started");
		break;
	case ROLLOUT_RUNNING:
		running(run, buf, size);
		break;
	case ROLLOUT_PAUSED:
		snprintf(buf, size, "paused until a person decides (resume or undo): %s", why);
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
		snprintf(buf, size, "done: %u host%s confirmed, %u unchanged, %u failed or out of reach", c.confirmed,
			 plural(c.confirmed), c.unchanged, c.failed + c.lost + c.unreached);
		break;
	}
	return buf;
}
