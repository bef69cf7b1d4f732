/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fleet file against the tables of shape.c. */
#ifndef ECE_LIB_FLEET_CHECK_H
#define ECE_LIB_FLEET_CHECK_H

#include "lib/fleet/cursor.h"
#include "lib/fleet/shape.h"

/**
 * check_shape - report what in a value does not fit its form, and the keys and words that this version only knows by name
 */
void check_shape(struct parse *p, struct cursor at, const struct shape *shape);

/**
 * check_file - check_shape() of a whole fleet file
 */
void check_file(struct parse *p, struct cursor root);

/**
 * check_exec_output - the same for what a command of the file printed
 */
void check_exec_output(struct parse *p, struct cursor root, enum fleet_exec_kind kind);

/**
 * check_store - the same for a value of the key "store", wherever it stands
 */
void check_store(struct parse *p, struct cursor at);

#endif
