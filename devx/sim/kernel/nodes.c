// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/kernel/nodes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/identity.h"
#include "devx/sim/kernel/kernel_internal.h"

enum kind {
	FILE_NODE,
	DIR_NODE,
	LINK_NODE,
};

enum what {
	CONSTANT, /* the text in the row */
	HEX_DEVICE,
	HEX_SUBSYSTEM,
	HEX_CLASS,
	VPD,
	BOARD_ID,
	FW_VER,
	NODE_GUID,
	CARD_GUID,
	LINK_LAYER,
	PORT_NETDEV,
	PORT_STATE,
	PORT_PHYS_STATE,
	PORT_RATE,
	NET_ADDRESS,
	NET_CARRIER,
	NET_OPERSTATE,
	NET_SPEED,
	NET_PORT_NAME,
	NET_BOND_STATE,
	HOSTNAME,
	RELEASE,
	BOOT_ID,
	TAINTED,
	LOCKDOWN,
	DRIVER_VERSION,
};

struct node {
	enum ece_os_root root;
	const char *path;
	enum kind kind;
	enum what what;
	const char *text; /* of a constant file; where a link leads */
};

/* clang-format off */
static const struct node nodes[] = {
	{ ECE_OS_PCI_DEVICES, "vendor",           FILE_NODE, CONSTANT,      "0x15b3\n" },
	{ ECE_OS_PCI_DEVICES, "device",           FILE_NODE, HEX_DEVICE,    NULL },
	{ ECE_OS_PCI_DEVICES, "subsystem_vendor", FILE_NODE, CONSTANT,      "0x15b3\n" },
	{ ECE_OS_PCI_DEVICES, "subsystem_device", FILE_NODE, HEX_SUBSYSTEM, NULL },
	{ ECE_OS_PCI_DEVICES, "class",            FILE_NODE, HEX_CLASS,     NULL },
	{ ECE_OS_PCI_DEVICES, "revision",         FILE_NODE, CONSTANT,      "0x00\n" },
	{ ECE_OS_PCI_DEVICES, "numa_node",        FILE_NODE, CONSTANT,      "-1\n" },
	{ ECE_OS_PCI_DEVICES, "vpd",              FILE_NODE, VPD,           NULL },
	{ ECE_OS_PCI_DEVICES, "driver",           LINK_NODE, CONSTANT,      NULL },
	{ ECE_OS_PCI_DEVICES, "physfn",           LINK_NODE, CONSTANT,      NULL },
	{ ECE_OS_PCI_DEVICES, "subsystem",        LINK_NODE, CONSTANT,      "pci" },

	{ ECE_OS_INFINIBAND, "node_type",          FILE_NODE, CONSTANT,        "1: CA\n" },
	{ ECE_OS_INFINIBAND, "node_guid",          FILE_NODE, NODE_GUID,       NULL },
	{ ECE_OS_INFINIBAND, "sys_image_guid",     FILE_NODE, CARD_GUID,       NULL },
	{ ECE_OS_INFINIBAND, "board_id",           FILE_NODE, BOARD_ID,        NULL },
	{ ECE_OS_INFINIBAND, "fw_ver",             FILE_NODE, FW_VER,          NULL },
	{ ECE_OS_INFINIBAND, "device",             LINK_NODE, CONSTANT,        NULL },
	{ ECE_OS_INFINIBAND, "subsystem",          LINK_NODE, CONSTANT,        "infiniband" },
	{ ECE_OS_INFINIBAND, "ports",              DIR_NODE,  CONSTANT,        NULL },
	{ ECE_OS_INFINIBAND, "ports/1",            DIR_NODE,  CONSTANT,        NULL },
	{ ECE_OS_INFINIBAND, "ports/1/link_layer", FILE_NODE, LINK_LAYER,      NULL },
	{ ECE_OS_INFINIBAND, "ports/1/state",      FILE_NODE, PORT_STATE,      NULL },
	{ ECE_OS_INFINIBAND, "ports/1/phys_state", FILE_NODE, PORT_PHYS_STATE, NULL },
	{ ECE_OS_INFINIBAND, "ports/1/rate",       FILE_NODE, PORT_RATE,       NULL },
	{ ECE_OS_INFINIBAND, "ports/1/counters",    DIR_NODE, CONSTANT, NULL }, /* counters.c has what is in it */
	{ ECE_OS_INFINIBAND, "ports/1/hw_counters", DIR_NODE, CONSTANT, NULL },
	{ ECE_OS_INFINIBAND, "ports/1/gid_attrs",         DIR_NODE,  CONSTANT,    NULL },
	{ ECE_OS_INFINIBAND, "ports/1/gid_attrs/ndevs",   DIR_NODE,  CONSTANT,    NULL },
	{ ECE_OS_INFINIBAND, "ports/1/gid_attrs/ndevs/0", FILE_NODE, PORT_NETDEV, NULL },

	{ ECE_OS_NET, "address",   FILE_NODE, NET_ADDRESS,   NULL },
	{ ECE_OS_NET, "carrier",   FILE_NODE, NET_CARRIER,   NULL },
	{ ECE_OS_NET, "operstate", FILE_NODE, NET_OPERSTATE, NULL },
	{ ECE_OS_NET, "speed",     FILE_NODE, NET_SPEED,     NULL },
	{ ECE_OS_NET, "mtu",       FILE_NODE, CONSTANT,      "1500\n" },
	{ ECE_OS_NET, "dev_port",  FILE_NODE, CONSTANT,      "0\n" },
	{ ECE_OS_NET, "device",    LINK_NODE, CONSTANT,      NULL },
	{ ECE_OS_NET, "subsystem", LINK_NODE, CONSTANT,      "net" },
	{ ECE_OS_NET, "phys_port_name",      FILE_NODE, NET_PORT_NAME,  NULL },
	{ ECE_OS_NET, "master",              LINK_NODE, CONSTANT,       NULL },
	{ ECE_OS_NET, "bonding_slave",       DIR_NODE,  CONSTANT,       NULL },
	{ ECE_OS_NET, "bonding_slave/state", FILE_NODE, NET_BOND_STATE, NULL },

	{ ECE_OS_FWCTL, "device",    LINK_NODE, CONSTANT, NULL },
	{ ECE_OS_FWCTL, "subsystem", LINK_NODE, CONSTANT, "fwctl" },

	{ ECE_OS_HOST, "hostname",       FILE_NODE, HOSTNAME, NULL },
	{ ECE_OS_HOST, "kernel_release", FILE_NODE, RELEASE,  NULL },
	{ ECE_OS_HOST, "boot_id",        FILE_NODE, BOOT_ID,  NULL },
	{ ECE_OS_HOST, "tainted",        FILE_NODE, TAINTED,  NULL },
	{ ECE_OS_HOST, "lockdown",       FILE_NODE, LOCKDOWN, NULL },

	{ ECE_OS_MODULES, "mlx5_core",         DIR_NODE,  CONSTANT,       NULL },
	{ ECE_OS_MODULES, "mlx5_core/version", FILE_NODE, DRIVER_VERSION, NULL },
};
/* clang-format on */

