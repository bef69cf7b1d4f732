/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the kernel tells of a network interface over rtnetlink: link, DCB, default routes. Needs no rights.
 * Source: Linux include/uapi/linux/{rtnetlink,if_link,dcbnl}.h, net/core/rtnetlink.c, net/dcb/dcbnl.c,
 * net/ipv4/fib_frontend.c.
 */
#ifndef ECE_DEVX_NET_RTNL_H
#define ECE_DEVX_NET_RTNL_H

#include "devx/netlink/dcb.h"
#include "devx/netlink/link.h"
#include "devx/netlink/route.h"
#include "devx/os/os.h"

/**
 * ece_rtnl_link - the link of an interface
 * @netdev: any of its names
 *
 * Returns 0; -ENODEV: there is none of that name in this network namespace; -EBADMSG: the answer was damaged; or
 * another negative errno of the seam.
 */
int ece_rtnl_link(const struct ece_os *os, const char *netdev, struct ece_link *link);

/* ece_rtnl_link_at - the same by the index of the interface, as ece_link.master has it */
int ece_rtnl_link_at(const struct ece_os *os, int index, struct ece_link *link);

/**
 * ece_rtnl_dcb - classes of service of an interface, as its driver has them
 *
 * Returns as ece_rtnl_link(); -EOPNOTSUPP: its driver, or the function, has no DCB; -E2BIG as ece_dcb_parse().
 */
int ece_rtnl_dcb(const struct ece_os *os, const char *netdev, struct ece_dcb *dcb);

/**
 * ece_rtnl_default_routes - the interfaces that default routes of this network namespace leave by
 *
 * Returns 0, also without any; -EMSGSIZE for a routing table too large to be told, -E2BIG, or another negative errno of
 * the seam.
 */
int ece_rtnl_default_routes(const struct ece_os *os, struct ece_route_out *out);

#endif
