// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/wire/cable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/wire/addresses.h"
#include "devx/sim/wire/weather.h"

#define FRAME_MIN 14 /* an Ethernet header */

struct port {
	const struct wire_port_ops *ops;
	void *ctx;
	bool up;
	bool carrier; /* as it was told */
};

/* On its way. */
struct queued {
	struct queued *next;
	uint64_t due_ns;
	int from;
	size_t bytes;
	uint8_t frame[];
};

struct wire_cable {
	struct port port[WIRE_PORTS_MAX];
	int ports;
	struct queued *first, *last; /* in the order they were sent */
	size_t frames_queued, bytes_queued;
	bool running; /* inside wire_run() */
	struct wire_chance chance;
	struct wire_counts counts;
	struct wire_addresses addresses;
	wire_tap *tap;
	void *tap_ctx;
};

struct wire_cable *wire_cable_new(struct ece_error *error)
{
	struct wire_cable *cable = calloc(1, sizeof(*cable));
	const struct wire_weather fair = {0};

	if (!cable) {
		ece_error_set(error, -ENOMEM, ECE_ERROR_MEMORY, "no memory for a cable");
		return NULL;
	}
	wire_chance_set(&cable->chance, &fair);
	return cable;
}

static struct queued *pop(struct wire_cable *cable)
{
	struct queued *frame = cable->first;

	cable->first = frame->next;
	if (!cable->first)
		cable->last = NULL;
	cable->frames_queued--;
	cable->bytes_queued -= frame->bytes;
	return frame;
}

void wire_cable_free(struct wire_cable *cable)
{
	if (!cable)
		return;
	while (cable->first)
		free(pop(cable));
	free(cable);
}

static bool is_switch(const struct wire_cable *cable)
{
	return cable->ports > 2;
}

bool wire_port_carrier(const struct wire_cable *cable, int port)
{
	if (is_switch(cable))
		return true;
	return cable->ports == 2 && cable->port[1 - port].up;
}

static void tell_carriers(struct wire_cable *cable)
{
	int i;

	for (i = 0; i < cable->ports; i++) {
		struct port *port = &cable->port[i];
		bool carrier = wire_port_carrier(cable, i);

		if (carrier == port->carrier)
			continue;
		port->carrier = carrier;
		port->ops->carrier(port->ctx, carrier);
	}
}

int wire_cable_attach(struct wire_cable *cable, const struct wire_port_ops *ops, void *ctx, struct ece_error *error)
{
	int port = cable->ports;

	if (port == WIRE_PORTS_MAX)
		return ece_error_set(error, -ENOSPC, ECE_ERROR_LIMIT, "more than %d ports on a cable", WIRE_PORTS_MAX);
	cable->port[port] = (struct port){.ops = ops, .ctx = ctx};
	cable->ports++;
	tell_carriers(cable);
	return port;
}

void wire_port_up(struct wire_cable *cable, int port, bool up)
{
	cable->port[port].up = up;
	if (!up)
		wire_addresses_forget(&cable->addresses, port);
	tell_carriers(cable);
}

static struct queued *copy_of(const struct wire_cable *cable, int from, const uint8_t *frame, size_t bytes)
{
	struct queued *copy;

	if (cable->frames_queued == WIRE_QUEUE_FRAMES_MAX || bytes > WIRE_QUEUE_BYTES_MAX - cable->bytes_queued)
		return NULL;
	copy = malloc(sizeof(*copy) + bytes);
	if (!copy)
		return NULL;
	*copy = (struct queued){.from = from, .bytes = bytes};
	memcpy(copy->frame, frame, bytes);
	return copy;
}

/* Behind the others, also when the delay got shorter: nobody overtakes, since only the first one is looked at. */
static void push(struct wire_cable *cable, uint64_t now_ns, struct queued *frame)
{
	frame->due_ns = now_ns + cable->chance.weather.delay_ns;
	if (cable->last)
		cable->last->next = frame;
	else
		cable->first = frame;
	cable->last = frame;
	cable->frames_queued++;
	cable->bytes_queued += frame->bytes;
}

