// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/net/ethtool.h"

#include <errno.h>
#include <linux/ethtool.h>
#include <stdlib.h>
#include <string.h>

/* Sets of link modes that a kernel can have; today's has 4 words. */
#define LINK_MODE_WORDS_MAX INT8_MAX
/* The kernel fills in as many counters as there are by then, and does not ask how many fit. */
#define COUNTERS_SLACK 1024
#define COUNTERS_TRIES 4

static int ask(const struct ece_os *os, const char *netdev, void *data)
{
	return os->ops->ethtool(os->ctx, netdev, data);
}

/* A field of the kernel's that need not end in a NUL. Control characters would go to a terminal. */
static void take_text(char to[ECE_ETHTOOL_NAME_MAX], const char *from, size_t size)
{
	size_t len = strnlen(from, size < ECE_ETHTOOL_NAME_MAX ? size : ECE_ETHTOOL_NAME_MAX - 1);

	for (size_t i = 0; i < len; i++)
		to[i] = from[i] >= 0x20 && from[i] < 0x7f ? from[i] : '?';
	to[len] = '\0';
}

int ece_ethtool_driver(const struct ece_os *os, const char *netdev, struct ece_ethtool_driver *driver)
{
	struct ethtool_drvinfo info = {.cmd = ETHTOOL_GDRVINFO};
	int err = ask(os, netdev, &info);

	if (err)
		return err;
	take_text(driver->name, info.driver, sizeof(info.driver));
	take_text(driver->version, info.version, sizeof(info.version));
	take_text(driver->firmware, info.fw_version, sizeof(info.fw_version));
	take_text(driver->bus, info.bus_info, sizeof(info.bus_info));
	return 0;
}

/* The first call learns how long the kernel's sets are, the second one gets them. */
static int settings(const struct ece_os *os, const char *netdev, struct ethtool_link_settings *link)
{
	int err;

	link->cmd = ETHTOOL_GLINKSETTINGS;
	link->link_mode_masks_nwords = 0;
	err = ask(os, netdev, link);
	if (err)
		return err;
	if (link->link_mode_masks_nwords >= 0)
		return -EBADMSG;
	link->cmd = ETHTOOL_GLINKSETTINGS;
	link->link_mode_masks_nwords = (int8_t)-link->link_mode_masks_nwords;
	err = ask(os, netdev, link);
	return err || link->link_mode_masks_nwords > 0 ? err : -EBADMSG;
}

int ece_ethtool_link(const struct ece_os *os, const char *netdev, struct ece_ethtool_link *link)
{
	union {
		struct ethtool_link_settings link;
		uint8_t bytes[sizeof(struct ethtool_link_settings) + 3 * sizeof(uint32_t) * LINK_MODE_WORDS_MAX];
	} u = {.link = {.cmd = 0}};
	struct ethtool_value value = {.cmd = ETHTOOL_GLINK};
	int err = settings(os, netdev, &u.link);

	if (!err)
		err = ask(os, netdev, &value);
	if (err)
		return err;
	*link = (struct ece_ethtool_link){
		.up = value.data,
		.speed_mbps = u.link.speed == (uint32_t)SPEED_UNKNOWN ? 0 : u.link.speed,
		.full_duplex = u.link.duplex == DUPLEX_FULL,
		.autoneg = u.link.autoneg == AUTONEG_ENABLE,
		.port = u.link.port,
	};
	return 0;
}

int ece_ethtool_pause(const struct ece_os *os, const char *netdev, struct ece_ethtool_pause *pause)
{
	struct ethtool_pauseparam param = {.cmd = ETHTOOL_GPAUSEPARAM};
	int err = ask(os, netdev, &param);

	if (!err)
		*pause = (struct ece_ethtool_pause){
			.autoneg = param.autoneg,
			.rx = param.rx_pause,
			.tx = param.tx_pause,
		};
	return err;
}

static int count_of(const struct ece_os *os, const char *netdev, uint32_t *count)
{
	union {
		struct ethtool_sset_info info;
		uint8_t bytes[sizeof(struct ethtool_sset_info) + sizeof(uint32_t)];
	} u = {.info = {.cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1U << ETH_SS_STATS}};
	int err = ask(os, netdev, &u.info);

	if (err)
		return err;
	/* A set that the driver has not is taken out of the mask */
	memcpy(count, u.info.data, sizeof(*count));
	if (!u.info.sset_mask)
		*count = 0;
	return *count > ECE_ETHTOOL_COUNTERS_MAX ? -E2BIG : 0;
}

