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

static int load_confirmed(struct guard_job *job, struct ece_error *e)
{
	struct journal_value *values;
	size_t count;
	int ret = journal_confirmed(job->guard.journal, job->host, &values, &count, e);

	if (ret)
		return ret;
	ret = job_alloc_items(job, count, e);
	for (size_t i = 0; i < count && !ret; i++) {
		struct journal_change *change = &job->items[i].change;

		*change = (struct journal_change){
			.card = values[i].card, .param = values[i].param, .new_raw = values[i].raw};
		/* From before we first touched it: what the card has again when its driver was reloaded. */
		ret = journal_original(job->guard.journal, job->host, &change->card, change->param, &change->old_raw,
				       e);
		if (ret == -ENOENT) {
			change->old_raw = change->new_raw;
			ret = 0;
		}
	}
	free(values);
	return ret ? ret : job_group_cards(job, e);
}

static void say_wrong(struct guard_job *job, const struct job_card *card, size_t i)
{
	const struct journal_change *change = &job->items[i].change;
	const struct ece_value *now = &job->facts[i].now;
	struct ece_error *error = &job->facts[i].error;
	char is[64], wanted[64];

	if (error->code)
		return;
	if (!job_known(now))
		ece_error_set(error, -ENODATA, ECE_ERROR_IO, "it cannot be read: %s",
			      now->why[0] ? now->why : ece_value_state_name(now->state));
	else
		ece_error_set(error, -ESTALE, ECE_ERROR_CONFLICT, "it is %s, and %s was confirmed: %s",
			      ece_param_format(change->param, now->raw, is, sizeof(is)),
			      ece_param_format(change->param, change->new_raw, wanted, sizeof(wanted)),
			      now->raw == change->old_raw ?
				      "it has its original value again, 'ece-guard boot' puts back what was confirmed" :
				      "somebody changed it in this boot, left alone");
	job_place(card, change->param, error);
}

static bool may_restore(const struct guard_job *job, size_t i)
{
	const struct journal_change *change = &job->items[i].change;
	const struct ece_value *now = &job->facts[i].now;

	if (!job_known(now) || (now->raw == change->new_raw && !(change->param->no_verify && job->booted)))
		return false;
	return job->booted || (job->reloaded && now->raw == change->old_raw);
}

static void restore_card(struct guard_job *job, const struct job_card *card, struct guard_boot *result)
{
	struct ece_error e;

	job_read_card(job, card);
	for (size_t i = card->first; i < card->first + card->count; i++) {
		job->items[i].target = job->items[i].change.new_raw;
		job->items[i].differs = may_restore(job, i);
	}
	job_put_back(job, card, true, &e);
	for (size_t i = card->first; i < card->first + card->count; i++) {
		const struct guard_fact *fact = &job->facts[i];

		if (fact->write == ECE_WRITE_FAILED || !job_reads(&fact->now, job->items[i].target)) {
			say_wrong(job, card, i);
			result->wrong++;
			result->absent += !job_known(&fact->now);
		} else if (fact->write == ECE_WRITE_DONE) {
			result->restored++;
		} else {
			result->right++;
		}
	}
}

static void report(const struct guard_job *job, struct job_card *card, struct ece_error_sink *sink)
{
	if (card->error.code) {
		ece_error_place(&card->error, "%s", job_card_name(card));
		ece_error_report(sink, &card->error);
	}
	for (size_t i = card->first; i < card->first + card->count && !card->error.code; i++)
		if (job->facts[i].error.code)
			ece_error_report(sink, &job->facts[i].error);
}

static int restore_cards(struct guard_job *job, struct guard_boot *result, struct ece_error_sink *sink,
			 struct ece_error *e)
{
	struct journal_hold hold;
	int ret = job_find_cards(job, e);

	if (ret)
		return ret;
	job_open_cards(job);
	for (size_t c = 0; c < job->card_count; c++) {
		ret = journal_hold_get(job->guard.journal, job->host, &job->cards[c].id, &hold, e);
		if (ret && ret != -ENOENT)
			return ret;
		if (!ret)
			continue;
		restore_card(job, &job->cards[c], result);
		report(job, &job->cards[c], sink);
	}
	return 0;
}

static int restore(const struct guard *guard, bool reloaded, uint64_t now_ns, struct guard_boot *result,
		   struct ece_error_sink *sink, struct ece_error *e)
{
	const struct guard_order order = {.op = PROTOCOL_UNDO, .local = true};
	struct guard_job *job = job_new(guard, &order, now_ns);
	int ret;

	if (!job)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for confirmed values");
	job->booted = result->rebooted;
	job->reloaded = reloaded;
	ret = load_confirmed(job, e);
	ret = ret ? ret : restore_cards(job, result, sink, e);
	guard_job_free(job);
	return ret;
}

static int put_boot(const struct guard *guard, const char *id, bool restored, struct ece_error *e)
{
	struct journal_boot boot = {.restored = restored};
	int ret;

	copy_text(boot.id, sizeof(boot.id), id);
	ret = journal_boot_put(guard->journal, guard->host, &boot, e);
	return ret ? ret : journal_commit(guard->journal, e);
}

int guard_new_boot(const struct guard *guard, const char *boot, uint64_t now_ns, struct guard_boot *result,
		   struct ece_error_sink *sink, struct ece_error *e)
{
	struct journal_boot last = {.restored = true};
	bool known, another;
	int ret = journal_boot_get(guard->journal, guard->host, &last, e);

	if (ret && ret != -ENOENT)
		return ret;
	known = !ret;
	another = known && strcmp(last.id, boot) != 0;
	*result = (struct guard_boot){.rebooted = another || !last.restored};
	ret = another ? drop_unconfirmed(guard, now_ns, result, sink, e) : 0;
	/* From here on runs of this boot may be held: the next look must not drop them. */
	if (!ret && (another || !known))
		ret = put_boot(guard, boot, !another, e);
	journal_rollback(guard->journal);
	return ret;
}

int guard_boot(const struct guard *guard, const char *boot, bool reloaded, uint64_t now_ns, struct guard_boot *result,
	       struct ece_error_sink *sink, struct ece_error *e)
{
	int ret = guard_new_boot(guard, boot, now_ns, result, sink, e);

	ret = ret ? ret : restore(guard, reloaded, now_ns, result, sink, e);
	result->ready = !result->wrong;
	if (!ret && result->rebooted && result->ready)
		ret = put_boot(guard, boot, true, e);
	journal_rollback(guard->journal);
	return ret;
}
