// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/mentions.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/fleet/parse.h"

int mention_count(struct parse *p, struct cursor at)
{
	if (++p->mention_count <= FLEET_MENTIONS_MAX)
		return 0;
	if (!p->too_many)
		fault_value(p, at, ECE_ERROR_LIMIT, "the entries of this file name or select more than %d hosts in all",
			    FLEET_MENTIONS_MAX);
	p->too_many = true;
	return MENTIONS_FULL;
}

int mention_push(struct mentions *mentions, uint32_t host, uint32_t entry)
{
	if (mentions->count == mentions->room) {
		size_t room = mentions->room ? 2 * mentions->room : 256;
		struct mention *grown = realloc(mentions->list, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		mentions->list = grown;
		mentions->room = room;
	}
	mentions->list[mentions->count++] = (struct mention){.host = host, .entry = entry};
	return 0;
}

int mention_add(struct parse *p, struct cursor at, struct mentions *mentions, uint32_t host, uint32_t entry)
{
	return mention_count(p, at) ? MENTIONS_FULL : mention_push(mentions, host, entry);
}

void mentions_done(struct mentions *mentions)
{
	free(mentions->list);
	*mentions = (struct mentions){0};
}

int mentions_index(struct arena *arena, struct mentions *mentions, uint32_t host_count, struct fleet_index *index)
{
	uint32_t *first = arena_alloc(arena, (size_t)host_count + 2, sizeof(*first));
	uint32_t *items = arena_alloc(arena, mentions->count, sizeof(*items));

	if (!first || !items) {
		mentions_done(mentions);
		return -ENOMEM;
	}
	/* Counted two places on, so that filling moves each start to where it belongs. */
	for (size_t i = 0; i < mentions->count; i++)
		first[mentions->list[i].host + 2]++;
	for (uint32_t h = 0; h < host_count; h++)
		first[h + 2] += first[h + 1];
	for (size_t i = 0; i < mentions->count; i++)
		items[first[mentions->list[i].host + 1]++] = mentions->list[i].entry;
	*index = (struct fleet_index){.first = first, .items = items};
	mentions_done(mentions);
	return 0;
}

int mentions_hosts(struct parse *p, struct mentions *mentions, const uint32_t **hosts, uint32_t *count)
{
	uint32_t *list = arena_alloc(p->arena, mentions->count, sizeof(*list));

	for (size_t i = 0; list && i < mentions->count; i++)
		list[i] = mentions->list[i].host;
	*hosts = list;
	*count = list ? (uint32_t)mentions->count : 0;
	mentions_done(mentions);
	return list ? 0 : -ENOMEM;
}
