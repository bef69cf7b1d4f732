// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/wire.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/plain_text.h"
#include "lib/base/jsonl.h"

int wire_load(const char *line, size_t len, json_t **object, struct ece_error *e)
{
	json_error_t where;
	json_t *root;

	if (len > JSONL_LINE_MAX)
		return ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "a message is longer than %u bytes",
				     JSONL_LINE_MAX);
	root = json_loadb(line, len, JSON_REJECT_DUPLICATES, &where);
	if (!root)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "a message is not JSON: %s at byte %d", where.text,
				     where.position);
	if (!json_is_object(root)) {
		json_decref(root);
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "a message is not a JSON object");
	}
	*object = root;
	return 0;
}

int wire_dump(json_t *object, char **line, size_t *len, struct ece_error *e)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	size_t n;

	json_decref(object);
	if (!text)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a message");
	n = strlen(text);
	if (n > JSONL_LINE_MAX) {
		free(text);
		return ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT,
				     "a message of %zu bytes is longer than %u: ask for fewer parameters at a time", n,
				     JSONL_LINE_MAX);
	}
	*line = text;
	*len = n;
	return 0;
}

static int absent(const char *key, struct ece_error *e)
{
	ece_error_set(e, -ENOENT, ECE_ERROR_SYNTAX, "\"%s\" is missing", key);
	ece_error_place(e, "%s", key);
	return -ENOENT;
}

static int wrong_type(const char *key, const char *wanted, struct ece_error *e)
{
	ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "\"%s\" is not %s", key, wanted);
	ece_error_place(e, "%s", key);
	return -EINVAL;
}

static int out_of_range(const char *key, const char *wanted, struct ece_error *e)
{
	ece_error_set(e, -ERANGE, ECE_ERROR_RANGE, "\"%s\" is not %s", key, wanted);
	ece_error_place(e, "%s", key);
	return -ERANGE;
}

int wire_text(const json_t *object, const char *key, char *buf, size_t size, struct ece_error *e)
{
	const json_t *v = json_object_get(object, key);
	const char *text = json_string_value(v);

	if (!v)
		return 0;
	if (!text || json_string_length(v) != strlen(text))
		return wrong_type(key, "a text", e);
	if (strlen(text) >= size) {
		ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "\"%s\" is longer than %zu bytes", key, size - 1);
		ece_error_place(e, "%s", key);
		return -EMSGSIZE;
	}
	memcpy(buf, text, strlen(text) + 1);
	plain_text(buf);
	return 0;
}

int wire_string(const json_t *object, const char *key, char *buf, size_t size, struct ece_error *e)
{
	const char *text = json_string_value(json_object_get(object, key));

	for (const char *c = text; c && *c; c++)
		if ((unsigned char)*c < 0x20 || (unsigned char)*c > 0x7e)
			return wrong_type(key, "printable ASCII", e);
	return wire_text(object, key, buf, size, e);
}

int wire_need_string(const json_t *object, const char *key, char *buf, size_t size, struct ece_error *e)
{
	return json_object_get(object, key) ? wire_string(object, key, buf, size, e) : absent(key, e);
}

int wire_bool(const json_t *object, const char *key, bool *v, struct ece_error *e)
{
	const json_t *member = json_object_get(object, key);

	if (!member)
		return 0;
	if (!json_is_boolean(member))
		return wrong_type(key, "true or false", e);
	*v = json_is_true(member);
	return 0;
}

/* Exactly decimal digits: strtoull alone would also take "-1", " 7" and "0x7". */
static bool decimal(const char *text, uint64_t *v)
{
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	*v = strtoull(text, &end, 10);
	return !errno && !*end;
}

int wire_number(const json_t *member, const char *key, uint64_t max, uint64_t *v, struct ece_error *e)
{
	uint64_t got;

	if (json_is_integer(member)) {
		if (json_integer_value(member) < 0)
			return out_of_range(key, "a number from 0", e);
		got = (uint64_t)json_integer_value(member);
	} else if (!json_is_string(member) || !decimal(json_string_value(member), &got)) {
		return wrong_type(key, "a whole number", e);
	}
	if (got > max)
		return out_of_range(key, "in its range", e);
	*v = got;
	return 0;
}

