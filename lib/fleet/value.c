// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/value.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/parse.h"
#include "lib/fleet/quantity.h"

const char *const fleet_rule_words[] = {
	[FLEET_RULE_PAUSE] = "pause", [FLEET_RULE_PASS] = "pass", [FLEET_RULE_FAIL] = "fail", NULL};

#define SPEED_MAX 99999 /* Gb/s in "by_speed" */

/* "default" is no value here; NULL for any other text. */
static const char *refused_word(const char *text, const struct ece_param *param, enum ece_error_kind *kind)
{
	if (strcmp(text, "default") != 0)
		return NULL;
	*kind = ECE_ERROR_UNSUPPORTED;
	if (param->home == ECE_HOME_PPCC)
		return "only each card knows the default of this parameter, and this version does not ask it; write "
		       "the value (ece-show tells the default), \"original\", or \"leave\"";
	return "no card tells the factory default of this parameter, so \"default\" cannot be set; write the value, "
	       "\"original\", or \"leave\"";
}

static int value_raw(struct cursor at, const struct ece_param *param, uint64_t *raw, struct ece_error *e)
{
	switch (json_typeof(at.json)) {
	case JSON_TRUE:
	case JSON_FALSE:
		return ece_param_from_bool(param, json_is_true(at.json), raw, e);
	case JSON_INTEGER:
		return ece_param_from_integer(param, json_integer_value(at.json), raw, e);
	case JSON_REAL:
		return ece_param_from_real(param, json_real_value(at.json), raw, e);
	case JSON_STRING:
		return ece_param_parse(param, cursor_text(at), raw, e);
	default:
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "a value is true, false, a number, or a string");
	}
}

/* A value that is the same for every NIC. */
static int plain_value(struct parse *p, struct cursor at, const struct ece_param *param, bool report, uint64_t *raw)
{
	const char *text = cursor_text(at), *why = NULL;
	enum ece_error_kind kind = ECE_ERROR_TYPE;
	struct ece_error e = {0};

	if (text)
		why = refused_word(text, param, &kind);
	if (!why && value_raw(at, param, raw, &e)) {
		kind = e.kind;
		why = e.text;
	}
	if (why && report)
		fault_value(p, at, kind, "%s", why);
	return why ? -EINVAL : 0;
}

/* "400G": a number without zeros in front, so that a speed has one name. 0 when it is none. */
static uint32_t speed_of(const char *key)
{
	uint32_t speed = 0;

	for (; *key >= (speed ? '0' : '1') && *key <= '9' && speed <= SPEED_MAX; key++)
		speed = speed * 10 + (uint32_t)(*key - '0');
	return key[0] == 'G' && !key[1] && speed <= SPEED_MAX ? speed * 1000 : 0;
}

struct speeds {
	const struct ece_param *param;
	bool report;
	struct fleet_speed_value *values; /* NULL: only looked at */
	uint32_t count;
	int err;
};

static int each_speed(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct speeds *s = ctx;
	struct fleet_speed_value value = {.speed_mbps = speed_of(key)};

	(void)i;
	if (!value.speed_mbps && s->report)
		fault_key(p, at, ECE_ERROR_SYNTAX, "a speed is written as \"400G\" (Gb/s)");
	if (plain_value(p, at, s->param, s->report, &value.raw) || !value.speed_mbps)
		s->err = -EINVAL;
	else if (s->values)
		s->values[s->count++] = value;
	return 0;
}

static int other_key(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)i;
	(void)ctx;
	if (strcmp(key, "by_speed") != 0)
		fault_key(p, at, ECE_ERROR_UNKNOWN_NAME, "no such key here; a value by speed has \"by_speed\" alone");
	return 0;
}

static int value_by_speed(struct parse *p, struct cursor at, const struct ece_param *param, bool report,
			  struct fleet_value *value)
{
	struct cursor speeds = cursor_get(p, at, "by_speed");
	struct speeds s = {.param = param, .report = report};

