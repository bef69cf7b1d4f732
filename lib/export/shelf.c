// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/export/shelf.h"

#include <errno.h>
#include <string.h>

struct shelving {
	struct export_making *making;
	bool (*wanted)(const struct export_options *options, const struct scrape_port *port,
		       const struct scrape_counter *counter);
	struct export_shelf *shelf;
	uint32_t *seen; /* by row: the port, from 1, that had it last */
};

static bool is_first(const struct shelving *shelving, uint32_t port, size_t row)
{
	if (shelving->seen[row] == port)
		return false;
	shelving->seen[row] = port;
	return true;
}

static void walk_port(const struct shelving *shelving, uint32_t number, const struct export_port *port, bool put)
{
	struct export_shelf *shelf = shelving->shelf;

	for (size_t i = 0; i < port->port->count; i++) {
		const struct scrape_counter *counter = &port->port->counters[i];
		size_t row;

		if (!counter->row || !shelving->wanted(shelving->making->options, port->port, counter))
			continue;
		row = counter_index(counter->row);
		if (!is_first(shelving, number, row))
			continue;
		if (put)
			shelf->told[shelf->ends[row]] = (struct export_told){port, counter};
		shelf->ends[row]++;
	}
}

static void walk(const struct shelving *shelving, bool put)
{
	memset(shelving->seen, 0, counter_count() * sizeof(uint32_t));
	for (size_t i = 0; i < shelving->making->port_count; i++)
		walk_port(shelving, (uint32_t)i + 1, &shelving->making->ports[i], put);
}

/* From how many a row has to where it begins, which the second walk moves to where it ends. Returns how many in all. */
static size_t counts_to_begins(size_t *ends)
{
	size_t total = 0;

	for (size_t row = 0; row < counter_count(); row++) {
		size_t count = ends[row];

		ends[row] = total;
		total += count;
	}
	return total;
}

int export_shelve(struct export_making *making,
		  bool (*wanted)(const struct export_options *options, const struct scrape_port *port,
				 const struct scrape_counter *counter),
		  struct export_shelf *shelf)
{
	struct shelving shelving = {.making = making, .wanted = wanted, .shelf = shelf};
	size_t total;

	shelf->ends = arena_alloc(&making->arena, counter_count(), sizeof(size_t));
	shelving.seen = arena_alloc(&making->arena, counter_count(), sizeof(uint32_t));
	if (!shelf->ends || !shelving.seen)
		return -ENOMEM;
	walk(&shelving, false);
	total = counts_to_begins(shelf->ends);
	shelf->told = arena_alloc(&making->arena, total, sizeof(struct export_told));
	if (!shelf->told)
		return -ENOMEM;
	walk(&shelving, true);
	return 0;
}

void export_shelf_tell(struct export_making *making, const struct export_shelf *shelf, const struct counter *row,
		       void (*tell)(struct export_making *making, const struct export_told *told))
{
	size_t index = counter_index(row);

	for (size_t i = index ? shelf->ends[index - 1] : 0; i < shelf->ends[index]; i++)
		tell(making, &shelf->told[i]);
}
