/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The recorder inside. */
#ifndef ECE_LIB_RECORD_INTERNAL_H
#define ECE_LIB_RECORD_INTERNAL_H

#include <jansson.h>

#include "lib/record/record.h"
#include "lib/record/scrub.h"

struct record {
	const struct ece_os *inner;
	struct ece_os os;
	record_line *line;
	void *line_ctx;
	struct scrub scrub;
	size_t bytes, lines;
	int err; /* the first thing that ended it */
};

extern const struct ece_os_ops record_ops;

/**
 * record_put - write one line
 * @line: taken over; NULL: memory ran out
 */
void record_put(struct record *record, json_t *line);

/* One exchange each. @ret: what the call returned. @on: the name of the device or node; @keep: what may stay of @text. */
void record_command(struct record *record, const char *door, const char *on, int scope, const void *in, size_t in_len,
		    const void *out, size_t out_len, int ret);
void record_file(struct record *record, const char *what, enum ece_os_root root, const char *path, enum scrub_file keep,
		 const char *text, int ret);

#endif
