// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ENSURE: bring this host to what was last confirmed on it, and tell whether it is owed more than that. */
#include <errno.h>

#include "lib/host/job.h"

/* What a store says stays; a person who only asks about a generation changes nothing. */
static int note_wanted(struct guard_job *job, struct ece_error *e)
{
	if (job->order.local || !job->order.generation)
		return 0;
	return journal_wanted_put(job->guard.journal, job->host, job->order.generation, e);
}

int ensure_prepare(struct guard_job *job, struct ece_error *e)
{
	struct journal_boot boot = {.restored = true};
	int ret = journal_boot_get(job->guard.journal, job->host, &boot, e);

	if (ret && ret != -ENOENT)
		return ret;
	job->booted = !boot.restored;
	job->reloaded = true;
	job->forced = job->order.force;
	ret = guard_frozen(&job->guard, &job->frozen, e);
	ret = ret ? ret : note_wanted(job, e);
	return ret ? ret : restore_prepare(job, e);
}

/* As guard_boot() does: what READ tells from now on. */
static int note_ready(struct guard_job *job, struct ece_error *e)
{
	bool ready = job->result == PROTOCOL_READY;
	struct journal_boot boot;
	int ret = journal_boot_get(job->guard.journal, job->host, &boot, e);

	/* Nobody has looked after a boot here: an agent that was only pushed. */
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	boot.ready = ready ? 1 : -1;
	boot.restored = boot.restored || ready;
	return journal_boot_put(job->guard.journal, job->host, &boot, e);
}

static void take_error(void *ctx, const struct ece_error *e)
{
	struct ece_error *first = ctx;

	if (!first->code)
		*first = *e;
}

/* The rest is as it should be, and need not be told. */
static void keep_what_matters(struct guard_job *job)
{
	size_t n = 0;

	for (size_t i = 0; i < job->count; i++) {
		const struct guard_fact *fact = &job->facts[i];

		if (fact->error.code || fact->write == ECE_WRITE_DONE || fact->write == ECE_WRITE_FAILED)
			job->facts[n++] = *fact;
	}
	job->count = n;
}

int ensure_execute(struct guard_job *job, struct ece_error *e)
{
	struct ece_error_sink sink = {.add = take_error, .ctx = &job->error};
	int ret = restore_execute(job, e);

	if (ret)
		return ret;
	job->result = job->ensured.wrong ? PROTOCOL_NOT_READY : PROTOCOL_READY;
	restore_report(job, &sink);
	if (job->ensured.wrong && freeze_is(&job->frozen))
		freeze_say(&job->frozen, &job->error);
	ret = note_ready(job, e);
	keep_what_matters(job);
	return ret;
}
