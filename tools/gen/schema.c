// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Prints the JSON schema of fleet files, made from the parser's own tables and the parameter table. It has what this
 * version carries out; keys that it only knows by name are left out, so that an editor marks them.
 *
 * Written to configs/fleet.schema.json, where a test compares the two.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "devx/params/param.h"
#include "lib/counters/counter.h"
#include "lib/fleet/shape.h"
#include "tools/gen/json.h"
#include "tools/gen/schema_parts.h"

#define HOST_LIST "^[A-Za-z0-9\\[][A-Za-z0-9._:,\\[\\]-]*$"
#define SPEED     "^[1-9][0-9]{0,4}G$"
#define NAME      "^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$"
#define URL       "^https?://[!-~]+$"
#define SIZE      "^[0-9]{1,12} ?(B|kB|MB|GB|TB|PB)$"
#define DATE      "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z)?$"
#define RATE      "^0*[1-9][0-9]{0,6}/(s|min|h|d)$"
#define DURATION  "^[0-9]{1,12} ?(ms|s|m|h|d)$"
/* above 0, to 100 */
#define PERCENT "^(?![0.]+ ?%)0*(100([.]00?)?|[0-9]{1,2}([.][0-9]{1,2})?) ?%$"

/* Definitions of each parameter: what it takes, and what a fleet file takes for it. */
#define PLAIN "plain."
#define VALUE "value."

#define REF(name) gen_must(json_pack("{s:[{s:s}]}", "allOf", "$ref", "#/definitions/" name))

static json_t *shape_schema(const struct shape *shape);

static json_t *words_schema(const struct shape_word *words)
{
	json_t *list = gen_must(json_array()), *beginning = NULL;
	char pattern[64];

	for (; words->name; words++) {
		if (words->beginning) {
			snprintf(pattern, sizeof(pattern), "^%s.+$", words->name);
			beginning = schema_text(pattern);
		} else if (!words->not_yet) {
			gen_add(list, json_string(words->name));
		}
	}
	list = gen_must(json_pack("{s:o}", "enum", list));
	return beginning ? schema_either(list, beginning) : list;
}

static json_t *list_of(json_t *items, int64_t min)
{
	json_t *schema = gen_must(json_pack("{s:s, s:o}", "type", "array", "items", items));

	if (min)
		gen_set(schema, "minItems", json_integer(min));
	return schema;
}

static json_t *array_schema(const struct shape *shape)
{
	json_t *schema = list_of(shape_schema(shape->of), shape->min);

	if (shape->max)
		gen_set(schema, "maxItems", json_integer(shape->max));
	return schema;
}

static json_t *map_of(json_t *values)
{
	return gen_must(json_pack("{s:s, s:o}", "type", "object", "additionalProperties", values));
}

static json_t *hosts_schema(void)
{
	json_t *labels = map_of(schema_either(schema_of_type("string"), list_of(schema_of_type("string"), 1)));

	gen_set(labels, "minProperties", json_integer(1));
	return gen_must(json_pack("{s:[o, o, o]}", "anyOf", schema_text(HOST_LIST), list_of(schema_text(HOST_LIST), 1),
				  labels));
}

static json_t *reference(const char *prefix, const char *name)
{
	char path[ECE_PARAM_NAME_MAX + 32];

	snprintf(path, sizeof(path), "#/definitions/%s%s", prefix, name);
	return gen_must(json_pack("{s:s}", "$ref", path));
}

/* A value as it is, a word that stands for one, or one for each speed. */
static void param_define(json_t *definitions, const struct ece_param *param)
{
	json_t *speeds = gen_must(json_object()), *value;
	char name[ECE_PARAM_NAME_MAX + 8];

	snprintf(name, sizeof(name), PLAIN "%s", param->name);
	gen_set(definitions, name, schema_value(param));
	gen_set(speeds, SPEED, reference(PLAIN, param->name));
	speeds = gen_must(json_pack("{s:s, s:i, s:i, s:o, s:b}", "type", "object", "minProperties", 1, "maxProperties",
				    FLEET_SPEEDS_MAX, "patternProperties", speeds, "additionalProperties", 0));
	value = gen_must(json_pack("{s:[o, {s:[s, s]}, {s:s, s:{s:o}, s:[s], s:b}]}", "anyOf",
				   reference(PLAIN, param->name), "enum", "leave", "original", "type", "object",
				   "properties", "by_speed", speeds, "required", "by_speed", "additionalProperties",
				   0));
	snprintf(name, sizeof(name), VALUE "%s", param->name);
	gen_set(definitions, name, value);
}

