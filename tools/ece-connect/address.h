/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where a peer listens, as people type it. */
#ifndef ECE_TOOLS_ECE_CONNECT_ADDRESS_H
#define ECE_TOOLS_ECE_CONNECT_ADDRESS_H

#include "devx/base/error.h"

#define ADDRESS_HOST_MAX 256
#define ADDRESS_PORT_MAX 6 /* digits and NUL */

struct connect_address {
	char host[ADDRESS_HOST_MAX]; /* name or number; empty: any */
	char port[ADDRESS_PORT_MAX]; /* decimal; empty: the default */
};

/**
 * address_parse - "gpu002", "10.0.0.2:7000", "fd00::2", "[fd00::2]:7000", ":7000"
 * @address: written on success
 *
 * Returns 0, or -EINVAL with @e filled: kind SYNTAX, RANGE (the port) or LIMIT (the name).
 */
int address_parse(const char *word, struct connect_address *address, struct ece_error *e);

#endif
