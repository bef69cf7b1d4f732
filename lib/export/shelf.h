/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A page has all ports of one counter together, a snapshot has all counters of one port: here they are sorted by rows of
 * the counter table, by counting. Internal to lib/export.
 */
#ifndef ECE_LIB_EXPORT_SHELF_H
#define ECE_LIB_EXPORT_SHELF_H

#include "lib/export/internal.h"

struct export_told {
	const struct export_port *port;
	const struct scrape_counter *counter;
};

struct export_shelf {
	struct export_told *told; /* by row, then by port */
	size_t *ends;             /* by row: behind the last of it in .told */
};

/**
 * export_shelve - sort the counters of all ports
 * @wanted: which; asked twice of each, and only of those with a row
 *
 * Of a row that a port has twice, the first one. The memory is that of @making. Returns 0 or -ENOMEM.
 */
int export_shelve(struct export_making *making,
		  bool (*wanted)(const struct export_options *options, const struct scrape_port *port,
				 const struct scrape_counter *counter),
		  struct export_shelf *shelf);

/* export_shelf_tell - the samples of one row, in the family that was begun */
void export_shelf_tell(struct export_making *making, const struct export_shelf *shelf, const struct counter *row,
		       void (*tell)(struct export_making *making, const struct export_told *told));

#endif
