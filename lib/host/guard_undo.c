// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* CONFIRM and UNDO: what a run wrote becomes what the host should have, or is put back where it is still there. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/job.h"
#include "lib/host/use.h"

static bool confirmable(enum journal_state state)
{
	return state == JOURNAL_WRITTEN || state == JOURNAL_CONFIRMED;
}

/* Returns the change that keeps a run from being confirmed, or NULL. */
static const struct journal_change *find_open(const struct journal_change *changes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (changes[i].state == JOURNAL_INTENT || changes[i].state == JOURNAL_UNDOING ||
		    changes[i].state == JOURNAL_DIRTY)
			return &changes[i];
	return NULL;
}

static int confirm_changes(struct guard_job *job, struct journal_change *changes, size_t count, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	int ret = 0;

	for (size_t i = 0; i < count && !ret; i++) {
		if (!confirmable(changes[i].state))
			continue;
		changes[i].state = JOURNAL_CONFIRMED;
		ret = journal_change_put(journal, job->host, job->order.run, &changes[i], e);
		ret = ret ? ret :
			    journal_confirmed_put(journal, job->host, &changes[i].card, changes[i].param,
						  changes[i].new_raw, e);
	}
	ret = ret ? ret : journal_hold_drop(journal, job->host, job->order.run, e);
	return ret ? ret : journal_run_put(journal, job->host, job->order.run, JOURNAL_RUN_CONFIRMED, e);
}

/* Another run may have taken the cards over, with another store: what it wrote is not this one's to confirm. */
static int check_later(struct guard_job *job, const struct journal_change *changes, size_t count, struct ece_error *e)
{
	char later[PROTOCOL_ID_MAX];
	int ret = -ENOENT;

	for (size_t i = 0; i < count && ret == -ENOENT; i++)
		if (confirmable(changes[i].state))
			ret = journal_later(job->guard.journal, job->host, job->order.run, &changes[i], later, e);
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	ece_error_set(&job->error, -ESTALE, ECE_ERROR_STALE,
		      "run %s cannot be confirmed here: run %s wrote to its cards after it", job->order.run, later);
	job_refuse(job);
	return 0;
}

static int load_changes(struct guard_job *job, bool (*wanted)(enum journal_state state), struct ece_error *e)
{
	struct journal_change *changes;
	size_t count, n = 0;
	int ret = journal_changes(job->guard.journal, job->host, job->order.run, &changes, &count, e);

	if (ret)
		return ret;
	ret = job_alloc_items(job, count, e);
	for (size_t i = 0; i < count && !ret; i++)
		if (wanted(changes[i].state))
			job->items[n++].change = changes[i];
	free(changes);
	if (ret)
		return ret;
	job->count = n;
	return job_group_cards(job, e);
}

static bool is_written(enum journal_state state)
{
	return state == JOURNAL_WRITTEN;
}

static bool is_there(const struct guard_job *job, size_t i)
{
	const struct journal_change *change = &job->items[i].change;
	const struct ece_value *now = &job->facts[i].now;

	return job_known(now) &&
	       (change->param->no_verify || ece_param_matches(change->param, change->new_raw, now->raw));
}

static void say_gone(struct guard_job *job, const struct job_card *card, size_t i)
{
	const struct journal_change *change = &job->items[i].change;
	struct guard_fact *fact = &job->facts[i];
	char is[64], ours[64];

	if (job_known(&fact->now))
		ece_error_set(&fact->error, -ESTALE, ECE_ERROR_CONFLICT,
			      "it is %s, but this run wrote %s: somebody changed it since, and it is not confirmed",
			      ece_param_format(change->param, fact->now.raw, is, sizeof(is)),
			      ece_param_format(change->param, change->new_raw, ours, sizeof(ours)));
	else
		ece_error_set(&fact->error, -ENODATA, ECE_ERROR_IO, "it cannot be read, and is not confirmed: %s",
			      fact->now.why[0] ? fact->now.why : ece_value_state_name(fact->now.state));
	job_place(card, change->param, &fact->error);
	job->error = fact->error;
	job_refuse(job);
}

