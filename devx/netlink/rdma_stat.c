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

struct walk {
	int (*each)(void *arg, const struct ece_rdma_counter *counter);
	void *arg;
};

static int give(void *arg, const struct nlattr *entry)
{
	const struct walk *walk = arg;
	struct ece_rdma_counter counter;
	int err = counter_entry(entry, &counter);

	return err ? err : walk->each(walk->arg, &counter);
}

int ece_nldev_counters(const struct nlattr *table, int (*each)(void *arg, const struct ece_rdma_counter *counter),
		       void *arg)
{
	struct walk walk = {.each = each, .arg = arg};

	return ece_attrs_each(ece_attrs_in(table), RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY, give, &walk);
}

static int give_all(void *arg, const struct nlattr *table)
{
	const struct walk *walk = arg;

	return ece_nldev_counters(table, walk->each, walk->arg);
}

int ece_rdma_counters_parse(const void *message, size_t len,
			    int (*each)(void *arg, const struct ece_rdma_counter *counter), void *arg)
{
	struct walk walk = {.each = each, .arg = arg};

	if (!ece_message_ok(message, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_STAT_GET), 0))
		return -EBADMSG;
	return ece_attrs_each(ece_attrs_of(message, 0), RDMA_NLDEV_ATTR_STAT_HWCOUNTERS, give_all, &walk);
}
