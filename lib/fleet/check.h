/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fleet file against the tables of shape.c. */
#ifndef ECE_LIB_FLEET_CHECK_H
#define ECE_LIB_FLEET_CHECK_H

#include "lib/fleet/cursor.h"

/**
 * check_file - report all keys, types and values that do not fit, and the keys that this version only knows by name
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
