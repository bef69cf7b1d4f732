// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/qos.h"

#include <stdio.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/qos.h"
#include "devx/sim/fw/dump.h"
#include "devx/sim/fw/traffic.h"

#define VENDOR_GROUP        7 /* the driver's mark for a class that it does not schedule */
#define FULL_BANDWIDTH      100
#define VLAN_PRIORITY_SHIFT 13

void fw_qos_power_on(struct fw_state *state)
{
	struct fw_qos *qos = &state->qos;

	memset(qos, 0, sizeof(*qos));
	memset(state->priority, 0, sizeof(state->priority));
	qos->trust = PRM_TRUST_PCP;
	qos->pause_tx = 1;
	qos->pause_rx = 1;
	qos->dcbx_version = PRM_DCBX_HOST;
	for (uint8_t i = 0; i < FW_DSCPS; i++)
		qos->dscp_priority[i] = i / FW_PRIORITIES;
	for (uint8_t i = 0; i < FW_PRIORITIES; i++) {
		qos->priority_tc[i] = i > 1 ? i : !i;
		qos->tc_group[i] = VENDOR_GROUP;
		qos->tc_bandwidth[i] = FULL_BANDWIDTH;
	}
}

uint8_t fw_qos_priority(const struct fw_state *state, uint8_t dscp, uint16_t vlan)
{
	const struct fw_qos *qos = &state->qos;

	if (qos->trust != PRM_TRUST_PCP && dscp < FW_DSCPS)
		return qos->dscp_priority[dscp] % FW_PRIORITIES;
	if (qos->trust != PRM_TRUST_DSCP && vlan != FW_QOS_NO_VLAN)
		return (uint8_t)(vlan >> VLAN_PRIORITY_SHIFT);
	return 0;
}

static bool fits(const struct fw_access *access, size_t bytes)
{
	return access->in_len >= bytes && access->out_len >= bytes;
}

static void echo(struct fw_access *access, size_t bytes)
{
	memcpy(access->out, access->in, bytes);
}

static struct fw_qos *qos_of(struct fw_access *access)
{
	return &access->call->fw->state->qos;
}

