// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/net/rtnl.h"

#include <errno.h>
#include <stdbool.h>

/* Where the one message of an answer is parsed to. */
struct want {
	struct ece_link *link; /* one of these two */
	struct ece_dcb *dcb;
	bool got;
};

static int take(void *arg, const void *message, size_t len)
{
	struct want *want = arg;
	int err = want->link ? ece_link_parse(message, len, want->link) : ece_dcb_parse(message, len, want->dcb);

	want->got = !err;
	return err;
}

/* @len 0: no such request can be made, since no interface can have that name. */
static int ask(const struct ece_os *os, const void *request, size_t len, struct want *want)
{
	struct ece_os_reply reply = {.each = take, .arg = want};
	int err = -ENODEV;

	if (len)
		err = os->ops->netlink(os->ctx, ECE_OS_NETLINK_ROUTE, request, len, &reply);
	if (!err && !want->got)
		err = -EBADMSG;
	return err;
}

int ece_rtnl_link(const struct ece_os *os, const char *netdev, struct ece_link *link)
{
	uint32_t request[ECE_LINK_REQUEST_MAX / sizeof(uint32_t)];
	struct want want = {.link = link};

	return ask(os, request, ece_link_request(netdev, request, sizeof(request)), &want);
}

int ece_rtnl_link_at(const struct ece_os *os, int index, struct ece_link *link)
{
	uint32_t request[ECE_LINK_REQUEST_MAX / sizeof(uint32_t)];
	struct want want = {.link = link};

	return ask(os, request, ece_link_request_index(index, request, sizeof(request)), &want);
}

int ece_rtnl_dcb(const struct ece_os *os, const char *netdev, struct ece_dcb *dcb)
{
	uint32_t request[ECE_DCB_REQUEST_MAX / sizeof(uint32_t)];
	struct want want = {.dcb = dcb};

	return ask(os, request, ece_dcb_request(netdev, request, sizeof(request)), &want);
}

static int take_route(void *arg, const void *message, size_t len)
{
	return ece_route_parse(message, len, arg);
}

int ece_rtnl_default_routes(const struct ece_os *os, struct ece_route_out *out)
{
	uint32_t request[ECE_ROUTE_REQUEST_MAX / sizeof(uint32_t)];
	struct ece_os_reply reply = {.each = take_route, .arg = out};

	*out = (struct ece_route_out){.count = 0};
	return os->ops->netlink(os->ctx, ECE_OS_NETLINK_ROUTE, request, ece_route_request(request, sizeof(request)),
				&reply);
}
