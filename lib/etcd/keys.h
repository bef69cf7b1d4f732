/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Names of the keys by which controllers and pulling agents meet, all below the prefix of a fleet (docs/etcd.md lists
 * them with their values). What only the store reads is named in lib/store/etcd/keys.h.
 */
#ifndef ECE_LIB_ETCD_KEYS_H
#define ECE_LIB_ETCD_KEYS_H

#include <stdbool.h>

#include "lib/etcd/etcd.h"

#define ETCD_PREFIX_MAX 256 /* bytes of a prefix, with its NUL; "/ecekit/iad-gpu": no slash at its end */
#define ETCD_HOST_MAX   256 /* of a host's name, with its NUL */
#define ETCD_COOKIE_MAX 64  /* of what tells one request from all others, with its NUL */

/* A key with its NUL. */
struct etcd_key {
	char text[ETCD_KEY_MAX + 1];
};

/* What is there once. */
#define ETCD_KEY_STORE  "store"  /* JSON: which store this is, and its epoch */
#define ETCD_KEY_LOCK   "lock"   /* who carries out a run, under a lease */
#define ETCD_KEY_FROZEN "frozen" /* nothing is written to hosts while it is there; its value is the reason */

struct etcd_key etcd_key_once(const char *prefix, const char *name);

/* What is there for hosts. */
enum etcd_key_kind {
	ETCD_KEY_REQUEST, /* PREFIX/request/HOST/COOKIE: a request line, under the lease of who asks */
	ETCD_KEY_TAKEN,   /* PREFIX/taken/HOST/COOKIE: the agent has begun with it; it cannot be withdrawn any more */
	ETCD_KEY_ANSWER,  /* PREFIX/answer/HOST/COOKIE: the answer line, under the same lease */
	ETCD_KEY_STATUS,  /* PREFIX/status/HOST: JSON, under the agent's lease: the host can be reached */
	ETCD_KEY_DESIRED, /* PREFIX/desired/HOST: what the host should have, for agents that come back */
};

/**
 * etcd_key_of - the key of a host
 * @host: NULL: PREFIX/KIND/, what all of this kind begin with
 * @cookie: NULL: PREFIX/KIND/HOST/ where a cookie belongs, what all of this host begin with
 */
struct etcd_key etcd_key_of(const char *prefix, enum etcd_key_kind kind, const char *host, const char *cookie);

/**
 * etcd_key_split - the reverse, of a key that somebody else made
 * @host: ETCD_HOST_MAX bytes; @cookie: ETCD_COOKIE_MAX bytes, "" where none belongs
 *
 * Returns whether it is a key of this kind.
 */
bool etcd_key_split(const char *key, const char *prefix, enum etcd_key_kind kind, char *host, char *cookie);

/**
 * etcd_prefix_check - may a fleet's keys lie below it
 *
 * It begins with a slash and ends without one. Returns 0 or -EINVAL with @e filled.
 */
int etcd_prefix_check(const char *prefix, struct ece_error *e);

/**
 * etcd_host_check - can a host of this name have keys
 *
 * Returns 0 or -EINVAL with @e filled: empty, too long, or with a slash in it.
 */
int etcd_host_check(const char *host, struct ece_error *e);

#endif
