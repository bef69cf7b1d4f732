/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a program must not notice: errno stays, and no cancellation of its threads happens in our files. */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_QUIET_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_QUIET_H

struct trace_quiet {
	int error;
	int cancel;
};

/**
 * trace_quiet_begin, trace_quiet_end - around work of our own
 *
 * errno after trace_quiet_end() is that before trace_quiet_begin().
 */
void trace_quiet_begin(struct trace_quiet *quiet);
void trace_quiet_end(const struct trace_quiet *quiet);

#endif
