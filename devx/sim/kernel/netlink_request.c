// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <libmnl/libmnl.h>
#include <rdma/rdma_netlink.h>

#include "devx/sim/kernel/netlink_rdma.h"

static int take(const struct nlattr *attr, void *arg)
{
	struct sim_rdma_request *request = arg;
	uint16_t type = mnl_attr_get_type(attr);
	bool *has = NULL;
	uint32_t *to = NULL;

	if (type == RDMA_NLDEV_ATTR_DEV_INDEX) {
		has = &request->has_device;
		to = &request->device;
	} else if (type == RDMA_NLDEV_ATTR_PORT_INDEX) {
		has = &request->has_port;
		to = &request->port;
	} else if (type == RDMA_NLDEV_ATTR_RES_LQPN) {
		has = &request->has_qpn;
		to = &request->qpn;
	}
	if (!to)
		return MNL_CB_OK;
	if (mnl_attr_get_payload_len(attr) != sizeof(*to))
		return MNL_CB_ERROR;
	*has = true;
	*to = mnl_attr_get_u32(attr);
	return MNL_CB_OK;
}

int sim_rdma_request_parse(const void *message, size_t len, struct sim_rdma_request *request)
{
	const struct nlmsghdr *header = message;

	*request = (struct sim_rdma_request){.op = 0};
	if (len > INT32_MAX || !mnl_nlmsg_ok(header, (int)len) ||
	    RDMA_NL_GET_CLIENT(header->nlmsg_type) != RDMA_NL_NLDEV || !(header->nlmsg_flags & NLM_F_REQUEST))
		return -EINVAL;
	request->op = RDMA_NL_GET_OP(header->nlmsg_type);
	request->dump = (header->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
	return mnl_attr_parse(header, 0, take, request) == MNL_CB_ERROR ? -EINVAL : 0;
}
