// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/check.h"

#include <string.h>

#include "devx/base/nearest.h"
#include "lib/fleet/check_single.h"
#include "lib/fleet/ece.h"
#include "lib/fleet/shape_parts.h"
#include "lib/fleet/value.h"

#define TOO_MANY "\"%.60s\" is one too many: at most %d parameters that have no row in the table can be named"

static const struct ece_param *check_param(struct parse *p, struct cursor at, const char *name, bool key)
{
	const struct ece_param *param = ece_param_find(name);
	char best[160];

	if (param)
		return param;
	did_you_mean_param(name, best, sizeof(best));
	if (ece_param_is_too_many(name))
		fault_value(p, at, ECE_ERROR_LIMIT, TOO_MANY, name, ECE_PARAM_INTERNED_MAX);
	else if (key)
		fault_key(p, at, ECE_ERROR_UNKNOWN_NAME, "no parameter has this name%s", best);
	else
		fault_value(p, at, ECE_ERROR_UNKNOWN_NAME, "no parameter is called \"%.60s\"%s", name, best);
	return NULL;
}

static int each_param(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	const struct shape *shape = ctx;
	const struct ece_param *param = check_param(p, at, key, true);
	struct fleet_value value;

	(void)i;
	if (!param)
		return 0;
	if (shape->kind == SHAPE_VALUE)
		read_value(p, at, param, true, &value);
	else
		check_shape(p, at, shape);
	return 0;
}

static int each_entry(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)key;
	(void)i;
	check_shape(p, at, ctx);
	return 0;
}

static const struct shape_key *find_key(const struct shape_key *keys, const char *name)
{
	for (; keys->name; keys++)
		if (!strcmp(keys->name, name))
			return keys;
	return NULL;
}

static const char *key_at(const void *ctx, size_t i)
{
	return ((const struct shape_key *)ctx)[i].name;
}

static int each_key(struct parse *p, struct cursor at, const char *name, size_t i, void *ctx)
{
	const struct shape *shape = ctx;
	const struct shape_key *key = find_key(shape->keys, name);
	char best[128];

	(void)i;
	if (key && key->not_yet)
		fault_key(p, at, ECE_ERROR_NOT_YET, FAULT_NOT_YET);
	if (key)
		check_shape(p, at, key->shape);
	else
		fault_key(p, at, ECE_ERROR_UNKNOWN_NAME, "no such key here%s",
			  did_you_mean(ece_nearest(name, key_at, shape->keys), best, sizeof(best)));
	return 0;
}

static void check_object(struct parse *p, struct cursor at, const struct shape *shape)
{
	cursor_each(p, at, each_key, (void *)(uintptr_t)shape);
	for (const struct shape_key *key = shape->keys; key->name; key++)
		if (key->required && !json_object_get(at.json, key->name))
			fault_value(p, at, ECE_ERROR_SYNTAX, "\"%s\" is missing", key->name);
}

static void check_container(struct parse *p, struct cursor at, const struct shape *shape)
{
	bool array = shape->kind == SHAPE_ARRAY;

	if (array ? !json_is_array(at.json) : !json_is_object(at.json)) {
		check_wrong_type(p, at, array ? "an array" : "an object");
		return;
	}
	if (array && (int64_t)cursor_count(at) < shape->min)
		fault_value(p, at, ECE_ERROR_RANGE, "empty; at least one entry belongs here");
	if (array && shape->max && (int64_t)cursor_count(at) > shape->max)
		fault_value(p, at, ECE_ERROR_LIMIT, "%zu entries; the limit is %lld", cursor_count(at),
			    (long long)shape->max);
	if (shape->kind == SHAPE_OBJECT)
		check_object(p, at, shape);
	else
		cursor_each(p, at, shape->kind == SHAPE_PARAMS ? each_param : each_entry, (void *)(uintptr_t)shape->of);
}

void check_shape(struct parse *p, struct cursor at, const struct shape *shape)
{
	const char *text;

	switch (shape->kind) {
	case SHAPE_ANY:
	case SHAPE_VALUE:
		return;
	case SHAPE_PARAM:
		text = check_text(p, at, "the name of a parameter");
		if (text)
			check_param(p, at, text, false);
		return;
	case SHAPE_OPTIONS:
		check_options(p, at, ece_param_find(shape->param));
		return;
	case SHAPE_EITHER:
		check_shape(p, at, json_is_object(at.json) ? shape->other : shape->of);
		return;
	case SHAPE_OBJECT:
	case SHAPE_MAP:
	case SHAPE_PARAMS:
	case SHAPE_ARRAY:
		check_container(p, at, shape);
		return;
	default:
		check_single(p, at, shape);
	}
}

void check_file(struct parse *p, struct cursor root)
{
	check_shape(p, root, shape_fleet());
}

void check_store(struct parse *p, struct cursor at)
{
	check_shape(p, at, &shape_store);
}

void check_exec_output(struct parse *p, struct cursor root, enum fleet_exec_kind kind)
{
	check_shape(p, root, shape_exec_output(kind));
}
