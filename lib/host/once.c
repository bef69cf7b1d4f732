// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/once.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#include "lib/base/copy_text.h"
#include "lib/host/job.h"

/* Nothing waits for it: apply and confirm are one call. It only shows in the journal while a run stands open. */
#define LEASE_MS 60000

#define NAMES_A_SECOND 0x10000 /* what the four digits tell apart */

/* Drawn, since a second journal of this host knows other runs; from there on, since some are taken in this one. */
int once_name(const struct guard *guard, time_t now, char *run, struct ece_error *e)
{
	enum journal_run state;
	uint16_t first;
	char date[32];
	struct tm tm;

	if (getrandom(&first, sizeof(first), 0) != (ssize_t)sizeof(first))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "no random numbers for the id of the run");
	gmtime_r(&now, &tm);
	strftime(date, sizeof(date), "%Y%m%d-%H%M%S", &tm);
	for (unsigned int i = 0; i < NAMES_A_SECOND; i++) {
		int err;

		snprintf(run, PROTOCOL_ID_MAX, ONCE_RUN_PREFIX "%s-%04x", date, (uint16_t)(first + i));
		err = journal_run_get(guard->journal, guard->host, run, &state, e);
		if (err)
			return err == -ENOENT ? 0 : err;
	}
	return ece_error_set(e, -EEXIST, ECE_ERROR_DUPLICATE, "no name is left for another run of this second");
}

static int fill_order(struct guard_order *order, enum protocol_op op, const char *run, struct ece_error *e)
{
	uint64_t salt = 0;

	*order = (struct guard_order){.op = op, .local = true, .lease_ms = LEASE_MS, .keep_on_loss = true};
	copy_text(order->run, sizeof(order->run), run);
	/* An undo may be tried again, and is another request each time. */
	if (op == PROTOCOL_UNDO && getrandom(&salt, sizeof(salt), 0) != (ssize_t)sizeof(salt))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "no random numbers for the id of a request");
	snprintf(order->id, sizeof(order->id), "%.90s/%s/%" PRIx64, run, protocol_op_name(op), salt);
	return 0;
}

static int no_answer(const char *run, struct ece_error *e)
{
	return ece_error_set(e, -EEXIST, ECE_ERROR_DUPLICATE, "there was a run %s already", run);
}

/* The run's own values are what the host should have, in the transaction that says they were written. */
static int confirm(const struct guard *guard, const char *run, uint64_t now_ns, struct guard_job *applied,
		   struct ece_error *e)
{
	struct guard_order order;
	struct guard_job *job;
	char *answer;
	int ret;

	ret = fill_order(&order, PROTOCOL_CONFIRM, run, e);
	ret = ret ? ret : guard_prepare(guard, &order, NULL, 0, now_ns, &job, &answer, e);
	if (ret)
		return ret;
	if (!job) {
		free(answer);
		return no_answer(run, e);
	}
	ret = guard_conclude(job, "{}", e);
	if (!ret && job->result != PROTOCOL_CONFIRMED) {
		*e = job->error;
		ret = job->error.code;
	}
	if (!ret)
		applied->result = PROTOCOL_CONFIRMED;
	guard_job_free(job);
	return ret;
}

/* What was written becomes what the host should have; of what was put back nothing is left to confirm or to undo. */
static int close_run(const struct guard *guard, const char *run, uint64_t now_ns, struct guard_job *job,
		     struct ece_error *e)
{
	if (job->result == PROTOCOL_HELD)
		return confirm(guard, run, now_ns, job, e);
	if (job->result == PROTOCOL_FAILED_OLD)
		return journal_run_put(guard->journal, guard->host, run, JOURNAL_RUN_UNDONE, e);
	return 0;
}

static int carry_out(const struct guard *guard, struct guard_job *job, const char *run, uint64_t now_ns,
		     struct ece_error *e)
{
	struct ece_error why;
	int ret;

	/* A run that wrote nothing is none. */
	if (job->decided && job->result == PROTOCOL_UNCHANGED) {
		journal_rollback(guard->journal);
		return 0;
	}
	if (journal_commit(guard->journal, &why) && guard_abandon(job, &why)) {
		*e = why;
		return why.code;
	}
	ret = guard_execute(job, e);
	ret = ret ? ret : guard_conclude(job, "{}", e);
	ret = ret ? ret : close_run(guard, run, now_ns, job, e);
	return ret ? ret : journal_commit(guard->journal, e);
}

static int run_order(const struct guard *guard, enum protocol_op op, const char *run, const struct guard_set *sets,
		     size_t count, uint64_t now_ns, struct guard_job **job, struct ece_error *e)
{
	struct guard_order order;
	char *answer;
	int ret;

	*job = NULL;
	ret = fill_order(&order, op, run, e);
	if (ret)
		return ret;
	ret = guard_prepare(guard, &order, sets, count, now_ns, job, &answer, e);
	if (ret)
		return ret;
	if (!*job) {
		free(answer);
		return no_answer(run, e);
	}
	ret = carry_out(guard, *job, run, now_ns, e);
	if (ret) {
		journal_rollback(guard->journal);
		guard_job_free(*job);
		*job = NULL;
	}
	return ret;
}

int once_apply(const struct guard *guard, const char *run, const struct guard_set *sets, size_t count, uint64_t now_ns,
	       struct guard_job **job, struct ece_error *e)
{
	return run_order(guard, PROTOCOL_APPLY, run, sets, count, now_ns, job, e);
}

int once_undo(const struct guard *guard, const char *run, uint64_t now_ns, struct guard_job **job, struct ece_error *e)
{
	return run_order(guard, PROTOCOL_UNDO, run, NULL, 0, now_ns, job, e);
}
