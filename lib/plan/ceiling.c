// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A value that must not exceed another one, after every part of the plan: parts go out one after the other, and between
 * them one of both may already be new.
 */
#include <errno.h>

#include "lib/plan/internal.h"

static const struct decision *find(const struct maker *m, uint16_t nic, uint16_t param)
{
	for (size_t i = 0; i < m->decision_count; i++)
		if (m->decisions[i].nic == nic && m->decisions[i].param == param)
			return &m->decisions[i];
	return NULL;
}

static uint64_t after(const struct decision *d, uint32_t part)
{
	return d->part <= part ? d->to : d->from;
}

static bool exceeds(const struct decision *floor, const struct decision *ceiling, uint32_t part)
{
	return ece_param_exceeds(ece_param_at(floor->param), after(floor, part), after(ceiling, part));
}

static int note(struct maker *m, uint32_t host, const struct decision *floor, const struct decision *ceiling,
		uint32_t part, bool for_good)
{
	const struct ece_param *low = ece_param_at(floor->param), *high = ece_param_at(ceiling->param);
	char a[64], b[64];

	ece_param_format(low, after(floor, part), a, sizeof(a));
	ece_param_format(high, after(ceiling, part), b, sizeof(b));
	return plan_note_add(m, PLAN_NOTE_REFUSED, floor->param, host, 1, "%s would be %s, %s %s, which would be %s%s",
			     low->name, a, ece_param_above(low), high->name, b,
			     for_good ? "" : ", between two changes; let one change have both");
}

/* Both are known. The last part of the two decides for good, the first one in between. */
static int check(struct maker *m, uint32_t host, const struct decision *floor, const struct decision *ceiling)
{
	uint32_t first = floor->part < ceiling->part ? floor->part : ceiling->part;
	uint32_t last = floor->part < ceiling->part ? ceiling->part : floor->part;

	if (floor->from == floor->to && ceiling->from == ceiling->to)
		return 0;
	if (exceeds(floor, ceiling, last))
		return note(m, host, floor, ceiling, last, true);
	return exceeds(floor, ceiling, first) ? note(m, host, floor, ceiling, first, false) : 0;
}

/* What the file does not name stays as it is. */
static bool stays(const struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param,
		  struct decision *decision)
{
	const struct facts_reading *reading = plan_reading(m, host, nic, param);

	if (!reading || (reading->state != ECE_VALUE_SET && reading->state != ECE_VALUE_INERT))
		return false;
	*decision = (struct decision){
		.nic = nic,
		.param = (uint16_t)ece_param_index(param),
		.from = reading->raw,
		.to = reading->raw,
	};
	return true;
}

int plan_ceilings(struct maker *m, uint32_t host)
{
	int err = 0;

	for (size_t i = 0; i < m->decision_count && !err; i++) {
		const struct decision *floor = &m->decisions[i], *ceiling;
		const struct ece_param *row = ece_param_at(floor->param);
		const struct ece_param *high = row->ceiling ? ece_param_find(row->ceiling) : NULL;
		struct decision unnamed;

		if (!high)
			continue;
		ceiling = find(m, floor->nic, (uint16_t)ece_param_index(high));
		if (!ceiling && stays(m, host, floor->nic, high, &unnamed))
			ceiling = &unnamed;
		if (ceiling)
			err = check(m, host, floor, ceiling);
	}
	return err;
}
