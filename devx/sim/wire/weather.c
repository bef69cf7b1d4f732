// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/wire/weather.h"

#include <string.h>

#define SERVICE_SHIFT 5 /* of the opcode */
#define SERVICE_UC    (WIRE_UC >> SERVICE_SHIFT)
#define OTHER_STREAM  UINT64_C(0x6d61726b) /* keeps the two dice apart */

void wire_chance_set(struct wire_chance *chance, const struct wire_weather *weather)
{
	chance->weather = *weather;
	chance->loss.state = weather->seed;
	chance->mark.state = weather->seed ^ OTHER_STREAM;
}

/* RC is 0 and UC 1. What belongs to no connection is neither lost nor draws: it comes as the driver's timers want it. */
static bool connected(const struct wire_packet *packet)
{
	return packet->bth.opcode >> SERVICE_SHIFT <= SERVICE_UC;
}

static bool counted_down(uint32_t *left)
{
	if (!*left)
		return false;
	--*left;
	return true;
}

static bool markable(const struct wire_packet *packet)
{
	uint8_t ecn = packet->path.traffic_class & WIRE_ECN_MASK;

	return packet->path.network != WIRE_ROCE_V1 && packet->bth.opcode != WIRE_CNP && ecn && ecn != WIRE_ECN_MARKED;
}

bool wire_chance_mark(struct wire_chance *chance, uint8_t *frame, size_t bytes)
{
	struct wire_packet packet;
	bool rolled;

	if (wire_frame_parse(frame, bytes, &packet) != 1 || !markable(&packet))
		return false;
	/* The dice roll for each, so that a run does not depend on what was chosen by count. */
	rolled = wire_dice_per_million(&chance->mark) < chance->weather.mark_per_million;
	if (!counted_down(&chance->weather.mark_next) && !rolled)
		return false;
	return wire_frame_mark(frame, bytes);
}

bool wire_chance_lose(struct wire_chance *chance, const uint8_t *frame, size_t bytes)
{
	struct wire_packet packet;
	bool rolled;

	if (wire_frame_parse(frame, bytes, &packet) != 1 || !connected(&packet))
		return false;
	rolled = wire_dice_per_million(&chance->loss) < chance->weather.loss_per_million;
	return counted_down(&chance->weather.lose_next) || rolled;
}
