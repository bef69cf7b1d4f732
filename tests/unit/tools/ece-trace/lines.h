/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The lines that hooks in this process wrote. */
#ifndef ECE_TESTS_ECE_TRACE_LINES_H
#define ECE_TESTS_ECE_TRACE_LINES_H

#include <jansson.h>

/* lines_path - of the log, in the test's own folder; for a constructor that sets the environment */
const char *lines_path(void);

/* lines_drop - forget what was written */
void lines_drop(void);

/**
 * lines_last - the last line of a kind
 *
 * Belongs to this file, until the next call. Fails the test when there is none.
 */
json_t *lines_last(const char *event);

/* lines_count - how many of a kind; NULL: of any */
size_t lines_count(const char *event);

/* Values of a line. line_null() also fails the test where the key is not there. */
long long line_number(const json_t *line, const char *key);
const char *line_text(const json_t *line, const char *key);
int line_is_null(const json_t *line, const char *key);

#endif
