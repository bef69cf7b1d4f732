// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * MNVDA and its company. Layouts: mstflint's register access table. Statuses: what mstflint takes 3 and 5 for ("unknown
 * TLV", "holds nothing"); the others, the header of an answer and who is written down as the writer are not public.
 */
#include "devx/sim/fw/nv.h"

#include <string.h>

#include "devx/sim/cards/card.h"

static bool fits(const struct fw_access *access, size_t bytes)
{
	return access->in_len >= bytes && access->out_len >= bytes;
}

static uint32_t type_of(const uint8_t *item)
{
	return (uint32_t)prm_get(item, &prm_nv_item.type);
}

/* The header of an answer, which can be written back as it is. */
static void answer_item(const struct fw *fw, const struct fw_nv_item *item, uint8_t *to)
{
	bool stored = fw_nv_is_stored(fw, item);

	prm_set(to, &prm_nv_item.priority, stored ? PRM_NV_PRIORITY_USER : PRM_NV_PRIORITY_MLNX);
	prm_set(to, &prm_nv_item.writer_id, stored ? PRM_NV_WRITER_COMMAND_INTERFACE : PRM_NV_WRITER_UNSPECIFIED);
	prm_set(to, &prm_nv_item.version, item->tlv->version);
	prm_set(to, &prm_nv_item.length, item->tlv->bytes);
	prm_set(to, &prm_nv_item.type, fw_nv_type(item));
}

static uint8_t read_item(struct fw_access *access, const struct fw_nv_item *item)
{
	enum prm_nv_mode mode = (enum prm_nv_mode)prm_get(access->in, &prm_nv_item.access_mode);
	uint8_t data[PRM_NV_DATA_MAX];
	size_t room = access->out_len - PRM_NV_ITEM_BYTES;

	if (mode > PRM_NV_FACTORY)
		return PRM_STATUS_BAD_PARAM;
	if (!fw_nv_read(access->call->fw, item, mode, data))
		return PRM_STATUS_BAD_RESOURCE;
	answer_item(access->call->fw, item, access->out);
	prm_set(access->out, &prm_nv_item.access_mode, mode);
	memcpy(access->out + PRM_NV_ITEM_BYTES, data, room < sizeof(data) ? room : sizeof(data));
	return PRM_STATUS_OK;
}

static uint8_t write_item(struct fw_access *access, const struct fw_nv_item *item)
{
	if (prm_get(access->in, &prm_nv_item.access_mode) != PRM_NV_NEXT || item->tlv->read_only)
		return PRM_STATUS_BAD_PARAM;
	if (prm_get(access->in, &prm_nv_item.length) != item->tlv->bytes)
		return PRM_STATUS_BAD_PARAM;
	if (access->in_len < PRM_NV_ITEM_BYTES + (size_t)item->tlv->bytes)
		return PRM_STATUS_BAD_INPUT_LEN;
	if (!fw_nv_write(access->call->fw, item, access->in + PRM_NV_ITEM_BYTES))
		return PRM_STATUS_NO_RESOURCES;
	return PRM_STATUS_OK;
}

