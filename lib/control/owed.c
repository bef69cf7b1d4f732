// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What hosts are owed once a run is done: those that it left behind, and those that have caught up. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/copy_text.h"
#include "lib/control/internal.h"

static bool has_it(enum rollout_host_state state)
{
	return state == ROLLOUT_HOST_CONFIRMED || state == ROLLOUT_HOST_UNCHANGED;
}

static const char *why(enum rollout_host_state state)
{
	switch (state) {
	case ROLLOUT_HOST_UNREACHED:
		return "it could not be reached";
	case ROLLOUT_HOST_MAYBE:
		return "it stopped answering";
	case ROLLOUT_HOST_SKIPPED:
		return "an earlier change of the run did not take on it";
	case ROLLOUT_HOST_SELF_UNDONE:
		return "its lease ran out or it was restarted, and it has what it had before";
	default:
		return "the write failed on it";
	}
}

static int put(struct run *run, const char *host, const char *change, const char *reason, bool report,
	       struct ece_error *e)
{
	struct store_owed owed = {.generation = run->generation, .report = report};

	copy_text(owed.host, sizeof(owed.host), host);
	copy_text(owed.run, sizeof(owed.run), run->record.id);
	copy_text(owed.change, sizeof(owed.change), change);
	copy_text(owed.why, sizeof(owed.why), reason);
	return store_owed_put(run->control->store, &owed, e);
}

/* Cleared before anything is put: a host with two changes may have got the one and not the other. */
static int clear_all(struct run *run, struct ece_error *e)
{
	const struct frozen *f = run->frozen;
	int err = 0;

	for (uint32_t i = 0; i < f->plan.order_count && !err; i++)
		if (has_it(rollout_host_state(run->rollout, i)))
			err = store_owed_clear(run->control->store, f->lines[i].host, e);
	for (size_t i = 0; i < f->unchanged_count && !err; i++)
		err = store_owed_clear(run->control->store, f->unchanged[i].host, e);
	return err;
}

static int put_all(struct run *run, struct ece_error *e)
{
	const struct frozen *f = run->frozen;
	int err = 0;

	for (uint32_t i = 0; i < f->plan.order_count && !err; i++) {
		enum rollout_host_state state = rollout_host_state(run->rollout, i);

		if (!has_it(state))
			err = put(run, f->lines[i].host, control_change_name(run->control, frozen_step_of(f, i)),
				  why(state), false, e);
	}
	for (size_t i = 0; i < f->owed_count && !err; i++)
		err = put(run, f->owed[i].host, "", f->owed[i].why, f->owed[i].report, e);
	return err;
}

int owed_settle(struct run *run, struct ece_error *e)
{
	int err = clear_all(run, e);

	if (!err)
		err = put_all(run, e);
	return err ? err : store_commit(run->control->store, e);
}
