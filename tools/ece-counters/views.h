/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Snapshots as text and as JSON. Nothing is read here. */
#ifndef ECE_TOOLS_ECE_COUNTERS_VIEWS_H
#define ECE_TOOLS_ECE_COUNTERS_VIEWS_H

#include <jansson.h>
#include <stdbool.h>

#include "tools/common/term.h"
#include "tools/ece-counters/selection.h"
#include "tools/ece-counters/sheet.h"

struct view_options {
	bool all;      /* counters that are zero or absent as well */
	bool meanings; /* what each counter means */
	bool history;  /* a line of the last rates beside each */
};

/**
 * port_text - the heading of a port, and its counters
 *
 * Counters that moved come first, those that are zero, absent or unreadable are counted at the end, and counters of
 * priorities make a table of their own.
 */
void port_text(const struct term *term, const struct view_options *options, const struct sheet *sheet);

/* priority_text - counters of the eight priorities: a row for each priority that has something to tell */
void priority_text(const struct term *term, const struct sheet *sheet);

/* priority_is_in_table - is it told by priority_text()? */
bool priority_is_in_table(const struct sheet_line *line);

/* device_text - what is to be said of a device below its last port: what could not be read, and why */
void device_text(const struct term *term, const struct sheet_device *device);

/* algorithms_text - counters of the algorithms in a card's slots that are not zero; nothing where there are none */
void algorithms_text(const struct term *term, const struct sheet_device *device);

/* algorithms_json - all of them, an array. A new reference, or NULL when memory ran out */
json_t *algorithms_json(const struct scrape_device *device);

/* device_heading - of a device that has no port to show */
void device_heading(const struct term *term, const struct sheet_device *device);

/**
 * device_json - everything that was read of one device, or of those ports of it that are selected, absent and unreadable
 * counters included
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *device_json(const struct sheet_device *device, const struct selection *selection);

/* faults_json - what could not be read of a device, and why: an array */
json_t *faults_json(const struct scrape_device *device);

/* counter_state_name - "present", "absent", "unreadable" */
const char *counter_state_name(const struct counter_reading *reading);

#endif
