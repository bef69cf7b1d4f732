// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What an open run that nobody carries out means for the hosts that hold its change. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/control/internal.h"

static void duration(uint64_t ns, char *buf, size_t size)
{
	uint64_t seconds = ns / SECOND_NS;

	if (seconds >= 3600)
		snprintf(buf, size, "%" PRIu64 " h %" PRIu64 " min", seconds / 3600, seconds / 60 % 60);
	else if (seconds >= 60)
		snprintf(buf, size, "%" PRIu64 " min %" PRIu64 " s", seconds / 60, seconds % 60);
	else
		snprintf(buf, size, "%" PRIu64 " s", seconds);
}

static uint64_t now_of(const struct run *run)
{
	if (run->control->channel)
		return run_now(run);
	return run->control->at_ns > run->last_ns ? run->control->at_ns : run->last_ns;
}

/* What hosts that nobody renews do. */
static const char *deed(const struct run *run)
{
	const struct frozen *f = run->frozen;

	return f->changes[f->plan.steps[rollout_current_step(run->rollout)].part].keep_on_loss ?
		       "keeps the change, unconfirmed" :
		       "puts back what it had";
}

static bool is_open(enum rollout_run_state state)
{
	return state == ROLLOUT_RUNNING || state == ROLLOUT_PAUSED || state == ROLLOUT_UNDOING;
}

const char *control_pause_text(const struct control *control, char *buf, size_t size)
{
	const struct run *run = control->run;
	char left[48];
	uint64_t end, now;

	buf[0] = '\0';
	if (!run && control->frozen[0])
		snprintf(buf, size, "writes are frozen: %s", control->frozen);
	if (!run || !is_open(rollout_state(run->rollout)))
		return buf;
	end = rollout_lease_end(run->rollout);
	if (end == UINT64_MAX)
		return buf;
	now = now_of(run);
	if (end <= now) {
		snprintf(buf, size, "the first lease is over; a host that nobody renewed %s", deed(run));
		return buf;
	}
	duration(end - now, left, sizeof(left));
	snprintf(buf, size, "the first lease ends in %s; a host that nobody renews then %s", left, deed(run));
	return buf;
}
