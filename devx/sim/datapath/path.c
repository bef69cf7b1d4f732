// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/path.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/address.h"
#include "devx/prm/queue.h"
#include "devx/sim/fw/qos.h"
#include "devx/sim/fw/steering.h"

#define DSCP_SHIFT  2  /* in the traffic class */
#define IPV4_MAPPED 10 /* where ff:ff stands in a mapped address */
#define IPV4_AT     12

static enum wire_network network_of(const uint8_t *entry)
{
	if (prm_get(entry, &prm_roce_addr.roce_version) == PRM_ROCE_VERSION_1)
		return WIRE_ROCE_V1;
	return prm_get(entry, &prm_roce_addr.roce_l3_type) == PRM_ROCE_L3_IPV4 ? WIRE_ROCE_V2_IPV4 : WIRE_ROCE_V2_IPV6;
}

static void map_ipv4(uint8_t gid[WIRE_GID_BYTES])
{
	memset(gid, 0, IPV4_MAPPED);
	memset(gid + IPV4_MAPPED, 0xff, IPV4_AT - IPV4_MAPPED);
}

/* The source side. An entry that the driver took back is all zero. */
static int own_side(const struct dp *dp, uint64_t index, uint64_t priority, struct wire_path *path)
{
	static const uint8_t nobody[WIRE_MAC_BYTES];
	const uint8_t *entry = dp->fw->objects->driver.roce_address[index % FW_ROCE_ADDRESSES];

	memcpy(path->smac, entry + PRM_ROCE_ADDR_MAC_AT, WIRE_MAC_BYTES);
	if (!memcmp(path->smac, nobody, sizeof(nobody)))
		return -ENOENT;
	path->network = network_of(entry);
	memcpy(path->sgid, entry + PRM_ROCE_ADDR_GID_AT, WIRE_GID_BYTES);
	path->priority = (uint8_t)priority;
	path->vlan = WIRE_NO_VLAN;
	if (prm_get(entry, &prm_roce_addr.vlan_valid))
		path->vlan = (uint16_t)(priority << WIRE_VLAN_PRIORITY | prm_get(entry, &prm_roce_addr.vlan_id));
	return 0;
}

/* What was left open; and a driver may write IPv4 addresses mapped or bare. */
static void complete(struct wire_path *path)
{
	if (!path->hop_limit)
		path->hop_limit = DP_PATH_HOP_LIMIT;
	if (!path->source_port)
		path->source_port = DP_PATH_SOURCE_PORT;
	if (path->network == WIRE_ROCE_V2_IPV4) {
		map_ipv4(path->sgid);
		map_ipv4(path->dgid);
	}
}

int dp_path_of_qp(const struct dp *dp, const uint8_t *context, struct wire_path *path)
{
	const uint8_t *ads = context + PRM_QPC_PRIMARY_PATH_AT;
	uint8_t dscp = (uint8_t)prm_get(ads, &prm_ads.dscp);
	struct wire_path found = {
		.traffic_class = (uint8_t)prm_get(ads, &prm_ads.tclass),
		.hop_limit = (uint8_t)prm_get(ads, &prm_ads.hop_limit),
		.flow_label = (uint32_t)prm_get(ads, &prm_ads.flow_label),
		.source_port = (uint16_t)prm_get(ads, &prm_ads.udp_sport),
	};
	int err = own_side(dp, prm_get(ads, &prm_ads.src_addr_index), prm_get(ads, &prm_ads.eth_prio), &found);

	if (err)
		return err;
	memcpy(found.dmac, ads + PRM_ADS_RMAC_AT, WIRE_MAC_BYTES);
	memcpy(found.dgid, ads + PRM_ADS_RGID_AT, WIRE_GID_BYTES);
	/* Drivers write the DSCP twice for version 2, except those that leave the traffic class out. */
	if (dscp && found.network != WIRE_ROCE_V1)
		found.traffic_class = (uint8_t)(dscp << 2 | (found.traffic_class & WIRE_ECN_MASK));
	if (!(found.traffic_class & WIRE_ECN_MASK))
		found.traffic_class |= WIRE_ECN_CAPABLE;
	complete(&found);
	*path = found;
	return 0;
}

int dp_path_of_address(const struct dp *dp, const uint8_t *vector, struct wire_path *path)
{
	struct wire_path found = {
		.traffic_class = (uint8_t)prm_get(vector, &prm_av.tclass),
		.hop_limit = (uint8_t)prm_get(vector, &prm_av.hop_limit),
		.flow_label = (uint32_t)prm_get(vector, &prm_av.flow_label),
		.source_port = (uint16_t)prm_get(vector, &prm_av.udp_sport),
	};
	int err = own_side(dp, prm_get(vector, &prm_av.src_addr_index), prm_get(vector, &prm_av.eth_prio), &found);

	if (err)
		return err;
	memcpy(found.dmac, vector + PRM_AV_RMAC_AT, WIRE_MAC_BYTES);
	memcpy(found.dgid, vector + PRM_AV_RGID_AT, WIRE_GID_BYTES);
	complete(&found);
	*path = found;
	return 0;
}

void dp_path_reply(const struct wire_path *received, struct wire_path *reply)
{
	struct wire_path back = *received;

	memcpy(back.dmac, received->smac, WIRE_MAC_BYTES);
	memcpy(back.smac, received->dmac, WIRE_MAC_BYTES);
	memcpy(back.dgid, received->sgid, WIRE_GID_BYTES);
	memcpy(back.sgid, received->dgid, WIRE_GID_BYTES);
	back.hop_limit = DP_PATH_HOP_LIMIT;
	*reply = back;
}

uint8_t dp_path_priority(const struct dp *dp, const struct wire_path *path)
{
	return fw_qos_priority(dp->fw->state, path->traffic_class >> DSCP_SHIFT,
			       (uint16_t)(path->priority << WIRE_VLAN_PRIORITY));
}

bool dp_path_matches(const struct wire_path *path, const struct wire_path *received)
{
	return path->network == received->network && !memcmp(path->dgid, received->sgid, WIRE_GID_BYTES) &&
	       !memcmp(path->sgid, received->dgid, WIRE_GID_BYTES);
}

bool dp_path_from_peer(const struct dp *dp, const struct dp_queue *queue, const struct wire_packet *packet)
{
	struct wire_path path;

	return !dp_path_of_qp(dp, dp_qp_context(queue), &path) && dp_path_matches(&path, &packet->path);
}

bool dp_own_mac(const struct dp *dp, const uint8_t mac[WIRE_MAC_BYTES])
{
	const struct fw_driver *driver = &dp->fw->objects->driver;
	uint64_t wanted = (uint64_t)ece_be16(mac) << 32 | ece_be32(mac + 2);

	if (!wanted)
		return false;
	if (wanted == fw_port_mac(dp->fw))
		return true;
	for (size_t i = 0; i < FW_ROCE_ADDRESSES; i++) {
		if (!memcmp(driver->roce_address[i] + PRM_ROCE_ADDR_MAC_AT, mac, WIRE_MAC_BYTES))
			return true;
	}
	return false;
}
