// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * RESOURCE_DUMP, register 0xc000: a menu of what can be dumped, and one resource of it: the answer of QUERY_QP.
 *
 * Layout: Linux include/linux/mlx5/mlx5_ifc.h; what a driver does with it: mlx5/core/diag/rsc_dump.c; the inline form:
 * mstflint's resource dump. Not public and this model's own: the number of the segment type (drivers look for the name in
 * the menu), what stands in device_opaque, and the syndromes of error segments.
 */
#include "devx/prm/resource_dump.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/hca_cap.h"
#include "devx/prm/queue.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/handlers.h"
#include "devx/sim/fw/identity.h"
#include "devx/sim/fw/page.h"
#include "devx/sim/fw/register.h"

enum {
	TYPE_QUERY_QP = 0x1300,
	SYNDROME_NO_TYPE = 1,
	SYNDROME_NO_RESOURCE = 2,
	SYNDROME_TOO_MANY = 3,
	SEQ_NUM_MASK = 0xf,
};

#define DUMP_MAX 1024

struct dump {
	uint8_t bytes[DUMP_MAX];
	size_t len;
};

/* A new segment of zeros with its header. What this model dumps always fits. */
static uint8_t *segment(struct dump *dump, uint16_t type, size_t bytes)
{
	uint8_t *at = dump->bytes + dump->len;

	memset(at, 0, bytes);
	prm_set(at, &prm_segment_header.length_dw, bytes / 4);
	prm_set(at, &prm_segment_header.segment_type, type);
	dump->len += bytes;
	return at;
}

_Static_assert(PRM_INFO_SEGMENT_BYTES + PRM_COMMAND_SEGMENT_BYTES + PRM_RESOURCE_SEGMENT_PAYLOAD_AT +
			       PRM_QUERY_QP_OUT_BYTES + PRM_SEGMENT_HEADER_BYTES <=
		       DUMP_MAX,
	       "the largest dump fits");

static void add_info(struct dump *dump, const struct fw_card_type *type)
{
	uint8_t *info = segment(dump, PRM_SEGMENT_INFO, PRM_INFO_SEGMENT_BYTES);

	prm_set(info, &prm_info_segment.dump_version, 1);
	prm_set(info, &prm_info_segment.hw_version, type->hw_id);
	prm_set(info, &prm_info_segment.fw_version, (uint32_t)type->fw_major << 16 | type->fw_minor);
}

static void add_command(struct dump *dump, const uint8_t *reg, const struct fw_state *state)
{
	uint8_t *command = segment(dump, PRM_SEGMENT_COMMAND, PRM_COMMAND_SEGMENT_BYTES);

	prm_set(command, &prm_command_segment.segment_called, prm_get(reg, &prm_resource_dump.segment_type));
	prm_set(command, &prm_command_segment.vhca_id, fw_vhca_id(state));
	prm_set(command, &prm_command_segment.index1, prm_get(reg, &prm_resource_dump.index1));
	prm_set(command, &prm_command_segment.index2, prm_get(reg, &prm_resource_dump.index2));
	prm_set(command, &prm_command_segment.num_of_obj1, prm_get(reg, &prm_resource_dump.num_of_obj1));
	prm_set(command, &prm_command_segment.num_of_obj2, prm_get(reg, &prm_resource_dump.num_of_obj2));
}

static void add_error(struct dump *dump, uint16_t syndrome)
{
	uint8_t *error = segment(dump, PRM_SEGMENT_ERROR, PRM_ERROR_SEGMENT_BYTES);

	prm_set(error, &prm_error_segment.syndrome_id, syndrome);
}

static void add_menu(struct dump *dump)
{
	uint8_t *menu = segment(dump, PRM_SEGMENT_MENU, PRM_MENU_SEGMENT_RECORDS_AT + (size_t)PRM_MENU_RECORD_BYTES);
	uint8_t *record = menu + PRM_MENU_SEGMENT_RECORDS_AT;

	prm_set(menu, &prm_menu_segment.num_of_records, 1);
	prm_set(record, &prm_menu_record.must_have_index1, 1);
	prm_set(record, &prm_menu_record.support_index1, 1);
	prm_set(record, &prm_menu_record.segment_type, TYPE_QUERY_QP);
	memcpy(record + PRM_MENU_RECORD_NAME_AT, "PRM_QUERY_QP", sizeof("PRM_QUERY_QP"));
	memcpy(record + PRM_MENU_RECORD_INDEX1_AT, "QPN", sizeof("QPN"));
}

