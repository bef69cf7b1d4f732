// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "lib/base/clock.h"

#define EACH_NS      (200 * CLOCK_MS_NS)
#define LOOK_PACKETS 1024 /* the clock is looked at once in so many */
#define LINE_MAX     120

void progress_start(struct progress *progress)
{
	term_init(&progress->term, stderr);
	/* On a terminal the connections themselves are the progress. */
	progress->on = progress->term.tty && !isatty(STDOUT_FILENO);
	progress->next_ns = 0;
}

void progress_show(struct progress *progress, uint64_t packets, uint64_t connections)
{
	char line[LINE_MAX];
	uint64_t now;

	if (!progress->on || packets % LOOK_PACKETS)
		return;
	now = clock_now();
	if (now < progress->next_ns)
		return;
	progress->next_ns = now + EACH_NS;
	snprintf(line, sizeof(line), "%" PRIu64 " packets, %" PRIu64 " connections\n", packets, connections);
	term_draw(&progress->term, line);
}

void progress_end(struct progress *progress)
{
	if (progress->on)
		term_draw(&progress->term, "");
}
