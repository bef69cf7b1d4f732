// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/events.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/ece-counters/sheet.h"

#define NAME_BYTES 160

const struct event *events_at(const struct events *events, size_t number)
{
	if (number >= events->count || number + EVENTS_MAX < events->count)
		return NULL;
	return &events->ring[number % EVENTS_MAX];
}

void events_add(struct events *events, const char *when, const char *format, ...)
{
	struct event *event = &events->ring[events->count++ % EVENTS_MAX];
	va_list args;

	snprintf(event->when, sizeof(event->when), "%s", when);
	va_start(args, format);
	vsnprintf(event->text, sizeof(event->text), format, args);
	va_end(args);
}

static const char *state_name(const struct scrape_port *port)
{
	const char *name = port->known ? ece_rdma_port_state_name(port->about.state) : NULL;

	return name ? name : "in an unknown state";
}

static const struct scrape_fault *find_fault(const struct scrape_device *device, const struct scrape_fault *fault)
{
	for (size_t i = 0; i < device->fault_count; i++)
		if (device->faults[i].part == fault->part && device->faults[i].port == fault->port)
			return &device->faults[i];
	return NULL;
}

static void compare_faults(struct events *events, const char *when, const struct scrape_device *before,
			   const struct scrape_device *after)
{
	const char *name = after->about.name[0] ? after->about.name : after->pci;

	for (size_t i = 0; i < after->fault_count; i++)
		if (!find_fault(before, &after->faults[i]))
			events_add(events, when, "%s: %s cannot be read: %s", name,
				   scrape_part_name(after->faults[i].part), after->faults[i].error.text);
	for (size_t i = 0; i < before->fault_count; i++)
		if (!find_fault(after, &before->faults[i]))
			events_add(events, when, "%s: %s can be read again", name,
				   scrape_part_name(before->faults[i].part));
}

static const struct scrape_counter *same(const struct scrape_port *port, size_t place,
					 const struct scrape_counter *counter)
{
	if (place < port->count && !strcmp(port->counters[place].name, counter->name))
		return &port->counters[place];
	return NULL;
}

static bool must_not_move(const struct scrape_counter *counter)
{
	return counter->row && counter->row->class == COUNTER_HARD && counter->reading.state == COUNTER_PRESENT;
}

static void compare_counters(struct events *events, const char *when, const char *name,
			     const struct scrape_port *before, const struct scrape_port *after, bool anew)
{
	size_t restarted = 0;

	for (size_t i = 0; i < after->count; i++) {
		const struct scrape_counter *counter = &after->counters[i], *old = same(before, i, counter);

		if (!old || old->reading.state != COUNTER_PRESENT || anew)
			continue;
		if (counter->resets > old->resets)
			restarted++;
		else if (must_not_move(counter) && counter->total > old->total)
			events_add(events, when, "%s: %s +%" PRIu64, name, counter->name, counter->total - old->total);
	}
	if (restarted)
		events_add(events, when, "%s: %zu counter%s started over", name, restarted, restarted == 1 ? "" : "s");
}

static void compare_ports(struct events *events, const char *when, const struct scrape_device *before,
			  const struct scrape_device *after, size_t i, bool anew)
{
	const struct scrape_port *old = &before->ports[i], *now = &after->ports[i];
	char name[NAME_BYTES];

	sheet_port_name(after, now, name, sizeof(name));
	if (old->known && now->known && old->about.state != now->about.state)
		events_add(events, when, "%s was %s and is %s", name, state_name(old), state_name(now));
	if (strcmp(old->netdev, now->netdev) != 0)
		events_add(events, when, "%s: its interface was %s and is %s", name,
			   old->netdev[0] ? old->netdev : "none", now->netdev[0] ? now->netdev : "none");
	compare_counters(events, when, name, old, now, anew);
}

void events_compare(struct events *events, const char *when, const struct scrape_device *before,
		    const struct scrape_device *after)
{
	bool anew = before->about.index != after->about.index;
	const char *name = after->about.name[0] ? after->about.name : after->pci;

	if (anew)
		events_add(events, when, "%s registered anew: its counters began at zero", name);
	if (strcmp(before->about.name, after->about.name) != 0)
		events_add(events, when, "%s is called %s now", before->about.name, name);
	compare_faults(events, when, before, after);
	for (size_t i = 0; i < after->port_count && i < before->port_count; i++)
		if (after->ports[i].number == before->ports[i].number)
			compare_ports(events, when, before, after, i, anew);
}
