/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A resource dump of the device, as rdma netlink hands it out (RES_QP_GET_RAW): segments, one behind the other. Layout:
 * devx/prm/resource_dump.h. What stands in the payload of a resource is the firmware's business; that of PRM_QUERY_QP is
 * taken for the answer of QUERY_QP, which no public source says, so callers must check it against what they know.
 */
#ifndef ECE_DEVX_QP_DUMP_H
#define ECE_DEVX_QP_DUMP_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

#define ECE_DUMP_SEGMENTS_MAX 256 /* of one dump; a longer one is refused */

struct ece_segment {
	uint16_t type;        /* enum prm_segment_type, or a resource by the firmware's numbers */
	const uint8_t *bytes; /* with its header */
	size_t len;
};

/* Where a walk stands. Start with .at = 0 and .count = 0. */
struct ece_dump {
	const uint8_t *bytes; /* any alignment */
	size_t len;
	size_t at;
	size_t count;
};

/**
 * ece_dump_next - the next segment
 *
 * Returns 1 with @segment, 0 at the segment that ends the dump (what lies behind it is not looked at), or -EBADMSG:
 * a length that does not fit, no end, or too many segments.
 */
int ece_dump_next(struct ece_dump *dump, struct ece_segment *segment);

/**
 * ece_dump_find_qp - the payload of the one resource that a dump of a queue pair has
 * @payload: receives where it lies in @bytes, at least PRM_QUERY_QP_OUT_BYTES long
 *
 * The segment must be of the type that the dump says was asked for, and of this number. Returns 0, or with @e filled:
 * -EBADMSG (kind PROTOCOL) for a damaged dump; -EREMOTEIO (kind REFUSED) where the card put in an error instead;
 * -ENODATA (kind PROTOCOL) where it has no such resource.
 */
int ece_dump_find_qp(const uint8_t *bytes, size_t len, uint32_t qpn, const uint8_t **payload, struct ece_error *e);

#endif
