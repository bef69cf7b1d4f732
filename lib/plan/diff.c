// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What every NIC has against what the file wants: host by host, NIC by NIC. */
#include <errno.h>

#include "lib/plan/internal.h"

static int add_to_part(struct maker *m, uint32_t host, const struct ece_param *param, uint32_t part)
{
	struct part *p = &m->parts[part];

	if (plan_host_add(&p->changed, host))
		return -ENOMEM;
	if (!param->pairwise)
		return 0;
	if (!p->example)
		p->example = param;
	if (!m->plan->pairwise)
		m->plan->pairwise = param;
	if (plan_pair_end(m, host, param, END_CHANGES, NULL))
		return -ENOMEM;
	return plan_host_add(&p->pairwise, host);
}

static int change_add(struct maker *m, const struct plan_change *change)
{
	struct plan *plan = m->plan;

	if (plan_grow((void **)&plan->changes, &m->change_max, plan->change_count, sizeof(*change)))
		return -ENOMEM;
	plan->changes[plan->change_count++] = *change;
	return add_to_part(m, change->host, ece_param_at(change->param), change->part);
}

static int decision_add(struct maker *m, const struct decision *decision)
{
	if (plan_grow((void **)&m->decisions, &m->decision_max, m->decision_count, sizeof(*decision)))
		return -ENOMEM;
	m->decisions[m->decision_count++] = *decision;
	return 0;
}

int plan_change(struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param, uint64_t from, uint64_t to)
{
	uint16_t row = (uint16_t)ece_param_index(param);
	uint32_t part = fleet_change_of(m->fleet, param);
	struct decision decision = {.nic = nic, .param = row, .part = part, .from = from, .to = to};
	struct plan_change change = {
		.host = host, .nic = nic, .param = row, .part = (uint8_t)part, .from = from, .to = to};

	if (!plan_is_owed(m, host, part)) {
		decision.to = from;
		return decision_add(m, &decision) ? -ENOMEM : plan_not_owed(m, host, nic, param);
	}
	return decision_add(m, &decision) ? -ENOMEM : change_add(m, &change);
}

int plan_decide(struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param, uint64_t from, uint64_t to)
{
	struct decision stays = {.nic = nic, .param = (uint16_t)ece_param_index(param), .from = from, .to = from};

	return ece_param_matches(param, to, from) ? decision_add(m, &stays) :
						    plan_change(m, host, nic, param, from, to);
}

void plan_hit_assigns(struct maker *m, uint32_t host, const struct facts_nic *nic)
{
	uint32_t count;
	const uint32_t *assigns = fleet_host_assigns(m->fleet, host, &count);

	for (uint32_t i = 0; i < count; i++)
		if (!m->assign_hit[assigns[i]] && fleet_nics_match(m->fleet, &m->fleet->assigns[assigns[i]].nics, nic))
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
				     "a NIC is left out, as the file says: %s", plan_why(nic->barred));
	}
	return plan_note_add(
		m, PLAN_NOTE_REFUSED, PLAN_NO_PARAM, host, 1,
		"a NIC must be left alone: %s; select other NICs, or write \"%s\": \"skip\" to leave such ones out",
		plan_why(nic->barred), key);
}

static void mark_named(struct maker *m, size_t wanted)
{
	for (size_t i = 0; i < m->watch_count; i++)
		for (size_t w = 0; w < wanted && !m->watch_named[i]; w++)
			m->watch_named[i] = ece_param_index(m->wants[w].value->param) == m->watch[i];
}

static int diff_values(struct maker *m, uint32_t host, uint16_t nic, size_t wanted)
{
	const struct facts_nic *facts = &m->hosts[host].nics[nic];
	size_t first = m->plan->change_count, changes;

	mark_named(m, wanted);
	for (size_t i = 0; i < wanted; i++)
		if (plan_want(m, host, nic, i))
			return -ENOMEM;
	if (facts->original_count && !m->input->repairs && plan_removed(m, host, nic, wanted, first))
		return -ENOMEM;
	changes = m->plan->change_count - first;
	m->plan->nic_count += wanted || changes;
	if (!changes)
		return 0;
	m->plan->changed_nic_count++;
	return plan_group_add(m, host, facts->card ? facts->card : "", changes);
}

/* Its role says so, whatever else the file says. */
static int leave_nic(struct maker *m, uint32_t host, uint32_t role)
{
	return plan_note_add(m, PLAN_NOTE_SKIPPED, PLAN_NO_PARAM, host, 1,
			     "NICs of role %.80s are never touched, as the file says", m->fleet->roles[role].name);
}

