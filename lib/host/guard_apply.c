// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* APPLY: preconditions, intents, writes, and putting everything back when one of them fails. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/host/job.h"
#include "lib/host/once.h"
#include "lib/host/use.h"

static int load_items(struct guard_job *job, const struct guard_set *sets, size_t count, struct ece_error *e)
{
	int ret = job_alloc_items(job, count, e);

	if (ret)
		return ret;
	for (size_t i = 0; i < count; i++) {
		struct job_item *item = &job->items[i];

		item->change.card = sets[i].card;
		item->change.param = ece_param_at(sets[i].param);
		item->change.old_raw = sets[i].from;
		item->from = sets[i].from;
		item->to = sets[i].to;
	}
	return job_group_cards(job, e);
}

/* Does this state of a change mean that the card may have our value? */
static bool is_live(enum journal_state state)
{
	return state == JOURNAL_INTENT || state == JOURNAL_WRITTEN || state == JOURNAL_CONFIRMED ||
	       state == JOURNAL_DIRTY;
}

/* Where the card does not tell it truly, the journal may know what was there before. */
static int load_confirmed(struct guard_job *job, struct ece_error *e)
{
	int ret = 0;

	for (size_t i = 0; i < job->count && (!ret || ret == -ENOENT); i++) {
		struct journal_change *change = &job->items[i].change;

		if (change->param->no_verify && !job->items[i].in_journal)
			ret = journal_confirmed_get(job->guard.journal, job->host, &change->card, change->param,
						    &change->old_raw, e);
	}
	return ret == -ENOENT ? 0 : ret;
}

/* What the run did here before: an earlier try of this request, killed, or an earlier request. */
static int load_history(struct guard_job *job, struct ece_error *e)
{
	struct journal_change *changes;
	size_t count;
	int ret = journal_changes(job->guard.journal, job->host, job->order.run, &changes, &count, e);

	if (ret)
		return ret;
	for (size_t i = 0; i < job->count; i++)
		for (size_t j = 0; j < count; j++) {
			struct journal_change *ours = &job->items[i].change;

			if (!is_live(changes[j].state) || ours->param != changes[j].param ||
			    ours->card.guid != changes[j].card.guid ||
			    strcmp(ours->card.psid, changes[j].card.psid) != 0)
				continue;
			*ours = changes[j];
			job->items[i].in_journal = true;
			job->items[i].recorded = true;
		}
	free(changes);
	return 0;
}

static void say_held(struct guard_job *job, const struct job_card *card, const char *run)
{
	bool by_hand = !strncmp(run, ONCE_RUN_PREFIX, strlen(ONCE_RUN_PREFIX));

	ece_error_set(&job->error, -EBUSY, ECE_ERROR_LOCKED,
		      "run %s has changed this card and was neither confirmed nor undone: '%s %s' %s", run,
		      by_hand ? "ece-set --undo" : "ece-apply undo", run,
		      by_hand ? "on this host puts it back" : "puts it back, 'ece-apply resume' carries it on");
	ece_error_place(&job->error, "%s", job_card_name(card));
}

/* Returns 1 when another run holds a card, or this run was undone; .error says so. */
static int check_holds(struct guard_job *job, struct ece_error *e)
{
	struct journal_hold hold;
	enum journal_run state;
	int ret = journal_run_get(job->guard.journal, job->host, job->order.run, &state, e);

	if (!ret && state == JOURNAL_RUN_UNDONE) {
		ece_error_set(&job->error, -ESTALE, ECE_ERROR_STALE, "run %s was undone on this host", job->order.run);
		return 1;
	}
	if (!ret && state == JOURNAL_RUN_CONFIRMED) {
		ece_error_set(&job->error, -ESTALE, ECE_ERROR_STALE,
			      "run %s was confirmed on this host, and writes nothing more here", job->order.run);
		return 1;
	}
	if (!ret && state == JOURNAL_RUN_SELF_UNDOING) {
		lease_state(job, state);
		return 1;
	}
	for (size_t i = 0; i < job->card_count && (!ret || ret == -ENOENT); i++) {
		ret = journal_hold_get(job->guard.journal, job->host, &job->cards[i].id, &hold, e);
		if (ret || job->adopts || !strcmp(hold.run, job->order.run))
			continue;
		say_held(job, &job->cards[i], hold.run);
		return 1;
	}
	return ret == -ENOENT ? 0 : ret;
}

