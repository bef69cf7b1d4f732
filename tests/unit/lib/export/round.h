/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A round as a crew would hand it over, made by hand: two cards, a late one, a barred one, a NIC without RDMA. */
#ifndef ECE_TESTS_UNIT_LIB_EXPORT_ROUND_H
#define ECE_TESTS_UNIT_LIB_EXPORT_ROUND_H

#include "lib/scrape/crew.h"

enum {
	ROUND_CARD,    /* mlx5_0, one port, PFC on priority 3 */
	ROUND_HOSTILE, /* its names are what no kernel should give */
	ROUND_LATE,    /* mlx5_2 answered in an earlier round */
	ROUND_NEVER,   /* mlx5_3 never did */
	ROUND_BARRED,  /* mlx5_4 is the Fabric Manager's */
	ROUND_PLAIN,   /* 0000:41:00.0 has an interface and no RDMA device */
	ROUND_DEVICES,
};

#define ROUND_COUNTERS 64

struct round {
	struct scrape_crew_result results[ROUND_DEVICES];
	struct scrape_device devices[ROUND_DEVICES];
	struct scrape_port ports[ROUND_DEVICES];
	struct scrape_counter counters[ROUND_DEVICES][ROUND_COUNTERS];
	struct scrape_fault fault;
	struct scrape_algorithm algorithms[2];
	struct ece_rdma_counter_status *status;
	struct scrape_round round;
};

/* round_make - points into itself: not to be copied. round_done() it. */
void round_make(struct round *round);
void round_done(struct round *round);

/* round_count - one more counter on the port of a device; returns it, PRESENT */
struct scrape_counter *round_count(struct round *round, size_t device, const char *name, uint64_t value);

#endif