uint8_t fw_qpts(struct fw_access *access)
{
	struct fw_qos *qos = qos_of(access);
	uint64_t trust;

	if (!fits(access, PRM_QPTS_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->write) {
		trust = prm_get(access->in, &prm_qpts_reg.trust_state);
		if (trust < PRM_TRUST_PCP || trust > PRM_TRUST_BOTH)
			return PRM_STATUS_BAD_PARAM;
		qos->trust = (uint8_t)trust;
	}
	echo(access, PRM_QPTS_BYTES);
	prm_set(access->out, &prm_qpts_reg.trust_state, qos->trust);
	return PRM_STATUS_OK;
}

static uint16_t dscp_entry(const uint8_t *reg, size_t dscp)
{
	const uint8_t *at = reg + PRM_QPDPM_DSCP_AT + dscp * sizeof(uint16_t);

	return (uint16_t)(at[0] << 8 | at[1]);
}

/* An entry without its mark is left as it is. */
static bool take_dscps(struct fw_qos *qos, const uint8_t *reg)
{
	for (size_t i = 0; i < FW_DSCPS; i++)
		if (dscp_entry(reg, i) & PRM_QPDPM_DSCP_SET &&
		    (dscp_entry(reg, i) & PRM_QPDPM_DSCP_PRIORITY) >= FW_PRIORITIES)
			return false;
	for (size_t i = 0; i < FW_DSCPS; i++)
		if (dscp_entry(reg, i) & PRM_QPDPM_DSCP_SET)
			qos->dscp_priority[i] = (uint8_t)(dscp_entry(reg, i) & PRM_QPDPM_DSCP_PRIORITY);
	return true;
}

uint8_t fw_qpdpm(struct fw_access *access)
{
	struct fw_qos *qos = qos_of(access);

	if (!fits(access, PRM_QPDPM_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->write && !take_dscps(qos, access->in))
		return PRM_STATUS_BAD_PARAM;
	echo(access, PRM_QPDPM_DSCP_AT);
	for (size_t i = 0; i < FW_DSCPS; i++)
		access->out[PRM_QPDPM_DSCP_AT + i * sizeof(uint16_t) + 1] = qos->dscp_priority[i];
	return PRM_STATUS_OK;
}

uint8_t fw_qtct(struct fw_access *access)
{
	struct fw_qos *qos = qos_of(access);
	uint64_t priority;

	if (!fits(access, PRM_QTCT_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	priority = prm_get(access->in, &prm_qtct_reg.prio);
	if (access->write)
		qos->priority_tc[priority] = (uint8_t)prm_get(access->in, &prm_qtct_reg.tclass);
	echo(access, PRM_QTCT_BYTES);
	prm_set(access->out, &prm_qtct_reg.tclass, qos->priority_tc[priority]);
	return PRM_STATUS_OK;
}

/* Of a class only what its three marks name is taken over. */
static void take_class(struct fw_qos *qos, size_t tc, const uint8_t *entry)
{
	if (prm_get(entry, &prm_ets_tcn_config_reg.g))
		qos->tc_group[tc] = (uint8_t)prm_get(entry, &prm_ets_tcn_config_reg.group);
	if (prm_get(entry, &prm_ets_tcn_config_reg.b))
		qos->tc_bandwidth[tc] = (uint8_t)prm_get(entry, &prm_ets_tcn_config_reg.bw_allocation);
	if (prm_get(entry, &prm_ets_tcn_config_reg.r)) {
		qos->tc_rate_unit[tc] = (uint8_t)prm_get(entry, &prm_ets_tcn_config_reg.max_bw_units);
		qos->tc_rate[tc] = (uint8_t)prm_get(entry, &prm_ets_tcn_config_reg.max_bw_value);
	}
}

static void give_class(const struct fw_qos *qos, size_t tc, uint8_t *entry)
{
	prm_set(entry, &prm_ets_tcn_config_reg.group, qos->tc_group[tc]);
	prm_set(entry, &prm_ets_tcn_config_reg.bw_allocation, qos->tc_bandwidth[tc]);
	prm_set(entry, &prm_ets_tcn_config_reg.max_bw_units, qos->tc_rate_unit[tc]);
	prm_set(entry, &prm_ets_tcn_config_reg.max_bw_value, qos->tc_rate[tc]);
}

uint8_t fw_qetcr(struct fw_access *access)
{
	struct fw_qos *qos = qos_of(access);

	if (!fits(access, PRM_QETC_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	for (size_t tc = 0; access->write && tc < FW_PRIORITIES; tc++)
		take_class(qos, tc, access->in + PRM_QETC_TC_AT + tc * PRM_QETC_TC_BYTES);
	echo(access, PRM_QETC_TC_AT);
	for (size_t tc = 0; tc < FW_PRIORITIES; tc++)
		give_class(qos, tc, access->out + PRM_QETC_TC_AT + tc * PRM_QETC_TC_BYTES);
	return PRM_STATUS_OK;
}

uint8_t fw_qcam(struct fw_access *access)
{
	if (!fits(access, PRM_QCAM_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	echo(access, PRM_QCAM_REGISTERS);
	for (uint16_t n = 0; n < FW_REGISTER_MASK_BITS; n++)
		if (fw_register_known(PRM_QCAM_FIRST_REG + n))
			fw_register_mask_set(access->out + PRM_QCAM_REGISTERS, n);
	return PRM_STATUS_OK;
}

uint8_t fw_dcbx_param(struct fw_access *access)
{
	struct fw_qos *qos = qos_of(access);

	if (!fits(access, PRM_DCBX_PARAM_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->write) {
		qos->dcbx_version = (uint8_t)prm_get(access->in, &prm_dcbx_param.version_admin);
		qos->dcbx_willing = (uint8_t)prm_get(access->in, &prm_dcbx_param.willing_admin);
	}
	prm_set(access->out, &prm_dcbx_param.dcbx_cee_cap, 1);
	prm_set(access->out, &prm_dcbx_param.dcbx_ieee_cap, 1);
	prm_set(access->out, &prm_dcbx_param.port_number, prm_get(access->in, &prm_dcbx_param.port_number));
	prm_set(access->out, &prm_dcbx_param.version_oper, qos->dcbx_version);
	prm_set(access->out, &prm_dcbx_param.version_admin, qos->dcbx_version);
	prm_set(access->out, &prm_dcbx_param.willing_admin, qos->dcbx_willing);
	return PRM_STATUS_OK;
}

static void take_flow_control(struct fw_qos *qos, const uint8_t *reg)
{
	uint8_t tx = (uint8_t)prm_get(reg, &prm_pfcc_reg.prio_mask_tx);
	uint8_t rx = (uint8_t)prm_get(reg, &prm_pfcc_reg.prio_mask_rx);

	qos->pfc_tx = (uint8_t)((qos->pfc_tx & ~tx) | (prm_get(reg, &prm_pfcc_reg.pfctx) & tx));
	qos->pfc_rx = (uint8_t)((qos->pfc_rx & ~rx) | (prm_get(reg, &prm_pfcc_reg.pfcrx) & rx));
	if (!prm_get(reg, &prm_pfcc_reg.pptx_mask_n))
		qos->pause_tx = (uint8_t)prm_get(reg, &prm_pfcc_reg.pptx);
	if (!prm_get(reg, &prm_pfcc_reg.pprx_mask_n))
		qos->pause_rx = (uint8_t)prm_get(reg, &prm_pfcc_reg.pprx);
}

uint8_t fw_pfcc(struct fw_access *access)
{
	struct fw_qos *qos = qos_of(access);

	if (!fits(access, PRM_PFCC_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->write)
		take_flow_control(qos, access->in);
	prm_set(access->out, &prm_pfcc_reg.local_port, prm_get(access->in, &prm_pfcc_reg.local_port));
	prm_set(access->out, &prm_pfcc_reg.pptx, qos->pause_tx);
	prm_set(access->out, &prm_pfcc_reg.pprx, qos->pause_rx);
	prm_set(access->out, &prm_pfcc_reg.pfctx, qos->pfc_tx);
	prm_set(access->out, &prm_pfcc_reg.pfcrx, qos->pfc_rx);
	return PRM_STATUS_OK;
}

#define COUNTER(direction, event, name)                                                          \
	{                                                                                        \
		(direction), (event), &prm_eth_per_prio.name, offsetof(struct fw_priority, name) \
	}

/* The words of their names in ethtool. */
static const struct counter {
	const char *direction, *event;
	const struct prm_field *field;
	size_t at; /* in struct fw_priority */
} counters[] = {
	COUNTER("rx", "pause", rx_pause),
	COUNTER("rx", "pause_duration", rx_pause_duration),
	COUNTER("tx", "pause", tx_pause),
	COUNTER("tx", "pause_duration", tx_pause_duration),
	COUNTER("rx", "pause_transition", rx_pause_transition),
	COUNTER("rx", "discards", rx_discards),
};

#define COUNTER_COUNT (sizeof(counters) / sizeof(counters[0]))

static uint64_t *counter_at(struct fw_priority *priority, const struct counter *counter)
{
	return (uint64_t *)(void *)((uint8_t *)priority + counter->at);
}

uint64_t *fw_priority_counter(struct fw_state *state, const char *name)
{
	char known[48];

	for (unsigned int i = 0; i < FW_PRIORITIES * COUNTER_COUNT; i++) {
		const struct counter *counter = &counters[i % COUNTER_COUNT];
		unsigned int priority = i / COUNTER_COUNT;

		snprintf(known, sizeof(known), "%s_prio%u_%s", counter->direction, priority, counter->event);
		if (!strcmp(known, name))
			return counter_at(&state->priority[priority], counter);
	}
	return NULL;
}

static void give_priority(struct fw_priority *priority, bool clear, uint8_t *set)
{
	for (size_t i = 0; i < COUNTER_COUNT; i++)
		prm_set(set, counters[i].field, *counter_at(priority, &counters[i]));
	if (clear)
		memset(priority, 0, sizeof(*priority));
}

/* Pause frames of all priorities are what the port counts as control frames. */
static void give_802_3(const struct fw *fw, uint8_t *set)
{
	const struct fw_state *state = fw->state;
	uint64_t rx = 0, tx = 0;

	fw_traffic_give_802_3(fw, set);

	for (size_t i = 0; i < FW_PRIORITIES; i++) {
		rx += state->priority[i].rx_pause;
		tx += state->priority[i].tx_pause;
	}
	prm_set(set, &prm_eth_802_3.a_frame_check_sequence_errors, state->phy.rx_crc_errors);
	prm_set(set, &prm_eth_802_3.a_symbol_error_during_carrier, state->phy.rx_symbol_err);
	prm_set(set, &prm_eth_802_3.a_pause_mac_ctrl_frames_received, rx);
	prm_set(set, &prm_eth_802_3.a_pause_mac_ctrl_frames_transmitted, tx);
}

static void give_2863(const struct fw *fw, uint8_t *set)
{
	fw_traffic_give_2863(fw, set);
	prm_set(set, &prm_eth_2863.if_in_discards, fw->state->phy.rx_discards);
	prm_set(set, &prm_eth_2863.if_out_discards, fw->state->phy.tx_discards);
}

uint8_t fw_ppcnt(struct fw_access *access)
{
	struct fw *fw = access->call->fw;
	uint8_t *set = access->out + PRM_PPCNT_SET;
	uint64_t priority;

	if (!fits(access, PRM_PPCNT_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	priority = prm_get(access->in, &prm_ppcnt_reg.prio_tc);
	echo(access, PRM_PPCNT_SET);
	switch (prm_get(access->in, &prm_ppcnt_reg.grp)) {
	case PRM_PPCNT_PER_PRIORITY:
		fw_traffic_give_priority(fw, (uint8_t)priority, set);
		give_priority(&fw->state->priority[priority], prm_get(access->in, &prm_ppcnt_reg.clr), set);
		break;
	case PRM_PPCNT_IEEE_802_3:
		give_802_3(fw, set);
		break;
	case PRM_PPCNT_RFC_2863:
		give_2863(fw, set);
		break;
	case PRM_PPCNT_PHYSICAL_LAYER:
		prm_set(set, &prm_phys_layer_cntrs.link_down_events, (uint32_t)fw->state->phy.link_down_events);
		break;
	default:
		/* Histograms and the like, which nothing here fills: they stand at zero */
		break;
	}
	return PRM_STATUS_OK;
}

static void dump_class(const struct fw_qos *qos, unsigned int i, const struct fw_dump *to)
{
	fw_dump_value(to, qos->priority_tc[i], "qos.priority.%u.tc", i);
	fw_dump_value(to, qos->tc_group[i], "qos.tc.%u.group", i);
	fw_dump_value(to, qos->tc_bandwidth[i], "qos.tc.%u.bw_allocation", i);
	fw_dump_value(to, qos->tc_rate_unit[i], "qos.tc.%u.max_bw_units", i);
	fw_dump_value(to, qos->tc_rate[i], "qos.tc.%u.max_bw_value", i);
}

void fw_dump_qos(const struct fw *fw, const struct fw_dump *to)
{
	const struct fw_qos *qos = &fw->state->qos;

	fw_dump_value(to, qos->trust, "qos.trust_state");
	fw_dump_value(to, qos->pfc_tx, "qos.pfctx");
	fw_dump_value(to, qos->pfc_rx, "qos.pfcrx");
	fw_dump_value(to, qos->pause_tx, "qos.pptx");
	fw_dump_value(to, qos->pause_rx, "qos.pprx");
	fw_dump_value(to, qos->dcbx_version, "qos.dcbx.version_oper");
	fw_dump_value(to, qos->dcbx_willing, "qos.dcbx.willing_admin");
	for (unsigned int i = 0; i < FW_DSCPS; i++)
		fw_dump_value(to, qos->dscp_priority[i], "qos.dscp.%u", i);
	for (unsigned int i = 0; i < FW_PRIORITIES; i++)
		dump_class(qos, i, to);
}

void fw_dump_priority_counters(const struct fw *fw, const struct fw_dump *to)
{
	struct fw_priority now;

	for (unsigned int i = 0; i < FW_PRIORITIES; i++) {
		now = fw->state->priority[i];
		for (size_t c = 0; c < COUNTER_COUNT; c++)
			fw_dump_value(to, *counter_at(&now, &counters[c]), "counter.%s_prio%u_%s",
				      counters[c].direction, i, counters[c].event);
	}
}
