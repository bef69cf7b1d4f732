/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * JSON that is whole or not there. A list or object that could not take an entry becomes NULL, what it would go into
 * becomes NULL in turn, and output_json() says so once: no output lacks entries in silence.
 */
#ifndef ECE_TOOLS_COMMON_JSON_BUILD_H
#define ECE_TOOLS_COMMON_JSON_BUILD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * build_append - put an entry behind the others of a list
 * @list: set to NULL, and released, when memory ran out or @entry is NULL; stays NULL from then on
 * @entry: taken over in any case
 */
void build_append(json_t **list, json_t *entry);

/**
 * build_set - the same for a key of an object
 */
void build_set(json_t **object, const char *key, json_t *entry);

/**
 * build_text - a string of bytes that may be anything: a file's name, a message that was cut
 *
 * JSON is UTF-8. In a text that is not, each byte above 127 becomes "?". Returns NULL when memory ran out.
 */
json_t *build_text(const char *text);

/**
 * build_text_or_null, build_number_or_null - the same, and null where there is none: an empty text or NULL, or not @has
 */
json_t *build_text_or_null(const char *text);
json_t *build_number_or_null(bool has, uint32_t number);

#endif
