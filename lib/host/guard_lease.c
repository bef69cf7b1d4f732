// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Leases: their renewal, and what a host does by itself when nobody renews them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/base/fnv.h"
#include "lib/host/job.h"

#define NEVER          ((uint64_t)INT64_MAX) /* the journal has signed numbers */
#define AGAIN_FIRST_NS CLOCK_SECOND_NS
#define AGAIN_LAST_NS  (60 * CLOCK_SECOND_NS)
#define JITTER_OF      10 /* a tenth of the lease */

uint64_t lease_expiry(const struct guard_job *job, uint64_t guid, uint64_t deadline_ns, uint64_t lease_ms)
{
	uint64_t spread = lease_ms * CLOCK_MS_NS / JITTER_OF, hash = FNV64_START;

	if (!lease_ms)
		return NEVER;
	if (spread > GUARD_JITTER_MAX_NS)
		spread = GUARD_JITTER_MAX_NS;
	/* A real host has no name here, but it has cards that no other one has. */
	hash = fnv64(hash, job->order.run, strlen(job->order.run));
	hash = fnv64(hash, job->host, strlen(job->host));
	hash = fnv64(hash, &guid, sizeof(guid));
	return deadline_ns + hash % (spread + 1);
}

/* What is not known may be so. */
bool lease_cuts_management(enum ece_param_cost cost, int default_route)
{
	return cost >= ECE_COST_LINK_FLAP && default_route != 0;
}

void lease_state(struct guard_job *job, enum journal_run state)
{
	if (state == JOURNAL_RUN_SELF_UNDONE) {
		job_decide(job, PROTOCOL_SELF_UNDONE);
		/* When the run applies again, the same request ends otherwise. */
		job->kept = false;
	} else if (state == JOURNAL_RUN_SELF_UNDOING) {
		ece_error_set(&job->error, -EBUSY, ECE_ERROR_LOCKED,
			      "the lease of run %s ran out on this host, and not everything that it wrote is back: "
			      "'ece-apply undo %s' tries it again and says what is in the way",
			      job->order.run, job->order.run);
		job_refuse(job);
	}
}

static int refuse_renewal(struct guard_job *job, const char *why)
{
	ece_error_set(&job->error, -ESTALE, ECE_ERROR_STALE, "run %s has no lease here: %s", job->order.run, why);
	job_refuse(job);
	return 0;
}

static int renew_hold(struct guard_job *job, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	struct journal_hold hold;
	uint64_t deadline;
	int ret = journal_hold_of_run(journal, job->host, job->order.run, &hold, e);

	/* A run that changed nothing here holds nothing. */
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	deadline = job->now_ns + hold.lease_ms * CLOCK_MS_NS;
	return journal_hold_renew(journal, job->host, job->order.run, deadline,
				  lease_expiry(job, hold.guid, deadline, hold.lease_ms), e);
}

int renew_prepare(struct guard_job *job, struct ece_error *e)
{
	enum journal_run state;
	int ret = journal_run_get(job->guard.journal, job->host, job->order.run, &state, e);

	if (ret == -ENOENT)
		return refuse_renewal(job, "it was never applied");
	if (ret)
		return ret;
	if (state == JOURNAL_RUN_UNDONE)
		return refuse_renewal(job, "it was undone");
	lease_state(job, state);
	if (job->decided)
		return 0;
	ret = renew_hold(job, e);
	job_decide(job, PROTOCOL_RENEWED);
	job->kept = false;
	return ret;
}

/* As long again as it has been tried already, so that a card that is dead is not asked all the time. */
int lease_try_again(struct guard_job *job, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	struct journal_hold hold;
	uint64_t since, rest;
	int ret = journal_hold_of_run(journal, job->host, job->order.run, &hold, e);

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	since = hold.deadline_ns < job->now_ns ? hold.deadline_ns : job->now_ns;
	rest = job->now_ns - since;
	rest = rest < AGAIN_FIRST_NS ? AGAIN_FIRST_NS : rest > AGAIN_LAST_NS ? AGAIN_LAST_NS : rest;
	return journal_hold_renew(journal, job->host, job->order.run, since, job->now_ns + rest, e);
}