static enum ece_error_kind kind_of(enum ece_value_state state)
{
	if (state == ECE_VALUE_UNSUPPORTED)
		return ECE_ERROR_UNSUPPORTED;
	return state == ECE_VALUE_NO_DOOR ? ECE_ERROR_NO_DOOR : ECE_ERROR_IO;
}

/* What the card must tell for the value to be written: of what it does not tell truly, the same as to the plan. */
static uint64_t expected(const struct job_item *item)
{
	return item->in_journal && !item->change.param->no_verify ? item->change.old_raw : item->from;
}

static void say_moved(const struct job_item *item, uint64_t now, struct ece_error *e)
{
	const struct ece_param *param = item->change.param;
	char is[64], was[64], to[64];

	ece_error_set(e, -ESTALE, ECE_ERROR_STALE,
		      "it is %s, neither the %s of the plan nor the %s that it is to become: somebody changed it, "
		      "plan again",
		      ece_param_format(param, now, is, sizeof(is)),
		      ece_param_format(param, expected(item), was, sizeof(was)),
		      ece_param_format(param, item->to, to, sizeof(to)));
}

/* Is the precondition still true, and must the value be written? Fills @e when not. */
static int check_item(struct guard_job *job, const struct job_card *card, size_t i, struct ece_error *e)
{
	struct job_item *item = &job->items[i];
	struct guard_fact *fact = &job->facts[i];
	const struct ece_param *param = item->change.param;
	uint64_t now = fact->now.raw;

	fact->before = fact->now;
	if (!job_known(&fact->now)) {
		ece_error_set(e, -ENODATA, kind_of(fact->now.state), "it cannot be read: %s",
			      fact->now.why[0] ? fact->now.why : ece_value_state_name(fact->now.state));
	} else if (!param->no_verify && ece_param_matches(param, item->to, now)) {
		fact->write = ECE_WRITE_UNCHANGED;
		return 0;
	} else if (now == expected(item)) {
		item->change.new_raw = item->to;
		item->target = item->to;
		item->differs = true;
		return 0;
	} else {
		say_moved(item, now, e);
	}
	job_place(card, param, e);
	fact->error = *e;
	return e->code;
}

/* Every fault is in its fact; the first one is that of the request. */
static int check_cards(struct guard_job *job)
{
	struct ece_error first = {0}, e = {0};

	for (size_t c = 0; c < job->card_count; c++) {
		const struct job_card *card = &job->cards[c];

		job_read_card(job, card);
		if (!card->nic && !first.code) {
			first = card->error;
			ece_error_place(&first, "%s", job_card_name(card));
		}
		for (size_t i = card->first; i < card->first + card->count; i++)
			if (check_item(job, card, i, &e) && !first.code)
				first = e;
	}
	job->error = first;
	return first.code;
}

/* A host that cut itself off must come back by itself. */
static bool cuts_management(const struct guard_job *job)
{
	for (size_t c = 0; c < job->card_count; c++) {
		const struct job_card *card = &job->cards[c];
		enum ece_param_cost cost = ECE_COST_LIVE;

		for (size_t i = card->first; i < card->first + card->count; i++)
			if (job->items[i].differs && job->items[i].change.param->cost > cost)
				cost = job->items[i].change.param->cost;
		if (cost > ECE_COST_NEXT_QP &&
		    lease_cuts_management(cost, use_default_route(job->guard.os, card->info)))
			return true;
	}
	return false;
}

static bool acts_on_new_queue_pairs(const struct guard_job *job, const struct job_card *card)
{
	for (size_t i = card->first; i < card->first + card->count; i++)
		if (job->items[i].differs && job->items[i].change.param->cost == ECE_COST_NEXT_QP)
			return true;
	return false;
}

