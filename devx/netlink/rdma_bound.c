// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/rdma_bound.h"

#include <errno.h>

#include "devx/netlink/nldev.h"

/* All of these name the device, the port, and that it is about sets of queue pairs. */
static struct nlmsghdr *start(void *buf, size_t size, unsigned int op, uint32_t device, uint32_t port)
{
	struct nlmsghdr *header = ece_nldev_start_port(buf, size, ECE_RDMA_REQUEST_MAX, op, device, port);

	if (header)
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_RES, RDMA_NLDEV_ATTR_RES_QP);
	return header;
}

size_t ece_rdma_binding_request(uint32_t device, uint32_t port, void *buf, size_t size)
{
	struct nlmsghdr *header = start(buf, size, RDMA_NLDEV_CMD_STAT_GET, device, port);

	if (!header)
		return 0;
	/* Its presence is the question; the number is not looked at */
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_MODE, ECE_RDMA_BIND_NONE);
	return header->nlmsg_len;
}

size_t ece_rdma_bind_auto_request(uint32_t device, uint32_t port, uint8_t mask, void *buf, size_t size)
{
	struct nlmsghdr *header = start(buf, size, RDMA_NLDEV_CMD_STAT_SET, device, port);

	if (!header)
		return 0;
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_MODE, ECE_RDMA_BIND_AUTO);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_AUTO_MODE_MASK, mask);
	return header->nlmsg_len;
}

size_t ece_rdma_bind_request(uint32_t device, uint32_t port, uint32_t qpn, uint32_t id, void *buf, size_t size)
{
	struct nlmsghdr *header = start(buf, size, RDMA_NLDEV_CMD_STAT_SET, device, port);

	if (!header)
		return 0;
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_MODE, ECE_RDMA_BIND_MANUAL);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_LQPN, qpn);
	if (id)
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_COUNTER_ID, id);
	return header->nlmsg_len;
}

size_t ece_rdma_unbind_request(uint32_t device, uint32_t port, uint32_t qpn, uint32_t id, void *buf, size_t size)
{
	struct nlmsghdr *header = start(buf, size, RDMA_NLDEV_CMD_STAT_DEL, device, port);

	if (!header)
		return 0;
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_COUNTER_ID, id);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_LQPN, qpn);
	return header->nlmsg_len;
}

size_t ece_rdma_sets_request(uint32_t device, void *buf, size_t size)
{
	struct nlmsghdr *header = ece_nldev_start(buf, size, ECE_RDMA_REQUEST_MAX, RDMA_NLDEV_CMD_STAT_GET, NLM_F_DUMP);

	if (!header)
		return 0;
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_DEV_INDEX, device);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_STAT_RES, RDMA_NLDEV_ATTR_RES_QP);
	return header->nlmsg_len;
}

/* A number of 32 bits that stands for a few values only. */
static int small_number(const struct nlattr *attr, uint8_t *to)
{
	uint32_t word;
	int err = ece_attr_u32(attr, &word);

	if (!err && word > UINT8_MAX)
		err = -EBADMSG;
	if (!err)
		*to = (uint8_t)word;
	return err;
}

static int take_binding(const struct nlattr *attr, struct ece_rdma_binding *binding, bool *has_mode)
{
	uint8_t optional = 0;
	int err;

	switch (mnl_attr_get_type(attr)) {
	case RDMA_NLDEV_ATTR_STAT_MODE:
		*has_mode = true;
		return small_number(attr, &binding->mode);
	case RDMA_NLDEV_ATTR_STAT_AUTO_MODE_MASK:
		return small_number(attr, &binding->mask);
	case ECE_NLDEV_STAT_OPCOUNTER_ENABLED:
		err = ece_attr_u8(attr, &optional);
		binding->optional_known = true;
		binding->optional = optional;
		return err;
	default:
		return 0;
	}
}

int ece_rdma_binding_parse(const void *message, size_t len, struct ece_rdma_binding *binding)
{
	struct ece_attrs attrs;
	bool has_mode = false;
	int err = 0;

	*binding = (struct ece_rdma_binding){.mode = ECE_RDMA_BIND_NONE};
	if (!ece_message_ok(message, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_STAT_GET), 0))
		return -EBADMSG;
	for (attrs = ece_attrs_of(message, 0); !err && ece_attrs_ok(&attrs); ece_attrs_next(&attrs))
		err = take_binding(attrs.at, binding, &has_mode);
	if (!err)
		err = ece_attrs_done(&attrs);
	return !err && !has_mode ? -EBADMSG : err;
}

