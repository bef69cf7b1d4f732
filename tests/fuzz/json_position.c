// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The position finder beside jansson: any bytes are safe; of a text that jansson takes, every value is found, by its
 * key and by its place, and is of the kind that jansson says; duplicates are told exactly when jansson sees one.
 * Bytes of zero are apart: jansson 2.14 passes over one behind a number, the finder never does.
 */
#include <errno.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/json_position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct text {
	const char *data;
	size_t size;
	const struct json_positions *positions;
};

static void require(int holds)
{
	if (!holds)
		abort();
}

/* The byte at a place, found the slow way. */
static char byte_at(const struct text *t, struct json_place place)
{
	uint32_t line = 1, column = 1;

	for (size_t i = 0; i < t->size; i++) {
		if (line == place.line && column == place.column && ((unsigned char)t->data[i] & 0xc0) != 0x80)
			return t->data[i];
		column += ((unsigned char)t->data[i] & 0xc0) != 0x80;
		if (t->data[i] == '\n') {
			line++;
			column = 1;
		}
	}
	return '\0';
}

static int begins_as(char c, const json_t *json)
{
	switch (json_typeof(json)) {
	case JSON_OBJECT:
		return c == '{';
	case JSON_ARRAY:
		return c == '[';
	case JSON_STRING:
		return c == '"';
	case JSON_INTEGER:
	case JSON_REAL:
		return c == '-' || (c >= '0' && c <= '9');
	case JSON_TRUE:
		return c == 't';
	case JSON_FALSE:
		return c == 'f';
	case JSON_NULL:
		return c == 'n';
	}
	return 0;
}

static void same(const struct text *t, uint32_t node, json_t *json)
{
	uint32_t child = json_position_first(t->positions, node);
	char path[32];
	const char *key;
	json_t *value;
	size_t i;

	require(node != JSON_POSITION_NONE);
	require(begins_as(byte_at(t, json_position_value(t->positions, node)), json));
	require(strlen(json_position_path(t->positions, node, path, sizeof(path))) < sizeof(path));
	json_object_foreach(json, key, value)
	{
		uint32_t member = json_position_member(t->positions, node, key);

		same(t, member, value);
		require(byte_at(t, json_position_key(t->positions, member)) == '"');
	}
	json_array_foreach(json, i, value)
	{
		same(t, child, value);
		child = json_position_next(t->positions, child);
	}
	if (json_is_array(json))
		require(child == JSON_POSITION_NONE);
	if (json_is_string(json))
		json_position_inside(t->positions, node, json_string_length(json));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = malloc(size ? size : 1);
	struct json_positions *positions = NULL;
	struct json_place where = {0};
	json_t *json, *strict;
	size_t duplicates;
	int err;

	/* exactly as long as it is, so that a byte too many is seen */
	memcpy(copy, data, size);
	json = json_loadb(copy, size, JSON_DECODE_ANY, NULL);
	strict = json_loadb(copy, size, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
	err = json_positions_new(copy, size, &where, &positions);
	require(err ? positions == NULL && where.line > 0 && where.column > 0 : positions != NULL);
	if (json && err != -E2BIG && !memchr(copy, 0, size)) {
		struct text t = {.data = copy, .size = size, .positions = positions};

		require(!err);
		same(&t, JSON_POSITION_ROOT, json);
		json_position_duplicates(positions, &duplicates);
		require((duplicates > 0) == (strict == NULL));
	}
	json_positions_free(positions);
	json_decref(strict);
	json_decref(json);
	free(copy);
	return 0;
}
