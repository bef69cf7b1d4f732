/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Channel "sim": the agents of a simulated fleet. The clock is that of the fleet and virtual: poll jumps to the next
 * event. Agents live in this process and share commits, or each request is a process of its own.
 */
#ifndef ECE_LIB_CHANNEL_SIM_H
#define ECE_LIB_CHANNEL_SIM_H

#include "devx/base/error.h"
#include "lib/channel/channel.h"
#include "lib/simfleet/simfleet.h"

struct channel_sim_options {
	/*
	 * A jump of the virtual clock also takes as long in real time, but never longer than this, so that a person can
	 * follow: 0: no time at all; UINT64_MAX: real time.
	 */
	uint64_t pace_ns;
	/* Path of ece-agent, and the state directory that it is given as --sim; NULL: in this process. */
	const char *agent;
	const char *dir;
};

/**
 * channel_sim_new - a channel to a simulated fleet
 * @sim: stays the caller's and must outlive the channel
 *
 * Strings are copied. Returns 0 and a channel for channel_free(), or a negative errno with @e filled.
 */
int channel_sim_new(struct simfleet *sim, const struct channel_sim_options *options, struct channel **channel,
		    struct ece_error *e);

#endif
