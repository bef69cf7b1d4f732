/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What is to be written, in order, and how it falls into transactions: a transaction of etcd has a limited number of
 * operations and bytes, and may touch no key twice. Pure.
 *
 * What does not fit into one becomes several, each of them a beginning of what is left. A store that was cut off
 * between two of them holds a beginning of the whole: as if the rest had never been asked for. Nothing acts on any of
 * it before all is written, so that is no harm; what makes no sense alone is tied to what follows it.
 */
#ifndef ECE_LIB_STORE_ETCD_BATCH_H
#define ECE_LIB_STORE_ETCD_BATCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "lib/etcd/etcd.h"

#define BATCH_TXN_OPS   100       /* of one transaction, with room for what the guard adds */
#define BATCH_TXN_BYTES (1 << 20) /* of keys and values: below etcd's 1.5 MiB */
#define BATCH_VALUE_MAX (1 << 18) /* of one value; more goes into chunks */
#define BATCH_EVENTS    1000      /* of one value: some 50 KiB */

struct batch_op {
	char *key;
	bool remove, prefix; /* all keys that begin with .key */
	bool tied;           /* in the same transaction as the next one */
	char *value;
	size_t value_len;
	json_t *events; /* until it becomes .value */
};

struct batch {
	struct batch_op *ops;
	size_t count, max;
};

/**
 * batch_put, batch_remove - add one
 * @value: @len bytes, copied; BATCH_VALUE_MAX at most
 * @tied: it goes into the same transaction as the next one
 *
 * Return 0 or -ENOMEM.
 */
int batch_put(struct batch *batch, const char *key, const char *value, size_t len, bool tied);
int batch_remove(struct batch *batch, const char *key, bool prefix);

/**
 * batch_event - add an event
 * @key: for the case that it begins a new value
 * @event: taken over, also on failure; NULL is out of memory
 *
 * Events that follow each other share a value. Returns 0 or -ENOMEM.
 */
int batch_event(struct batch *batch, const char *key, json_t *event);

/**
 * batch_next - the operations of the next transaction
 * @from: where it begins; 0 at first, then what was returned
 * @ops: receives BATCH_TXN_OPS operations at most, valid as long as @batch is not changed
 *
 * Returns where the one after it begins; @from when nothing is left; or -ENOMEM.
 */
long batch_next(struct batch *batch, size_t from, struct etcd_op *ops, size_t *count);

/**
 * batch_clear - forget all of it
 */
void batch_clear(struct batch *batch);

#endif
