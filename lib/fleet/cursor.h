/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A value of the file that is being read: what jansson has, where it stands, and how a fault in it is reported.
 */
#ifndef ECE_LIB_FLEET_CURSOR_H
#define ECE_LIB_FLEET_CURSOR_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/base/intern.h"
#include "lib/fleet/fleet.h"

struct parse;

struct cursor {
	const json_t *json; /* NULL: not in the file */
	uint32_t node;      /* of the position index */
	const char *id;     /* the "id" of the entry it belongs to, or NULL */
};

/**
 * cursor_root - the whole file
 */
struct cursor cursor_root(const json_t *json);

/**
 * cursor_get - a member of an object; one that is not there has no json
 */
struct cursor cursor_get(const struct parse *p, struct cursor at, const char *key);

/* Takes one member or element. @key: NULL for an element. Non-zero stops and is returned by cursor_each(). */
typedef int cursor_take(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx);

/**
 * cursor_each - call @take for the elements of an array, or the members of an object, in the order of the file
 *
 * For anything else nothing is called. Returns 0, or what @take returned.
 */
int cursor_each(struct parse *p, struct cursor at, cursor_take *take, void *ctx);

/**
 * cursor_count - the number of elements or members; 0 for anything else
 */
size_t cursor_count(struct cursor at);

/**
 * cursor_text - a string, or NULL when it is none
 */
const char *cursor_text(struct cursor at);

/**
 * cursor_place - where a value stands, as readers of a fleet see it
 */
struct fleet_place cursor_place(const struct parse *p, struct cursor at);

/**
 * cursor_said - where the value of a key stands, or of a key in an object: "budget.lost"; line 0 when it is not there
 */
struct fleet_place cursor_said(const struct parse *p, struct cursor at, const char *path);

/**
 * fault_value, fault_key, fault_inside - report a fault at a value, at its key, or at a byte inside a string
 *
 * Path and id come before the sentence.
 */
__attribute__((format(printf, 4, 5))) void fault_value(struct parse *p, struct cursor at, enum ece_error_kind kind,
						       const char *format, ...);
__attribute__((format(printf, 4, 5))) void fault_key(struct parse *p, struct cursor at, enum ece_error_kind kind,
						     const char *format, ...);
__attribute__((format(printf, 5, 6))) void fault_inside(struct parse *p, struct cursor at, size_t offset,
							enum ece_error_kind kind, const char *format, ...);

/**
 * did_you_mean - "; did you mean "x"?", or "" when @best is NULL
 *
 * Returns @buf.
 */
const char *did_you_mean(const char *best, char *buf, size_t size);

/**
 * did_you_mean_param - the same for a name that is no parameter
 */
const char *did_you_mean_param(const char *name, char *buf, size_t size);

/**
 * did_you_mean_name - the same for a name that is not in @names
 */
const char *did_you_mean_name(const struct intern *names, const char *name, char *buf, size_t size);

#endif
