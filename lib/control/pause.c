// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a paused run means for the hosts that hold its change. */
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
	return run->control->channel ? run_now(run) : run->last_ns;
}

const char *control_pause_text(const struct control *control, char *buf, size_t size)
{
	const struct run *run = control->run;
	char left[48];
	uint64_t end;
	bool keep;

	buf[0] = '\0';
	if (!run && control->frozen[0])
		snprintf(buf, size, "writes are frozen: %s", control->frozen);
	if (!run || rollout_state(run->rollout) != ROLLOUT_PAUSED)
		return buf;
	end = rollout_lease_end(run->rollout);
	if (end == UINT64_MAX)
		return buf;
	keep = run->frozen->changes[run->frozen->plan.steps[rollout_current_step(run->rollout)].part].keep_on_loss;
	duration(end > now_of(run) ? end - now_of(run) : 0, left, sizeof(left));
	snprintf(buf, size, "the first lease ends in %s; a host that nobody renews then %s", left,
		 keep ? "keeps the change, unconfirmed" : "puts back what it had");
	return buf;
}
