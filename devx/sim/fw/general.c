// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/general.h"

#include <stdio.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/general.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/identity.h"

#define PORTS         1
#define LIFE_CYCLE_GA 1 /* "GA secured" */
#define NS_PER_SECOND UINT64_C(1000000000)
#define TICK_PER_NS   1
#define TEXT_MAX      128
#define SYNC_START    (3U << 29) /* of MFRL: the drivers, or a tool, go through the reset together */
#define BOOT_IMAGE    0          /* index of the only component */

static bool fits(const struct fw_access *access, size_t bytes)
{
	return access->in_len >= bytes && access->out_len >= bytes;
}

/* For registers that are only read. */
static uint8_t readable(struct fw_access *access, size_t bytes)
{
	if (access->write)
		return PRM_STATUS_BAD_OP;
	if (!fits(access, bytes))
		return PRM_STATUS_BAD_INPUT_LEN;
	return PRM_STATUS_OK;
}

static uint64_t running_ns(const struct fw_call *call)
{
	return call->now_ns - fw_card(call->fw)->nv.started_ns;
}

static void put_version(const struct fw_card_type *type, uint8_t *mgir)
{
	prm_set(mgir, &prm_mgir.extended_major, type->fw_major);
	prm_set(mgir, &prm_mgir.extended_minor, type->fw_minor);
	prm_set(mgir, &prm_mgir.extended_sub_minor, type->fw_sub);
}

/* Tools of the past read no more than the first 0x20 bytes. */
#define MGIR_HARDWARE_BYTES 0x20

uint8_t fw_mgir(struct fw_access *access)
{
	const struct fw_card_type *type = access->call->fw->type;
	uint64_t mac = fw_base_mac(access->call->fw->state);
	uint8_t reg[PRM_MGIR_BYTES] = {0};
	uint8_t status = readable(access, MGIR_HARDWARE_BYTES);

	if (status != PRM_STATUS_OK)
		return status;
	prm_set(reg, &prm_mgir.device_id, type->device_id);
	prm_set(reg, &prm_mgir.num_ports, type->functions ? type->functions : 1);
	prm_set(reg, &prm_mgir.hw_dev_id, type->hw_id);
	prm_set(reg, &prm_mgir.manufacturing_base_mac_47_32, mac >> 32);
	prm_set(reg, &prm_mgir.manufacturing_base_mac_31_0, mac);
	prm_set(reg, &prm_mgir.uptime, running_ns(access->call) / NS_PER_SECOND);
	prm_set(reg, &prm_mgir.secured, 1);
	prm_set(reg, &prm_mgir.signed_fw, 1);
	prm_set(reg, &prm_mgir.life_cycle, LIFE_CYCLE_GA);
	put_version(type, reg);
	memcpy(reg + PRM_MGIR_PSID, type->psid, strnlen(type->psid, PRM_MGIR_PSID_BYTES));
	memcpy(access->out, reg, access->out_len < sizeof(reg) ? access->out_len : sizeof(reg));
	return PRM_STATUS_OK;
}

uint8_t fw_mcam(struct fw_access *access)
{
	uint8_t status = readable(access, PRM_MCAM_BYTES);
	uint64_t group;

	if (status != PRM_STATUS_OK)
		return status;
	group = prm_get(access->in, &prm_mcam.access_reg_group);
	if (group >= PRM_MCAM_GROUPS || prm_get(access->in, &prm_mcam.feature_group))
		return PRM_STATUS_BAD_PARAM;
	prm_set(access->out, &prm_mcam.access_reg_group, group);
	for (uint16_t n = 0; n < PRM_MCAM_GROUP; n++)
		if (fw_register_known((uint16_t)(PRM_MCAM_FIRST_REG + group * PRM_MCAM_GROUP + n)))
			fw_register_mask_set(access->out + PRM_MCAM_REGISTERS, n);
	fw_register_mask_set(access->out + PRM_MCAM_FEATURES, PRM_MCAM_PCIE_PERFORMANCE_GROUP);
	fw_register_mask_set(access->out + PRM_MCAM_FEATURES, PRM_MCAM_TX_OVERFLOW_BUFFER_PKT);
	fw_register_mask_set(access->out + PRM_MCAM_FEATURES, PRM_MCAM_PCIE_OUTBOUND_STALLED);
	fw_register_mask_set(access->out + PRM_MCAM_FEATURES, PRM_MCAM_MFRL_RESET_STATE);
	return PRM_STATUS_OK;
}

