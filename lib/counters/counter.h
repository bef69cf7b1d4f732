/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The counter table: the only list of counters. A row says what a counter is called, how wide it is, what it means, and
 * whether a rollout may be decided on it. Pure.
 */
#ifndef ECE_LIB_COUNTERS_COUNTER_H
#define ECE_LIB_COUNTERS_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the kernel tells it. */
enum counter_source {
	COUNTER_RDMA,       /* hardware counter of an RDMA port: rdma netlink, STAT_GET */
	COUNTER_PORT,       /* a file of the port's folder "counters" in sysfs */
	COUNTER_ETHTOOL,    /* ethtool -S of its network interface */
	COUNTER_CONGESTION, /* QUERY_CONG_STATISTICS of the card itself */
	COUNTER_SOURCE_COUNT,
};

enum counter_class {
	COUNTER_HARD,     /* any growth beyond the baseline is harm */
	COUNTER_BASELINE, /* judged against what it did before */
	COUNTER_INFORM,   /* shown, never decided on: it is expected to move */
	COUNTER_NEVER,    /* says something about applications, not about the network */
};

enum counter_unit {
	COUNTER_EVENTS,
	COUNTER_PACKETS,
	COUNTER_BYTES,
	COUNTER_MICROSECONDS,
};

/* Does an exporter tell it when nobody asked for more? */
enum counter_shown {
	COUNTER_ASKED_FOR, /* only where somebody names it, or all */
	COUNTER_ALWAYS,
	COUNTER_LOSSLESS, /* of a priority: where PFC is on for that, or it is not zero */
};

#define COUNTER_NO_PRIORITY (-1)

struct counter {
	const char *name; /* the kernel's own, of priorities with the number 0..7 in it */
	enum counter_source source;
	uint8_t width; /* bits: 32 wraps at 2^32 */
	uint8_t scale; /* what one step of the kernel's number is worth in .unit; 4 for octets told as words */
	bool sticks;   /* it does not go round at its width, but stays at its highest value */
	bool gauge;    /* a number of something there is now, which goes up and down: it has no growth */
	enum counter_unit unit;
	enum counter_class class;
	bool verbs_only;   /* queue pairs made by DevX do not move it */
	const char *since; /* kernel release or capability that has it; NULL: every kernel that this toolkit knows */
	const char *substitute; /* another row to take where it is missing, or NULL */
	const char *meaning;    /* one sentence */
	const char *feature;    /* what it shows at work: counter_feature_meaning() has all of them */
	/*
	 * Its name for Prometheus, without "ece_" in front and without the unit and "_total" behind: "rdma_sequence_errors".
	 * Rows of the eight priorities share one, and differ by their label; metric.h makes the whole name.
	 */
	const char *metric;
	const char *
		node_name; /* in node_exporter's infiniband collector, "out_of_buffer_drops_total"; NULL: it has none */
	int8_t priority;   /* 0 to 7, or COUNTER_NO_PRIORITY */
	uint8_t shown;     /* enum counter_shown */
};

#define COUNTER_NODE "node_infiniband_" /* in front of .node_name */

/**
 * counter_feature_at - all words of .feature, in alphabetical order, and what each of them is
 * @meaning: receives a few words; may be NULL
 *
 * Returns NULL behind the last one.
 */
const char *counter_feature_at(size_t i, const char **meaning);

/**
 * counter_of_driver - the row that a driver's name stands for
 * @driver: of the PCI device that the RDMA device or interface stands on ("mlx5_core", "bnxt_en", "ice", "ionic"), or
 *	its RDMA module ("bnxt_re", "irdma", "ionic_rdma", "rdma_rxe"); NULL or unknown: none
 * @name: as that driver's kernel module calls the counter
 *
 * Other drivers have names of their own for what a row means, and mlx5 has others for ports of a switch (vport_). What
 * has the name of a row is that row whatever the driver is. Returns NULL where the table has none for it: it is then to
 * be passed on as it is.
 */
const struct counter *counter_of_driver(const char *driver, enum counter_source source, const char *name);

/**
 * counter_width_of_driver - after how many bits a counter starts again at 0: 32 or 64
 *
 * Only mlx5 tells 32 bits as they are (so it is taken to be one when @driver is NULL or empty); the others have 64, or
 * add up rounds themselves. One that sticks never starts again.
 */
uint8_t counter_width_of_driver(const char *driver, const struct counter *counter);

/* A name that a driver has for a row. "N" in both: any of the eight priorities. */
struct counter_alias {
	const char *driver; /* the RDMA module */
	enum counter_source source;
	const char *theirs, *ours;
};

const struct counter_alias *counter_alias_at(size_t i); /* NULL behind the last one */

size_t counter_count(void);
const struct counter *counter_at(size_t row); /* NULL behind the last one */
size_t counter_index(const struct counter *counter);

/**
 * counter_find - by its name
 *
 * Returns NULL for a name that no row has.
 */
const struct counter *counter_find(const char *name);

/* The nearest name to one that is not known, or NULL; for messages. */
const char *counter_nearest(const char *name);

enum counter_state {
	COUNTER_ABSENT, /* zeroed memory: this kernel or card does not have it */
	COUNTER_PRESENT,
	COUNTER_UNREADABLE,
};

struct counter_reading {
	uint64_t value; /* as the kernel tells it, unscaled; 0 unless PRESENT */
	uint8_t state;  /* enum counter_state */
};

/* A reading in the counter's unit, scaled; 0 unless it is PRESENT. */
uint64_t counter_value(const struct counter *counter, const struct counter_reading *reading);

enum counter_growth {
	COUNTER_GREW,      /* by .by, 0 included */
	COUNTER_WAS_RESET, /* it is lower than it was, and no wrap explains that */
	COUNTER_NOT_THERE, /* absent at either end */
	COUNTER_NOT_READ,  /* unreadable at either end */
};

struct counter_delta {
	enum counter_growth growth;
	bool unsure; /* it may have grown by some more rounds of its range */
	uint64_t by; /* in the counter's unit, scaled; 0 unless GREW; UINT64_MAX when it is more than that */
};

/* A 32-bit counter that grew by more than half its range may as well have gone round once more. */
#define COUNTER_WRAP_SURE (UINT32_C(1) << 31)

/**
 * counter_delta - how much a counter grew between two readings
 * @again: the host's counters started over in between, as far as is known (its boot id or device index changed)
 *
 * A 32-bit counter that is lower than before has wrapped once if that makes a growth below half its range, else it was
 * reset. One that grew by half its range or more is .unsure, and so is one that sticks and has come to its end.
 */
struct counter_delta counter_delta(const struct counter *counter, const struct counter_reading *from,
				   const struct counter_reading *to, bool again);

/**
 * counter_delta_add - add the growth of one NIC to that of its host
 * @sum: zeroed before the first one
 *
 * When one of them did not grow, there is no sum: it is then what the worst of them is: reset, not read, not there.
 */
void counter_delta_add(struct counter_delta *sum, const struct counter_delta *delta);

/* Constant strings: "hard", "bytes", "ethtool". */
const char *counter_class_name(enum counter_class class);
const char *counter_unit_name(enum counter_unit unit);
const char *counter_source_name(enum counter_source source);

#endif
