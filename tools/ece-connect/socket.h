/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The TCP connection between the two ends. */
#ifndef ECE_TOOLS_ECE_CONNECT_SOCKET_H
#define ECE_TOOLS_ECE_CONNECT_SOCKET_H

#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>

#include "tools/ece-connect/address.h"

#define SOCKET_NAME_MAX 64 /* "[fd00::2]:18520" */

/* Both ends of a connected socket. */
struct socket_ends {
	struct sockaddr_storage local, peer; /* IPv4 in IPv6 is made IPv4 */
	char local_text[SOCKET_NAME_MAX];    /* without the port */
	char peer_text[SOCKET_NAME_MAX];
};

/**
 * socket_connect - connect to an address, by any of its numbers
 *
 * Returns a descriptor that does not block, for the caller to close; or a negative errno with @e filled: kind
 * UNKNOWN_NAME (no such host), TIMEOUT, or GONE (nobody listens, no way there).
 */
int socket_connect(const struct connect_address *address, uint64_t deadline_ns, struct ece_error *e);

/**
 * socket_listen - listen at an address; an empty host: all of this host's
 *
 * Returns as socket_connect().
 */
int socket_listen(const struct connect_address *address, struct ece_error *e);

/**
 * socket_accept - the next peer
 * @deadline_ns: UINT64_MAX: none
 *
 * Returns as socket_connect(); -ETIMEDOUT (kind TIMEOUT) where none came.
 */
int socket_accept(int listener, uint64_t deadline_ns, struct ece_error *e);

/**
 * socket_ends_of - who talks to whom
 *
 * Returns 0, or a negative errno with @e filled.
 */
int socket_ends_of(int fd, struct socket_ends *ends, struct ece_error *e);

/**
 * socket_gid - an address as a GID has it: IPv6, or IPv4 mapped into it
 */
struct in6_addr socket_gid(const struct sockaddr_storage *address);

#endif
