/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * All devices of a host at once, a thread each, so that a card which does not answer holds up nobody. Devices that come
 * and go, or are renamed, are followed.
 */
#ifndef ECE_LIB_SCRAPE_CREW_H
#define ECE_LIB_SCRAPE_CREW_H

#include "lib/scrape/reader.h"

struct scrape_crew;

struct scrape_crew_options {
	unsigned int parts;       /* enum scrape_part */
	unsigned int deadline_ms; /* for all devices of one round; a device that is late is told as late */
	/*
	 * A simulated host: no threads, no deadline, and the seam is touched by scrape_crew_read() and _free() alone. Its
	 * clock; NULL: CLOCK_BOOTTIME.
	 */
	bool one_thread;
	uint64_t (*now_ns)(void *ctx);
	void *now_ctx;
	const char *
		keep; /* file for scrape_reader_save(), replaced atomically after the first round, and then now and then; or NULL */
	/* Returns whether a device is to be read at all, asked before any access to it; NULL: all are. */
	bool (*wanted)(void *arg, const struct scrape_target *target);
	void *arg;
};

/* Returns 0 or a negative errno with @e filled. @os and @options->arg must outlive it; _free waits for threads to end,
 * but for those that a card holds up, and these end with the process. NULL is accepted. */
int scrape_crew_new(const struct ece_os *os, const struct scrape_crew_options *options, struct scrape_crew **crew,
		    struct ece_error *e);
void scrape_crew_free(struct scrape_crew *crew);

struct scrape_crew_result {
	struct scrape_target target;
	const struct scrape_device *device; /* the newest snapshot that there is; NULL: never one */
	bool late;                          /* .device is of an earlier round: it did not answer in time */
	double late_seconds;                /* for how long it has not answered */
};

/* Do all network namespaces of this host see all RDMA devices? */
enum scrape_sharing {
	SCRAPE_SHARING_UNKNOWN, /* the kernel does not say */
	SCRAPE_SHARED,
	SCRAPE_EXCLUSIVE, /* each sees its own: those of others are not found from here */
};

struct scrape_round {
	struct scrape_crew_result *results; /* in the order of names */
	size_t count;
	double seconds;
	enum scrape_sharing sharing;
	struct ece_error error;      /* that devices could not be listed; .results are then those of before */
	struct ece_error keep_error; /* that the file .keep could not be written the last time */
};

/**
 * scrape_crew_read - read all devices now
 * @round: scrape_round_done() it
 *
 * Callers in several threads share one round when they ask while it runs. Returns 0 or -ENOMEM.
 */
int scrape_crew_read(struct scrape_crew *crew, struct scrape_round *round);
void scrape_round_done(struct scrape_round *round);

/* scrape_sharing_of - asks the kernel; needs no rights. Source: Linux drivers/infiniband/core/nldev.c, SYS_GET. */
enum scrape_sharing scrape_sharing_of(const struct ece_os *os);

#endif
