// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/store/etcd/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct batch_op *add(struct batch *batch, const char *key)
{
	struct batch_op *op;

	if (!batch->ops || batch->count == batch->max) {
		size_t more = batch->max ? batch->max * 2 : 16;
		struct batch_op *grown = reallocarray(batch->ops, more, sizeof(*grown));

		if (!grown)
			return NULL;
		batch->ops = grown;
		batch->max = more;
	}
	op = &batch->ops[batch->count];
	*op = (struct batch_op){.key = strdup(key)};
	if (!op->key)
		return NULL;
	batch->count++;
	return op;
}

static void drop(struct batch_op *op)
{
	free(op->key);
	free(op->value);
	json_decref(op->events);
}

int batch_put(struct batch *batch, const char *key, const char *value, size_t len, bool tied)
{
	struct batch_op *op = add(batch, key);

	if (!op)
		return -ENOMEM;
	op->value = malloc(len + 1);
	if (!op->value) {
		drop(op);
		batch->count--;
		return -ENOMEM;
	}
	memcpy(op->value, value, len);
	op->value[len] = '\0';
	op->value_len = len;
	op->tied = tied;
	return 0;
}

int batch_remove(struct batch *batch, const char *key, bool prefix)
{
	struct batch_op *op = add(batch, key);

	if (!op)
		return -ENOMEM;
	op->remove = true;
	op->prefix = prefix;
	return 0;
}

int batch_event(struct batch *batch, const char *key, json_t *event)
{
	struct batch_op *op = batch->count ? &batch->ops[batch->count - 1] : NULL;

	if (!event)
		return -ENOMEM;
	if (!op || !op->events || json_array_size(op->events) >= BATCH_EVENTS) {
		op = add(batch, key);
		if (op)
			op->events = json_array();
	}
	if (!op || !op->events) {
		json_decref(event);
		return -ENOMEM;
	}
	return json_array_append_new(op->events, event) ? -ENOMEM : 0;
}

/* Once it is to be written it is not added to any more. */
static int make_value(struct batch_op *op)
{
	if (!op->events)
		return 0;
	op->value = json_dumps(op->events, JSON_COMPACT);
	if (!op->value)
		return -ENOMEM;
	op->value_len = strlen(op->value);
	json_decref(op->events);
	op->events = NULL;
	return 0;
}

static bool begins_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

/* Would one transaction touch a key twice? */
static bool overlap(const struct batch_op *a, const struct batch_op *b)
{
	if (a->prefix && b->prefix)
		return begins_with(a->key, b->key) || begins_with(b->key, a->key);
	if (a->prefix)
		return begins_with(b->key, a->key);
	return b->prefix ? begins_with(a->key, b->key) : !strcmp(a->key, b->key);
}

static bool clashes(const struct batch *batch, size_t from, size_t i)
{
	for (size_t j = from; j < i; j++)
		if (overlap(&batch->ops[j], &batch->ops[i]))
			return true;
	return false;
}

static size_t size_of(const struct batch_op *op)
{
	return strlen(op->key) + op->value_len;
}

/* Ends a transaction that began at @from behind its last operation that is not tied to one that does not fit. */
static size_t untie(const struct batch *batch, size_t from, size_t end)
{
	size_t i = end;

	if (end == batch->count)
		return end;
	while (i > from && batch->ops[i - 1].tied)
		i--;
	return i > from ? i : end;
}

static void fill(const struct batch_op *from, struct etcd_op *op)
{
	*op = (struct etcd_op){
		.kind = from->remove ? ETCD_DELETE : ETCD_PUT,
		.key = from->key,
		.prefix = from->prefix,
		.value = from->value,
		.value_len = from->value_len,
	};
}

long batch_next(struct batch *batch, size_t from, struct etcd_op *ops, size_t *count)
{
	size_t bytes = 0, end = from;

	for (; end < batch->count && end - from < BATCH_TXN_OPS; end++) {
		if (make_value(&batch->ops[end]))
			return -ENOMEM;
		bytes += size_of(&batch->ops[end]);
		if (end > from && (bytes > BATCH_TXN_BYTES || clashes(batch, from, end)))
			break;
	}
	end = untie(batch, from, end);
	for (size_t i = from; i < end; i++)
		fill(&batch->ops[i], &ops[i - from]);
	*count = end - from;
	return (long)end;
}

void batch_clear(struct batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		drop(&batch->ops[i]);
	free(batch->ops);
	*batch = (struct batch){0};
}
