// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What the NV configuration makes of a value that was read. Judged by what is in force; a condition that cannot be
 * judged becomes a note on the value and changes nothing else.
 */
#include <stdarg.h>
#include <stdio.h>

#include "devx/nic/nic_internal.h"

#define TEXT_MAX 128

__attribute__((format(printf, 2, 3))) static void note(struct ece_value *value, const char *format, ...)
{
	va_list args;

	if (value->why[0])
		return;
	va_start(args, format);
	vsnprintf(value->why, sizeof(value->why), format, args);
	va_end(args);
}

/* Somebody has staged what is needed already: then a reset is all that is missing. */
static bool waits_for_reset(struct ece_nic *nic, const struct ece_need *need, const struct ece_nv_field *field)
{
	struct ece_value next;

	nic_nv_read_one(nic, field, ECE_NV_NEXT, &next);
	return next.state == ECE_VALUE_SET && ece_need_met(need, next.raw);
}

static void unmet(struct ece_nic *nic, const struct ece_need *need, const struct ece_nv_field *field, uint64_t raw,
		  struct ece_value *value)
{
	const char *until = waits_for_reset(nic, need, field) ? " until the next firmware reset" : "";
	char now[TEXT_MAX];

	ece_nv_format(field, raw, now, sizeof(now));
	if (need->unmet == ECE_UNMET_NOTE)
		note(value, "NV config %s is %s%s: %s", need->nv, now, until, need->text);
	else
		nic_value_inert(value, "NV config %s is %s%s: %s", need->nv, now, until, need->text);
}

static void unknown(const struct ece_need *need, const struct ece_value *nv, struct ece_value *value)
{
	char text[TEXT_MAX];

	/* Most cards do not have every field, and what they do not have keeps nothing from acting. */
	if (need->unmet == ECE_UNMET_NOTE || (need->unmet == ECE_UNMET_INERT && nv->state == ECE_VALUE_UNSUPPORTED))
		return;
	note(value, "%s is needed and not known: %s", ece_need_text(need, text, sizeof(text)), nv->why);
}

void nic_judge_needs(struct ece_nic *nic, const struct ece_param *param, struct ece_value *value)
{
	for (const struct ece_need *need = param->needs; need && need->nv; need++) {
		const struct ece_nv_field *field = ece_nv_find(need->nv);
		struct ece_value nv;

		if (value->state != ECE_VALUE_SET)
			return;
		nic_nv_read_one(nic, field, ECE_NV_CURRENT, &nv);
		if (nv.state != ECE_VALUE_SET)
			unknown(need, &nv, value);
		else if (!ece_need_met(need, nv.raw))
			unmet(nic, need, field, nv.raw, value);
	}
}
