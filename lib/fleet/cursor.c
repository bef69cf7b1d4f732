// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/cursor.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "lib/fleet/parse.h"

#define PATH_MAX_BYTES 160 /* of a path in a message; longer ones are cut */

static const char *id_of(const json_t *json)
{
	return json_string_value(json_object_get(json, "id"));
}

struct cursor cursor_root(const json_t *json)
{
	return (struct cursor){.json = json, .node = JSON_POSITION_ROOT};
}

struct cursor cursor_get(const struct parse *p, struct cursor at, const char *key)
{
	const json_t *json = json_object_get(at.json, key);

	return (struct cursor){
		.json = json,
		.node = json ? json_position_member(p->source->positions, at.node, key) : JSON_POSITION_NONE,
		.id = at.id,
	};
}

static int each_member(struct parse *p, struct cursor at, cursor_take *take, void *ctx)
{
	/* jansson walks an object through a pointer that is not const, and changes nothing */
	json_t *object = (json_t *)(uintptr_t)at.json;
	size_t i = 0;
	int err = 0;

	for (void *iter = json_object_iter(object); iter && !err; iter = json_object_iter_next(object, iter)) {
		const char *key = json_object_iter_key(iter);
		struct cursor member = {
			.json = json_object_iter_value(iter),
			.node = json_position_member(p->source->positions, at.node, key),
			.id = at.id,
		};

		err = take(p, member, key, i++, ctx);
	}
	return err;
}

int cursor_each(struct parse *p, struct cursor at, cursor_take *take, void *ctx)
{
	uint32_t node = json_position_first(p->source->positions, at.node);
	int err = 0;

	if (json_is_object(at.json))
		return each_member(p, at, take, ctx);
	for (size_t i = 0; !err && i < json_array_size(at.json); i++) {
		struct cursor element = {.json = json_array_get(at.json, i), .node = node, .id = at.id};

		if (id_of(element.json))
			element.id = id_of(element.json);
		err = take(p, element, NULL, i, ctx);
		node = json_position_next(p->source->positions, node);
	}
	return err;
}

size_t cursor_count(struct cursor at)
{
	return json_is_object(at.json) ? json_object_size(at.json) : json_array_size(at.json);
}

const char *cursor_text(struct cursor at)
{
	return json_string_value(at.json);
}

struct fleet_place cursor_place(const struct parse *p, struct cursor at)
{
	struct json_place place = json_position_value(p->source->positions, at.node);

	return (struct fleet_place){.line = place.line, .column = place.column};
}

struct fleet_place cursor_said(const struct parse *p, struct cursor at, const char *path)
{
	const char *point = strchr(path, '.');
	char outer[32];

	if (point) {
		snprintf(outer, sizeof(outer), "%.*s", (int)(point - path), path);
		at = cursor_get(p, at, outer);
		path = point + 1;
	}
	at = cursor_get(p, at, path);
	return at.json ? cursor_place(p, at) : (struct fleet_place){0};
}

static int code_of(enum ece_error_kind kind)
{
	return kind == ECE_ERROR_LIMIT ? -E2BIG : kind == ECE_ERROR_MEMORY ? -ENOMEM : -EINVAL;
}

__attribute__((format(printf, 5, 0))) static void fault(struct parse *p, struct cursor at, struct json_place place,
							enum ece_error_kind kind, const char *format, va_list args)
{
	char path[PATH_MAX_BYTES], id[80] = "", text[ECE_ERROR_TEXT_MAX];

	json_position_path(p->source->positions, at.node, path, sizeof(path));
	if (at.id)
		snprintf(id, sizeof(id), " (id \"%.60s\")", at.id);
	if (vsnprintf(text, sizeof(text), format, args) < 0)
		text[0] = '\0';
	faults_add(&p->faults, place, code_of(kind), kind, "%s%s: %s", *path ? path : p->source->what, id, text);
}

void fault_value(struct parse *p, struct cursor at, enum ece_error_kind kind, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fault(p, at, json_position_value(p->source->positions, at.node), kind, format, args);
	va_end(args);
}

void fault_key(struct parse *p, struct cursor at, enum ece_error_kind kind, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fault(p, at, json_position_key(p->source->positions, at.node), kind, format, args);
	va_end(args);
}

void fault_inside(struct parse *p, struct cursor at, size_t offset, enum ece_error_kind kind, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fault(p, at, json_position_inside(p->source->positions, at.node, offset), kind, format, args);
	va_end(args);
}

const char *did_you_mean(const char *best, char *buf, size_t size)
{
	if (best)
		snprintf(buf, size, "; did you mean \"%s\"?", best);
	else
		buf[0] = '\0';
	return buf;
}

const char *did_you_mean_param(const char *name, char *buf, size_t size)
{
	const struct ece_param *param = ece_param_nearest(name);

	return did_you_mean(param ? param->name : NULL, buf, size);
}

static const char *name_at(const void *ctx, size_t i)
{
	const struct intern *names = ctx;

	return i < names->count ? names->texts[i] : NULL;
}

const char *did_you_mean_name(const struct intern *names, const char *name, char *buf, size_t size)
{
	return did_you_mean(ece_nearest(name, name_at, names), buf, size);
}
