// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A queue pair out of the card's dump, read piece by piece from the register RESOURCE_DUMP through the PCI window: the way
 * of kernels without fwctl to what is in no list. As mstflint's mstresourcedump asks (inline data, read method).
 */
#include <errno.h>
#include <string.h>

#include "devx/backend/request.h"
#include "devx/prm/resource_dump.h"
#include "devx/qp/dump.h"
#include "devx/qp/internal.h"

#define SEGMENT_NAME "PRM_QUERY_QP" /* as the firmware's menu calls it */
#define SEQ_NUMS     16
#define PIECES_MAX   64

struct whole_dump {
	uint8_t bytes[PIECES_MAX * PRM_RESOURCE_DUMP_INLINE_BYTES];
	size_t len;
};

/* A piece that is longer than the register, or out of turn, is nonsense. */
static bool sane(const uint8_t *asked, const uint8_t *got)
{
	uint64_t size = prm_get(got, &prm_resource_dump.size);
	uint64_t turn = (prm_get(asked, &prm_resource_dump.seq_num) + 1) % SEQ_NUMS;

	return size && size <= PRM_RESOURCE_DUMP_INLINE_BYTES && prm_get(got, &prm_resource_dump.seq_num) == turn;
}

/* One piece: asks with what stands in @reg, and gets it back filled. */
static int read_piece(struct ece_qps *qps, uint8_t reg[PRM_RESOURCE_DUMP_BYTES], struct ece_qp_reading *reading)
{
	uint8_t asked[PRM_RESOURCE_DUMP_INLINE_AT];
	struct ece_result result;

	prm_set(reg, &prm_resource_dump.inline_dump, 1);
	memcpy(asked, reg, sizeof(asked));
	result = ece_access_reg(ece_backend(ECE_BACKEND_VSC), &qps->doors, PRM_ACCESS_REG_READ, PRM_REG_RESOURCE_DUMP,
				reg, PRM_RESOURCE_DUMP_BYTES);
	if (result.err) {
		qp_try_result(reading, ECE_QP_WAY_VSC, &result);
		return result.err;
	}
	if (sane(asked, reg))
		return 0;
	qp_try_failed(reading, ECE_QP_WAY_VSC, "the pieces of the card's dump do not fit together");
	return -EBADMSG;
}

static int read_dump(struct ece_qps *qps, uint16_t type, uint32_t index, struct whole_dump *dump,
		     struct ece_qp_reading *reading)
{
	uint8_t reg[PRM_RESOURCE_DUMP_BYTES] = {0};

	dump->len = 0;
	prm_set(reg, &prm_resource_dump.segment_type, type);
	prm_set(reg, &prm_resource_dump.index1, index);
	for (size_t i = 0; i < PIECES_MAX; i++) {
		int err = read_piece(qps, reg, reading);
		size_t size = prm_get(reg, &prm_resource_dump.size);

		if (err)
			return err;
		memcpy(dump->bytes + dump->len, reg + PRM_RESOURCE_DUMP_INLINE_AT, size);
		dump->len += size;
		if (!prm_get(reg, &prm_resource_dump.more_dump))
			return 0;
		/* The next piece is asked for with what came with this one, without its data */
		memset(reg + PRM_RESOURCE_DUMP_INLINE_AT, 0, PRM_RESOURCE_DUMP_INLINE_BYTES);
	}
	qp_try_failed(reading, ECE_QP_WAY_VSC, "the card's dump has no end");
	return -EBADMSG;
}

static bool menu_type(const struct ece_segment *menu, uint16_t *type)
{
	size_t count =
		menu->len < PRM_MENU_SEGMENT_RECORDS_AT ? 0 : prm_get(menu->bytes, &prm_menu_segment.num_of_records);

	for (size_t i = 0; i < count; i++) {
		size_t at = PRM_MENU_SEGMENT_RECORDS_AT + i * PRM_MENU_RECORD_BYTES;

		if (at + PRM_MENU_RECORD_BYTES > menu->len)
			break;
		if (memcmp(menu->bytes + at + PRM_MENU_RECORD_NAME_AT, SEGMENT_NAME, sizeof(SEGMENT_NAME)) != 0)
			continue;
		*type = (uint16_t)prm_get(menu->bytes + at, &prm_menu_record.segment_type);
		return true;
	}
	return false;
}

/* The number that this firmware gives to a queue pair's segment; read once. */
static int find_type(struct ece_qps *qps, struct whole_dump *dump, struct ece_qp_reading *reading)
{
	struct ece_dump walk = {.bytes = dump->bytes};
	struct ece_segment segment;
	int err;

	if (qps->dump_type_known)
		return 0;
	err = read_dump(qps, PRM_SEGMENT_MENU, 0, dump, reading);
	if (err)
		return err;
	walk.len = dump->len;
	while (!qps->dump_type_known && ece_dump_next(&walk, &segment) > 0)
		if (segment.type == PRM_SEGMENT_MENU)
			qps->dump_type_known = menu_type(&segment, &qps->dump_type);
	if (qps->dump_type_known)
		return 0;
	qp_try_failed(reading, ECE_QP_WAY_VSC, "the card's menu has no dump of queue pairs");
	return -EOPNOTSUPP;
}

int qps_dump_qp(struct ece_qps *qps, uint32_t qpn, uint8_t *out, struct ece_qp_reading *reading)
{
	struct whole_dump dump;
	const uint8_t *payload;
	struct ece_error e;
	int err = find_type(qps, &dump, reading);

	if (!err)
		err = read_dump(qps, qps->dump_type, qpn, &dump, reading);
	if (err)
		return err;
	err = ece_dump_find_qp(dump.bytes, dump.len, qpn, &payload, &e);
	if (err)
		qp_try_failed(reading, ECE_QP_WAY_VSC, "%.*s", ECE_VALUE_WHY_MAX - 1, e.text);
	else
		memcpy(out, payload, PRM_QUERY_QP_OUT_BYTES);
	return err;
}
