// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What every NIC has against what the file wants. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/plan/internal.h"

static int change_add(struct maker *m, const struct plan_change *change)
{
	struct plan *plan = m->plan;

	if (plan_grow((void **)&plan->changes, &m->change_max, plan->change_count, sizeof(*change)))
		return -ENOMEM;
	plan->changes[plan->change_count++] = *change;
	return 0;
}

static const char *or_unknown(const char *why)
{
	return why && why[0] ? why : "the host does not say why";
}

static int cannot(struct maker *m, uint32_t host, const struct fleet_value *value, enum fleet_policy policy,
		  const char *key, const char *why)
{
	uint16_t param = (uint16_t)ece_param_index(value->param);

	if (policy == FLEET_SKIP) {
		m->left_out = true;
		return plan_note_add(m, PLAN_NOTE_SKIPPED, param, host, 1, "%s is left out, as the file says: %s",
				     value->param->name, or_unknown(why));
	}
	return plan_note_add(m, PLAN_NOTE_REFUSED, param, host, 1,
			     "%s: %s; to leave such cards out write \"%s\": \"skip\"", value->param->name,
			     or_unknown(why), key);
}

static int unreadable(struct maker *m, uint32_t host, const struct fleet_value *value, const char *why)
{
	m->plan->incomplete = true;
	return plan_note_add(m, PLAN_NOTE_UNREADABLE, (uint16_t)ece_param_index(value->param), host, 1,
			     "%s cannot be read, so nobody knows whether it differs: %s", value->param->name,
			     or_unknown(why));
}

/* What the card says of it is no reason to write it, nor to leave it. */
static int note_unverified(struct maker *m, uint32_t host, const struct ece_param *param)
{
	m->plan->unverified_count++;
	return plan_note_add(m, PLAN_NOTE_UNVERIFIED, (uint16_t)ece_param_index(param), host, 1,
			     "%s is not told truly by cards: every run writes it, and no --check can find it as it "
			     "should be",
			     param->name);
}

static bool differs(const struct fleet_value *value, const struct facts_reading *reading)
{
	return value->param->no_verify || !ece_param_matches(value->param, value->raw, reading->raw);
}

static int compare(struct maker *m, uint32_t host, uint16_t nic, const struct fleet_value *value,
		   const struct facts_reading *reading)
{
	const struct ece_param *param = value->param;

	if (!differs(value, reading))
		return 0;
	if (param->no_verify && note_unverified(m, host, param))
		return -ENOMEM;
	if (param->pairwise) {
		if (!m->plan->pairwise)
			m->plan->pairwise = param;
		if (plan_host_add(&m->pairwise, host))
			return -ENOMEM;
	}
	return change_add(m, &(struct plan_change){
				     .host = host,
				     .nic = nic,
				     .param = (uint16_t)ece_param_index(param),
				     .from = reading->raw,
				     .to = value->raw,
			     });
}

/* What the host told of a parameter; NULL where it was not asked. */
static const struct facts_reading *reading_of(const struct maker *m, uint32_t host, uint16_t nic,
					      const struct fleet_value *value)
{
	const struct facts_reading *readings = m->hosts[host].nics[nic].readings;
	uint32_t place = m->reading[ece_param_index(value->param)];

	return readings && place != NONE ? &readings[place] : NULL;
}

/* One setting often keeps many parameters of a NIC from acting; it is said once. */
static int note_reading(struct maker *m, uint32_t host, uint16_t nic, size_t want, const struct facts_reading *reading)
{
	if (!reading->why || !reading->why[0])
		return 0;
	for (size_t i = 0; i < want; i++) {
		const struct facts_reading *before = reading_of(m, host, nic, m->wants[i].value);

		if (before && before->state == reading->state && before->why && !strcmp(before->why, reading->why))
			return 0;
	}
	return plan_note_add(m, PLAN_NOTE_NEEDS, PLAN_NO_PARAM, host, 1, "%s", reading->why);
}

