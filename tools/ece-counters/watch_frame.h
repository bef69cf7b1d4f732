/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One picture of what is watched, as large as the terminal. Pure. */
#ifndef ECE_TOOLS_ECE_COUNTERS_WATCH_FRAME_H
#define ECE_TOOLS_ECE_COUNTERS_WATCH_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/common/term.h"
#include "tools/ece-counters/events.h"

#define WATCH_EVENTS_SHOWN 5

struct watch_view {
	const char *title;
	const char *body;            /* lines, of all devices */
	const struct events *events; /* the newest are shown */
	bool held;                   /* the picture is held, while readings go on */
	bool keys;                   /* tell what can be typed */
	size_t scroll;               /* lines of the body that are above the picture; too many show its end */
};

/* watch_frame - lines for term_paint(); free() it. NULL when memory ran out */
char *watch_frame(const struct term *term, const struct watch_view *view);

/* watch_scroll_max - the largest scroll that changes something */
size_t watch_scroll_max(const struct term *term, const struct watch_view *view);

#endif