/* Those made from now on keep what is written, also after an undo: it must know which ones are older. */
static int record_queue_pairs(struct guard_job *job, const struct job_card *card, struct ece_error *e)
{
	struct journal_qp *qps;
	size_t count;
	int ret;

	if (!acts_on_new_queue_pairs(job, card) || use_queue_pairs(job->guard.os, card->info, &qps, &count))
		return 0;
	ret = journal_seen_add(job->guard.journal, job->host, job->order.run, &card->id, qps, count, e);
	free(qps);
	return ret;
}

static int record_intents(struct guard_job *job, struct ece_error *e)
{
	struct journal_hold hold = {
		.deadline_ns = job->now_ns + job->order.lease_ms * 1000000,
		.keep_on_loss = job->order.keep_on_loss && !cuts_management(job),
		.lease_ms = job->order.lease_ms,
	};
	int ret = 0;

	hold.expire_ns = lease_expiry(job, job->cards[0].id.guid, hold.deadline_ns, hold.lease_ms);

	copy_text(hold.run, sizeof(hold.run), job->order.run);
	for (size_t c = 0; c < job->card_count && !ret; c++) {
		bool any = false;

		for (size_t i = job->cards[c].first; i < job->cards[c].first + job->cards[c].count && !ret; i++) {
			if (job->items[i].differs)
				ret = job_record(job, i, JOURNAL_INTENT, e);
			any = any || job->items[i].recorded;
		}
		if (!ret)
			ret = record_queue_pairs(job, &job->cards[c], e);
		if (any && !ret)
			ret = journal_hold_put(job->guard.journal, job->host, &job->cards[c].id, &hold, e);
	}
	return ret;
}

static bool any_item(const struct guard_job *job, bool recorded)
{
	for (size_t i = 0; i < job->count; i++)
		if (recorded ? job->items[i].recorded : job->items[i].differs)
			return true;
	return false;
}

int apply_prepare(struct guard_job *job, const struct guard_set *sets, size_t count, struct ece_error *e)
{
	int ret = load_items(job, sets, count, e);

	ret = ret ? ret : job_find_cards(job, e);
	ret = ret ? ret : check_holds(job, e);
	if (ret > 0) {
		job_refuse(job);
		return 0;
	}
	ret = ret ? ret : load_history(job, e);
	ret = ret ? ret : load_confirmed(job, e);
	if (ret)
		return ret;
	job_open_cards(job);
	if (check_cards(job)) {
		/* What an earlier try wrote must be put back, so this is no refusal. */
		job->broken = any_item(job, true);
		if (!job->broken) {
			job_refuse(job);
			return 0;
		}
	}
	ret = journal_run_newest(job->guard.journal, job->host, job->order.run, e);
	ret = ret ? ret : journal_run_put(job->guard.journal, job->host, job->order.run, JOURNAL_RUN_OPEN, e);
	if (ret || job->broken)
		return ret;
	if (!any_item(job, false) && !any_item(job, true)) {
		job_decide(job, PROTOCOL_UNCHANGED);
		return 0;
	}
	return record_intents(job, e);
}

/* Our value, or what was there right after our write: then nobody else has been here, and it may be put back. */
static bool is_ours(const struct job_item *item, uint64_t now)
{
	return now == item->change.new_raw || (item->touched && now == item->touched_raw);
}

static bool must_go_back(const struct job_item *item, const struct ece_value *now)
{
	if (!job_known(now))
		return false;
	/* What the card tells of it says nothing of whether it was written. */
	if (item->change.param->no_verify)
		return true;
	return now->raw != item->target && is_ours(item, now->raw);
}

