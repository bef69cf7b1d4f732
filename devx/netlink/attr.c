// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/attr.h"

#include <errno.h>

struct ece_attrs ece_attrs_of(const struct nlmsghdr *header, size_t extra)
{
	return (struct ece_attrs){
		.at = mnl_nlmsg_get_payload_offset(header, extra),
		.end = (const uint8_t *)header + header->nlmsg_len,
	};
}

struct ece_attrs ece_attrs_in(const struct nlattr *nest)
{
	return (struct ece_attrs){
		.at = mnl_attr_get_payload(nest),
		.end = (const uint8_t *)mnl_attr_get_payload(nest) + mnl_attr_get_payload_len(nest),
	};
}

int ece_attrs_done(const struct ece_attrs *attrs)
{
	return (const uint8_t *)attrs->at < attrs->end ? -EBADMSG : 0;
}
