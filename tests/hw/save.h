/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The values of a NIC before anything was written, in memory and as text that outlives the program. */
#ifndef ECE_TESTS_HW_SAVE_H
#define ECE_TESTS_HW_SAVE_H

#include <stdio.h>

#include "devx/nic/nic.h"

struct hw_saved {
	size_t count;
	const struct ece_param **params; /* those that can be read here */
	struct ece_value *values;
};

/**
 * hw_save - read all that can be read
 *
 * Returns NULL with @e filled. hw_saved_free() accepts NULL.
 */
struct hw_saved *hw_save(struct ece_nic *nic, struct ece_error *e);
void hw_saved_free(struct hw_saved *saved);

/**
 * hw_saved_put, hw_saved_get - as text: one "NAME RAW" a line
 *
 * hw_saved_get() skips names that this program does not know. Returns NULL with @e filled.
 */
int hw_saved_put(const struct hw_saved *saved, FILE *out);
struct hw_saved *hw_saved_get(FILE *in, struct ece_error *e);

/**
 * hw_restore - write back what differs
 * @each: called for every value that differed, with the result of its write
 *
 * One value that cannot be put back does not keep the others from it. Returns how many are still not as saved.
 */
size_t hw_restore(struct ece_nic *nic, const struct hw_saved *saved,
		  void (*each)(void *ctx, const struct ece_write *write), void *ctx);

#endif
