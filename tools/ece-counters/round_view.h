/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* All devices of a round, below each other. */
#ifndef ECE_TOOLS_ECE_COUNTERS_ROUND_VIEW_H
#define ECE_TOOLS_ECE_COUNTERS_ROUND_VIEW_H

#include "tools/ece-counters/past.h"
#include "tools/ece-counters/selection.h"
#include "tools/ece-counters/views.h"

/* Ports of all devices; those with the worst trouble first, else by their names. */
struct round_view {
	struct sheet *sheets;
	size_t count;
	const struct past *past;
};

/**
 * round_view_make - the sheets of all ports that were asked for
 *
 * Returns 0 or -ENOMEM; round_view_done() frees it in any case.
 */
int round_view_make(const struct past *past, const struct selection *selection, struct round_view *view);
void round_view_done(struct round_view *view);

/* round_text - all of it; on a wide terminal beside each other. Returns 0 or -ENOMEM */
int round_text(const struct term *term, const struct view_options *options, const struct round_view *view);

/* round_json - an array of devices, those without a port included */
json_t *round_json(const struct past *past, const struct selection *selection);

#endif
