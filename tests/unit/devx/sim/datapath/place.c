// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/place.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/wq.h"
#include "tests/unit/devx/sim/datapath/fail.h"

#define OP_CREATE_UMEM 0xa08
#define BIG_PAGE       (2 * ARENA_PAGE)
#define MAY_READ_WRITE 3 /* low bits of an address in a umem's list */

void driver_place(struct driver_card *card, struct driver_placed *placed, size_t start, size_t bytes, bool big_pages)
{
	placed->page_bytes = big_pages ? BIG_PAGE : ARENA_PAGE;
	placed->pages = (start + bytes + placed->page_bytes - 1) / placed->page_bytes;
	placed->bytes = arena_take(&card->memory, placed->pages * placed->page_bytes, placed->page_bytes);
	/* Hostile neighbours may have been here. */
	memset(placed->bytes, 0, placed->pages * placed->page_bytes);
}

void driver_place_record(struct driver_card *card, struct driver_placed *placed)
{
	driver_place(card, placed, 0, ARENA_PAGE, false);
}

size_t driver_place_unit(const struct driver_place *how)
{
	return (how->big_pages ? BIG_PAGE : ARENA_PAGE) / 64;
}

size_t driver_place_cut(const struct driver_place *how, size_t bytes)
{
	return how->cut ? bytes - sizeof(uint64_t) : bytes;
}

static uint64_t page_address(const struct driver_card *card, const struct driver_placed *placed, size_t page)
{
	const uint8_t *at = placed->bytes + page * placed->page_bytes;

	return placed->page_bytes > ARENA_PAGE ? arena_linear(&card->memory, at) : arena_scattered(&card->memory, at);
}

size_t driver_place_pages(struct driver_card *card, const struct driver_placed *placed, uint8_t *in, size_t at,
			  uint64_t flags)
{
	size_t end = at + placed->pages * sizeof(uint64_t);

	driver_require(end <= DRIVER_MAILBOX_MAX, "%zu pages do not fit into a mailbox", placed->pages);
	for (size_t i = 0; i < placed->pages; i++)
		ece_put_be64(in + at + i * sizeof(uint64_t), page_address(card, placed, i) | flags);
	return end;
}

uint32_t driver_place_umem(struct driver_card *card, const struct driver_placed *placed)
{
	uint8_t in[DRIVER_MAILBOX_MAX] = {0};
	size_t bytes = driver_place_pages(card, placed, in, PRM_CREATE_UMEM_MTT_AT, MAY_READ_WRITE);

	prm_set(in, &prm_create_umem_in.log_page_size, placed->page_bytes > ARENA_PAGE);
	prm_set(in, &prm_create_umem_in.num_of_mtt, placed->pages);
	return driver_create(card, OP_CREATE_UMEM, in, bytes);
}