static int take_id(void *arg, const struct nlattr *attr)
{
	return ece_attr_u32(attr, arg);
}

int ece_rdma_bind_parse(const void *message, size_t len, uint32_t *id)
{
	int err;

	*id = 0;
	if (!ece_message_ok(message, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_STAT_SET), 0))
		return -EBADMSG;
	err = ece_attrs_each(ece_attrs_of(message, 0), RDMA_NLDEV_ATTR_STAT_COUNTER_ID, take_id, id);
	return !err && !*id ? -EBADMSG : err;
}

static int qp_entry(void *arg, const struct nlattr *attr)
{
	const struct ece_rdma_set_sink *sink = arg;
	uint32_t qpn = UINT32_MAX;
	int err = ece_attrs_each(ece_attrs_in(attr), RDMA_NLDEV_ATTR_RES_LQPN, take_id, &qpn);

	if (!err && qpn == UINT32_MAX)
		err = -EBADMSG;
	return err ? err : sink->qp(sink->arg, qpn);
}

/* What every entry has. */
enum {
	HAS_ID = 1 << 0,
	HAS_PORT = 1 << 1,
	HAS_MODE = 1 << 2,
	HAS_ALL = HAS_ID | HAS_PORT | HAS_MODE,
};

static int take_owner(const struct nlattr *attr, struct ece_rdma_bound *set)
{
	switch (mnl_attr_get_type(attr)) {
	case RDMA_NLDEV_ATTR_RES_TYPE:
		set->by_type = true;
		return ece_attr_u8(attr, &set->type);
	case RDMA_NLDEV_ATTR_RES_PID:
		set->by_pid = true;
		return ece_attr_u32(attr, &set->pid);
	case RDMA_NLDEV_ATTR_RES_KERN_NAME:
		set->by_pid = true;
		return ece_attr_text(attr, set->kernel_owner, sizeof(set->kernel_owner));
	default:
		return 0;
	}
}

static int take_set(const struct nlattr *attr, struct ece_rdma_bound *set, unsigned int *has,
		    const struct ece_rdma_set_sink *sink)
{
	switch (mnl_attr_get_type(attr)) {
	case RDMA_NLDEV_ATTR_STAT_COUNTER_ID:
		*has |= HAS_ID;
		return ece_attr_u32(attr, &set->id);
	case RDMA_NLDEV_ATTR_PORT_INDEX:
		*has |= HAS_PORT;
		return ece_attr_u32(attr, &set->port);
	case RDMA_NLDEV_ATTR_STAT_MODE:
		*has |= HAS_MODE;
		return small_number(attr, &set->mode);
	case RDMA_NLDEV_ATTR_RES_QP:
		return ece_attrs_each(ece_attrs_in(attr), RDMA_NLDEV_ATTR_RES_QP_ENTRY, qp_entry,
				      (void *)(uintptr_t)sink);
	case RDMA_NLDEV_ATTR_STAT_HWCOUNTERS:
		return ece_nldev_counters(attr, sink->counter, sink->arg);
	default:
		return take_owner(attr, set);
	}
}

static int set_entry(void *arg, const struct nlattr *attr)
{
	const struct ece_rdma_set_sink *sink = arg;
	struct ece_attrs attrs = ece_attrs_in(attr);
	struct ece_rdma_bound set = {.id = 0};
	unsigned int has = 0;
	int err = 0;

	for (; !err && ece_attrs_ok(&attrs); ece_attrs_next(&attrs))
		err = take_set(attrs.at, &set, &has, sink);
	if (!err)
		err = ece_attrs_done(&attrs);
	if (!err && has != HAS_ALL)
		err = -EBADMSG;
	return err ? err : sink->set(sink->arg, &set);
}

static int set_table(void *arg, const struct nlattr *attr)
{
	return ece_attrs_each(ece_attrs_in(attr), RDMA_NLDEV_ATTR_STAT_COUNTER_ENTRY, set_entry, arg);
}

int ece_rdma_sets_parse(const void *message, size_t len, const struct ece_rdma_set_sink *sink)
{
	if (!ece_message_ok(message, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_STAT_GET), 0))
		return -EBADMSG;
	return ece_attrs_each(ece_attrs_of(message, 0), RDMA_NLDEV_ATTR_STAT_COUNTER, set_table,
			      (void *)(uintptr_t)sink);
}
