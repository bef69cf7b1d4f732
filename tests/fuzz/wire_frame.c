// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A frame from the cable: taken apart, put together again, marked; what was read comes back, and no CRC changes by a mark. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/wire/frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_inside(const struct wire_packet *p, const uint8_t *frame, size_t size)
{
	require(p->frame == frame && p->frame_bytes <= size);
	require(p->payload >= p->network_header && p->network_header >= frame);
	require(p->payload_bytes + WIRE_ICRC_BYTES <= p->frame_bytes - (size_t)(p->payload - frame));
	require(wire_icrc_good(p) == (ece_be32(frame + p->frame_bytes - 4) == wire_icrc(frame, size)));
}

/* Fields that a builder can set come back; reserved bits, identification and the like are not kept. */
static void check_again(const struct wire_packet *p)
{
	static uint8_t built[WIRE_FRAME_MAX];
	struct wire_packet again;
	size_t bytes = wire_frame_build(built, &p->path, &p->bth, p->payload, p->payload_bytes);

	if (!bytes)
		return;
	require(bytes == p->frame_bytes && wire_frame_parse(built, bytes, &again) == 1 && wire_icrc_good(&again));
	require(memcmp(&again.path, &p->path, sizeof(again.path)) == 0);
	require(memcmp(&again.bth, &p->bth, sizeof(again.bth)) == 0);
	require(again.payload_bytes == p->payload_bytes);
	require(memcmp(again.payload, p->payload, p->payload_bytes) == 0);
}

static void check_mark(uint8_t *frame, size_t size, const struct wire_packet *p)
{
	uint8_t before = p->path.traffic_class;
	uint32_t icrc = wire_icrc(frame, size);
	bool marked = wire_frame_mark(frame, size);
	struct wire_packet after;

	require(wire_frame_parse(frame, size, &after) == 1 && wire_icrc(frame, size) == icrc);
	require(after.path.traffic_class == (marked ? before | WIRE_ECN_MARKED : before));
	require(!wire_frame_mark(frame, size) || !marked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *frame = malloc(size ? size : 1);
	struct wire_packet p;

	require(frame != NULL);
	if (size)
		memcpy(frame, data, size);
	if (wire_frame_parse(frame, size, &p) == 1) {
		check_inside(&p, frame, size);
		check_again(&p);
		check_mark(frame, size, &p);
	} else {
		wire_icrc(frame, size);
		wire_frame_mark(frame, size);
	}
	free(frame);
	return 0;
}
