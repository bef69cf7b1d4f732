// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/duration.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#define DAY_NS UINT64_C(86400000000000)

static const struct {
	const char *name;
	uint64_t ns;
} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}, {"m", 60000000000}, {"h", 3600000000000}};

/* The unit is all letters up to the next number. */
static uint64_t unit_of(const char **text)
{
	const char *from = *text;
	size_t len;

	while (isalpha((unsigned char)**text))
		++*text;
	len = (size_t)(*text - from);
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strlen(units[i].name) == len && memcmp(from, units[i].name, len) == 0)
			return units[i].ns;
	return 0;
}

/* Digits, at most up to a day of nanoseconds, so that nothing can overflow. */
static int digits(const char **text, uint64_t *value, uint64_t *scale)
{
	if (!isdigit((unsigned char)**text))
		return -EINVAL;
	for (*value = 0, *scale = 1; isdigit((unsigned char)**text); ++*text) {
		*value = *value * 10 + (uint64_t)(**text - '0');
		*scale *= 10;
		if (*value > DAY_NS || *scale > DAY_NS)
			return -EINVAL;
	}
	return 0;
}

static int piece(const char **text, uint64_t *sum)
{
	uint64_t whole, part = 0, scale = 1, ignored, unit;

	if (digits(text, &whole, &ignored))
		return -EINVAL;
	if (**text == '.') {
		++*text;
		if (digits(text, &part, &scale))
			return -EINVAL;
	}
	unit = unit_of(text);
	if (!unit || whole > DAY_NS / unit)
		return -EINVAL;
	*sum += whole * unit + (uint64_t)((double)part / (double)scale * (double)unit);
	return *sum > DAY_NS ? -EINVAL : 0;
}

int http_duration(const char *text, uint64_t *ns)
{
	uint64_t sum = 0;

	if (strcmp(text, "0") == 0) {
		*ns = 0;
		return 0;
	}
	do {
		if (piece(&text, &sum))
			return -EINVAL;
	} while (*text);
	*ns = sum;
	return 0;
}
