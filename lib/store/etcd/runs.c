// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Runs: a small record each, and the fencing numbers that they get. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd/internal.h"
#include "lib/store/etcd/plan.h"

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a run");
}

char *etcd_store_text(json_t *json)
{
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

	json_decref(json);
	return text;
}

static int decode(const struct etcd_store *store, const struct etcd_kv *kv, struct record *record, struct ece_error *e)
{
	if (!kv->value || record_decode(kv->value, kv->value_len, record))
		return request_damaged(store, kv->key, e);
	record->created = kv->created;
	return 0;
}

int etcd_store_record(struct etcd_store *store, const char *id, struct record *record, struct ece_error *e)
{
	struct store_key key = key_record(store->prefix, id);
	struct etcd_kv kv;
	int err = request_get(store, key.text, &kv, e);

	if (err)
		return err;
	if (kv.key)
		err = decode(store, &kv, record, e);
	else
		err = ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no run %s in %s", id, store->name);
	request_kv_done(&kv);
	return err;
}

struct uncounted {
	struct etcd_store *store;
	struct record *record;
	struct ece_error *e;
};

static int count_value(void *ctx, struct etcd_kv *kv)
{
	struct uncounted *u = ctx;
	json_t *events = json_loadb(kv->value ? kv->value : "", kv->value_len, 0, NULL);
	int err = json_is_array(events) ? 0 : request_damaged(u->store, kv->key, u->e);

	u->record->run.events += json_array_size(events);
	json_decref(events);
	return err;
}

/* A controller that was cut off between two transactions has left events that its record does not count yet. */
static int count_uncounted(struct etcd_store *store, struct record *record, struct ece_error *e)
{
	struct store_key prefix = key_of(store->prefix, "run/%s/event/", record->run.id);
	struct store_key next = key_events(store->prefix, record->run.id, record->run.events);
	struct uncounted u = {store, record, e};

	return request_each(store, prefix.text, next.text, EVENTS_PAGE, count_value, &u, e);
}

int etcd_store_select(struct etcd_store *store, const char *id, struct ece_error *e)
{
	struct record record = {0};
	int err;

	if (lock_check(store, e))
		return -ENOLCK;
	if (!strcmp(store->record.run.id, id))
		return 0;
	err = etcd_store_flush(store, e);
	if (!err)
		err = etcd_store_record(store, id, &record, e);
	if (!err)
		err = count_uncounted(store, &record, e);
	if (!err)
		store->record = record;
	return err;
}

/* The run that an interrupted store_run_create() was about to make: its plan is nobody's. */
static int drop_unmade(struct etcd_store *store, const char *id, struct ece_error *e)
{
	struct store_key key = key_run(store->prefix, id);
	const struct etcd_op drop = {.kind = ETCD_DELETE, .key = key.text, .prefix = true};
	struct record record;
	int err = etcd_store_record(store, id, &record, e);

	return err == -ENOENT ? request_guarded(store, NULL, 0, &drop, 1, "cannot drop a plan", e) : err;
}

/*
 * The revision of what is written is the number: it is higher than all before it, given once, and nobody has to count.
 * The value is the run that gets it.
 */
static int next_token(struct etcd_store *store, const char *id, struct token *token, struct ece_error *e)
{
	struct store_key key = key_of(store->prefix, KEY_NUMBER);
	const struct etcd_op put = {.kind = ETCD_PUT, .key = key.text, .value = id, .value_len = strlen(id)};
	int err = request_guarded(store, NULL, 0, &put, 1, "cannot take a number", e);

	if (err)
		return err;
	*token = store->identity;
	token->number = (uint64_t)store->lock.written;
	return 0;
}

static int tidy(struct etcd_store *store, struct ece_error *e)
{
	struct store_key key = key_of(store->prefix, KEY_NUMBER);
	struct etcd_kv kv;
	int err = request_get(store, key.text, &kv, e);

	if (!err && kv.value && strlen(kv.value) < RUN_ID_MAX && kv.value[0])
		err = drop_unmade(store, kv.value, e);
	request_kv_done(&kv);
	return err;
}

