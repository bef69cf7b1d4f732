// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The network interface: link, bond, names, counters. */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/ethtool.h"
#include "devx/net/rtnl.h"
#include "lib/counters/counter.h"
#include "lib/facts/internal.h"

/* Of the single lanes, and of the interface's own queues: the counter table has none of these. */
static const char *const beside[] = {"rx_err_lane_[0-7]_phy", "rx_out_of_buffer", "dev_out_of_buffer"};

/* Of the several hundred counters those of the table that are not traffic: pause, loss, a bad link or slot. */
static bool is_wanted(const char *name)
{
	const struct counter *row = counter_find(name);

	if (row)
		return row->source == COUNTER_ETHTOOL && strcmp(row->feature, "traffic") != 0;
	for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++)
		if (!fnmatch(beside[i], name, 0))
			return true;
	return false;
}

json_t *facts_counters(struct sheet *sheet, const struct ece_nic_info *info)
{
	struct ece_ethtool_counter *list = NULL;
	size_t count = 0;
	json_t *object;
	int err;

	if (!info->netdev[0])
		return json_null();
	err = ece_ethtool_counters(sheet->os, info->netdev, &list, &count);
	if (err)
		return err == -ENOMEM ? NULL : facts_unknown_errno(err);
	object = json_object();
	for (size_t i = 0; i < count; i++)
		if (is_wanted(list[i].name))
			facts_put(sheet, object, list[i].name, json_integer((json_int_t)list[i].value));
	free(list);
	return object;
}

static void put_settings(struct sheet *sheet, json_t *object, const struct ece_ethtool_link *link)
{
	facts_put(sheet, object, "speed_mbps", link->speed_mbps ? json_integer(link->speed_mbps) : json_null());
	facts_put(sheet, object, "full_duplex", json_boolean(link->full_duplex));
	facts_put(sheet, object, "autoneg", json_boolean(link->autoneg));
	facts_put(sheet, object, "connector", json_string(ece_ethtool_port_name(link->port)));
}

static json_t *settings(struct sheet *sheet, const char *netdev)
{
	struct ece_ethtool_link link;
	int err = ece_ethtool_link(sheet->os, netdev, &link);
	json_t *object;

	if (err)
		return facts_unknown_errno(err);
	object = json_object();
	put_settings(sheet, object, &link);
	return object;
}

json_t *facts_link(struct sheet *sheet, const struct ece_nic_info *info, const struct facts_interface *interface)
{
	const struct ece_link *link = &interface->link;
	json_t *object;

	if (!interface->name[0])
		return json_null();
	if (interface->err)
		return facts_unknown_errno(interface->err);
	object = json_object();
	facts_put(sheet, object, "layer", json_string(ece_link_layer_name(info->link)));
	facts_put(sheet, object, "enabled", json_boolean(link->up));
	facts_put(sheet, object, "up", json_boolean(link->lower_up));
	facts_put(sheet, object, "mtu", link->mtu ? json_integer(link->mtu) : json_null());
	facts_put(sheet, object, "settings", settings(sheet, interface->name));
	return object;
}

json_t *facts_altnames(struct sheet *sheet, const struct facts_interface *interface)
{
	json_t *list;

	if (!interface->name[0])
		return json_null();
	if (interface->err)
		return facts_unknown_errno(interface->err);
	list = json_array();
	for (size_t i = 0; i < interface->link.altname_count && i < ECE_LINK_ALTNAMES_MAX; i++)
		facts_add(sheet, list, facts_text(interface->link.altname[i]));
	return list;
}

static json_t *mii_status(int status)
{
	static const char *const names[] = {"up", "going_down", "down", "coming_back"};

	return status >= 0 && status < (int)(sizeof(names) / sizeof(names[0])) ? json_string(names[status]) :
										 json_null();
}

static json_t *bond_json(struct sheet *sheet, const struct ece_link *port, const struct ece_link *bond)
{
	const char *mode = ece_link_bond_mode_name(bond->bond_mode);
	json_t *object = json_object();

	facts_put(sheet, object, "name", facts_text(bond->name));
	facts_put(sheet, object, "mode", mode ? json_string(mode) : json_null());
	facts_put(sheet, object, "active", port->port.active < 0 ? json_null() : json_boolean(port->port.active));
	facts_put(sheet, object, "status", mii_status(port->port.mii_status));
	return object;
}

json_t *facts_bond(struct sheet *sheet, const struct facts_interface *interface)
{
	const struct ece_link *port = &interface->link;
	struct ece_link bond;
	int err;

	if (!interface->name[0] || interface->err || !port->master || strcmp(port->of_kind, "bond") != 0)
		return json_null();
	err = ece_rtnl_link_at(sheet->os, port->master, &bond);
	return err ? facts_unknown_errno(err) : bond_json(sheet, port, &bond);
}
