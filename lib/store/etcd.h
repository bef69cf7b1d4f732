/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A store in etcd: several machines share it, and pulling agents read parts of it. Everything lies below one prefix.
 *
 * The lock is a key under a lease that its holder renews; whatever the holder writes is one transaction that compares
 * that the lock is still the one it took, so who has lost it writes nothing any more. A fencing number is a revision of
 * etcd, which only grows, unless etcd is restored from a snapshot: that is found out, and ends with
 * store_epoch_raise().
 */
#ifndef ECE_LIB_STORE_ETCD_H
#define ECE_LIB_STORE_ETCD_H

#include "lib/etcd/etcd.h"
#include "lib/store/store.h"

#define STORE_PREFIX_MAX 256                   /* bytes of a prefix, with its NUL */
#define STORE_TTL_NS     UINT64_C(15000000000) /* of the lock, when nothing else is said */
#define STORE_TTL_MIN_NS UINT64_C(2000000000)
#define STORE_TTL_MAX_NS UINT64_C(3600000000000)

struct store_etcd {
	struct etcd_config connection;
	const char *prefix; /* "/ecekit/iad-gpu": no slash at its end */
	uint64_t ttl_ns;    /* of the lock's lease, in whole seconds; 0: STORE_TTL_NS */
	const char *seen;   /* directory that keeps how far this machine has seen the store go; NULL: it is not kept */
	bool restored;      /* open one that is older than what was seen of it: for store_epoch_raise() */
};

/**
 * store_open_etcd - open the store below a prefix, or begin one there
 *
 * Waits for etcd, some seconds at most. Returns 0, or a negative errno with @e filled: -ESTALE (kind STALE) when it is
 * older than what was seen of it; -EPROTONOSUPPORT (kind VERSION) for one of a newer version; -EUCLEAN (kind DAMAGED);
 * what lib/etcd says when nobody answers.
 */
int store_open_etcd(const struct store_etcd *where, struct store **store, struct ece_error *e);

/**
 * store_look_etcd - the same only to read what is in it: -ENOENT when there is none yet
 */
int store_look_etcd(const struct store_etcd *where, struct store **store, struct ece_error *e);

#endif
