/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Whole pages of a host's memory, and the ways to tell a card of them. For the other files of the driver. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_PLACE_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_PLACE_H

#include "tests/unit/devx/sim/datapath/objects.h"

#define DRIVER_RECORD_AT 0x40 /* of a doorbell record in its page */

struct driver_placed {
	uint8_t *bytes; /* start of the first page */
	size_t pages;
	size_t page_bytes;
};

/* driver_place - pages for @bytes that begin @start bytes behind the first one */
void driver_place(struct driver_card *card, struct driver_placed *placed, size_t start, size_t bytes, bool big_pages);

/* driver_place_record - a page for a doorbell record */
void driver_place_record(struct driver_card *card, struct driver_placed *placed);

/* driver_place_unit - what page_offset counts in: a 64th of a page */
size_t driver_place_unit(const struct driver_place *how);

/* driver_place_cut - the length of a mailbox with a list in it, see struct driver_place */
size_t driver_place_cut(const struct driver_place *how, size_t bytes);

/* driver_place_pages - their addresses, with @flags in the low bits, into a mailbox from @at on. Returns its length */
size_t driver_place_pages(struct driver_card *card, const struct driver_placed *placed, uint8_t *in, size_t at,
			  uint64_t flags);

/* driver_place_umem - registers them */
uint32_t driver_place_umem(struct driver_card *card, const struct driver_placed *placed);

#endif
