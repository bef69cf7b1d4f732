// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/guard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/copy_text.h"
#include "lib/host/job.h"

void job_refuse(struct guard_job *job)
{
	job->result = PROTOCOL_REFUSED;
	job->decided = true;
	job->kept = false;
}

void job_decide(struct guard_job *job, enum protocol_result result)
{
	job->result = result;
	job->decided = true;
	job->kept = true;
}

void token_say_older(struct guard_job *job, const struct token *seen)
{
	const struct token *ours = &job->order.token;

	ece_error_set(&job->error, -ESTALE, ECE_ERROR_STALE,
		      "this host has already obeyed a newer controller (epoch %" PRIu32 ", number %" PRIu64
		      "); the request has epoch %" PRIu32 ", number %" PRIu64,
		      seen->epoch, seen->number, ours->epoch, ours->number);
}

void token_say_foreign(struct guard_job *job, const struct token *seen)
{
	ece_error_set(&job->error, -ESTALE, ECE_ERROR_STALE,
		      "this host belongs to the store %s, the request comes from %s: use the state directory "
		      "(--state) with which it was changed last, or, when that is lost, take the host over "
		      "with 'ece-apply FILE --adopt'",
		      seen->store, job->order.token.store);
}

/* What a newer controller has sent is not overwritten by a late one. Returns 1 when the job was refused. */
static int check_token(struct guard_job *job, struct ece_error *e)
{
	struct token seen = {0};
	int ret = job->order.local ? -ENOENT : journal_token_get(job->guard.journal, job->host, &seen, e);

	if (ret == -ENOENT)
		return 0;
	if (ret)
		return ret;
	switch (token_compare(&job->order.token, &seen)) {
	case TOKEN_SAME:
	case TOKEN_NEWER:
		return 0;
	case TOKEN_OLDER:
		token_say_older(job, &seen);
		break;
	case TOKEN_FOREIGN:
		job->adopts = job->order.adopt;
		if (job->adopts)
			return 0;
		token_say_foreign(job, &seen);
		break;
	}
	job_refuse(job);
	return 1;
}

static bool has_answer_in_journal(enum protocol_op op)
{
	return protocol_op_writes(op) && op != PROTOCOL_RENEW;
}

/* Returns 1 when the answer is known. */
static int look_up(struct guard_job *job, char **answer, struct ece_error *e)
{
	int ret = !has_answer_in_journal(job->order.op) ?
			  -ENOENT :
			  journal_request_get(job->guard.journal, job->host, job->order.id, job->order.run,
					      job->order.op, answer, &job->error);

	if (ret == -EEXIST)
		job_refuse(job);
	if (ret == -ENOENT || ret == -EEXIST)
		return 0;
	if (ret && e)
		*e = job->error;
	if (ret)
		return ret;
	job->seen = true;
	return *answer != NULL;
}

/* Without a run: neither token nor answer is kept. */
static int prepare_of_host(struct guard_job *job, struct ece_error *e)
{
	int ret;

	if (job->order.op != PROTOCOL_ENSURE)
		return freeze_prepare(job, e);
	ret = check_token(job, e);
	if (ret)
		return ret < 0 ? ret : 0;
	return ensure_prepare(job, e);
}

static int prepare(struct guard_job *job, const struct guard_set *sets, size_t count, struct ece_error *e)
{
	struct journal *journal = job->guard.journal;
	int ret = check_token(job, e);

	if (!ret && (job->order.op == PROTOCOL_APPLY || job->order.op == PROTOCOL_UNDO))
		ret = freeze_check(job, e);
	ret = ret ? ret : signed_check(job, sets, count, e);
	if (ret)
		return ret < 0 ? ret : 0;
	if (job->order.op == PROTOCOL_APPLY)
		ret = apply_prepare(job, sets, count, e);
	else if (job->order.op == PROTOCOL_CONFIRM)
		ret = confirm_prepare(job, e);
	else if (job->order.op == PROTOCOL_RENEW)
		ret = renew_prepare(job, e);
	else
		ret = undo_prepare(job, e);
	if (ret || (job->decided && !job->kept && job->result == PROTOCOL_REFUSED))
		return ret;
	/* Only the store that this host leaves could ever have ended them. */
	if (job->adopts)
		ret = journal_hold_drop_others(journal, job->host, job->order.run, e);
	if (!ret && !job->order.local)
		ret = journal_token_put(journal, job->host, &job->order.token, e);
	if (!ret && job->signed_by.store[0])
		ret = journal_signed_put(journal, job->host, &job->signed_by, e);
	if (ret || (job->decided && !job->kept))
		return ret;
	return journal_request_begin(journal, job->host, job->order.id, job->order.run, job->order.op, e);
}

static bool is_text(const char *buf, size_t size)
{
	return buf[0] && memchr(buf, '\0', size);
}

static bool valid_order(const struct guard_order *order)
{
	if (protocol_op_of_host(order->op))
		return is_text(order->id, sizeof(order->id)) && order->local == !order->token.store[0] &&
		       (order->local || is_text(order->token.store, sizeof(order->token.store)));
	return protocol_op_writes(order->op) && is_text(order->id, sizeof(order->id)) &&
	       is_text(order->run, sizeof(order->run)) &&
	       (order->local || is_text(order->token.store, sizeof(order->token.store)));
}

