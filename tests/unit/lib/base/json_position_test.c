// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/json_position.h"

static struct json_positions *index_of(const char *text)
{
	struct json_positions *p = NULL;

	assert_int_equal(json_positions_new(text, strlen(text), NULL, &p), 0);
	return p;
}

static uint32_t element(const struct json_positions *p, uint32_t array, size_t i)
{
	uint32_t at = json_position_first(p, array);

	while (i--)
		at = json_position_next(p, at);
	return at;
}

static void is_at(struct json_place place, uint32_t line, uint32_t column)
{
	assert_int_equal(place.line, line);
	assert_int_equal(place.column, column);
}

static void keys_and_values_have_places(void **state)
{
	struct json_positions *p = index_of("{\n  \"a\": [ 1,\n\t{ \"b\" : true } ],\n  \"c\": \"x\"\n}\n");
	uint32_t a = json_position_member(p, JSON_POSITION_ROOT, "a");
	uint32_t object = element(p, a, 1);
	uint32_t b = json_position_member(p, object, "b");
	char path[64];

	(void)state;
	is_at(json_position_value(p, JSON_POSITION_ROOT), 1, 1);
	is_at(json_position_key(p, a), 2, 3);
	is_at(json_position_value(p, a), 2, 8);
	is_at(json_position_value(p, element(p, a, 0)), 2, 10);
	is_at(json_position_value(p, object), 3, 2);
	is_at(json_position_key(p, object), 3, 2);
	is_at(json_position_key(p, b), 3, 4);
	is_at(json_position_value(p, b), 3, 10);
	is_at(json_position_value(p, json_position_member(p, JSON_POSITION_ROOT, "c")), 4, 8);
	assert_string_equal(json_position_path(p, b, path, sizeof(path)), "a[1].b");
	json_positions_free(p);
}

static void what_is_not_there(void **state)
{
	struct json_positions *p = index_of("{\"a\": [], \"b\": {}, \"c\": 1}");
	uint32_t a = json_position_member(p, JSON_POSITION_ROOT, "a");

	(void)state;
	assert_int_equal(json_position_member(p, JSON_POSITION_ROOT, "d"), JSON_POSITION_NONE);
	assert_int_equal(json_position_member(p, JSON_POSITION_ROOT, ""), JSON_POSITION_NONE);
	assert_int_equal(json_position_member(p, a, "a"), JSON_POSITION_NONE);
	assert_int_equal(json_position_member(p, JSON_POSITION_NONE, "a"), JSON_POSITION_NONE);
	assert_int_equal(json_position_first(p, a), JSON_POSITION_NONE);
	assert_int_equal(json_position_first(p, JSON_POSITION_NONE), JSON_POSITION_NONE);
	assert_int_equal(json_position_next(p, JSON_POSITION_NONE), JSON_POSITION_NONE);
	is_at(json_position_value(p, JSON_POSITION_NONE), 0, 0);
	json_positions_free(p);
}

static void columns_count_characters(void **state)
{
	struct json_positions *p = index_of("{\"\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80\": 1, \"z\": 2}");

	(void)state;
	is_at(json_position_value(p,
				  json_position_member(p, JSON_POSITION_ROOT, "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80")),
	      1, 9);
	is_at(json_position_key(p, json_position_member(p, JSON_POSITION_ROOT, "z")), 1, 12);
	json_positions_free(p);
}

static void escaped_keys_are_found_by_what_they_mean(void **state)
{
	struct json_positions *p =
		index_of("{\"a\\u0062\": 1, \"q\\\"\\\\\\/\\b\\f\\n\\r\\t\": 2, \"\\u00fc\\u20ac\\ud83d\\ude00\": 3}");

	(void)state;
	is_at(json_position_value(p, json_position_member(p, 0, "ab")), 1, 13);
	is_at(json_position_value(p, json_position_member(p, 0, "q\"\\/\b\f\n\r\t")), 1, 37);
	is_at(json_position_value(p, json_position_member(p, 0, "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80")), 1, 68);
	json_positions_free(p);
}

