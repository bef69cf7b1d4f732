/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a driver tells of its interface by SIOCETHTOOL. Needs no rights.
 * Source: Linux include/uapi/linux/ethtool.h, net/ethtool/ioctl.c.
 */
#ifndef ECE_DEVX_NET_ETHTOOL_H
#define ECE_DEVX_NET_ETHTOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/os/os.h"

#define ECE_ETHTOOL_NAME_MAX     32    /* bytes of the kernel's strings, with the NUL */
#define ECE_ETHTOOL_COUNTERS_MAX 16384 /* mlx5 has some hundred, and some tens more for each queue */

/* Empty where the driver does not tell. */
struct ece_ethtool_driver {
	char name[ECE_ETHTOOL_NAME_MAX];
	char version[ECE_ETHTOOL_NAME_MAX];  /* of a driver that came with the kernel: the kernel's release */
	char firmware[ECE_ETHTOOL_NAME_MAX]; /* "28.45.1020 (MT_0000000838)" */
	char bus[ECE_ETHTOOL_NAME_MAX];      /* PCI address */
};

enum ece_ethtool_port {
	ECE_ETHTOOL_PORT_TWISTED_PAIR = 0x00,
	ECE_ETHTOOL_PORT_FIBRE = 0x03,
	ECE_ETHTOOL_PORT_DIRECT_ATTACH = 0x05,
	ECE_ETHTOOL_PORT_NONE = 0xef,
	ECE_ETHTOOL_PORT_OTHER = 0xff,
};

struct ece_ethtool_link {
	bool up;
	uint32_t speed_mbps; /* 0: unknown, as of a port that is down */
	bool full_duplex;
	bool autoneg;
	uint8_t port; /* enum ece_ethtool_port */
};

struct ece_ethtool_pause {
	bool autoneg, rx, tx;
};

struct ece_ethtool_counter {
	char name[ECE_ETHTOOL_NAME_MAX];
	uint64_t value;
};

/**
 * ece_ethtool_driver, ece_ethtool_link, ece_ethtool_pause
 *
 * Return 0; -ENODEV: no such interface in this network namespace; -EOPNOTSUPP: the driver does not tell; or another
 * negative errno of the seam. What is to be filled is then void.
 */
int ece_ethtool_driver(const struct ece_os *os, const char *netdev, struct ece_ethtool_driver *driver);
int ece_ethtool_link(const struct ece_os *os, const char *netdev, struct ece_ethtool_link *link);
int ece_ethtool_pause(const struct ece_os *os, const char *netdev, struct ece_ethtool_pause *pause);

/**
 * ece_ethtool_counters - all counters of an interface, in the driver's order
 * @counters: receives an array; free() it. NULL when there is none
 *
 * Which counters there are can change at any time (PFC was switched on, a queue was added); then they are read again.
 * Returns as above; -E2BIG for more than ECE_ETHTOOL_COUNTERS_MAX, -ENOMEM, -EAGAIN when they changed each time.
 */
int ece_ethtool_counters(const struct ece_os *os, const char *netdev, struct ece_ethtool_counter **counters,
			 size_t *count);

/* The names of an interface's counters, to be kept while their values are read again and again. Zeroed: none. */
struct ece_ethtool_names {
	char (*names)[ECE_ETHTOOL_NAME_MAX];
	size_t count;
};

void ece_ethtool_names_done(struct ece_ethtool_names *names);

/**
 * ece_ethtool_values - the values of all counters of an interface
 * @names: of an earlier reading, or zeroed; receives those that the values belong to. ece_ethtool_names_done() it in any
 *	   case
 * @values: receives @names->count values in the order of the names; free() it. NULL when there is none
 * @others: receives whether they are others than they were, also with an error
 *
 * Which counters there are can change at any time, also to others of the same number: mlx5 names pause counters by the
 * priorities that have PFC. So names are read again behind the values, which are told when the names are the same.
 * Returns as ece_ethtool_counters().
 */
int ece_ethtool_values(const struct ece_os *os, const char *netdev, struct ece_ethtool_names *names, uint64_t **values,
		       bool *others);

/**
 * ece_ethtool_port_name - "direct_attach", "fibre", ...; "other" for what has no name here
 */
const char *ece_ethtool_port_name(uint8_t port);

#endif