#define NODE_COUNT (sizeof(nodes) / sizeof(nodes[0]))

/* Where a link leads that is not the same for all cards; NULL: this card has no such link. */
static const char *own_target(const struct sim_card *card, const struct node *node)
{
	const char *driver = sim_odd(card)->driver ? sim_odd(card)->driver : "mlx5_core";

	if (!strcmp(node->path, "driver"))
		return driver[0] ? driver : NULL;
	if (!strcmp(node->path, "physfn"))
		return sim_odd(card)->subfunction ? NULL : sim_odd(card)->parent;
	if (!strcmp(node->path, "master"))
		return sim_odd(card)->bond;
	return node->text;
}

/* Does this card have it? */
static bool has(const struct sim_card *card, const struct node *node)
{
	if (!card)
		return true;
	if (node->root == ECE_OS_PCI_DEVICES && node->kind == LINK_NODE)
		return own_target(card, node);
	if (node->root == ECE_OS_PCI_DEVICES && node->what == VPD)
		return sim_odd(card)->vpd;
	if (node->root == ECE_OS_NET && (!strcmp(node->path, "master") || !strncmp(node->path, "bonding_slave", 13)))
		return sim_odd(card)->bond;
	return true;
}

static const struct node *node_at(const struct sim_card *card, enum ece_os_root root, const char *rest)
{
	for (size_t i = 0; i < NODE_COUNT; i++)
		if (nodes[i].root == root && !strcmp(nodes[i].path, rest))
			return has(card, &nodes[i]) ? &nodes[i] : NULL;
	return NULL;
}