static void params_define(json_t *definitions)
{
	const struct ece_param_pattern *pattern;

	for (size_t i = 0; i < ece_param_count(); i++)
		param_define(definitions, ece_param_at(i));
	for (size_t i = 0; (pattern = ece_param_pattern_at(i)); i++)
		param_define(definitions, &pattern->row);
}

static void param_add(json_t *properties, const struct ece_param *param, const char *name)
{
	json_t *schema = gen_must(json_pack("{s:[o]}", "allOf", reference(VALUE, param->name)));

	gen_set(schema, "description", json_string(param->text));
	gen_set(properties, name, schema);
}

/* The regex of a pattern, which must not take what has a row of its own and other values. */
static char *pattern_key(const struct ece_param_pattern *pattern)
{
	char *key = NULL;
	size_t size;
	FILE *out = open_memstream(&key, &size);

	if (!out)
		gen_must(NULL);
	fputs("^(?!", out);
	for (size_t i = 0, n = 0; i < ece_param_count(); i++)
		if (ece_param_at(i)->home == pattern->row.home && ece_param_at(i)->card_name)
			fprintf(out, "%sppcc[.]%s$", n++ ? "|" : "", ece_param_at(i)->card_name);
	fprintf(out, ")%s", pattern->regex + 1);
	if (fclose(out))
		gen_must(NULL);
	return key;
}

static json_t *patterns_schema(void)
{
	json_t *patterns = gen_must(json_object());
	const struct ece_param_pattern *pattern;

	for (size_t i = 0; (pattern = ece_param_pattern_at(i)); i++) {
		char *key = pattern->row.home == ECE_HOME_PPCC ? pattern_key(pattern) : NULL;

		param_add(patterns, &pattern->row, key ? key : pattern->regex);
		free(key);
	}
	return patterns;
}

/* A schema cannot say "the key names a parameter that takes this value" but by listing them. */
static json_t *values_schema(void)
{
	json_t *properties = gen_must(json_object());

	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *param = ece_param_at(i);

		param_add(properties, param, param->name);
		for (const char *const *alias = param->aliases; alias && *alias; alias++)
			param_add(properties, param, *alias);
	}
	return gen_must(json_pack("{s:s, s:o, s:o, s:b}", "type", "object", "properties", properties,
				  "patternProperties", patterns_schema(), "additionalProperties", 0));
}

static json_t *params_schema(const struct shape *of)
{
	if (of->kind == SHAPE_VALUE)
		return REF("set");
	return gen_must(json_pack("{s:s, s:o, s:o}", "type", "object", "propertyNames", REF("parameter"),
				  "additionalProperties", shape_schema(of)));
}

static json_t *parameter_schema(void)
{
	json_t *names = gen_must(json_array()), *choices;
	const struct ece_param_pattern *pattern;

	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *param = ece_param_at(i);

		gen_add(names, json_string(param->name));
		for (const char *const *alias = param->aliases; alias && *alias; alias++)
			gen_add(names, json_string(*alias));
	}
	choices = gen_must(json_pack("[{s:o}]", "enum", names));
	for (size_t i = 0; (pattern = ece_param_pattern_at(i)); i++)
		gen_add(choices, schema_text(pattern->regex));
	return gen_must(json_pack("{s:o}", "anyOf", choices));
}

