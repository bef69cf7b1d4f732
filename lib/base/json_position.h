/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where things stand in a JSON text, and which keys it gives twice: jansson tells neither.
 *
 * One pass over the text numbers its values in the order in which they begin; the outermost is JSON_POSITION_ROOT.
 * The text must have been accepted by jansson: only what is needed to find values is looked at, but any bytes at all
 * are safe. Time and memory are linear in the text.
 */
#ifndef ECE_LIB_BASE_JSON_POSITION_H
#define ECE_LIB_BASE_JSON_POSITION_H

#include <stddef.h>
#include <stdint.h>

#define JSON_POSITION_DEPTH_MAX 64          /* objects and arrays inside each other */
#define JSON_POSITION_TEXT_MAX  (16u << 20) /* bytes */
#define JSON_POSITION_NONE      UINT32_MAX
#define JSON_POSITION_ROOT      0u

/* Both from 1. The column counts characters (code points of UTF-8), not bytes. */
struct json_place {
	uint32_t line, column;
};

/* The key of @node was given before, for @earlier, in the same object. */
struct json_duplicate {
	uint32_t node, earlier;
};

struct json_positions;

/**
 * json_positions_new - index a text
 * @text: must outlive the index
 * @where: filled on -EINVAL and -E2BIG with where it went wrong; may be NULL
 * @positions: written on success only; free it with json_positions_free(), which accepts NULL
 *
 * Returns 0; -EINVAL for what is no JSON; -E2BIG for a text over JSON_POSITION_TEXT_MAX or JSON_POSITION_DEPTH_MAX;
 * -ENOMEM.
 */
int json_positions_new(const char *text, size_t len, struct json_place *where, struct json_positions **positions);
void json_positions_free(struct json_positions *positions);

/**
 * json_position_first, json_position_next - walk the members of an object or the elements of an array
 *
 * Return JSON_POSITION_NONE when there is none, or no more, and for JSON_POSITION_NONE. Constant time.
 */
uint32_t json_position_first(const struct json_positions *positions, uint32_t node);
uint32_t json_position_next(const struct json_positions *positions, uint32_t node);

/**
 * json_position_member - the value of a key in an object; of a key given twice the last, as jansson has it
 * @key: as jansson gives it, without escapes
 *
 * Returns JSON_POSITION_NONE when there is none, or @node is no object. Constant time.
 */
uint32_t json_position_member(const struct json_positions *positions, uint32_t node, const char *key);

/**
 * json_position_value, json_position_key - line and column where a value begins, or the quote before its key
 *
 * For an element without a key json_position_key() gives the value. JSON_POSITION_NONE gives 0:0. Constant time.
 */
struct json_place json_position_value(const struct json_positions *positions, uint32_t node);
struct json_place json_position_key(const struct json_positions *positions, uint32_t node);

/**
 * json_position_offset - line and column of a byte of the text
 *
 * Behind the end: that of the end. Constant time.
 */
struct json_place json_position_offset(const struct json_positions *positions, size_t offset);

/**
 * json_position_inside - line and column of a byte of a string value
 * @offset: into the string as jansson gives it, without escapes
 *
 * For what is no string: where the value begins. Linear in @offset.
 */
struct json_place json_position_inside(const struct json_positions *positions, uint32_t node, size_t offset);

/**
 * json_position_path - how to name a value: "assign[3].nics.card"; keys that are no plain words stand as ["a b"]
 *
 * Always NUL-terminates; a path that does not fit is cut. The root is "". Returns @buf.
 */
const char *json_position_path(const struct json_positions *positions, uint32_t node, char *buf, size_t size);

/**
 * json_position_duplicates - all keys that were given before, in the order of the text
 *
 * Returns an array of @count that lives as long as the index.
 */
const struct json_duplicate *json_position_duplicates(const struct json_positions *positions, size_t *count);

#endif
