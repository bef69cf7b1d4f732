// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/facts.h"
#include "lib/fleet/fleet.h"

/* One NIC for which wants are put together. */
struct wanting {
	const struct fleet *fleet;
	uint32_t host;
	const struct facts_nic *nic;
	struct fleet_want *wants;
	size_t count;
	struct ece_error_sink *sink;
	int err;
};

static void want_fault(struct wanting *w, const struct ece_param *param, struct ece_error *e)
{
	const char *pci = w->nic->pci;

	ece_error_place(e, "%s/%s/%s", w->fleet->hosts[w->host].name, pci && *pci ? pci : "?", param->name);
	ece_error_report(w->sink, e);
	w->err = -EINVAL;
}

static bool same(const struct fleet_want *a, const struct fleet_want *b)
{
	return a->value->leave == b->value->leave && a->value->original == b->value->original && a->raw == b->raw;
}

static const char *value_text(const struct fleet_want *want, char *buf, size_t size)
{
	if (want->value->leave || want->value->original)
		snprintf(buf, size, "%s", want->value->leave ? "leave" : "original");
	else
		ece_param_format(want->value->param, want->raw, buf, size);
	return buf;
}

static const char *describe(const struct fleet *fleet, const struct fleet_want *want, char *buf, size_t size)
{
	char value[64];

	value_text(want, value, sizeof(value));
	if (want->override != FLEET_NONE) {
		const struct fleet_override *override = &fleet->overrides[want->override];

		snprintf(buf, size, "%.60s (line %u) wants %s", override->name, override->place.line, value);
	} else {
		const struct fleet_assign *assign = &fleet->assigns[want->assign];

		snprintf(buf, size, "%.60s (line %u, profile %.60s) wants %s", assign->name, assign->place.line,
			 fleet->profiles[want->value->profile].name, value);
	}
	return buf;
}

static void conflict(struct wanting *w, const struct fleet_want *first, const struct fleet_want *second)
{
	char a[224], b[224];
	struct ece_error e;

	ece_error_set(&e, -EINVAL, ECE_ERROR_CONFLICT,
		      "two entries disagree: %s, %s; let only one of them name it for these hosts and NICs",
		      describe(w->fleet, first, a, sizeof(a)), describe(w->fleet, second, b, sizeof(b)));
	want_fault(w, first->value->param, &e);
}

/* A speed that is not known is no reason to guess a value. */
static void by_speed(struct wanting *w, struct fleet_want *want)
{
	const struct fleet_value *value = want->value;
	uint32_t speed = w->nic->speed_mbps;
	struct ece_error e;

	for (uint32_t i = 0; i < value->speed_count; i++) {
		if (value->by_speed[i].speed_mbps != speed)
			continue;
		want->raw = value->by_speed[i].raw;
		return;
	}
	if (speed)
		ece_error_set(&e, -EINVAL, ECE_ERROR_CONFLICT,
			      "line %u has no value for a NIC of %u Mb/s; add it to \"by_speed\"", value->place.line,
			      speed);
	else
		ece_error_set(&e, -EINVAL, ECE_ERROR_CONFLICT,
			      "line %u has a value for each speed, and the speed of this NIC is not known (no link?); "
			      "bring the link up, or name the value in an override",
			      value->place.line);
	want_fault(w, value->param, &e);
}

/* The want for a parameter, or where it belongs; both lists are in the order of the parameter table. */
static bool find(const struct wanting *w, const struct ece_param *param, size_t *at)
{
	while (*at < w->count && ece_param_index(w->wants[*at].value->param) < ece_param_index(param))
		++*at;
	return *at < w->count && w->wants[*at].value->param == param;
}

static void insert(struct wanting *w, size_t at, const struct fleet_want *want)
{
	memmove(&w->wants[at + 1], &w->wants[at], (w->count - at) * sizeof(*w->wants));
	w->wants[at] = *want;
	w->count++;
}

/*
 * Overrides come first, so that what they replace is not even looked at: a value by speed is no fault where an override
 * names another.
 */
static void merge(struct wanting *w, const struct fleet_value *values, uint32_t count, uint32_t assign,
		  uint32_t override)
{
	size_t at = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct fleet_want want = {
			.value = &values[i], .raw = values[i].raw, .assign = assign, .override = override};
		bool known = find(w, values[i].param, &at);

		if (known && override == FLEET_NONE && w->wants[at].override != FLEET_NONE) {
			if (w->wants[at].assign == FLEET_NONE)
				w->wants[at].assign = assign;
			continue;
		}
		/* the same profile by two ways needs no second look */
		if (known && w->wants[at].value == want.value)
			continue;
		if (want.value->by_speed)
			by_speed(w, &want);
		if (!known)
			insert(w, at, &want);
		else if (!same(&w->wants[at], &want))
			conflict(w, &w->wants[at], &want);
	}
}

static void merge_overrides(struct wanting *w)
{
	uint32_t count;
	const uint32_t *overrides = fleet_host_overrides(w->fleet, w->host, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct fleet_override *override = &w->fleet->overrides[overrides[i]];

		if (fleet_nics_match(w->fleet, &override->nics, w->nic))
			merge(w, override->values, override->value_count, FLEET_NONE, overrides[i]);
	}
}

static void merge_assigns(struct wanting *w)
{
	uint32_t count;
	const uint32_t *assigns = fleet_host_assigns(w->fleet, w->host, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct fleet_assign *assign = &w->fleet->assigns[assigns[i]];
		const struct fleet_profile *profile = &w->fleet->profiles[assign->profile];

		if (fleet_nics_match(w->fleet, &assign->nics, w->nic))
			merge(w, profile->values, profile->value_count, assigns[i], FLEET_NONE);
	}
}

static bool is_plain(const struct fleet_want *want)
{
	return !want->value->leave && !want->value->original;
}

/* A floor above its ceiling, where entries that are each right come together. */
static void check_ceiling(struct wanting *w, const struct fleet_want *floor)
{
	const char *name = floor->value->param->ceiling;
	const struct ece_param *ceiling = name ? ece_param_find(name) : NULL;
	size_t at = 0;
	char from[64], to[64];
	struct ece_error e;

	if (!ceiling || !find(w, ceiling, &at) || !is_plain(floor) || !is_plain(&w->wants[at]) ||
	    !ece_param_exceeds(floor->value->param, floor->raw, w->wants[at].raw))
		return;
	ece_error_set(&e, -EINVAL, ECE_ERROR_CONFLICT, "this would be %s (line %u), %s %s, which would be %s (line %u)",
		      value_text(floor, from, sizeof(from)), floor->value->place.line,
		      ece_param_above(floor->value->param), ceiling->name, value_text(&w->wants[at], to, sizeof(to)),
		      w->wants[at].value->place.line);
	want_fault(w, floor->value->param, &e);
}

int fleet_wants(const struct fleet *fleet, uint32_t host, const struct facts_nic *nic, struct fleet_want *wants,
		size_t *count, struct ece_error_sink *sink)
{
	struct wanting w = {.fleet = fleet, .host = host, .nic = nic, .wants = wants, .sink = sink};

	merge_overrides(&w);
	merge_assigns(&w);
	for (size_t i = 0; i < w.count; i++)
		check_ceiling(&w, &wants[i]);
	*count = w.count;
	return w.err;
}