static int names_once(const struct ece_os *os, const char *netdev, struct ece_ethtool_names *names)
{
	struct ethtool_gstrings *strings;
	uint32_t n;
	int err = count_of(os, netdev, &n);

	if (err || !n)
		return err;
	strings = calloc(1, sizeof(*strings) + (n + COUNTERS_SLACK) * (size_t)ETH_GSTRING_LEN);
	names->names = calloc(n, sizeof(*names->names));
	if (strings && names->names) {
		strings->cmd = ETHTOOL_GSTRINGS;
		strings->string_set = ETH_SS_STATS;
		strings->len = n;
		err = ask(os, netdev, strings);
	} else {
		err = -ENOMEM;
	}
	if (!err && strings->len != n)
		err = -EAGAIN;
	for (size_t i = 0; !err && i < n; i++)
		take_text(names->names[i], (const char *)strings->data + i * ETH_GSTRING_LEN, ETH_GSTRING_LEN);
	free(strings);
	names->count = n;
	if (err)
		ece_ethtool_names_done(names);
	return err;
}

void ece_ethtool_names_done(struct ece_ethtool_names *names)
{
	free(names->names);
	*names = (struct ece_ethtool_names){.names = NULL};
}

/* The room is for as many as the driver says right before; what came in between finds the slack. */
static int values_once(const struct ece_os *os, const char *netdev, size_t count, uint64_t **values)
{
	struct ethtool_stats *stats;
	uint32_t n;
	int err = count_of(os, netdev, &n);

	*values = NULL;
	if (err)
		return err;
	if (n != count)
		return -EAGAIN;
	if (!n)
		return 0;
	stats = malloc(sizeof(*stats) + (n + COUNTERS_SLACK) * sizeof(stats->data[0]));
	*values = calloc(n, sizeof(**values));
	if (!stats || !*values) {
		err = -ENOMEM;
	} else {
		stats->cmd = ETHTOOL_GSTATS;
		stats->n_stats = n;
		err = ask(os, netdev, stats);
	}
	if (!err && stats->n_stats != n)
		err = -EAGAIN;
	if (!err) {
		memcpy(*values, stats->data, n * sizeof(**values));
	} else {
		free(*values);
		*values = NULL;
	}
	free(stats);
	return err;
}

static bool is_same(const struct ece_ethtool_names *a, const struct ece_ethtool_names *b)
{
	return a->count == b->count &&
	       (!a->names || !b->names || !memcmp(a->names, b->names, a->count * sizeof(*a->names)));
}

static int follow_names(const struct ece_os *os, const char *netdev, struct ece_ethtool_names *names, bool *others)
{
	struct ece_ethtool_names now = {.names = NULL};
	int err = names_once(os, netdev, &now);

	if (err)
		return err;
	if (is_same(&now, names)) {
		ece_ethtool_names_done(&now);
		return 0;
	}
	ece_ethtool_names_done(names);
	*names = now;
	*others = true;
	return 0;
}

/* Names and values are two calls, and belong together when the names are the same before and behind the values. */
static int read_once(const struct ece_os *os, const char *netdev, struct ece_ethtool_names *names, uint64_t **values,
		     bool *others)
{
	int err = names->names ? 0 : follow_names(os, netdev, names, others), got;
	bool moved = false;

	if (err)
		return err;
	got = values_once(os, netdev, names->count, values);
	if (got && got != -EAGAIN)
		return got;
	err = follow_names(os, netdev, names, &moved);
	*others |= moved;
	if (!err && (got || moved))
		err = -EAGAIN;
	if (err) {
		free(*values);
		*values = NULL;
	}
	return err;
}

int ece_ethtool_values(const struct ece_os *os, const char *netdev, struct ece_ethtool_names *names, uint64_t **values,
		       bool *others)
{
	int err = -EAGAIN;

	*values = NULL;
	*others = false;
	for (int i = 0; err == -EAGAIN && i < COUNTERS_TRIES; i++)
		err = read_once(os, netdev, names, values, others);
	return err;
}

static int pair_up(const struct ece_ethtool_names *names, const uint64_t *values, struct ece_ethtool_counter **counters)
{
	struct ece_ethtool_counter *list = calloc(names->count, sizeof(*list));

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < names->count; i++) {
		memcpy(list[i].name, names->names[i], sizeof(list[i].name));
		list[i].value = values[i];
	}
	*counters = list;
	return 0;
}

int ece_ethtool_counters(const struct ece_os *os, const char *netdev, struct ece_ethtool_counter **counters,
			 size_t *count)
{
	struct ece_ethtool_names names = {.names = NULL};
	uint64_t *values;
	bool others;
	int err = ece_ethtool_values(os, netdev, &names, &values, &others);

	*counters = NULL;
	*count = 0;
	if (!err && values)
		err = pair_up(&names, values, counters);
	if (!err)
		*count = names.count;
	free(values);
	ece_ethtool_names_done(&names);
	return err;
}

const char *ece_ethtool_port_name(uint8_t port)
{
	switch (port) {
	case ECE_ETHTOOL_PORT_TWISTED_PAIR:
		return "twisted_pair";
	case ECE_ETHTOOL_PORT_FIBRE:
		return "fibre";
	case ECE_ETHTOOL_PORT_DIRECT_ATTACH:
		return "direct_attach";
	case ECE_ETHTOOL_PORT_NONE:
		return "none";
	default:
		return "other";
	}
}
