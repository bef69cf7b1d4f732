// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Pairwise parameters: two ends that differ can hurt each other, so a domain gets one value, and gets it in one step.
 * Looked at is every state between two steps, with all that stays as it is as the other end.
 */
#include <errno.h>
#include <stdio.h>

#include "lib/base/fnv.h"
#include "lib/plan/internal.h"

#define PLACE_TEXT_MAX 160

static bool same_place(const void *ctx, uint32_t entry)
{
	const struct maker *m = ctx;
	const struct place *key = &m->places[m->place_count], *other = &m->places[entry];

	return other->domain == key->domain && other->param == key->param;
}

static uint64_t place_hash(const void *ctx, uint32_t entry)
{
	const struct place *p = &((const struct maker *)ctx)->places[entry];

	return fnv64(FNV64_START + p->param, &p->domain, sizeof(p->domain));
}

/* Is there one? The key lies behind the last place. */
static int place_find(struct maker *m, uint32_t host, uint16_t param, uint32_t *entry)
{
	if (plan_grow((void **)&m->places, &m->place_max, m->place_count, sizeof(*m->places)))
		return -ENOMEM;
	m->places[m->place_count] = (struct place){
		.domain = fleet_label(m->fleet, host, PLAN_DOMAIN_LABEL), /* equal values of a label are one pointer */
		.param = param,
		.part = (uint16_t)fleet_change_of(m->fleet, ece_param_at(param)),
		.first_step = NONE,
	};
	*entry = plan_table_find(&m->place_table, place_hash(m, (uint32_t)m->place_count), same_place, m);
	return 0;
}

static int place_get(struct maker *m, uint32_t host, uint16_t param, uint32_t *entry)
{
	int err = place_find(m, host, param, entry);

	if (err || *entry != NONE)
		return err;
	*entry = (uint32_t)m->place_count;
	err = plan_table_put(&m->place_table, place_hash(m, *entry), *entry, place_hash, m);
	m->place_count += !err;
	return err;
}

static const char *place_text(const struct place *place, char buf[PLACE_TEXT_MAX])
{
	if (place->domain)
		snprintf(buf, PLACE_TEXT_MAX, "in domain %.100s", place->domain);
	else
		snprintf(buf, PLACE_TEXT_MAX, "on hosts without a label \"" PLAN_DOMAIN_LABEL "\"");
	return buf;
}

static bool mixed_allowed(const struct maker *m, const struct place *place)
{
	return m->parts[place->part].rollout->mixed;
}

static int note_disagree(struct maker *m, uint32_t host, const struct place *place, uint64_t second)
{
	const struct ece_param *param = ece_param_at(place->param);
	char a[64], b[64], where[PLACE_TEXT_MAX];

	ece_param_format(param, place->raw, a, sizeof(a));
	ece_param_format(param, second, b, sizeof(b));
	if (mixed_allowed(m, place))
		return plan_note_add(m, PLAN_NOTE_DOMAIN, place->param, host, 1,
				     "%s differs %s for good: the file wants both %s and %s, and \"mixed\": \"allow\" "
				     "lets it",
				     param->name, place_text(place, where), a, b);
	if (place->domain)
		return plan_note_add(m, PLAN_NOTE_PAIRWISE, place->param, host, 1,
				     "%s must not differ inside a domain, and the file wants both %s and %s in domain "
				     "%s; give all NICs of a domain one value",
				     param->name, a, b, place->domain);
	return plan_note_add(m, PLAN_NOTE_PAIRWISE, place->param, host, 1,
			     "%s must not differ between hosts that talk to each other, and the file wants both %s and "
			     "%s on hosts without a label \"" PLAN_DOMAIN_LABEL "\"; give them that label in the "
			     "inventory, or one value",
			     param->name, a, b);
}

int plan_pair_want(struct maker *m, uint32_t host, const struct ece_param *param, uint64_t raw)
{
	struct place *place;
	uint32_t entry;

	if (!param->pairwise)
		return 0;
	if (place_get(m, host, (uint16_t)ece_param_index(param), &entry))
		return -ENOMEM;
	place = &m->places[entry];
	if (!place->wanted) {
		place->wanted = true;
		place->raw = raw;
	}
	return place->raw == raw ? 0 : note_disagree(m, host, place, raw);
}

int plan_pair_end(struct maker *m, uint32_t host, const struct ece_param *param, enum end_kind kind,
		  const struct facts_reading *reading)
{
	bool known = reading && (reading->state == ECE_VALUE_SET || reading->state == ECE_VALUE_INERT);
	struct end end = {.host = host, .kind = kind, .known = known, .raw = known ? reading->raw : 0};

	if (!param->pairwise)
		return 0;
	if (place_get(m, host, (uint16_t)ece_param_index(param), &end.place) ||
	    plan_grow((void **)&m->ends, &m->end_max, m->end_count, sizeof(*m->ends)))
		return -ENOMEM;
	m->ends[m->end_count++] = end;
	return 0;
}