/* Is this value none that the card takes? Then @why says so. */
static bool out_of_range(const struct fleet_value *value, const struct facts_limits *limits, char *why, size_t size)
{
	bool low = value->raw < limits->min;
	char want[64], bound[64];

	if (!low && (!limits->max || value->raw <= limits->max))
		return false;
	snprintf(why, size, "this card takes at %s %s, not %s", low ? "least" : "most",
		 ece_param_format(value->param, low ? limits->min : limits->max, bound, sizeof(bound)),
		 ece_param_format(value->param, value->raw, want, sizeof(want)));
	return true;
}

/* What no write can reach. Returns 1 when it may be written, else as cannot(). */
static int diff_limits(struct maker *m, uint32_t host, const struct fleet_value *value,
		       const struct facts_limits *limits)
{
	char why[256];

	if (limits->why && limits->kind == ECE_ERROR_NO_DOOR)
		return cannot(m, host, value, value->if_no_door, "if_no_door", limits->why);
	if (limits->why && limits->kind == ECE_ERROR_UNSUPPORTED)
		return cannot(m, host, value, value->if_unsupported, "if_unsupported", limits->why);
	if (limits->why)
		return plan_note_add(m, PLAN_NOTE_REFUSED, (uint16_t)ece_param_index(value->param), host, 1,
				     "%s cannot be written: %s", value->param->name, limits->why);
	if (out_of_range(value, limits, why, sizeof(why)))
		return cannot(m, host, value, value->if_unsupported, "if_unsupported", why);
	return 1;
}

/* A value that can be compared. */
static int diff_known(struct maker *m, uint32_t host, uint16_t nic, size_t want, const struct facts_reading *reading)
{
	const struct fleet_value *value = m->wants[want].value;
	int ret = 1;

	if (ece_param_refused(value->param, reading->state, value->raw))
		return cannot(m, host, value, value->if_unsupported, "if_unsupported", reading->why);
	if (reading->limits && differs(value, reading))
		ret = diff_limits(m, host, value, reading->limits);
	if (ret <= 0)
		return ret;
	if (note_reading(m, host, nic, want, reading) || plan_agree(m, host, value))
		return -ENOMEM;
	return compare(m, host, nic, value, reading);
}

static int diff_value(struct maker *m, uint32_t host, uint16_t nic, size_t want)
{
	const struct fleet_value *value = m->wants[want].value;
	const struct facts_reading *reading;

	if (value->leave)
		return 0;
	reading = reading_of(m, host, nic, value);
	if (!reading)
		return unreadable(m, host, value, "it was not asked for");
	switch (reading->state) {
	case ECE_VALUE_SET:
	case ECE_VALUE_INERT:
		return diff_known(m, host, nic, want, reading);
	case ECE_VALUE_UNSUPPORTED:
		return cannot(m, host, value, value->if_unsupported, "if_unsupported", reading->why);
	case ECE_VALUE_NO_DOOR:
		return cannot(m, host, value, value->if_no_door, "if_no_door", reading->why);
	default:
		return unreadable(m, host, value, reading->why);
	}
}

static void hit_assigns(struct maker *m, uint32_t host, const struct facts_nic *nic)
{
	uint32_t count;
	const uint32_t *assigns = fleet_host_assigns(m->fleet, host, &count);

	for (uint32_t i = 0; i < count; i++)
		if (!m->assign_hit[assigns[i]] && fleet_nics_match(&m->fleet->assigns[assigns[i]].nics, nic))
			m->assign_hit[assigns[i]] = true;
}

/* A NIC that must not be written: one note for all that the file wants of it. */
static int refuse_nic(struct maker *m, uint32_t host, const struct facts_nic *nic, size_t wanted)
{
	const char *key = nic->no_door ? "if_no_door" : "if_unsupported";
	bool skip = true;

	for (size_t i = 0; i < wanted; i++) {
		const struct fleet_value *value = m->wants[i].value;
		enum fleet_policy policy = nic->no_door ? value->if_no_door : value->if_unsupported;

		skip = skip && (value->leave || policy == FLEET_SKIP);
	}
	if (skip) {
		m->left_out = true;
		return plan_note_add(m, PLAN_NOTE_SKIPPED, PLAN_NO_PARAM, host, 1,
				     "a NIC is left out, as the file says: %s", or_unknown(nic->barred));
	}
	return plan_note_add(
		m, PLAN_NOTE_REFUSED, PLAN_NO_PARAM, host, 1,
		"a NIC must be left alone: %s; select other NICs, or write \"%s\": \"skip\" to leave such ones out",
		or_unknown(nic->barred), key);
}