/* What a soak has shown is shown of what was written, and only that is what the host should have from now on. */
static int check_written(struct guard_job *job, struct ece_error *e)
{
	int ret = load_changes(job, is_written, e);

	if (ret || !job->count)
		return ret;
	ret = job_find_cards(job, e);
	if (ret)
		return ret;
	job_open_cards(job);
	for (size_t c = 0; c < job->card_count; c++) {
		const struct job_card *card = &job->cards[c];

		job_read_card(job, card);
		for (size_t i = card->first; i < card->first + card->count; i++) {
			job->facts[i].before = job->facts[i].now;
			if (!is_there(job, i))
				say_gone(job, card, i);
		}
	}
	if (!job->decided)
		job->count = 0; /* the answer to a confirm tells no values, but those that are in its way */
	return 0;
}

/* Nothing of the run itself is against it. */
static int confirm_ready(struct guard_job *job, struct journal_change *changes, size_t count, struct ece_error *e)
{
	int ret = check_later(job, changes, count, e);

	if (!ret && !job->decided)
		ret = check_written(job, e);
	if (ret || job->decided)
		return ret;
	ret = confirm_changes(job, changes, count, e);
	if (!ret && job->order.generation)
		ret = journal_generation_put(job->guard.journal, job->host, job->order.run, job->order.generation, e);
	job_decide(job, PROTOCOL_CONFIRMED);
	return ret;
}

static int confirm_run(struct guard_job *job, enum journal_run state, struct ece_error *e)
{
	struct journal_change *changes = NULL;
	const struct journal_change *open;
	size_t count = 0, ready = 0;
	int ret = journal_changes(job->guard.journal, job->host, job->order.run, &changes, &count, e);

	if (ret)
		return ret;
	for (size_t i = 0; i < count; i++)
		ready += confirmable(changes[i].state);
	open = find_open(changes, count);
	if (open || !ready) {
		ece_error_set(&job->error, -EINVAL, ECE_ERROR_STALE, "run %s cannot be confirmed here: %s%s",
			      job->order.run,
			      state == JOURNAL_RUN_UNDONE ? "it was undone" :
			      open                        ? "a change is not finished: " :
							    "it changed nothing",
			      state != JOURNAL_RUN_UNDONE && open ? open->param->name : "");
		job_refuse(job);
	} else {
		ret = confirm_ready(job, changes, count, e);
	}
	free(changes);
	return ret;
}

int confirm_prepare(struct guard_job *job, struct ece_error *e)
{
	enum journal_run state;
	int ret = journal_run_get(job->guard.journal, job->host, job->order.run, &state, e);

	if (ret == -ENOENT) {
		ece_error_set(&job->error, -ENOENT, ECE_ERROR_STALE, "run %s was never applied here", job->order.run);
		job_refuse(job);
		return 0;
	}
	if (!ret)
		lease_state(job, state);
	return ret || job->decided ? ret : confirm_run(job, state, e);
}

/*
 * Equal values do not tell whose they are: what a later run wrote is its own, also where this run had written the same.
 * Where it wrote what was there before this run, its undo brings this run's value again: then this one is not undone.
 */
static int find_later(struct guard_job *job, struct job_item *item, struct ece_error *e)
{
	int ret = journal_later(job->guard.journal, job->host, job->order.run, &item->change, item->later, e);

	return ret == -ENOENT ? 0 : ret;
}

/*
 * The run is closed first: an apply of it that is still under way somewhere must not come after its undo, even on a
 * host that never heard of the run.
 */
static int close_run(struct guard_job *job, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	int ret;

	if (!job->lapsed)
		return journal_run_put(journal, job->host, job->order.run, JOURNAL_RUN_UNDONE, e);
	/* It may apply again: then its old answer must not be taken for one to that. */
	ret = journal_run_put(journal, job->host, job->order.run, JOURNAL_RUN_SELF_UNDOING, e);
	return ret ? ret : journal_request_forget(journal, job->host, job->order.run, PROTOCOL_APPLY, e);
}

