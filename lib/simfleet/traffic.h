/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What simulated hosts send each other, as a few numbers a host: a coarse model that exists to embarrass gates, not to
 * predict a network. Its one claim is that hosts share: what some take, others miss.
 *
 *   rack  one bottleneck. Where its hosts want more than it carries, each gets a share by its weight, and pressure
 *         builds up: marks, pause frames, discards
 *   job   as fast as the slowest of its hosts
 *   host  its weight comes from what its cards have now: a sender that recovers faster or does not slow down takes
 *         more, and a port that drains more is paused less. So those that were changed look better while the rest
 *         suffers
 *
 * Rates are constant between the moments when something changes, so a jump of the clock costs as much as a step, and
 * the counters do not depend on how the clock got where it is. Private to lib/simfleet.
 */
#ifndef ECE_LIB_SIMFLEET_TRAFFIC_H
#define ECE_LIB_SIMFLEET_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/state.h"

#define TRAFFIC_NONE UINT32_MAX

/* What moves, of each NIC of a host alike but for those of the optic. */
enum traffic_flow {
	TRAFFIC_TX_BYTES,
	TRAFFIC_RX_BYTES,
	TRAFFIC_MARKED,  /* packets that came in marked; a CNP goes out for some */
	TRAFFIC_CNPS_IN, /* that slowed us */
	TRAFFIC_CNPS_IGNORED,
	TRAFFIC_CNPS_OUT, /* that we sent */
	TRAFFIC_SEQ_ERR,
	TRAFFIC_OUT_OF_SEQUENCE,
	TRAFFIC_TIMEOUTS,
	TRAFFIC_ADAPTIVE, /* retransmissions that took the place of timeouts */
	TRAFFIC_RX_PAUSE_US,
	TRAFFIC_TX_PAUSE_US,
	TRAFFIC_DISCARDS,
	TRAFFIC_SYMBOL_ERR, /* of the last NIC only, as the next one */
	TRAFFIC_OPTIC_SEQ_ERR,
	TRAFFIC_FLOWS,
};

/* What the fleet file said; in the header of the hosts' file. */
struct traffic_setup {
	uint8_t on;
	uint8_t priority;
	uint16_t load, uplink; /* percent */
	uint32_t reserved;
	uint64_t day_s, clock_s;
	uint64_t seed;
};

/* What a card's values come to. */
struct traffic_manners {
	double weight; /* of its share; 1 after power-on */
	double losses; /* how many retransmissions one lost packet costs; 1 after power-on */
	double yield;  /* of its share that it makes use of */
	bool adaptive; /* timeouts become adaptive retransmissions */
	bool notifies; /* answers marks with CNPs */
	bool listens;  /* slows down for them */
};

/* The part of a host's record that is about traffic; all zero: it takes no part. */
struct traffic_host {
	uint32_t rack, job; /* the first host of the same; TRAFFIC_NONE: of none */
	uint32_t nics;
	uint32_t speed_mbps;            /* of each */
	struct traffic_manners manners; /* the mean of its NICs */
	uint8_t optic, devx_only;
	uint8_t off; /* powered off, or not there */
	uint8_t reserved[5];
	uint64_t rate[TRAFFIC_FLOWS];    /* thousandths a second, of one NIC */
	uint64_t pending[TRAFFIC_FLOWS]; /* not in the cards' counters yet */
	uint16_t rest[TRAFFIC_FLOWS];    /* thousandths beside them */
};

/**
 * traffic_manners - read off a card's registers, as the model has them
 */
struct traffic_manners traffic_manners(const struct fw_state *state, unsigned int priority);

/**
 * traffic_prepare - what the scripts of a host set before it sends anything: PFC on the priority, DCQCN on all of them
 */
void traffic_prepare(struct fw_state *state, unsigned int priority);

struct traffic_scratch; /* room for sums by rack and job */

/**
 * traffic_rates - the rates of all hosts from now on
 * @hosts: gives the part of host i
 * @now_s: on the clock of the fleet
 *
 * Returns 0 or -ENOMEM. @scratch starts as NULL and is for traffic_scratch_free(), which accepts NULL.
 */
int traffic_rates(const struct traffic_setup *setup, struct traffic_host *(*hosts)(void *ctx, size_t i), void *ctx,
		  size_t count, uint64_t now_s, struct traffic_scratch **scratch);
void traffic_scratch_free(struct traffic_scratch *scratch);

/**
 * traffic_next - when rates change by themselves: the load breathes, a day begins or ends. Later than @now_s
 */
uint64_t traffic_next(const struct traffic_setup *setup, uint64_t now_s);

/* traffic_run - the rates hold for some seconds, a day at most */
void traffic_run(struct traffic_host *host, uint64_t seconds);

/**
 * traffic_settle - what is pending goes into the counters of a host's NIC
 * @last: of the host: the one with the bad optic
 *
 * After the last NIC call traffic_settled().
 */
void traffic_settle(const struct traffic_host *host, unsigned int priority, struct fw_state *state, bool last);
void traffic_settled(struct traffic_host *host);

#endif