static int check_set(const struct guard_set *set, struct ece_error *e)
{
	const struct ece_param *param = ece_param_at(set->param);
	char text[64];

	if (!param || !is_text(set->card.psid, sizeof(set->card.psid)))
		return ece_error_set(e, -EINVAL, ECE_ERROR_PROTOCOL,
				     "a value of the order names no parameter or no card");
	/* Where the table has no range the card has one, which devx/nic asks for. */
	if (!param->max || !ece_param_check_raw(param, set->to, NULL))
		return 0;
	ece_error_set(e, -ERANGE, ECE_ERROR_RANGE, "%s does not take %s", param->name,
		      ece_param_format(param, set->to, text, sizeof(text)));
	return -ERANGE;
}

static bool continues_card(const struct guard_set *sets, size_t i)
{
	return i && sets[i].card.guid == sets[i - 1].card.guid && !strcmp(sets[i].card.psid, sets[i - 1].card.psid);
}

/* The half that parses may be lied to, or be taken over: what it hands on is not believed. */
static int check_order(const struct guard_order *order, const struct guard_set *sets, size_t count, struct ece_error *e)
{
	size_t of_card = 0;
	int ret = 0;

	if (!valid_order(order))
		return ece_error_set(e, -EINVAL, ECE_ERROR_PROTOCOL,
				     "the order is none that a guard carries out, or has no id, run or store");
	if (order->lease_ms > PROTOCOL_LEASE_MS_MAX)
		return ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT, "a lease of %" PRIu64 " ms; at most %" PRIu32,
				     order->lease_ms, PROTOCOL_LEASE_MS_MAX);
	if (count > GUARD_SETS_MAX)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "more than %d values at a time", GUARD_SETS_MAX);
	for (size_t i = 0; i < count && !ret; i++) {
		ret = check_set(&sets[i], e);
		of_card = !ret && continues_card(sets, i) ? of_card + 1 : 1;
		if (!ret && of_card > PROTOCOL_PARAMS_MAX)
			ret = ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "more than %d values of one card",
					    PROTOCOL_PARAMS_MAX);
	}
	return ret;
}

struct guard_job *job_new(const struct guard *guard, const struct guard_order *order, uint64_t now_ns)
{
	struct guard_job *job = calloc(1, sizeof(*job));

	if (!job)
		return NULL;
	job->guard = *guard;
	copy_text(job->host, sizeof(job->host), guard->host);
	job->order = *order;
	job->now_ns = now_ns;
	return job;
}

int guard_prepare(const struct guard *guard, const struct guard_order *order, const struct guard_set *sets,
		  size_t count, uint64_t now_ns, struct guard_job **job, char **answer, struct ece_error *e)
{
	struct guard_job *new = job_new(guard, order, now_ns);
	int ret;

	*job = NULL;
	*answer = NULL;
	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	if (check_order(order, sets, count, &new->error)) {
		job_refuse(new);
		*job = new;
		return 0;
	}
	ret = look_up(new, answer, e);
	if (!ret && !new->decided)
		ret = protocol_op_of_host(order->op) ? prepare_of_host(new, e) : prepare(new, sets, count, e);
	if (ret) {
		guard_job_free(new);
		return ret < 0 ? ret : 0;
	}
	*job = new;
	return 0;
}

int guard_abandon(struct guard_job *job, const struct ece_error *why)
{
	if (job->seen)
		return -EIO;
	job->error = *why;
	for (size_t i = 0; i < job->count; i++)
		job->facts[i].write = ECE_WRITE_NOT_TRIED;
	job_refuse(job);
	return 0;
}

int guard_execute(struct guard_job *job, struct ece_error *e)
{
	int ret = 0;

	if (job->decided)
		return 0;
	if (job->order.op == PROTOCOL_ENSURE)
		return ensure_execute(job, e);
	ret = job->order.op == PROTOCOL_APPLY ? apply_execute(job, e) : undo_execute(job, e);
	job->kept = true;
	return ret;
}

int guard_conclude(struct guard_job *job, const char *answer, struct ece_error *e)
{
	if (!job->kept)
		return 0;
	return journal_request_answer(job->guard.journal, job->host, job->order.id, answer, e);
}

enum protocol_result guard_job_result(const struct guard_job *job)
{
	return job->result;
}

const struct ece_error *guard_job_error(const struct guard_job *job)
{
	return &job->error;
}

const struct guard_fact *guard_job_facts(const struct guard_job *job, size_t *count)
{
	*count = job->count;
	return job->facts;
}

const struct protocol_freeze *guard_job_frozen(const struct guard_job *job)
{
	return &job->frozen;
}

const struct protocol_ensured *guard_job_ensured(const struct guard_job *job)
{
	return &job->ensured;
}

static const struct job_card *card_of(const struct guard_job *job, const struct journal_card *id)
{
	for (size_t i = 0; i < job->card_count; i++)
		if (job->cards[i].id.guid == id->guid && !strcmp(job->cards[i].id.psid, id->psid))
			return &job->cards[i];
	return NULL;
}

const struct ece_nic_info *guard_job_info(const struct guard_job *job, const struct journal_card *id)
{
	const struct job_card *card = card_of(job, id);

	return card ? card->info : NULL;
}

const struct protocol_residual *guard_job_residual(const struct guard_job *job, const struct journal_card *id)
{
	static const struct protocol_residual none;
	const struct job_card *card = card_of(job, id);

	return card ? &card->residual : &none;
}

void guard_job_free(struct guard_job *job)
{
	if (!job)
		return;
	for (size_t i = 0; i < job->card_count; i++) {
		ece_nic_close(job->cards[i].nic);
		if (job->cards[i].lock)
			close(job->cards[i].lock - 1);
	}
	free(job->cards);
	free(job->items);
	free(job->facts);
	free(job->infos);
	free(job);
}
