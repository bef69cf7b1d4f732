// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Bringing a host to what was last confirmed on it: after a boot, after a reload of the driver, when asked. */
#include <errno.h>
#include <stdlib.h>

#include "lib/host/job.h"

int restore_prepare(struct guard_job *job, struct ece_error *e)
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
	ret = ret ? ret : job_group_cards(job, e);
	ret = ret ? ret : job_find_cards(job, e);
	if (!ret)
		job_open_cards(job);
	return ret;
}

static const char *why_left(const struct guard_job *job, bool original)
{
	if (freeze_is(&job->frozen))
		return "the host is frozen, and nothing is written";
	if (original)
		return "it has its original value again, 'ece-guard boot' puts back what was confirmed";
	return "somebody changed it in this boot, left alone";
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
			      why_left(job, now->raw == change->old_raw));
	job_place(card, change->param, error);
}

static bool may_restore(const struct guard_job *job, size_t i)
{
	const struct journal_change *change = &job->items[i].change;
	const struct ece_value *now = &job->facts[i].now;

	if (!job_known(now) || (now->raw == change->new_raw && !(change->param->no_verify && job->booted)))
		return false;
	if (freeze_is(&job->frozen))
		return false;
	return job->booted || job->forced || (job->reloaded && now->raw == change->old_raw);
}

static void restore_card(struct guard_job *job, const struct job_card *card)
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
			job->ensured.wrong++;
			job->absent += !job_known(&fact->now);
		} else if (fact->write == ECE_WRITE_DONE) {
			job->ensured.changed++;
		} else {
			job->ensured.right++;
		}
	}
}

int restore_execute(struct guard_job *job, struct ece_error *e)
{
	struct journal_hold hold;

	for (size_t c = 0; c < job->card_count; c++) {
		int ret = journal_hold_get(job->guard.journal, job->host, &job->cards[c].id, &hold, e);

		if (ret && ret != -ENOENT)
			return ret;
		/* What a run holds is left to it. */
		job->cards[c].held = !ret;
		if (ret)
			restore_card(job, &job->cards[c]);
	}
	return 0;
}

void restore_report(const struct guard_job *job, struct ece_error_sink *sink)
{
	for (size_t c = 0; c < job->card_count; c++) {
		struct job_card *card = &job->cards[c];

		if (card->held)
			continue;
		if (card->error.code) {
			ece_error_place(&card->error, "%s", job_card_name(card));
			ece_error_report(sink, &card->error);
		}
		for (size_t i = card->first; i < card->first + card->count && !card->error.code; i++)
			if (job->facts[i].error.code)
				ece_error_report(sink, &job->facts[i].error);
	}
}
