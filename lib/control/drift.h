/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What passes over a fleet keep of drift in the store, as notes: "drift/seen/HOST" and "drift/looked" (what
 * lib/drift/memory.h makes of them), and "drift/bucket", the budget that all repairs of the fleet share.
 */
#ifndef ECE_LIB_CONTROL_DRIFT_H
#define ECE_LIB_CONTROL_DRIFT_H

#include "devx/base/error.h"
#include "lib/drift/memory.h"
#include "lib/store/store.h"

struct control_drift;

/**
 * control_drift_open - what earlier passes knew
 * @who: for whom finds the store locked meanwhile, as store_lock()
 *
 * Takes the lock of the store until control_drift_close(), which accepts NULL, so that no two passes write over each
 * other's memory, and none does while a run is carried out. A note that is damaged is passed over and written anew.
 * Returns 0; -EBUSY (kind LOCKED) when a controller is at work; or another negative errno with @e filled.
 */
int control_drift_open(struct store *store, const struct fleet *fleet, const char *who, struct control_drift **drift,
		       struct ece_error *e);
void control_drift_close(struct control_drift *drift);

/**
 * control_drift_memory - of earlier passes, to be brought up by this one
 */
struct drift_memory *control_drift_memory(struct control_drift *drift);

/**
 * control_drift_keep - write what has changed of it; durable when it returns
 */
int control_drift_keep(struct control_drift *drift, struct ece_error *e);

/**
 * control_drift_take - tokens for repairs, one a host
 * @want: as many at most
 * @now_ms: since 1970
 * @taken: receives how many; durable when it returns, so who dies then has spent them
 * @wait_ms: receives how long until there is one more
 *
 * A bucket that is not there or is damaged is taken for a full one. Returns 0; -EAGAIN (kind CONFLICT) when others keep
 * taking at the same time; or another negative errno with @e filled: nothing was taken then, as far as is known.
 */
int control_drift_take(struct store *store, const struct fleet_drift *rules, uint32_t want, int64_t now_ms,
		       uint32_t *taken, uint64_t *wait_ms, struct ece_error *e);

#endif
