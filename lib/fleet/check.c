// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "lib/base/hostlist.h"
#include "lib/fleet/quantity.h"
#include "lib/fleet/shape.h"
#include "lib/fleet/value.h"

#define NOT_YET  "known, not in this version"
#define TOO_MANY "\"%.60s\" is one too many: at most %d parameters that have no row in the table can be named"

static void check(struct parse *p, struct cursor at, const struct shape *shape);

static const char *type_name(const json_t *json)
{
	switch (json_typeof(json)) {
	case JSON_OBJECT:
		return "an object";
	case JSON_ARRAY:
		return "an array";
	case JSON_STRING:
		return "a string";
	case JSON_INTEGER:
	case JSON_REAL:
		return "a number";
	case JSON_TRUE:
	case JSON_FALSE:
		return "true or false";
	case JSON_NULL:
		return "null";
	}
	return "something else";
}

static void wrong_type(struct parse *p, struct cursor at, const char *want)
{
	fault_value(p, at, ECE_ERROR_TYPE, "this is %s; %s belongs here", type_name(at.json), want);
}

/* A string that is not empty, or a fault. */
static const char *check_text(struct parse *p, struct cursor at, const char *want)
{
	const char *text = cursor_text(at);

	if (!text)
		wrong_type(p, at, want);
	else if (!*text)
		fault_value(p, at, ECE_ERROR_RANGE, "empty; %s belongs here", want);
	return text && *text ? text : NULL;
}

static bool word_is(const struct shape_word *word, const char *text)
{
	return word->beginning ? !strncmp(text, word->name, strlen(word->name)) : !strcmp(text, word->name);
}

static const char *word_list(const struct shape_word *words, char *buf, size_t size)
{
	size_t used = 0;

	buf[0] = '\0';
	for (const struct shape_word *w = words; w->name; w++)
		if (!w->not_yet && used < size)
			used += (size_t)snprintf(buf + used, size - used, "%s\"%s\"", used ? ", " : "", w->name);
	return buf;
}

static const char *word_at(const void *ctx, size_t i)
{
	return ((const struct shape_word *)ctx)[i].name;
}

static void check_word(struct parse *p, struct cursor at, const struct shape *shape)
{
	const char *text = check_text(p, at, "a string"), *near;
	char best[128], all[256];

	if (!text)
		return;
	for (const struct shape_word *w = shape->words; w->name; w++) {
		if (word_is(w, text)) {
			if (w->not_yet)
				fault_value(p, at, ECE_ERROR_NOT_YET, "\"%.60s\" is " NOT_YET, text);
			return;
		}
	}
	near = ece_nearest(text, word_at, shape->words);
	if (near)
		fault_value(p, at, ECE_ERROR_UNKNOWN_NAME, "\"%.60s\" is none of its words%s", text,
			    did_you_mean(near, best, sizeof(best)));
	else
		fault_value(p, at, ECE_ERROR_UNKNOWN_NAME, "\"%.60s\" is none of its words: %s", text,
			    word_list(shape->words, all, sizeof(all)));
}

static void check_integer(struct parse *p, struct cursor at, const struct shape *shape, const char *want)
{
	json_int_t v = json_integer_value(at.json);

	if (!json_is_integer(at.json))
		wrong_type(p, at, want);
	else if (shape->min == shape->max && v != shape->min)
		fault_value(p, at, ECE_ERROR_VERSION, "%lld; this program reads %lld", (long long)v,
			    (long long)shape->min);
	else if (v < shape->min || v > shape->max)
		fault_value(p, at, ECE_ERROR_RANGE, "%lld is outside %lld to %lld", (long long)v, (long long)shape->min,
			    (long long)shape->max);
}

static void check_duration(struct parse *p, struct cursor at)
{
	const char *text = check_text(p, at, "a duration as in \"60s\"");
	uint64_t ns;
	const char *why = text ? quantity_duration(text, &ns) : NULL;

	if (why)
		fault_value(p, at, ECE_ERROR_RANGE, "\"%.60s\": %s", text, why);
}