static void place_step(struct maker *m, const struct end *end)
{
	struct place *place = &m->places[end->place];
	uint32_t step = m->parts[place->part].step_of[end->host];
	bool first = place->first_step == NONE;

	if (first || step < place->first_step) {
		place->first_step = step;
		place->first_host = end->host;
	}
	if (first || step > place->last_step) {
		place->last_step = step;
		place->last_host = end->host;
	}
}

static int note_parted(struct maker *m, uint32_t host, const struct place *place)
{
	const struct ece_param *param = ece_param_at(place->param);
	const char *label = m->parts[place->part].rollout->unit_label;
	char where[PLACE_TEXT_MAX];

	if (mixed_allowed(m, place))
		return plan_note_add(m, PLAN_NOTE_DOMAIN, place->param, host, 0,
				     "%s differs %s from step %u to step %u, as \"mixed\": \"allow\" lets it",
				     param->name, place_text(place, where), place->first_step + 1,
				     place->last_step + 1);
	if (!place->domain)
		return plan_note_add(
			m, PLAN_NOTE_PAIRWISE, place->param, host, 0,
			"%s must not differ between hosts that talk to each other, and steps would part these hosts, "
			"which have no label \"" PLAN_DOMAIN_LABEL
			"\"; give them that label in the inventory, or write a rollout with one step",
			param->name);
	return plan_note_add(m, PLAN_NOTE_PAIRWISE, place->param, host, 0,
			     "%s must not differ inside a domain, and units by label \"%.60s\" part domain %.60s: "
			     "%.60s comes in step %u, %.60s in step %u; let units contain whole domains, or write "
			     "\"mixed\": \"allow\"",
			     param->name, label ? label : "", place->domain, m->hosts[place->first_host].name,
			     place->first_step + 1, m->hosts[place->last_host].name, place->last_step + 1);
}

static const char *const stays_because[] = {
	[END_LEFT] = "the file leaves it as it is there",
	[END_EXCLUDED] = "the file leaves these hosts alone",
	[END_REPORTED] = "they were excluded and are only reported",
	[END_OUTSIDE] = "the plan is not for them",
	[END_SKIPPED] = "it is left out there, as the file says",
	[END_UNNAMED] = "the file names it for none of their NICs",
};

static bool is_on_purpose(enum end_kind kind)
{
	return kind == END_LEFT || kind == END_EXCLUDED || kind == END_REPORTED || kind == END_OUTSIDE;
}

/* An end that is up and that the file keeps different on purpose is no accident that a warning is enough for. */
static int note_stays(struct maker *m, const struct end *end, const struct place *place)
{
	const struct ece_param *param = ece_param_at(place->param);
	bool refused = !mixed_allowed(m, place) && is_on_purpose(end->kind) && end->known;
	char where[PLACE_TEXT_MAX], value[64] = "what they have";

	if (end->known)
		ece_param_format(param, end->raw, value, sizeof(value));
	return plan_note_add(m, refused ? PLAN_NOTE_PAIRWISE : PLAN_NOTE_DOMAIN, place->param, end->host, 0,
			     "%s changes %s and these hosts keep %s, since %s%s", param->name, place_text(place, where),
			     value, stays_because[end->kind],
			     refused ? "; change them too, or write \"mixed\": \"allow\"" : "");
}

static int check_end(struct maker *m, const struct end *end)
{
	const struct place *place = &m->places[end->place];

	if (place->first_step == NONE)
		return 0;
	if (end->kind == END_CHANGES)
		return place->first_step == place->last_step ? 0 : note_parted(m, end->host, place);
	if (end->known && end->raw == place->raw)
		return 0;
	return note_stays(m, end, place);
}

/* Hosts that nobody could read stay as they are, whatever that is, while others of their place change. */
static int check_unread(struct maker *m, uint32_t host)
{
	for (size_t i = 0; i < m->watch_count; i++) {
		uint16_t param = m->watch[i];
		char where[PLACE_TEXT_MAX];
		const struct place *place;
		uint32_t entry;

		if (place_find(m, host, param, &entry))
			return -ENOMEM;
		place = entry == NONE ? NULL : &m->places[entry];
		if (place && place->first_step != NONE &&
		    plan_note_add(m, PLAN_NOTE_DOMAIN, param, host, 0,
				  "%s changes %s without these hosts, which cannot be read", ece_param_at(param)->name,
				  place_text(place, where)))
			return -ENOMEM;
	}
	return 0;
}

int plan_pair_check(struct maker *m)
{
	int err = 0;

	for (size_t i = 0; i < m->end_count; i++)
		if (m->ends[i].kind == END_CHANGES)
			place_step(m, &m->ends[i]);
	for (size_t i = 0; i < m->end_count && !err; i++)
		err = check_end(m, &m->ends[i]);
	for (size_t host = 0; host < m->plan->host_count && !err; host++)
		if (m->hosts[host].state != FACTS_HOST_READ)
			err = check_unread(m, (uint32_t)host);
	return err;
}
