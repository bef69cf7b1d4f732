// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/rdma_port.h"

#include <errno.h>

#include "devx/netlink/nldev.h"
#include "devx/netlink/rdma.h"

size_t ece_rdma_devices_request(void *buf, size_t size)
{
	struct nlmsghdr *header = ece_nldev_start(buf, size, ECE_RDMA_REQUEST_MAX, RDMA_NLDEV_CMD_GET, NLM_F_DUMP);

	return header ? header->nlmsg_len : 0;
}

size_t ece_rdma_port_request(uint32_t device, uint32_t port, void *buf, size_t size)
{
	struct nlmsghdr *header =
		ece_nldev_start_port(buf, size, ECE_RDMA_REQUEST_MAX, RDMA_NLDEV_CMD_PORT_GET, device, port);

	return header ? header->nlmsg_len : 0;
}

size_t ece_rdma_system_request(void *buf, size_t size)
{
	struct nlmsghdr *header = ece_nldev_start(buf, size, ECE_RDMA_REQUEST_MAX, RDMA_NLDEV_CMD_SYS_GET, 0);

	return header ? header->nlmsg_len : 0;
}

static int take_device(const struct nlattr *attr, struct ece_rdma_about *about, bool *has_index)
{
	switch (mnl_attr_get_type(attr)) {
	case RDMA_NLDEV_ATTR_DEV_INDEX:
		*has_index = true;
		return ece_attr_u32(attr, &about->index);
	case RDMA_NLDEV_ATTR_DEV_NAME:
		return ece_attr_text(attr, about->name, sizeof(about->name));
	case RDMA_NLDEV_ATTR_PORT_INDEX: /* here it is how many there are */
		return ece_attr_u32(attr, &about->ports);
	case RDMA_NLDEV_ATTR_FW_VERSION:
		return ece_attr_text(attr, about->firmware, sizeof(about->firmware));
	case RDMA_NLDEV_ATTR_NODE_GUID:
		return ece_attr_u64(attr, &about->node_guid);
	case RDMA_NLDEV_ATTR_SYS_IMAGE_GUID:
		return ece_attr_u64(attr, &about->system_guid);
	case RDMA_NLDEV_ATTR_DEV_NODE_TYPE:
		return ece_attr_u8(attr, &about->node_type);
	case RDMA_NLDEV_ATTR_DEV_PROTOCOL:
		return ece_attr_text(attr, about->protocol, sizeof(about->protocol));
	default:
		return 0;
	}
}

int ece_rdma_device_parse(const void *message, size_t len, struct ece_rdma_about *about)
{
	const struct nlmsghdr *header = message;
	struct ece_attrs attrs;
	bool has_index = false;
	int err;

	*about = (struct ece_rdma_about){.index = 0};
	if (!ece_message_ok(header, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_GET), 0))
		return -EBADMSG;
	for (attrs = ece_attrs_of(header, 0); ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		err = take_device(attrs.at, about, &has_index);
		if (err)
			return err;
	}
	err = ece_attrs_done(&attrs);
	return !err && (!has_index || !about->name[0]) ? -EBADMSG : err;
}

static int take_port(const struct nlattr *attr, struct ece_rdma_port *port, bool *has_state)
{
	switch (mnl_attr_get_type(attr)) {
	case RDMA_NLDEV_ATTR_PORT_STATE:
		*has_state = true;
		return ece_attr_u8(attr, &port->state);
	case RDMA_NLDEV_ATTR_PORT_PHYS_STATE:
		return ece_attr_u8(attr, &port->physical);
	case RDMA_NLDEV_ATTR_NDEV_INDEX:
		return ece_attr_u32(attr, &port->netdev_index);
	case RDMA_NLDEV_ATTR_NDEV_NAME:
		return ece_attr_text(attr, port->netdev, sizeof(port->netdev));
	default:
		return 0;
	}
}

int ece_rdma_port_parse(const void *message, size_t len, struct ece_rdma_port *port)
{
	const struct nlmsghdr *header = message;
	struct ece_attrs attrs;
	bool has_state = false;
	int err;

	*port = (struct ece_rdma_port){.state = 0};
	if (!ece_message_ok(header, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_GET), 0) &&
	    !ece_message_ok(header, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_PORT_GET), 0))
		return -EBADMSG;
	for (attrs = ece_attrs_of(header, 0); ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		err = take_port(attrs.at, port, &has_state);
		if (err)
			return err;
	}
	err = ece_attrs_done(&attrs);
	return !err && !has_state ? -EBADMSG : err;
}

static int take_mode(void *arg, const struct nlattr *attr)
{
	return ece_attr_u8(attr, arg);
}

int ece_rdma_system_parse(const void *message, size_t len, bool *shared)
{
	static const uint8_t untold = UINT8_MAX;
	const struct nlmsghdr *header = message;
	uint8_t mode = untold;
	int err;

	if (!ece_message_ok(header, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_SYS_GET), 0))
		return -EBADMSG;
	err = ece_attrs_each(ece_attrs_of(header, 0), RDMA_NLDEV_SYS_ATTR_NETNS_MODE, take_mode, &mode);
	if (!err && mode == untold)
		err = -EBADMSG;
	*shared = mode;
	return err;
}

bool ece_rdma_says_something(const void *message, size_t len)
{
	const struct nlmsghdr *header = message;
	struct ece_attrs attrs;

	if (len < sizeof(*header) || !ece_message_ok(header, len, header->nlmsg_type, 0))
		return false;
	for (attrs = ece_attrs_of(header, 0); ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		uint16_t type = mnl_attr_get_type(attrs.at);

		if (type != RDMA_NLDEV_ATTR_DEV_INDEX && type != RDMA_NLDEV_ATTR_DEV_NAME &&
		    type != RDMA_NLDEV_ATTR_PORT_INDEX && mnl_attr_get_payload_len(attrs.at))
			return true;
	}
	return false;
}

const char *ece_rdma_port_state_name(uint8_t state)
{
	static const char *const names[] = {
		[ECE_RDMA_PORT_NOP] = "nop",       [ECE_RDMA_PORT_DOWN] = "down",
		[ECE_RDMA_PORT_INIT] = "init",     [ECE_RDMA_PORT_ARMED] = "armed",
		[ECE_RDMA_PORT_ACTIVE] = "active", [ECE_RDMA_PORT_ACTIVE_DEFER] = "active_defer",
	};

	return state < sizeof(names) / sizeof(names[0]) ? names[state] : NULL;
}

/* Source: Linux include/rdma/ib_verbs.h, enum ib_port_phys_state. */
const char *ece_rdma_physical_state_name(uint8_t state)
{
	static const char *const names[] = {
		NULL, "sleep", "polling", "disabled", "training", "link_up", "link_error_recovery", "phy_test",
	};

	return state < sizeof(names) / sizeof(names[0]) ? names[state] : NULL;
}
