// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/sheet.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_SECOND 1e9

enum counter_unit sheet_unit(const struct scrape_counter *counter)
{
	return counter->row ? counter->row->unit : COUNTER_EVENTS;
}

double sheet_rate(const struct sheet_growth *growth)
{
	return growth->change == SHEET_GREW ? (double)growth->by / growth->seconds : 0;
}

bool sheet_is_zero(const struct sheet_line *line)
{
	return line->counter->reading.state == COUNTER_PRESENT && !line->value && !line->moved &&
	       line->since.change != SHEET_RESTARTED;
}

const char *sheet_mark(const struct sheet_line *line)
{
	const struct counter *row = line->counter->row;

	if (!row || !line->moved)
		return "";
	if (row->class == COUNTER_HARD)
		return "!!";
	return row->class == COUNTER_BASELINE && line->group != GROUP_LOAD ? "!" : "";
}

const char *sheet_port_name(const struct scrape_device *device, const struct scrape_port *port, char *buf, size_t size)
{
	if (device->about.name[0])
		snprintf(buf, size, "%s/%" PRIu32, device->about.name, port->number);
	else
		snprintf(buf, size, "%s", port->netdev[0] ? port->netdev : device->pci);
	return buf;
}

/* The scale is a small one, but what a card counts may be any number. */
static uint64_t scaled(const struct counter *row, uint64_t steps)
{
	uint64_t value;

	if (!row || row->scale <= 1)
		return steps;
	return __builtin_mul_overflow(steps, (uint64_t)row->scale, &value) ? UINT64_MAX : value;
}

static const struct scrape_port *port_of(const struct scrape_device *device, uint32_t number)
{
	for (size_t i = 0; i < device->port_count; i++)
		if (device->ports[i].number == number)
			return &device->ports[i];
	return NULL;
}

static bool is_same(const struct scrape_counter *a, const struct scrape_counter *b)
{
	return a->source == b->source && (a->row && b->row ? a->row == b->row : !strcmp(a->name, b->name));
}

/* The same counter in another reading: in the same place, unless counters came or went. */
static const struct scrape_counter *find_counter(const struct scrape_port *port, const struct scrape_counter *counter,
						 size_t place)
{
	if (!port)
		return NULL;
	if (place < port->count && is_same(&port->counters[place], counter))
		return &port->counters[place];
	for (size_t i = 0; i < port->count; i++)
		if (is_same(&port->counters[i], counter))
			return &port->counters[i];
	return NULL;
}

/* Did the device register anew, so that its counters began at zero? */
static bool is_another(const struct scrape_device *from, const struct scrape_device *to)
{
	return from->about.index != to->about.index;
}

static struct sheet_growth growth(const struct scrape_counter *from, const struct scrape_counter *to, bool again)
{
	struct sheet_growth g = {.change = SHEET_UNKNOWN};

	if (!from || from->reading.state != COUNTER_PRESENT || to->reading.state != COUNTER_PRESENT ||
	    from->when_ns >= to->when_ns || (to->row && to->row->gauge))
		return g;
	g.seconds = (double)(to->when_ns - from->when_ns) / NS_PER_SECOND;
	if (again || from->resets != to->resets || to->total < from->total) {
		g.change = SHEET_RESTARTED;
		g.by = scaled(to->row, to->total);
		return g;
	}
	g.change = SHEET_GREW;
	g.by = scaled(to->row, to->total - from->total);
	g.unsure = to->row && to->row->width == 32 && to->total - from->total >= COUNTER_WRAP_SURE;
	return g;
}

static struct sheet_growth growth_between(const struct scrape_device *from, const struct scrape_device *to,
					  uint32_t port, const struct scrape_counter *counter, size_t place)
{
	return growth(find_counter(port_of(from, port), counter, place), counter, is_another(from, to));
}

