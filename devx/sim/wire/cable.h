/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The cable: ports that frames go between, with a delay, seeded loss, marks and a tap. Two ports are a cable; more than
 * two are a plain learning switch. A frame never arrives inside the call that sent it: it is queued, and wire_run()
 * hands it over when it is due, so that no queue of a card is entered twice.
 *
 * It reads no clock: the time comes in as an argument. Everything is bounded; what does not fit is dropped and counted.
 */
#ifndef ECE_DEVX_SIM_WIRE_CABLE_H
#define ECE_DEVX_SIM_WIRE_CABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/sim/wire/frame.h"

#define WIRE_PORTS_MAX        32
#define WIRE_QUEUE_BYTES_MAX  (64U << 20) /* of frames on their way */
#define WIRE_QUEUE_FRAMES_MAX 65536
#define WIRE_ADDRESSES_MAX    256 /* learned by a switch; the oldest goes */
#define WIRE_PER_MILLION      1000000
#define WIRE_DELAY_MAX_NS     UINT64_C(10000000000)
#define WIRE_NEVER            UINT64_MAX

struct wire_cable;

struct wire_port_ops {
	/* A frame arrives; valid during the call. The port may send from inside. */
	void (*receive)(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes);
	/* What the other end does to this port's carrier: see wire_port_up(). */
	void (*carrier)(void *ctx, bool up);
};

/* Sees each frame as its sender's port sends it, marked already, before it may be lost. */
typedef void wire_tap(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes);

/* What the cable does to frames; may change at any time. */
struct wire_weather {
	uint64_t delay_ns;         /* of each frame */
	uint32_t loss_per_million; /* of connected RoCE packets (RC and UC); nothing else is lost, and draws no dice */
	uint32_t mark_per_million; /* of RoCEv2 packets whose ends understand marks, but not of CNPs */
	uint32_t lose_next;        /* exactly the next so many connected RoCE packets, counted down */
	uint32_t mark_next;
	uint64_t seed; /* of the dice; whenever weather is set they start anew from it */
};

struct wire_counts {
	uint64_t frames, bytes; /* sent into it */
	uint64_t delivered;     /* to a port; a switch may hand one frame to several */
	uint64_t lost;          /* by the weather */
	uint64_t marked;
	uint64_t dropped; /* no carrier, no room, nobody there, too short or too long */
};

/**
 * wire_cable_new - a cable without ports
 *
 * Returns a cable to be freed with wire_cable_free(), or NULL with @error filled.
 */
struct wire_cable *wire_cable_new(struct ece_error *error);

/* wire_cable_free - accepts NULL */
void wire_cable_free(struct wire_cable *cable);

/**
 * wire_cable_attach - one more port, not up yet
 * @ops: must outlive the cable
 *
 * A port begins without carrier; where it has one ->carrier says so, from inside. Returns the port's number, or -ENOSPC with @error filled.
 */
int wire_cable_attach(struct wire_cable *cable, const struct wire_port_ops *ops, void *ctx, struct ece_error *error);

/**
 * wire_port_up - the card's own end has a link, or none any more
 *
 * On a cable of two ports the other port's carrier follows; on a switch nobody else's does. ->carrier is called for
 * every port whose carrier changes by it, from inside.
 */
void wire_port_up(struct wire_cable *cable, int port, bool up);

/* wire_port_carrier - is there somebody at the other end: on a switch always, on a cable when its port is up */
bool wire_port_carrier(const struct wire_cable *cable, int port);

/* wire_send - a port sends a frame, which is copied; where that port or the other end is not up it is dropped */
void wire_send(struct wire_cable *cable, int port, uint64_t now_ns, const uint8_t *frame, size_t bytes);

/**
 * wire_run - hand over what is due, at most @frames
 *
 * Called from inside ->receive it does nothing. Frames keep their order, also when the delay gets shorter. Returns when the next frame is due, which may be @now_ns; WIRE_NEVER when none is on its way.
 */
uint64_t wire_run(struct wire_cable *cable, uint64_t now_ns, size_t frames);

/* wire_cable_weather, wire_cable_set_weather - what it does to frames; out of range is -EINVAL with @error filled */
const struct wire_weather *wire_cable_weather(const struct wire_cable *cable);
int wire_cable_set_weather(struct wire_cable *cable, const struct wire_weather *weather, struct ece_error *error);

/* wire_cable_tap - NULL ends it */
void wire_cable_tap(struct wire_cable *cable, wire_tap *tap, void *ctx);

/* wire_cable_counts - what has happened so far; wire_cable_clear_counts - from zero again */
const struct wire_counts *wire_cable_counts(const struct wire_cable *cable);
void wire_cable_clear_counts(struct wire_cable *cable);

#endif
