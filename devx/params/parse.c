// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/param.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/params/priorities.h"
#include "devx/params/units.h"
#include "devx/params/words.h"
#include "ece/offer.h"

/* A PPCC row has no range of its own: the card tells it, in 32 bits. */
static uint64_t limit(const struct ece_param *param)
{
	return param->max ? param->max : UINT32_MAX;
}

static const char *blank(const struct ece_param *param)
{
	return param->unit[0] ? " " : "";
}

static int word_error(const struct ece_param *param, enum ece_error_kind kind, const char *what, struct ece_error *e)
{
	char list[128];

	return ece_error_set(e, -EINVAL, kind, "%s takes one of %s, not \"%.64s\"", param->name,
			     ece_param_words(param, "", list, sizeof(list)), what);
}

static int range_error(const struct ece_param *param, const char *what, struct ece_error *e)
{
	char list[128];

	if (param->kind == ECE_PARAM_WORD)
		return word_error(param, ECE_ERROR_RANGE, what, e);
	if (!param->max)
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "%s does not take %.64s: it is 32 bits without sign, and the card tells the range",
				     param->name, what);
	return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE, "%s takes %" PRIu64 " to %" PRIu64 "%s%s%s, not %.64s",
			     param->name, param->min, limit(param), blank(param), param->unit,
			     ece_param_words(param, ", or ", list, sizeof(list)), what);
}

static int form_error(const struct ece_param *param, const char *text, struct ece_error *e)
{
	char list[64], words[128];

	if (param->kind == ECE_PARAM_WORD)
		return word_error(param, ECE_ERROR_TYPE, text, e);
	if (param->kind == ECE_PARAM_BOOL)
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "%s takes true or false, not \"%.64s\"", param->name,
				     text);
	if (param->kind == ECE_PARAM_PRIORITIES)
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE,
				     "%s takes priorities as a text such as \"3\" or \"3,4\"%s, not %.64s", param->name,
				     ece_param_words(param, ", or ", words, sizeof(words)), text);
	if (param->kind == ECE_PARAM_OPTIONS)
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE,
				     "%s takes ECE options as a text such as \"selective_repeat,0x4\"%s, not %.64s",
				     param->name, ece_param_words(param, ", or ", words, sizeof(words)), text);
	if (param->kind == ECE_PARAM_FRACTION)
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE,
				     "%s takes a fraction such as 0.1, or the card's own whole number, not \"%.64s\"",
				     param->name, text);
	ece_unit_list(param->kind, list, sizeof(list));
	return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "%s takes a whole number%s%s%s%s%s%s, not \"%.64s\"",
			     param->name, blank(param), param->unit[0] ? "of " : "", param->unit,
			     list[0] ? ", or a number with one of " : "", list,
			     ece_param_words(param, ", or ", words, sizeof(words)), text);
}

/* Up to here a whole number may be meant as the fraction: who prints JSON again may make 1 of 1.0. */
#define FRACTION_AMBIGUOUS_MAX 16

static int whole_fraction(const struct ece_param *param, uint64_t value, struct ece_error *e)
{
	char raw[64];

	if (param->kind != ECE_PARAM_FRACTION || !value || value > FRACTION_AMBIGUOUS_MAX)
		return 0;
	return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE,
			     "%s: %" PRIu64 " may be the fraction or the card's own number: write %" PRIu64
			     ".0, or \"%s\"",
			     param->name, value, value, ece_param_format(param, value, raw, sizeof(raw)));
}

int ece_param_check_raw(const struct ece_param *param, uint64_t raw, struct ece_error *e)
{
	char text[32];

	if ((raw >= param->min && raw <= limit(param)) || ece_param_word_of(param, raw))
		return 0;
	snprintf(text, sizeof(text), "%" PRIu64, raw);
	return range_error(param, text, e);
}

static int store(const struct ece_param *param, uint64_t value, const char *text, uint64_t *raw, struct ece_error *e)
{
	if (param->kind == ECE_PARAM_WORD ? !ece_param_word_of(param, value) :
					    value < param->min || value > limit(param))
		return range_error(param, text, e);
	*raw = value;
	return 0;
}