static void all_duplicates_are_found(void **state)
{
	struct json_positions *p = index_of(
		"{\"a\": 1, \"b\": {\"a\": 2, \"x\": 0, \"x\": 1},\n\"a\": 3, \"\\u0061\": 4, \"c\": [{\"a\": 5}]}");
	size_t count = 0;
	const struct json_duplicate *d = json_position_duplicates(p, &count);

	(void)state;
	assert_int_equal(count, 3);
	is_at(json_position_key(p, d[0].node), 1, 32);
	is_at(json_position_key(p, d[0].earlier), 1, 24);
	is_at(json_position_key(p, d[1].node), 2, 1);
	is_at(json_position_key(p, d[1].earlier), 1, 2);
	is_at(json_position_key(p, d[2].node), 2, 9);
	is_at(json_position_key(p, d[2].earlier), 2, 1);
	is_at(json_position_value(p, json_position_member(p, 0, "a")), 2, 19);
	json_positions_free(p);
}

static void one_key_in_many_objects_is_no_duplicate(void **state)
{
	char text[10 * 2000 + 4] = "[0", *end = text + 2;
	struct json_positions *p;
	size_t count = 9;

	(void)state;
	for (int i = 0; i < 2000; i++)
		end = stpcpy(end, ",{\"a\":1}");
	stpcpy(end, "]");
	p = index_of(text);
	json_position_duplicates(p, &count);
	assert_int_equal(count, 0);
	for (uint32_t node = json_position_first(p, 0); (node = json_position_next(p, node)) != JSON_POSITION_NONE;)
		assert_int_equal(json_position_member(p, node, "a"), node + 1);
	json_positions_free(p);
}

static void inside_a_string(void **state)
{
	struct json_positions *p = index_of("{\"h\": \"gp\\u00fc\\n[1]\", \"n\": 12}");
	uint32_t h = json_position_member(p, 0, "h");

	(void)state;
	is_at(json_position_inside(p, h, 0), 1, 8);
	is_at(json_position_inside(p, h, 2), 1, 10);
	is_at(json_position_inside(p, h, 5), 1, 18);
	is_at(json_position_inside(p, h, 500), 1, 21);
	is_at(json_position_inside(p, json_position_member(p, 0, "n"), 3), 1, 29);
	json_positions_free(p);
}

static void paths(void **state)
{
	struct json_positions *p = index_of("[[{\"a b\": {\"x-1\": {\"\": 0}}}], 5]");
	char path[64], small[6];
	uint32_t deep = element(p, element(p, 0, 0), 0);

	(void)state;
	assert_string_equal(json_position_path(p, 0, path, sizeof(path)), "");
	assert_string_equal(json_position_path(p, element(p, 0, 1), path, sizeof(path)), "[1]");
	deep = json_position_member(p, deep, "a b");
	deep = json_position_member(p, json_position_member(p, deep, "x-1"), "");
	assert_string_equal(json_position_path(p, deep, path, sizeof(path)), "[0][0][\"a b\"].x-1[\"\"]");
	assert_string_equal(json_position_path(p, deep, small, sizeof(small)), "[0][0");
	json_positions_free(p);
}

static void not_json(const char *text, uint32_t line, uint32_t column)
{
	struct json_positions *p = NULL;
	struct json_place where = {0};

	assert_int_equal(json_positions_new(text, strlen(text), &where, &p), -EINVAL);
	assert_null(p);
	is_at(where, line, column);
}

static void what_is_no_json(void **state)
{
	(void)state;
	not_json("", 1, 1);
	not_json("  ", 1, 3);
	not_json("{", 1, 2);
	not_json("[1,", 1, 4);
	not_json("[1 2]", 1, 4);
	not_json("{\"a\" 1}", 1, 6);
	not_json("{\"a\": \"b", 1, 9);
	not_json("{\"a\": \"b\\", 1, 10);
	not_json("{1: 2}", 1, 2);
	not_json("[1]\n]", 2, 1);
	not_json("[1}", 1, 3);
	not_json("{\"a\": 1]", 1, 8);
}

