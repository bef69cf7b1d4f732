/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A domain: the peers whose programs all run under the same policy, and the ECE word that is asked for towards them. The
 * command makes it of a policy file and hands it to the library in the environment, as one line of words:
 *
 *	1 NAME WORD PEER[,PEER...] DEVICE[,DEVICE...]|-
 *
 * Nothing here allocates or asks anybody.
 */
#ifndef ECE_TOOLS_ECE_TRACE_DOMAIN_H
#define ECE_TOOLS_ECE_TRACE_DOMAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DOMAIN_NAME_MAX   64 /* letters, digits, '.', '_' and '-'; its NUL included */
#define DOMAIN_PEERS_MAX  256
#define DOMAIN_BARRED_MAX 64 /* devices */
#define DOMAIN_DEVICE_MAX 64
#define DOMAIN_GID_BYTES  16
#define DOMAIN_TEXT_MAX   32768
#define DOMAIN_IPV4_BITS  8 /* the shortest prefixes: a domain of everybody is none */
#define DOMAIN_IPV6_BITS  16

/* A prefix of GIDs. IPv4 addresses are GIDs too, ::ffff:10.0.0.1, and their prefixes 96 bits longer. */
struct domain_peer {
	uint8_t gid[DOMAIN_GID_BYTES];
	uint8_t bits;
};

struct domain {
	char name[DOMAIN_NAME_MAX];
	uint32_t word; /* as ibv_set_ece() takes it */
	size_t peer_count;
	struct domain_peer peers[DOMAIN_PEERS_MAX];
	/* Devices of this host whose own policy does not allow the word */
	size_t barred_count;
	char barred[DOMAIN_BARRED_MAX][DOMAIN_DEVICE_MAX];
};

/**
 * domain_name_good - may this be the name of a domain, or of a device?
 * @max: bytes it may take, its NUL included
 */
bool domain_name_good(const char *name, size_t max);

/**
 * domain_peer_parse - "10.0.0.0/24", "fd00::/64"; without a length one address
 *
 * Bits behind the prefix have to be 0. Returns NULL, or why it is none: a constant clause.
 */
const char *domain_peer_parse(const char *text, struct domain_peer *peer);

/**
 * domain_has - is a GID one of the domain's?
 */
bool domain_has(const struct domain *domain, const uint8_t *gid);

/**
 * domain_bars - may nothing be asked for on this device?
 */
bool domain_bars(const struct domain *domain, const char *device);

/**
 * domain_encode - the line for the environment
 * @size: DOMAIN_TEXT_MAX is enough
 *
 * Returns false when it does not fit.
 */
bool domain_encode(const struct domain *domain, char *buf, size_t size);

/**
 * domain_decode - the domain of such a line
 *
 * Returns false where it is none; @domain is not to be used then.
 */
bool domain_decode(const char *text, struct domain *domain);

#endif