static int refuse_known(struct etcd_store *store, const char *id, struct ece_error *e)
{
	struct record record;
	int err = etcd_store_record(store, id, &record, e);

	if (!err)
		return ece_error_set(e, -EEXIST, ECE_ERROR_DUPLICATE, "there is a run %s already", id);
	return err == -ENOENT ? 0 : err;
}

/* Words for runs before this one are nobody's any more. */
static int put_new(struct etcd_store *store, const struct record *record, struct ece_error *e)
{
	struct store_key key = key_record(store->prefix, record->run.id), words = key_of(store->prefix, "word/");
	char *text = etcd_store_text(record_encode(record));
	struct etcd_op ops[] = {
		{.kind = ETCD_PUT, .key = key.text, .value = text},
		{.kind = ETCD_DELETE, .key = words.text, .prefix = true},
	};
	int err;

	if (!text)
		return no_memory(e);
	ops[0].value_len = strlen(text);
	err = request_guarded(store, NULL, 0, ops, 2, "cannot write a run", e);
	free(text);
	return err;
}

int etcd_store_run_create(struct store *base, struct store_run *run, const char *plan, size_t plan_len,
			  struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct record record = {0};
	int err = etcd_store_flush(store, e);

	store->record.run.id[0] = '\0';
	if (!err)
		err = refuse_known(store, run->id, e);
	if (!err)
		err = tidy(store, e);
	if (!err)
		err = next_token(store, run->id, &run->token, e);
	if (err)
		return err;
	record.run = *run;
	record.run.result[0] = '\0';
	record.run.events = 0;
	record.run.generation = 0;
	err = plan_put(store, &record, plan, plan_len, e);
	if (!err)
		err = put_new(store, &record, e);
	if (!err)
		store->record = record;
	return err;
}

struct runs {
	struct etcd_store *store;
	struct record *list;
	size_t count, max;
	struct ece_error *e;
};

static int add_run(void *ctx, struct etcd_kv *kv)
{
	struct runs *runs = ctx;

	if (runs->count == runs->max) {
		size_t more = runs->max ? runs->max * 2 : 16;
		struct record *grown = reallocarray(runs->list, more, sizeof(*grown));

		if (!grown)
			return no_memory(runs->e);
		runs->list = grown;
		runs->max = more;
	}
	runs->list[runs->count] = (struct record){0};
	return decode(runs->store, kv, &runs->list[runs->count++], runs->e);
}

static int newest_first(const void *a, const void *b)
{
	const struct record *x = a, *y = b;

	return x->created < y->created ? 1 : x->created > y->created ? -1 : 0;
}

static int read_all(struct etcd_store *store, struct runs *runs, struct ece_error *e)
{
	struct store_key prefix = key_of(store->prefix, "runs/");
	int err = etcd_store_flush(store, e);

	*runs = (struct runs){.store = store, .e = e};
	if (!err)
		err = request_each(store, prefix.text, NULL, 0, add_run, runs, e);
	if (err) {
		free(runs->list);
		return err;
	}
	if (runs->count)
		qsort(runs->list, runs->count, sizeof(*runs->list), newest_first);
	return 0;
}

static int find_newest(struct etcd_store *store, bool open, struct store_run *run, struct ece_error *e)
{
	struct runs runs;
	size_t i = 0;
	int err = read_all(store, &runs, e);

	if (err)
		return err;
	while (i < runs.count && open && runs.list[i].run.result[0])
		i++;
	if (i < runs.count)
		*run = runs.list[i].run;
	else
		err = ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no %srun in %s", open ? "open " : "",
				    store->name);
	free(runs.list);
	return err;
}

int etcd_store_run_find(struct store *base, const char *id, bool open, struct store_run *run, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct record record = {0};
	int err;

	if (!id || !id[0])
		return find_newest(store, open, run, e);
	err = etcd_store_flush(store, e);
	if (!err)
		err = etcd_store_record(store, id, &record, e);
	if (!err && open && record.run.result[0])
		err = ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no open run %s in %s", id, store->name);
	if (!err)
		*run = record.run;
	return err;
}

