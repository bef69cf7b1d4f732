// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/ece.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/ece/bits.h"
#include "ece/offer.h"
#include "lib/fleet/check_single.h"
#include "lib/fleet/value.h"

static const struct {
	const char *key, *param;
} keys[] = {
	{"allow", "ece.allow"},
	{"require", "ece.require"},
};

enum {
	ALLOW,
	REQUIRE,
	KEY_COUNT,
};

_Static_assert(sizeof(keys) / sizeof(keys[0]) == KEY_COUNT, "a row a key");

struct options {
	bool report;
	bool faulty;
	uint32_t bits;
};

static int each_option(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct options *o = ctx;
	const char *word = cursor_text(at);
	struct ece_error e = {0};
	char number[32];

	(void)key;
	(void)i;
	if (json_is_integer(at.json)) {
		snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, json_integer_value(at.json));
		word = number;
	}
	if (!word && o->report)
		check_wrong_type(p, at, "the name of an ECE option, or a number of bits,");
	else if (word && ece_bits_take(word, &o->bits, &e) && o->report)
		fault_value(p, at, e.kind, "%s", e.text);
	o->faulty = o->faulty || !word || e.code;
	return 0;
}

/* Returns as read_value(). */
static int read_options(struct parse *p, struct cursor at, const struct ece_param *param, bool report,
			struct fleet_value *value)
{
	struct options o = {.report = report};

	if (!json_is_array(at.json))
		return read_value(p, at, param, report, value);
	cursor_each(p, at, each_option, &o);
	value->raw = o.bits;
	return o.faulty ? -EINVAL : 0;
}

void check_options(struct parse *p, struct cursor at, const struct ece_param *param)
{
	struct fleet_value value = {0};

	read_options(p, at, param, true, &value);
}

static int read_key(struct parse *p, struct cursor at, const struct ece_param *param, struct value_set *set)
{
	struct fleet_value value = {.param = param, .profile = set->profile, .place = cursor_place(p, at)};
	size_t slot = ece_param_index(param);
	int err = read_options(p, at, param, false, &value);

	if (err)
		return err == -ENOMEM ? err : 0;
	if (set->names[slot]) {
		fault_key(p, at, ECE_ERROR_DUPLICATE, "this is %s, which \"set\" names already", param->name);
		return 0;
	}
	set->names[slot] = param->name;
	set->slots[slot] = value;
	return 0;
}

int read_ece(struct parse *p, struct cursor profile, struct value_set *set)
{
	struct cursor ece = cursor_get(p, profile, "ece");
	int err = 0;

	for (size_t i = 0; !err && json_is_object(ece.json) && i < KEY_COUNT; i++) {
		struct cursor at = cursor_get(p, ece, keys[i].key);

		if (at.json)
			err = read_key(p, at, ece_param_find(keys[i].param), set);
	}
	return err;
}

static bool is_plain(const struct fleet_value *value)
{
	return value->param && !value->leave && !value->original && !value->by_speed;
}

/* Where an entry says it, by either name; no json where it does not. */
static struct cursor said(struct parse *p, struct cursor entry, const struct value_set *set, size_t i, size_t slot)
{
	struct cursor at = cursor_get(p, cursor_get(p, entry, "ece"), keys[i].key);

	if (!set->names[slot])
		return (struct cursor){0};
	return at.json ? at : cursor_get(p, cursor_get(p, entry, "set"), set->names[slot]);
}

void check_required(struct parse *p, struct cursor entry, const struct value_set *set)
{
	size_t slot[KEY_COUNT] = {ece_param_index(ece_param_find(keys[ALLOW].param)),
				  ece_param_index(ece_param_find(keys[REQUIRE].param))};
	const struct fleet_value *allow = &set->slots[slot[ALLOW]], *require = &set->slots[slot[REQUIRE]];
	struct cursor at = said(p, entry, set, REQUIRE, slot[REQUIRE]);
	char text[ECE_OFFER_TEXT_MAX];

	if (!at.json)
		at = said(p, entry, set, ALLOW, slot[ALLOW]);
	if (!at.json || !is_plain(allow) || !is_plain(require) ||
	    !ece_param_exceeds(require->param, require->raw, allow->raw))
		return;
	fault_value(p, at, ECE_ERROR_CONFLICT, "ece.require would have %s, which ece.allow does not",
		    ece_bits_format((uint32_t)(require->raw & ~allow->raw), text, sizeof(text)));
}
