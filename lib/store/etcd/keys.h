/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The names of the keys of a store in etcd, all below its prefix. docs/etcd.md lists them with their values. */
#ifndef ECE_LIB_STORE_ETCD_KEYS_H
#define ECE_LIB_STORE_ETCD_KEYS_H

#include <stdint.h>

#include "lib/etcd/keys.h"
#include "lib/store/store.h"

/* A key with its NUL. A host's name and a note's key fit behind the longest prefix. */
struct store_key {
	char text[ETCD_KEY_MAX];
};

/**
 * key_of - PREFIX/ and what the format makes
 */
__attribute__((format(printf, 2, 3))) struct store_key key_of(const char *prefix, const char *format, ...);

/* What is there once. */
#define KEY_STORE      ETCD_KEY_STORE
#define KEY_LOCK       ETCD_KEY_LOCK
#define KEY_FROZEN     ETCD_KEY_FROZEN
#define KEY_WRITTEN    "written"    /* names the last write under the lock, so that it is done once */
#define KEY_NUMBER     "number"     /* its revision is the last fencing number that was given out */
#define KEY_GENERATION "generation" /* of the fleet, the newest one */

/* What is there many times. The record of a run lies apart from what is large, so that lists are quick. */
struct store_key key_record(const char *prefix, const char *run);
struct store_key key_run(const char *prefix, const char *run); /* all but the record begins so */
struct store_key key_plan(const char *prefix, const char *run, uint32_t chunk);
struct store_key key_events(const char *prefix, const char *run, uint64_t first);
struct store_key key_word(const char *prefix, int64_t number);
struct store_key key_owed(const char *prefix, const char *host, const char *change);
struct store_key key_note(const char *prefix, const char *key);

#endif
