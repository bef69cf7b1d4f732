/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which store this is, and whether it is older than what was seen of it. An etcd that was restored from a snapshot
 * gives out revisions again that it had given out before: hosts would take them for what the lost time gave out.
 */
#ifndef ECE_LIB_STORE_ETCD_IDENTITY_H
#define ECE_LIB_STORE_ETCD_IDENTITY_H

#include "lib/store/etcd/internal.h"

#define EPOCHS_KEPT 32 /* raises that are remembered, the newest ones */

/**
 * identity_read - who is it? A new store is begun where there is none, unless the store only reads
 * @restored: do not mind that it is older than what was seen of it
 *
 * Returns 0; -ENOENT (kind UNKNOWN_NAME); -ESTALE (kind STALE); -EPROTONOSUPPORT (kind VERSION); -EUCLEAN (kind
 * DAMAGED); or another negative errno with @e filled.
 */
int identity_read(struct etcd_store *store, bool restored, struct ece_error *e);

/**
 * identity_raise - the next epoch, under the lock; recorded in the store with who did it and when
 */
int identity_raise(struct etcd_store *store, const char *who, int64_t when, struct ece_error *e);

/* How far this machine has seen a store go. */
struct seen {
	uint32_t epoch;
	int64_t revision;
};

/**
 * seen_read, seen_write - the file of a store in the directory that was said at its opening
 *
 * Without a directory nothing was seen, and nothing is kept. seen_write() never makes it less within an epoch. Return 0
 * or a negative errno with @e filled.
 */
int seen_read(const struct etcd_store *store, struct seen *seen, struct ece_error *e);
int seen_write(const struct etcd_store *store, struct ece_error *e);

#endif
