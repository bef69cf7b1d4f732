/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Large sends: headers that repeat in front of every piece of a long message, TCP or UDP. Pure.
 * What changes from piece to piece: lengths, the IPv4 identification, TCP's sequence number and flags, checksums.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_SEGMENT_H
#define ECE_DEVX_SIM_DATAPATH_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/datapath/headers.h"

#define DP_SEGMENTS_MAX 1024 /* of one large send */

struct dp_segments {
	struct dp_headers headers;
	size_t head_bytes; /* of the headers, which the request has inline */
	size_t data_bytes; /* behind them, in all */
	size_t mss;        /* of the data in each piece but the last */
	size_t count;
};

/**
 * dp_segments_plan - how a large send is cut
 * @head: the headers as the driver wrote them
 *
 * Returns false when that cannot be: no TCP or UDP header that ends where the data begins, no piece size, more than
 * DP_SEGMENTS_MAX pieces, or pieces that do not fit into a frame.
 */
bool dp_segments_plan(const uint8_t *head, size_t head_bytes, size_t data_bytes, size_t mss,
		      struct dp_segments *segments);

/* dp_segment_bytes - of the data in piece @i */
size_t dp_segment_bytes(const struct dp_segments *segments, size_t i);

/**
 * dp_segment_finish - make headers and checksums of a piece right
 * @frame: the headers as the driver wrote them, then the data of piece @i
 */
void dp_segment_finish(const struct dp_segments *segments, size_t i, uint8_t *frame);

#endif
