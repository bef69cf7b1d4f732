// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * SIOCETHTOOL. Source of the answers: Linux net/ethtool/ioctl.c, drivers/net/ethernet/mellanox/mlx5/core/en_ethtool.c
 * and en_stats.c. Of the several hundred counters that mlx5 names these are the ones of the port that stand for
 * trouble; the sets of link modes have only what is true of every port.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <stdio.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/qos.h"
#include "devx/sim/kernel/kernel_internal.h"

#define COUNTERS_MAX 96

struct counters {
	size_t count;
	char name[COUNTERS_MAX][ETH_GSTRING_LEN];
	uint64_t value[COUNTERS_MAX];
};

static void add(struct counters *c, const char *name, uint64_t value)
{
	if (c->count == COUNTERS_MAX)
		return;
	/* Names without a NUL are none of ours */
	memset(c->name[c->count], 0, ETH_GSTRING_LEN);
	snprintf(c->name[c->count], ETH_GSTRING_LEN, "%s", name);
	c->value[c->count++] = value;
}

/* A counter of a priority; @as is what ethtool calls it here. */
static void add_of(struct counters *c, struct fw_state *state, const char *name, const char *as)
{
	const uint64_t *value = fw_priority_counter(state, name);

	if (value)
		add(c, as, *value);
}

static void add_sum(struct counters *c, const char *name, const struct fw_state *state, bool sent)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < FW_PRIORITIES; i++)
		sum += sent ? state->priority[i].tx_pause : state->priority[i].rx_pause;
	add(c, name, sum);
}

static void add_pause_of(struct counters *c, struct fw_state *state, unsigned int priority, const char *as)
{
	static const char *const events[][2] = {
		{"rx", "pause"},          {"rx", "pause_duration"},   {"tx", "pause"},
		{"tx", "pause_duration"}, {"rx", "pause_transition"},
	};
	char name[ETH_GSTRING_LEN], shown[ETH_GSTRING_LEN];

	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		snprintf(name, sizeof(name), "%s_prio%u_%s", events[i][0], priority, events[i][1]);
		snprintf(shown, sizeof(shown), "%s_%s_%s", events[i][0], as, events[i][1]);
		add_of(c, state, name, shown);
	}
}

/* The driver names the pause counters of those priorities that have PFC, and with global pause those of the port. */
static void add_pause(struct counters *c, struct fw_state *state)
{
	unsigned int pfc = state->qos.pfc_tx | state->qos.pfc_rx;
	char as[16];

	for (unsigned int priority = 0; priority < FW_PRIORITIES; priority++) {
		if (!(pfc >> priority & 1))
			continue;
		snprintf(as, sizeof(as), "prio%u", priority);
		add_pause_of(c, state, priority, as);
	}
	if (state->qos.pause_rx || state->qos.pause_tx)
		add_pause_of(c, state, 0, "global");
}

static void all_counters(struct counters *c, struct fw_state *state)
{
	const struct fw_phy *phy = &state->phy;
	char name[ETH_GSTRING_LEN];

	c->count = 0;
	add_sum(c, "rx_pause_ctrl_phy", state, false);
	add_sum(c, "tx_pause_ctrl_phy", state, true);
	add(c, "rx_crc_errors_phy", phy->rx_crc_errors);
	add(c, "rx_symbol_err_phy", phy->rx_symbol_err);
	add(c, "rx_discards_phy", phy->rx_discards);
	add(c, "tx_discards_phy", phy->tx_discards);
	add(c, "tx_errors_phy", 0 /* of a kind that nothing makes here */);
	add(c, "link_down_events_phy", phy->link_down_events);
	for (unsigned int priority = 0; priority < FW_PRIORITIES; priority++) {
		snprintf(name, sizeof(name), "rx_prio%u_discards", priority);
		add_of(c, state, name, name);
	}
	add_pause(c, state);
}

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

static int get_set_sizes(struct fw_state *state, struct ethtool_sset_info *info)
{
	uint64_t asked = info->sset_mask;
	struct counters c;

	info->sset_mask = asked & 1U << ETH_SS_STATS;
	if (!info->sset_mask)
		return 0;
	all_counters(&c, state);
	info->data[0] = (uint32_t)c.count;
	return 0;
}

static int get_strings(struct fw_state *state, struct ethtool_gstrings *strings)
{
	struct counters c;

	if (strings->string_set != ETH_SS_STATS)
		return -EOPNOTSUPP;
	all_counters(&c, state);
	strings->len = (uint32_t)c.count;
	memcpy(strings->data, c.name, c.count * ETH_GSTRING_LEN);
	return 0;
}

static int get_stats(struct fw_state *state, struct ethtool_stats *stats)
{
	struct counters c;

	all_counters(&c, state);
	stats->n_stats = (uint32_t)c.count;
	memcpy(stats->data, c.value, c.count * sizeof(c.value[0]));
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
