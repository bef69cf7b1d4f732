// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/link.h"

#include <errno.h>
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "devx/netlink/attr.h"

static struct nlmsghdr *start(void *buf, int index)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(buf);
	struct ifinfomsg *info;

	header->nlmsg_type = RTM_GETLINK;
	header->nlmsg_flags = NLM_F_REQUEST;
	info = mnl_nlmsg_put_extra_header(header, sizeof(*info));
	info->ifi_family = AF_UNSPEC;
	info->ifi_index = index;
	/* The counters are most of an answer, and not wanted */
	mnl_attr_put_u32(header, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	return header;
}

size_t ece_link_request(const char *netdev, void *buf, size_t size)
{
	size_t name = netdev ? strlen(netdev) + 1 : 0;
	struct nlmsghdr *header;

	if (name == 1 || name > ECE_LINK_ALTNAME_MAX || size < ECE_LINK_REQUEST_MAX)
		return 0;
	header = start(buf, 0);
	if (!netdev)
		header->nlmsg_flags |= NLM_F_DUMP;
	else if (name <= ECE_LINK_NAME_MAX)
		mnl_attr_put(header, IFLA_IFNAME, name, netdev);
	else
		mnl_attr_put(header, IFLA_ALT_IFNAME, name, netdev);
	return header->nlmsg_len;
}

size_t ece_link_request_index(int index, void *buf, size_t size)
{
	return index > 0 && size >= ECE_LINK_REQUEST_MAX ? start(buf, index)->nlmsg_len : 0;
}

static int take_index(const struct nlattr *attr, int *to)
{
	uint32_t value;
	int err = ece_attr_u32(attr, &value);

	if (!err)
		*to = (int)value;
	return err;
}

/* A small number, where -1 is "not told". */
static int take_u8(const struct nlattr *attr, int *to)
{
	uint8_t value;
	int err = ece_attr_u8(attr, &value);

	if (!err)
		*to = value;
	return err;
}

static int take_altnames(const struct nlattr *list, struct ece_link *link)
{
	struct ece_attrs attrs = ece_attrs_in(list);
	int err = 0;

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		if (mnl_attr_get_type(attrs.at) != IFLA_ALT_IFNAME)
			continue;
		if (link->altname_count < ECE_LINK_ALTNAMES_MAX)
			err = ece_attr_text(attrs.at, link->altname[link->altname_count], ECE_LINK_ALTNAME_MAX);
		if (err)
			return err;
		link->altname_count++;
	}
	return ece_attrs_done(&attrs);
}

static int take_bond(const struct nlattr *data, struct ece_link *link)
{
	struct ece_attrs attrs = ece_attrs_in(data);
	int err = 0;

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		if (mnl_attr_get_type(attrs.at) == IFLA_BOND_MODE)
			err = take_u8(attrs.at, &link->bond_mode);
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

static int take_port(const struct nlattr *data, struct ece_link_port *port)
{
	struct ece_attrs attrs = ece_attrs_in(data);
	int backup = 1, err = 0;

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		if (mnl_attr_get_type(attrs.at) == IFLA_BOND_SLAVE_STATE) {
			err = take_u8(attrs.at, &backup);
			port->active = !backup;
		} else if (mnl_attr_get_type(attrs.at) == IFLA_BOND_SLAVE_MII_STATUS) {
			err = take_u8(attrs.at, &port->mii_status);
		}
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

/* The data of a kind follows its name, and means something else for every kind. */
static int take_info(const struct nlattr *info, struct ece_link *link)
{
	struct ece_attrs attrs = ece_attrs_in(info);
	int err = 0;

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		switch (mnl_attr_get_type(attrs.at)) {
		case IFLA_INFO_KIND:
			err = ece_attr_text(attrs.at, link->kind, sizeof(link->kind));
			break;
		case IFLA_INFO_SLAVE_KIND:
			err = ece_attr_text(attrs.at, link->of_kind, sizeof(link->of_kind));
			break;
		case IFLA_INFO_DATA:
			err = strcmp(link->kind, "bond") ? 0 : take_bond(attrs.at, link);
			break;
		case IFLA_INFO_SLAVE_DATA:
			err = strcmp(link->of_kind, "bond") ? 0 : take_port(attrs.at, &link->port);
			break;
		default:
			break;
		}
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

static int take(const struct nlattr *attr, struct ece_link *link)
{
	switch (mnl_attr_get_type(attr)) {
	case IFLA_IFNAME:
		return ece_attr_text(attr, link->name, sizeof(link->name));
	case IFLA_LINK:
		return take_index(attr, &link->lower);
	case IFLA_MASTER:
		return take_index(attr, &link->master);
	case IFLA_MTU:
		return ece_attr_u32(attr, &link->mtu);
	case IFLA_LINK_NETNSID:
		link->has_netnsid = true;
		return take_index(attr, &link->netnsid);
	case IFLA_PROP_LIST:
		return take_altnames(attr, link);
	case IFLA_LINKINFO:
		return take_info(attr, link);
	default:
		return 0;
	}
}

int ece_link_parse(const void *message, size_t len, struct ece_link *link)
{
	const struct nlmsghdr *header = message;
	const struct ifinfomsg *info;
	struct ece_attrs attrs;

	*link = (struct ece_link){.bond_mode = -1, .port = {.active = -1, .mii_status = -1}};
	if (!ece_message_ok(header, len, RTM_NEWLINK, sizeof(*info)))
		return -EBADMSG;
	info = mnl_nlmsg_get_payload(header);
	link->index = info->ifi_index;
	link->up = info->ifi_flags & IFF_UP;
	link->lower_up = info->ifi_flags & IFF_LOWER_UP;
	attrs = ece_attrs_of(header, sizeof(*info));
	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = take(attrs.at, link);

		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

const char *ece_link_bond_mode_name(int mode)
{
	static const char *const names[] = {
		"balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad", "balance-tlb", "balance-alb",
	};

	return mode >= 0 && mode < (int)(sizeof(names) / sizeof(names[0])) ? names[mode] : NULL;
}
