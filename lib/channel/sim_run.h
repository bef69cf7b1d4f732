/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Requests of the channel "sim" in flight, and the two ways to carry them out. Private to lib/channel. */
#ifndef ECE_LIB_CHANNEL_SIM_RUN_H
#define ECE_LIB_CHANNEL_SIM_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/channel/channel.h"
#include "lib/simfleet/simfleet.h"

enum sim_flight_state {
	SIM_FLIGHT_WAITS, /* no agent has seen it */
	SIM_FLIGHT_DONE,
};

struct sim_flight {
	uint64_t due_ns, deadline_ns, cookie, serial;
	size_t host;
	char *line;
	size_t len;
	enum sim_flight_state state;
	bool twice; /* the answer is delivered twice */
	bool late;  /* carried out, but the answer comes too late or never */
	enum channel_outcome outcome;
	char *answer;
	size_t answer_len;
	char why[ECE_ERROR_TEXT_MAX];
};

struct sim_channel {
	struct channel channel;
	struct simfleet *fleet;
	uint64_t pace_ns;
	uint64_t paced_to_ns, paced_until; /* where the jump under way goes, and when it is there in real time */
	char *agent, *dir;                 /* NULL: agents in this process */
	struct sim_flight **heap;          /* by due_ns */
	size_t count, room;
	uint64_t serial;
};

#define SIM_BATCH_MAX    512 /* requests that share commits */
#define SIM_CHILDREN_MAX 32  /* agents that run at a time */

/**
 * sim_run_here, sim_run_children - carry out requests that wait, one per host, in the order of submission
 *
 * At least the first of the heap must wait; it does not any more afterwards. Due times may grow.
 */
void sim_run_here(struct sim_channel *sim);
void sim_run_children(struct sim_channel *sim);

#endif
