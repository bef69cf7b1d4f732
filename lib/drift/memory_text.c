// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The memory as JSON: one text a host, and one of when hosts were looked at. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "lib/drift/memory_internal.h"

#define VERSION 1

static json_t *load(const char *text)
{
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	if (json_integer_value(json_object_get(json, "version")) == VERSION)
		return json;
	json_decref(json);
	return NULL;
}

static bool read_repairs(const json_t *list, struct drift_entry *entry)
{
	size_t count = json_array_size(list);

	if (!json_is_array(list) || count > FLEET_DRIFT_TRIES_MAX)
		return false;
	for (size_t i = 0; i < count; i++)
		entry->repairs[i] = json_integer_value(json_array_get(list, i));
	entry->repair_count = (uint32_t)count;
	return true;
}

/* A parameter that this program does not know is no fault: another version was here. Returns 1 for one that it does. */
static int read_entry(json_t *json, struct drift_entry *entry)
{
	json_int_t should, now, first, right, given_up;
	const struct ece_param *param;
	const char *name, *guid;
	json_t *repairs;
	char *end;
	int open;

	if (json_unpack(json, "{s:s, s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:o}", "guid", &guid, "param", &name, "open",
			&open, "should", &should, "now", &now, "first", &first, "right", &right, "given_up", &given_up,
			"repairs", &repairs) ||
	    !read_repairs(repairs, entry))
		return -EINVAL;
	param = ece_param_find(name);
	entry->guid = strtoull(guid, &end, 16);
	entry->open = open;
	/* JSON integers are signed here: raw values go through unchanged as the same 64 bits. */
	entry->should = (uint64_t)should;
	entry->now = (uint64_t)now;
	entry->first_seen = first;
	entry->last_right = right;
	entry->given_up = given_up;
	if (param)
		entry->param = (uint16_t)ece_param_index(param);
	return param && !*end;
}

static int read_entries(struct drift_memory *memory, uint32_t host, const json_t *list)
{
	size_t before = memory->count;
	int err = json_is_array(list) && json_array_size(list) <= DRIFT_ENTRIES_MAX ? 0 : -EINVAL;

	for (size_t i = 0; !err && i < json_array_size(list); i++) {
		struct drift_entry entry = {.host = host};
		int known = read_entry(json_array_get(list, i), &entry);

		if (known > 0)
			err = drift_memory_add(memory, &entry);
		else
			err = known;
	}
	if (err)
		memory->count = before;
	return err;
}

int drift_memory_take_host(struct drift_memory *memory, const char *name, const char *text)
{
	uint32_t host = fleet_host_find(memory->fleet, name);
	json_t *json;
	int err;

	if (host == FLEET_NONE)
		return 0;
	json = load(text);
	err = json ? read_entries(memory, host, json_object_get(json, "entries")) : -EINVAL;
	json_decref(json);
	return err;
}

struct looking {
	struct drift_memory *memory;
	int64_t at;
};

static int take_looked(void *ctx, const char *name, size_t len)
{
	struct looking *l = ctx;
	char host[HOSTLIST_NAME_MAX + 1];
	uint32_t number;

	if (len >= sizeof(host))
		return 0;
	memcpy(host, name, len);
	host[len] = '\0';
	number = fleet_host_find(l->memory->fleet, host);
	if (number != FLEET_NONE)
		l->memory->looked[number] = l->at;
	return 0;
}

int drift_memory_take_looked(struct drift_memory *memory, const char *text)
{
	json_t *json = load(text);
	const json_t *list = json_object_get(json, "times");
	int err = json_is_array(list) ? 0 : -EINVAL;

	for (size_t i = 0; !err && i < json_array_size(list); i++) {
		struct looking l = {.memory = memory};
		const char *hosts;
		json_int_t at;

		if (json_unpack(json_array_get(list, i), "{s:I, s:s}", "at", &at, "hosts", &hosts)) {
			err = -EINVAL;
			break;
		}
		l.at = at;
		err = hostlist_each(hosts, strlen(hosts), HOSTLIST_MAX, take_looked, &l, NULL);
	}
	json_decref(json);
	return err;
}