/* Arming is all that a write does here: who resets the card is the front, and it tells fw_firmware_reset(). */
uint8_t fw_mfrl(struct fw_access *access)
{
	struct fw_nv *nv = &fw_card(access->call->fw)->nv;

	if (!fits(access, PRM_MFRL_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (!access->write) {
		prm_set(access->out, &prm_mfrl.reset_trigger, PRM_MFRL_LINK_TOGGLE | PRM_MFRL_PERST);
		prm_set(access->out, &prm_mfrl.reset_type, 1U << PRM_RESET_FULL_CHIP);
		return PRM_STATUS_OK;
	}
	/* A reset that drivers go through together takes events that this model does not play. */
	if (ece_be32(access->in + 0x04) & SYNC_START || prm_get(access->in, &prm_mfrl.rst_type_sel))
		return PRM_STATUS_BAD_PARAM;
	nv->reset_trigger = (uint8_t)prm_get(access->in, &prm_mfrl.reset_trigger);
	return PRM_STATUS_OK;
}

uint8_t fw_mroq(struct fw_access *access)
{
	uint8_t status = readable(access, PRM_MROQ_BYTES);
	uint64_t type;

	if (status != PRM_STATUS_OK)
		return status;
	type = prm_get(access->in, &prm_mroq.reset_type);
	prm_set(access->out, &prm_mroq.reset_type, type);
	if (type != PRM_RESET_FULL_CHIP)
		return PRM_STATUS_OK;
	prm_set(access->out, &prm_mroq.query_is_valid, 1);
	prm_set(access->out, &prm_mroq.reset_trigger, PRM_MFRL_LINK_TOGGLE | PRM_MFRL_PERST);
	prm_set(access->out, &prm_mroq.pci_sync_for_fw_update_start, PRM_MROQ_FLOW_LEGACY);
	return PRM_STATUS_OK;
}

uint8_t fw_mrsi(struct fw_access *access)
{
	uint8_t status = readable(access, PRM_MRSI_BYTES);

	if (status != PRM_STATUS_OK)
		return status;
	if (prm_get(access->in, &prm_mrsi.device))
		return PRM_STATUS_BAD_PARAM;
	prm_set(access->out, &prm_mrsi.reset_reason,
		fw_card(access->call->fw)->nv.resets ? PRM_MRSI_WARM : PRM_MRSI_COLD);
	/* The clock of this model ticks in nanoseconds. */
	prm_set(access->out, &prm_mrsi.crts, running_ns(access->call));
	return PRM_STATUS_OK;
}

/* One component: the firmware that runs. */
uint8_t fw_mcqs(struct fw_access *access)
{
	uint8_t status = readable(access, PRM_MCQS_BYTES);

	if (status != PRM_STATUS_OK)
		return status;
	if (prm_get(access->in, &prm_mcqs.component_index) != BOOT_IMAGE || prm_get(access->in, &prm_mcqs.device_index))
		return PRM_STATUS_BAD_PARAM;
	prm_set(access->out, &prm_mcqs.last_index_flag, 1);
	prm_set(access->out, &prm_mcqs.identifier, PRM_MCQS_BOOT_IMG);
	prm_set(access->out, &prm_mcqs.component_update_state, PRM_MCQS_IDLE);
	prm_set(access->out, &prm_mcqs.component_status, PRM_MCQS_IN_USE);
	return PRM_STATUS_OK;
}

static size_t component_version(const struct fw_card_type *type, uint8_t *data)
{
	char text[TEXT_MAX];
	int len = snprintf(text, sizeof(text), "%u.%u.%04u", type->fw_major, type->fw_minor, type->fw_sub);

	prm_set(data, &prm_mcqi_version.version,
		(uint64_t)type->fw_major << 24 | (uint64_t)type->fw_minor << 16 | type->fw_sub);
	prm_set(data, &prm_mcqi_version.version_string_length, (uint64_t)len);
	memcpy(data + PRM_MCQI_VERSION_STRING, text, (size_t)len);
	return PRM_MCQI_DATA_BYTES;
}

static size_t component_caps(uint8_t *data)
{
	prm_set(data, &prm_mcqi_cap.supported_info_bitmask, 1U << PRM_MCQI_CAPABILITIES | 1U << PRM_MCQI_VERSION);
	return PRM_MCQI_DATA_BYTES;
}

/* Linux sends no more than the part in front of the data, and has room for as much data as it asks for. */
uint8_t fw_mcqi(struct fw_access *access)
{
	uint8_t status = readable(access, PRM_MCQI_DATA);
	uint8_t data[PRM_MCQI_DATA_BYTES] = {0};
	uint64_t offset, size, room;

	if (status != PRM_STATUS_OK)
		return status;
	if (prm_get(access->in, &prm_mcqi.component_index) != BOOT_IMAGE || prm_get(access->in, &prm_mcqi.device_index))
		return PRM_STATUS_BAD_PARAM;
	switch (prm_get(access->in, &prm_mcqi.info_type)) {
	case PRM_MCQI_CAPABILITIES:
		size = component_caps(data);
		break;
	case PRM_MCQI_VERSION:
		size = component_version(access->call->fw->type, data);
		break;
	default:
		return PRM_STATUS_BAD_PARAM;
	}
	offset = prm_get(access->in, &prm_mcqi.offset);
	if (offset > size)
		return PRM_STATUS_BAD_PARAM;
	room = access->out_len - PRM_MCQI_DATA;
	memcpy(access->out, access->in, PRM_MCQI_DATA);
	prm_set(access->out, &prm_mcqi.info_size, size);
	memcpy(access->out + PRM_MCQI_DATA, data + offset, size - offset < room ? size - offset : room);
	return PRM_STATUS_OK;
}

static const char *info_string(const struct fw_card_type *type, uint64_t info, char text[TEXT_MAX])
{
	switch (info) {
	case PRM_MQIS_MODEL_NAME:
		return type->part;
	case PRM_MQIS_MODEL_DESCRIPTION:
		snprintf(text, TEXT_MAX, "%s, %u Gb/s, software model", type->title, type->speed_mbps / 1000);
		return text;
	default:
		return NULL;
	}
}

uint8_t fw_mqis(struct fw_access *access)
{
	uint8_t status = readable(access, PRM_MQIS_BYTES);
	uint64_t offset, want, len, info;
	char text[TEXT_MAX];
	const char *string;

	if (status != PRM_STATUS_OK)
		return status;
	info = prm_get(access->in, &prm_mqis.info_type);
	string = info_string(access->call->fw->type, info, text);
	if (!string)
		return PRM_STATUS_BAD_PARAM;
	len = strlen(string) + 1;
	offset = prm_get(access->in, &prm_mqis.read_offset);
	want = prm_get(access->in, &prm_mqis.read_length);
	if (offset > len)
		return PRM_STATUS_BAD_PARAM;
	if (want > len - offset)
		want = len - offset;
	if (want > PRM_MQIS_STRING_BYTES)
		want = PRM_MQIS_STRING_BYTES;
	prm_set(access->out, &prm_mqis.info_type, info);
	prm_set(access->out, &prm_mqis.info_length, len);
	prm_set(access->out, &prm_mqis.read_offset, offset);
	prm_set(access->out, &prm_mqis.read_length, want);
	memcpy(access->out + PRM_MQIS_STRING, string + offset, want);
	return PRM_STATUS_OK;
}
