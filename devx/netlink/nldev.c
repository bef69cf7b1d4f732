// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/nldev.h"

struct nlmsghdr *ece_nldev_start(void *buf, size_t size, size_t needed, unsigned int op, uint16_t flags)
{
	struct nlmsghdr *header;

	if (size < needed)
		return NULL;
	header = mnl_nlmsg_put_header(buf);
	header->nlmsg_type = ECE_NLDEV_TYPE(op);
	header->nlmsg_flags = NLM_F_REQUEST | flags;
	return header;
}

struct nlmsghdr *ece_nldev_start_port(void *buf, size_t size, size_t needed, unsigned int op, uint32_t device,
				      uint32_t port)
{
	struct nlmsghdr *header = ece_nldev_start(buf, size, needed, op, 0);

	if (!header)
		return NULL;
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_DEV_INDEX, device);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, port);
	return header;
}
