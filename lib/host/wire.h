/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reading and building the JSON of the protocol: bounded strings, 64-bit numbers, identities. Private to lib/host.
 *
 * Readers take the member @key of @object. They return 0 and write their output, or a negative errno with @e filled and
 * the key as its place. A member that is absent is -ENOENT for the wire_need_*() ones and leaves the output alone
 * otherwise.
 */
#ifndef ECE_LIB_HOST_WIRE_H
#define ECE_LIB_HOST_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/host/protocol.h"
#include "lib/rollout/token.h"

/**
 * wire_load - one line to its object
 *
 * Returns 0 and a reference for json_decref(), or a negative errno with @e filled.
 */
int wire_load(const char *line, size_t len, json_t **object, struct ece_error *e);

/**
 * wire_version - which version a message is of: at most what this program speaks
 *
 * Returns 0; -EPROTONOSUPPORT (kind VERSION) for a major version that this program does not speak; or another negative
 * errno; with @e filled.
 */
int wire_version(const json_t *object, struct protocol_version *version, struct ece_error *e);

/**
 * wire_begin - an object that says its version; 0.0 is what this program speaks
 */
json_t *wire_begin(struct protocol_version version);

/**
 * wire_dump - one object to a line that free() frees; takes over the reference
 *
 * @object may be NULL (memory ran out while it was built). Refuses what is longer than JSONL_LINE_MAX.
 */
int wire_dump(json_t *object, char **line, size_t *len, struct ece_error *e);

/* Strings are printable ASCII without control characters, shorter than @size; text may be any UTF-8. */
int wire_need_string(const json_t *object, const char *key, char *buf, size_t size, struct ece_error *e);
int wire_string(const json_t *object, const char *key, char *buf, size_t size, struct ece_error *e);
int wire_text(const json_t *object, const char *key, char *buf, size_t size, struct ece_error *e);
int wire_bool(const json_t *object, const char *key, bool *v, struct ece_error *e);

/* Numbers up to @max. Above 2^63 - 1 they travel as decimal strings; both forms are read. */
int wire_need_u64(const json_t *object, const char *key, uint64_t max, uint64_t *v, struct ece_error *e);
int wire_u64(const json_t *object, const char *key, uint64_t max, uint64_t *v, struct ece_error *e);

/* The number itself, where it is no member but an entry of @key. */
int wire_number(const json_t *number, const char *key, uint64_t max, uint64_t *v, struct ece_error *e);

/* A GUID: 16 lower-case hexadecimal digits. */
int wire_need_guid(const json_t *object, const char *key, uint64_t *guid, struct ece_error *e);

/* One of @names[0 .. @count); the output is its index. */
int wire_need_name(const json_t *object, const char *key, const char *const *names, size_t count, unsigned int *index,
		   struct ece_error *e);
int wire_name(const json_t *object, const char *key, const char *const *names, size_t count, unsigned int *index,
	      struct ece_error *e);

/* A fencing token. */
int wire_need_token(const json_t *object, const char *key, struct token *token, struct ece_error *e);

/* An array of at most @max; NULL when it is absent. */
int wire_array(const json_t *object, const char *key, size_t max, const json_t **array, struct ece_error *e);

/* Builders return a new reference, or NULL. */
json_t *wire_from_u64(uint64_t v);
json_t *wire_from_guid(uint64_t guid);
json_t *wire_from_text(const char *text);
json_t *wire_from_token(const struct token *token);

/**
 * wire_put - set a member; takes over the reference of @v
 *
 * Returns false when @v is NULL or memory ran out.
 */
bool wire_put(json_t *object, const char *key, json_t *v);

#endif