static int diff_nic(struct maker *m, uint32_t host, uint16_t nic, bool *wanted)
{
	const struct facts_nic *facts = &m->hosts[host].nics[nic];
	uint32_t never = fleet_nic_never(m->fleet, facts);
	size_t count = 0;

	plan_hit_assigns(m, host, facts);
	if (never != FLEET_NONE)
		return leave_nic(m, host, never);
	/* what contradicts is in m->conflicts, and the rest of the file is still looked at */
	fleet_wants(m->fleet, host, facts, m->wants, &count, &m->conflicts.sink);
	*wanted |= count > 0;
	if (facts->barred)
		return count && !m->input->repairs ? refuse_nic(m, host, facts, count) : 0;
	return diff_values(m, host, nic, count);
}

static int not_read(struct maker *m, uint32_t host)
{
	const struct facts_host *h = &m->hosts[host];

	m->plan->incomplete = true;
	m->plan->unreachable_count++;
	m->plan->host_states[host] = PLAN_HOST_UNREACHABLE;
	m->plan->owed_why[host] = plan_why(h->why);
	if (h->state == FACTS_HOST_UNREACHABLE)
		return plan_note_add(m, PLAN_NOTE_UNREACHABLE, PLAN_NO_PARAM, host, 0,
				     "cannot be reached, stays owed: %s", plan_why(h->why));
	return plan_note_add(m, PLAN_NOTE_UNREACHABLE, PLAN_NO_PARAM, host, 0,
			     "answered, but cannot be read, stays owed: %s", plan_why(h->why));
}

/* A pairwise parameter that the file names for no NIC of the host stays as it is on all of them. */
static int note_unnamed(struct maker *m, uint32_t host)
{
	const struct facts_host *h = &m->hosts[host];

	for (size_t i = 0; i < m->watch_count; i++) {
		const struct ece_param *param = ece_param_at(m->watch[i]);

		for (size_t nic = 0; nic < h->nic_count && !m->watch_named[i]; nic++) {
			const struct facts_reading *reading = plan_reading(m, host, (uint16_t)nic, param);

			if (reading && (reading->state == ECE_VALUE_SET || reading->state == ECE_VALUE_INERT) &&
			    plan_pair_end(m, host, param, END_UNNAMED, reading))
				return -ENOMEM;
		}
		m->watch_named[i] = false;
	}
	return 0;
}

void plan_close_host(struct maker *m, uint32_t host, bool changed, bool taken)
{
	struct plan *plan = m->plan;

	if (changed) {
		plan->host_states[host] = PLAN_HOST_CHANGED;
		plan->changed_count++;
	} else if (m->left_out || !taken) {
		plan->host_states[host] = PLAN_HOST_LEFT_OUT;
		plan->left_out_count++;
	} else {
		plan->host_states[host] = PLAN_HOST_UNCHANGED;
		plan->unchanged_count++;
	}
}

/* What the NICs of a host have to do with each other, and with others. */
static int judge_host(struct maker *m, uint32_t host, bool changed)
{
	if (note_unnamed(m, host))
		return -ENOMEM;
	if (!changed)
		return 0;
	return plan_ports(m, host) || plan_ceilings(m, host) || plan_note_held(m, host) || plan_note_drift(m, host) ?
		       -ENOMEM :
		       0;
}

static int diff_nics(struct maker *m, uint32_t host)
{
	const struct facts_host *h = &m->hosts[host];
	size_t before = m->plan->change_count;
	bool wanted = false, changed;

	m->left_out = false;
	m->decision_count = 0;
	for (size_t nic = 0; nic < h->nic_count; nic++)
		if (diff_nic(m, host, (uint16_t)nic, &wanted))
			return -ENOMEM;
	changed = m->plan->change_count > before;
	if (judge_host(m, host, changed))
		return -ENOMEM;
	/* Cards without a driver look like no cards: that is not "as the file says". */
	if (!h->nic_count)
		m->plan->incomplete = true;
	plan_close_host(m, host, changed, wanted);
	if (wanted || changed)
		return 0;
	return plan_note_add(m, PLAN_NOTE_NO_NIC, PLAN_NO_PARAM, host, 0,
			     h->nic_count ? "no NIC of these hosts is taken by the file" :
					    "these hosts have no NIC that the toolkit knows");
}

static int diff_host(struct maker *m, uint32_t host)
{
	uint32_t exclude = fleet_host_exclude(m->fleet, host);
	int moved;

	if (!plan_is_within(m, host))
		return plan_outside(m, host);
	if (exclude != FLEET_NONE)
		return plan_exclude(m, host, exclude);
	if (m->plan->owed_report[host] && m->hosts[host].state == FACTS_HOST_READ)
		return plan_report(m, host);
	moved = plan_has_moved(m, host);
	if (moved)
		return moved < 0 ? moved : 0;
	return m->hosts[host].state == FACTS_HOST_READ ? diff_nics(m, host) : not_read(m, host);
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
		if (plan_is_within(m, (uint32_t)host) && m->hosts[host].state == FACTS_HOST_READ &&
		    note_host_assigns(m, (uint32_t)host))
			return -ENOMEM;
	return 0;
}
