// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/traffic.h"

#include <stdio.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/ppcnt.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/object.h"

/* QUERY_VPORT_COUNTER: pairs of packets and bytes, one for each direction of each kind. */
#define VPORT_FIRST_AT 0x30
#define VPORT_BYTES    0x10

static void add(struct fw_frames *frames, uint64_t packets, uint64_t bytes)
{
	frames->packets += packets;
	frames->bytes += bytes;
}

static void count_rdma(struct fw_state *state, enum fw_direction direction, size_t bytes)
{
	uint64_t *packets = direction == FW_RECEIVED ? &state->rdma_rx_packets : &state->rdma_tx_packets;
	uint64_t *octets = direction == FW_RECEIVED ? &state->rdma_rx_bytes : &state->rdma_tx_bytes;

	*packets += 1;
	*octets += bytes;
}

void fw_count_frame(struct fw *fw, enum fw_direction direction, enum fw_frame_kind kind, uint8_t priority, size_t bytes)
{
	struct fw_traffic *traffic = &fw->objects->traffic;

	if (kind == FW_FRAME_RDMA_UNICAST)
		count_rdma(fw->state, direction, bytes);
	else
		add(&traffic->kind[direction][kind], 1, bytes);
	add(&traffic->priority[direction][priority % FW_PRIORITIES], 1, bytes);
}

struct fw_frames fw_frames_of(const struct fw *fw, enum fw_direction direction, enum fw_frame_kind kind)
{
	const struct fw_state *state = fw->state;

	if (kind == FW_FRAME_RDMA_UNICAST && direction == FW_RECEIVED)
		return (struct fw_frames){state->rdma_rx_packets, state->rdma_rx_bytes};
	if (kind == FW_FRAME_RDMA_UNICAST)
		return (struct fw_frames){state->rdma_tx_packets, state->rdma_tx_bytes};
	return fw->objects ? fw->objects->traffic.kind[direction][kind] : (struct fw_frames){0, 0};
}

static struct fw_frames all_frames(const struct fw *fw, enum fw_direction direction)
{
	struct fw_frames all = {0, 0};

	for (unsigned int kind = 0; kind < FW_FRAME_KINDS; kind++) {
		struct fw_frames one = fw_frames_of(fw, direction, (enum fw_frame_kind)kind);

		add(&all, one.packets, one.bytes);
	}
	return all;
}

/* Frames of both, as the port sees them: to it RDMA is one more protocol. */
static uint64_t packets_of(const struct fw *fw, enum fw_direction direction, enum fw_frame_kind a, enum fw_frame_kind b)
{
	return fw_frames_of(fw, direction, a).packets + fw_frames_of(fw, direction, b).packets;
}

static uint64_t multicasts(const struct fw *fw, enum fw_direction direction)
{
	return packets_of(fw, direction, FW_FRAME_MULTICAST, FW_FRAME_RDMA_MULTICAST);
}

static uint64_t unicasts(const struct fw *fw, enum fw_direction direction)
{
	return packets_of(fw, direction, FW_FRAME_UNICAST, FW_FRAME_RDMA_UNICAST);
}

static uint64_t broadcasts(const struct fw *fw, enum fw_direction direction)
{
	return fw_frames_of(fw, direction, FW_FRAME_BROADCAST).packets;
}

void fw_traffic_give_priority(const struct fw *fw, uint8_t priority, uint8_t *set)
{
	const struct fw_traffic *traffic;

	if (!fw->objects) {
		if (priority == fw->state->qos.rdma_priority) {
			prm_set(set, &prm_eth_per_prio.rx_octets, fw->state->rdma_rx_bytes);
			prm_set(set, &prm_eth_per_prio.rx_frames, fw->state->rdma_rx_packets);
			prm_set(set, &prm_eth_per_prio.tx_octets, fw->state->rdma_tx_bytes);
			prm_set(set, &prm_eth_per_prio.tx_frames, fw->state->rdma_tx_packets);
		}
		return;
	}
	traffic = &fw->objects->traffic;
	prm_set(set, &prm_eth_per_prio.rx_octets, traffic->priority[FW_RECEIVED][priority].bytes);
	prm_set(set, &prm_eth_per_prio.rx_frames, traffic->priority[FW_RECEIVED][priority].packets);
	prm_set(set, &prm_eth_per_prio.tx_octets, traffic->priority[FW_TRANSMITTED][priority].bytes);
	prm_set(set, &prm_eth_per_prio.tx_frames, traffic->priority[FW_TRANSMITTED][priority].packets);
}

