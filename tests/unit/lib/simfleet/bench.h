/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A small simulated fleet in a temporary directory, and requests to it. */
#ifndef ECE_TESTS_UNIT_LIB_SIMFLEET_BENCH_H
#define ECE_TESTS_UNIT_LIB_SIMFLEET_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fleet/fleet.h"
#include "lib/simfleet/simfleet.h"

#define RATE  "dcqcn.rp.ai_rate"
#define SR    "roce_accl.selective_repeat_forced_en"
#define ALPHA "ztr_rtt.ALPHA"

/**
 * bench_dir_new, bench_dir_remove - an empty directory below /tmp, and away with it and the fleet in it
 */
const char *bench_dir_new(void);
void bench_dir_remove(const char *dir);

/**
 * bench_fleet - hosts h1 .. h@hosts, each with @cards ConnectX-7
 * @faults: members of "transport", '"faults":[...]', or ""
 *
 * Parsed from text, as a fleet file is; fleet_free() it. Ends the test when it does not parse.
 */
struct fleet *bench_fleet(unsigned int hosts, unsigned int cards, const char *faults);

/* bench_rack - the same with two cards each and the label "rack", all in one */
struct fleet *bench_rack(unsigned int hosts, const char *members);

/* Opens it and ends the test when that fails. */
struct simfleet *bench_open(const char *dir, const struct fleet *fleet);

/*
 * Request lines for free(). The reference change of all cards of a host: ai_rate 5 -> 20, selective_repeat_forced_en
 * 0 -> 1, ALPHA 6553 -> 7000.
 */
char *bench_apply(const struct simfleet *sim, size_t host, const char *id, const char *run);
char *bench_op(const char *op, const char *id, const char *run);
char *bench_read(const char *id);

/* What the bytes of a card say, by offsets that are literals here: ConnectX-7 after power-on, or after the change. */
struct bench_bytes {
	uint32_t rate, alpha;
	bool sr;
};

struct bench_bytes bench_bytes(const struct fw_state *state);
bool bench_all(const struct simfleet *sim, size_t host, bool changed);

#endif
