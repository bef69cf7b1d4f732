/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A wait with an end: short pauses first, longer ones later, all of them bounded. Internal to devx/backend. */
#ifndef ECE_DEVX_BACKEND_PATIENCE_H
#define ECE_DEVX_BACKEND_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/os/os.h"

#define PATIENCE_FIRST_NS   UINT64_C(20000)
#define PATIENCE_LONGEST_NS UINT64_C(8000000)

struct patience {
	const struct ece_os *os;
	uint64_t left_ns;
	uint64_t next_ns;
};

/**
 * patience_of - a wait of @ns altogether
 */
static inline struct patience patience_of(const struct ece_os *os, uint64_t ns)
{
	return (struct patience){.os = os, .left_ns = ns, .next_ns = PATIENCE_FIRST_NS};
}

/**
 * patience_wait - let a little time pass before the next look
 *
 * Returns false, at once, when there is no time left.
 */
static inline bool patience_wait(struct patience *patience)
{
	uint64_t ns = patience->next_ns;

	if (!patience->left_ns)
		return false;
	if (ns > patience->left_ns)
		ns = patience->left_ns;
	patience->os->ops->pause(patience->os->ctx, ns);
	patience->left_ns -= ns;
	patience->next_ns = 2 * ns < PATIENCE_LONGEST_NS ? 2 * ns : PATIENCE_LONGEST_NS;
	return true;
}

#endif