static bool may_send(const struct wire_cable *cable, int port, size_t bytes)
{
	return bytes >= FRAME_MIN && bytes <= WIRE_FRAME_MAX && cable->port[port].up && wire_port_carrier(cable, port);
}

void wire_send(struct wire_cable *cable, int port, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct queued *copy = may_send(cable, port, bytes) ? copy_of(cable, port, frame, bytes) : NULL;

	cable->counts.frames++;
	cable->counts.bytes += bytes;
	if (!copy) {
		cable->counts.dropped++;
		return;
	}
	cable->counts.marked += wire_chance_mark(&cable->chance, copy->frame, bytes);
	if (cable->tap)
		cable->tap(cable->tap_ctx, now_ns, copy->frame, bytes);
	if (wire_chance_lose(&cable->chance, copy->frame, bytes)) {
		cable->counts.lost++;
		free(copy);
		return;
	}
	push(cable, now_ns, copy);
}

/* Hand a frame to the port; returns whether somebody was there. */
static bool deliver(struct wire_cable *cable, int to, uint64_t now_ns, const struct queued *frame)
{
	struct port *port = &cable->port[to];

	if (!port->up)
		return false;
	cable->counts.delivered++;
	port->ops->receive(port->ctx, now_ns, frame->frame, frame->bytes);
	return true;
}

/* To all but where it came from: on a cable the other end, on a switch a frame for whom it does not know. */
static bool flood(struct wire_cable *cable, uint64_t now_ns, const struct queued *frame)
{
	bool taken = false;
	int i;

	for (i = 0; i < cable->ports; i++) {
		if (i != frame->from)
			taken |= deliver(cable, i, now_ns, frame);
	}
	return taken;
}

static void forward(struct wire_cable *cable, uint64_t now_ns, const struct queued *frame)
{
	const uint8_t *to_mac = frame->frame;
	bool taken;
	int to = -1;

	if (is_switch(cable)) {
		wire_addresses_learn(&cable->addresses, frame->frame + WIRE_MAC_BYTES, frame->from);
		to = wire_addresses_find(&cable->addresses, to_mac);
	}
	if (to < 0)
		taken = flood(cable, now_ns, frame);
	else
		taken = to != frame->from && deliver(cable, to, now_ns, frame);
	cable->counts.dropped += !taken;
}

static uint64_t next_due(const struct wire_cable *cable)
{
	return cable->first ? cable->first->due_ns : WIRE_NEVER;
}

uint64_t wire_run(struct wire_cable *cable, uint64_t now_ns, size_t frames)
{
	size_t i;

	if (cable->running)
		return next_due(cable);
	cable->running = true;
	for (i = 0; i < frames && next_due(cable) <= now_ns; i++) {
		struct queued *frame = pop(cable);

		forward(cable, now_ns, frame);
		free(frame);
	}
	cable->running = false;
	return next_due(cable);
}

const struct wire_weather *wire_cable_weather(const struct wire_cable *cable)
{
	return &cable->chance.weather;
}

int wire_cable_set_weather(struct wire_cable *cable, const struct wire_weather *weather, struct ece_error *error)
{
	if (weather->delay_ns > WIRE_DELAY_MAX_NS)
		return ece_error_set(error, -EINVAL, ECE_ERROR_RANGE, "a cable delays by at most %u s",
				     (unsigned int)(WIRE_DELAY_MAX_NS / 1000000000));
	if (weather->loss_per_million > WIRE_PER_MILLION || weather->mark_per_million > WIRE_PER_MILLION)
		return ece_error_set(error, -EINVAL, ECE_ERROR_RANGE, "a cable loses and marks at most all frames");
	wire_chance_set(&cable->chance, weather);
	return 0;
}

void wire_cable_tap(struct wire_cable *cable, wire_tap *tap, void *ctx)
{
	cable->tap = tap;
	cable->tap_ctx = ctx;
}

const struct wire_counts *wire_cable_counts(const struct wire_cable *cable)
{
	return &cable->counts;
}

void wire_cable_clear_counts(struct wire_cable *cable)
{
	memset(&cable->counts, 0, sizeof(cable->counts));
}