int wire_u64(const json_t *object, const char *key, uint64_t max, uint64_t *v, struct ece_error *e)
{
	const json_t *member = json_object_get(object, key);

	return member ? wire_number(member, key, max, v, e) : 0;
}

int wire_need_u64(const json_t *object, const char *key, uint64_t max, uint64_t *v, struct ece_error *e)
{
	return json_object_get(object, key) ? wire_u64(object, key, max, v, e) : absent(key, e);
}

int wire_need_guid(const json_t *object, const char *key, uint64_t *guid, struct ece_error *e)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (!text)
		return absent(key, e);
	if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
		return wrong_type(key, "a GUID of 16 hexadecimal digits", e);
	*guid = strtoull(text, NULL /* checked above */, 16);
	return 0;
}

int wire_name(const json_t *object, const char *key, const char *const *names, size_t count, unsigned int *index,
	      struct ece_error *e)
{
	const json_t *member = json_object_get(object, key);
	const char *text = json_string_value(member);

	if (!member)
		return 0;
	if (!text)
		return wrong_type(key, "a word", e);
	for (size_t i = 0; i < count; i++)
		if (names[i] && !strcmp(text, names[i])) {
			*index = (unsigned int)i;
			return 0;
		}
	ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "\"%s\" has an unknown word: %.64s", key, text);
	ece_error_place(e, "%s", key);
	return -EINVAL;
}

int wire_need_name(const json_t *object, const char *key, const char *const *names, size_t count, unsigned int *index,
		   struct ece_error *e)
{
	return json_object_get(object, key) ? wire_name(object, key, names, count, index, e) : absent(key, e);
}

int wire_array(const json_t *object, const char *key, size_t max, const json_t **array, struct ece_error *e)
{
	*array = json_object_get(object, key);
	if (!*array)
		return 0;
	if (!json_is_array(*array))
		return wrong_type(key, "an array", e);
	if (json_array_size(*array) > max) {
		ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "\"%s\" has more than %zu entries", key, max);
		ece_error_place(e, "%s", key);
		return -E2BIG;
	}
	return 0;
}

json_t *wire_from_u64(uint64_t v)
{
	char text[24];

	if (v <= INT64_MAX)
		return json_integer((json_int_t)v);
	snprintf(text, sizeof(text), "%" PRIu64, v);
	return json_string(text);
}

json_t *wire_from_guid(uint64_t guid)
{
	char text[20];

	snprintf(text, sizeof(text), "%016" PRIx64, guid);
	return json_string(text);
}

/* A sentence may quote bytes of a peer or a file; what is not UTF-8 goes out with '?' in place of each such byte. */
json_t *wire_from_text(const char *text)
{
	json_t *v = json_string(text);
	size_t len = strlen(text);
	char *safe;

	if (v)
		return v;
	safe = malloc(len + 1);
	if (!safe)
		return NULL;
	for (size_t i = 0; i <= len; i++)
		safe[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
	v = json_string(safe);
	free(safe);
	return v;
}

json_t *wire_from_token(const struct token *token)
{
	return json_pack("{s:s, s:I, s:o}", "store", token->store, "epoch", (json_int_t)token->epoch, "number",
			 wire_from_u64(token->number));
}

int wire_need_token(const json_t *object, const char *key, struct token *token, struct ece_error *e)
{
	const json_t *json = json_object_get(object, key);
	uint64_t epoch = 0;
	int ret;

	if (!json_is_object(json))
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"%s\" is missing or not an object", key);
	ret = wire_need_string(json, "store", token->store, sizeof(token->store), e);
	ret = ret ? ret : wire_need_u64(json, "epoch", UINT32_MAX, &epoch, e);
	ret = ret ? ret : wire_need_u64(json, "number", INT64_MAX, &token->number, e);
	token->epoch = (uint32_t)epoch;
	return ret;
}

bool wire_put(json_t *object, const char *key, json_t *v)
{
	return v && !json_object_set_new(object, key, v);
}
