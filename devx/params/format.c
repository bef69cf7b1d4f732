// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/param.h"

#include <inttypes.h>
#include <stdio.h>

#include "devx/params/priorities.h"
#include "devx/params/words.h"
#include "ece/offer.h"

/* Digits behind the point: enough for 24 fraction bits, and 2^32 times that power of ten fits in 64 bits. */
#define PLACES_MAX 8

/* The shortest decimal that is less than one raw step away. */
static void format_fraction(const struct ece_param *param, uint64_t raw, char *buf, size_t size)
{
	uint64_t one = UINT64_C(1) << param->fraction_bits;
	uint64_t power = 10;
	uint64_t shown = 0;
	int places;

	for (places = 1; places <= PLACES_MAX; places++, power *= 10) {
		uint64_t exact = raw * power;

		shown = (exact + one / 2) / one;
		if ((shown * one > exact ? shown * one - exact : exact - shown * one) < power)
			break;
	}
	if (places > PLACES_MAX)
		snprintf(buf, size, "%" PRIu64, raw);
	else
		snprintf(buf, size, "%" PRIu64 ".%0*" PRIu64 " (%" PRIu64 ")", shown / power, places, shown % power,
			 raw);
}

const char *ece_param_format(const struct ece_param *param, uint64_t raw, char *buf, size_t size)
{
	const struct ece_param_word *word = ece_param_word_of(param, raw);

	if (word)
		snprintf(buf, size, "%s", word->name);
	else if (param->kind == ECE_PARAM_BOOL && raw <= 1)
		snprintf(buf, size, "%s", raw ? "true" : "false");
	else if (param->kind == ECE_PARAM_PRIORITIES && raw && raw <= param->max)
		ece_priorities_format(raw, buf, size);
	else if (param->kind == ECE_PARAM_OPTIONS && raw <= param->max)
		ece_bits_format((uint32_t)raw, buf, size);
	else if (param->kind == ECE_PARAM_FRACTION && raw <= UINT32_MAX)
		format_fraction(param, raw, buf, size);
	else
		snprintf(buf, size, "%" PRIu64 "%s%s", raw, param->unit[0] ? " " : "", param->unit);
	return buf;
}

const char *ece_param_inferred(const struct ece_param *param, uint64_t raw)
{
	const struct ece_option *option;

	if (param->kind != ECE_PARAM_OPTIONS || raw == ECE_OPTIONS_ALL)
		return NULL;
	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (option->by_inference && raw & option->bit)
			return option->name;
	return NULL;
}

bool ece_param_exceeds(const struct ece_param *param, uint64_t raw, uint64_t ceiling)
{
	if (param->kind == ECE_PARAM_OPTIONS)
		return raw & ~ceiling;
	return ceiling && raw > ceiling;
}

const char *ece_param_above(const struct ece_param *param)
{
	return param->kind == ECE_PARAM_OPTIONS ? "not all in" : "above";
}

bool ece_param_matches(const struct ece_param *param, uint64_t want, uint64_t have)
{
	uint64_t apart = want > have ? want - have : have - want;

	/* Zero is exact: it switches things off. */
	if (param->kind != ECE_PARAM_FRACTION || !want || !have)
		return !apart;
	return apart <= 1;
}
