// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/job.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/base/fault.h"
#include "lib/host/lock.h"

#define PATIENCE_FIRST_NS (20 * CLOCK_MS_NS)

int job_alloc_items(struct guard_job *job, size_t count, struct ece_error *e)
{
	job->items = calloc(count + 1, sizeof(*job->items));
	job->facts = calloc(count + 1, sizeof(*job->facts));
	job->cards = calloc(count + 1, sizeof(*job->cards));
	if (!job->items || !job->facts || !job->cards)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu values", count);
	job->count = count;
	return 0;
}

static bool same_card(const struct journal_card *a, const struct journal_card *b)
{
	return a->guid == b->guid && !strcmp(a->psid, b->psid);
}

int job_group_cards(struct guard_job *job, struct ece_error *e)
{
	struct job_card *card = NULL;

	for (size_t i = 0; i < job->count; i++) {
		const struct journal_card *id = &job->items[i].change.card;

		job->facts[i].card = *id;
		job->facts[i].param = (uint16_t)ece_param_index(job->items[i].change.param);
		if (!card || !same_card(&card->id, id)) {
			card = &job->cards[job->card_count++];
			*card = (struct job_card){.id = *id, .first = i};
		}
		card->count++;
	}
	for (size_t i = 0; i < job->card_count; i++)
		for (size_t j = 0; j < i; j++)
			if (same_card(&job->cards[i].id, &job->cards[j].id))
				return ece_error_set(e, -EINVAL, ECE_ERROR_DUPLICATE, "values of a card are apart");
	return 0;
}

static void find_card(struct guard_job *job, struct job_card *card)
{
	for (size_t i = 0; i < job->info_count; i++)
		if (card->id.guid && job->infos[i].guid == card->id.guid &&
		    !strcmp(job->infos[i].psid, card->id.psid)) {
			card->info = &job->infos[i];
			return;
		}
	ece_error_set(&card->error, -ENODEV, ECE_ERROR_GONE,
		      "this host has no card with GUID %016" PRIx64
		      " and PSID %s: it was replaced, moved or has no driver",
		      card->id.guid, card->id.psid);
}

int job_find_cards(struct guard_job *job, struct ece_error *e)
{
	int ret = ece_nic_list(job->guard.os, &job->infos, &job->info_count, e);

	for (size_t i = 0; i < job->card_count && !ret; i++)
		find_card(job, &job->cards[i]);
	return ret;
}

static int lock_card(struct guard_job *job, struct job_card *card, uint64_t deadline_ns)
{
	int fd;

	if (!job->guard.cards)
		return 0;
	fd = host_lock_card(job->guard.cards, card->id.guid, deadline_ns, &card->error);
	if (fd < 0)
		return fd;
	card->lock = fd + 1;
	return 0;
}

/* Two processes may want the same cards in another order: the deadline ends that. */
void job_open_cards(struct guard_job *job)
{
	uint64_t deadline = clock_now() + GUARD_CARD_WAIT_NS;

	for (size_t i = 0; i < job->card_count; i++) {
		struct job_card *card = &job->cards[i];

		if (!card->info || ece_nic_barred(card->info, &card->error) || lock_card(job, card, deadline))
			continue;
		if (ece_nic_open(job->guard.os, card->info, &card->nic, &card->error))
			card->nic = NULL;
	}
}

/* Who waits for a call that never returns wants to know where. */
static void say_working(const struct guard_job *job, const struct job_card *card)
{
	if (job->guard.working)
		job->guard.working(job->guard.working_ctx, &card->id);
}

void job_read_card(struct guard_job *job, const struct job_card *card)
{
	const struct ece_param *params[PROTOCOL_PARAMS_MAX];
	struct ece_value *values = calloc(card->count, sizeof(*values));

	say_working(job, card);
	for (size_t i = 0; i < card->count; i++)
		params[i] = job->items[card->first + i].change.param;
	if (card->nic && values)
		ece_nic_read(card->nic, params, values, card->count);
	for (size_t i = 0; i < card->count; i++) {
		struct ece_value *now = &job->facts[card->first + i].now;

		*now = values ? values[i] : (struct ece_value){0};
		if (card->nic && values)
			continue;
		now->state = ECE_VALUE_UNREADABLE;
		copy_text(now->why, sizeof(now->why), values ? card->error.text : "out of memory");
	}
	free(values);
}

static void take_write(struct guard_job *job, const struct job_card *card, size_t i, struct ece_write *write,
		       bool outcome)
{
	struct guard_fact *fact = &job->facts[i];
	struct job_item *item = &job->items[i];

	if (write->state != ECE_WRITE_NOT_TRIED) {
		fact->now = write->after;
		item->failed = write->state == ECE_WRITE_FAILED;
		item->differs = item->failed;
	}
	if (write->state == ECE_WRITE_DONE || write->state == ECE_WRITE_FAILED) {
		item->touched = true;
		item->touched_raw = job_known(&write->after) ? write->after.raw : item->target;
	}
	if (!outcome)
		return;
	fact->write = write->state;
	fact->error = write->error;
	job_place(card, write->param, &fact->error);
}

