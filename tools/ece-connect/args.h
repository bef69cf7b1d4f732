/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-connect. */
#ifndef ECE_TOOLS_ECE_CONNECT_ARGS_H
#define ECE_TOOLS_ECE_CONNECT_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/ece-connect/address.h"

/* How the queue pairs are connected. The numbers are on the wire: append only. */
enum connect_mode {
	CONNECT_RAW,        /* verbs; the words go over the TCP connection */
	CONNECT_CM,         /* RDMA-CM, with queue pairs of this program's */
	CONNECT_CM_MANAGED, /* RDMA-CM, with queue pairs that librdmacm makes and moves */
	CONNECT_MODE_COUNT,
};

struct connect_args {
	bool listen, forever, json;
	struct connect_address address; /* of the peer, or to listen at */
	const char *device;             /* NULL: the one that has this end's address */
	uint32_t device_port;           /* 0: the one that has the address */
	bool has_gid;
	uint32_t gid;
	bool has_mode;
	enum connect_mode mode;
	uint32_t qps;
	uint64_t bytes; /* of each queue pair, each way */
	bool has_allow, has_require;
	uint32_t allow, require; /* option bits */
	uint32_t timeout_ms;     /* of one connection */
	uint32_t wait_ms;        /* for a peer */
	uint32_t hold_ms;        /* the connection, after the data */
};

#endif