bool sim_node_exists(const struct sim_card *card, enum ece_os_root root, const char *rest)
{
	return node_at(card, root, rest);
}

bool sim_node_is_dir(const struct sim_card *card, enum ece_os_root root, const char *rest)
{
	const struct node *node = node_at(card, root, rest);

	return node && node->kind == DIR_NODE;
}

const char *sim_node_target(const struct sim_card *card, enum ece_os_root root, const char *rest)
{
	const struct node *node = node_at(card, root, rest);

	return node && node->kind == LINK_NODE ? own_target(card, node) : NULL;
}

int sim_node_list(const struct sim_card *card, enum ece_os_root root, const char *rest,
		  int (*each)(void *arg, const char *name), void *arg)
{
	size_t dir = strlen(rest);
	int stop = 0;

	for (size_t i = 0; !stop && i < NODE_COUNT; i++) {
		const char *name = nodes[i].path;

		if (nodes[i].root != root || strncmp(name, rest, dir) != 0 || !has(card, &nodes[i]))
			continue;
		name += dir;
		if (dir && *name++ != '/')
			continue;
		if (*name && !strchr(name, '/'))
			stop = each(arg, name);
	}
	return stop;
}

/* Lanes and their generation, as ib_core words them; by whole Gb/s of the port. */
static const char *rate_text(const struct sim_persona *persona, uint32_t gbps)
{
	switch (gbps) {
	case 400:
		return persona->knows_ndr ? "400 Gb/sec (4X NDR)\n" : "10 Gb/sec (4X SDR)\n";
	case 200:
		return "200 Gb/sec (4X HDR)\n";
	case 50:
		return "50 Gb/sec (1X HDR)\n";
	case 25:
		return "25 Gb/sec (1X EDR)\n";
	default:
		return "100 Gb/sec (4X EDR)\n";
	}
}

static int print_guid(uint64_t guid, char *text)
{
	return snprintf(text, SIM_NODE_TEXT_MAX, "%04x:%04x:%04x:%04x\n", (unsigned int)(guid >> 48),
			(unsigned int)(guid >> 32 & 0xffff), (unsigned int)(guid >> 16 & 0xffff),
			(unsigned int)(guid & 0xffff));
}

static int print_mac(uint64_t mac, char *text)
{
	return snprintf(text, SIM_NODE_TEXT_MAX, "%02x:%02x:%02x:%02x:%02x:%02x\n", (unsigned int)(mac >> 40 & 0xff),
			(unsigned int)(mac >> 32 & 0xff), (unsigned int)(mac >> 24 & 0xff),
			(unsigned int)(mac >> 16 & 0xff), (unsigned int)(mac >> 8 & 0xff), (unsigned int)(mac & 0xff));
}