static json_t *repairs_json(const struct drift_entry *entry)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < entry->repair_count; i++)
		if (json_array_append_new(list, json_integer(entry->repairs[i]))) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static json_t *entry_json(const struct drift_entry *entry)
{
	char guid[24];

	snprintf(guid, sizeof(guid), "%016" PRIx64, entry->guid);
	return json_pack("{s:s, s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:o}", "guid", guid, "param",
			 ece_param_at(entry->param)->name, "open", entry->open, "should", (json_int_t)entry->should,
			 "now", (json_int_t)entry->now, "first", (json_int_t)entry->first_seen, "right",
			 (json_int_t)entry->last_right, "given_up", (json_int_t)entry->given_up, "repairs",
			 repairs_json(entry));
}

/* Of a text that is NULL nothing is kept. */
static int dump(json_t *json, char **text)
{
	*text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	return *text ? 0 : -ENOMEM;
}

/* Entries of a host stand together. */
static size_t first_of(const struct drift_memory *memory, uint32_t host)
{
	size_t low = 0, high = memory->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (memory->entries[middle].host < host)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Those that are wrong now before those that only were. */
static int add_entries(const struct drift_memory *memory, uint32_t host, bool open, json_t *list)
{
	for (size_t i = first_of(memory, host); i < memory->count && memory->entries[i].host == host; i++)
		if (memory->entries[i].open == open && json_array_size(list) < DRIFT_ENTRIES_MAX &&
		    json_array_append_new(list, entry_json(&memory->entries[i])))
			return -ENOMEM;
	return 0;
}

int drift_memory_host(const struct drift_memory *memory, uint32_t host, char **text)
{
	size_t first = first_of(memory, host);
	json_t *list;

	*text = NULL;
	if (first == memory->count || memory->entries[first].host != host)
		return 0;
	list = json_array();
	if (!list || add_entries(memory, host, true, list) || add_entries(memory, host, false, list)) {
		json_decref(list);
		return -ENOMEM;
	}
	return dump(json_pack("{s:i, s:o}", "version", VERSION, "entries", list), text);
}

struct look {
	int64_t at;
	const char *host;
};

/* The newest first. */
static int compare_looks(const void *va, const void *vb)
{
	const struct look *a = va, *b = vb;

	return a->at > b->at ? -1 : a->at < b->at;
}

static int add_time(json_t *list, const struct look *looks, size_t count, const char **names)
{
	char *hosts;
	int err;

	for (size_t i = 0; i < count; i++)
		names[i] = looks[i].host;
	if (hostlist_fold(names, count, &hosts))
		return -ENOMEM;
	err = json_array_append_new(list, json_pack("{s:I, s:s}", "at", (json_int_t)looks->at, "hosts", hosts));
	free(hosts);
	return err ? -ENOMEM : 0;
}

static int add_times(json_t *list, const struct look *looks, size_t count)
{
	const char **names = malloc((count + 1) * sizeof(*names));
	int err = names ? 0 : -ENOMEM;

	for (size_t i = 0; i < count && !err && json_array_size(list) < DRIFT_TIMES_MAX;) {
		size_t first = i;

		while (i < count && looks[i].at == looks[first].at)
			i++;
		err = add_time(list, &looks[first], i - first, names);
	}
	free(names);
	return err;
}

int drift_memory_looked(const struct drift_memory *memory, char **text)
{
	struct look *looks = calloc(memory->fleet->host_count + 1, sizeof(*looks));
	json_t *list = json_array();
	size_t count = 0;
	int err = -ENOMEM;

	for (uint32_t i = 0; looks && i < memory->fleet->host_count; i++)
		if (memory->looked[i])
			looks[count++] = (struct look){.at = memory->looked[i], .host = memory->fleet->hosts[i].name};
	if (looks && count)
		qsort(looks, count, sizeof(*looks), compare_looks);
	if (looks && list)
		err = add_times(list, looks, count);
	free(looks);
	if (!err)
		return dump(json_pack("{s:i, s:o}", "version", VERSION, "times", list), text);
	json_decref(list);
	return err;
}
