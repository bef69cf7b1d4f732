// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * FREEZE and UNFREEZE: from the commit of the one to that of the other nothing is written to any NIC, whoever asks.
 *
 * The store of a fleet and a person at the host freeze independently of each other. Orders of a store are in the order of
 * their tokens, and with equal ones an UNFREEZE ends the FREEZE: what arrives late changes nothing.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "lib/base/copy_text.h"
#include "lib/base/utc.h"
#include "lib/host/job.h"

static int get(const struct guard *guard, bool by_hand, struct journal_freeze *freeze, struct ece_error *e)
{
	int ret;

	*freeze = (struct journal_freeze){0};
	ret = journal_freeze_get(guard->journal, guard->host, by_hand, freeze, e);
	return ret == -ENOENT ? 0 : ret;
}

int guard_frozen(const struct guard *guard, struct protocol_freeze *frozen, struct ece_error *e)
{
	struct journal_freeze fleet, hand;
	const struct journal_freeze *told;
	int ret = get(guard, false, &fleet, e);

	ret = ret ? ret : get(guard, true, &hand, e);
	if (ret)
		return ret;
	*frozen = (struct protocol_freeze){.fleet = fleet.frozen, .by_hand = hand.frozen};
	if (fleet.frozen)
		frozen->token = fleet.token;
	if (!fleet.frozen && !hand.frozen)
		return 0;
	told = hand.frozen ? &hand : &fleet;
	copy_text(frozen->who, sizeof(frozen->who), told->who);
	copy_text(frozen->why, sizeof(frozen->why), told->why);
	frozen->since_s = told->since_s;
	return 0;
}

void freeze_say(const struct protocol_freeze *frozen, struct ece_error *e)
{
	char since[UTC_TEXT_MAX], why[PROTOCOL_WHY_MAX + 4] = "";

	if (frozen->why[0])
		snprintf(why, sizeof(why), " (%s)", frozen->why);
	ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED,
		      "this host is frozen since %s by %s%s, and nothing is written until %s ends it",
		      utc_format((int64_t)frozen->since_s, since), frozen->who[0] ? frozen->who : "somebody", why,
		      frozen->by_hand ? "'ece-agent unfreeze' on this host" : "'ece-apply unfreeze'");
}

int freeze_check(struct guard_job *job, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	int ret = guard_frozen(&job->guard, &job->frozen, e);

	if (ret || !freeze_is(&job->frozen))
		return ret;
	freeze_say(&job->frozen, &job->error);
	/* What an earlier try of it has written cannot be told now. */
	if (job->seen && job->order.op == PROTOCOL_APPLY) {
		*e = job->error;
		return job->error.code;
	}
	/* The run is over all the same: an apply of it that is under way must not come after the thaw. */
	if (job->order.op == PROTOCOL_UNDO)
		ret = journal_run_put(journal, job->host, job->order.run, JOURNAL_RUN_UNDONE, e);
	job_refuse(job);
	return ret ? ret : 1;
}

static int refuse_late(struct guard_job *job, const struct journal_freeze *last)
{
	ece_error_set(&job->error, -ESTALE, ECE_ERROR_STALE,
		      "this host has already obeyed a newer %s of its store (epoch %" PRIu32 ", number %" PRIu64
		      "); this one has epoch %" PRIu32 ", number %" PRIu64,
		      last->frozen ? "freeze" : "unfreeze", last->token.epoch, last->token.number,
		      job->order.token.epoch, job->order.token.number);
	job_refuse(job);
	return 0;
}

/* Whom this host obeys, and in which epoch; the numbers of runs have nothing to do with freezes. */
static int check_store(struct guard_job *job, const struct journal_freeze *last, struct ece_error *e)
{
	const struct token *ours = &job->order.token;
	struct token seen = last->token;
	int ret = journal_token_get(job->guard.journal, job->host, &seen, e);

	if (ret && ret != -ENOENT)
		return ret;
	if (job->order.adopt || !seen.store[0])
		return 0;
	if (token_compare(ours, &seen) == TOKEN_FOREIGN) {
		token_say_foreign(job, &seen);
		job_refuse(job);
	} else if (ours->epoch < seen.epoch) {
		token_say_older(job, &seen);
		job_refuse(job);
	}
	return 0;
}

