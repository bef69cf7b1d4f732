/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two sessions against each other, each with a device of its own. */
#ifndef ECE_TESTS_UNIT_LIB_ECE_PAIR_H
#define ECE_TESTS_UNIT_LIB_ECE_PAIR_H

#include "ece/negotiate.h"

/* One end, and what its device does. */
struct end {
	bool supported;
	struct ece_offer card;
	struct ece_policy policy;
	uint32_t leaves_out; /* option bits that the device drops from what it is asked for */
	bool unreadable;     /* what is in effect cannot be read */
	/* what came of it */
	struct ece_session *session;
	struct ece_offer asked;
	bool has_asked;
};

/**
 * pair_run - negotiate to the end; ends[0] is the requestor
 * @piece: bytes that are delivered at once
 *
 * Fails the test where an end does not come to an end. ends[].session must be freed: pair_free().
 */
void pair_run(struct end ends[2], size_t piece);
void pair_free(struct end ends[2]);

/**
 * pair_step - one step of an end against a queue to and from the peer, for tests that steer by hand
 *
 * Returns false where it waits for the peer, or has ended.
 */
struct queue {
	uint8_t bytes[4096];
	size_t len, at;
};
bool pair_step(struct end *end, struct queue *from, struct queue *to, size_t piece);
void pair_begin(struct end *end, enum ece_role role);

#endif