/* The first failure of a list of writes, as the error of the whole. */
static int first_failure(const struct job_card *card, const struct ece_write *writes, size_t n, int ret,
			 struct ece_error *e)
{
	for (size_t i = 0; i < n; i++)
		if (writes[i].state == ECE_WRITE_FAILED && writes[i].error.code) {
			*e = writes[i].error;
			job_place(card, writes[i].param, e);
			return e->code;
		}
	ece_error_set(e, ret, ECE_ERROR_IO, "a write failed: %s", strerror(-ret));
	ece_error_place(e, "%s", job_card_name(card));
	return ret;
}

/* ece_nic_write() or ece_nic_put_back(). */
typedef int (*write_fn)(struct ece_nic *nic, struct ece_write *writes, size_t n);

static int write_items(struct guard_job *job, const struct job_card *card, write_fn write, struct ece_write *writes,
		       bool outcome, struct ece_error *e)
{
	size_t n = 0, k = 0;
	int ret;

	for (size_t i = card->first; i < card->first + card->count; i++)
		if (job->items[i].differs)
			writes[n++] =
				(struct ece_write){.param = job->items[i].change.param, .raw = job->items[i].target};
	if (!n)
		return 0;
	ret = fault_hit("nic.write");
	ret = ret ? ret : write(card->nic, writes, n);
	for (size_t i = card->first; i < card->first + card->count; i++)
		if (job->items[i].differs)
			take_write(job, card, i, &writes[k++], outcome);
	return ret ? first_failure(card, writes, n, ret, e) : 0;
}

/* Short rests first, longer ones later; what was written already is not written again. */
static int write_patiently(struct guard_job *job, const struct job_card *card, write_fn write, struct ece_write *writes,
			   bool outcome, struct ece_error *e)
{
	uint64_t rest = PATIENCE_FIRST_NS, left = GUARD_PATIENCE_NS;
	int ret = write_items(job, card, write, writes, outcome, e);

	while (ret && left && ece_result_transient(&e->result)) {
		rest = rest < left ? rest : left;
		job->guard.os->ops->pause(job->guard.os->ctx, rest);
		left -= rest;
		rest *= 2;
		ret = write_items(job, card, write, writes, outcome, e);
	}
	return ret;
}

static int write_card(struct guard_job *job, const struct job_card *card, write_fn write, bool outcome,
		      struct ece_error *e)
{
	struct ece_write *writes;
	int ret;

	if (!card->nic) {
		*e = card->error;
		return e->code;
	}
	writes = calloc(card->count + 1, sizeof(*writes));
	if (!writes)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu values", card->count);
	say_working(job, card);
	ret = write_patiently(job, card, write, writes, outcome, e);
	free(writes);
	return ret;
}

int job_write_card(struct guard_job *job, const struct job_card *card, bool outcome, struct ece_error *e)
{
	return write_card(job, card, ece_nic_write, outcome, e);
}

int job_put_back(struct guard_job *job, const struct job_card *card, bool outcome, struct ece_error *e)
{
	struct ece_error next;
	int ret = write_card(job, card, ece_nic_put_back, outcome, e);

	for (size_t tries = 1; ret && tries < card->count; tries++) {
		for (size_t i = card->first; i < card->first + card->count; i++)
			if (job->items[i].failed)
				job->items[i].differs = false;
		if (!write_card(job, card, ece_nic_put_back, outcome, &next))
			break;
	}
	return ret;
}

bool job_known(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT;
}

bool job_reads(const struct ece_value *value, uint64_t raw)
{
	return job_known(value) && value->raw == raw;
}

bool job_may_have(const struct ece_value *value, const struct ece_param *param, uint64_t raw)
{
	return param->no_verify ? job_known(value) : job_reads(value, raw);
}

bool job_is_back(const struct guard_job *job, size_t i)
{
	const struct job_item *item = &job->items[i];

	if (item->change.param->no_verify && item->failed)
		return false;
	return job_reads(&job->facts[i].now, item->change.old_raw);
}

int job_record(struct guard_job *job, size_t i, enum journal_state state, struct ece_error *e)
{
	job->items[i].change.state = state;
	job->items[i].recorded = true;
	return journal_change_put(job->guard.journal, job->host, job->order.run, &job->items[i].change, e);
}

const char *job_card_name(const struct job_card *card)
{
	return card->info && card->info->pci[0] ? card->info->pci : card->id.psid;
}

void job_place(const struct job_card *card, const struct ece_param *param, struct ece_error *e)
{
	if (e->code)
		ece_error_place(e, "%s/%s", job_card_name(card), param->name);
}
