// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/rdma_optional.h"

#include <errno.h>

#include "devx/netlink/nldev.h"
#include "devx/netlink/rdma.h"

size_t ece_rdma_status_request(uint32_t device, uint32_t port, void *buf, size_t size)
{
	struct nlmsghdr *header =
		ece_nldev_start_port(buf, size, ECE_RDMA_REQUEST_MAX, RDMA_NLDEV_CMD_STAT_GET_STATUS, device, port);

	return header ? header->nlmsg_len : 0;
}

size_t ece_rdma_optional_request(uint32_t device, uint32_t port, const uint32_t *indexes, size_t count, void *buf,
				 size_t size)
{
	struct nlmsghdr *header = NULL;
	struct nlattr *list;

	if (count <= ECE_RDMA_COUNTERS_MAX)
		header = ece_nldev_start_port(buf, size, ECE_RDMA_OPTIONAL_REQUEST_MAX, RDMA_NLDEV_CMD_STAT_SET, device,
					      port);
	if (!header)
		return 0;
	/* The kernel refuses a list without NLA_F_NESTED, which this sets, and finds numbers without an entry around them */
	list = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
	for (size_t i = 0; i < count; i++)
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_INDEX, indexes[i]);
	mnl_attr_nest_end(header, list);
	return header->nlmsg_len;
}

struct walk {
	int (*each)(void *arg, const struct ece_rdma_counter_status *status);
	void *arg;
};

static int take(const struct nlattr *attr, struct ece_rdma_counter_status *status, bool *has_index)
{
	uint8_t on = 0;
	int err;

	switch (mnl_attr_get_type(attr)) {
	case RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME:
		return ece_attr_text(attr, status->name, sizeof(status->name));
	case RDMA_NLDEV_ATTR_STAT_HWCOUNTER_INDEX:
		*has_index = true;
		return ece_attr_u32(attr, &status->index);
	case RDMA_NLDEV_ATTR_STAT_HWCOUNTER_DYNAMIC:
		err = ece_attr_u8(attr, &on);
		status->optional = true;
		status->on = on;
		return err;
	default:
		return 0;
	}
}

static int entry(void *arg, const struct nlattr *attr)
{
	const struct walk *walk = arg;
	struct ece_attrs attrs = ece_attrs_in(attr);
	struct ece_rdma_counter_status status = {.index = 0};
	bool has_index = false;
	int err = 0;

	for (; !err && ece_attrs_ok(&attrs); ece_attrs_next(&attrs))
		err = take(attrs.at, &status, &has_index);
	if (!err)
		err = ece_attrs_done(&attrs);
	if (!err && (!has_index || !status.name[0]))
		err = -EBADMSG;
	return err ? err : walk->each(walk->arg, &status);
}

static int table(void *arg, const struct nlattr *attr)
{
	return ece_attrs_each(ece_attrs_in(attr), RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY, entry, arg);
}

int ece_rdma_status_parse(const void *message, size_t len,
			  int (*each)(void *arg, const struct ece_rdma_counter_status *status), void *arg)
{
	struct walk walk = {.each = each, .arg = arg};

	if (!ece_message_ok(message, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_STAT_GET_STATUS), 0))
		return -EBADMSG;
	return ece_attrs_each(ece_attrs_of(message, 0), RDMA_NLDEV_ATTR_STAT_HWCOUNTERS, table, &walk);
}
