/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The frozen plan of a run, in chunks. */
#ifndef ECE_LIB_STORE_ETCD_PLAN_H
#define ECE_LIB_STORE_ETCD_PLAN_H

#include "lib/store/etcd/internal.h"

/**
 * plan_put - write the chunks of a plan, and into @record what finds and checks them; under the lock
 */
int plan_put(struct etcd_store *store, struct record *record, const char *plan, size_t len, struct ece_error *e);

/**
 * plan_get - read them; free() @plan
 *
 * Returns 0; -EUCLEAN (kind DAMAGED) when they are not what was written; or another negative errno with @e filled.
 */
int plan_get(struct etcd_store *store, const struct record *record, char **plan, size_t *len, struct ece_error *e);

#endif
