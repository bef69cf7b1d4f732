// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/check_single.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "lib/base/hostlist.h"
#include "lib/base/utc.h"
#include "lib/counters/counter.h"
#include "lib/fleet/quantity.h"

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

void check_wrong_type(struct parse *p, struct cursor at, const char *want)
{
	fault_value(p, at, ECE_ERROR_TYPE, "this is %s; %s belongs here", type_name(at.json), want);
}

const char *check_text(struct parse *p, struct cursor at, const char *want)
{
	const char *text = cursor_text(at);

	if (!text)
		check_wrong_type(p, at, want);
	else if (!*text)
		fault_value(p, at, ECE_ERROR_RANGE, "empty; %s belongs here", want);
	return text && *text ? text : NULL;
}

static bool word_is(const struct shape_word *word, const char *text)
{
	size_t len = strlen(word->name);

	return word->beginning ? !strncmp(text, word->name, len) && text[len] : !strcmp(text, word->name);
}

static const char *word_list(const struct shape_word *words, char *buf, size_t size)
{
	size_t used = 0;

	buf[0] = '\0';
	for (const struct shape_word *w = words; w->name; w++)
		if (!w->not_yet && used < size)
			used += (size_t)snprintf(buf + used, size - used, "%s\"%s%s\"", used ? ", " : "", w->name,
						 w->beginning ? "NAME" : "");
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
				fault_value(p, at, ECE_ERROR_NOT_YET, "\"%.60s\" is " FAULT_NOT_YET, text);
			return;
		}
	}
	near = ece_nearest(text, word_at, shape->words);
	/* "label:" alone is like the beginning that it is */
	if (near && strcmp(near, text) != 0)
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
		check_wrong_type(p, at, want);
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

static void check_rate(struct parse *p, struct cursor at)
{
	const char *text = check_text(p, at, "a rate as in \"10/min\"");
	struct fleet_rate rate;
	const char *why = text ? quantity_rate(text, &rate) : NULL;

	if (why)
		fault_value(p, at, ECE_ERROR_RANGE, "\"%.60s\": %s", text, why);
}

static void check_size(struct parse *p, struct cursor at)
{
	const char *text = check_text(p, at, "a size as in \"5 TB\"");
	uint64_t bytes;
	const char *why = text ? quantity_size(text, &bytes) : NULL;

	if (why)
		fault_value(p, at, ECE_ERROR_RANGE, "\"%.60s\": %s", text, why);
}

static void check_date(struct parse *p, struct cursor at)
{
	const char *text = check_text(p, at, "a date as in \"2099-12-31\"");
	int64_t begin;
	const char *why = text ? utc_parse(text, &begin, NULL) : NULL;

	if (why)
		fault_value(p, at, ECE_ERROR_RANGE, "\"%.60s\": %s", text, why);
}

static void check_name(struct parse *p, struct cursor at)
{
	static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
	const char *text = check_text(p, at, "a name");

	if (text && (strspn(text, good) != strlen(text) || strchr("._-", *text)))
		fault_value(
			p, at, ECE_ERROR_SYNTAX,
			"\"%.60s\": a name has letters, digits, '.', '_' and '-', and begins with one of the first two",
			text);
	else if (text && strlen(text) > SHAPE_NAME_MAX)
		fault_value(p, at, ECE_ERROR_LIMIT, "\"%.60s\": a name has at most %d characters", text,
			    SHAPE_NAME_MAX);
}

static void check_url(struct parse *p, struct cursor at)
{
	const char *text = check_text(p, at, "an address as in \"http://prometheus.example:9090\"");
	size_t scheme = !text ? 0 : !strncmp(text, "http://", 7) ? 7 : !strncmp(text, "https://", 8) ? 8 : 0;
	size_t len = scheme;

	while (scheme && text[len] > ' ' && text[len] <= '~')
		len++;
	if (text && (!scheme || text[len] || len == scheme))
		fault_value(p, at, ECE_ERROR_SYNTAX,
			    "\"%.60s\": an address begins with http:// or https:// and has no blanks", text);
}

static void check_counter(struct parse *p, struct cursor at)
{
	const char *text = check_text(p, at, "the name of a counter");
	const struct counter *counter = text ? counter_find(text) : NULL;
	char best[128];

	if (text && !counter)
		fault_value(p, at, ECE_ERROR_UNKNOWN_NAME, "no counter is called \"%.60s\"%s", text,
			    did_you_mean(counter_nearest(text), best, sizeof(best)));
	else if (counter && counter->class == COUNTER_NEVER)
		fault_value(p, at, ECE_ERROR_UNSUPPORTED, "no gate can be decided on %s: %s", counter->name,
			    counter->meaning);
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

void check_single(struct parse *p, struct cursor at, const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_BOOL:
		if (!json_is_boolean(at.json))
			check_wrong_type(p, at, "true or false");
		return;
	case SHAPE_TEXT:
		check_text(p, at, "a string");
		return;
	case SHAPE_NAME:
		check_name(p, at);
		return;
	case SHAPE_URL:
		check_url(p, at);
		return;
	case SHAPE_WORD:
		check_word(p, at, shape);
		return;
	case SHAPE_INTEGER:
		check_integer(p, at, shape, "a whole number");
		return;
	case SHAPE_NUMBER:
		if (!json_is_number(at.json))
			check_wrong_type(p, at, "a number");
		return;
	case SHAPE_DURATION:
		check_duration(p, at);
		return;
	case SHAPE_SIZE:
		check_size(p, at);
		return;
	case SHAPE_RATE:
		check_rate(p, at);
		return;
	case SHAPE_DATE:
		check_date(p, at);
		return;
	case SHAPE_AMOUNT:
		check_amount(p, at, shape);
		return;
	case SHAPE_HOSTS:
		check_hosts(p, at);
		return;
	case SHAPE_COUNTER:
		check_counter(p, at);
		return;
	default:
		return;
	}
}