/* Nothing of the run is left on this host. */
static int let_go(struct guard_job *job, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	int ret = journal_hold_drop(journal, job->host, job->order.run, e);

	ret = ret || job->result != PROTOCOL_UNDONE ? ret :
						      journal_generation_drop(journal, job->host, job->order.run, e);
	if (ret || !job->lapsed || job->result != PROTOCOL_UNDONE)
		return ret;
	return journal_run_put(journal, job->host, job->order.run, JOURNAL_RUN_SELF_UNDONE, e);
}

int undo_prepare(struct guard_job *job, struct ece_error *e)
{
	int ret = close_run(job, e);

	ret = ret ? ret : load_changes(job, journal_state_undoable, e);
	if (!ret && !job->count) {
		job_decide(job, PROTOCOL_UNDONE);
		return let_go(job, e);
	}
	for (size_t i = 0; i < job->count && !ret; i++) {
		ret = job_record(job, i, JOURNAL_UNDOING, e);
		ret = ret ? ret : find_later(job, &job->items[i], e);
	}
	ret = ret ? ret : job_find_cards(job, e);
	if (!ret)
		job_open_cards(job);
	return ret;
}

static void say_conflict(struct guard_job *job, const struct job_card *card, size_t i)
{
	const struct journal_change *change = &job->items[i].change;
	const struct ece_param *param = change->param;
	char now[64], ours[64], old[64];

	if (job->items[i].later[0])
		ece_error_set(&job->facts[i].error, -ESTALE, ECE_ERROR_CONFLICT,
			      "run %s wrote it after this one, left alone: undo that run first", job->items[i].later);
	else
		ece_error_set(&job->facts[i].error, -ESTALE, ECE_ERROR_CONFLICT,
			      "it is %s, but this run wrote %s (before: %s): somebody changed it since, left alone",
			      ece_param_format(param, job->facts[i].now.raw, now, sizeof(now)),
			      ece_param_format(param, change->new_raw, ours, sizeof(ours)),
			      ece_param_format(param, change->old_raw, old, sizeof(old)));
	job_place(card, param, &job->facts[i].error);
}

static void say_unreadable(struct guard_job *job, const struct job_card *card, size_t i)
{
	const struct ece_value *now = &job->facts[i].now;

	ece_error_set(&job->facts[i].error, -ENODATA, ECE_ERROR_IO, "it cannot be read: %s",
		      now->why[0] ? now->why : ece_value_state_name(now->state));
	job_place(card, job->items[i].change.param, &job->facts[i].error);
	job->facts[i].write = ECE_WRITE_FAILED;
}

/* Must it be written? What the card does not tell truly is: that this run wrote its old value again proves nothing. */
static bool must_go_back(const struct job_item *item, const struct ece_value *now)
{
	const struct journal_change *change = &item->change;

	return !item->later[0] && (change->param->no_verify || change->new_raw != change->old_raw) &&
	       job_may_have(now, change->param, change->new_raw);
}

/* Neither of the two, after a boot: what a card has when it is powered on. */
static bool is_lost(const struct guard_job *job, const struct job_item *item, const struct ece_value *now)
{
	return job->booted && !item->later[0] && now->raw != item->change.old_raw;
}

static void compare_card(struct guard_job *job, const struct job_card *card)
{
	job_read_card(job, card);
	for (size_t i = card->first; i < card->first + card->count; i++) {
		struct guard_fact *fact = &job->facts[i];
		struct job_item *item = &job->items[i];

		fact->before = fact->now;
		item->target = item->change.old_raw;
		item->differs = must_go_back(item, &fact->now);
		if (!job_known(&fact->now))
			say_unreadable(job, card, i);
		else if (item->differs)
			continue;
		else if (is_lost(job, item, &fact->now))
			item->lost = true;
		else if (fact->now.raw == item->target && !item->later[0])
			fact->write = ECE_WRITE_UNCHANGED;
		else
			say_conflict(job, card, i);
	}
}

