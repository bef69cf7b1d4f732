// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/value.h"

#include <errno.h>
#include <string.h>

#include "lib/fleet/quantity.h"

/* Words that stand for a value; NULL when @text is none that this version refuses. */
static const char *refused_word(const char *text, const struct ece_param *param, enum ece_error_kind *kind)
{
	*kind = ECE_ERROR_NOT_YET;
	if (!strcmp(text, "original"))
		return "\"original\" (what it was before it was first touched) is known, not in this version; write "
		       "the value, or \"leave\"";
	if (strcmp(text, "default") != 0)
		return NULL;
	if (param->home == ECE_HOME_PPCC)
		return "\"default\" is known, not in this version; write the value, or \"leave\"";
	*kind = ECE_ERROR_UNSUPPORTED;
	return "no card tells the factory default of this parameter, so \"default\" cannot be set; write the value, or "
	       "\"leave\"";
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

bool read_value(struct parse *p, struct cursor at, const struct ece_param *param, bool report,
		struct fleet_value *value)
{
	const char *text = cursor_text(at), *why = NULL;
	enum ece_error_kind kind = ECE_ERROR_NOT_YET;
	struct ece_error e = {0};

	value->raw = 0;
	value->leave = text && !strcmp(text, "leave");
	if (value->leave)
		return true;
	if (text)
		why = refused_word(text, param, &kind);
	if (!why && json_object_get(at.json, "by_speed"))
		why = "a value \"by_speed\" is known, not in this version; use one profile for each speed";
	if (!why && value_raw(at, param, &value->raw, &e)) {
		kind = e.kind;
		why = e.text;
	}
	if (why && report)
		fault_value(p, at, kind, "%s", why);
	return !why;
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
