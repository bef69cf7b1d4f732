// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts that are not any more what they were when a plan was saved. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/plan/saved_internal.h"

#define WHY_MAX 256

struct comparison {
	struct plan_saved *saved;
	const struct facts_host *hosts;
	const struct plan *fresh;
	char why[WHY_MAX]; /* of the host at hand; "": it has not moved */
};

static const char *or_unknown(const char *pci)
{
	return pci && pci[0] ? pci : "a NIC";
}

static json_t *find_nic(json_t *nics, uint64_t guid)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%016" PRIx64, guid);
	for (size_t i = 0; i < json_array_size(nics); i++) {
		json_t *nic = json_array_get(nics, i);

		if (!strcmp(json_string_value(json_array_get(nic, 0)), text))
			return nic;
	}
	return NULL;
}

static json_t *find_param(json_t *set, const char *name)
{
	for (size_t i = 0; i < json_array_size(set); i++) {
		json_t *change = json_array_get(set, i);

		if (!strcmp(json_string_value(json_array_get(change, 0)), name))
			return change;
	}
	return NULL;
}

static void compare_change(struct comparison *c, json_t *set, const struct plan_change *now)
{
	const struct ece_param *param = ece_param_at(now->param);
	const char *pci = or_unknown(c->hosts[now->host].nics[now->nic].pci);
	json_t *then = find_param(set, param->name);
	uint64_t from, to;
	char was[64], is[64];

	ece_param_format(param, now->from, is, sizeof(is));
	if (!then) {
		snprintf(c->why, WHY_MAX, "%s of %s is %s, and did not differ from the file", param->name, pci, is);
		return;
	}
	from = (uint64_t)json_integer_value(json_array_get(then, 1));
	to = (uint64_t)json_integer_value(json_array_get(then, 2));
	if (from != now->from) {
		ece_param_format(param, from, was, sizeof(was));
		snprintf(c->why, WHY_MAX, "%s of %s was %s and is %s", param->name, pci, was, is);
	} else if (to != now->to) {
		ece_param_format(param, to, was, sizeof(was));
		ece_param_format(param, now->to, is, sizeof(is));
		snprintf(c->why, WHY_MAX, "%s of %s was to become %s, and now %s", param->name, pci, was, is);
	}
}

/* The changes of one NIC from @first on. Returns where those of the next begin. */
static size_t compare_nic(struct comparison *c, json_t *nics, size_t first)
{
	const struct plan_change *changes = c->fresh->changes;
	const struct facts_nic *nic = &c->hosts[changes[first].host].nics[changes[first].nic];
	json_t *then = find_nic(nics, nic->guid), *set;
	size_t end = first;

	set = json_array_get(c->saved->sets, (size_t)json_integer_value(json_array_get(then, 3)));
	while (end < c->fresh->change_count && changes[end].host == changes[first].host &&
	       changes[end].nic == changes[first].nic)
		end++;
	if (!then) {
		snprintf(c->why, WHY_MAX, "%s differs from the file, and did not, or its card is another one",
			 or_unknown(nic->pci));
		return end;
	}
	for (size_t i = first; i < end && !c->why[0]; i++)
		compare_change(c, set, &changes[i]);
	if (!c->why[0] && end - first != json_array_size(set))
		snprintf(c->why, WHY_MAX, "some of what %s was to get it has already", or_unknown(nic->pci));
	return end;
}

/* Returns where the changes of the next host begin. */
static size_t compare_host(struct comparison *c, size_t first)
{
	const struct plan_change *changes = c->fresh->changes;
	uint32_t host = changes[first].host;
	json_t *nics = json_object_get(c->saved->hosts, c->hosts[host].name);
	size_t i = first, nic_count = 0;

	c->why[0] = '\0';
	if (!nics)
		snprintf(c->why, WHY_MAX,
			 "it had nothing to change, was left alone or not named, or could not be read");
	while (i < c->fresh->change_count && changes[i].host == host) {
		if (c->why[0]) {
			i++;
			continue;
		}
		i = compare_nic(c, nics, i);
		nic_count++;
	}
	if (!c->why[0] && nic_count != json_array_size(nics))
		snprintf(c->why, WHY_MAX, "some of its NICs have what the file asks for already, or are gone");
	return i;
}

static int add(struct plan_saved *s, uint32_t host, const char *why)
{
	const char *text = arena_text(&s->arena, why, strlen(why));

	if (!text || plan_grow((void **)&s->moved, &s->moved_max, s->moved_count, sizeof(*s->moved)))
		return -ENOMEM;
	s->moved[s->moved_count++] = (struct plan_moved){.host = host, .why = text};
	return 0;
}

static size_t count_gone(const struct plan_saved *s, const struct fleet *fleet)
{
	size_t gone = 0;
	const char *name;
	json_t *nics;

	json_object_foreach(s->hosts, name, nics) gone += fleet_host_find(fleet, name) == FLEET_NONE;
	return gone;
}

int plan_saved_moved(struct plan_saved *s, const struct fleet *fleet, const struct facts_host *hosts,
		     const struct plan *fresh, const struct plan_moved **moved, size_t *count, size_t *gone)
{
	struct comparison c = {.saved = s, .hosts = hosts, .fresh = fresh};

	for (size_t i = 0; i < fresh->change_count;) {
		uint32_t host = fresh->changes[i].host;

		i = compare_host(&c, i);
		if (c.why[0] && add(s, host, c.why))
			return -ENOMEM;
	}
	*moved = s->moved;
	*count = s->moved_count;
	*gone = count_gone(s, fleet);
	return 0;
}
