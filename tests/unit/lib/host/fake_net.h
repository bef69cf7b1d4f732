/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the kernel tells of the fake NICs beside their parameters, in place of devx/net and devx/qp. */
#ifndef ECE_TESTS_UNIT_LIB_HOST_FAKE_NET_H
#define ECE_TESTS_UNIT_LIB_HOST_FAKE_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_QPS_MAX 8

/* The interface of every fake NIC has index 2. */
struct fake_net {
	bool silent;          /* the kernel tells nothing */
	bool bonded;          /* the bond has index 9 */
	int route;            /* index of the interface that the default route leaves by; 0: there is none */
	int vlan, vlan_lower; /* this interface is a VLAN over that one */
	struct {
		uint32_t qpn, pid;
	} qps[FAKE_QPS_MAX]; /* of card a1, by number */
	size_t qp_count;
};

extern struct fake_net fake_net; /* fake_reset() zeroes it */

#endif
