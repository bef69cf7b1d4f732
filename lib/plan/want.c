// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the file says about one parameter of one NIC, against what is there. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/plan/internal.h"

static int cannot(struct maker *m, uint32_t host, const struct fleet_value *value, enum fleet_policy policy,
		  const char *key, const char *why)
{
	uint16_t param = (uint16_t)ece_param_index(value->param);

	if (policy == FLEET_SKIP) {
		m->left_out = true;
		if (plan_pair_end(m, host, value->param, END_SKIPPED, NULL))
			return -ENOMEM;
		return plan_note_add(m, PLAN_NOTE_SKIPPED, param, host, 1, "%s is left out, as the file says: %s",
				     value->param->name, plan_why(why));
	}
	return plan_note_add(m, PLAN_NOTE_REFUSED, param, host, 1,
			     "%s: %s; to leave such cards out write \"%s\": \"skip\"", value->param->name,
			     plan_why(why), key);
}

static int unreadable(struct maker *m, uint32_t host, const struct fleet_value *value, const char *why)
{
	m->plan->incomplete = true;
	return plan_note_add(m, PLAN_NOTE_UNREADABLE, (uint16_t)ece_param_index(value->param), host, 1,
			     "%s cannot be read, so nobody knows whether it differs: %s", value->param->name,
			     plan_why(why));
}

/* What the card says of it is no reason to write it, nor to leave it. */
static int note_unverified(struct maker *m, uint32_t host, const struct ece_param *param)
{
	m->plan->unverified_count += plan_is_owed(m, host, fleet_change_of(m->fleet, param));
	return plan_note_add(m, PLAN_NOTE_UNVERIFIED, (uint16_t)ece_param_index(param), host, 1,
			     "%s is not told truly by cards: every run writes it, and no --check can find it as it "
			     "should be",
			     param->name);
}

static bool differs(const struct fleet_want *want, const struct facts_reading *reading)
{
	const struct ece_param *param = want->value->param;

	return param->no_verify || !ece_param_matches(param, want->raw, reading->raw);
}

const struct facts_reading *plan_reading(const struct maker *m, uint32_t host, uint16_t nic,
					 const struct ece_param *param)
{
	const struct facts_reading *readings = m->hosts[host].nics[nic].readings;
	uint32_t place = m->reading[ece_param_index(param)];

	return readings && place != NONE ? &readings[place] : NULL;
}

/* One setting often keeps many parameters of a NIC from acting; it is said once. */
static int note_reading(struct maker *m, uint32_t host, uint16_t nic, size_t want, const struct facts_reading *reading)
{
	if (!reading->why || !reading->why[0])
		return 0;
	for (size_t i = 0; i < want; i++) {
		const struct facts_reading *before = plan_reading(m, host, nic, m->wants[i].value->param);

		if (before && before->state == reading->state && before->why && !strcmp(before->why, reading->why))
			return 0;
	}
	return plan_note_add(m, PLAN_NOTE_NEEDS, PLAN_NO_PARAM, host, 1, "%s", reading->why);
}

/* Is this value none that the card takes? Then @why says so. */
static bool out_of_range(const struct fleet_want *want, const struct facts_limits *limits, char *why, size_t size)
{
	const struct ece_param *param = want->value->param;
	bool low = want->raw < limits->min;
	char text[64], bound[64];

	if (!low && (!limits->max || want->raw <= limits->max))
		return false;
	snprintf(why, size, "this card takes at %s %s, not %s", low ? "least" : "most",
		 ece_param_format(param, low ? limits->min : limits->max, bound, sizeof(bound)),
		 ece_param_format(param, want->raw, text, sizeof(text)));
	return true;
}

/* What no write can reach. Returns 1 when it may be written, else as cannot(). */
static int check_limits(struct maker *m, uint32_t host, const struct fleet_want *want,
			const struct facts_limits *limits)
{
	const struct fleet_value *value = want->value;
	char why[256];

	if (limits->why && limits->kind == ECE_ERROR_NO_DOOR)
		return cannot(m, host, value, value->if_no_door, "if_no_door", limits->why);
	if (limits->why && limits->kind == ECE_ERROR_UNSUPPORTED)
		return cannot(m, host, value, value->if_unsupported, "if_unsupported", limits->why);
	if (limits->why)
		return plan_note_add(m, PLAN_NOTE_REFUSED, (uint16_t)ece_param_index(value->param), host, 1,
				     "%s cannot be written: %s", value->param->name, limits->why);
	if (out_of_range(want, limits, why, sizeof(why)))
		return cannot(m, host, value, value->if_unsupported, "if_unsupported", why);
	return 1;
}

/* DCQCN guide and release notes xx.45.1020: one priority may switch all of a port. */
static int note_priorities(struct maker *m, uint32_t host, const struct fleet_want *want,
			   const struct facts_reading *reading)
{
	const struct ece_param *param = want->value->param;

	if (param->scope != ECE_SCOPE_PRIORITY || !want->raw || want->raw == param->max || !differs(want, reading))
		return 0;
	return plan_note_add(m, PLAN_NOTE_NEEDS, (uint16_t)ece_param_index(param), host, 1,
			     "%s: a card may have one switch for all priorities of a port; where it has, a set that is "
			     "neither none nor all fails when it is read back",
			     param->name);
}

/* A value that can be compared. */
static int known(struct maker *m, uint32_t host, uint16_t nic, size_t index, const struct facts_reading *reading)
{
	const struct fleet_want *want = &m->wants[index];
	const struct ece_param *param = want->value->param;
	int ret = 1;

	if (ece_param_refused(param, reading->state, want->raw))
		return cannot(m, host, want->value, want->value->if_unsupported, "if_unsupported", reading->why);
	if (reading->limits && differs(want, reading))
		ret = check_limits(m, host, want, reading->limits);
	if (ret <= 0)
		return ret;
	if (note_reading(m, host, nic, index, reading) || plan_pair_want(m, host, param, want->raw) ||
	    note_priorities(m, host, want, reading))
		return -ENOMEM;
	if (!param->no_verify)
		return plan_decide(m, host, nic, param, reading->raw, want->raw);
	return note_unverified(m, host, param) ? -ENOMEM : plan_change(m, host, nic, param, reading->raw, want->raw);
}

/* "leave", or "original" of what was never written. */
static bool stays(struct maker *m, uint32_t host, uint16_t nic, struct fleet_want *want)
{
	if (!want->value->original)
		return want->value->leave;
	return !plan_original(&m->hosts[host].nics[nic], want->value->param, &want->raw);
}

int plan_want(struct maker *m, uint32_t host, uint16_t nic, size_t want)
{
	const struct fleet_value *value = m->wants[want].value;
	const struct facts_reading *reading = plan_reading(m, host, nic, value->param);

	if (stays(m, host, nic, &m->wants[want]))
		return plan_pair_end(m, host, value->param, END_LEFT, reading);
	if (!plan_is_repair(m, host, nic, value->param))
		return plan_pair_end(m, host, value->param, END_OUTSIDE, reading);
	if (!reading)
		return unreadable(m, host, value, "it was not asked for");
	switch (reading->state) {
	case ECE_VALUE_SET:
	case ECE_VALUE_INERT:
		return known(m, host, nic, want, reading);
	case ECE_VALUE_UNSUPPORTED:
		return cannot(m, host, value, value->if_unsupported, "if_unsupported", reading->why);
	case ECE_VALUE_NO_DOOR:
		return cannot(m, host, value, value->if_no_door, "if_no_door", reading->why);
	default:
		return unreadable(m, host, value, reading->why);
	}
}
