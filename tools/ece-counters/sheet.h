/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a view tells of one port: its counters in the order in which people look at them, with what they grew by. Made
 * from snapshots only; pure. What it points to belongs to the snapshots.
 */
#ifndef ECE_TOOLS_ECE_COUNTERS_SHEET_H
#define ECE_TOOLS_ECE_COUNTERS_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/scrape/snapshot.h"
#include "tools/ece-counters/group.h"

#define SHEET_READINGS_MAX 33 /* snapshots that a device's history has, the newest included */

/* One device as it was read over time. */
struct sheet_device {
	const char *name;                            /* of its RDMA device, else its PCI address */
	const struct scrape_device *base;            /* growth counts from it; NULL: nothing to compare with */
	const struct scrape_device *const *readings; /* oldest first; the last one is the newest */
	size_t reading_count;                        /* at most SHEET_READINGS_MAX; 0: it never answered */
	bool late;                                   /* it did not answer in time: the newest is of before */
	double late_seconds;
	bool gone; /* it is not there any more */
};

enum sheet_change {
	SHEET_UNKNOWN,   /* nothing to compare with, not read at either end, or it is no counter but a gauge */
	SHEET_GREW,      /* by .by, 0 included */
	SHEET_RESTARTED, /* it started over in between; .by is what it counts since */
};

struct sheet_growth {
	uint8_t change; /* enum sheet_change */
	bool unsure;    /* a counter of 32 bits may have gone round more often */
	uint64_t by;    /* in the counter's unit */
	double seconds; /* between the two readings; more than 0 unless UNKNOWN */
};

struct sheet_line {
	const struct scrape_counter *counter;
	enum counter_group group;  /* GROUP_OTHER: the table has no row for it */
	uint64_t value;            /* in the counter's unit, rounds of 32 bits included; 0 unless it is PRESENT */
	struct sheet_growth since; /* the base */
	struct sheet_growth last;  /* from the reading before to the newest */
	bool moved;                /* at any time of the history */
	size_t rate_count;
	double rates[SHEET_READINGS_MAX - 1]; /* oldest first, per second; negative where it is not known */
};

enum sheet_trouble {
	SHEET_QUIET,
	SHEET_PAUSED, /* pause frames or congestion */
	SHEET_LOSS,   /* loss that a rollout is judged by */
	SHEET_ERRORS, /* errors that it is judged by; without an earlier reading, also what should be zero */
	SHEET_HARD,   /* what must not grow at all */
	SHEET_DOWN,   /* the port is not active */
	SHEET_BLIND,  /* gone, late, or something could not be read */
};

/* Lines stand by what they tell; of each group those that moved first, then the others, as the table has them. */
struct sheet {
	const struct sheet_device *of;
	const struct scrape_device *device; /* the newest reading */
	const struct scrape_port *port;
	struct sheet_line *lines;
	size_t count;
	bool compared;              /* there is an earlier reading */
	enum sheet_trouble trouble; /* the worst */
};

/**
 * sheet_make - the sheet of one port
 * @port: index into the ports of the newest reading
 * @sheet: sheet_done() it
 *
 * Returns 0 or -ENOMEM.
 */
int sheet_make(const struct sheet_device *of, size_t port, struct sheet *sheet);
void sheet_done(struct sheet *sheet);

/* sheet_unit - of a counter; what the table does not know counts events */
enum counter_unit sheet_unit(const struct scrape_counter *counter);

/* sheet_rate - per second; 0 when it is not known */
double sheet_rate(const struct sheet_growth *growth);

/* sheet_is_zero - present, and nothing is to be told of it: it is zero and was */
bool sheet_is_zero(const struct sheet_line *line);

/*
 * sheet_mark - "!!" for movement of a counter that must not move, "!" for one that a rollout is judged by, else "".
 * Colour alone would not do.
 */
const char *sheet_mark(const struct sheet_line *line);

/* sheet_port_name - "mlx5_0/1"; of a NIC without an RDMA device its interface or PCI address. Returns @buf */
const char *sheet_port_name(const struct scrape_device *device, const struct scrape_port *port, char *buf, size_t size);

#endif
