// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/drift/memory_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SECOND_NS INT64_C(1000000000)
#define ROOM      64

int drift_memory_new(const struct fleet *fleet, struct drift_memory **out)
{
	struct drift_memory *memory = calloc(1, sizeof(*memory));

	if (memory)
		memory->looked = calloc(fleet->host_count + 1, sizeof(*memory->looked));
	if (!memory || !memory->looked) {
		free(memory);
		return -ENOMEM;
	}
	memory->fleet = fleet;
	*out = memory;
	return 0;
}

void drift_memory_free(struct drift_memory *memory)
{
	if (!memory)
		return;
	free(memory->entries);
	free(memory->looked);
	free(memory);
}

static int order(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare(const void *va, const void *vb)
{
	const struct drift_entry *a = va, *b = vb;
	int by = order(a->host, b->host);

	by = by ? by : order(a->guid, b->guid);
	return by ? by : order(a->param, b->param);
}

static struct drift_entry *find(const struct drift_memory *memory, uint32_t host, uint64_t guid, uint16_t param)
{
	struct drift_entry key = {.host = host, .guid = guid, .param = param};

	return memory->count ? bsearch(&key, memory->entries, memory->count, sizeof(key), compare) : NULL;
}

static struct drift_entry *find_item(const struct drift_memory *memory, const struct drift_item *item,
				     const struct facts_host *hosts)
{
	return find(memory, item->host, hosts[item->host].nics[item->nic].guid, item->param);
}

int drift_memory_add(struct drift_memory *memory, const struct drift_entry *entry)
{
	if (memory->count == memory->max) {
		size_t more = memory->max ? 2 * memory->max : ROOM;
		struct drift_entry *grown = reallocarray(memory->entries, more, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		memory->entries = grown;
		memory->max = more;
	}
	memory->entries[memory->count++] = *entry;
	return 0;
}

static void sort(struct drift_memory *memory)
{
	if (memory->count)
		qsort(memory->entries, memory->count, sizeof(*memory->entries), compare);
}

static int64_t within(const struct drift_memory *memory)
{
	return (int64_t)memory->fleet->drift->within_ns / SECOND_NS;
}

/* A clock that went back makes a repair look as if it were to come: it counts until the clock has caught up. */
static void forget_old_repairs(struct drift_entry *entry, int64_t since)
{
	uint32_t old = 0;

	while (old < entry->repair_count && entry->repairs[old] < since)
		old++;
	entry->repair_count -= old;
	memmove(entry->repairs, entry->repairs + old, entry->repair_count * sizeof(*entry->repairs));
}

/* What is not wrong any more is only of interest for its repairs and its writer. */
static void age(struct drift_memory *memory, const struct drift *drift, int64_t now)
{
	size_t kept = 0;

	for (size_t i = 0; i < memory->count; i++) {
		struct drift_entry *entry = &memory->entries[i];

		forget_old_repairs(entry, now - within(memory));
		if (entry->open || entry->repair_count || entry->given_up || !drift->judged[entry->host])
			memory->entries[kept++] = *entry;
	}
	memory->count = kept;
}

/* All that was wrong on a host that was judged is right, unless it is found again: .now tells the two apart meanwhile. */
static void close_judged(struct drift_memory *memory, const struct drift *drift, bool *was_open)
{
	for (size_t i = 0; i < memory->count; i++) {
		was_open[i] = memory->entries[i].open;
		if (drift->judged[memory->entries[i].host])
			memory->entries[i].open = false;
	}
}

static void reopen(const struct drift_memory *memory, struct drift_entry *entry, const struct drift_item *item,
		   bool was_open, int64_t now)
{
	if (!was_open) {
		entry->first_seen = now;
		entry->last_right = memory->looked[item->host];
	}
	entry->open = true;
	entry->should = item->should;
	entry->now = item->now;
}

static int note_items(struct drift_memory *memory, const struct drift *drift, const struct facts_host *hosts,
		      const bool *was_open, int64_t now)
{
	size_t known = memory->count;
	int err = 0;

	for (size_t i = 0; i < drift->item_count && !err; i++) {
		const struct drift_item *item = &drift->items[i];
		struct drift_entry fresh = {
			.host = item->host, .guid = hosts[item->host].nics[item->nic].guid, .param = item->param};
		size_t all = memory->count;
		struct drift_entry *entry;

		memory->count = known; /* those behind are not sorted in yet */
		entry = find_item(memory, item, hosts);
		memory->count = all;
		if (entry) {
			reopen(memory, entry, item, was_open[entry - memory->entries], now);
			continue;
		}
		reopen(memory, &fresh, item, false, now);
		err = drift_memory_add(memory, &fresh);
	}
	sort(memory);
	return err;
}

/* Repaired so often, and wrong again: somebody keeps writing. */
static void give_up(struct drift_memory *memory, const struct drift *drift, int64_t now)
{
	for (size_t i = 0; i < memory->count; i++) {
		struct drift_entry *entry = &memory->entries[i];

		if (entry->open && !entry->given_up && drift->judged[entry->host] &&
		    entry->repair_count >= memory->fleet->drift->tries)
			entry->given_up = now;
	}
}

static void tell_items(const struct drift_memory *memory, struct drift *drift, const struct facts_host *hosts)
{
	for (size_t i = 0; i < drift->item_count; i++) {
		struct drift_item *item = &drift->items[i];
		const struct drift_entry *entry = find_item(memory, item, hosts);

		if (!entry)
			continue;
		item->first_seen = entry->first_seen;
		item->last_right = entry->last_right;
		item->repairs = entry->repair_count;
		item->given_up = entry->given_up;
	}
}

int drift_memory_update(struct drift_memory *memory, struct drift *drift, const struct facts_host *hosts, int64_t now)
{
	bool *was_open = calloc(memory->count + 1, sizeof(*was_open));
	int err;

	if (!was_open)
		return -ENOMEM;
	sort(memory);
	close_judged(memory, drift, was_open);
	err = note_items(memory, drift, hosts, was_open, now);
	free(was_open);
	if (err)
		return err;
	age(memory, drift, now);
	give_up(memory, drift, now);
	tell_items(memory, drift, hosts);
	for (uint32_t host = 0; host < memory->fleet->host_count; host++)
		if (drift->judged[host])
			memory->looked[host] = now;
	return 0;
}

void drift_memory_repairing(struct drift_memory *memory, const struct drift_item *item, const struct facts_host *hosts,
			    int64_t now)
{
	struct drift_entry *entry = find_item(memory, item, hosts);

	if (!entry)
		return;
	if (entry->repair_count == FLEET_DRIFT_TRIES_MAX) {
		entry->repair_count--;
		memmove(entry->repairs, entry->repairs + 1, entry->repair_count * sizeof(*entry->repairs));
	}
	entry->repairs[entry->repair_count++] = now;
}

void drift_memory_again(struct drift_memory *memory, const bool *hosts)
{
	for (size_t i = 0; i < memory->count; i++)
		if (hosts[memory->entries[i].host]) {
			memory->entries[i].repair_count = 0;
			memory->entries[i].given_up = 0;
		}
}

size_t drift_memory_same_hosts(const struct drift_memory *memory, uint16_t param, uint64_t should, uint64_t now)
{
	uint32_t last = FLEET_NONE;
	size_t count = 0;

	for (size_t i = 0; i < memory->count; i++) {
		const struct drift_entry *entry = &memory->entries[i];

		if (entry->param != param || entry->should != should || entry->now != now || entry->host == last ||
		    (!entry->open && !entry->repair_count))
			continue;
		last = entry->host;
		count++;
	}
	return count;
}

bool drift_is_widespread(struct fleet_amount stop_at, size_t same, size_t total)
{
	uint64_t part = (uint64_t)same * 100 * FLEET_PERCENT, bound = (uint64_t)stop_at.n * total;

	return same >= 2 && (stop_at.percent ? part > bound : same > stop_at.n);
}
