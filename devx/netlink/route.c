// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/route.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "devx/netlink/attr.h"

size_t ece_route_request(void *buf, size_t size)
{
	struct nlmsghdr *header;
	struct rtmsg *route;

	if (size < ECE_ROUTE_REQUEST_MAX)
		return 0;
	header = mnl_nlmsg_put_header(buf);
	header->nlmsg_type = RTM_GETROUTE;
	header->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	route = mnl_nlmsg_put_extra_header(header, sizeof(*route));
	route->rtm_family = AF_UNSPEC;
	return header->nlmsg_len;
}

static int add(struct ece_route_out *out, int index)
{
	for (size_t i = 0; i < out->count; i++)
		if (out->index[i] == index)
			return 0;
	if (out->count == ECE_ROUTE_OUT_MAX)
		return -E2BIG;
	out->index[out->count++] = index;
	return 0;
}

/* Several ways of one route: structs one behind the other, each with its length. */
static int add_ways(struct ece_route_out *out, const struct nlattr *attr)
{
	const uint8_t *at = mnl_attr_get_payload(attr);
	size_t left = mnl_attr_get_payload_len(attr);

	while (left) {
		const struct rtnexthop *way = (const void *)at;
		size_t step;
		int err;

		if (left < sizeof(*way) || way->rtnh_len < sizeof(*way) || way->rtnh_len > left)
			return -EBADMSG;
		err = add(out, way->rtnh_ifindex);
		if (err)
			return err;
		step = MNL_ALIGN(way->rtnh_len);
		if (step >= left)
			break;
		at += step;
		left -= step;
	}
	return 0;
}

static int take(const struct nlattr *attr, struct ece_route_out *out)
{
	uint32_t index;
	int err;

	if (mnl_attr_get_type(attr) == RTA_MULTIPATH)
		return add_ways(out, attr);
	if (mnl_attr_get_type(attr) != RTA_OIF)
		return 0;
	err = ece_attr_u32(attr, &index);
	return err ? err : add(out, (int)index);
}

int ece_route_parse(const void *message, size_t len, struct ece_route_out *out)
{
	const struct nlmsghdr *header = message;
	const struct rtmsg *route;
	struct ece_attrs attrs;

	if (!ece_message_ok(header, len, RTM_NEWROUTE, sizeof(*route)))
		return -EBADMSG;
	route = mnl_nlmsg_get_payload(header);
	if (route->rtm_dst_len || route->rtm_type != RTN_UNICAST)
		return 0;
	attrs = ece_attrs_of(header, sizeof(*route));
	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = take(attrs.at, out);

		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}
