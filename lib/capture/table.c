// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lib/base/fnv.h"

#define BUCKETS 16384 /* a power of 2 */

struct list {
	struct capture_node *oldest, *newest;
};

struct capture_table {
	struct capture_node *buckets[BUCKETS];
	struct list open, told;
	uint32_t count, max;
	/* Who sends packets chooses the keys, and must not be able to choose one bucket for all of them. */
	uint64_t seed;
};

static bool same_key(const struct capture_key *a, const struct capture_key *b)
{
	return a->id == b->id && a->datagram == b->datagram &&
	       !memcmp(a->requester, b->requester, sizeof(a->requester)) &&
	       !memcmp(a->responder, b->responder, sizeof(a->responder));
}

static size_t bucket_of(const struct capture_table *table, const struct capture_key *key)
{
	uint64_t hash = fnv64(FNV64_START ^ table->seed, key->requester, sizeof(key->requester));

	hash = fnv64(hash, key->responder, sizeof(key->responder));
	hash = fnv64(hash, &key->id, sizeof(key->id));
	return (hash ^ hash >> 32) % BUCKETS;
}

static void list_append(struct list *list, struct capture_node *node)
{
	node->older = list->newest;
	node->newer = NULL;
	if (list->newest)
		list->newest->newer = node;
	else
		list->oldest = node;
	list->newest = node;
}

static void list_remove(struct list *list, struct capture_node *node)
{
	if (node->older)
		node->older->newer = node->newer;
	else
		list->oldest = node->newer;
	if (node->newer)
		node->newer->older = node->older;
	else
		list->newest = node->older;
}

struct capture_table *capture_table_new(uint32_t max)
{
	struct capture_table *table = calloc(1, sizeof(*table));

	if (!table)
		return NULL;
	table->max = max ? max : 1;
	/* Without it buckets may get long, and nothing else changes */
	if (getrandom(&table->seed, sizeof(table->seed), GRND_NONBLOCK) < 0)
		table->seed = 0;
	return table;
}

static void list_free(struct list *list)
{
	struct capture_node *node = list->oldest;

	while (node) {
		struct capture_node *newer = node->newer;

		free(node);
		node = newer;
	}
}

void capture_table_free(struct capture_table *table)
{
	if (!table)
		return;
	list_free(&table->open);
	list_free(&table->told);
	free(table);
}

struct capture_node *capture_table_find(const struct capture_table *table, const struct capture_key *key)
{
	struct capture_node *node = table->buckets[bucket_of(table, key)];

	while (node && !same_key(&node->key, key))
		node = node->next_in_bucket;
	return node;
}

bool capture_table_full(const struct capture_table *table)
{
	return table->count >= table->max;
}

struct capture_node *capture_table_add(struct capture_table *table, const struct capture_key *key)
{
	struct capture_node *node = calloc(1, sizeof(*node));
	size_t bucket = bucket_of(table, key);

	if (!node)
		return NULL;
	node->key = *key;
	node->next_in_bucket = table->buckets[bucket];
	table->buckets[bucket] = node;
	list_append(&table->open, node);
	table->count++;
	return node;
}

void capture_table_told(struct capture_table *table, struct capture_node *node)
{
	list_remove(&table->open, node);
	list_append(&table->told, node);
	node->told = true;
}

struct capture_node *capture_table_oldest(const struct capture_table *table)
{
	return table->told.oldest ? table->told.oldest : table->open.oldest;
}

struct capture_node *capture_table_oldest_open(const struct capture_table *table)
{
	return table->open.oldest;
}

void capture_table_remove(struct capture_table *table, struct capture_node *node)
{
	struct capture_node **link = &table->buckets[bucket_of(table, &node->key)];

	while (*link != node)
		link = &(*link)->next_in_bucket;
	*link = node->next_in_bucket;
	list_remove(node->told ? &table->told : &table->open, node);
	table->count--;
	free(node);
}
