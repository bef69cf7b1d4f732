/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The host that is worked on, locked: this one, or one of a simulated fleet. */
#ifndef ECE_TOOLS_ECE_SET_SET_HOST_H
#define ECE_TOOLS_ECE_SET_SET_HOST_H

#include "devx/nic/nic.h"
#include "lib/host/guard.h"
#include "lib/simfleet/simfleet.h"
#include "tools/ece-set/args.h"

struct set_host {
	struct guard guard;
	uint64_t now_ns;
	bool simulated;
	struct ece_nic_info *nics;
	size_t nic_count;
	struct simfleet *fleet; /* of a simulated host */
	struct simfleet_host *open;
	int lock; /* of a real one; -1: none */
};

/**
 * set_host_open - lock the host, open its journal, find its NICs
 *
 * Returns 0 or a negative errno with @e filled; set_host_close() in any case.
 */
int set_host_open(const struct set_args *args, struct set_host *host, struct ece_error *e);
void set_host_close(struct set_host *host);

/**
 * set_host_say - a host that is simulated is told before anything else; nothing with --json
 */
void set_host_say(const struct set_args *args);

/**
 * set_host_name - what people call the card of a change: its PCI address, or its GUID when it is not there
 */
const char *set_host_name(const struct set_host *host, const struct journal_card *card, char *buf, size_t size);

#endif
