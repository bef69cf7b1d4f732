// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/targets.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_OF_FLEET   "fleet"
#define LABEL_OF_PROFILE "fleet_profile"
#define OF_THE_HOST      "host_"

/*
 * What Prometheus gives a meaning, and the labels that a series of ece-exporter may have: a target's label of that name
 * would push the one of the series aside ("exported_...").
 */
static const char *const taken[] = {
	"job",      "instance", "le",         "quantile",   LABEL_OF_FLEET, LABEL_OF_PROFILE, "algorithm",
	"board",    "bond",     "card",       "change",     "counter",      "device",         "driver",
	"file",     "firmware", "gate",       "generation", "guid",         "hash",           "holder",
	"host",     "kind",     "link_layer", "netdev",     "node_guid",    "parameter",      "part",
	"owner",    "pci",      "pid",        "port",       "priority",     "process",        "profile",
	"protocol", "psid",     "qpn",        "reason",     "run",          "slot",           "source",
	"state",    "step",     "type",       "value",      "verdict",      "version",        "wanted",
};

static bool is_taken(const char *name)
{
	if (name[0] == '_')
		return true;
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (!strcmp(taken[i], name))
			return true;
	return false;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Prometheus, data model: [a-zA-Z_][a-zA-Z0-9_]*. Returns false when there is no room for it. */
static bool label_name(const char *said, char name[TARGETS_LABEL_MAX])
{
	char plain[TARGETS_LABEL_MAX];
	size_t len = strlen(said);
	bool digit;

	if (len >= sizeof(plain))
		return false;
	for (size_t i = 0; i <= len; i++) {
		digit = said[i] >= '0' && said[i] <= '9';
		plain[i] = !said[i] || is_letter(said[i]) || digit ? said[i] : '_';
	}
	return snprintf(name, TARGETS_LABEL_MAX, "%s%s", is_letter(plain[0]) && !is_taken(plain) ? "" : OF_THE_HOST,
			plain) < TARGETS_LABEL_MAX;
}

/* The other label of the host that has become @name as well. */
static const char *twin(const struct fleet_labels *labels, uint32_t i, const char *name)
{
	char other[TARGETS_LABEL_MAX];

	for (uint32_t k = 0; k < i; k++)
		if (label_name(labels->pairs[k].name, other) && !strcmp(other, name))
			return labels->pairs[k].name;
	return NULL;
}

static int add_labels(const struct fleet *fleet, const struct fleet_host *host, json_t *to, struct ece_error *e)
{
	char name[TARGETS_LABEL_MAX];

	for (uint32_t i = 0; i < host->labels->count; i++) {
		const struct fleet_label *label = &host->labels->pairs[i];
		const char *other;

		if (!label_name(label->name, name))
			return ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT,
					     "%s: host %s: the label \"%.60s\" is too long a name for Prometheus: "
					     "shorten it to %d bytes",
					     fleet->file, host->name, label->name,
					     TARGETS_LABEL_MAX - 1 - (int)strlen(OF_THE_HOST));
		other = twin(host->labels, i, name);
		if (other)
			return ece_error_set(e, -EINVAL, ECE_ERROR_CONFLICT,
					     "%s: host %s: the labels \"%.60s\" and \"%.60s\" are both \"%s\" for "
					     "Prometheus: rename one",
					     fleet->file, host->name, other, label->name, name);
		if (json_object_set_new(to, name, json_string(label->value)))
			return -ENOMEM;
	}
	return 0;
}

/* The profiles of its assigns, each once. */
static int add_profiles(const struct fleet *fleet, uint32_t host, json_t *to)
{
	uint32_t count;
	const uint32_t *assigns = fleet_host_assigns(fleet, host, &count);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int err;

	if (!out)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t profile = fleet->assigns[assigns[i]].profile, k = 0;

		while (fleet->assigns[assigns[k]].profile != profile)
			k++;
		if (k == i)
			fprintf(out, "%s%s", i ? "," : "", fleet->profiles[profile].name);
	}
	err = fclose(out) || (*text && json_object_set_new(to, LABEL_OF_PROFILE, json_string(text))) ? -ENOMEM : 0;
	free(text);
	return err;
}

static int labels_of(const struct fleet *fleet, uint32_t host, json_t *to, struct ece_error *e)
{
	int err = !to ? -ENOMEM : add_labels(fleet, &fleet->hosts[host], to, e);

	if (!err && *fleet->name)
		err = json_object_set_new(to, LABEL_OF_FLEET, json_string(fleet->name)) ? -ENOMEM : 0;
	return err ? err : add_profiles(fleet, host, to);
}

/* The entry of hosts with these labels, which are taken over. Borrowed; NULL when memory ran out. */
static json_t *entry_of(json_t *list, json_t *by_labels, json_t *labels)
{
	char *key = json_dumps(labels, JSON_SORT_KEYS | JSON_COMPACT);
	json_t *entry = key ? json_object_get(by_labels, key) : NULL;

	if (key && !entry) {
		entry = json_pack("{s:[], s:O}", "targets", "labels", labels);
		if (json_object_set_new(by_labels, key, entry) || json_array_append(list, entry))
			entry = NULL;
	}
	free(key);
	json_decref(labels);
	return entry;
}

/* Host names may have colons, as addresses of IPv6 do. */
static int add_target(json_t *entry, const char *host, uint16_t port)
{
	bool colon = strchr(host, ':');

	return json_array_append_new(json_object_get(entry, "targets"),
				     json_sprintf("%s%s%s:%" PRIu16, colon ? "[" : "", host, colon ? "]" : "", port));
}

static int add_host(const struct fleet *fleet, uint32_t host, uint16_t port, json_t *list, json_t *by_labels,
		    struct ece_error *e)
{
	json_t *labels = json_object(), *entry;
	int err = labels_of(fleet, host, labels, e);

	if (err) {
		json_decref(labels);
		return err;
	}
	entry = entry_of(list, by_labels, labels);
	return !entry || add_target(entry, fleet->hosts[host].name, port) ? -ENOMEM : 0;
}

int targets_json(const struct fleet *fleet, uint16_t port, json_t **json, struct ece_error *e)
{
	json_t *list = json_array(), *by_labels = json_object();
	int err = list && by_labels ? 0 : -ENOMEM;

	ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "no memory for the targets of %s", fleet->file);
	for (uint32_t host = 0; !err && host < fleet->host_count; host++)
		err = add_host(fleet, host, port, list, by_labels, e);
	json_decref(by_labels);
	if (err) {
		json_decref(list);
		return err;
	}
	*json = list;
	return 0;
}
