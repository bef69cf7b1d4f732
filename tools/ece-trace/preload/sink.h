/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where lines go. Between two lines no descriptor is ours: a program that closes them all, or puts its own in their place,
 * neither ends the log nor finds our lines in its files.
 */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_SINK_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_SINK_H

#include <stdbool.h>
#include <stddef.h>

#define TRACE_FILE_MAX (256U << 20) /* bytes of one log file, and of what one process writes to stderr */

/**
 * trace_sink_write - one line, by one write(2)
 * @line: with its newline, at most PIPE_BUF bytes
 *
 * Stderr is what it was when the program began; if that is no longer there, the line is lost. Waits at most a tenth of a
 * second for a slow reader. Signals of a broken pipe and of a file that may not grow stay away from the program.
 * Returns false where the line is lost.
 */
bool trace_sink_write(const char *line, size_t len);

/**
 * trace_sink_say - one line for people, on stderr, if that is still what it was
 */
void trace_sink_say(const char *text);

#endif
