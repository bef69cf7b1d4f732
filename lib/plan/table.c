// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Sets of hosts, and finding equal things in constant time. */
#include <errno.h>
#include <stdlib.h>

#include "lib/plan/internal.h"

int plan_grow(void **array, size_t *max, size_t count, size_t size)
{
	size_t more = *max ? *max * 2 : 16;
	void *grown;

	if (count < *max)
		return 0;
	grown = reallocarray(*array, more, size);
	if (!grown)
		return -ENOMEM;
	*array = grown;
	*max = more;
	return 0;
}

int plan_host_add(struct host_set *set, uint32_t host)
{
	if (set->count && set->items[set->count - 1] == host)
		return 0;
	if (plan_grow((void **)&set->items, &set->max, set->count, sizeof(*set->items)))
		return -ENOMEM;
	set->items[set->count++] = host;
	return 0;
}

uint32_t plan_table_find(const struct table *table, uint64_t hash, bool (*same)(const void *ctx, uint32_t entry),
			 const void *ctx)
{
	if (!table->slot_count)
		return NONE;
	for (size_t i = hash & (table->slot_count - 1); table->slots[i]; i = (i + 1) & (table->slot_count - 1))
		if (same(ctx, table->slots[i] - 1))
			return table->slots[i] - 1;
	return NONE;
}

static void put(struct table *table, uint64_t hash, uint32_t entry)
{
	size_t i = hash & (table->slot_count - 1);

	while (table->slots[i])
		i = (i + 1) & (table->slot_count - 1);
	table->slots[i] = entry + 1;
}

int plan_table_put(struct table *table, uint64_t hash, uint32_t entry,
		   uint64_t (*hash_of)(const void *ctx, uint32_t entry), const void *ctx)
{
	if (table->used * 2 >= table->slot_count) {
		struct table bigger = {.slot_count = table->slot_count ? table->slot_count * 2 : 64};

		bigger.slots = calloc(bigger.slot_count, sizeof(*bigger.slots));
		if (!bigger.slots)
			return -ENOMEM;
		for (uint32_t e = 0; e < table->used; e++)
			put(&bigger, hash_of(ctx, e), e);
		bigger.used = table->used;
		free(table->slots);
		*table = bigger;
	}
	put(table, hash, entry);
	table->used++;
	return 0;
}
