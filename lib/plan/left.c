// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts that are left alone as the file says, that an open run holds, and that missed earlier runs. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/plan/saved_internal.h"

/*
 * @taken: the file wants something of the NIC
 * @owed: it wants it otherwise than it is, or nobody knows
 */
static int nic_is_owed(struct maker *m, uint32_t host, uint16_t nic, enum end_kind kind, bool *taken, bool *owed)
{
	const struct facts_nic *facts = &m->hosts[host].nics[nic];
	size_t count = 0;

	if (fleet_nic_never(m->fleet, facts) != FLEET_NONE)
		return 0;
	fleet_wants(m->fleet, host, facts, m->wants, &count, &m->conflicts.sink);
	*taken |= count > 0;
	for (size_t i = 0; i < count; i++) {
		const struct fleet_want *want = &m->wants[i];
		const struct ece_param *param = want->value->param;
		const struct facts_reading *reading = plan_reading(m, host, nic, param);

		if (want->value->leave || want->value->original)
			continue;
		*owed |= !reading || (reading->state != ECE_VALUE_SET && reading->state != ECE_VALUE_INERT) ||
			 !ece_param_matches(param, want->raw, reading->raw);
		if (plan_pair_end(m, host, param, kind, reading))
			return -ENOMEM;
	}
	return 0;
}

static int note_excluded(struct maker *m, uint32_t host, const struct fleet_exclude *exclude)
{
	const char *then = exclude->on_return == FLEET_RETURN_ENSURE ?
				   "the first run afterwards brings them up" :
				   "afterwards they are reported, and --ensure brings them up";
	const char *end = exclude->by_command ? "while a command names it" : "for good";
	bool read = m->hosts[host].state == FACTS_HOST_READ;

	return plan_note_add(m, PLAN_NOTE_EXCLUDED, PLAN_NO_PARAM, host, 0, "%.80s (%.80s:%u), %s%.40s: %.160s; %s%s",
			     exclude->name, m->fleet->file, exclude->place.line, exclude->until ? "until " : "",
			     exclude->until ? exclude->until : end, exclude->why ? exclude->why : "no reason is given",
			     read ? "" : "nobody knows what they have; ", then);
}

/* @report: what holds when the host is back. Returns 1 when it is owed something, 0 or -ENOMEM. */
static int leave_alone(struct maker *m, uint32_t host, enum end_kind kind, const char *why, bool report)
{
	const struct facts_host *h = &m->hosts[host];
	bool owed = h->state != FACTS_HOST_READ, taken = false;

	for (size_t nic = 0; h->state == FACTS_HOST_READ && nic < h->nic_count; nic++) {
		plan_hit_assigns(m, host, &h->nics[nic]);
		if (nic_is_owed(m, host, (uint16_t)nic, kind, &taken, &owed))
			return -ENOMEM;
	}
	m->plan->owed_report[host] = owed && report;
	m->plan->owed_why[host] = owed ? plan_why(why) : NULL;
	if (!owed) {
		plan_close_host(m, host, false, taken);
		return 0;
	}
	m->plan->host_states[host] = PLAN_HOST_EXCLUDED;
	m->plan->excluded_count++;
	return 1;
}

int plan_exclude(struct maker *m, uint32_t host, uint32_t exclude)
{
	const struct fleet_exclude *x = &m->fleet->excludes[exclude];
	int owed = leave_alone(m, host, END_EXCLUDED, x->why, x->on_return == FLEET_RETURN_REPORT);

	return owed > 0 ? note_excluded(m, host, x) : owed;
}

void plan_find_reported(struct maker *m)
{
	const struct plan_input *in = m->input;

	for (size_t i = 0; i < in->owed_count && !in->ensure; i++) {
		uint32_t host = in->owed[i].host;

		if (!in->owed[i].report || host >= m->plan->host_count)
			continue;
		m->plan->owed_report[host] = true;
		m->plan->owed_why[host] = in->owed[i].why;
	}
}

/* Its note is that of what it is owed. */
int plan_report(struct maker *m, uint32_t host)
{
	return leave_alone(m, host, END_REPORTED, m->plan->owed_why[host], true) < 0 ? -ENOMEM : 0;
}

int plan_has_moved(struct maker *m, uint32_t host)
{
	const struct plan_input *in = m->input;
	const char *why;

	while (m->moved_at < in->moved_count && in->moved[m->moved_at].host < host)
		m->moved_at++;
	if (m->moved_at == in->moved_count || in->moved[m->moved_at].host != host)
		return 0;
	why = in->moved[m->moved_at].why;
	m->plan->host_states[host] = PLAN_HOST_MOVED;
	m->plan->owed_why[host] = why;
	m->plan->moved_count++;
	return plan_note_add(m, PLAN_NOTE_MOVED, PLAN_NO_PARAM, host, 0,
			     "not as it was when the plan was saved, stays owed: %s", why) ?
		       -ENOMEM :
		       1;
}