/* A value may be left that was written well: only this names it. Where its write failed, that stays the reason. */
static void say_left(struct guard_job *job, const struct job_card *card, size_t i)
{
	const struct journal_change *change = &job->items[i].change;
	const struct ece_value *now = &job->facts[i].now;
	struct ece_error *error = &job->facts[i].error;
	const struct ece_error reason = *error;
	const char *colon = reason.code ? ": " : "", *why = reason.code ? reason.text : "";
	enum ece_error_kind kind = reason.code ? reason.kind : ECE_ERROR_NOT_APPLIED;
	int code = reason.code ? reason.code : -EIO;
	char is[64], was[64];

	ece_param_format(change->param, change->old_raw, was, sizeof(was));
	if (!job_known(now) || change->param->no_verify)
		ece_error_set(error, code, kind, "what it is cannot be told, and it could not be put back to %s%s%s",
			      was, colon, why);
	else
		ece_error_set(error, code, kind, "it is %s and %s %s%s%s",
			      ece_param_format(change->param, now->raw, is, sizeof(is)),
			      is_ours(&job->items[i], now->raw) ?
				      "could not be put back to" :
				      "is not what this run wrote, so it was not put back to",
			      was, colon, why);
	error->result = reason.result;
	job_place(card, change->param, error);
}

/* Returns whether all values of the card that this run may have changed are the old ones. */
static bool put_back_card(struct guard_job *job, const struct job_card *card)
{
	struct ece_error e;
	bool clean = true;

	job_read_card(job, card);
	for (size_t i = card->first; i < card->first + card->count; i++) {
		struct job_item *item = &job->items[i];

		item->target = item->change.old_raw;
		item->differs = item->recorded && must_go_back(item, &job->facts[i].now);
	}
	job_put_back(job, card, false, &e);
	for (size_t i = card->first; i < card->first + card->count; i++) {
		if (!job->items[i].recorded || job_is_back(job, i))
			continue;
		say_left(job, card, i);
		clean = false;
	}
	return clean;
}

static int record_put_back(struct guard_job *job, size_t i, struct ece_error *e)
{
	struct job_item *item = &job->items[i];
	const struct ece_value *now = &job->facts[i].now;

	if (job_is_back(job, i))
		return job_record(job, i, JOURNAL_RESTORED, e);
	/* An undo puts back only what it knows to be ours: this may be neither what was asked for. */
	if (job_known(now) && is_ours(item, now->raw))
		item->change.new_raw = now->raw;
	return job_record(job, i, JOURNAL_DIRTY, e);
}

/* The run lets its cards go, unless an earlier request of it has written something that stands. */
static int let_go(struct guard_job *job, struct ece_error *e)
{
	struct journal_change *changes;
	bool stands = false;
	size_t count;
	int ret = journal_changes(job->guard.journal, job->host, job->order.run, &changes, &count, e);

	if (ret)
		return ret;
	for (size_t i = 0; i < count; i++)
		stands = stands || is_live(changes[i].state);
	free(changes);
	return stands ? 0 : journal_hold_drop(job->guard.journal, job->host, job->order.run, e);
}

static int put_back(struct guard_job *job, struct ece_error *e)
{
	bool clean = true;
	int ret = 0;

	for (size_t c = job->card_count; c-- > 0;)
		clean = put_back_card(job, &job->cards[c]) && clean;
	for (size_t i = 0; i < job->count && !ret; i++)
		if (job->items[i].recorded)
			ret = record_put_back(job, i, e);
	if (!ret && clean)
		ret = let_go(job, e);
	job->result = clean ? PROTOCOL_FAILED_OLD : PROTOCOL_DIRTY;
	return ret;
}

static int record_written(struct guard_job *job, struct ece_error *e)
{
	int ret = 0;

	for (size_t i = 0; i < job->count && !ret; i++) {
		if (!job->items[i].recorded)
			continue;
		job->items[i].change.new_raw = job->facts[i].now.raw;
		ret = job_record(job, i, JOURNAL_WRITTEN, e);
	}
	job->result = PROTOCOL_HELD;
	return ret;
}

int apply_execute(struct guard_job *job, struct ece_error *e)
{
	int ret = job->broken;

	for (size_t c = 0; c < job->card_count && !ret; c++)
		ret = job_write_card(job, &job->cards[c], true, &job->error);
	return ret ? put_back(job, e) : record_written(job, e);
}