static void undo_card(struct guard_job *job, const struct job_card *card)
{
	struct ece_error e;

	compare_card(job, card);
	if (!job_put_back(job, card, true, &e))
		return;
	for (size_t i = card->first; i < card->first + card->count; i++)
		if (job->items[i].differs && !job->facts[i].error.code)
			job->facts[i].error = e;
}

static bool kept_by_queue_pairs(const struct guard_job *job, const struct job_card *card)
{
	for (size_t i = card->first; i < card->first + card->count; i++)
		if (job->items[i].change.param->cost == ECE_COST_NEXT_QP && job->facts[i].write == ECE_WRITE_DONE)
			return true;
	return false;
}

static int find_residual(struct guard_job *job, struct job_card *card, struct ece_error *e)
{
	struct journal_qp *before;
	size_t count;
	int ret;

	if (!kept_by_queue_pairs(job, card))
		return 0;
	ret = journal_seen_get(job->guard.journal, job->host, job->order.run, &card->id, &before, &count, e);
	if (ret == -ENOENT)
		card->residual.qps = -1;
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	use_born_since(job->guard.os, card->info, before, count, &card->residual);
	free(before);
	return 0;
}

/*
 * What was confirmed is not what the host should have any more: that is again what a run before confirmed, also where
 * this run found something else, as a repair does; else the value from before.
 */
static int take_back_confirmed(struct guard_job *job, const struct journal_change *change, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	uint64_t confirmed, original, before;
	char run[PROTOCOL_ID_MAX];
	int ret = journal_confirmed_get(journal, job->host, &change->card, change->param, &confirmed, e);

	if (ret || confirmed != change->new_raw)
		return ret == -ENOENT ? 0 : ret;
	ret = journal_confirmed_by(journal, job->host, &change->card, change->param, run, &before, e);
	if (!ret)
		return journal_confirmed_put(journal, job->host, &change->card, change->param, before, e);
	if (ret != -ENOENT)
		return ret;
	ret = journal_original(journal, job->host, &change->card, change->param, &original, e);
	if (!ret && original == change->old_raw)
		return journal_confirmed_drop(journal, job->host, &change->card, change->param, e);
	if (ret && ret != -ENOENT)
		return ret;
	return journal_confirmed_put(journal, job->host, &change->card, change->param, change->old_raw, e);
}

static int record_item(struct guard_job *job, size_t i, struct ece_error *e)
{
	const struct guard_fact *fact = &job->facts[i];
	int ret;

	if (job->items[i].lost)
		return job_record(job, i, JOURNAL_UNDONE, e);
	if (job_is_back(job, i) && !job->items[i].later[0]) {
		ret = job_record(job, i, JOURNAL_UNDONE, e);
		return ret ? ret : take_back_confirmed(job, &job->items[i].change, e);
	}
	if (fact->error.kind != ECE_ERROR_CONFLICT) {
		job->result = PROTOCOL_UNDO_FAILED;
		job->error = fact->error;
		return 0;
	}
	if (job->result == PROTOCOL_UNDONE) {
		job->result = PROTOCOL_CONFLICT;
		job->error = fact->error;
	}
	return job_record(job, i, JOURNAL_CONFLICT, e);
}

int undo_execute(struct guard_job *job, struct ece_error *e)
{
	int ret = 0;

	job->result = PROTOCOL_UNDONE;
	for (size_t c = job->card_count; c-- > 0;)
		undo_card(job, &job->cards[c]);
	for (size_t c = 0; c < job->card_count && !ret; c++)
		ret = find_residual(job, &job->cards[c], e);
	for (size_t i = 0; i < job->count && !ret; i++)
		ret = record_item(job, i, e);
	if (ret)
		return ret;
	return job->result == PROTOCOL_UNDO_FAILED ? lease_try_again(job, e) : let_go(job, e);
}