/* "0.1", or what ece_param_format() makes of a raw value: "0.1 (6553)". The two must mean the same. */
static int parse_fraction(const struct ece_param *param, const struct ece_decimal *number, const char *rest,
			  const char *text, uint64_t *raw, struct ece_error *e)
{
	struct ece_decimal exact;
	uint64_t value = ece_decimal_fraction(number, param->fraction_bits);

	if (!*rest)
		return store(param, value, text, raw, e);
	if (strncmp(rest, " (", 2) != 0)
		return form_error(param, text, e);
	rest = ece_decimal_scan(rest + 2, &exact);
	if (!rest || strcmp(rest, ")") != 0 || exact.point || exact.negative)
		return form_error(param, text, e);
	if (!ece_param_matches(param, value, exact.digits))
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "\"%.64s\" names two different values of %s", text,
				     param->name);
	return store(param, exact.digits, text, raw, e);
}

static int parse_number(const struct ece_param *param, const char *text, uint64_t *raw, struct ece_error *e)
{
	struct ece_unit unit = {.times = 1, .per = 1};
	struct ece_decimal number;
	const char *rest = ece_decimal_scan(text, &number);
	uint64_t value;
	int err;

	if (!rest)
		return form_error(param, text, e);
	if (number.negative)
		return range_error(param, text, e);
	if (param->kind == ECE_PARAM_FRACTION && number.point)
		return parse_fraction(param, &number, rest, text, raw, e);
	if (*rest && ece_unit_find(param, rest + (*rest == ' '), &unit))
		return form_error(param, text, e);
	err = ece_decimal_scale(&number, &unit, &value);
	if (err)
		return err == -ERANGE ? range_error(param, text, e) : form_error(param, text, e);
	if (whole_fraction(param, value, e))
		return -EINVAL;
	return store(param, value, text, raw, e);
}

static int parse_options(const struct ece_param *param, const char *text, uint64_t *raw, struct ece_error *e)
{
	struct ece_error why = {0};
	uint32_t bits;

	if (ece_bits_parse(text, &bits, &why))
		return ece_error_set(e, -EINVAL, why.kind, "%s: %s", param->name, why.text);
	*raw = bits;
	return 0;
}

int ece_param_parse(const struct ece_param *param, const char *text, uint64_t *raw, struct ece_error *e)
{
	const struct ece_param_word *word = ece_param_word_named(param, text);

	if (word) {
		*raw = word->raw;
		return 0;
	}
	if (param->kind == ECE_PARAM_BOOL && (!strcmp(text, "true") || !strcmp(text, "false"))) {
		*raw = text[0] == 't';
		return 0;
	}
	if (param->kind == ECE_PARAM_PRIORITIES)
		return ece_priorities_parse(text, raw) ? form_error(param, text, e) : 0;
	if (param->kind == ECE_PARAM_OPTIONS)
		return parse_options(param, text, raw, e);
	return parse_number(param, text, raw, e);
}

int ece_param_from_bool(const struct ece_param *param, bool v, uint64_t *raw, struct ece_error *e)
{
	if (param->kind != ECE_PARAM_BOOL)
		return form_error(param, v ? "true" : "false", e);
	*raw = v;
	return 0;
}

int ece_param_from_integer(const struct ece_param *param, int64_t v, uint64_t *raw, struct ece_error *e)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, v);
	if (param->kind == ECE_PARAM_PRIORITIES || param->kind == ECE_PARAM_OPTIONS)
		return form_error(param, text, e);
	if (v < 0)
		return range_error(param, text, e);
	if (whole_fraction(param, (uint64_t)v, e))
		return -EINVAL;
	return store(param, (uint64_t)v, text, raw, e);
}

int ece_param_from_real(const struct ece_param *param, double v, uint64_t *raw, struct ece_error *e)
{
	char text[32];
	double scaled;

	snprintf(text, sizeof(text), "%.9g", v);
	if (param->kind != ECE_PARAM_FRACTION)
		return form_error(param, text, e);
	scaled = v * (double)(1ULL << param->fraction_bits) + 0.5;
	/* Written so that NaN fails it too. */
	if (!(v >= 0 && scaled < (double)limit(param) + 1))
		return range_error(param, text, e);
	return store(param, (uint64_t)scaled, text, raw, e);
}
