/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Snapshots that a test makes by hand. */
#ifndef ECE_TESTS_UNIT_TOOLS_ECE_COUNTERS_MADE_H
#define ECE_TESTS_UNIT_TOOLS_ECE_COUNTERS_MADE_H

#include "lib/scrape/snapshot.h"
#include "tools/common/term.h"
#include "tools/ece-counters/sheet.h"

#define MADE_COUNTERS_MAX 16
#define MADE_PORTS_MAX    2
#define MADE_SECOND       UINT64_C(1000000000)

/* One reading of one device: mlx5_0 with one active port of 400 Gb/s on eth0, read at @second. */
struct made {
	struct scrape_device device;
	struct scrape_port ports[MADE_PORTS_MAX];
	struct scrape_counter counters[MADE_PORTS_MAX][MADE_COUNTERS_MAX];
	struct scrape_fault faults[2];
};

void made_device(struct made *made, uint64_t second);

/* made_add - a counter of the table, or "name?" for one that the table does not have; as the kernel tells it */
struct scrape_counter *made_add(struct made *made, size_t port, const char *name, uint64_t value);

/* made_add_state - the same, ABSENT or UNREADABLE */
void made_add_state(struct made *made, size_t port, const char *name, enum counter_state state);

void made_fault(struct made *made, enum scrape_part part, const char *why);

/* made_history - @count readings as one device; growth counts from the first. @pointers: room for as many */
struct sheet_device made_history(struct made *readings, const struct scrape_device **pointers, size_t count);

/* made_text - what @print writes, without styles and 80 columns wide; free() it */
char *made_text(void (*print)(const struct term *term, void *arg), void *arg);

#endif