static int print_port(const struct sim_persona *persona, const struct fw_state *state, enum what what, char *text)
{
	bool up = !state->link_down;

	switch (what) {
	case PORT_STATE:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s", up ? "4: ACTIVE\n" : "1: DOWN\n");
	case PORT_PHYS_STATE:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s", up ? "5: LinkUp\n" : "3: Disabled\n");
	case PORT_RATE:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s", rate_text(persona, state->speed_mbps / 1000));
	case NET_CARRIER:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%d\n", up);
	case NET_OPERSTATE:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", up ? "up" : "down");
	case NET_SPEED:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%d\n", up ? (int)state->speed_mbps : -1);
	default:
		return -ENOENT;
	}
}

/* Files that only odd machines make differ. */
static int print_odd(const struct sim_persona *persona, const struct sim_card *card, enum what what, char *text)
{
	const struct sim_odd *odd = sim_odd(card);

	switch (what) {
	case HEX_CLASS:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", odd->infiniband ? "0x020700" : "0x020000");
	case VPD:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s", odd->vpd);
	case CARD_GUID:
		return print_guid(odd->card_guid ? odd->card_guid : fw_system_image_guid(card->fw.state), text);
	case LINK_LAYER:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", odd->infiniband ? "InfiniBand" : "Ethernet");
	case PORT_NETDEV:
		return card->netdev[0] ? snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", card->netdev) : -EINVAL;
	case NET_PORT_NAME:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", odd->port_name ? odd->port_name : "p0");
	case NET_BOND_STATE:
		return snprintf(text, SIM_NODE_TEXT_MAX, "ACTIVE\n");
	default:
		return print_port(persona, card->fw.state, what, text);
	}
}

static int print_card(const struct sim_persona *persona, const struct sim_card *card, enum what what, char *text)
{
	const struct fw_card_type *type = card->fw.type;
	const struct fw_state *state = card->fw.state;

	switch (what) {
	case HEX_DEVICE:
		return snprintf(text, SIM_NODE_TEXT_MAX, "0x%04x\n",
				sim_odd(card)->device_id ? sim_odd(card)->device_id : type->device_id);
	case HEX_SUBSYSTEM:
		return snprintf(text, SIM_NODE_TEXT_MAX, "0x%04x\n", type->subsystem_id);
	case BOARD_ID:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%.16s\n", type->psid);
	case FW_VER:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%d.%d.%04d\n", type->fw_major, type->fw_minor, type->fw_sub);
	case NODE_GUID:
		return print_guid(fw_node_guid(state), text);
	case NET_ADDRESS:
		return print_mac(fw_mac(state), text);
	default:
		return print_odd(persona, card, what, text);
	}
}

static int print_host(const struct sim_kernel *kernel, enum what what, char *text)
{
	switch (what) {
	case HOSTNAME:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", kernel->hostname);
	case RELEASE:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", kernel->persona->release);
	case BOOT_ID:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", kernel->boot_id);
	case TAINTED:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%" PRIu64 "\n", kernel->taint);
	case DRIVER_VERSION:
		/* One that came with the kernel has no file of its own */
		return kernel->persona->driver_version ?
			       snprintf(text, SIM_NODE_TEXT_MAX, "%s\n", kernel->persona->driver_version) :
			       -ENOENT;
	default:
		return snprintf(text, SIM_NODE_TEXT_MAX, "%s\n",
				kernel->flags & SIM_LOCKDOWN ? "none [integrity] confidentiality" :
							       "[none] integrity confidentiality");
	}
}

int sim_node_read(const struct sim_kernel *kernel, const struct sim_card *card, enum ece_os_root root, const char *rest,
		  char text[SIM_NODE_TEXT_MAX])
{
	const struct node *node = node_at(card, root, rest);
	int len;

	if (!node)
		return -ENOENT;
	if (node->kind != FILE_NODE)
		return -EISDIR;
	if (node->what == CONSTANT)
		len = snprintf(text, SIM_NODE_TEXT_MAX, "%s", node->text);
	else if (!card)
		len = print_host(kernel, node->what, text);
	else
		len = print_card(kernel->persona, card, node->what, text);
	return len < SIM_NODE_TEXT_MAX ? len : SIM_NODE_TEXT_MAX - 1;
}
