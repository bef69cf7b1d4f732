// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts that confirmed runs left behind. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd/internal.h"

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what hosts are owed");
}

/* It stays owed since the first time: what is there keeps its run and its generation. */
static int keep_since(struct etcd_store *store, const char *key, struct store_owed *owed, struct ece_error *e)
{
	struct store_owed first;
	struct etcd_kv kv;
	int err = request_get(store, key, &kv, e);

	if (!err && kv.key) {
		if (!kv.value || record_owed_decode(kv.value, kv.value_len, &first)) {
			err = request_damaged(store, key, e);
		} else {
			memcpy(owed->run, first.run, sizeof(owed->run));
			owed->generation = first.generation;
		}
	}
	request_kv_done(&kv);
	return err;
}

/* For the host's own agent, which asks its guard about it when it is back: the newest generation that it missed. */
static int put_desired(struct etcd_store *store, const struct store_owed *owed)
{
	const struct etcd_key key = etcd_key_of(store->prefix, ETCD_KEY_DESIRED, owed->host, NULL /* none */);
	const struct token *token = &store->record.run.token;
	char *text;
	int err;

	text = etcd_store_text(json_pack("{s:I, s:{s:s, s:I, s:I}}", "generation", (json_int_t)owed->generation,
					 "token", "store", store->identity.store, "epoch",
					 (json_int_t)store->identity.epoch, "number", (json_int_t)token->number));
	err = text ? batch_put(&store->batch, key.text, text, strlen(text), false) : -ENOMEM;
	free(text);
	return err;
}

int etcd_store_owed_put(struct store *base, const struct store_owed *owed, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_owed(store->prefix, owed->host, owed->change);
	struct store_owed now = *owed;
	char *text;
	int err = keep_since(store, key.text, &now, e);

	if (err)
		return err;
	text = etcd_store_text(record_owed(&now));
	if (!text || batch_put(&store->batch, key.text, text, strlen(text), false))
		err = no_memory(e);
	free(text);
	if (!err && put_desired(store, owed))
		err = no_memory(e);
	return err;
}

int etcd_store_owed_clear(struct store *base, const char *host, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_owed(store->prefix, host, "");
	const struct etcd_key desired = etcd_key_of(store->prefix, ETCD_KEY_DESIRED, host, NULL /* none */);

	if (batch_remove(&store->batch, key.text, true) || batch_remove(&store->batch, desired.text, false))
		return no_memory(e);
	return 0;
}

struct list {
	const struct etcd_store *store;
	struct store_owed *list;
	size_t count, max;
	struct ece_error *e;
};

static int add_owed(void *ctx, struct etcd_kv *kv)
{
	struct list *l = ctx;

	if (l->count == l->max) {
		size_t more = l->max ? l->max * 2 : 16;
		struct store_owed *grown = reallocarray(l->list, more, sizeof(*grown));

		if (!grown)
			return no_memory(l->e);
		l->list = grown;
		l->max = more;
	}
	if (!kv->value || record_owed_decode(kv->value, kv->value_len, &l->list[l->count]))
		return request_damaged(l->store, kv->key, l->e);
	l->count++;
	return 0;
}

static int by_host(const void *a, const void *b)
{
	const struct store_owed *x = a, *y = b;
	int order = strcmp(x->host, y->host);

	return order ? order : strcmp(x->change, y->change);
}

int etcd_store_owed_list(struct store *base, struct store_owed **out, size_t *count, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key prefix = key_of(store->prefix, "owed/");
	struct list l = {.store = store, .e = e};
	int err = etcd_store_flush(store, e);

	if (!err)
		err = request_each(store, prefix.text, NULL, 0, add_owed, &l, e);
	if (err) {
		free(l.list);
		return err;
	}
	if (l.count)
		qsort(l.list, l.count, sizeof(*l.list), by_host);
	*out = l.list;
	*count = l.count;
	return 0;
}