void fw_traffic_give_802_3(const struct fw *fw, uint8_t *set)
{
	struct fw_frames in = all_frames(fw, FW_RECEIVED), out = all_frames(fw, FW_TRANSMITTED);

	prm_set(set, &prm_eth_802_3.a_frames_transmitted_ok, out.packets);
	prm_set(set, &prm_eth_802_3.a_frames_received_ok, in.packets);
	prm_set(set, &prm_eth_802_3.a_octets_transmitted_ok, out.bytes);
	prm_set(set, &prm_eth_802_3.a_octets_received_ok, in.bytes);
	prm_set(set, &prm_eth_802_3.a_multicast_frames_xmitted_ok, multicasts(fw, FW_TRANSMITTED));
	prm_set(set, &prm_eth_802_3.a_broadcast_frames_xmitted_ok, broadcasts(fw, FW_TRANSMITTED));
	prm_set(set, &prm_eth_802_3.a_multicast_frames_received_ok, multicasts(fw, FW_RECEIVED));
	prm_set(set, &prm_eth_802_3.a_broadcast_frames_received_ok, broadcasts(fw, FW_RECEIVED));
}

void fw_traffic_give_2863(const struct fw *fw, uint8_t *set)
{
	prm_set(set, &prm_eth_2863.if_in_octets, all_frames(fw, FW_RECEIVED).bytes);
	prm_set(set, &prm_eth_2863.if_in_ucast_pkts, unicasts(fw, FW_RECEIVED));
	prm_set(set, &prm_eth_2863.if_in_multicast_pkts, multicasts(fw, FW_RECEIVED));
	prm_set(set, &prm_eth_2863.if_in_broadcast_pkts, broadcasts(fw, FW_RECEIVED));
	prm_set(set, &prm_eth_2863.if_out_octets, all_frames(fw, FW_TRANSMITTED).bytes);
	prm_set(set, &prm_eth_2863.if_out_ucast_pkts, unicasts(fw, FW_TRANSMITTED));
	prm_set(set, &prm_eth_2863.if_out_multicast_pkts, multicasts(fw, FW_TRANSMITTED));
	prm_set(set, &prm_eth_2863.if_out_broadcast_pkts, broadcasts(fw, FW_TRANSMITTED));
}

uint8_t fw_query_vport_counter(struct fw_call *call)
{
	uint8_t *at = call->out + VPORT_FIRST_AT;

	for (unsigned int kind = 0; kind < FW_FRAME_KINDS; kind++) {
		for (unsigned int direction = 0; direction < FW_DIRECTIONS; direction++, at += VPORT_BYTES) {
			struct fw_frames frames =
				fw_frames_of(call->fw, (enum fw_direction)direction, (enum fw_frame_kind)kind);

			ece_put_be64(at, frames.packets);
			ece_put_be64(at + sizeof(uint64_t), frames.bytes);
		}
	}
	return PRM_STATUS_OK;
}

static const char *const direction_names[FW_DIRECTIONS] = {"rx", "tx"};
static const char *const kind_names[FW_FRAME_KINDS] = {"rdma_unicast", "rdma_multicast", "broadcast", "unicast",
						       "multicast"};

/* "rx_WHAT_packets" and "rx_WHAT_bytes", as far as @name is one of them. */
static bool is_one(const char *name, const char *direction, const char *what, const struct fw_frames *frames,
		   uint64_t *value)
{
	char known[48];
	int n = snprintf(known, sizeof(known), "%s_%s_", direction, what);

	if (strncmp(name, known, (size_t)n) != 0)
		return false;
	if (strcmp(name + n, "packets") != 0 && strcmp(name + n, "bytes") != 0)
		return false;
	*value = name[n] == 'p' ? frames->packets : frames->bytes;
	return true;
}

static bool kind_counter(const struct fw *fw, enum fw_direction direction, const char *name, uint64_t *value)
{
	char what[32];

	for (unsigned int kind = 0; kind < FW_FRAME_KINDS; kind++) {
		struct fw_frames frames = fw_frames_of(fw, direction, (enum fw_frame_kind)kind);

		snprintf(what, sizeof(what), "vport_%s", kind_names[kind]);
		if (is_one(name, direction_names[direction], what, &frames, value))
			return true;
	}
	return false;
}

static bool priority_counter(const struct fw *fw, enum fw_direction direction, const char *name, uint64_t *value)
{
	struct fw_frames frames = {0, 0};
	char what[32];

	for (unsigned int priority = 0; priority < FW_PRIORITIES; priority++) {
		if (fw->objects)
			frames = fw->objects->traffic.priority[direction][priority];
		snprintf(what, sizeof(what), "prio%u", priority);
		if (is_one(name, direction_names[direction], what, &frames, value))
			return true;
	}
	return false;
}

bool fw_traffic_counter(const struct fw *fw, const char *name, uint64_t *value)
{
	for (unsigned int i = 0; i < FW_DIRECTIONS; i++) {
		enum fw_direction direction = (enum fw_direction)i;

		if (kind_counter(fw, direction, name, value) || priority_counter(fw, direction, name, value))
			return true;
	}
	return false;
}
