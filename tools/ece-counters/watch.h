/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reading again and again until somebody ends it. */
#ifndef ECE_TOOLS_ECE_COUNTERS_WATCH_H
#define ECE_TOOLS_ECE_COUNTERS_WATCH_H

#include <stdio.h>

#include "tools/ece-counters/reading.h"
#include "tools/ece-counters/screen.h"

/* What is watched. Functions return 0 or -ENOMEM unless they say more. */
struct watch_content {
	/* What belongs to a reading and is not in it; NULL: nothing. Returns a negative errno with @e filled */
	int (*read)(void *ctx, struct reading *reading, struct ece_error *e);
	int (*text)(void *ctx, const struct reading *reading, const struct view_options *options,
		    const struct term *term);
	/* Off a terminal: what changed since the reading before, or all of it */
	int (*lines)(void *ctx, const struct reading *reading, bool first, FILE *out);
	json_t *(*json)(void *ctx, const struct reading *reading);
	void *ctx;
};

/* watch_content_counters - the counters of all ports; .ctx is not used */
extern const struct watch_content watch_content_counters;

/**
 * watch_run - draw, print or write JSON lines until the end
 * @screen: of screen_open(), and not shown; is given back before this returns
 *
 * Returns 0; -EPIPE without more: nobody reads what is printed; or a negative errno with @e filled.
 */
int watch_run(const struct counters_args *args, const struct watch_content *content, struct reading *reading,
	      struct screen *screen, struct ece_error *e);

#endif
