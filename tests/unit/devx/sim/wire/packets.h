/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Packets that the tests of this folder send, and a port that remembers what it received. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_WIRE_PACKETS_H
#define ECE_TESTS_UNIT_DEVX_SIM_WIRE_PACKETS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "devx/sim/wire/cable.h"

#define PACKET_BYTES 64 /* of an acknowledgement without payload over IPv4, with room for its headers */
#define SEEN_MAX     64

static inline struct wire_path packet_path(enum wire_network network)
{
	struct wire_path path = {
		.network = network,
		.dmac = {0x02, 0, 0, 0, 0, 0xbb},
		.smac = {0x02, 0, 0, 0, 0, 0xaa},
		.dgid = {[10] = 0xff, [11] = 0xff, 10, 0, 0, 2},
		.sgid = {[10] = 0xff, [11] = 0xff, 10, 0, 0, 1},
		.vlan = WIRE_NO_VLAN,
		.traffic_class = 26 << 2 | WIRE_ECN_CAPABLE,
		.hop_limit = 64,
		.source_port = 0xc123,
	};

	return path;
}

/* A packet without payload; returns its bytes. */
static inline size_t packet(uint8_t frame[WIRE_FRAME_MAX], uint8_t opcode, uint32_t psn)
{
	struct wire_path path = packet_path(WIRE_ROCE_V2_IPV4);
	struct wire_bth bth = {.opcode = opcode, .pkey = WIRE_PKEY, .qpn = 0x118, .psn = psn};

	return wire_frame_build(frame, &path, &bth, NULL, 0);
}

/* An Ethernet frame of 60 bytes that is no RoCE: addresses end in @to and @from; 0xff is everybody. */
static inline size_t plain(uint8_t *frame, uint8_t to, uint8_t from)
{
	memset(frame, 0, 60);
	memset(frame, to == 0xff ? 0xff : 0, 6);
	frame[0] |= 2;
	frame[5] = to;
	frame[6] = 2;
	frame[11] = from;
	frame[12] = 0x88;
	frame[13] = 0xb5;
	return 60;
}

/* One end. */
struct end {
	struct wire_cable *cable;
	int port;
	int carrier; /* as it was told; -1: never */
	size_t seen;
	uint64_t at_ns[SEEN_MAX];
	uint32_t psn[SEEN_MAX];
	uint8_t traffic_class[SEEN_MAX];
	size_t answers; /* to send from inside receive */
};

static inline void end_receive(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct wire_packet got = {0};
	struct end *end = ctx;
	uint8_t answer[WIRE_FRAME_MAX];

	assert_true(end->seen < SEEN_MAX);
	wire_frame_parse(frame, bytes, &got);
	end->at_ns[end->seen] = now_ns;
	end->psn[end->seen] = got.bth.psn;
	end->traffic_class[end->seen] = got.path.traffic_class;
	end->seen++;
	if (!end->answers)
		return;
	end->answers--;
	wire_send(end->cable, end->port, now_ns, answer, packet(answer, WIRE_RC_ACK, (uint32_t)(1000 + end->seen)));
	/* From inside it does nothing. */
	wire_run(end->cable, now_ns, 1);
}

static inline void end_carrier(void *ctx, bool up)
{
	struct end *end = ctx;

	end->carrier = up;
}

static const struct wire_port_ops end_ops = {end_receive, end_carrier};

/* A cable with @count ends, all of them up. */
static inline struct wire_cable *connect_ends(struct end *end, size_t count)
{
	struct wire_cable *cable = wire_cable_new(NULL);
	size_t i;

	assert_non_null(cable);
	for (i = 0; i < count; i++) {
		end[i] = (struct end){.cable = cable, .carrier = -1};
		end[i].port = wire_cable_attach(cable, &end_ops, &end[i], NULL);
		assert_int_equal(end[i].port, i);
	}
	for (i = 0; i < count; i++)
		wire_port_up(cable, end[i].port, true);
	return cable;
}

#endif
