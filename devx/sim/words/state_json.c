// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/words/state_json.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "devx/sim/fw/dump.h"

struct taker {
	json_t *object;
	const char *prefix;
	bool failed;
};

static void take(struct taker *taker, const char *name, json_t *value)
{
	if (strncmp(name, taker->prefix, strlen(taker->prefix)) != 0)
		json_decref(value);
	else if (json_object_set_new(taker->object, name, value) < 0)
		taker->failed = true;
}

static void take_value(void *ctx, const char *name, uint64_t value)
{
	char text[24];

	if (value <= INT64_MAX) {
		take(ctx, name, json_integer((json_int_t)value));
		return;
	}
	snprintf(text, sizeof(text), "%" PRIu64, value);
	take(ctx, name, json_string(text));
}

static void take_text(void *ctx, const char *name, const char *text)
{
	take(ctx, name, json_string(text));
}

json_t *sim_state_json(const struct fw *fw, const char *prefix)
{
	struct taker taker = {json_object(), prefix, false};
	struct fw_dump to = {take_value, take_text, &taker};

	fw_dump(fw, &to);
	if (!taker.failed)
		return taker.object;
	json_decref(taker.object);
	return NULL;
}

static json_t *pair(json_t *then, json_t *now)
{
	return json_pack("[O?, O?]", then, now);
}

static int add_changed(json_t *moved, json_t *then, json_t *now)
{
	const char *name;
	json_t *value;
	int ret = 0;

	json_object_foreach(then, name, value) if (!json_equal(value, json_object_get(now, name))) ret |=
		json_object_set_new(moved, name, pair(value, json_object_get(now, name)));
	json_object_foreach(now, name, value) if (!json_object_get(then, name)) ret |=
		json_object_set_new(moved, name, pair(NULL, value));
	return ret;
}

json_t *sim_state_moved(const struct fw *then, const struct fw *now)
{
	json_t *moved = json_object();
	json_t *a = sim_state_json(then, "");
	json_t *b = sim_state_json(now, "");

	if (!a || !b || add_changed(moved, a, b)) {
		json_decref(moved);
		moved = NULL;
	}
	json_decref(a);
	json_decref(b);
	return moved;
}
