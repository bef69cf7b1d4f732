// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/port_counter.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "devx/prm/ppcnt.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/dump.h"
#include "devx/sim/fw/traffic.h"

/* One of the port, or of each priority (@at then counts from that priority's struct). */
struct row {
	const char *name; /* of each priority: the words before and behind its number */
	const char *behind;
	uint16_t register_id;
	uint8_t group;
	const struct prm_field *field;
	size_t at; /* in struct fw_state, or in struct fw_priority */
};

#define PORT(name_, group_, field_, member)                                                           \
	{                                                                                             \
		.name = (name_), .register_id = PRM_REG_PPCNT, .group = (group_), .field = &(field_), \
		.at = offsetof(struct fw_state, member)                                               \
	}

#define INFINIBAND(name_, field_, member) PORT(name_, PRM_PPCNT_INFINIBAND, prm_ib_port_cntrs.field_, ib_port.member)

#define PCI(name_, field_, member)                                                                \
	{                                                                                         \
		.name = (name_), .register_id = PRM_REG_MPCNT, .group = PRM_MPCNT_PERFORMANCE,    \
		.field = &prm_pcie_perf_cntrs.field_, .at = offsetof(struct fw_state, pci.member) \
	}

#define PRIORITY(direction, event, group_, field_, member)                                               \
	{                                                                                                \
		.name = (direction), .behind = (event), .register_id = PRM_REG_PPCNT, .group = (group_), \
		.field = &(field_), .at = offsetof(struct fw_priority, member)                           \
	}

static const struct row port_rows[] = {
	PORT("rx_symbol_err_phy", PRM_PPCNT_IEEE_802_3, prm_eth_802_3.a_symbol_error_during_carrier, phy.rx_symbol_err),
	PORT("rx_crc_errors_phy", PRM_PPCNT_IEEE_802_3, prm_eth_802_3.a_frame_check_sequence_errors, phy.rx_crc_errors),
	PORT("rx_discards_phy", PRM_PPCNT_RFC_2863, prm_eth_2863.if_in_discards, phy.rx_discards),
	PORT("tx_discards_phy", PRM_PPCNT_RFC_2863, prm_eth_2863.if_out_discards, phy.tx_discards),
	PORT("link_down_events_phy", PRM_PPCNT_PHYSICAL_LAYER, prm_phys_layer_cntrs.link_down_events,
	     phy.link_down_events),
	PORT("rx_buffer_passed_thres_phy", PRM_PPCNT_EXTENDED, prm_eth_extended_cntrs.rx_buffer_almost_full,
	     phy.rx_buffer_passed_thres),
	PORT("rx_icrc_encapsulated", PRM_PPCNT_EXTENDED, prm_eth_extended_cntrs.rx_icrc_encapsulated,
	     counter[FW_COUNT_RX_ICRC_ENCAPSULATED]),
	PORT("rx_pcs_symbol_err_phy", PRM_PPCNT_PHYSICAL_STATISTICAL, prm_phys_layer_statistical.phy_symbol_errors,
	     phy.rx_pcs_symbol_err),
	PORT("rx_corrected_bits_phy", PRM_PPCNT_PHYSICAL_STATISTICAL, prm_phys_layer_statistical.phy_corrected_bits,
	     phy.rx_corrected_bits),
	/* of the port, and told with every priority */
	PORT("tx_pause_storm_warning_events", PRM_PPCNT_PER_PRIORITY, prm_eth_per_prio.device_stall_minor_watermark_cnt,
	     phy.tx_pause_storm_warnings),
	PORT("tx_pause_storm_error_events", PRM_PPCNT_PER_PRIORITY,
	     prm_eth_per_prio.device_stall_critical_watermark_cnt, phy.tx_pause_storm_errors),
	INFINIBAND("symbol_error", symbol_error_counter, symbol_error),
	INFINIBAND("link_error_recovery", link_error_recovery_counter, link_error_recovery),
	INFINIBAND("link_downed", link_downed_counter, link_downed),
	INFINIBAND("port_rcv_errors", port_rcv_errors, rcv_errors),
	INFINIBAND("port_rcv_remote_physical_errors", port_rcv_remote_physical_errors, rcv_remote_physical_errors),
	INFINIBAND("port_rcv_switch_relay_errors", port_rcv_switch_relay_errors, rcv_switch_relay_errors),
	INFINIBAND("port_xmit_discards", port_xmit_discards, xmit_discards),
	INFINIBAND("port_xmit_constraint_errors", port_xmit_constraint_errors, xmit_constraint_errors),
	INFINIBAND("port_rcv_constraint_errors", port_rcv_constraint_errors, rcv_constraint_errors),
	INFINIBAND("excessive_buffer_overrun_errors", link_overrun_errors, overrun_errors),
	INFINIBAND("VL15_dropped", vl_15_dropped, vl15_dropped),
	INFINIBAND("port_xmit_wait", port_xmit_wait, xmit_wait),
	PCI("rx_pci_signal_integrity", rx_errors, rx_errors),
	PCI("tx_pci_signal_integrity", tx_errors, tx_errors),
	PCI("outbound_pci_buffer_overflow", tx_overflow_buffer_pkt, overflow),
	PCI("outbound_pci_stalled_rd", outbound_stalled_reads, stalled_reads),
	PCI("outbound_pci_stalled_wr", outbound_stalled_writes, stalled_writes),
	PCI("outbound_pci_stalled_rd_events", outbound_stalled_reads_events, stalled_read_events),
	PCI("outbound_pci_stalled_wr_events", outbound_stalled_writes_events, stalled_write_events),
};

