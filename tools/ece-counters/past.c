// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/past.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READINGS_MIN 2 /* a rate needs two */

struct device {
	char name[ECE_OS_NAME_MAX];
	uint64_t guid;
	bool here; /* the newest round has it */
	const struct scrape_device *readings[SHEET_READINGS_MAX];
	struct sheet_device sheet; /* refers to .name and .readings */
};

struct past {
	struct device **devices;
	size_t count;
	bool begun;
};

struct past *past_new(void)
{
	return calloc(1, sizeof(struct past));
}

static void drop(struct device *device)
{
	for (size_t i = 0; i < device->sheet.reading_count; i++)
		scrape_device_put(device->readings[i]);
	scrape_device_put(device->sheet.base);
	free(device);
}

void past_free(struct past *past)
{
	if (!past)
		return;
	for (size_t i = 0; i < past->count; i++)
		drop(past->devices[i]);
	free(past->devices);
	free(past);
}

static const char *name_of(const struct scrape_target *target)
{
	return target->about.name[0] ? target->about.name : target->pci;
}

/* By its name; a device that udev renamed keeps its GUID. */
static struct device *find(const struct past *past, const struct scrape_target *target)
{
	for (size_t i = 0; i < past->count; i++)
		if (!strcmp(past->devices[i]->name, name_of(target)))
			return past->devices[i];
	for (size_t i = 0; target->about.node_guid && i < past->count; i++)
		if (!past->devices[i]->here && past->devices[i]->guid == target->about.node_guid)
			return past->devices[i];
	return NULL;
}

static struct device *add(struct past *past)
{
	struct device **devices = reallocarray(past->devices, past->count + 1, sizeof(struct device *));
	struct device *device = calloc(1, sizeof(*device));

	if (devices)
		past->devices = devices;
	if (!devices || !device) {
		free(device);
		return NULL;
	}
	device->sheet.name = device->name;
	device->sheet.readings = device->readings;
	past->devices[past->count++] = device;
	return device;
}

static size_t readings_max(const struct past *past)
{
	size_t room = PAST_SNAPSHOTS_MAX / (past->count ? past->count : 1);

	if (room < READINGS_MIN)
		return READINGS_MIN;
	return room < SHEET_READINGS_MAX ? room : SHEET_READINGS_MAX;
}

static void push(struct device *device, const struct scrape_device *reading, size_t max)
{
	size_t count = device->sheet.reading_count;
	size_t over = count >= max ? count - max + 1 : 0;

	for (size_t i = 0; i < over; i++)
		scrape_device_put(device->readings[i]);
	memmove(device->readings, device->readings + over, (count - over) * sizeof(const struct scrape_device *));
	device->readings[count - over] = scrape_device_get(reading);
	device->sheet.reading_count = count - over + 1;
	if (!device->sheet.base)
		device->sheet.base = scrape_device_get(reading);
}

static const struct scrape_device *newest(const struct device *device)
{
	size_t count = device->sheet.reading_count;

	return count ? device->readings[count - 1] : NULL;
}

static void say_presence(const struct past *past, const struct device *device, const struct scrape_crew_result *result,
			 bool known, const char *when, struct events *events)
{
	if (!past->begun)
		return;
	if (!known)
		events_add(events, when, "%s came", name_of(&result->target));
	else if (device->sheet.gone)
		events_add(events, when, "%s is there again", name_of(&result->target));
	if (result->late && !device->sheet.late)
		events_add(events, when, "%s does not answer", name_of(&result->target));
	else if (!result->late && device->sheet.late)
		events_add(events, when, "%s answers again", name_of(&result->target));
}

static int feed_device(struct past *past, const struct scrape_crew_result *result, const char *when,
		       struct events *events)
{
	struct device *device = find(past, &result->target);
	bool known = device;

	if (!device)
		device = add(past);
	if (!device)
		return -ENOMEM;
	say_presence(past, device, result, known, when, events);
	snprintf(device->name, sizeof(device->name), "%s", name_of(&result->target));
	device->guid = result->target.about.node_guid;
	device->here = true;
	device->sheet.gone = false;
	device->sheet.late = result->late;
	device->sheet.late_seconds = result->late_seconds;
	if (!result->device || result->device == newest(device))
		return 0;
	if (newest(device))
		events_compare(events, when, newest(device), result->device);
	push(device, result->device, readings_max(past));
	return 0;
}

int past_feed(struct past *past, const struct scrape_round *round, const char *when, struct events *events)
{
	int err = 0;

	for (size_t i = 0; i < past->count; i++)
		past->devices[i]->here = false;
	for (size_t i = 0; !err && i < round->count; i++)
		err = feed_device(past, &round->results[i], when, events);
	for (size_t i = 0; !err && i < past->count; i++) {
		struct device *device = past->devices[i];

		if (!device->here && !device->sheet.gone)
			events_add(events, when, "%s is gone", device->name);
		device->sheet.gone = !device->here;
	}
	past->begun = true;
	return err;
}

void past_zero(struct past *past)
{
	for (size_t i = 0; i < past->count; i++) {
		struct device *device = past->devices[i];

		if (!newest(device))
			continue;
		scrape_device_put(device->sheet.base);
		device->sheet.base = scrape_device_get(newest(device));
	}
}

size_t past_count(const struct past *past)
{
	return past->count;
}

const struct sheet_device *past_at(const struct past *past, size_t i)
{
	return &past->devices[i]->sheet;
}
