/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Two hosts that do what the bytes of an input say: requests that are almost right, and ones that are not; doorbells,
 * rings, records and commands that nobody should send; frames that no card would make; with time, weather and resets.
 * One harness for the fuzzer (tests/fuzz/datapath.c) and for the replay of seeds in the unit tests.
 */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_H

#include <stddef.h>
#include <stdint.h>

/* What an input brought about, so that a test can tell that it reaches what it is there for. */
struct hostile_result {
	uint64_t frames;      /* that the cable carried */
	uint64_t completions; /* written, on both sides */
	uint64_t commands_done, commands_refused;
	uint64_t refused; /* accesses to what is not memory */
};

/**
 * hostile_run - play an input to its end
 *
 * Ends the process when a card does not stop: more memory accesses or more frames in one call than its bounds allow.
 */
void hostile_run(const uint8_t *data, size_t size, struct hostile_result *result);

#endif