static void the_limit_of_depth(void **state)
{
	char text[2 * 65 + 1];
	struct json_positions *p = NULL;
	struct json_place where = {0};

	(void)state;
	memset(text, '[', 64);
	memset(text + 64, ']', 64);
	assert_int_equal(json_positions_new(text, 128, &where, &p), 0);
	json_positions_free(p);
	memset(text, '[', 65);
	memset(text + 65, ']', 65);
	assert_int_equal(json_positions_new(text, 130, &where, &p), -E2BIG);
	is_at(where, 1, 65);
}

static void the_limit_of_size(void **state)
{
	size_t len = 16u << 20;
	char *text = malloc(len + 1);
	struct json_positions *p = NULL;

	(void)state;
	memset(text, ' ', len + 1);
	text[0] = '7';
	assert_int_equal(json_positions_new(text, len, NULL, &p), 0);
	is_at(json_position_offset(p, len), 1, (16u << 20) + 1);
	is_at(json_position_offset(p, len + 99), 1, (16u << 20) + 1);
	json_positions_free(p);
	assert_int_equal(json_positions_new(text, len + 1, NULL, &p), -E2BIG);
	free(text);
}

/* Every value of the jansson tree has a node of the same kind, and keys lead to it. */
static void same_tree(const struct json_positions *p, const char *text, uint32_t node, const json_t *json)
{
	uint32_t child = json_position_first(p, node);
	const char *key;
	json_t *value;
	size_t i;

	assert_int_not_equal(node, JSON_POSITION_NONE);
	json_object_foreach((json_t *)(uintptr_t)json, key, value)
		same_tree(p, text, json_position_member(p, node, key), value);
	if (!json_is_array(json))
		return;
	json_array_foreach(json, i, value)
	{
		same_tree(p, text, child, value);
		child = json_position_next(p, child);
	}
	assert_int_equal(child, JSON_POSITION_NONE);
}

static void agrees_with_jansson(void **state)
{
	static const char *const texts[] = {
		"{\"a\":[1,2.5e-3,-7,true,false,null,\"\",[],{},[[]],[{}]]}",
		"{\"b\":{\"c\":{\"d\":[{\"e\":1},{\"e\":2}]}}}",
		"[ ]",
		" { } ",
		"[\"]}\\\\\\\"[{\", {\"\\\\\\\"\":1}]",
		"\r\n[\t1 ,\n2\r]\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		json_t *json = json_loads(texts[i], 0, NULL);
		struct json_positions *p = index_of(texts[i]);

		assert_non_null(json);
		same_tree(p, texts[i], JSON_POSITION_ROOT, json);
		json_positions_free(p);
		json_decref(json);
	}
}

/* Many keys in one object and one long line: a quadratic search would take minutes. */
static void large_objects_take_linear_time(void **state)
{
	enum { KEYS = 400000 };
	char *text = malloc((size_t)KEYS * 16 + 3), key[16];
	size_t used = 0;
	struct json_positions *p;

	(void)state;
	text[used++] = '{';
	for (int i = 0; i < KEYS; i++)
		used += (size_t)sprintf(text + used, "%s\"k%d\":1", i ? "," : "", i);
	text[used++] = '}';
	text[used] = '\0';
	p = index_of(text);
	for (int i = 0; i < KEYS; i++) {
		uint32_t node;

		snprintf(key, sizeof(key), "k%d", i);
		node = json_position_member(p, 0, key);
		assert_int_equal(node, i + 1);
		assert_int_equal(json_position_value(p, node).line, 1);
	}
	is_at(json_position_value(p, KEYS), 1, (uint32_t)used - 1);
	json_positions_free(p);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_and_values_have_places),
		cmocka_unit_test(what_is_not_there),
		cmocka_unit_test(columns_count_characters),
		cmocka_unit_test(escaped_keys_are_found_by_what_they_mean),
		cmocka_unit_test(all_duplicates_are_found),
		cmocka_unit_test(one_key_in_many_objects_is_no_duplicate),
		cmocka_unit_test(inside_a_string),
		cmocka_unit_test(paths),
		cmocka_unit_test(what_is_no_json),
		cmocka_unit_test(the_limit_of_depth),
		cmocka_unit_test(the_limit_of_size),
		cmocka_unit_test(agrees_with_jansson),
		cmocka_unit_test(large_objects_take_linear_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
