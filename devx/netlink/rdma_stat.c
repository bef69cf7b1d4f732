// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/rdma_stat.h"

#include <errno.h>
#include <stdbool.h>

#include "devx/netlink/nldev.h"
#include "devx/netlink/rdma.h"

size_t ece_rdma_counters_request(uint32_t device, uint32_t port, void *buf, size_t size)
{
	struct nlmsghdr *header =
		ece_nldev_start_port(buf, size, ECE_RDMA_REQUEST_MAX, RDMA_NLDEV_CMD_STAT_GET, device, port);

	return header ? header->nlmsg_len : 0;
}

static int counter_entry(const struct nlattr *entry, struct ece_rdma_counter *counter)
{
	struct ece_attrs attrs = ece_attrs_in(entry);
	bool has_value = false;
	int err = 0;

	*counter = (struct ece_rdma_counter){.value = 0};
	for (; !err && ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		uint16_t type = mnl_attr_get_type(attrs.at);

		if (type == RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME)
			err = ece_attr_text(attrs.at, counter->name, sizeof(counter->name));
		else if (type == RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE)
			err = ece_attr_u64(attrs.at, &counter->value);
		has_value |= type == RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE;
	}
	if (!err)
		err = ece_attrs_done(&attrs);
	return !err && (!has_value || !counter->name[0]) ? -EBADMSG : err;
}

static int counter_table(const struct nlattr *table, int (*each)(void *arg, const struct ece_rdma_counter *counter),
			 void *arg)
{
	struct ece_attrs attrs = ece_attrs_in(table);
	struct ece_rdma_counter counter;

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = 0;

		if (mnl_attr_get_type(attrs.at) == RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY) {
			err = counter_entry(attrs.at, &counter);
			if (!err)
				err = each(arg, &counter);
		}
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

int ece_rdma_counters_parse(const void *message, size_t len,
			    int (*each)(void *arg, const struct ece_rdma_counter *counter), void *arg)
{
	const struct nlmsghdr *header = message;
	struct ece_attrs attrs;

	if (!ece_message_ok(header, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_STAT_GET), 0))
		return -EBADMSG;
	for (attrs = ece_attrs_of(header, 0); ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = mnl_attr_get_type(attrs.at) == RDMA_NLDEV_ATTR_STAT_HWCOUNTERS ?
				  counter_table(attrs.at, each, arg) :
				  0;

		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}
