/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What becomes of a frame on its way: the dice, and the few that are chosen by count. */
#ifndef ECE_DEVX_SIM_WIRE_WEATHER_H
#define ECE_DEVX_SIM_WIRE_WEATHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/wire/cable.h"
#include "devx/sim/wire/dice.h"

/* Loss and marks have dice of their own, so that one does not shift the other. */
struct wire_chance {
	struct wire_weather weather;
	struct wire_dice loss, mark;
};

/* wire_chance_set - other weather; the dice start anew from its seed */
void wire_chance_set(struct wire_chance *chance, const struct wire_weather *weather);

/* wire_chance_mark - mark the frame where its turn has come; returns true when it was */
bool wire_chance_mark(struct wire_chance *chance, uint8_t *frame, size_t bytes);

/* wire_chance_lose - is this one lost? */
bool wire_chance_lose(struct wire_chance *chance, const uint8_t *frame, size_t bytes);

#endif
