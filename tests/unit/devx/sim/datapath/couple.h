/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two cards with one connected QP each, the usual start of a test. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_COUPLE_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_COUPLE_H

#include "tests/unit/devx/sim/datapath/post.h"

#define COUPLE_BYTES 65536 /* of each memory */

struct couple {
	struct driver driver;
	struct driver_cq send_cq[2], receive_cq[2];
	struct driver_mr mr[2];
	struct driver_qp qp[2];
};

/**
 * couple_start - two cards, and QPs of @service between them, ready to send
 * @link: NULL for driver_link
 *
 * The memory of the first one is a pattern, that of the second one 0xee. Ends with couple_stop().
 */
void couple_start(struct couple *couple, enum prm_qp_service service, const struct driver_link *link);

/* couple_start_cards - the same with card types by name */
void couple_start_cards(struct couple *couple, const char *one, const char *other, enum prm_qp_service service,
			const struct driver_link *link);

/* couple_make - the same on cards that are there, in the places that @place says, not connected yet */
void couple_make(struct couple *couple, enum prm_qp_service service, const struct driver_place *place);

void couple_stop(struct couple *couple);

/* couple_fill - a pattern that tells every byte of a memory from its neighbours */
void couple_fill(uint8_t *bytes, size_t count, uint8_t seed);

/* couple_receive - post a receive entry at @at of one's memory */
void couple_receive(struct couple *couple, size_t side, size_t at, size_t bytes);

/* couple_send - SEND bytes of one's memory, completion asked for */
void couple_send(struct couple *couple, size_t side, size_t at, size_t bytes);

/* couple_write - RDMA WRITE from one's memory to the same place in the other's */
void couple_write(struct couple *couple, size_t side, size_t at, size_t bytes);

#endif
