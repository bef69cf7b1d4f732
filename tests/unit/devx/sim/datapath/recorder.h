/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The frames that went into the cable, for tests that look at each byte. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_RECORDER_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_RECORDER_H

#include <string.h>

#include "tests/unit/devx/sim/datapath/driver.h"
#include "tests/unit/devx/sim/datapath/fail.h"

#define RECORDER_FRAMES_MAX 16

struct recorder {
	size_t frames; /* also those that found no room */
	size_t bytes[RECORDER_FRAMES_MAX];
	uint8_t frame[RECORDER_FRAMES_MAX][WIRE_FRAME_MAX];
};

static inline void recorder_frame(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct recorder *recorder = ctx;

	(void)now_ns;
	if (recorder->frames < RECORDER_FRAMES_MAX) {
		recorder->bytes[recorder->frames] = bytes;
		memcpy(recorder->frame[recorder->frames], frame, bytes);
	}
	recorder->frames++;
}

static inline void recorder_start(struct recorder *recorder, struct driver *driver)
{
	memset(recorder, 0, sizeof(*recorder));
	wire_cable_tap(driver->cable, recorder_frame, recorder);
}

/* recorder_has - was exactly this the n-th frame? */
static inline bool recorder_has(const struct recorder *recorder, size_t n, const uint8_t *frame, size_t bytes)
{
	return n < recorder->frames && n < RECORDER_FRAMES_MAX && recorder->bytes[n] == bytes &&
	       !memcmp(recorder->frame[n], frame, bytes);
}

#endif
