// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/wire/text.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/wire/cable.h"

/* A decimal number at the start of the text, without sign, exponent and hexadecimal. Returns its end, or NULL. */
static const char *decimal(const char *text, double *value)
{
	size_t digits = strspn(text, "0123456789.");
	char *end;

	if (!digits)
		return NULL;
	*value = strtod(text, &end);
	return end == text + digits ? end : NULL;
}

static const struct unit {
	const char *name;
	double ns;
} units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};

/* Nothing needs no unit. */
static const struct unit *unit_of(const char *name, double value)
{
	size_t i;

	if (!*name && value == 0)
		return &units[0];
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(name, units[i].name) == 0)
			return &units[i];
	}
	return NULL;
}

int wire_delay_parse(const char *text, uint64_t *ns, struct ece_error *error)
{
	const struct unit *unit;
	double value;
	const char *end = decimal(text, &value);

	unit = end ? unit_of(end, value) : NULL;
	if (!unit)
		return ece_error_set(error, -EINVAL, ECE_ERROR_SYNTAX, "a delay is a time like 5us or 1.5ms, not '%s'",
				     text);
	if (value * unit->ns > (double)WIRE_DELAY_MAX_NS)
		return ece_error_set(error, -EINVAL, ECE_ERROR_RANGE, "a cable delays by at most 10 s, not by %s",
				     text);
	*ns = (uint64_t)(value * unit->ns + 0.5);
	if (!*ns && value > 0)
		return ece_error_set(error, -EINVAL, ECE_ERROR_RANGE, "the shortest delay is 1ns, and %s is less",
				     text);
	return 0;
}

int wire_share_parse(const char *text, uint32_t *per_million, struct ece_error *error)
{
	double value;
	const char *end = decimal(text, &value);

	if (end && strcmp(end, "%") == 0)
		value /= 100;
	else if (!end || *end)
		return ece_error_set(error, -EINVAL, ECE_ERROR_SYNTAX, "a part of all is like 1%% or 0.01, not '%s'",
				     text);
	if (value > 1)
		return ece_error_set(error, -EINVAL, ECE_ERROR_RANGE, "no more than all of them, and not %s", text);
	*per_million = (uint32_t)(value * WIRE_PER_MILLION + 0.5);
	if (!*per_million && value > 0)
		return ece_error_set(error, -EINVAL, ECE_ERROR_RANGE, "the smallest part is 0.0001%%, and %s is less",
				     text);
	return 0;
}
