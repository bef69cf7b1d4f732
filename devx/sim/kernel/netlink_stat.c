// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counters of a port over rdma netlink: their values, which ones there are, and the set of optional ones that are on.
 * Source: Linux drivers/infiniband/core/{nldev,counters}.c.
 */
#include <errno.h>
#include <rdma/rdma_netlink.h>

#include "devx/sim/kernel/kernel_internal.h"
#include "devx/sim/kernel/netlink_rdma.h"

static void put_value(struct nlmsghdr *header, const char *name, uint64_t value)
{
	struct nlattr *entry = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY);

	mnl_attr_put_strz(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, name);
	mnl_attr_put_u64(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE, value);
	mnl_attr_nest_end(header, entry);
}

/* Whatever the driver could not do is EINVAL to the asker. Those that are off are left out. */
static int values(struct sim_kernel *kernel, struct sim_card *card, struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	struct sim_port_counters list;
	struct nlattr *table;
	const char *name;

	if (sim_port_counters(kernel, card, &list))
		return -EINVAL;
	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_STAT_GET, kernel, card);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	table = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
	for (size_t i = 0; i < list.count; i++)
		put_value(header, list.name[i], list.value[i]);
	for (size_t i = 0; (name = sim_optional_name(kernel, i)); i++)
		if (sim_optional_is_on(card, i))
			put_value(header, name, sim_optional_value(card, i));
	mnl_attr_nest_end(header, table);
	return sim_rdma_end(answer);
}

/* How many there are that always count; the optional ones follow them. */
static size_t fixed_count(struct sim_kernel *kernel, struct sim_card *card, struct sim_port_counters *list)
{
	sim_port_counters_known(kernel, card, list);
	return list->count;
}

static struct nlattr *begin_status(struct nlmsghdr *header, const char *name, size_t index)
{
	struct nlattr *entry = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY);

	mnl_attr_put_strz(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, name);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_INDEX, (uint32_t)index);
	return entry;
}

static int status(struct sim_kernel *kernel, struct sim_card *card, struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	struct sim_port_counters list;
	size_t fixed = fixed_count(kernel, card, &list);
	struct nlattr *table, *entry;
	const char *name;

	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_STAT_GET_STATUS, kernel, card);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	table = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
	for (size_t i = 0; i < fixed; i++) {
		entry = begin_status(header, list.name[i], i);
		mnl_attr_nest_end(header, entry);
	}
	for (size_t i = 0; (name = sim_optional_name(kernel, i)); i++) {
		entry = begin_status(header, name, fixed + i);
		mnl_attr_put_u8(header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_DYNAMIC, sim_optional_is_on(card, i));
		mnl_attr_nest_end(header, entry);
	}
	mnl_attr_nest_end(header, table);
	return sim_rdma_end(answer);
}

struct wanted {
	const struct sim_kernel *kernel;
	size_t fixed;
	uint32_t bits; /* optional counters that are to be on */
};

static int take_wanted(const struct nlattr *attr, void *arg)
{
	struct wanted *wanted = arg;
	size_t index = mnl_attr_get_payload_len(attr) == sizeof(uint32_t) ? mnl_attr_get_u32(attr) : SIZE_MAX;

	if (index < wanted->fixed || index - wanted->fixed >= SIM_OPTIONALS_MAX ||
	    !sim_optional_name(wanted->kernel, index - wanted->fixed))
		return MNL_CB_ERROR;
	wanted->bits |= UINT32_C(1) << (index - wanted->fixed);
	return MNL_CB_OK;
}

/* One by one: an error leaves those before it as they were set. */
static int set_optional(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
			struct sim_rdma_answer *answer)
{
	struct sim_port_counters list;
	struct wanted wanted = {.kernel = kernel, .fixed = fixed_count(kernel, card, &list)};
	int err = mnl_attr_parse_nested(request->on, take_wanted, &wanted) == MNL_CB_ERROR ? -EINVAL : 0;

	for (size_t i = 0; !err && sim_optional_name(kernel, i); i++)
		err = sim_optional_switch(card, i, wanted.bits >> i & 1);
	if (err)
		return err;
	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_STAT_SET, kernel, card);
	mnl_attr_put_u32(&answer->message.header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	return sim_rdma_end(answer);
}

static int set(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
	       struct sim_rdma_answer *answer)
{
	if (request->on && !(request->on->nla_type & NLA_F_NESTED))
		return sim_rdma_say(answer, -EINVAL, "NLA_F_NESTED is missing");
	if (request->has_mode)
		return sim_sets_set(kernel, card, request, answer);
	if (request->on && kernel->persona->stat_status)
		return set_optional(kernel, card, request, answer);
	return -EINVAL;
}

static int get(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
	       struct sim_rdma_answer *answer)
{
	if (!request->has_resource)
		return values(kernel, card, answer);
	if (request->resource != RDMA_NLDEV_ATTR_RES_QP || !request->has_mode)
		return -EINVAL;
	return sim_sets_mode(kernel, card, answer);
}

/* The checks of a request for attributes that it has and should not have. */
static bool is_strict(const struct sim_persona *persona, unsigned int op)
{
	bool reads = op == RDMA_NLDEV_CMD_STAT_GET || op == RDMA_NLDEV_CMD_STAT_GET_STATUS;

	return !reads || persona->stat_get_strict;
}

int sim_rdma_stat(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		  struct sim_rdma_answer *answer)
{
	const struct sim_persona *persona = kernel->persona;

	if (persona->no_stat_get)
		return -EINVAL;
	if (request->unknown && is_strict(persona, request->op))
		return sim_rdma_say(answer, -EINVAL, "Unknown attribute type");
	if (request->dump)
		return request->resource == RDMA_NLDEV_ATTR_RES_QP ? sim_sets_dump(kernel, card, answer) : -EINVAL;
	if (!request->has_port || request->port != 1)
		return -EINVAL;
	switch (request->op) {
	case RDMA_NLDEV_CMD_STAT_GET:
		return get(kernel, card, request, answer);
	case RDMA_NLDEV_CMD_STAT_GET_STATUS:
		return persona->stat_status ? status(kernel, card, answer) : -EINVAL;
	case RDMA_NLDEV_CMD_STAT_SET:
		return set(kernel, card, request, answer);
	case RDMA_NLDEV_CMD_STAT_DEL:
		return sim_sets_unbind(kernel, card, request, answer);
	default:
		return -EINVAL;
	}
}
