/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A network interface as rtnetlink tells it: messages of RTM_GETLINK. No socket here: bytes in, bytes out.
 * Source: Linux include/uapi/linux/{if_link,rtnetlink,if_bonding}.h.
 */
#ifndef ECE_DEVX_NETLINK_LINK_H
#define ECE_DEVX_NETLINK_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ECE_LINK_NAME_MAX     16  /* with the NUL, as the kernel's */
#define ECE_LINK_ALTNAME_MAX  128 /* the same */
#define ECE_LINK_ALTNAMES_MAX 8   /* kept; the count goes on */
#define ECE_LINK_KIND_MAX     16
#define ECE_LINK_REQUEST_MAX  192 /* bytes of a request */

/* What a bond says of one of its ports; -1 where the interface is no port of a bond. */
struct ece_link_port {
	int active;     /* 1 active, 0 backup */
	int mii_status; /* 0 up, 1 going down, 2 down, 3 coming back */
};

struct ece_link {
	int index;
	char name[ECE_LINK_NAME_MAX];
	size_t altname_count;
	char altname[ECE_LINK_ALTNAMES_MAX][ECE_LINK_ALTNAME_MAX];
	char kind[ECE_LINK_KIND_MAX];    /* "bond", "vlan"; empty for hardware */
	char of_kind[ECE_LINK_KIND_MAX]; /* the kind of its master, when that is one that has ports: "bond" */
	int lower;                       /* index of the interface that a VLAN lies on; 0: none */
	int master;                      /* index of the bond or bridge it is a port of; 0: none */
	bool up;                         /* switched on */
	bool lower_up;                   /* has a signal */
	uint32_t mtu;                    /* 0: not told */
	bool has_netnsid;
	int32_t netnsid; /* namespace of what it lies on, as this namespace numbers it */
	int bond_mode;   /* of a bond: 0 balance-rr ... 6 balance-alb; -1 otherwise */
	struct ece_link_port port;
};

/**
 * ece_link_request - ask for one interface by any of its names
 * @netdev: NULL asks for all
 * @buf: aligned for a uint32_t
 *
 * Returns the length of the message in @buf; 0 for a name that no interface can have, or when it does not fit
 * (ECE_LINK_REQUEST_MAX does).
 */
size_t ece_link_request(const char *netdev, void *buf, size_t size);

/* ece_link_request_index - the same by its index */
size_t ece_link_request_index(int index, void *buf, size_t size);

/**
 * ece_link_parse - read one message of the answer
 * @message: with its header, aligned for a uint32_t; at most @len bytes are looked at
 *
 * Attributes that are not known are passed over. Returns 0; -EBADMSG for what is not such an answer or is damaged.
 * @link is then void.
 */
int ece_link_parse(const void *message, size_t len, struct ece_link *link);

/**
 * ece_link_bond_mode_name - "802.3ad", "active-backup", ...
 *
 * Returns a constant string, or NULL for a number that is no mode. Source: Linux Documentation/networking/bonding.rst.
 */
const char *ece_link_bond_mode_name(int mode);

#endif