static const struct row priority_rows[] = {
	PRIORITY("rx", "pause", PRM_PPCNT_PER_PRIORITY, prm_eth_per_prio.rx_pause, rx_pause),
	PRIORITY("rx", "pause_duration", PRM_PPCNT_PER_PRIORITY, prm_eth_per_prio.rx_pause_duration, rx_pause_duration),
	PRIORITY("tx", "pause", PRM_PPCNT_PER_PRIORITY, prm_eth_per_prio.tx_pause, tx_pause),
	PRIORITY("tx", "pause_duration", PRM_PPCNT_PER_PRIORITY, prm_eth_per_prio.tx_pause_duration, tx_pause_duration),
	PRIORITY("rx", "pause_transition", PRM_PPCNT_PER_PRIORITY, prm_eth_per_prio.rx_pause_transition,
		 rx_pause_transition),
	PRIORITY("rx", "discards", PRM_PPCNT_PER_PRIORITY, prm_eth_per_prio.rx_discards, rx_discards),
	PRIORITY("rx", "buf_discard", PRM_PPCNT_PER_CLASS, prm_eth_per_tc.no_buffer_discard_uc, rx_buf_discard),
	PRIORITY("rx", "cong_discard", PRM_PPCNT_PER_CLASS_CONGESTION, prm_eth_per_tc_congest.wred_discard,
		 rx_cong_discard),
	PRIORITY("rx", "marked", PRM_PPCNT_PER_CLASS_CONGESTION, prm_eth_per_tc_congest.ecn_marked_tc, rx_marked),
};

#define PORT_ROWS     (sizeof(port_rows) / sizeof(port_rows[0]))
#define PRIORITY_ROWS (sizeof(priority_rows) / sizeof(priority_rows[0]))

static uint64_t *value_at(void *of, const struct row *row)
{
	return (uint64_t *)(void *)((uint8_t *)of + row->at);
}

uint64_t *fw_port_counter(struct fw_state *state, const char *name)
{
	for (size_t i = 0; i < PORT_ROWS; i++)
		if (!strcmp(port_rows[i].name, name))
			return value_at(state, &port_rows[i]);
	return NULL;
}

uint64_t *fw_priority_counter(struct fw_state *state, const char *name)
{
	char known[48];

	for (unsigned int i = 0; i < FW_PRIORITIES * PRIORITY_ROWS; i++) {
		const struct row *row = &priority_rows[i % PRIORITY_ROWS];
		unsigned int priority = i / PRIORITY_ROWS;

		snprintf(known, sizeof(known), "%s_prio%u_%s", row->name, priority, row->behind);
		if (!strcmp(known, name))
			return value_at(&state->priority[priority], row);
	}
	return NULL;
}

