// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A cable whose ports do anything: up, down, send, change the weather, let time pass; receivers send from inside. After
 * every step what went in is what came out, was lost, was dropped, or is still on its way.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/wire/cable.h"

#define PORTS_MAX 5
#define ECHOES    64 /* that receivers send, in one run */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct lab {
	struct wire_cable *cable;
	unsigned int ports;
	uint64_t now;
	unsigned int echoes;
	uint64_t received;
};

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void receive(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct lab *lab = ctx;

	require(now_ns == lab->now && bytes >= 14 && bytes <= WIRE_FRAME_MAX);
	lab->received++;
	if (lab->echoes) {
		lab->echoes--;
		wire_send(lab->cable, (int)(frame[0] % lab->ports), now_ns, frame, bytes);
	}
	wire_run(lab->cable, now_ns, 1);
}

static void carrier(void *ctx, bool up)
{
	(void)ctx;
	(void)up;
}

static const struct wire_port_ops ops = {receive, carrier};

static void check(struct lab *lab)
{
	const struct wire_counts *c = wire_cable_counts(lab->cable);
	uint64_t due = wire_run(lab->cable, lab->now, 0);

	require(c->delivered == lab->received);
	require(c->lost + c->dropped <= c->frames && c->marked <= c->frames);
	if (due == WIRE_NEVER && lab->ports == 2)
		require(c->delivered + c->lost + c->dropped == c->frames);
}

static void step(struct lab *lab, const uint8_t *op, const uint8_t *rest, size_t left)
{
	struct wire_weather weather = *wire_cable_weather(lab->cable);
	int port = op[1] % (int)lab->ports;

	switch (op[0] % 5) {
	case 0:
		wire_port_up(lab->cable, port, op[2] & 1);
		break;
	case 1:
		wire_send(lab->cable, port, lab->now, rest, op[2] < left ? op[2] : left);
		break;
	case 2:
		lab->now += op[2];
		wire_run(lab->cable, lab->now, op[1]);
		break;
	case 3:
		weather.delay_ns = op[2];
		weather.loss_per_million = op[1] * UINT32_C(3900);
		wire_cable_set_weather(lab->cable, &weather, NULL);
		break;
	default:
		weather.lose_next = op[1];
		weather.mark_next = op[2];
		wire_cable_set_weather(lab->cable, &weather, NULL);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct lab lab = {.cable = wire_cable_new(NULL), .echoes = ECHOES};
	unsigned int i;

	require(lab.cable != NULL);
	lab.ports = size ? 2 + data[0] % (PORTS_MAX - 1) : 2;
	for (i = 0; i < lab.ports; i++) {
		wire_cable_attach(lab.cable, &ops, &lab, NULL);
		wire_port_up(lab.cable, (int)i, true);
	}
	while (size >= 4) {
		step(&lab, data + 1, data + 4, size - 4);
		check(&lab);
		data += 3;
		size -= 3;
	}
	wire_cable_free(lab.cable);
	return 0;
}