static void put_words(struct guard_job *job, struct journal_freeze *freeze)
{
	const struct guard_order *order = &job->order;

	copy_text(freeze->who, sizeof(freeze->who), order->who);
	copy_text(freeze->why, sizeof(freeze->why), order->why);
	freeze->since_s = order->day_s;
}

static int record(struct guard_job *job, bool by_hand, struct journal_freeze *freeze, struct ece_error *e)
{
	bool freezes = job->order.op == PROTOCOL_FREEZE;

	if (freezes && !freeze->frozen)
		put_words(job, freeze);
	freeze->frozen = freezes;
	return journal_freeze_put(job->guard.journal, job->host, by_hand, freeze, e);
}

/* Where an order stands to the last one of the same store. */
static enum token_order compare(const struct guard_job *job, const struct journal_freeze *last)
{
	enum token_order order = token_compare(&job->order.token, &last->token);
	bool freezes = job->order.op == PROTOCOL_FREEZE;

	if (!last->token.store[0] || order == TOKEN_FOREIGN)
		return TOKEN_NEWER;
	if (order != TOKEN_SAME || freezes == last->frozen)
		return order;
	return freezes ? TOKEN_OLDER : TOKEN_NEWER;
}

static int of_fleet(struct guard_job *job, struct ece_error *e)
{
	struct journal_freeze last;
	enum token_order order;
	int ret = get(&job->guard, false, &last, e);

	ret = ret ? ret : check_store(job, &last, e);
	if (ret || job->decided)
		return ret;
	order = compare(job, &last);
	/* A thaw of what is thawed already is done. */
	if (order == TOKEN_OLDER && (last.frozen || job->order.op == PROTOCOL_FREEZE))
		return refuse_late(job, &last);
	if (order != TOKEN_NEWER)
		return 0;
	last.token = job->order.token;
	return record(job, false, &last, e);
}

static int of_hand(struct guard_job *job, struct ece_error *e)
{
	struct journal_freeze last;
	int ret = get(&job->guard, true, &last, e);

	return ret ? ret : record(job, true, &last, e);
}

/* Ends also what the other one has frozen. */
static int thaw_other(struct guard_job *job, struct ece_error *e)
{
	struct journal_freeze other;
	bool by_hand = !job->order.local;
	int ret = get(&job->guard, by_hand, &other, e);

	return ret || !other.frozen ? ret : record(job, by_hand, &other, e);
}

/* Somebody who thaws wants to hear that it did not help. */
static void check_thawed(struct guard_job *job, bool was_by_hand)
{
	if (!job->order.local || was_by_hand || !job->frozen.fleet)
		return;
	ece_error_set(
		&job->error, -EPERM, ECE_ERROR_LOCKED,
		"this host was frozen by the fleet (%s), not by hand: 'ece-apply unfreeze' ends it for the fleet, "
		"'ece-agent unfreeze --force' for this host alone",
		job->frozen.who[0] ? job->frozen.who : "somebody");
	job_refuse(job);
}

int freeze_prepare(struct guard_job *job, struct ece_error *e)
{
	bool freezes = job->order.op == PROTOCOL_FREEZE, was_by_hand;
	int ret = guard_frozen(&job->guard, &job->frozen, e);

	was_by_hand = job->frozen.by_hand;
	ret = ret ? ret : job->order.local ? of_hand(job, e) : of_fleet(job, e);
	if (!ret && !job->decided && !freezes && job->order.force)
		ret = thaw_other(job, e);
	ret = ret ? ret : guard_frozen(&job->guard, &job->frozen, e);
	if (ret || job->decided)
		return ret;
	job_decide(job, freezes ? PROTOCOL_FROZEN : PROTOCOL_THAWED);
	job->kept = false;
	if (!freezes)
		check_thawed(job, was_by_hand);
	return 0;
}