static void add_qp(struct dump *dump, struct fw *fw, const uint8_t *reg)
{
	uint8_t answer[PRM_QUERY_QP_OUT_BYTES] = {0};
	uint64_t qpn = prm_get(reg, &prm_resource_dump.index1);
	uint8_t *resource;

	if (prm_get(reg, &prm_resource_dump.num_of_obj1) > 1) {
		add_error(dump, SYNDROME_TOO_MANY);
		return;
	}
	if (qpn > UINT32_MAX || !fw_qp_describe(fw, (uint32_t)qpn, answer)) {
		add_error(dump, SYNDROME_NO_RESOURCE);
		return;
	}
	resource = segment(dump, TYPE_QUERY_QP, PRM_RESOURCE_SEGMENT_PAYLOAD_AT + sizeof(answer));
	prm_set(resource, &prm_resource_segment.index1, qpn);
	memcpy(resource + PRM_RESOURCE_SEGMENT_PAYLOAD_AT, answer, sizeof(answer));
}

static void make(struct dump *dump, struct fw *fw, const uint8_t *reg)
{
	add_info(dump, fw->type);
	add_command(dump, reg, fw->state);
	switch (prm_get(reg, &prm_resource_dump.segment_type)) {
	case PRM_SEGMENT_MENU:
		add_menu(dump);
		break;
	case TYPE_QUERY_QP:
		add_qp(dump, fw, reg);
		break;
	default:
		add_error(dump, SYNDROME_NO_TYPE);
	}
	segment(dump, PRM_SEGMENT_TERMINATE, PRM_SEGMENT_HEADER_BYTES);
}

/* Puts a piece of the dump where the caller wants it. */
static bool deliver(struct fw_access *access, const uint8_t *from, size_t bytes)
{
	struct fw *fw = access->call->fw;
	uint32_t mkey = (uint32_t)prm_get(access->in, &prm_resource_dump.mkey);

	if (prm_get(access->in, &prm_resource_dump.inline_dump)) {
		memcpy(access->out + PRM_RESOURCE_DUMP_INLINE_AT, from, bytes);
		return true;
	}
	return fw_object_find(fw->objects, FW_OBJECT_MKEY, mkey >> 8) && fw->front && fw->front->write_memory &&
	       fw->front->write_memory(fw->front_ctx, prm_get(access->in, &prm_resource_dump.address), from, bytes);
}

static size_t room(const uint8_t *reg)
{
	if (prm_get(reg, &prm_resource_dump.inline_dump))
		return PRM_RESOURCE_DUMP_INLINE_BYTES;
	return prm_get(reg, &prm_resource_dump.size) & ~UINT64_C(3);
}

/* device_opaque is how much of the dump the caller has already. */
uint8_t fw_resource_dump(struct fw_access *access)
{
	struct fw *fw = access->call->fw;
	struct dump dump = {.len = 0};
	uint64_t from;
	size_t bytes;

	if (!(fw_page_word(&fw->type->cap_debug, 0) & prm_field_max(&prm_cap_debug.resource_dump)
							      << prm_cap_debug.resource_dump.low))
		return PRM_STATUS_BAD_PARAM;
	if (access->in_len < PRM_RESOURCE_DUMP_BYTES)
		return PRM_STATUS_BAD_INPUT_LEN;
	if (access->out_len < PRM_RESOURCE_DUMP_BYTES)
		return PRM_STATUS_BAD_OUTPUT_LEN;
	from = prm_get(access->in, &prm_resource_dump.device_opaque);
	make(&dump, fw, access->in);
	bytes = room(access->in);
	if (!bytes || from >= dump.len)
		return PRM_STATUS_BAD_PARAM;
	if (bytes > dump.len - from)
		bytes = dump.len - from;
	memcpy(access->out, access->in, PRM_RESOURCE_DUMP_INLINE_AT);
	if (!deliver(access, dump.bytes + from, bytes))
		return PRM_STATUS_BAD_RESOURCE;
	prm_set(access->out, &prm_resource_dump.more_dump, from + bytes < dump.len);
	prm_set(access->out, &prm_resource_dump.seq_num,
		(prm_get(access->in, &prm_resource_dump.seq_num) + 1) & SEQ_NUM_MASK);
	prm_set(access->out, &prm_resource_dump.device_opaque, from + bytes);
	prm_set(access->out, &prm_resource_dump.size, bytes);
	return PRM_STATUS_OK;
}
