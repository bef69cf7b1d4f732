// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Source: Linux drivers/net/ethernet/mellanox/mlx5/core/en_stats.c. Of the several hundred counters that mlx5 names
 * these are the ones of the port that stand for trouble, and its bytes: no frames move here, but RDMA is told as moved.
 */
#include "devx/sim/kernel/ethtool_counters.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The driver names the pause counters of those priorities that have PFC, and with global pause those of the port. */
enum when {
	ALWAYS,
	WITH_PAUSE,
	WITH_PFC, /* of priority 0; those of the others follow */
};

struct row {
	char name[SIM_ETHTOOL_NAME];
	uint16_t at; /* in the state */
	uint8_t when;
};

#define AT(member) ((uint16_t)offsetof(struct fw_state, member))
#define NOTHING    UINT16_MAX /* of a kind that nothing makes here */

#define PAUSE(of, n, when)                                                              \
	{"rx_" of "_pause", AT(priority[n].rx_pause), when},                            \
		{"rx_" of "_pause_duration", AT(priority[n].rx_pause_duration), when},  \
		{"tx_" of "_pause", AT(priority[n].tx_pause), when},                    \
		{"tx_" of "_pause_duration", AT(priority[n].tx_pause_duration), when},  \
	{                                                                               \
		"rx_" of "_pause_transition", AT(priority[n].rx_pause_transition), when \
	}
#define DROPPED(n)                                                                       \
	{"rx_prio" #n "_discards", AT(priority[n].rx_discards), ALWAYS},                 \
		{"rx_prio" #n "_buf_discard", AT(priority[n].rx_buf_discard), ALWAYS},   \
		{"rx_prio" #n "_cong_discard", AT(priority[n].rx_cong_discard), ALWAYS}, \
	{                                                                                \
		"rx_prio" #n "_marked", AT(priority[n].rx_marked), ALWAYS                \
	}
#define PRIORITY(n) PAUSE("prio" #n, n, WITH_PFC + (n))

static const struct row rows[] = {
	{"rx_crc_errors_phy", AT(phy.rx_crc_errors), ALWAYS},
	{"rx_symbol_err_phy", AT(phy.rx_symbol_err), ALWAYS},
	{"rx_discards_phy", AT(phy.rx_discards), ALWAYS},
	{"tx_discards_phy", AT(phy.tx_discards), ALWAYS},
	{"tx_errors_phy", NOTHING, ALWAYS},
	{"rx_bytes_phy", AT(rdma_rx_bytes), ALWAYS},
	{"tx_bytes_phy", AT(rdma_tx_bytes), ALWAYS},
	{"link_down_events_phy", AT(phy.link_down_events), ALWAYS},
	{"rx_buffer_passed_thres_phy", AT(phy.rx_buffer_passed_thres), ALWAYS},
	{"rx_pcs_symbol_err_phy", AT(phy.rx_pcs_symbol_err), ALWAYS},
	{"rx_corrected_bits_phy", AT(phy.rx_corrected_bits), ALWAYS},
	{"tx_pause_storm_warning_events", AT(phy.tx_pause_storm_warnings), ALWAYS},
	{"tx_pause_storm_error_events", AT(phy.tx_pause_storm_errors), ALWAYS},
	{"rx_pci_signal_integrity", AT(pci.rx_errors), ALWAYS},
	{"tx_pci_signal_integrity", AT(pci.tx_errors), ALWAYS},
	{"outbound_pci_buffer_overflow", AT(pci.overflow), ALWAYS},
	{"outbound_pci_stalled_rd_events", AT(pci.stalled_read_events), ALWAYS},
	{"outbound_pci_stalled_wr_events", AT(pci.stalled_write_events), ALWAYS},
	DROPPED(0),
	DROPPED(1),
	DROPPED(2),
	DROPPED(3),
	DROPPED(4),
	DROPPED(5),
	DROPPED(6),
	DROPPED(7),
	PRIORITY(0),
	PRIORITY(1),
	PRIORITY(2),
	PRIORITY(3),
	PRIORITY(4),
	PRIORITY(5),
	PRIORITY(6),
	PRIORITY(7),
	PAUSE("global", 0, WITH_PAUSE),
};

static bool is_shown(const struct fw_qos *qos, uint8_t when)
{
	switch (when) {
	case ALWAYS:
		return true;
	case WITH_PAUSE:
		return qos->pause_rx || qos->pause_tx;
	default:
		return (qos->pfc_tx | qos->pfc_rx) >> (when - WITH_PFC) & 1;
	}
}

static uint64_t value_at(const struct fw_state *state, uint16_t at)
{
	uint64_t value = 0;

	if (at != NOTHING)
		memcpy(&value, (const char *)state + at, sizeof(value));
	return value;
}

struct list {
	char (*names)[SIM_ETHTOOL_NAME];
	uint64_t *values;
	size_t count;
};

static void add(struct list *list, const char name[SIM_ETHTOOL_NAME], uint64_t value)
{
	if (list->names)
		memcpy(list->names[list->count], name, SIM_ETHTOOL_NAME);
	if (list->values)
		list->values[list->count] = value;
	list->count++;
}

static void add_bytes(struct list *list, const struct fw_state *state)
{
	char name[SIM_ETHTOOL_NAME];

	for (unsigned int i = 0; i < FW_PRIORITIES; i++) {
		bool moved = i == state->qos.rdma_priority;

		memset(name, 0, sizeof(name));
		snprintf(name, sizeof(name), "rx_prio%u_bytes", i);
		add(list, name, moved ? state->rdma_rx_bytes : 0);
		name[0] = 't';
		add(list, name, moved ? state->rdma_tx_bytes : 0);
	}
}

/* Pause frames of all priorities. */
static void add_sums(struct list *list, const struct fw_state *state)
{
	static const char rx_name[SIM_ETHTOOL_NAME] = "rx_pause_ctrl_phy",
			  tx_name[SIM_ETHTOOL_NAME] = "tx_pause_ctrl_phy";
	uint64_t rx = 0, tx = 0;

	for (size_t i = 0; i < FW_PRIORITIES; i++) {
		rx += state->priority[i].rx_pause;
		tx += state->priority[i].tx_pause;
	}
	add(list, rx_name, rx);
	add(list, tx_name, tx);
}

size_t sim_ethtool_counters(const struct fw_state *state, char (*names)[SIM_ETHTOOL_NAME], uint64_t *values)
{
	struct list list = {.names = names, .values = values};

	add_sums(&list, state);
	add_bytes(&list, state);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (is_shown(&state->qos, rows[i].when))
			add(&list, rows[i].name, value_at(state, rows[i].at));
	return list.count;
}