int etcd_store_run_list(struct store *base, struct store_run **out, size_t *count, struct ece_error *e)
{
	struct runs runs;
	struct store_run *list;
	int err = read_all(etcd_store_of(base), &runs, e);

	if (err)
		return err;
	list = calloc(runs.count ? runs.count : 1, sizeof(*list));
	for (size_t i = 0; list && i < runs.count; i++)
		list[i] = runs.list[i].run;
	free(runs.list);
	if (!list)
		return no_memory(e);
	*out = list;
	*count = runs.count;
	return 0;
}

int etcd_store_run_plan(struct store *base, const char *id, char **plan, size_t *len, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct record record;
	int err = etcd_store_record(store, id, &record, e);

	return err ? err : plan_get(store, &record, plan, len, e);
}

/* The record of the selected run, as it is now, with the next commit. */
static int put_record(struct etcd_store *store, struct ece_error *e)
{
	struct store_key key = key_record(store->prefix, store->record.run.id);
	char *text = etcd_store_text(record_encode(&store->record));
	int err = text ? batch_put(&store->batch, key.text, text, strlen(text), false) : -ENOMEM;

	free(text);
	return err ? no_memory(e) : 0;
}

int etcd_store_run_reopen(struct store *base, struct store_run *run, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key words = key_of(store->prefix, "word/");
	int err = etcd_store_select(store, run->id, e);

	if (!err)
		err = next_token(store, run->id, &run->token, e);
	if (err)
		return err;
	run->result[0] = '\0';
	store->record.run.result[0] = '\0';
	store->record.run.token = run->token;
	err = put_record(store, e);
	if (!err && batch_remove(&store->batch, words.text, true))
		err = no_memory(e);
	return err ? err : etcd_store_commit(base, e);
}

static int next_number(struct etcd_store *store, uint64_t *number, struct ece_error *e)
{
	struct store_key key = key_of(store->prefix, KEY_GENERATION);
	struct etcd_kv kv;
	char *end = NULL, text[24];
	int err = request_get(store, key.text, &kv, e);

	if (err)
		return err;
	*number = (kv.value ? strtoull(kv.value, &end, 10) : 0) + 1;
	if (kv.value && (!kv.value_len || *end))
		err = request_damaged(store, key.text, e);
	request_kv_done(&kv);
	snprintf(text, sizeof(text), "%" PRIu64, *number);
	if (!err && batch_put(&store->batch, key.text, text, strlen(text), true))
		err = no_memory(e);
	return err;
}

int etcd_store_generation_next(struct store *base, const char *id, uint64_t *generation, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	int err = etcd_store_select(store, id, e);

	if (!err && !store->record.run.generation) {
		err = next_number(store, &store->record.run.generation, e);
		if (!err)
			err = put_record(store, e);
		if (err)
			store->record.run.generation = 0;
	}
	if (!err)
		*generation = store->record.run.generation;
	return err;
}

static int drop_samples(struct etcd_store *store, const struct store_run *run, struct ece_error *e)
{
	static const enum store_evidence kinds[] = {STORE_BASELINE, STORE_SAMPLE};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct store_key key = key_of(store->prefix, "run/%s/evidence/%d/", run->id, (int)kinds[i]);
		struct store_key large = key_of(store->prefix, "run/%s/large/%d/", run->id, (int)kinds[i]);

		if (batch_remove(&store->batch, key.text, true) || batch_remove(&store->batch, large.text, true))
			return no_memory(e);
	}
	return 0;
}

/* One at a time: those before it were dropped when they came to be so old. */
static int drop_old_samples(struct etcd_store *store, struct ece_error *e)
{
	struct runs runs;
	size_t finished = 0;
	int err = read_all(store, &runs, e);

	if (err)
		return err;
	for (size_t i = 0; i < runs.count && !err; i++) {
		if (!runs.list[i].run.result[0] || finished++ != STORE_SAMPLED_RUNS)
			continue;
		err = drop_samples(store, &runs.list[i].run, e);
	}
	free(runs.list);
	return err;
}

int etcd_store_run_finish(struct store *base, const char *id, const char *result, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	int err = etcd_store_select(store, id, e);

	if (err)
		return err;
	snprintf(store->record.run.result, sizeof(store->record.run.result), "%s", result);
	err = put_record(store, e);
	if (!err)
		err = etcd_store_commit(base, e);
	if (!err)
		err = drop_old_samples(store, e);
	return err ? err : etcd_store_commit(base, e);
}
