// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/qp/dump.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "devx/prm/queue.h"
#include "devx/prm/resource_dump.h"

#define WORD_BYTES    4
#define ERROR_TEXT_AT 0x10 /* of an error segment, up to its end */

int ece_dump_next(struct ece_dump *dump, struct ece_segment *segment)
{
	const uint8_t *at = dump->bytes + dump->at;
	size_t left = dump->len - dump->at;
	size_t len;

	if (left < PRM_SEGMENT_HEADER_BYTES || ++dump->count > ECE_DUMP_SEGMENTS_MAX)
		return -EBADMSG;
	len = prm_get(at, &prm_segment_header.length_dw) * WORD_BYTES;
	if (len < PRM_SEGMENT_HEADER_BYTES || len > left)
		return -EBADMSG;
	*segment = (struct ece_segment){
		.type = (uint16_t)prm_get(at, &prm_segment_header.segment_type),
		.bytes = at,
		.len = len,
	};
	dump->at += len;
	return segment->type != PRM_SEGMENT_TERMINATE;
}

/* What is known while a dump is walked. */
struct search {
	uint32_t qpn;
	bool has_called;
	uint16_t called; /* the type that was asked for */
	const uint8_t *payload;
	size_t payload_len;
};

static int card_error(const struct ece_segment *segment, struct ece_error *e)
{
	char text[PRM_ERROR_SEGMENT_BYTES - ERROR_TEXT_AT + 1] = "";
	unsigned int syndrome = 0;

	if (segment->len >= PRM_ERROR_SEGMENT_BYTES) {
		syndrome = (unsigned int)prm_get(segment->bytes, &prm_error_segment.syndrome_id);
		memcpy(text, segment->bytes + ERROR_TEXT_AT, sizeof(text) - 1);
	}
	return ece_error_set(e, -EREMOTEIO, ECE_ERROR_REFUSED, "the card's dump is an error: syndrome %u%s%s", syndrome,
			     text[0] ? ", " : "", text);
}

static int take(struct search *search, const struct ece_segment *segment, struct ece_error *e)
{
	switch (segment->type) {
	case PRM_SEGMENT_COMMAND:
		if (segment->len < PRM_COMMAND_SEGMENT_BYTES)
			return -EBADMSG;
		search->has_called = true;
		search->called = (uint16_t)prm_get(segment->bytes, &prm_command_segment.segment_called);
		return 0;
	case PRM_SEGMENT_ERROR:
		return card_error(segment, e);
	case PRM_SEGMENT_NOTICE:
	case PRM_SEGMENT_REFERENCE:
	case PRM_SEGMENT_INFO:
	case PRM_SEGMENT_MENU:
		return 0;
	default:
		if (segment->len < PRM_RESOURCE_SEGMENT_PAYLOAD_AT)
			return -EBADMSG;
		if (!search->has_called || segment->type != search->called ||
		    prm_get(segment->bytes, &prm_resource_segment.index1) != search->qpn)
			return 0;
		search->payload = segment->bytes + PRM_RESOURCE_SEGMENT_PAYLOAD_AT;
		search->payload_len = segment->len - PRM_RESOURCE_SEGMENT_PAYLOAD_AT;
		return 0;
	}
}

int ece_dump_find_qp(const uint8_t *bytes, size_t len, uint32_t qpn, const uint8_t **payload, struct ece_error *e)
{
	struct ece_dump dump = {.bytes = bytes, .len = len};
	struct search search = {.qpn = qpn};
	struct ece_segment segment;
	int ret;

	while ((ret = ece_dump_next(&dump, &segment)) > 0) {
		ret = take(&search, &segment, e);
		if (ret)
			break;
	}
	if (ret == -EBADMSG)
		return ece_error_set(e, ret, ECE_ERROR_PROTOCOL, "the card's dump of QP %u is damaged", qpn);
	if (ret)
		return ret;
	if (search.payload_len < PRM_QUERY_QP_OUT_BYTES)
		return ece_error_set(e, -ENODATA, ECE_ERROR_PROTOCOL, "the card's dump has nothing of QP %u", qpn);
	*payload = search.payload;
	return 0;
}
