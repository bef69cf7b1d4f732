// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/units.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Sizes count in the smallest unit of the kind. */
/* clang-format off */
static const struct {
	enum ece_param_kind kind;
	const char *name;
	uint32_t size;
} units[] = {
	{ ECE_PARAM_RATE, "kb/s", 1 },
	{ ECE_PARAM_RATE, "Mb/s", 1000 },
	{ ECE_PARAM_RATE, "Gb/s", 1000000 },
	{ ECE_PARAM_RATE, "Tb/s", 1000000000 },
	{ ECE_PARAM_TIME, "ns",   1 },
	{ ECE_PARAM_TIME, "us",   1000 },
	{ ECE_PARAM_TIME, "ms",   1000000 },
	{ ECE_PARAM_TIME, "s",    1000000000 },
};
/* clang-format on */

#define UNIT_COUNT (sizeof(units) / sizeof(units[0]))

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Appends digits to the number. Returns what follows, NULL when there is no digit or one too many. */
static const char *scan_digits(const char *text, struct ece_decimal *number, unsigned int *budget)
{
	if (!is_digit(*text))
		return NULL;
	for (; is_digit(*text); text++) {
		if (!(*budget)--)
			return NULL;
		number->digits = number->digits * 10 + (uint64_t)(*text - '0');
		if (number->point)
			number->places++;
	}
	return text;
}

const char *ece_decimal_scan(const char *text, struct ece_decimal *number)
{
	unsigned int budget = ECE_DECIMAL_DIGITS;

	*number = (struct ece_decimal){.negative = *text == '-'};
	if (number->negative)
		text++;
	if (text[0] == '0' && is_digit(text[1]))
		return NULL;
	text = scan_digits(text, number, &budget);
	if (!text || *text != '.')
		return text;
	number->point = true;
	return scan_digits(text + 1, number, &budget);
}

/* 0 when there is no such unit. */
static uint32_t size_of_unit(enum ece_param_kind kind, const char *name)
{
	for (size_t i = 0; i < UNIT_COUNT; i++)
		if (units[i].kind == kind && !strcmp(units[i].name, name))
			return units[i].size;
	return 0;
}

int ece_unit_find(const struct ece_param *param, const char *name, struct ece_unit *unit)
{
	uint32_t size = size_of_unit(param->kind, name);
	uint32_t raw = size_of_unit(param->kind, param->unit);

	*unit = (struct ece_unit){.times = 1, .per = 1};
	if (name[0] && !strcmp(name, param->unit))
		return 0;
	if (!size || !raw)
		return -EINVAL;
	if (size > raw)
		unit->times = size / raw;
	else
		unit->per = raw / size;
	return 0;
}

const char *ece_unit_list(enum ece_param_kind kind, char *buf, size_t size)
{
	size_t used = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < UNIT_COUNT; i++) {
		int n;

		if (units[i].kind != kind)
			continue;
		n = snprintf(buf + used, size - used, "%s%s", used ? ", " : "", units[i].name);
		if (n < 0 || (size_t)n >= size - used)
			break;
		used += (size_t)n;
	}
	return buf;
}

static uint64_t power_of_ten(unsigned int n)
{
	uint64_t p = 1;

	while (n--)
		p *= 10;
	return p;
}

int ece_decimal_scale(const struct ece_decimal *number, const struct ece_unit *unit, uint64_t *raw)
{
	uint64_t below = power_of_ten(number->places) * unit->per;
	uint64_t above;

	if (__builtin_mul_overflow(number->digits, (uint64_t)unit->times, &above))
		return -ERANGE;
	if (above % below)
		return -EDOM;
	*raw = above / below;
	return 0;
}

uint64_t ece_decimal_fraction(const struct ece_decimal *number, unsigned int bits)
{
	uint64_t below = power_of_ten(number->places);

	return ((number->digits << bits) + below / 2) / below;
}
