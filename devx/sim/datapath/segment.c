// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/segment.h"

#include "devx/base/be.h"
#include "devx/sim/wire/frame.h"
#include "devx/sim/wire/headers.h"

enum {
	IPV4_ID_AT = 4,
	TCP_SEQUENCE_AT = 4,
	TCP_OFFSET_AT = 12,
};

static size_t l4_bytes(const uint8_t *head, const struct dp_headers *headers)
{
	if (headers->protocol == DP_UDP)
		return WIRE_UDP_BYTES;
	return (size_t)(head[headers->l4 + TCP_OFFSET_AT] >> 4) * 4;
}

bool dp_segments_plan(const uint8_t *head, size_t head_bytes, size_t data_bytes, size_t mss,
		      struct dp_segments *segments)
{
	struct dp_headers *headers = &segments->headers;

	dp_headers_find(head, head_bytes, true, headers);
	if (!headers->protocol || headers->l4 + l4_bytes(head, headers) != head_bytes)
		return false;
	if (!mss || head_bytes + mss > WIRE_FRAME_MAX || data_bytes > mss * DP_SEGMENTS_MAX)
		return false;
	segments->head_bytes = head_bytes;
	segments->data_bytes = data_bytes;
	segments->mss = mss;
	segments->count = data_bytes ? (data_bytes + mss - 1) / mss : 1;
	return true;
}

size_t dp_segment_bytes(const struct dp_segments *segments, size_t i)
{
	size_t left = segments->data_bytes - i * segments->mss;

	return left < segments->mss ? left : segments->mss;
}

static void finish_tcp(uint8_t *tcp, const struct dp_segments *segments, size_t i)
{
	uint32_t sequence = ece_be32(tcp + TCP_SEQUENCE_AT);

	ece_put_be32(tcp + TCP_SEQUENCE_AT, sequence + (uint32_t)(i * segments->mss));
	if (i)
		tcp[DP_TCP_FLAGS] &= (uint8_t)~DP_TCP_CWR;
	if (i + 1 < segments->count)
		tcp[DP_TCP_FLAGS] &= (uint8_t) ~(DP_TCP_FIN | DP_TCP_PSH);
}

void dp_segment_finish(const struct dp_segments *segments, size_t i, uint8_t *frame)
{
	struct dp_headers headers = segments->headers;
	uint8_t *ip = frame + headers.l3;
	uint8_t *l4 = frame + headers.l4;

	headers.end = segments->head_bytes + dp_segment_bytes(segments, i);
	if (headers.ip == 4) {
		ece_put_be16(ip + IPV4_TOTAL, (uint16_t)(headers.end - headers.l3));
		ece_put_be16(ip + IPV4_ID_AT, (uint16_t)(ece_be16(ip + IPV4_ID_AT) + i));
	} else {
		ece_put_be16(ip + IPV6_LENGTH, (uint16_t)(headers.end - headers.l3 - WIRE_IPV6_BYTES));
	}
	if (headers.protocol == DP_TCP)
		finish_tcp(l4, segments, i);
	else
		ece_put_be16(l4 + UDP_LENGTH, (uint16_t)(headers.end - headers.l4));
	dp_checksum_fill(frame, &headers, true, true);
}
