// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/count.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/fw/flow.h"
#include "devx/sim/fw/qos.h"
#include "devx/sim/wire/headers.h"

#define IPV6_DSCP 6 /* bits below it in the first two bytes */
#define IPV4_DSCP 2 /* in the second one */

#define IP_VERSION_4 4
#define IP_VERSION_6 6

static enum fw_frame_kind kind_of(const uint8_t *frame)
{
	static const uint8_t everybody[WIRE_MAC_BYTES] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

	if (!memcmp(frame, everybody, sizeof(everybody)))
		return FW_FRAME_BROADCAST;
	return wire_mac_is_group(frame) ? FW_FRAME_MULTICAST : FW_FRAME_UNICAST;
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
	uint16_t type = ece_be16(frame + ETHERNET_TYPE);
	uint16_t vlan = FW_QOS_NO_VLAN;
	size_t at = WIRE_ETHERNET_BYTES;

	if (type == TYPE_VLAN && bytes >= at + WIRE_VLAN_BYTES) {
		vlan = ece_be16(frame + at);
		type = ece_be16(frame + at + sizeof(vlan));
		at += WIRE_VLAN_BYTES;
	}
	return fw_qos_priority(dp->fw->state, bytes < at + sizeof(type) ? FW_QOS_NO_DSCP : dscp_of(type, frame + at),
			       vlan);
}

void dp_count_frame(struct dp *dp, enum fw_direction direction, const uint8_t *frame, size_t bytes)
{
	if (bytes >= WIRE_ETHERNET_BYTES)
		fw_count_frame(dp->fw, direction, kind_of(frame), priority_of(dp, frame, bytes), bytes);
}

static uint32_t ip_version(enum wire_network network)
{
	if (network == WIRE_ROCE_V1)
		return 0;
	return network == WIRE_ROCE_V2_IPV4 ? IP_VERSION_4 : IP_VERSION_6;
}

void dp_count_packet(struct dp *dp, enum fw_direction direction, const struct wire_path *path,
		     const struct wire_bth *bth, uint32_t source, size_t bytes)
{
	enum fw_frame_kind kind = wire_mac_is_group(path->dmac) ? FW_FRAME_RDMA_MULTICAST : FW_FRAME_RDMA_UNICAST;
	const uint32_t field[FW_FLOW_FIELDS] = {
		[FW_FLOW_IP_VERSION] = ip_version(path->network),
		[FW_FLOW_IP_ECN] = path->traffic_class & WIRE_ECN_MASK,
		[FW_FLOW_BTH_OPCODE] = bth->opcode,
		[FW_FLOW_BTH_QP] = bth->qpn,
		[FW_FLOW_SOURCE_QUEUE] = source,
	};

	fw_count_frame(dp->fw, direction, kind, dp_path_priority(dp, path), bytes);
	fw_flow_pass(dp->fw, direction, field, bytes);
}
