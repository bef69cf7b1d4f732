/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_TRACE_SHOW_H
#define ECE_TOOLS_ECE_TRACE_SHOW_H

#include <jansson.h>

#include "tools/common/term.h"
#include "tools/ece-trace/args.h"

#define SHOW_LINE_MAX   4096   /* bytes of a line; longer ones are none of ours */
#define SHOW_EVENTS_MAX 100000 /* the rest is counted */

/* What was read of a trace. */
struct trace_file {
	json_t *events; /* array, in the order of the lines; NULL: memory ran out */
	size_t others;  /* lines that are no part of a trace: a program's own, or damaged ones */
	size_t left;    /* events behind the last one that is kept */
};

/**
 * trace_file_read - the lines of a trace out of @in, whatever stands between them
 *
 * @file->events is the caller's to release.
 */
void trace_file_read(FILE *in, struct trace_file *file);

/**
 * trace_text - the table, and below it what each process said at its end
 */
void trace_text(const struct term *term, const struct trace_file *file);

/**
 * show_trace - what --show does; returns the exit status
 */
int show_trace(const struct trace_args *args);

#endif
