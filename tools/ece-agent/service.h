/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What --service does between its waits: requests out of etcd, the fleet's freeze, what the host is owed. */
#ifndef ECE_TOOLS_ECE_AGENT_SERVICE_H
#define ECE_TOOLS_ECE_AGENT_SERVICE_H

#include "lib/pull/pull.h"
#include "tools/ece-agent/reach.h"

struct service {
	const struct agent_args *args;
	struct reached reached;
	bool open; /* the host can be asked; a guard may come and go */
	struct pull_agent *pull;
	char name[ETCD_HOST_MAX];
	bool obeyed;                  /* the host knows what the fleet says of a freeze */
	struct protocol_request owed; /* ENSURE; .id "": nothing is to be asked */
};

/**
 * service_ops - the callbacks of lib/pull; their context is the service
 */
extern const struct pull_ops service_ops;

/**
 * service_line - a request line to the host, which is opened again where it was lost
 *
 * Returns as reach_line(); what failed has been said.
 */
int service_line(struct service *service, const char *line, size_t len, char **answer, size_t *answer_len);

/**
 * service_ensure - ask what the host is owed to be looked after, when the store has said so
 */
void service_ensure(struct service *service);

#endif
