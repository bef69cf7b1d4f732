// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/params/units.h"
#include "ece/offer.h"
#include "tools/gen/json.h"
#include "tools/gen/schema_parts.h"

#define PATTERN_MAX 512

/* As ece_decimal_scan() reads them. */
#define WHOLE  "(0|[1-9][0-9]{0,11})"
#define NUMBER WHOLE "([.][0-9]{1,11})?"

/* As ece_bits_take() does; the range is left to it. */
#define OPTION_BITS "0[xX][0-9a-fA-F]{1,16}|[0-9]{1,16}"

/* A PPCC row has no range of its own: the card tells it, in 32 bits. */
static uint64_t limit(const struct ece_param *param)
{
	return param->max ? param->max : UINT32_MAX;
}

struct pattern {
	char text[PATTERN_MAX];
	size_t used;
};

static void put(struct pattern *p, const char *text)
{
	size_t len = strlen(text);

	if (len >= sizeof(p->text) - p->used) {
		fputs("a pattern is too long\n", stderr);
		gen_must(NULL);
	}
	memcpy(p->text + p->used, text, len + 1);
	p->used += len;
}

/* A text that stands for itself. */
static void put_plain(struct pattern *p, const char *text)
{
	for (; *text; text++) {
		const char one[] = {*text, '\0'};

		if (strchr("\\^$.|?*+()[]{}/", *text)) {
			put(p, "[");
			put(p, one);
			put(p, "]");
		} else {
			put(p, one);
		}
	}
}

static void put_units(struct pattern *p, const struct ece_param *param)
{
	char list[64], *next = list;
	const char *unit;

	ece_unit_list(param->kind, list, sizeof(list));
	if (!list[0] && !param->unit[0])
		return;
	put(p, "( ?(");
	put_plain(p, param->unit);
	while ((unit = strsep(&next, ", "))) {
		if (!*unit || !strcmp(unit, param->unit))
			continue;
		put(p, "|");
		put_plain(p, unit);
	}
	put(p, "))?");
}

static void put_choice(struct pattern *p, const char *text)
{
	put(p, p->used ? "|" : "^(");
	put(p, text);
}

/* A name, or a number of bits. */
static void put_option(struct pattern *p)
{
	const struct ece_option *option;

	put(p, "(");
	for (size_t i = 0; (option = ece_option_at(i)); i++) {
		put_plain(p, option->name);
		put(p, "|");
	}
	put(p, OPTION_BITS ")");
}

static void put_options(struct pattern *p)
{
	put_choice(p, "[ ,]*");
	put_option(p);
	put(p, "([ ,]+");
	put_option(p);
	put(p, ")*[ ,]*");
}

json_t *schema_option(void)
{
	struct pattern p = {.used = 0};

	put(&p, "^");
	put_option(&p);
	put(&p, "$");
	return schema_either(schema_integer(0, ECE_OPTIONS_ALL), schema_text(p.text));
}

/* The form of a value that is written as text. */
static json_t *text_schema(const struct ece_param *param)
{
	struct pattern p = {.used = 0};

	for (const struct ece_param_word *word = param->words; word && word->name; word++) {
		char raw[32];

		snprintf(raw, sizeof(raw), "%" PRIu64, word->raw);
		if (param->kind == ECE_PARAM_WORD)
			put_choice(&p, raw);
		put_choice(&p, "");
		put_plain(&p, word->name);
	}
	if (param->kind == ECE_PARAM_BOOL)
		put_choice(&p, "true|false");
	if (param->kind == ECE_PARAM_PRIORITIES) {
		put_choice(&p, "[0-7](, ?[0-7])*");
	} else if (param->kind == ECE_PARAM_OPTIONS) {
		put_options(&p);
	} else if (param->kind != ECE_PARAM_WORD) {
		put_choice(&p, NUMBER);
		put_units(&p, param);
	}
	if (param->kind == ECE_PARAM_FRACTION)
		put(&p, "( [(]" WHOLE "[)])?");
	put(&p, ")$");
	return schema_text(p.text);
}

static json_t *words_schema(const struct ece_param *param)
{
	json_t *raws = gen_must(json_array());

	for (const struct ece_param_word *word = param->words; word->name; word++)
		gen_add(raws, json_integer((json_int_t)word->raw));
	return gen_must(json_pack("{s:o}", "enum", raws));
}

/* A whole number is raw; the point makes it the fraction. */
static json_t *fraction_schema(const struct ece_param *param)
{
	double end = ((double)limit(param) + 0.5) / (double)(1ULL << param->fraction_bits);

	return schema_either(schema_integer((json_int_t)param->min, (json_int_t)limit(param)),
			     json_pack("{s:s, s:i, s:f}", "type", "number", "minimum", 0, "exclusiveMaximum", end));
}

json_t *schema_value(const struct ece_param *param)
{
	json_t *number;

	if (param->kind == ECE_PARAM_PRIORITIES || param->kind == ECE_PARAM_OPTIONS)
		return text_schema(param);
	if (param->kind == ECE_PARAM_WORD)
		number = words_schema(param);
	else if (param->kind == ECE_PARAM_FRACTION)
		number = fraction_schema(param);
	else
		number = schema_integer((json_int_t)param->min, (json_int_t)limit(param));
	if (param->kind == ECE_PARAM_BOOL)
		number = schema_either(schema_of_type("boolean"), number);
	return schema_either(number, text_schema(param));
}
