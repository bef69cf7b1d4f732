/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Default routes as rtnetlink tells them: messages of RTM_GETROUTE. No socket here: bytes in, bytes out.
 * Source: Linux include/uapi/linux/rtnetlink.h.
 */
#ifndef ECE_DEVX_NETLINK_ROUTE_H
#define ECE_DEVX_NETLINK_ROUTE_H

#include <stddef.h>
#include <stdint.h>

#define ECE_ROUTE_REQUEST_MAX 64 /* bytes of a request */
#define ECE_ROUTE_OUT_MAX     32 /* interfaces of one route that are told */

/* The interfaces that default routes leave by, each once, by index. */
struct ece_route_out {
	int index[ECE_ROUTE_OUT_MAX];
	size_t count;
};

/**
 * ece_route_request - ask for all routes of all address families
 * @buf: aligned for a uint32_t
 *
 * Returns the length of the message in @buf, or 0 when it does not fit (ECE_ROUTE_REQUEST_MAX does).
 */
size_t ece_route_request(void *buf, size_t size);

/**
 * ece_route_parse - read one message of the answer, and add where it leads when it is a default route
 * @message: with its header, aligned for a uint32_t; at most @len bytes are looked at
 *
 * Routes of every table count: the one of management may be in one of its own. Returns 0, -EBADMSG for what is no such
 * answer or is damaged, or -E2BIG for more interfaces than @out holds.
 */
int ece_route_parse(const void *message, size_t len, struct ece_route_out *out);

#endif
