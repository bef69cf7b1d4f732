// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One function of a card: its names, where it is, and what belongs to it. */
#include "devx/net/rtnl.h"
#include "lib/facts/internal.h"

static json_t *pci_json(struct sheet *sheet, const struct ece_nic_info *info)
{
	static const char *const texts[] = {"vendor",           "device",   "subsystem_vendor",
					    "subsystem_device", "revision", "current_link_speed",
					    "max_link_speed"};
	static const char *const numbers[] = {"current_link_width", "max_link_width", "numa_node"};
	json_t *pci = json_object();

	facts_put(sheet, pci, "address", facts_text(info->pci));
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		facts_put(sheet, pci, texts[i], facts_file(sheet, ECE_OS_PCI_DEVICES, info->pci, texts[i]));
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		facts_put(sheet, pci, numbers[i], facts_number_file(sheet, ECE_OS_PCI_DEVICES, info->pci, numbers[i]));
	return pci;
}

static void put_names(struct sheet *sheet, json_t *nic, const struct ece_nic_info *info,
		      const struct facts_interface *interface)
{
	facts_put(sheet, nic, "pci", pci_json(sheet, info));
	facts_put(sheet, nic, "kind", json_string(ece_nic_kind_name(info->kind)));
	facts_put(sheet, nic, "parent", facts_text(info->parent));
	facts_put(sheet, nic, "driver", facts_text(info->driver));
	facts_put(sheet, nic, "rdma", facts_text(info->rdma));
	facts_put(sheet, nic, "rdma_on", facts_text(info->rdma_on));
	facts_put(sheet, nic, "rdma_port", info->rdma[0] ? json_integer(info->port) : json_null());
	facts_put(sheet, nic, "netdev", facts_text(info->netdev));
	facts_put(sheet, nic, "altnames", facts_altnames(sheet, interface));
	facts_put(sheet, nic, "fwctl", facts_text(info->fwctl));
	facts_put(sheet, nic, "guid", facts_guid(info->guid));
	facts_put(sheet, nic, "mac",
		  info->netdev[0] ? facts_file(sheet, ECE_OS_NET, info->netdev, "address") : json_null());
}

static void put_judgement(struct sheet *sheet, json_t *nic, const struct ece_nic_info *info)
{
	facts_put(sheet, nic, "bar", json_string(ece_nic_bar_name(info->bar)));
	facts_put(sheet, nic, "bar_why", facts_text(info->why));
	facts_put(sheet, nic, "note", facts_text(info->note));
}

/* What needs a door of the card. @nic is NULL where it may not, or could not, be opened, and @why says why. */
static void put_of_card(struct sheet *sheet, json_t *object, struct ece_nic *nic, const char *why)
{
	facts_put(sheet, object, "doors", nic ? facts_doors(sheet, nic) : facts_unknown(why));
	facts_put(sheet, object, "nv", nic ? facts_nv(sheet, nic) : facts_unknown(why));
	facts_put(sheet, object, "algorithms", nic ? facts_algorithms(sheet, nic) : facts_unknown(why));
	facts_put(sheet, object, "parameters", nic ? facts_parameters(sheet, nic) : facts_unknown(why));
}

json_t *facts_nic(struct sheet *sheet, const struct ece_nic_info *info)
{
	json_t *object = json_object();
	struct ece_nic *nic = NULL;
	struct ece_error e = {.code = 0};
	struct facts_interface interface = {.name = info->netdev};
	const char *why = info->why;

	if (info->netdev[0])
		interface.err = ece_rtnl_link(sheet->os, info->netdev, &interface.link);
	if (ece_nic_may_read(info) && ece_nic_open(sheet->os, info, &nic, &e))
		why = e.text;
	put_names(sheet, object, info, &interface);
	put_judgement(sheet, object, info);
	facts_put(sheet, object, "link", facts_link(sheet, info, &interface));
	facts_put(sheet, object, "bond", facts_bond(sheet, &interface));
	facts_put(sheet, object, "qos", facts_qos(sheet, info, nic));
	facts_put(sheet, object, "counters", facts_counters(sheet, info));
	put_of_card(sheet, object, nic, why);
	ece_nic_close(nic);
	return object;
}
