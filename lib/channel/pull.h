/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Channel "pull": requests are put into etcd, agents take them from there (lib/pull) and put their answers beside them.
 *
 * A host whose agent is not there, or does not begin with a request in time, gets the request withdrawn: one transaction
 * deletes it if the agent has not taken it, and then nothing was changed (NOT_SENT; what only reads is not taken, and may
 * have been read in vain). A request that was taken and not answered is MAYBE. Everything that is put is under a lease of
 * this channel: what a controller that died has asked goes away.
 */
#ifndef ECE_LIB_CHANNEL_PULL_H
#define ECE_LIB_CHANNEL_PULL_H

#include "lib/channel/channel.h"
#include "lib/etcd/keys.h"

#define CHANNEL_PULL_OPEN_MAX 131072 /* requests at a time */
#define CHANNEL_PULL_GRACE_NS UINT64_C(10000000000)
#define CHANNEL_PULL_TTL_S    60 /* of the channel's lease */

struct channel_pull_options {
	struct etcd_config connection;
	const char *prefix; /* of the fleet's keys */
	uint64_t
		grace_ns; /* how long a host may be without a live agent before it is given up; 0: CHANNEL_PULL_GRACE_NS */
	/*
	 * A key that must still have this revision when a request is put, so that a controller that lost its lock can ask
	 * nothing any more. NULL, or false from it: none (reading needs no lock).
	 */
	bool (*guard)(void *ctx, const char **key, int64_t *revision);
	void *guard_ctx;
};

/**
 * channel_pull_new - a channel over etcd; waits until it has a lease there
 *
 * Returns 0 or a negative errno with @e filled.
 */
int channel_pull_new(const struct channel_pull_options *options, struct channel **channel, struct ece_error *e);

#endif
