/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The data path of one card: work requests from its driver's memory become frames, frames become received data and
 * completions. Queues, keys and contexts are the objects that commands made (devx/sim/fw); what moves, moves through
 * the operations below, so that it runs behind a PCI front as well as in a test that plays driver in one array of bytes.
 *
 * It reads no clock: the time comes in with each call and never goes back. Nothing here calls back into itself: a
 * doorbell marks a queue ready and dp_run() works on it, a bounded number of packets at a time.
 *
 * All of it is driven by a guest that may be hostile: whatever comes from guest memory or from the wire is copied once,
 * then checked, then used.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_DP_H
#define ECE_DEVX_SIM_DATAPATH_DP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/sim/fw/fw.h"

#define DP_RUN_PACKETS 256 /* that one dp_run() sends before it gives others their turn */
#define DP_NEVER       FW_NEVER

struct dp;

struct dp_ops {
	/* The driver's memory, by bus address. False where there is none, or where it may not be written. */
	bool (*read)(void *ctx, uint64_t address, void *to, size_t bytes);
	bool (*write)(void *ctx, uint64_t address, const void *from, size_t bytes);
	/* A completion event for an event queue, and an asynchronous event for whoever wants its type. */
	void (*completion)(void *ctx, uint32_t eqn, uint32_t cqn);
	void (*event)(void *ctx, uint8_t type, uint8_t subtype, const uint8_t data[28]);
	/* A frame leaves the port. */
	void (*transmit)(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes);
	/* One line for whoever debugs the model; may be NULL. */
	void (*log)(void *ctx, const char *line);
};

/**
 * dp_new - the data path of a card
 * @fw: outlives it; its objects are watched from now on, see fw_objects_watch()
 * @ops: outlive it
 *
 * Returns a data path to be freed with dp_free(), or NULL with @error filled.
 */
struct dp *dp_new(struct fw *fw, const struct dp_ops *ops, void *ctx, struct ece_error *error);

/* dp_free - accepts NULL; objects that still exist lose what hangs on them */
void dp_free(struct dp *dp);

/* dp_reset - after fw_reset(), with which all objects went: forget what else was under way */
void dp_reset(struct dp *dp);

/**
 * dp_doorbell - a send queue has new work
 * @doorbell: the first 8 bytes of the last work request, big endian; only its queue number is believed
 */
void dp_doorbell(struct dp *dp, uint64_t now_ns, const uint8_t doorbell[8]);

/* dp_arm - a CQ wants an event; @doorbell as the PRM has it, big endian */
void dp_arm(struct dp *dp, uint64_t now_ns, const uint8_t doorbell[8]);

/* dp_receive - a frame arrives at the port */
void dp_receive(struct dp *dp, uint64_t now_ns, const uint8_t *frame, size_t bytes);

/**
 * dp_run - timers that are due, then queues that are ready, up to DP_RUN_PACKETS packets
 *
 * Returns when to call again: @now_ns when there is more to do at once, DP_NEVER when nothing waits.
 */
uint64_t dp_run(struct dp *dp, uint64_t now_ns);

#endif
