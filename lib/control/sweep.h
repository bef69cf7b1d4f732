/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One question to every host of a fleet. It changes nothing there and nothing of it is durable: a lost answer is simply
 * asked for again. Private to lib/control.
 */
#ifndef ECE_LIB_CONTROL_SWEEP_H
#define ECE_LIB_CONTROL_SWEEP_H

#include "lib/control/internal.h"
#include "lib/host/protocol.h"

enum sweep_failure {
	SWEEP_UNREACHABLE, /* no answer */
	SWEEP_NONSENSE,    /* what came is no answer to this question */
};

struct sweep {
	struct control *control;
	const struct fleet *fleet;
	const char *name;                       /* begins the ids of the requests */
	const struct protocol_request *request; /* but for its id */
	uint32_t window;                        /* so many hosts at once; 0: as the rollout's "parallel" says */
	uint32_t first_try; /* of an earlier sweep by the same controller: whose answers come late */
	bool (*wanted)(void *ctx, uint32_t host); /* NULL: all are asked */
	/* Both return 0, or a negative errno that ends the sweep, with its error filled. */
	int (*answered)(void *ctx, uint32_t host, const struct protocol_answer *answer);
	int (*failed)(void *ctx, uint32_t host, enum sweep_failure failure, const char *why);
	void (*ended)(void *ctx, uint32_t host,
		      uint32_t done); /* after either, or where none was wanted; may be NULL */
	void *ctx;
	struct ece_error *e;

	/* The rest is the sweep's own. */
	uint8_t *tries;  /* of each host */
	bool *open;      /* of each host: it is asked, and no answer has come; one that comes twice counts once */
	uint32_t *again; /* hosts to be asked again */
	uint32_t again_count, next, in_flight, done;
	int err;
};

/**
 * sweep_run - ask all, so many at a time
 *
 * -EINTR (kind GONE) where the controller was told to stop. Returns 0 or a negative errno with @sweep->e filled.
 */
int sweep_run(struct sweep *sweep);

/**
 * sweep_facts - what an answer tells of a NIC, as the fleet file selects by it; without readings
 *
 * Its texts belong to @nic.
 */
struct facts_nic sweep_facts(const struct protocol_nic *nic);

#endif