uint8_t fw_mnvda(struct fw_access *access)
{
	struct fw_nv_item item;

	if (!fits(access, PRM_NV_ITEM_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	item = fw_nv_find(access->call->fw, type_of(access->in));
	/* This host may not touch what belongs to others. */
	if (!item.tlv || prm_get(access->in, &prm_nv_item.host_id_valid))
		return PRM_STATUS_BAD_PARAM;
	return access->write ? write_item(access, &item) : read_item(access, &item);
}

uint8_t fw_mnvdi(struct fw_access *access)
{
	struct fw_nv_item item;

	if (!access->write)
		return PRM_STATUS_BAD_OP;
	if (access->in_len < PRM_NV_ITEM_BYTES)
		return PRM_STATUS_BAD_INPUT_LEN;
	item = fw_nv_find(access->call->fw, type_of(access->in));
	if (!item.tlv || item.tlv->read_only)
		return PRM_STATUS_BAD_PARAM;
	fw_nv_forget(access->call->fw, &item);
	return PRM_STATUS_OK;
}

uint8_t fw_mnvia(struct fw_access *access)
{
	if (!access->write)
		return PRM_STATUS_BAD_OP;
	if (access->in_len < PRM_MNVIA_BYTES)
		return PRM_STATUS_BAD_INPUT_LEN;
	if (prm_get(access->in, &prm_mnvia.target))
		return PRM_STATUS_BAD_PARAM;
	fw_nv_forget(access->call->fw, NULL);
	return PRM_STATUS_OK;
}

/* A type that the firmware does not know is no error: it can neither be read nor written. */
uint8_t fw_mnvqc(struct fw_access *access)
{
	uint32_t type;
	struct fw_nv_item item;

	if (access->write)
		return PRM_STATUS_BAD_OP;
	if (!fits(access, PRM_MNVQC_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (!access->call->fw->type->nv)
		return PRM_STATUS_BAD_PARAM;
	type = (uint32_t)prm_get(access->in, &prm_mnvqc.type);
	item = fw_nv_find(access->call->fw, type);
	prm_set(access->out, &prm_mnvqc.type, type);
	if (!item.tlv)
		return PRM_STATUS_OK;
	prm_set(access->out, &prm_mnvqc.support_rd, 1);
	prm_set(access->out, &prm_mnvqc.support_wr, !item.tlv->read_only);
	prm_set(access->out, &prm_mnvqc.version, item.tlv->version);
	return PRM_STATUS_OK;
}

uint8_t fw_mnvgc(struct fw_access *access)
{
	if (access->write)
		return PRM_STATUS_BAD_OP;
	if (!fits(access, PRM_MNVGC_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	if (!access->call->fw->type->nv)
		return PRM_STATUS_BAD_PARAM;
	prm_set(access->out, &prm_mnvgc.nvda_read_factory_settings, 1);
	prm_set(access->out, &prm_mnvgc.nvda_read_current_settings, 1);
	return PRM_STATUS_OK;
}

/* The pointer counts TLVs and whose they are: what it means is the firmware's secret. */
static bool next_stored(const struct fw *fw, uint64_t *pointer, struct fw_nv_item *item)
{
	uint64_t at = 0;

	*item = (struct fw_nv_item){0};
	for (item->tlv = fw->type->nv; item->tlv && item->tlv->bytes; item->tlv++, item->index++)
		for (uint8_t i = 0; i < fw_nv_instances(fw, item->tlv); i++) {
			item->instance = (uint8_t)(fw_nv_first(item->tlv) + i);
			if (++at <= *pointer || !fw_nv_is_stored(fw, item))
				continue;
			*pointer = at;
			return true;
		}
	return false;
}

uint8_t fw_mnvgn(struct fw_access *access)
{
	uint8_t data[PRM_NV_DATA_MAX];
	struct fw_nv_item item;
	uint64_t pointer;
	size_t room;

	if (access->write)
		return PRM_STATUS_BAD_OP;
	if (!fits(access, PRM_MNVGN_BYTES))
		return PRM_STATUS_BAD_INPUT_LEN;
	pointer = prm_get(access->in, &prm_mnvgn.nv_pointer);
	if (!next_stored(access->call->fw, &pointer, &item))
		return PRM_STATUS_OK;
	room = access->out_len - PRM_MNVGN_BYTES;
	fw_nv_read(access->call->fw, &item, PRM_NV_NEXT, data);
	prm_set(access->out, &prm_mnvgn.nv_pointer, pointer);
	answer_item(access->call->fw, &item, access->out + PRM_MNVGN_ITEM);
	memcpy(access->out + PRM_MNVGN_BYTES, data, room < sizeof(data) ? room : sizeof(data));
	return PRM_STATUS_OK;
}
