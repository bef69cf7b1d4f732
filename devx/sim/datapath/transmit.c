// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/transmit.h"

#include <stdlib.h>
#include <string.h>

#include "devx/prm/port.h"
#include "devx/sim/datapath/count.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/fw/mcg.h"

struct dp_loop_frame {
	struct dp_loop_frame *next;
	size_t bytes;
	uint8_t frame[];
};

static void loop_back(struct dp *dp, const uint8_t *bytes, size_t count)
{
	struct dp_loop *loop = &dp->loop;
	struct dp_loop_frame *frame = NULL;

	if (loop->frames < DP_LOOP_FRAMES_MAX && count <= DP_LOOP_BYTES_MAX - loop->bytes)
		frame = malloc(sizeof(*frame) + count);
	if (!frame) {
		dp->dropped++;
		return;
	}
	frame->next = NULL;
	frame->bytes = count;
	memcpy(frame->frame, bytes, count);
	if (loop->last)
		loop->last->next = frame;
	else
		loop->first = frame;
	loop->last = frame;
	loop->frames++;
	loop->bytes += count;
}

static void leave(struct dp *dp, const uint8_t *frame, size_t bytes)
{
	if (bytes >= WIRE_MAC_BYTES && dp_own_mac(dp, frame))
		loop_back(dp, frame, bytes);
	else
		dp->ops->transmit(dp->ctx, dp->now_ns, frame, bytes);
}

void dp_transmit(struct dp *dp, const uint8_t *frame, size_t bytes)
{
	dp_count_frame(dp, FW_TRANSMITTED, frame, bytes);
	leave(dp, frame, bytes);
}

/* Members of the group at this very port get a copy, unless the driver wants none. */
static bool has_members_here(const struct dp *dp, const struct wire_path *path)
{
	const struct fw_driver *driver = &dp->fw->objects->driver;
	size_t at = 0;

	return wire_mac_is_group(path->dmac) &&
	       !prm_get(driver->nic_vport, &prm_nic_vport_context.disable_mc_local_lb) &&
	       fw_mcg_next(dp->fw, path->dgid, &at);
}

bool dp_transmit_packet(struct dp *dp, const struct dp_queue *from, const struct wire_path *path,
			const struct wire_bth *bth, const uint8_t *payload, size_t bytes)
{
	size_t built = wire_frame_build(dp->frame, path, bth, payload, bytes);

	if (!built)
		return false;
	if (has_members_here(dp, path))
		loop_back(dp, dp->frame, built);
	dp_count_packet(dp, FW_TRANSMITTED, path, bth, from->object->id, built);
	leave(dp, dp->frame, built);
	return true;
}

static struct dp_loop_frame *take(struct dp_loop *loop)
{
	struct dp_loop_frame *frame = loop->first;

	loop->first = frame->next;
	if (!loop->first)
		loop->last = NULL;
	loop->frames--;
	loop->bytes -= frame->bytes;
	return frame;
}

bool dp_loop_run(struct dp *dp, unsigned int *budget)
{
	for (; dp->loop.first && *budget; (*budget)--) {
		struct dp_loop_frame *frame = take(&dp->loop);

		dp_receive(dp, dp->now_ns, frame->frame, frame->bytes);
		free(frame);
	}
	return dp->loop.first;
}

void dp_loop_clear(struct dp_loop *loop)
{
	while (loop->first)
		free(take(loop));
}
