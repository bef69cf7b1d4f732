// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/count.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/fw/qos.h"

#define GROUP_BIT    1 /* of the first byte of a MAC */
#define TYPE_AT      12
#define HEADER_BYTES 14
#define VLAN_BYTES   4
#define TYPE_IPV4    0x0800
#define TYPE_VLAN    0x8100
#define TYPE_IPV6    0x86dd
#define IPV6_DSCP    6 /* bits below it in the first two bytes */
#define IPV4_DSCP    2 /* in the second one */

static enum fw_frame_kind kind_of(const uint8_t *frame)
{
	static const uint8_t everybody[WIRE_MAC_BYTES] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

	if (!memcmp(frame, everybody, sizeof(everybody)))
		return FW_FRAME_BROADCAST;
	return frame[0] & GROUP_BIT ? FW_FRAME_MULTICAST : FW_FRAME_UNICAST;
}

static uint8_t dscp_of(uint16_t type, const uint8_t *packet)
{
	if (type == TYPE_IPV4)
		return packet[1] >> IPV4_DSCP;
	if (type == TYPE_IPV6)
		return (uint8_t)(ece_be16(packet) >> IPV6_DSCP & (FW_DSCPS - 1));
	return FW_QOS_NO_DSCP;
}

static uint8_t priority_of(const struct dp *dp, const uint8_t *frame, size_t bytes)
{
	uint16_t type = ece_be16(frame + TYPE_AT);
	uint16_t vlan = FW_QOS_NO_VLAN;
	size_t at = HEADER_BYTES;

	if (type == TYPE_VLAN && bytes >= at + VLAN_BYTES) {
		vlan = ece_be16(frame + at);
		type = ece_be16(frame + at + sizeof(vlan));
		at += VLAN_BYTES;
	}
	return fw_qos_priority(dp->fw->state, bytes < at + sizeof(type) ? FW_QOS_NO_DSCP : dscp_of(type, frame + at),
			       vlan);
}

void dp_count_frame(struct dp *dp, enum fw_direction direction, const uint8_t *frame, size_t bytes)
{
	if (bytes >= HEADER_BYTES)
		fw_count_frame(dp->fw, direction, kind_of(frame), priority_of(dp, frame, bytes), bytes);
}

void dp_count_packet(struct dp *dp, enum fw_direction direction, const struct wire_path *path, size_t bytes)
{
	enum fw_frame_kind kind = path->dmac[0] & GROUP_BIT ? FW_FRAME_RDMA_MULTICAST : FW_FRAME_RDMA_UNICAST;

	fw_count_frame(dp->fw, direction, kind, dp_path_priority(dp, path), bytes);
}
