// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Rounds of 32-bit counters as one line of JSON: {"version", "boot", "name", "index", "guid", "ports": {"1": {COUNTER:
 * [total, last]}}}. All are of one boot and one registration of the device, since either begins anew.
 */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/scrape/keep.h"
#include "lib/scrape/reading.h"

#define VERSION  1
#define BOOT_MAX 64
#define GUID_MAX 20
#define ROUND    (UINT64_C(1) << 32)

static void boot_id(const struct scrape_reader *reader, char text[BOOT_MAX])
{
	int len = reader->os->ops->read(reader->os->ctx, ECE_OS_HOST, "boot_id", text, BOOT_MAX - 1);

	text[len > 0 ? len : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

static bool is_kept(const struct scrape_reader *reader, const struct counter *row)
{
	return row && !row->gauge && counter_width_of_driver(reader->target.driver, row) == 32;
}

static json_t *counters_json(const struct scrape_reader *reader, const struct scrape_list *list)
{
	json_t *counters = json_object();

	for (size_t i = 0; i < list->count; i++) {
		const struct counter_track *track = &list->tracks[i];

		if (!track->seen || !is_kept(reader, list->items[i].row) || track->total > INT64_MAX)
			continue;
		json_object_set_new(counters, list->items[i].row->name,
				    json_pack("[I, I]", (json_int_t)track->total, (json_int_t)track->last));
	}
	return counters;
}

int scrape_reader_save(const struct scrape_reader *reader, char **text)
{
	char boot[BOOT_MAX], guid[GUID_MAX], number[16];
	json_t *ports = json_object(), *root;

	boot_id(reader, boot);
	snprintf(guid, sizeof(guid), "%016" PRIx64, reader->target.about.node_guid);
	for (size_t i = 0; i < reader->port_count; i++) {
		json_t *counters = counters_json(reader, &reader->ports[i].list);

		snprintf(number, sizeof(number), "%" PRIu32, reader->ports[i].number);
		if (json_object_size(counters))
			json_object_set(ports, number, counters);
		json_decref(counters);
	}
	root = json_pack("{s:i, s:s, s:s, s:I, s:s, s:o}", "version", VERSION, "boot", boot, "name",
			 reader->target.about.name[0] ? reader->target.about.name : reader->target.pci, "index",
			 (json_int_t)reader->target.about.index, "guid", guid, "ports", ports);
	*text = root ? json_dumps(root, JSON_COMPACT) : NULL;
	json_decref(root);
	return *text ? 0 : -ENOMEM;
}

/* Is it of this boot, and of this device as it is registered now? A name may be another one's by now. */
static bool is_mine(const struct scrape_reader *reader, json_t *root)
{
	char boot[BOOT_MAX], guid[GUID_MAX];
	const char *text_boot = json_string_value(json_object_get(root, "boot"));
	const char *text_guid = json_string_value(json_object_get(root, "guid"));
	const char *text_name = json_string_value(json_object_get(root, "name"));
	const struct scrape_target *target = &reader->target;

	boot_id(reader, boot);
	snprintf(guid, sizeof(guid), "%016" PRIx64, target->about.node_guid);
	if (!boot[0] || !text_boot || strcmp(text_boot, boot) != 0 || !text_guid || strcmp(text_guid, guid) != 0)
		return false;
	if (target->about.node_guid)
		return json_integer_value(json_object_get(root, "index")) == (json_int_t)target->about.index;
	return text_name && !strcmp(text_name, target->about.name[0] ? target->about.name : target->pci) &&
	       json_integer_value(json_object_get(root, "index")) == (json_int_t)target->about.index;
}

/* What went round is whole rounds, or it is no such number. */
static int take_track(json_t *pair, struct counter_track *track)
{
	json_int_t total = json_integer_value(json_array_get(pair, 0));
	json_int_t last = json_integer_value(json_array_get(pair, 1));

	if (json_array_size(pair) != 2 || !json_is_integer(json_array_get(pair, 0)) ||
	    !json_is_integer(json_array_get(pair, 1)) || last < 0 || last > UINT32_MAX || total < last ||
	    (uint64_t)(total - last) % ROUND)
		return -EBADMSG;
	*track = (struct counter_track){.seen = true, .total = (uint64_t)total, .last = (uint64_t)last};
	return 0;
}

/* @list: NULL: only look whether it is sound */
static int take_counters(const struct scrape_reader *reader, json_t *counters, struct scrape_list *list)
{
	struct counter_track track;
	const char *name;
	json_t *pair;

	if (!json_is_object(counters))
		return -EBADMSG;
	json_object_foreach(counters, name, pair)
	{
		const struct counter *row = counter_find(name);

		if (take_track(pair, &track))
			return -EBADMSG;
		/* The table may have had others then */
		if (list && is_kept(reader, row))
			list->tracks[counter_index(row)] = track;
	}
	return 0;
}

static int take_ports(struct scrape_reader *reader, json_t *ports, bool look)
{
	char number[16];
	const char *key;
	json_t *counters;
	int err = 0;

	if (!json_is_object(ports))
		return -EBADMSG;
	json_object_foreach(ports, key,
			    counters) if (look && take_counters(reader, counters,
								NULL /* nothing is taken yet */)) return -EBADMSG;
	for (size_t i = 0; !look && !err && i < reader->port_count; i++) {
		struct scrape_list *list = &reader->ports[i].list;

		snprintf(number, sizeof(number), "%" PRIu32, reader->ports[i].number);
		counters = json_object_get(ports, number);
		err = counters ? list_make(list) : 0;
		if (!err && counters)
			err = take_counters(reader, counters, list);
	}
	return err;
}

int scrape_reader_load(struct scrape_reader *reader, const char *text)
{
	size_t len = strnlen(text, SCRAPE_KEEP_LINE_MAX + 1);
	json_t *root = len > SCRAPE_KEEP_LINE_MAX ? NULL : json_loadb(text, len, 0, NULL /* where is of no use */);
	json_t *ports = json_object_get(root, "ports");
	int err = 0;

	if (!json_is_object(root) || json_integer_value(json_object_get(root, "version")) != VERSION)
		err = -EBADMSG;
	if (!err)
		err = take_ports(reader, ports, true);
	if (!err && is_mine(reader, root)) {
		err = reader_make_ports(reader);
		if (!err)
			err = take_ports(reader, ports, false);
	}
	json_decref(root);
	return err;
}