static int lapse_prepare(struct guard_job *job, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	struct journal_hold hold;
	enum journal_run state = JOURNAL_RUN_OPEN;
	int ret = journal_hold_of_run(journal, job->host, job->order.run, &hold, e);

	if (!ret && hold.keep_on_loss && !job->booted) {
		job_decide(job, PROTOCOL_HELD);
		return journal_hold_renew(journal, job->host, job->order.run, hold.deadline_ns, NEVER, e);
	}
	if (!ret || ret == -ENOENT)
		ret = journal_run_get(journal, job->host, job->order.run, &state, e);
	if (ret && ret != -ENOENT)
		return ret;
	/* A controller asked for its undo and was told that it did not work: that it may not apply again stays. */
	job->lapsed = state != JOURNAL_RUN_UNDONE;
	return undo_prepare(job, e);
}

static int lapse(const struct guard *guard, const char *run, uint64_t now_ns, bool booted, struct guard_job **job,
		 struct ece_error *e)
{
	struct guard_order order = {.op = PROTOCOL_UNDO, .local = true};
	struct guard_job *new;
	int ret;

	*job = NULL;
	copy_text(order.run, sizeof(order.run), run);
	new = job_new(guard, &order, now_ns);
	if (!new) {
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a lease");
		return -ENOMEM;
	}
	new->booted = booted;
	ret = lapse_prepare(new, e);
	if (ret) {
		guard_job_free(new);
		return ret;
	}
	*job = new;
	return 0;
}

int guard_lapse(const struct guard *guard, const char *run, uint64_t now_ns, struct guard_job **job,
		struct ece_error *e)
{
	return lapse(guard, run, now_ns, false, job, e);
}

static void count(const struct guard_job *job, struct guard_expiry *expiry)
{
	if (job->result == PROTOCOL_HELD) {
		expiry->kept++;
	} else if (job->result == PROTOCOL_UNDONE) {
		expiry->undone++;
	} else {
		expiry->error = job->error;
		if (job->result == PROTOCOL_CONFLICT)
			expiry->conflicts++;
		else
			expiry->failed++;
	}
}

int lease_end(const struct guard *guard, const char *run, uint64_t now_ns, bool booted, struct guard_expiry *expiry,
	      struct ece_error *e)
{
	struct guard_job *job;
	int ret = lapse(guard, run, now_ns, booted, &job, e);

	if (ret)
		return ret;
	ret = journal_commit(guard->journal, e);
	ret = ret ? ret : guard_execute(job, e);
	ret = ret ? ret : journal_commit(guard->journal, e);
	if (!ret)
		count(job, expiry);
	guard_job_free(job);
	return ret;
}

int guard_expire(const struct guard *guard, uint64_t now_ns, struct guard_expiry *expiry, struct ece_error *e)
{
	journal_run_name *runs = NULL;
	size_t due = 0;
	int ret = journal_holds_due(guard->journal, guard->host, now_ns, &runs, &due, e);

	*expiry = (struct guard_expiry){0};
	for (size_t i = 0; i < due && !ret; i++)
		ret = lease_end(guard, runs[i], now_ns, false, expiry, e);
	journal_rollback(guard->journal);
	free(runs);
	return ret;
}

int guard_next_deadline(const struct guard *guard, uint64_t *deadline_ns, struct ece_error *e)
{
	uint64_t expire;
	int ret = journal_hold_next(guard->journal, guard->host, &expire, e);

	journal_rollback(guard->journal);
	if (ret && ret != -ENOENT)
		return ret;
	*deadline_ns = ret || expire == NEVER ? UINT64_MAX : expire;
	return 0;
}