/* Those of InfiniBand stay at their largest value, the others go round. */
static uint64_t shown(const struct row *row, uint64_t value)
{
	uint64_t most = prm_field_max(row->field);

	return row->group == PRM_PPCNT_INFINIBAND && row->register_id == PRM_REG_PPCNT && value > most ? most : value;
}

struct asked {
	uint16_t register_id;
	uint8_t group;
	bool clear;
};

static void give(const struct row *rows, size_t count, const struct asked *asked, void *of, uint8_t *set)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t *value = value_at(of, &rows[i]);

		if (rows[i].register_id != asked->register_id || rows[i].group != asked->group)
			continue;
		prm_set(set, rows[i].field, shown(&rows[i], *value));
		if (asked->clear)
			*value = 0;
	}
}

static void give_frames(const struct fw *fw, uint8_t group, uint8_t priority, uint8_t *set)
{
	if (group == PRM_PPCNT_PER_PRIORITY)
		fw_traffic_give_priority(fw, priority, set);
	else if (group == PRM_PPCNT_IEEE_802_3)
		fw_traffic_give_802_3(fw, set);
	else if (group == PRM_PPCNT_RFC_2863)
		fw_traffic_give_2863(fw, set);
}

/* Pause frames of all priorities are what the port counts as control frames. */
static void give_pauses(const struct fw_state *state, uint8_t *set)
{
	uint64_t rx = 0, tx = 0;

	for (size_t i = 0; i < FW_PRIORITIES; i++) {
		rx += state->priority[i].rx_pause;
		tx += state->priority[i].tx_pause;
	}
	prm_set(set, &prm_eth_802_3.a_pause_mac_ctrl_frames_received, rx);
	prm_set(set, &prm_eth_802_3.a_pause_mac_ctrl_frames_transmitted, tx);
}

/* Both registers start alike. Histograms and the like, which nothing here fills, stand at zero. */
static uint8_t answer(struct fw_access *access, uint16_t register_id)
{
	struct fw_state *state = access->call->fw->state;
	uint64_t priority = prm_get(access->in, &prm_ppcnt_reg.prio_tc);
	uint8_t *set = access->out + PRM_PPCNT_SET;
	const struct asked asked = {
		.register_id = register_id,
		.group = (uint8_t)prm_get(access->in, &prm_ppcnt_reg.grp),
		.clear = prm_get(access->in, &prm_ppcnt_reg.clr),
	};

	memcpy(access->out, access->in, PRM_PPCNT_SET);
	give(port_rows, PORT_ROWS, &asked, state, set);
	give(priority_rows, PRIORITY_ROWS, &asked, &state->priority[priority], set);
	if (register_id != PRM_REG_PPCNT)
		return PRM_STATUS_OK;
	give_frames(access->call->fw, asked.group, (uint8_t)priority, set);
	if (asked.group == PRM_PPCNT_IEEE_802_3)
		give_pauses(state, set);
	return PRM_STATUS_OK;
}

static bool fits(const struct fw_access *access)
{
	return access->in_len >= PRM_PPCNT_BYTES && access->out_len >= PRM_PPCNT_BYTES;
}

uint8_t fw_ppcnt(struct fw_access *access)
{
	return fits(access) ? answer(access, PRM_REG_PPCNT) : PRM_STATUS_BAD_INPUT_LEN;
}

uint8_t fw_mpcnt(struct fw_access *access)
{
	return fits(access) ? answer(access, PRM_REG_MPCNT) : PRM_STATUS_BAD_INPUT_LEN;
}

void fw_dump_port_counters(const struct fw *fw, const struct fw_dump *to)
{
	struct fw_state now = *fw->state;

	for (size_t i = 0; i < PORT_ROWS; i++)
		if (fw_counter_find(port_rows[i].name) < 0)
			fw_dump_value(to, *value_at(&now, &port_rows[i]), "counter.%s", port_rows[i].name);
	for (unsigned int priority = 0; priority < FW_PRIORITIES; priority++)
		for (size_t i = 0; i < PRIORITY_ROWS; i++)
			fw_dump_value(to, *value_at(&now.priority[priority], &priority_rows[i]), "counter.%s_prio%u_%s",
				      priority_rows[i].name, priority, priority_rows[i].behind);
}