static json_t *object_schema(const struct shape *shape)
{
	json_t *properties = gen_must(json_object()), *required = gen_must(json_array()), *schema;

	for (const struct shape_key *key = shape->keys; key->name; key++) {
		json_t *member;

		if (key->not_yet)
			continue;
		member = shape_schema(key->shape);
		gen_set(member, "description", json_string(key->text));
		gen_set(properties, key->name, member);
		if (key->required)
			gen_add(required, json_string(key->name));
	}
	schema = gen_must(
		json_pack("{s:s, s:o, s:b}", "type", "object", "properties", properties, "additionalProperties", 0));
	if (json_array_size(required))
		gen_set(schema, "required", json_incref(required));
	json_decref(required);
	return schema;
}

/* All but those on which no gate is decided. */
static json_t *counter_schema(void)
{
	json_t *names = gen_must(json_array());

	for (size_t i = 0; i < counter_count(); i++)
		if (counter_at(i)->class != COUNTER_NEVER)
			gen_add(names, json_string(counter_at(i)->name));
	return gen_must(json_pack("{s:o}", "enum", names));
}

static json_t *text_schema(void)
{
	return gen_must(json_pack("{s:s, s:i}", "type", "string", "minLength", 1));
}

/* A list, or what "set" takes for the parameter. */
static json_t *options_schema(const struct shape *shape)
{
	return schema_either(gen_must(json_pack("{s:s, s:o}", "type", "array", "items", schema_option())),
			     reference(VALUE, shape->param));
}

static json_t *shape_schema(const struct shape *shape)
{
	static const char *const patterns[] = {
		[SHAPE_NAME] = NAME, [SHAPE_URL] = URL,   [SHAPE_DURATION] = DURATION,
		[SHAPE_SIZE] = SIZE, [SHAPE_DATE] = DATE, [SHAPE_RATE] = RATE,
	};

	switch (shape->kind) {
	case SHAPE_BOOL:
		return schema_of_type("boolean");
	case SHAPE_TEXT:
		return text_schema();
	case SHAPE_WORD:
		return words_schema(shape->words);
	case SHAPE_INTEGER:
		return schema_integer(shape->min, shape->max);
	case SHAPE_NUMBER:
		return schema_of_type("number");
	case SHAPE_NAME:
	case SHAPE_URL:
	case SHAPE_DURATION:
	case SHAPE_SIZE:
	case SHAPE_RATE:
	case SHAPE_DATE:
		return schema_text(patterns[shape->kind]);
	case SHAPE_AMOUNT:
		return schema_either(schema_integer(shape->min, shape->max), schema_text(PERCENT));
	case SHAPE_HOSTS:
		return REF("hosts");
	case SHAPE_PARAM:
		return REF("parameter");
	case SHAPE_COUNTER:
		return counter_schema();
	case SHAPE_OBJECT:
		return object_schema(shape);
	case SHAPE_OPTIONS:
		return options_schema(shape);
	case SHAPE_MAP:
		return map_of(shape_schema(shape->of));
	case SHAPE_PARAMS:
		return params_schema(shape->of);
	case SHAPE_ARRAY:
		return array_schema(shape);
	case SHAPE_EITHER:
		return schema_either(shape_schema(shape->of), shape_schema(shape->other));
	case SHAPE_ANY:
	case SHAPE_VALUE:
		break;
	}
	return gen_must(json_object());
}

int main(void)
{
	json_t *schema = gen_must(json_object());
	json_t *definitions = gen_must(json_pack("{s:o, s:o, s:o}", "hosts", hosts_schema(), "parameter",
						 parameter_schema(), "set", values_schema()));

	gen_set(schema, "$schema", json_string("http://json-schema.org/draft-07/schema#"));
	gen_set(schema, "title", json_string("ecekit fleet file"));
	if (json_object_update_missing_new(schema, shape_schema(shape_fleet())))
		gen_must(NULL);
	params_define(definitions);
	gen_set(schema, "definitions", definitions);
	if (json_dumpf(schema, stdout, JSON_INDENT(2)) || puts("") < 0 || fflush(stdout)) {
		perror("schema");
		return 1;
	}
	json_decref(schema);
	return 0;
}
