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
#include "lib/fleet/shape.h"

#define HOST_LIST "^[A-Za-z0-9\\[][A-Za-z0-9._:,\\[\\]-]*$"
#define DURATION  "^[0-9]{1,12} ?(ms|s|m|h|d)$"
#define PERCENT   "^[0-9]{1,3}([.][0-9]{1,2})? ?%$"

#define REF(name) must(json_pack("{s:[{s:s}]}", "allOf", "$ref", "#/definitions/" name))

static json_t *shape_schema(const struct shape *shape);

/* Memory is the only thing that can fail here. */
static json_t *must(json_t *json)
{
	if (!json) {
		fputs("out of memory\n", stderr);
		exit(1);
	}
	return json;
}

static void set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, must(value)))
		must(NULL);
}

static void add(json_t *array, json_t *value)
{
	if (json_array_append_new(array, must(value)))
		must(NULL);
}

static json_t *of_type(const char *type)
{
	return must(json_pack("{s:s}", "type", type));
}

static json_t *text_like(const char *pattern)
{
	return must(json_pack("{s:s, s:s}", "type", "string", "pattern", pattern));
}

static json_t *integer_schema(int64_t min, int64_t max)
{
	if (min == max)
		return must(json_pack("{s:I}", "const", (json_int_t)min));
	return must(json_pack("{s:s, s:I, s:I}", "type", "integer", "minimum", (json_int_t)min, "maximum",
			      (json_int_t)max));
}

static json_t *words_schema(const struct shape_word *words)
{
	json_t *list = must(json_array());

	for (; words->name; words++)
		if (!words->not_yet)
			add(list, json_string(words->name));
	return must(json_pack("{s:o}", "enum", list));
}

static json_t *either(json_t *a, json_t *b)
{
	return must(json_pack("{s:[o, o]}", "anyOf", a, b));
}

static json_t *list_of(json_t *items, int64_t min)
{
	json_t *schema = must(json_pack("{s:s, s:o}", "type", "array", "items", items));

	if (min)
		set(schema, "minItems", json_integer(min));
	return schema;
}

static json_t *map_of(json_t *values)
{
	return must(json_pack("{s:s, s:o}", "type", "object", "additionalProperties", values));
}

static json_t *hosts_schema(void)
{
	json_t *labels = map_of(either(of_type("string"), list_of(of_type("string"), 1)));

	set(labels, "minProperties", json_integer(1));
	return must(
		json_pack("{s:[o, o, o]}", "anyOf", text_like(HOST_LIST), list_of(text_like(HOST_LIST), 1), labels));
}

/* What a parameter takes. Text with a unit is left to the parser: it knows the units. */
static json_t *value_schema(const struct ece_param *param)
{
	json_t *types = must(json_array());

	if (param->kind == ECE_PARAM_BOOL)
		add(types, json_string("boolean"));
	add(types, json_string(param->kind == ECE_PARAM_FRACTION ? "number" : "integer"));
	add(types, json_string("string"));
	return must(json_pack("{s:o}", "type", types));
}

static void param_add(json_t *properties, const struct ece_param *param, const char *name)
{
	json_t *schema = value_schema(param);

	set(schema, "description", json_string(param->text));
	set(properties, name, schema);
}

/* A schema cannot say "the key names a parameter that takes this value" but by listing them. */
static json_t *values_schema(void)
{
	json_t *properties = must(json_object());

	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *param = ece_param_at(i);

		param_add(properties, param, param->name);
		for (const char *const *alias = param->aliases; alias && *alias; alias++)
			param_add(properties, param, *alias);
	}
	return must(
		json_pack("{s:s, s:o, s:b}", "type", "object", "properties", properties, "additionalProperties", 0));
}

static json_t *params_schema(const struct shape *of)
{
	if (of->kind == SHAPE_VALUE)
		return values_schema();
	return must(json_pack("{s:s, s:o, s:o}", "type", "object", "propertyNames", REF("parameter"),
			      "additionalProperties", shape_schema(of)));
}

static json_t *parameter_schema(void)
{
	json_t *names = must(json_array());

	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *param = ece_param_at(i);

		add(names, json_string(param->name));
		for (const char *const *alias = param->aliases; alias && *alias; alias++)
			add(names, json_string(*alias));
	}
	return must(json_pack("{s:o}", "enum", names));
}

static json_t *object_schema(const struct shape *shape)
{
	json_t *properties = must(json_object()), *required = must(json_array()), *schema;

	for (const struct shape_key *key = shape->keys; key->name; key++) {
		json_t *member;

		if (key->not_yet)
			continue;
		member = shape_schema(key->shape);
		set(member, "description", json_string(key->text));
		set(properties, key->name, member);
		if (key->required)
			add(required, json_string(key->name));
	}
	schema = must(
		json_pack("{s:s, s:o, s:b}", "type", "object", "properties", properties, "additionalProperties", 0));
	if (json_array_size(required))
		set(schema, "required", json_incref(required));
	json_decref(required);
	return schema;
}

static json_t *text_schema(void)
{
	return must(json_pack("{s:s, s:i}", "type", "string", "minLength", 1));
}

static json_t *shape_schema(const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_TEXT:
		return text_schema();
	case SHAPE_WORD:
		return words_schema(shape->words);
	case SHAPE_INTEGER:
		return integer_schema(shape->min, shape->max);
	case SHAPE_DURATION:
		return text_like(DURATION);
	case SHAPE_AMOUNT:
		return either(integer_schema(shape->min, shape->max), text_like(PERCENT));
	case SHAPE_HOSTS:
		return REF("hosts");
	case SHAPE_PARAM:
		return REF("parameter");
	case SHAPE_OBJECT:
		return object_schema(shape);
	case SHAPE_MAP:
		return map_of(shape_schema(shape->of));
	case SHAPE_PARAMS:
		return params_schema(shape->of);
	case SHAPE_ARRAY:
		return list_of(shape_schema(shape->of), shape->min);
	case SHAPE_EITHER:
		return either(shape_schema(shape->of), shape_schema(shape->other));
	case SHAPE_ANY:
	case SHAPE_VALUE:
		break;
	}
	return must(json_object());
}

int main(void)
{
	json_t *schema = must(json_object());
	json_t *definitions = must(json_pack("{s:o, s:o}", "hosts", hosts_schema(), "parameter", parameter_schema()));

	set(schema, "$schema", json_string("http://json-schema.org/draft-07/schema#"));
	set(schema, "title", json_string("ecekit fleet file"));
	if (json_object_update_missing_new(schema, shape_schema(shape_fleet())))
		must(NULL);
	set(schema, "definitions", definitions);
	if (json_dumpf(schema, stdout, JSON_INDENT(2)) || puts("") < 0 || fflush(stdout)) {
		perror("schema");
		return 1;
	}
	json_decref(schema);
	return 0;
}