static bool printed_the_same(const struct plan_input *in, size_t i)
{
	const struct plan_saved_info *then = plan_saved_info(in->saved);

	return i < then->command_count &&
	       !memcmp(then->commands[i].digest, in->commands[i].digest, sizeof(in->commands[i].digest));
}

/* Who moved because of it is told with the hosts; that the fleet is not the one that was looked at is told here. */
static int note_commands(struct maker *m)
{
	const struct plan_input *in = m->input;
	int err = 0;

	for (size_t i = 0; in->saved && i < in->command_count && !err; i++)
		if (!printed_the_same(in, i))
			err = plan_note_add(m, PLAN_NOTE_MOVED, PLAN_NO_PARAM, NONE, 0,
					    "%.120s (%.120s:%u) prints something else than when the plan was saved: "
					    "hosts that it adds or sets otherwise are left out, those that it takes "
					    "away are not touched",
					    in->commands[i].name, m->fleet->file, in->commands[i].place.line);
	return err;
}

int plan_check_moved(struct maker *m)
{
	size_t moved = m->input->moved_count, gone = m->input->gone_count;

	if (note_commands(m))
		return -ENOMEM;
	if (gone && plan_note_add(m, PLAN_NOTE_MOVED, PLAN_NO_PARAM, NONE, 0,
				  "%zu host%s of the saved plan %s not named any more", gone, gone == 1 ? "" : "s",
				  gone == 1 ? "is" : "are"))
		return -ENOMEM;
	if (moved + gone <= m->input->moved_max)
		return 0;
	return plan_note_refuse(m, PLAN_NOTE_MOVED, PLAN_NO_PARAM, NONE, 0,
				"%zu hosts moved since the plan was saved, and at most %zu may; make another plan and "
				"look at it, or raise --moved",
				moved + gone, m->input->moved_max);
}

int plan_note_held(struct maker *m, uint32_t host)
{
	const char *holder = m->hosts[host].holder, *frozen = m->hosts[host].frozen;

	if (frozen && plan_note_add(m, PLAN_NOTE_FROZEN, PLAN_NO_PARAM, host, 0,
				    "frozen %s; a run passes such hosts over, and they stay owed", frozen))
		return -ENOMEM;
	if (!holder || !holder[0])
		return 0;
	if (m->input->adopt)
		return plan_note_add(m, PLAN_NOTE_HELD, PLAN_NO_PARAM, host, 0,
				     "run %s holds cards here and is given up: --adopt takes what they have now for "
				     "the old values",
				     holder);
	return plan_note_refuse(m, PLAN_NOTE_HELD, PLAN_NO_PARAM, host, 0,
				"run %s holds cards here: resume it or undo it first, or exclude these hosts", holder);
}

static const char *what_now(const struct maker *m, uint32_t host)
{
	bool report = m->plan->owed_report[host] && fleet_host_exclude(m->fleet, host) == FLEET_NONE;

	switch ((enum plan_host_state)m->plan->host_states[host]) {
	case PLAN_HOST_CHANGED:
		return "this plan brings them up";
	case PLAN_HOST_UNCHANGED:
		return "they have it by now";
	case PLAN_HOST_LEFT_OUT:
		return "what the file does not leave out they have by now";
	case PLAN_HOST_EXCLUDED:
		if (report)
			return "they are no longer excluded and only reported, as their exclude said: --ensure brings "
			       "them up";
		return "they stay owed";
	default:
		return "they stay owed";
	}
}

static int note_owed(struct maker *m, const struct plan_owed *owed)
{
	uint64_t has = m->hosts[owed->host].generation;
	char behind[64] = "";

	if (has)
		snprintf(behind, sizeof(behind), ", and have generation %" PRIu64, has);
	return plan_note_add(m, PLAN_NOTE_OWED, PLAN_NO_PARAM, owed->host, 0,
			     "missed generation %" PRIu64 " (run %.64s)%s: %.160s; %s", owed->generation, owed->run,
			     behind, plan_why(owed->why), what_now(m, owed->host));
}

int plan_note_owed(struct maker *m)
{
	for (size_t i = 0; i < m->input->owed_count; i++) {
		const struct plan_owed *owed = &m->input->owed[i];

		if (owed->host < m->plan->host_count && plan_is_within(m, owed->host) && note_owed(m, owed))
			return -ENOMEM;
	}
	return 0;
}