/* Growth from each reading of the history to the next one. */
static void fill_rates(const struct sheet *sheet, struct sheet_line *line, size_t place)
{
	const struct sheet_device *of = sheet->of;
	const struct scrape_counter *counter = line->counter, *before;

	for (size_t i = of->reading_count; i-- > 1;) {
		struct sheet_growth g = {.change = SHEET_UNKNOWN};

		before = find_counter(port_of(of->readings[i - 1], sheet->port->number), line->counter, place);
		if (counter)
			g = growth(before, counter, is_another(of->readings[i - 1], of->readings[i]));
		if (i + 1 == of->reading_count)
			line->last = g;
		line->moved |= g.change == SHEET_GREW && g.by;
		line->rates[i - 1] = g.change == SHEET_GREW ? sheet_rate(&g) : -1;
		counter = before;
	}
	line->rate_count = of->reading_count - 1;
}

static void fill_line(const struct sheet *sheet, struct sheet_line *line, size_t place)
{
	const struct scrape_counter *counter = &sheet->port->counters[place];

	line->counter = counter;
	line->group = counter_group(counter->row);
	if (counter->reading.state == COUNTER_PRESENT)
		line->value = scaled(counter->row, counter->total);
	if (sheet->of->base)
		line->since = growth_between(sheet->of->base, sheet->device, sheet->port->number, counter, place);
	fill_rates(sheet, line, place);
}

/* By what they tell; what moved first; else as the table has them. */
static int compare_lines(const void *a, const void *b)
{
	const struct sheet_line *left = a, *right = b;

	if (left->group != right->group)
		return left->group < right->group ? -1 : 1;
	if (left->moved != right->moved)
		return left->moved ? -1 : 1;
	return (left->counter > right->counter) - (left->counter < right->counter);
}

/* What its movement means; without an earlier reading, what it means that it is not zero. */
static enum sheet_trouble trouble_of(const struct sheet *sheet, const struct sheet_line *line)
{
	const struct counter *row = line->counter->row;

	if (!row || !(sheet->compared ? line->moved : line->value > 0))
		return SHEET_QUIET;
	if (row->class == COUNTER_HARD)
		return sheet->compared ? SHEET_HARD : SHEET_ERRORS;
	if (line->group == GROUP_PAUSE || line->group == GROUP_CONGESTION)
		return SHEET_PAUSED;
	if (row->class != COUNTER_BASELINE || line->group == GROUP_LOAD)
		return SHEET_QUIET;
	return line->group == GROUP_ERRORS ? SHEET_ERRORS : SHEET_LOSS;
}

/* A device that somebody else owns is left alone, and that is no trouble. */
static enum sheet_trouble trouble_of_port(const struct sheet *sheet)
{
	const struct scrape_device *device = sheet->device;

	if (sheet->of->gone || sheet->of->late || (device->fault_count && !device->barred))
		return SHEET_BLIND;
	if (sheet->port->known && sheet->port->about.state != ECE_RDMA_PORT_ACTIVE)
		return SHEET_DOWN;
	return SHEET_QUIET;
}

/* A file that nobody asked for is not absent. */
static bool was_asked_for(const struct scrape_device *device, const struct scrape_counter *counter)
{
	return counter->source != COUNTER_PORT || counter->reading.state != COUNTER_ABSENT || !counter->row ||
	       counter->row->shown != COUNTER_ASKED_FOR || device->parts & SCRAPE_EVERY_FILE;
}

int sheet_make(const struct sheet_device *of, size_t port, struct sheet *sheet)
{
	const struct scrape_device *device = of->readings[of->reading_count - 1];

	*sheet = (struct sheet){.of = of, .device = device, .port = &device->ports[port]};
	sheet->compared = of->reading_count > 1;
	sheet->lines = calloc(sheet->port->count ? sheet->port->count : 1, sizeof(*sheet->lines));
	if (!sheet->lines)
		return -ENOMEM;
	sheet->trouble = trouble_of_port(sheet);
	for (size_t i = 0; i < sheet->port->count; i++) {
		struct sheet_line *line = &sheet->lines[sheet->count];
		enum sheet_trouble trouble;

		if (!was_asked_for(device, &sheet->port->counters[i]))
			continue;
		fill_line(sheet, line, i);
		sheet->count++;
		trouble = trouble_of(sheet, line);
		sheet->trouble = trouble > sheet->trouble ? trouble : sheet->trouble;
	}
	qsort(sheet->lines, sheet->count, sizeof(*sheet->lines), compare_lines);
	return 0;
}

void sheet_done(struct sheet *sheet)
{
	free(sheet->lines);
	*sheet = (struct sheet){.of = NULL};
}
