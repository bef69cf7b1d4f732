// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* After a boot or a reload of the driver: what was not confirmed is dropped, what was confirmed is put back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/host/job.h"

/* Runs that were held when the power went, with everything of theirs that is still there. */
static int drop_unconfirmed(const struct guard *guard, uint64_t now_ns, struct guard_boot *result,
			    struct ece_error_sink *sink, struct ece_error *e)
{
	struct guard_expiry expiry = {0};
	journal_run_name *runs;
	size_t count;
	int ret = journal_holds(guard->journal, guard->host, &runs, &count, e);

	if (ret)
		return ret;
	for (size_t i = 0; i < count && !ret; i++) {
		size_t undone = expiry.undone;

		ret = lease_end(guard, runs[i], now_ns, true, &expiry, e);
		if (!ret && expiry.undone == undone)
			ece_error_report(sink, &expiry.error);
	}
	result->dropped = expiry.undone;
	result->wrong += count - expiry.undone;
	free(runs);
	return ret;
}

static int restore(const struct guard *guard, bool reloaded, uint64_t now_ns, struct guard_boot *result,
		   struct ece_error_sink *sink, struct ece_error *e)
{
	const struct guard_order order = {.op = PROTOCOL_ENSURE, .local = true};
	struct guard_job *job = job_new(guard, &order, now_ns);
	int ret;

	if (!job)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for confirmed values");
	job->booted = result->rebooted;
	job->reloaded = reloaded;
	ret = guard_frozen(guard, &job->frozen, e);
	ret = ret ? ret : restore_prepare(job, e);
	ret = ret ? ret : restore_execute(job, e);
	if (!ret) {
		restore_report(job, sink);
		result->right += job->ensured.right;
		result->restored += job->ensured.changed;
		result->wrong += job->ensured.wrong;
		result->absent += job->absent;
	}
	guard_job_free(job);
	return ret;
}

static int put_boot(const struct guard *guard, const struct journal_boot *boot, struct ece_error *e)
{
	int ret = journal_boot_put(guard->journal, guard->host, boot, e);

	return ret ? ret : journal_commit(guard->journal, e);
}

/* The drop is still to come, so this stays a boot that nobody has looked after. */
static int leave_frozen(const struct guard *guard, const struct protocol_freeze *frozen, struct guard_boot *result,
			struct ece_error_sink *sink, struct ece_error *e)
{
	journal_run_name *runs;
	struct ece_error why;
	size_t count;
	int ret = journal_holds(guard->journal, guard->host, &runs, &count, e);

	if (ret)
		return ret;
	free(runs);
	result->wrong += count;
	freeze_say(frozen, &why);
	ece_error_report(sink, &why);
	return 0;
}

int guard_new_boot(const struct guard *guard, const char *boot, uint64_t now_ns, struct guard_boot *result,
		   struct ece_error_sink *sink, struct ece_error *e)
{
	struct journal_boot last = {.restored = true}, this = {.restored = true};
	struct protocol_freeze frozen;
	bool known, another;
	int ret = journal_boot_get(guard->journal, guard->host, &last, e);

	if (ret && ret != -ENOENT)
		return ret;
	known = !ret;
	ret = guard_frozen(guard, &frozen, e);
	if (ret)
		return ret;
	another = known && strcmp(last.id, boot) != 0;
	*result = (struct guard_boot){.rebooted = another || !last.restored, .frozen = freeze_is(&frozen)};
	copy_text(this.id, sizeof(this.id), boot);
	this.restored = !another;
	if (another)
		ret = result->frozen ? leave_frozen(guard, &frozen, result, sink, e) :
				       drop_unconfirmed(guard, now_ns, result, sink, e);
	/* From here on runs of this boot may be held: the next look must not drop them. */
	if (!ret && (!known || (another && !result->frozen)))
		ret = put_boot(guard, &this, e);
	journal_rollback(guard->journal);
	return ret;
}

/* What READ tells, and whether this boot is done with. */
static int note_ready(const struct guard *guard, const char *boot, const struct guard_boot *result, struct ece_error *e)
{
	int8_t ready = result->ready ? 1 : -1;
	struct journal_boot last;
	int ret = journal_boot_get(guard->journal, guard->host, &last, e);

	/* Frozen since before it: what was held then is not dropped yet. */
	if (ret || strcmp(last.id, boot) != 0)
		return ret;
	if (last.ready == ready && (last.restored || !result->ready))
		return 0;
	last.ready = ready;
	last.restored = last.restored || result->ready;
	return put_boot(guard, &last, e);
}

int guard_boot(const struct guard *guard, const char *boot, bool reloaded, uint64_t now_ns, struct guard_boot *result,
	       struct ece_error_sink *sink, struct ece_error *e)
{
	int ret = guard_new_boot(guard, boot, now_ns, result, sink, e);

	ret = ret ? ret : restore(guard, reloaded, now_ns, result, sink, e);
	result->ready = !result->wrong;
	ret = ret ? ret : note_ready(guard, boot, result, e);
	journal_rollback(guard->journal);
	return ret;
}