	if (report)
		cursor_each(p, at, other_key, NULL);
	if (report && (!json_is_object(speeds.json) || !cursor_count(speeds)))
		fault_value(p, speeds, ECE_ERROR_TYPE, "values by speed belong here, as in { \"400G\": ... }");
	if (report && cursor_count(speeds) > FLEET_SPEEDS_MAX)
		fault_value(p, speeds, ECE_ERROR_LIMIT, "%zu speeds; the limit is %d", cursor_count(speeds),
			    FLEET_SPEEDS_MAX);
	if (!json_is_object(speeds.json) || !cursor_count(speeds) || cursor_count(speeds) > FLEET_SPEEDS_MAX)
		return -EINVAL;
	if (!report) {
		s.values = arena_alloc(p->arena, cursor_count(speeds), sizeof(*s.values));
		if (!s.values)
			return -ENOMEM;
	}
	cursor_each(p, speeds, each_speed, &s);
	value->by_speed = s.values;
	value->speed_count = s.count;
	return s.err;
}

int read_value(struct parse *p, struct cursor at, const struct ece_param *param, bool report, struct fleet_value *value)
{
	const char *text = cursor_text(at);

	value->raw = 0;
	value->leave = text && !strcmp(text, "leave");
	value->original = text && !strcmp(text, "original");
	if (value->leave || value->original)
		return 0;
	if (json_object_get(at.json, "by_speed"))
		return value_by_speed(p, at, param, report, value);
	return plain_value(p, at, param, report, &value->raw);
}

int read_text(struct parse *p, const char *from, const char **text)
{
	*text = from ? arena_text(p->arena, from, strlen(from)) : NULL;
	return from && !*text ? -ENOMEM : 0;
}

int read_copy(struct parse *p, struct cursor at, const char **text)
{
	return read_text(p, cursor_text(at), text);
}

bool has_id(struct cursor at)
{
	const char *id = json_string_value(json_object_get(at.json, "id"));

	return id && *id;
}

int read_id(struct parse *p, struct cursor at, const char *list, size_t i, struct intern *ids, const char **name)
{
	struct cursor id = cursor_get(p, at, "id");
	uint32_t known = ids->count, number;
	const char *text = cursor_text(id);
	char made[48];

	if (!has_id(at)) {
		snprintf(made, sizeof(made), "%s[%zu]", list, i);
		*name = arena_text(p->arena, made, strlen(made));
		return *name ? 0 : -ENOMEM;
	}
	if (intern_put(ids, text, strlen(text), &number))
		return -ENOMEM;
	if (number < known)
		fault_value(p, id, ECE_ERROR_DUPLICATE, "another entry has this id");
	return read_copy(p, id, name);
}

uint32_t read_name(struct parse *p, struct cursor at, const struct intern *names, const char *what)
{
	const char *text = cursor_text(at);
	uint32_t number = text ? intern_find(names, text, strlen(text)) : FLEET_NONE;
	char best[128];

	if (text && *text && number == FLEET_NONE)
		fault_value(p, at, ECE_ERROR_UNKNOWN_NAME, "no %s is called \"%.60s\"%s", what, text,
			    did_you_mean_name(names, text, best, sizeof(best)));
	return number;
}

bool read_amount(struct cursor at, struct fleet_amount *amount)
{
	json_int_t n = json_integer_value(at.json);

	if (json_is_string(at.json))
		return !quantity_percent(cursor_text(at), amount) && amount->n;
	if (!json_is_integer(at.json) || n < 1 || n > FLEET_HOSTS_MAX)
		return false;
	*amount = (struct fleet_amount){.n = (uint32_t)n};
	return true;
}

bool read_duration(struct cursor at, uint64_t *ns)
{
	return json_is_string(at.json) && !quantity_duration(cursor_text(at), ns);
}

int read_word(struct cursor at, const char *const *words, int missing)
{
	const char *text = cursor_text(at);

	for (int i = 0; text && words[i]; i++)
		if (!strcmp(text, words[i]))
			return i;
	return missing;
}
