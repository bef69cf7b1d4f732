// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/quantity.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DIGITS_MAX 12 /* of any number here; keeps every product in 64 bits before its limit is checked */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads digits. Returns their number; more than DIGITS_MAX are counted but not read. */
static unsigned digits(const char **at, uint64_t *value)
{
	unsigned count = 0;

	for (*value = 0; is_digit(**at); ++*at)
		if (++count <= DIGITS_MAX)
			*value = *value * 10 + (uint64_t)(**at - '0');
	return count;
}

static uint64_t unit_ns(const char *unit)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{"ms", 1000000}, {"s", 1000000000}, {"m", 60000000000}, {"h", 3600000000000}, {"d", 86400000000000},
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(unit, units[i].name))
			return units[i].ns;
	return 0;
}

const char *quantity_duration(const char *text, uint64_t *ns)
{
	uint64_t number, unit;
	unsigned count = digits(&text, &number);

	unit = unit_ns(*text == ' ' ? text + 1 : text);
	if (!count || !unit)
		return "a duration is a whole number and one of ms, s, m, h, d, as in \"60s\"";
	if (count > DIGITS_MAX || number > FLEET_DURATION_MAX / unit)
		return "longer than 366 days";
	*ns = number * unit;
	return NULL;
}

static const struct {
	const char *name;
	uint64_t ns;
} rates[] = {
	{"/s", 1000000000},
	{"/min", 60000000000},
	{"/h", 3600000000000},
	{"/d", 86400000000000},
};

#define RATES (sizeof(rates) / sizeof(rates[0]))

const char *quantity_rate_text(const struct fleet_rate *rate, char buf[QUANTITY_RATE_TEXT_MAX])
{
	size_t i = 0;

	while (i < RATES - 1 && rates[i].ns != rate->per_ns)
		i++;
	snprintf(buf, QUANTITY_RATE_TEXT_MAX, "%u%s", rate->n, rates[i].name);
	return buf;
}

const char *quantity_rate(const char *text, struct fleet_rate *rate)
{
	uint64_t number;
	unsigned count = digits(&text, &number);

	for (size_t i = 0; count && i < RATES; i++) {
		if (strcmp(text, rates[i].name) != 0)
			continue;
		if (!number || count > DIGITS_MAX || number > QUANTITY_RATE_MAX)
			return "a rate is from 1 to 1000000";
		*rate = (struct fleet_rate){.n = (uint32_t)number, .per_ns = rates[i].ns};
		return NULL;
	}
	return "a rate is a whole number and one of /s, /min, /h, /d, as in \"10/min\"";
}

const char *quantity_size(const char *text, uint64_t *bytes)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
	uint64_t number, unit = 1;
	unsigned count = digits(&text, &number);

	if (*text == ' ')
		text++;
	for (size_t i = 0; count && i < sizeof(units) / sizeof(units[0]); i++, unit *= 1000) {
		if (strcmp(text, units[i]) != 0)
			continue;
		if (count > DIGITS_MAX || number > QUANTITY_SIZE_MAX / unit)
			return "more than 1000 PB";
		*bytes = number * unit;
		return NULL;
	}
	return "a size is a whole number and one of B, kB, MB, GB, TB, PB, as in \"5 TB\"";
}

const char *quantity_percent(const char *text, struct fleet_amount *amount)
{
	static const char form[] = "write a number of hosts, or a percentage as in \"5%\" or \"12.5%\"";
	uint64_t whole, part = 0;
	unsigned places = 0;

	if (!digits(&text, &whole))
		return form;
	if (*text == '.') {
		text++;
		places = digits(&text, &part);
		if (!places)
			return form;
	}
	if (*text == ' ')
		text++;
	if (strcmp(text, "%") != 0)
		return form;
	if (places > 2)
		return "a percentage has at most two places behind the point";
	if (places == 1)
		part *= 10;
	if (whole > 100 || (whole == 100 && part))
		return "more than 100 %";
	*amount = (struct fleet_amount){.percent = true, .n = (uint32_t)(whole * FLEET_PERCENT + part)};
	return NULL;
}

uint32_t fleet_amount_of(struct fleet_amount amount, uint32_t total)
{
	const uint64_t all = 100ull * FLEET_PERCENT;

	if (!amount.percent)
		return amount.n;
	return (uint32_t)(((uint64_t)amount.n * total + all - 1) / all);
}
