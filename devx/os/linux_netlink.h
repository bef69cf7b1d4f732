/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How a netlink exchange ends: the error in an acknowledgement, or in the end of a dump. Internal to devx/os. */
#ifndef ECE_DEVX_OS_LINUX_NETLINK_H
#define ECE_DEVX_OS_LINUX_NETLINK_H

#include <linux/netlink.h>

#include "devx/os/os.h"

/**
 * linux_netlink_verdict - what NLMSG_ERROR or NLMSG_DONE says
 * @header: a whole message of one of these types
 * @said: receives the kernel's text where it sends one (NETLINK_EXT_ACK), else it is emptied
 *
 * libmnl takes the end of a dump for its success, whatever error the kernel puts into it. Returns 0, the kernel's
 * negative errno, or -EBADMSG for a message that is too short for one.
 */
int linux_netlink_verdict(const struct nlmsghdr *header, char said[ECE_OS_SAID_MAX]);

#endif
