// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What other programs ask of the controller of a run, on whatever machine it is. Who asks waits for the word to be
 * taken, which it is with the event that it leads to.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/store/etcd/internal.h"

#define HEARD_NS UINT64_C(5000000000) /* a controller that has heard a word takes it with its next commit */

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a word");
}

static int gone(struct ece_error *e)
{
	return ece_error_set(e, -ECANCELED, ECE_ERROR_GONE, "the controller it was left for is gone");
}

/* Nobody counts words: several programs leave them at once. Their order is that of etcd. */
static int new_number(int64_t *number)
{
	uint64_t random;

	if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random))
		return -EIO;
	*number = (int64_t)(random >> 1 | 1);
	return 0;
}

/* Changes the key if it is still as of @modified. Returns 1, 0 when it is not, or a negative errno. */
static int change(struct etcd_store *store, const struct etcd_op *op, int64_t modified, struct ece_error *e)
{
	const struct etcd_compare still = {ETCD_MODIFIED_IS, op->key, modified};
	const struct etcd_txn txn = {
		.compares = &still, .compare_count = 1, .then = op, .then_count = 1, .again = true};
	struct etcd_answer answer;
	int err = request_txn(store, &txn, "cannot leave or withdraw a word", &answer, e);

	if (err)
		return err;
	err = answer.succeeded;
	etcd_answer_done(&answer);
	return err;
}

int etcd_store_word_put(struct store *base, const char *id, enum store_word word, const char *who, int64_t *number,
			struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct record_word record = {.word = word, .state = RECORD_WORD_LEFT};
	struct record run;
	struct store_key key;
	char *text;
	int err = etcd_store_record(store, id, &run, e);

	if (err)
		return err;
	if (new_number(number))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "no random numbers for a word");
	copy_text(record.run, sizeof(record.run), id);
	copy_text(record.who, sizeof(record.who), who);
	text = etcd_store_text(record_word(&record));
	if (!text)
		return no_memory(e);
	key = key_word(store->prefix, *number);
	/* That it is there already is this one again, after an answer that was lost. */
	err = change(store,
		     &(struct etcd_op){.kind = ETCD_PUT, .key = key.text, .value = text, .value_len = strlen(text)}, 0,
		     e);
	free(text);
	return err < 0 ? err : 0;
}

/* The oldest word for a run that was left. */
struct oldest {
	const struct etcd_store *store;
	const char *run;
	int64_t created, modified;
	struct store_key key;
	struct record_word word;
	struct ece_error *e;
};

static int look(void *ctx, struct etcd_kv *kv)
{
	struct oldest *o = ctx;
	struct record_word word;

	if (!kv->value || record_word_decode(kv->value, kv->value_len, &word))
		return request_damaged(o->store, kv->key, o->e);
	if (word.state != RECORD_WORD_LEFT || strcmp(word.run, o->run) != 0)
		return 0;
	if (o->created && o->created < kv->created)
		return 0;
	o->created = kv->created;
	o->modified = kv->modified;
	o->word = word;
	copy_text(o->key.text, sizeof(o->key.text), kv->key);
	return 0;
}

/* From here on it cannot be withdrawn; with the next commit it is taken. Returns as store_word_take(). */
static int hear(struct etcd_store *store, struct oldest *o, struct ece_error *e)
{
	const struct etcd_compare still = {ETCD_MODIFIED_IS, o->key.text, o->modified};
	struct etcd_op put = {.kind = ETCD_PUT, .key = o->key.text};
	char *heard, *taken;
	int err;

	o->word.state = RECORD_WORD_HEARD;
	heard = etcd_store_text(record_word(&o->word));
	o->word.state = RECORD_WORD_TAKEN;
	taken = etcd_store_text(record_word(&o->word));
	if (!heard || !taken) {
		free(heard);
		free(taken);
		no_memory(e);
		return -ENOMEM;
	}
	put.value = heard;
	put.value_len = strlen(heard);
	err = request_guarded(store, &still, 1, &put, 1, "cannot take a word", e);
	if (!err && batch_put(&store->batch, o->key.text, taken, strlen(taken), true))
		err = no_memory(e);
	free(heard);
	free(taken);
	return err == -EAGAIN ? -ENOENT : err;
}

int etcd_store_word_take(struct store *base, const char *id, enum store_word *word, char *who, size_t size,
			 struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key prefix = key_of(store->prefix, "word/");
	struct oldest o = {.store = store, .run = id, .e = e};
	int err = etcd_store_select(store, id, e);

	if (!err)
		err = request_each(store, prefix.text, NULL, 0, look, &o, e);
	if (!err && !o.created)
		return -ENOENT;
	if (!err)
		err = hear(store, &o, e);
	if (err)
		return err;
	*word = o.word.word;
	copy_text(who, size, o.word.who);
	return 0;
}

static int read_word(struct etcd_store *store, const char *key, struct record_word *word, int64_t *modified,
		     struct ece_error *e)
{
	struct etcd_kv kv;
	int err = request_get(store, key, &kv, e);

	if (!err && !kv.key)
		err = gone(e);
	else if (!err && (!kv.value || record_word_decode(kv.value, kv.value_len, word)))
		err = request_damaged(store, key, e);
	*modified = kv.modified;
	request_kv_done(&kv);
	return err;
}

int etcd_store_word_taken(struct store *base, int64_t number, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_word(store->prefix, number);
	struct record_word word = {0};
	int64_t modified;
	int err = read_word(store, key.text, &word, &modified, e);

	return err ? err : word.state == RECORD_WORD_TAKEN;
}

/* One that was heard is taken, or gone with its controller, in a moment. Returns 1 when it could be withdrawn. */
static int withdraw(struct etcd_store *store, const char *key, struct ece_error *e)
{
	uint64_t deadline = clock_now() + HEARD_NS;
	struct record_word word = {0};
	bool tried = false;
	int64_t modified;
	int err;

	do {
		err = read_word(store, key, &word, &modified, e);
		/* by us, and the answer was lost; or nobody's any more */
		if (err == -ECANCELED && tried)
			return 1;
		tried = !err && word.state == RECORD_WORD_LEFT;
		if (tried)
			err = change(store, &(struct etcd_op){.kind = ETCD_DELETE, .key = key}, modified, e);
	} while (!err && word.state != RECORD_WORD_TAKEN && clock_now() < deadline);
	return err;
}

int etcd_store_word_withdraw(struct store *base, int64_t number, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_word(store->prefix, number);
	int ret = withdraw(store, key.text, e);

	if (ret > 0)
		return 0;
	if (!ret || ret == -ECANCELED)
		return ece_error_set(e, -EALREADY, ECE_ERROR_STALE, "the word was taken before");
	return ret;
}
