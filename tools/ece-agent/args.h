/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was typed behind ece-agent. */
#ifndef ECE_TOOLS_ECE_AGENT_ARGS_H
#define ECE_TOOLS_ECE_AGENT_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/etcd/etcd.h"
#include "lib/host/protocol.h"

struct agent_args {
	bool stdio, service, json, force, current, detailed;
	const char *state, *sim, *host, *guard, *allowed_signers, *name;
	const char *why;
	uint64_t generation;            /* ensure; 0: not told */
	struct protocol_version speaks; /* a persona; 0.0: none */
	/* --service */
	const char *endpoints[ETCD_ENDPOINTS_MAX];
	size_t endpoint_count;
	const char *prefix, *ca, *cert, *key, *user, *password;
};

#endif
