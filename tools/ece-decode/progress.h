/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How far it is, on stderr: while a person waits there and what is found goes elsewhere. */
#ifndef ECE_TOOLS_ECE_DECODE_PROGRESS_H
#define ECE_TOOLS_ECE_DECODE_PROGRESS_H

#include <stdint.h>

#include "tools/common/term.h"

struct progress {
	struct term term;
	bool on;
	uint64_t next_ns; /* when to draw again */
};

/**
 * progress_start - find out whether there is anybody to show it to
 */
void progress_start(struct progress *progress);

/**
 * progress_show - draw it, some times a second
 * @packets: called for each; most calls do nothing
 */
void progress_show(struct progress *progress, uint64_t packets, uint64_t connections);

/**
 * progress_end - take it away
 */
void progress_end(struct progress *progress);

#endif