static int diff_nic(struct maker *m, uint32_t host, uint16_t nic, bool *wanted)
{
	const struct facts_nic *facts = &m->hosts[host].nics[nic];
	size_t first = m->plan->change_count, count = 0, changes;

	hit_assigns(m, host, facts);
	/* what contradicts is in m->conflicts, and the rest of the file is still looked at */
	fleet_wants(m->fleet, host, facts, m->wants, &count, &m->conflicts.sink);
	if (!count)
		return 0;
	*wanted = true;
	if (facts->barred)
		return refuse_nic(m, host, facts, count);
	m->plan->nic_count++;
	for (size_t i = 0; i < count; i++)
		if (diff_value(m, host, nic, i))
			return -ENOMEM;
	changes = m->plan->change_count - first;
	if (!changes)
		return 0;
	m->plan->changed_nic_count++;
	return plan_group_add(m, host, facts->card ? facts->card : "", changes);
}

static int not_read(struct maker *m, uint32_t host)
{
	const struct facts_host *h = &m->hosts[host];

	m->plan->incomplete = true;
	m->plan->unreachable_count++;
	if (h->state == FACTS_HOST_UNREACHABLE)
		return plan_note_add(m, PLAN_NOTE_UNREACHABLE, PLAN_NO_PARAM, host, 0,
				     "cannot be reached, stays owed: %s", or_unknown(h->why));
	return plan_note_add(m, PLAN_NOTE_UNREACHABLE, PLAN_NO_PARAM, host, 0,
			     "answered, but cannot be read, stays owed: %s", or_unknown(h->why));
}

static int diff_host(struct maker *m, uint32_t host)
{
	const struct facts_host *h = &m->hosts[host];
	size_t before = m->plan->change_count;
	bool wanted = false;

	m->left_out = false;
	if (h->state != FACTS_HOST_READ)
		return not_read(m, host);
	for (size_t nic = 0; nic < h->nic_count; nic++)
		if (diff_nic(m, host, (uint16_t)nic, &wanted))
			return -ENOMEM;
	/* Cards without a driver look like no cards: that is not "as the file says". */
	if (!h->nic_count)
		m->plan->incomplete = true;
	if (!wanted && plan_note_add(m, PLAN_NOTE_NO_NIC, PLAN_NO_PARAM, host, 0,
				     h->nic_count ? "no NIC of these hosts is taken by the file" :
						    "these hosts have no NIC that the toolkit knows"))
		return -ENOMEM;
	if (m->plan->change_count > before)
		return plan_host_add(&m->changed, host);
	if (m->left_out)
		m->plan->left_out_count++;
	else
		m->plan->unchanged_count++;
	return 0;
}

int plan_diff(struct maker *m)
{
	for (size_t host = 0; host < m->plan->host_count; host++)
		if (diff_host(m, (uint32_t)host))
			return -ENOMEM;
	return 0;
}

static int note_host_assigns(struct maker *m, uint32_t host)
{
	uint32_t count;
	const uint32_t *assigns = fleet_host_assigns(m->fleet, host, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct fleet_assign *assign = &m->fleet->assigns[assigns[i]];

		if (!m->assign_hit[assigns[i]] && plan_note_add(m, PLAN_NOTE_NO_NIC, PLAN_NO_PARAM, host, 0,
								"%s selects no NIC on any of its hosts (%s:%u)",
								assign->name, m->fleet->file, assign->place.line))
			return -ENOMEM;
	}
	return 0;
}

/* Of the hosts that were read: a host that is down may well have such a NIC. */
int plan_note_unmatched(struct maker *m)
{
	bool all = true;

	for (uint32_t i = 0; i < m->fleet->assign_count; i++)
		all = all && m->assign_hit[i];
	for (size_t host = 0; !all && host < m->plan->host_count; host++)
		if (m->hosts[host].state == FACTS_HOST_READ && note_host_assigns(m, (uint32_t)host))
			return -ENOMEM;
	return 0;
}
