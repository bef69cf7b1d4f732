// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <rdma/rdma_netlink.h>

#include "devx/sim/kernel/netlink_rdma.h"

struct parse {
	struct sim_rdma_request *request;
	const struct sim_persona *persona;
};

/* Where a number of 32 bits goes, or NULL for what is none that is played. */
static uint32_t *word_of(struct sim_rdma_request *request, uint16_t type, bool **has)
{
	const struct {
		uint16_t type;
		bool *has;
		uint32_t *to;
	} words[] = {
		{RDMA_NLDEV_ATTR_DEV_INDEX, &request->has_device, &request->device},
		{RDMA_NLDEV_ATTR_PORT_INDEX, &request->has_port, &request->port},
		{RDMA_NLDEV_ATTR_RES_LQPN, &request->has_qpn, &request->qpn},
		{RDMA_NLDEV_ATTR_STAT_RES, &request->has_resource, &request->resource},
		{RDMA_NLDEV_ATTR_STAT_MODE, &request->has_mode, &request->mode},
		{RDMA_NLDEV_ATTR_STAT_AUTO_MODE_MASK, &request->has_mask, &request->mask},
		{RDMA_NLDEV_ATTR_STAT_COUNTER_ID, &request->has_set, &request->set},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i].type != type)
			continue;
		*has = words[i].has;
		return words[i].to;
	}
	return NULL;
}

static int take(const struct nlattr *attr, void *arg)
{
	const struct parse *parse = arg;
	struct sim_rdma_request *request = parse->request;
	uint16_t type = mnl_attr_get_type(attr);
	bool *has = NULL;
	uint32_t *to = word_of(request, type, &has);

	if (type > parse->persona->nldev_attr_max)
		request->unknown = type;
	if (type == RDMA_NLDEV_ATTR_STAT_HWCOUNTERS)
		request->on = attr;
	if (type == SIM_NLDEV_STAT_OPCOUNTER_ENABLED && mnl_attr_get_payload_len(attr) == 1) {
		request->has_with_optional = true;
		request->with_optional = mnl_attr_get_u8(attr);
	}
	if (!to)
		return MNL_CB_OK;
	if (mnl_attr_get_payload_len(attr) != sizeof(*to))
		return MNL_CB_ERROR;
	*has = true;
	*to = mnl_attr_get_u32(attr);
	return MNL_CB_OK;
}

int sim_rdma_request_parse(const struct sim_persona *persona, const void *message, size_t len,
			   struct sim_rdma_request *request)
{
	struct parse parse = {.request = request, .persona = persona};
	const struct nlmsghdr *header = message;

	*request = (struct sim_rdma_request){.op = 0};
	if (len > INT32_MAX || !mnl_nlmsg_ok(header, (int)len) ||
	    RDMA_NL_GET_CLIENT(header->nlmsg_type) != RDMA_NL_NLDEV || !(header->nlmsg_flags & NLM_F_REQUEST))
		return -EINVAL;
	request->op = RDMA_NL_GET_OP(header->nlmsg_type);
	request->dump = (header->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
	return mnl_attr_parse(header, 0, take, &parse) == MNL_CB_ERROR ? -EINVAL : 0;
}