static void check_amount(struct parse *p, struct cursor at, const struct shape *shape)
{
	static const char want[] = "a number of hosts, or a percentage as in \"5%\",";
	struct fleet_amount amount;
	const char *why;

	if (!json_is_string(at.json)) {
		check_integer(p, at, shape, want);
		return;
	}
	why = quantity_percent(cursor_text(at), &amount);
	if (why)
		fault_value(p, at, ECE_ERROR_RANGE, "\"%.60s\": %s", cursor_text(at), why);
	else if (!amount.n)
		fault_value(p, at, ECE_ERROR_RANGE, "0 %% is no part of the fleet; the least is 1 host");
}

static void check_host_list(struct parse *p, struct cursor at)
{
	const char *text = check_text(p, at, "a host list as in \"gpu[001-016]\"");
	struct hostlist_fault fault;
	int err = text ? hostlist_check(text, strlen(text), FLEET_HOSTS_MAX, NULL, &fault) : 0;

	if (err == -E2BIG)
		fault_inside(p, at, fault.at, ECE_ERROR_LIMIT, "%s of %d", fault.why, FLEET_HOSTS_MAX);
	else if (err)
		fault_inside(p, at, fault.at, ECE_ERROR_SYNTAX, "%s", fault.why);
}

static int each_host_list(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)key;
	(void)i;
	(void)ctx;
	check_host_list(p, at);
	return 0;
}

static int each_label_value(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)key;
	(void)i;
	(void)ctx;
	check_text(p, at, "the value of a label");
	return 0;
}

static int each_label(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)key;
	(void)i;
	(void)ctx;
	if (!json_is_array(at.json))
		check_text(p, at, "the value of a label, or an array of values,");
	else if (!cursor_count(at))
		fault_value(p, at, ECE_ERROR_RANGE, "empty; it would select no host");
	else
		cursor_each(p, at, each_label_value, NULL);
	return 0;
}

static void check_hosts(struct parse *p, struct cursor at)
{
	bool list = json_is_array(at.json);

	if (!list && !json_is_object(at.json))
		check_host_list(p, at);
	else if (!cursor_count(at))
		fault_value(p, at, ECE_ERROR_RANGE, "empty; it would select no host");
	else
		cursor_each(p, at, list ? each_host_list : each_label, NULL);
}

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
		check(p, at, shape);
	return 0;
}

static int each_entry(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)key;
	(void)i;
	check(p, at, ctx);
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
		fault_key(p, at, ECE_ERROR_NOT_YET, NOT_YET);
	if (key)
		check(p, at, key->shape);
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
		wrong_type(p, at, array ? "an array" : "an object");
		return;
	}
	if (array && (int64_t)cursor_count(at) < shape->min)
		fault_value(p, at, ECE_ERROR_RANGE, "empty; at least one entry belongs here");
	if (shape->kind == SHAPE_OBJECT)
		check_object(p, at, shape);
	else
		cursor_each(p, at, shape->kind == SHAPE_PARAMS ? each_param : each_entry, (void *)(uintptr_t)shape->of);
}

static void check(struct parse *p, struct cursor at, const struct shape *shape)
{
	const char *text;

	switch (shape->kind) {
	case SHAPE_ANY:
	case SHAPE_VALUE:
		return;
	case SHAPE_TEXT:
		check_text(p, at, "a string");
		return;
	case SHAPE_WORD:
		check_word(p, at, shape);
		return;
	case SHAPE_INTEGER:
		check_integer(p, at, shape, "a whole number");
		return;
	case SHAPE_DURATION:
		check_duration(p, at);
		return;
	case SHAPE_AMOUNT:
		check_amount(p, at, shape);
		return;
	case SHAPE_HOSTS:
		check_hosts(p, at);
		return;
	case SHAPE_PARAM:
		text = check_text(p, at, "the name of a parameter");
		if (text)
			check_param(p, at, text, false);
		return;
	case SHAPE_EITHER:
		check(p, at, json_is_string(at.json) ? shape->of : shape->other);
		return;
	case SHAPE_OBJECT:
	case SHAPE_MAP:
	case SHAPE_PARAMS:
	case SHAPE_ARRAY:
		check_container(p, at, shape);
		return;
	}
}

void check_file(struct parse *p, struct cursor root)
{
	check(p, root, shape_fleet());
}
