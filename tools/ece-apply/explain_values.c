// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What overrides and assigns want of their NICs, the stronger first. Which NICs those are only the hosts can tell. */
#include <stdio.h>
#include <string.h>

#include "tools/ece-apply/explain.h"
#include "tools/ece-apply/explain_lists.h"

#define VALUE_MAX 1024
#define FROM_MAX  512

static size_t add(char *buf, size_t size, size_t used, const char *before, const char *text)
{
	return used < size ? used + (size_t)snprintf(buf + used, size - used, "%s%s", before, text) : used;
}

static void value_text(const struct fleet_value *value, char buf[VALUE_MAX])
{
	char one[64];
	size_t used = 0;

	if (value->leave || value->original) {
		snprintf(buf, VALUE_MAX, "%s", value->leave ? "leave" : "original");
		return;
	}
	if (!value->by_speed)
		used = add(buf, VALUE_MAX, 0, "", ece_param_format(value->param, value->raw, one, sizeof(one)));
	for (uint32_t i = 0; value->by_speed && i < value->speed_count; i++) {
		char speed[32];

		snprintf(speed, sizeof(speed), "%s%uG: ", i ? ", " : "", value->by_speed[i].speed_mbps / 1000);
		used = add(buf, VALUE_MAX, used, speed,
			   ece_param_format(value->param, value->by_speed[i].raw, one, sizeof(one)));
	}
	if (!value->by_speed && ece_param_inferred(value->param, value->raw)) {
		used = add(buf, VALUE_MAX, used, "; ", ece_param_inferred(value->param, value->raw));
		used = add(buf, VALUE_MAX, used, " ", "by inference");
	}
	if (value->if_unsupported == FLEET_SKIP)
		used = add(buf, VALUE_MAX, used, "; ", "skipped where a card cannot");
	if (value->if_no_door == FLEET_SKIP)
		add(buf, VALUE_MAX, used, "; ", "skipped where a host has no door");
}

/* From the profile that is assigned to the one that has the value. */
static void chain_text(const struct fleet *fleet, uint32_t profile, uint32_t has_it, char buf[FROM_MAX])
{
	size_t used = add(buf, FROM_MAX, 0, "profile ", fleet->profiles[profile].name);

	while (profile != has_it && profile != FLEET_NONE) {
		profile = fleet->profiles[profile].extends;
		if (profile != FLEET_NONE)
			used = add(buf, FROM_MAX, used, " extends ", fleet->profiles[profile].name);
	}
}

static void nics_text(const struct fleet *fleet, const struct fleet_nics *nics, char buf[VALUE_MAX])
{
	const struct {
		const char *key, *value;
	} keys[] = {
		{"role ", nics->role == FLEET_NONE ? NULL : fleet->roles[nics->role].name},
		{"card ", nics->card},
		{"psid ", nics->psid},
		{"pci ", nics->pci},
		{"netdev ", nics->netdev},
		{"rdma ", nics->rdma},
	};
	size_t used = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (!keys[i].value)
			continue;
		used = add(buf, VALUE_MAX, used, used ? ", " : "", keys[i].key);
		used = add(buf, VALUE_MAX, used, "", keys[i].value);
	}
	if (!used)
		snprintf(buf, VALUE_MAX, "all");
}

/* An entry with its hosts. */
struct entry {
	const char *section, *name;
	struct fleet_place place;
	const struct fleet_nics *nics;
	const struct fleet_value *values;
	uint32_t value_count;
	uint32_t profile; /* FLEET_NONE: an override */
};

static void entry_values(const struct explain *x, const struct entry *e)
{
	char value[VALUE_MAX], from[FROM_MAX] = "";

	for (uint32_t i = 0; i < e->value_count; i++) {
		const struct fleet_value *v = &e->values[i];

		if (x->param && x->param != v->param)
			continue;
		value_text(v, value);
		if (e->profile != FLEET_NONE)
			chain_text(x->fleet, e->profile, v->profile, from);
		explain_row(x, e->section, e->name, v->param->name, v->place, from, "%s", value);
	}
}

static bool concerns(const struct explain *x, const struct entry *e)
{
	for (uint32_t i = 0; i < e->value_count; i++)
		if (!x->param || e->values[i].param == x->param)
			return true;
	return false;
}

static void one_entry(const struct explain *x, const struct entry *e, const struct explain_lists *lists, uint32_t i)
{
	char nics[VALUE_MAX];

	nics_text(x->fleet, e->nics, nics);
	explain_hosts(x, e->section, e->name, e->place, "", lists->names + lists->first[i],
		      lists->first[i + 1] - lists->first[i]);
	explain_row(x, e->section, e->name, "nics", e->place, "", "%s", nics);
	entry_values(x, e);
}

static bool shown(const struct explain *x, const struct entry *e, const struct explain_lists *lists, uint32_t i)
{
	return (x->host == FLEET_NONE || lists->first[i + 1] > lists->first[i]) && concerns(x, e);
}

static const uint32_t *overrides_of(const struct fleet *fleet, uint32_t host, uint32_t *one, uint32_t *count)
{
	(void)one;
	return fleet_host_overrides(fleet, host, count);
}

static const uint32_t *assigns_of(const struct fleet *fleet, uint32_t host, uint32_t *one, uint32_t *count)
{
	(void)one;
	return fleet_host_assigns(fleet, host, count);
}

static void one_override(const struct explain *x, const struct explain_lists *lists, uint32_t number)
{
	const struct fleet_override *o = &x->fleet->overrides[number];
	const struct entry entry = {
		.section = "overrides",
		.name = o->name,
		.place = o->place,
		.nics = &o->nics,
		.values = o->values,
		.value_count = o->value_count,
		.profile = FLEET_NONE,
	};

	if (!shown(x, &entry, lists, number))
		return;
	one_entry(x, &entry, lists, number);
	explain_row(x, "overrides", o->name, "why", o->place, "", "%s", o->why);
	explain_row(x, "overrides", o->name, "expires", o->place, "", "%s", o->expires);
}

static void one_assign(const struct explain *x, const struct explain_lists *lists, uint32_t number)
{
	const struct fleet_assign *a = &x->fleet->assigns[number];
	const struct fleet_profile *profile = &x->fleet->profiles[a->profile];
	const struct entry entry = {
		.section = "assign",
		.name = a->name,
		.place = a->place,
		.nics = &a->nics,
		.values = profile->values,
		.value_count = profile->value_count,
		.profile = a->profile,
	};

	if (shown(x, &entry, lists, number))
		one_entry(x, &entry, lists, number);
}

void explain_values(const struct explain *x)
{
	struct explain_lists overrides, assigns = {0};

	if (explain_lists_new(x, x->fleet->override_count, overrides_of, &overrides) ||
	    explain_lists_new(x, x->fleet->assign_count, assigns_of, &assigns)) {
		explain_lists_free(&overrides);
		explain_no_memory(x);
		return;
	}
	for (uint32_t i = 0; i < x->fleet->override_count; i++)
		one_override(x, &overrides, i);
	for (uint32_t i = 0; i < x->fleet->assign_count; i++)
		one_assign(x, &assigns, i);
	explain_lists_free(&overrides);
	explain_lists_free(&assigns);
}
