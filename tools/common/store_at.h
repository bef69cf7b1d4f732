/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which store a tool works with: --store, $ECE_STORE, or the file in the state directory. */
#ifndef ECE_TOOLS_COMMON_STORE_AT_H
#define ECE_TOOLS_COMMON_STORE_AT_H

#include <limits.h>

#include "lib/store/etcd.h"

#define STORE_AT_ENV "ECE_STORE"

struct store_at; /* opaque */

/**
 * store_at_find - find out which store is meant; nothing is opened
 * @said: value of --store, or NULL; it must outlive @at
 * @sink: receives the faults of a file that is named, all of them
 *
 * In this order: @said; $ECE_STORE; SQLite. Returns 0 or a negative errno with the errors handed to @sink.
 * store_at_free() accepts NULL.
 */
int store_at_find(const char *said, struct ece_error_sink *sink, struct store_at **at);
void store_at_free(struct store_at *at);

/**
 * store_at_is_in - is there a fleet file of that name that says where its runs are kept? Then it is a value of --store
 *
 * Reports nothing: what is no fleet file, or a pipe, says nothing.
 */
bool store_at_is_in(const char *path);

/**
 * store_at_is_shared - can other machines reach it?
 */
bool store_at_is_shared(const struct store_at *at);

/**
 * store_at_etcd - how etcd is reached, and the prefix, for who talks to it beside the store
 *
 * Valid as long as @at; names of files are as they can be opened. NULL for a store that is not in etcd.
 */
const struct store_etcd *store_at_etcd(const struct store_at *at);

enum store_at_mode {
	STORE_AT_WRITE,    /* made when it is not there */
	STORE_AT_LOOK,     /* store_look(): only to read */
	STORE_AT_RESTORED, /* to raise its epoch: as WRITE, also one that is older than what was seen of it */
};

/**
 * store_at_open - open it
 * @state_dir: the state directory, where the SQLite file is, or how far an etcd was seen to go
 * @vfs: as store_open()
 *
 * Returns as store_open(), store_look(), store_open_etcd() or store_look_etcd().
 */
int store_at_open(const struct store_at *at, const char *state_dir, const char *vfs, enum store_at_mode mode,
		  struct store **store, struct ece_error *e);

#endif
