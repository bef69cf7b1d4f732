// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/identity.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

enum card_kind {
	PLAIN,
	VIRTUAL,
	DPU,
};

struct card {
	uint16_t device_id;
	enum card_kind kind;
	const char *name;
};

/* clang-format off */
static const struct card cards[] = {
	{ 0x1013, PLAIN,   "ConnectX-4" },
	{ 0x1014, VIRTUAL, "ConnectX-4 VF" },
	{ 0x1015, PLAIN,   "ConnectX-4 Lx" },
	{ 0x1016, VIRTUAL, "ConnectX-4 Lx VF" },
	{ 0x1017, PLAIN,   "ConnectX-5" },
	{ 0x1018, VIRTUAL, "ConnectX-5 VF" },
	{ 0x1019, PLAIN,   "ConnectX-5 Ex" },
	{ 0x101a, VIRTUAL, "ConnectX-5 Ex VF" },
	{ 0x101b, PLAIN,   "ConnectX-6" },
	{ 0x101c, VIRTUAL, "ConnectX-6 VF" },
	{ 0x101d, PLAIN,   "ConnectX-6 Dx" },
	{ 0x101e, VIRTUAL, "ConnectX VF" },
	{ 0x101f, PLAIN,   "ConnectX-6 Lx" },
	{ 0x1021, PLAIN,   "ConnectX-7" },
	{ 0x1023, PLAIN,   "ConnectX-8" },
	{ 0x1025, PLAIN,   "ConnectX-9" },
	{ 0xa2d2, DPU,     "BlueField" },
	{ 0xa2d3, VIRTUAL, "BlueField VF" },
	{ 0xa2d6, DPU,     "BlueField-2" },
	{ 0xa2dc, DPU,     "BlueField-3" },
	{ 0xa2df, DPU,     "BlueField-4" },
};
/* clang-format on */

static const struct card *find(uint16_t device_id)
{
	for (size_t i = 0; i < sizeof(cards) / sizeof(cards[0]); i++)
		if (cards[i].device_id == device_id)
			return &cards[i];
	return NULL;
}

const char *ece_card_name(uint16_t device_id)
{
	const struct card *card = find(device_id);

	return card ? card->name : NULL;
}

bool ece_card_is_virtual(uint16_t device_id)
{
	const struct card *card = find(device_id);

	return card && card->kind == VIRTUAL;
}

bool ece_card_is_dpu(uint16_t device_id)
{
	const struct card *card = find(device_id);

	return card && card->kind == DPU;
}

static const char *const kind_names[ECE_NIC_KIND_COUNT] = {
	[ECE_NIC_PF] = "pf",
	[ECE_NIC_VF] = "vf",
	[ECE_NIC_SF] = "sf",
};

static const char *const link_names[ECE_LINK_LAYER_COUNT] = {
	[ECE_LINK_UNKNOWN] = "unknown",
	[ECE_LINK_ETHERNET] = "ethernet",
	[ECE_LINK_INFINIBAND] = "infiniband",
};

static const char *const bar_names[ECE_NIC_BAR_COUNT] = {
	[ECE_NIC_BAR_NONE] = "none",
	[ECE_NIC_BAR_NO_DRIVER] = "no_driver",
	[ECE_NIC_BAR_OTHER_DRIVER] = "other_driver",
	[ECE_NIC_BAR_VIRTUAL] = "virtual",
	[ECE_NIC_BAR_INFINIBAND] = "infiniband",
	[ECE_NIC_BAR_FABRIC_MANAGER] = "fabric_manager",
	[ECE_NIC_BAR_DPU] = "dpu",
	[ECE_NIC_BAR_NO_IDENTITY] = "no_identity",
	[ECE_NIC_BAR_OTHER] = "other",
};

const char *ece_nic_kind_name(enum ece_nic_kind kind)
{
	return kind < ECE_NIC_KIND_COUNT ? kind_names[kind] : "unknown";
}

const char *ece_link_layer_name(enum ece_link_layer link)
{
	return link < ECE_LINK_LAYER_COUNT ? link_names[link] : link_names[ECE_LINK_UNKNOWN];
}

const char *ece_nic_bar_name(enum ece_nic_bar bar)
{
	return bar < ECE_NIC_BAR_COUNT ? bar_names[bar] : "unknown";
}

bool ece_nic_bar_is_hosts(enum ece_nic_bar bar)
{
	return bar == ECE_NIC_BAR_NO_DRIVER || bar == ECE_NIC_BAR_OTHER_DRIVER || bar == ECE_NIC_BAR_NO_IDENTITY;
}

int ece_nic_bar_parse(const char *name, enum ece_nic_bar *bar)
{
	for (size_t i = 0; i < ECE_NIC_BAR_COUNT; i++)
		if (!strcmp(bar_names[i], name)) {
			*bar = (enum ece_nic_bar)i;
			return 0;
		}
	return -EINVAL;
}
