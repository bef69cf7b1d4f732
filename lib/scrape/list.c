// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/scrape/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/scrape/reader.h"

#define SPARE 16 /* places for counters that the table does not have, to begin with */

static int grow(struct scrape_list *list, size_t room)
{
	struct scrape_counter *items = reallocarray(list->items, room, sizeof(*items));
	struct counter_track *tracks;
	uint8_t *widths;

	if (!items)
		return -ENOMEM;
	list->items = items;
	tracks = reallocarray(list->tracks, room, sizeof(*tracks));
	if (!tracks)
		return -ENOMEM;
	list->tracks = tracks;
	widths = realloc(list->widths, room);
	if (!widths)
		return -ENOMEM;
	list->widths = widths;
	list->room = room;
	return 0;
}

static void add(struct scrape_list *list, const struct counter *row, enum counter_source source, const char *name)
{
	struct scrape_counter *item = &list->items[list->count];

	*item = (struct scrape_counter){.row = row, .source = source};
	copy_text(item->name, sizeof(item->name), name);
	list->widths[list->count] = 64;
	list->tracks[list->count++] = (struct counter_track){.seen = false};
}

int list_make(struct scrape_list *list)
{
	if (list->count)
		return 0;
	if (grow(list, counter_count() + SPARE))
		return -ENOMEM;
	for (size_t i = 0; i < counter_count(); i++)
		add(list, counter_at(i), counter_at(i)->source, counter_at(i)->name);
	return 0;
}

int list_begin(struct scrape_list *list, unsigned int sources)
{
	if (list_make(list))
		return -ENOMEM;
	/* One that was not ended left something behind */
	for (size_t i = 0; list->begun && i < list->count; i++)
		if (LIST_SOURCE(list->items[i].source) & sources)
			list->items[i].reading = (struct counter_reading){.state = COUNTER_ABSENT};
	list->begun = true;
	return 0;
}

static bool is_mapped(const struct list_map *map, uint32_t at)
{
	for (size_t i = 0; i < map->count; i++)
		if (map->at[i] == at)
			return true;
	return false;
}

/* The row that a name stands for, unless another name of this driver has it already. */
static uint32_t place_of_row(struct scrape_list *list, const char *driver, const struct counter *row,
			     enum counter_source source, const char *name)
{
	uint32_t at = (uint32_t)counter_index(row);
	struct scrape_counter *item = &list->items[at];

	if (is_mapped(&list->map[item->source], at) && strcmp(item->name, name) != 0)
		return LIST_NOWHERE;
	item->source = source;
	copy_text(item->name, sizeof(item->name), name);
	list->widths[at] = counter_width_of_driver(driver, row);
	return at;
}

/* Returns LIST_NOWHERE, too, where there is no room for it. */
static int place(struct scrape_list *list, const char *driver, enum counter_source source, const char *name, bool keep,
		 uint32_t *at)
{
	const struct counter *row = counter_of_driver(driver, source, name);

	*at = row ? place_of_row(list, driver, row, source, name) : LIST_NOWHERE;
	if (*at != LIST_NOWHERE || !keep)
		return 0;
	for (size_t i = counter_count(); i < list->count; i++)
		if (list->items[i].source == source && !strcmp(list->items[i].name, name)) {
			*at = (uint32_t)i;
			return 0;
		}
	if (list->count - counter_count() == SCRAPE_UNKNOWN_MAX)
		return 0;
	if (list->count == list->room && grow(list, 2 * list->room))
		return -ENOMEM;
	*at = (uint32_t)list->count;
	add(list, NULL /* the table does not have it */, source, name);
	return 0;
}

static int map_room(struct list_map *map, size_t i)
{
	size_t room = map->room ? 2 * map->room : 64;
	uint32_t *at;

	while (room <= i)
		room *= 2;
	if (i < map->room)
		return 0;
	at = reallocarray(map->at, room, sizeof(*at));
	if (!at)
		return -ENOMEM;
	map->at = at;
	map->room = room;
	return 0;
}

int list_put(struct scrape_list *list, const char *driver, enum counter_source source, size_t i, const char *name,
	     const struct counter_reading *reading, bool keep)
{
	struct list_map *map = &list->map[source];
	uint32_t at = i < map->count ? map->at[i] : LIST_NOWHERE;
	int err;

	if (at == LIST_NOWHERE || strcmp(list->items[at].name, name) != 0 || list->items[at].source != source) {
		err = map_room(map, i);
		if (!err)
			err = place(list, driver, source, name, keep, &at);
		if (err)
			return err;
		for (; map->count <= i; map->count++)
			map->at[map->count] = LIST_NOWHERE;
		map->at[i] = at;
	}
	if (at != LIST_NOWHERE)
		list->items[at].reading = *reading;
	return 0;
}

void list_fail(struct scrape_list *list, enum counter_source source)
{
	const struct list_map *map = &list->map[source];

	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].source == source && (!map->count || list->tracks[i].seen))
			list->items[i].reading = (struct counter_reading){.state = COUNTER_UNREADABLE};
}

void list_when(struct scrape_list *list, enum counter_source source, uint64_t when_ns)
{
	list->when_ns[source] = when_ns;
}

static void go_on(struct scrape_counter *item, struct counter_track *track, uint8_t width, bool again)
{
	item->total = 0;
	if (item->row && item->row->gauge) {
		item->total = item->reading.value;
	} else if (item->reading.state == COUNTER_PRESENT) {
		counter_track_feed(track, width, &item->reading, again);
		item->total = track->total;
	}
	item->resets = track->resets;
}

int list_take(struct scrape_list *list, unsigned int sources, unsigned int again, struct scrape_counter **counters,
	      size_t *count)
{
	struct scrape_counter *copy = malloc((list->count + 1) * sizeof(*copy));
	size_t n = 0;

	if (!copy)
		return -ENOMEM;
	for (size_t i = 0; i < list->count; i++) {
		struct scrape_counter *item = &list->items[i];
		unsigned int source = LIST_SOURCE(item->source);

		if (!(source & sources))
			continue;
		item->when_ns = list->when_ns[item->source];
		go_on(item, &list->tracks[i], list->widths[i], source & again);
		if (item->row || item->reading.state != COUNTER_ABSENT)
			copy[n++] = *item;
		item->reading = (struct counter_reading){.state = COUNTER_ABSENT};
	}
	list->begun = false;
	*counters = copy;
	*count = n;
	return 0;
}

void list_done(struct scrape_list *list)
{
	for (size_t i = 0; i < COUNTER_SOURCE_COUNT; i++)
		free(list->map[i].at);
	free(list->items);
	free(list->tracks);
	free(list->widths);
	*list = (struct scrape_list){.items = NULL};
}
