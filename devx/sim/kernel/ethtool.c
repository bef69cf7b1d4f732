// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * SIOCETHTOOL. Source of the answers: Linux net/ethtool/ioctl.c, drivers/net/ethernet/mellanox/mlx5/core/en_ethtool.c.
 * The sets of link modes have only what is true of every port.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <stdio.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/kernel/ethtool_counters.h"
#include "devx/sim/kernel/kernel_internal.h"

static int get_driver(const struct sim_kernel *kernel, const struct sim_card *card, struct ethtool_drvinfo *info)
{
	const struct fw_card_type *type = card->fw.type;
	const char *version = kernel->persona->driver_version;
	char firmware[ETHTOOL_FWVERS_LEN + 32] = "";

	memset(info, 0, sizeof(*info));
	info->cmd = ETHTOOL_GDRVINFO;
	snprintf(info->driver, sizeof(info->driver), "mlx5_core");
	snprintf(info->version, sizeof(info->version), "%s", version ? version : kernel->persona->release);
	snprintf(firmware, sizeof(firmware), "%d.%d.%04d (%.16s)", type->fw_major, type->fw_minor, type->fw_sub,
		 type->psid);
	memcpy(info->fw_version, firmware, sizeof(info->fw_version) - 1);
	snprintf(info->bus_info, sizeof(info->bus_info), "%s", card->pci);
	return 0;
}

static int get_link(const struct fw_state *state, struct ethtool_value *value)
{
	value->data = !state->link_down;
	return 0;
}

/* Asked with another size of the masks, the kernel tells its own as a negative number, and nothing else. */
static int get_settings(const struct sim_kernel *kernel, const struct fw_state *state,
			struct ethtool_link_settings *link)
{
	int8_t words = kernel->persona->link_mode_words;
	bool asked = link->link_mode_masks_nwords == words;
	uint32_t common = 1U << ETHTOOL_LINK_MODE_Autoneg_BIT | 1U << ETHTOOL_LINK_MODE_Pause_BIT |
			  1U << ETHTOOL_LINK_MODE_Backplane_BIT;

	memset(link, 0, sizeof(*link));
	link->cmd = ETHTOOL_GLINKSETTINGS;
	link->link_mode_masks_nwords = asked ? words : (int8_t)-words;
	if (!asked)
		return 0;
	memset(link->link_mode_masks, 0, 3 * (size_t)words * sizeof(uint32_t));
	link->link_mode_masks[0] = common;
	link->link_mode_masks[words] = common;
	link->speed = state->link_down ? (uint32_t)SPEED_UNKNOWN : state->speed_mbps;
	link->duplex = state->link_down ? DUPLEX_UNKNOWN : DUPLEX_FULL;
	link->port = PORT_DA;
	link->autoneg = AUTONEG_ENABLE;
	return 0;
}

static int get_pause(const struct fw_state *state, struct ethtool_pauseparam *pause)
{
	pause->autoneg = AUTONEG_DISABLE;
	pause->rx_pause = state->qos.pause_rx;
	pause->tx_pause = state->qos.pause_tx;
	return 0;
}

static int get_set_sizes(const struct fw_state *state, struct ethtool_sset_info *info)
{
	uint64_t asked = info->sset_mask;

	info->sset_mask = asked & 1U << ETH_SS_STATS;
	if (!info->sset_mask)
		return 0;
	info->data[0] = (uint32_t)sim_ethtool_counters(state, NULL, NULL);
	return 0;
}

static int get_strings(const struct fw_state *state, struct ethtool_gstrings *strings)
{
	if (strings->string_set != ETH_SS_STATS)
		return -EOPNOTSUPP;
	strings->len = (uint32_t)sim_ethtool_counters(state, (char(*)[SIM_ETHTOOL_NAME])strings->data, NULL);
	return 0;
}

static int get_stats(const struct fw_state *state, struct ethtool_stats *stats)
{
	/* The kernel's type for them is not the C library's */
	stats->n_stats = (uint32_t)sim_ethtool_counters(state, NULL, (uint64_t *)stats->data);
	return 0;
}

static struct sim_card *card_named(struct sim_kernel *kernel, const char *netdev)
{
	for (size_t i = 0; i < kernel->card_count; i++)
		if (netdev[0] && !sim_odd(&kernel->cards[i])->elsewhere && !strcmp(kernel->cards[i].netdev, netdev))
			return &kernel->cards[i];
	return NULL;
}

int sim_ethtool(void *ctx, const char *netdev, void *data)
{
	struct sim_kernel *kernel = ctx;
	struct sim_card *card = card_named(kernel, netdev);
	uint32_t command;

	if (!card)
		return -ENODEV;
	memcpy(&command, data, sizeof(command));
	switch (command) {
	case ETHTOOL_GDRVINFO:
		return get_driver(kernel, card, data);
	case ETHTOOL_GLINK:
		return get_link(card->fw.state, data);
	case ETHTOOL_GLINKSETTINGS:
		return get_settings(kernel, card->fw.state, data);
	case ETHTOOL_GPAUSEPARAM:
		return get_pause(card->fw.state, data);
	case ETHTOOL_GSSET_INFO:
		return get_set_sizes(card->fw.state, data);
	case ETHTOOL_GSTRINGS:
		return get_strings(card->fw.state, data);
	case ETHTOOL_GSTATS:
		return get_stats(card->fw.state, data);
	default:
		return -EOPNOTSUPP;
	}
}
