// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/qos.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/qos.h"
#include "devx/sim/fw/dump.h"

#define VENDOR_GROUP        7 /* the driver's mark for a class that it does not schedule */
#define FULL_BANDWIDTH      100
#define VLAN_PRIORITY_SHIFT 13
#define BUFFER_CELL_BYTES   128 /* what Linux takes where a card does not say */
#define BUFFER_CELLS        8192

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
	if (prm_get(reg, &prm_pfcc_reg.minor_stall_mask))
		qos->stall_minor_ms = (uint16_t)prm_get(reg, &prm_pfcc_reg.device_stall_minor_watermark);
	if (prm_get(reg, &prm_pfcc_reg.critical_stall_mask))
		qos->stall_critical_ms = (uint16_t)prm_get(reg, &prm_pfcc_reg.device_stall_critical_watermark);
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
	prm_set(access->out, &prm_pfcc_reg.device_stall_minor_watermark, qos->stall_minor_ms);
	prm_set(access->out, &prm_pfcc_reg.device_stall_critical_watermark, qos->stall_critical_ms);
	return PRM_STATUS_OK;
}

uint8_t fw_sbcam(struct fw_access *access)
{
	if (!fits(access, PRM_SBCAM_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	prm_set(access->out, &prm_sbcam_reg.cap_total_buffer_size, BUFFER_CELLS);
	prm_set(access->out, &prm_sbcam_reg.cap_cell_size, BUFFER_CELL_BYTES);
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
	fw_dump_value(to, qos->rdma_priority, "qos.rdma_priority");
	fw_dump_value(to, qos->pause_rx, "qos.pprx");
	fw_dump_value(to, qos->stall_minor_ms, "qos.device_stall_minor_watermark");
	fw_dump_value(to, qos->stall_critical_ms, "qos.device_stall_critical_watermark");
	fw_dump_value(to, qos->dcbx_version, "qos.dcbx.version_oper");
	fw_dump_value(to, qos->dcbx_willing, "qos.dcbx.willing_admin");
	for (unsigned int i = 0; i < FW_DSCPS; i++)
		fw_dump_value(to, qos->dscp_priority[i], "qos.dscp.%u", i);
	for (unsigned int i = 0; i < FW_PRIORITIES; i++)
		dump_class(qos, i, to);
}
