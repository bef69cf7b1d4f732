// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Questions to etcd that are waited for, while the lock is kept. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/store/etcd/internal.h"

#define PAUSE_NS   UINT64_C(100000000)  /* before it is asked again */
#define ATTEMPT_NS UINT64_C(5000000000) /* of one of several tries */

struct wait {
	bool done;
	struct etcd_answer answer;
};

static void answered(void *ctx, struct etcd_answer *answer)
{
	struct wait *wait = ctx;

	wait->answer = *answer;
	*answer = (struct etcd_answer){0};
	wait->done = true;
}

/* Until something happens, or the lock is to be renewed. */
static int pump(struct etcd_store *store, uint64_t until, struct ece_error *e)
{
	lock_keep(store);
	if (store->lock.held && store->lock.renew_ns < until)
		until = store->lock.renew_ns;
	return etcd_poll(store->etcd, until, e);
}

static int wait_for(struct etcd_store *store, struct wait *wait, struct etcd_request *request, struct ece_error *e)
{
	int err = 0;

	while (!wait->done && !err)
		err = pump(store, clock_now() + CLOCK_SECOND_NS, e);
	if (!wait->done)
		etcd_cancel(store->etcd, request);
	return err;
}

static int ask_once(struct etcd_store *store, const struct etcd_txn *txn, uint64_t deadline, struct etcd_answer *answer,
		    struct ece_error *e)
{
	struct wait wait = {0};
	struct etcd_request *request = NULL;
	int err = etcd_txn(store->etcd, txn, deadline, answered, &wait, &request, e);

	if (!err)
		err = wait_for(store, &wait, request, e);
	*answer = wait.answer;
	return err;
}

static void note(struct etcd_store *store, const struct etcd_answer *answer)
{
	store->cluster = answer->cluster;
	if (answer->revision > store->revision)
		store->revision = answer->revision;
}

static int failed(struct etcd_store *store, const struct etcd_answer *answer, const char *what, struct ece_error *e)
{
	int code = answer->error.code ? answer->error.code : -EIO;

	return ece_error_set(e, code, answer->error.kind, "%s: %s: %s", store->name, what, answer->error.text);
}

/* Whoever has the lock asks until its time is over: then it is not sure any more. */
static int gave_up(struct etcd_store *store, const struct etcd_answer *answer, const char *what, struct ece_error *e)
{
	store->lock.lost = true;
	return ece_error_set(e, -ENOLCK, ECE_ERROR_LOCKED,
			     "%s: %s: %.200s; the lock is lost with it, so nothing more is asked of any host: the run "
			     "stays open, and 'ece-apply resume' goes on with it",
			     store->name, what, answer->error.text);
}

static uint64_t attempt_end(uint64_t now, uint64_t deadline)
{
	return now + ATTEMPT_NS < deadline ? now + ATTEMPT_NS : deadline;
}

/* Not a sleep: what is under way, above all the renewal of the lock, goes on. */
static int pause_for(struct etcd_store *store, struct ece_error *e)
{
	uint64_t until = clock_now() + PAUSE_NS;
	int err = 0;

	while (!err && clock_now() < until)
		err = pump(store, until, e);
	return err;
}

static bool worth_another(const struct etcd_store *store, const struct etcd_txn *txn, const struct etcd_answer *answer)
{
	if (answer->outcome == ETCD_REFUSED || (answer->outcome == ETCD_MAYBE && !txn->again))
		return false;
	return clock_now() + PAUSE_NS < lock_deadline(store);
}

/* The last try may end before it begins: why the ones before it failed is what helps. */
static void keep_why(struct ece_error *why, const struct etcd_answer *answer)
{
	if (!why->code || answer->error.kind != ECE_ERROR_TIMEOUT)
		*why = answer->error;
}

int request_txn(struct etcd_store *store, const struct etcd_txn *txn, const char *what, struct etcd_answer *answer,
		struct ece_error *e)
{
	uint64_t deadline = clock_now() + READ_NS;
	struct ece_error why = {0};
	int err;

	for (;;) {
		if (store->lock.held)
			deadline = lock_deadline(store);
		err = store->lock.held ? lock_check(store, e) : 0;
		if (!err)
			err = ask_once(store, txn, attempt_end(clock_now(), deadline), answer, e);
		if (err)
			return err;
		if (answer->outcome == ETCD_DONE) {
			note(store, answer);
			return 0;
		}
		keep_why(&why, answer);
		if (!worth_another(store, txn, answer) || clock_now() >= deadline)
			break;
		etcd_answer_done(answer);
		err = pause_for(store, e);
		if (err)
			return err;
	}
	answer->error = why;
	err = store->lock.held && answer->outcome != ETCD_REFUSED ? gave_up(store, answer, what, e) :
								    failed(store, answer, what, e);
	etcd_answer_done(answer);
	return err;
}

static struct etcd_kv take_kv(struct etcd_kv *kv)
{
	struct etcd_kv taken = *kv;

	kv->key = NULL;
	kv->value = NULL;
	return taken;
}

int request_get(struct etcd_store *store, const char *key, struct etcd_kv *kv, struct ece_error *e)
{
	const struct etcd_op get = {.kind = ETCD_GET, .key = key};
	const struct etcd_txn txn = {.then = &get, .then_count = 1, .again = true};
	struct etcd_answer answer;
	char what[ETCD_KEY_MAX + 32];
	int err;

	snprintf(what, sizeof(what), "cannot read %s", key + strlen(store->prefix) + 1);
	*kv = (struct etcd_kv){0};
	err = request_txn(store, &txn, what, &answer, e);
	if (err)
		return err;
	if (answer.result_count == 1 && answer.results[0].count == 1)
		*kv = take_kv(&answer.results[0].kvs[0]);
	etcd_answer_done(&answer);
	return 0;
}

void request_kv_done(struct etcd_kv *kv)
{
	free(kv->key);
	free(kv->value);
	*kv = (struct etcd_kv){0};
}

/* Hands a page on. The last key is kept in @last, for the next page. */
static int page_on(struct etcd_result *page, struct store_key *last, int (*each)(void *ctx, struct etcd_kv *kv),
		   void *ctx)
{
	int ret = 0;

	for (size_t i = 0; i < page->count && !ret; i++) {
		snprintf(last->text, sizeof(last->text), "%s", page->kvs[i].key);
		ret = each(ctx, &page->kvs[i]);
	}
	return ret;
}

int request_each(struct etcd_store *store, const char *prefix, const char *after, int64_t page,
		 int (*each)(void *ctx, struct etcd_kv *kv), void *ctx, struct ece_error *e)
{
	struct store_key last = {""};
	struct etcd_op get = {.kind = ETCD_GET, .key = prefix, .prefix = true, .after = after, .limit = page};
	const struct etcd_txn txn = {.then = &get, .then_count = 1, .again = true};
	struct etcd_answer answer;
	bool more = true;
	int err = 0;

	while (more && !err) {
		err = request_txn(store, &txn, "cannot be read", &answer, e);
		if (err)
			return err;
		more = answer.result_count == 1 && answer.results[0].more && answer.results[0].count;
		if (answer.result_count == 1)
			err = page_on(&answer.results[0], &last, each, ctx);
		etcd_answer_done(&answer);
		get.after = last.text;
	}
	return err;
}

int request_damaged(const struct etcd_store *store, const char *key, struct ece_error *e)
{
	return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "%s: %.200s holds what no version writes", store->name,
			     key + strlen(store->prefix) + 1);
}
