/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The counters of one port, kept from reading to reading: where in the list each name of an answer belongs, and how
 * each counter went on. Internal to lib/scrape.
 *
 * A reading is: begin; put, or fail, for each source; take. All of it is done for each device each time, so each of
 * these goes through the list once at most.
 */
#ifndef ECE_LIB_SCRAPE_LIST_H
#define ECE_LIB_SCRAPE_LIST_H

#include "lib/counters/track.h"
#include "lib/scrape/snapshot.h"

#define LIST_NOWHERE UINT32_MAX

/* Answers of the same source have the same names in the same order, nearly always. */
struct list_map {
	uint32_t *at; /* of the i-th name: its place in the list, or LIST_NOWHERE */
	size_t count, room;
};

/* Zeroed: not used yet. */
struct scrape_list {
	struct scrape_counter *items; /* rows of the table, then what it does not have */
	struct counter_track *tracks; /* of each */
	uint8_t *widths;              /* of each that was ever put: bits, as its driver has it */
	size_t count, room;
	struct list_map map[COUNTER_SOURCE_COUNT];
	uint64_t when_ns[COUNTER_SOURCE_COUNT];
	bool begun;
};

/* Bits of sources, by enum counter_source. */
#define LIST_SOURCE(source) (1U << (source))

/* list_make - have the rows of the table in it. Returns 0 or -ENOMEM */
int list_make(struct scrape_list *list);

/* list_begin - all counters of these sources are absent until they are put. Returns 0 or -ENOMEM */
int list_begin(struct scrape_list *list, unsigned int sources);

/**
 * list_put - the i-th counter of a source's answer
 * @driver: for counter_of_driver()
 * @keep: a counter that the table does not have is kept, too
 *
 * Returns 0, also where it is left out; or -ENOMEM.
 */
int list_put(struct scrape_list *list, const char *driver, enum counter_source source, size_t i, const char *name,
	     const struct counter_reading *reading, bool keep);

/**
 * list_fail - a source could not be read: UNREADABLE is what it has had before, or all of its rows
 */
void list_fail(struct scrape_list *list, enum counter_source source);

/* list_when - when a source was read */
void list_when(struct scrape_list *list, enum counter_source source, uint64_t when_ns);

/**
 * list_take - end the reading: all counters go on, and are told as a snapshot has them
 * @again: sources whose counters started over since the last reading
 * @counters: free() it
 *
 * Returns 0 or -ENOMEM.
 */
int list_take(struct scrape_list *list, unsigned int sources, unsigned int again, struct scrape_counter **counters,
	      size_t *count);

void list_done(struct scrape_list *list);

#endif
