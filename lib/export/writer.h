/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Families and samples into a page, in any of its formats. A failure is kept, and nothing is written after it: callers
 * need not look before the end. Internal to lib/export.
 */
#ifndef ECE_LIB_EXPORT_WRITER_H
#define ECE_LIB_EXPORT_WRITER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"
#include "lib/export/label.h"
#include "lib/export/page.h"

enum export_type {
	EXPORT_GAUGE,
	EXPORT_COUNTER,
	EXPORT_INFO,
	EXPORT_UNKNOWN, /* a number of which nobody tells whether it only grows */
};

struct export_family {
	const char *name; /* without "_total" and "_info" at its end */
	const char *unit; /* then it is the end of .name; or NULL */
	const char *help;
	enum export_type type;
};

struct export_number {
	enum {
		EXPORT_INTEGER,
		EXPORT_MICROSECONDS, /* .integer; told in seconds */
		EXPORT_REAL,
	} kind;
	union {
		uint64_t integer;
		double real;
	};
};

struct export_writer {
	enum export_format format;
	char *text; /* @len of @size bytes; @max at most */
	size_t len, size, max;
	size_t series;
	struct export_family family;
	bool headed;    /* the lines above the samples of the family are written */
	json_t *list;   /* JSON: of families */
	json_t *object; /* JSON: the family, borrowed from .list */
	int code;       /* the first failure, -E2BIG or -ENOMEM */
};

/**
 * export_writer_begin - an empty page of at most @max bytes
 *
 * export_writer_end() it, then free() .text.
 */
void export_writer_begin(struct export_writer *writer, enum export_format format, size_t max);

/**
 * export_family_begin - samples from now on are of @family, whose texts must stay until the next one
 *
 * One without a sample leaves nothing on the page.
 */
void export_family_begin(struct export_writer *writer, const struct export_family *family);

/**
 * export_sample - one series
 * @labels: or NULL
 * @more: one more label, or NULL
 */
void export_sample(struct export_writer *writer, const struct export_labels *labels, const struct export_label *more,
		   struct export_number value);

/* export_missing - there is a series, and no number to tell of it: @why is "absent", "unreadable". Only JSON says so. */
void export_missing(struct export_writer *writer, const struct export_labels *labels, const struct export_label *more,
		    const char *why);

/**
 * export_labels_render - labels of many samples are made into text once
 * @arena: keeps it
 *
 * For JSON there is nothing to do. Without memory the page has failed.
 */
void export_labels_render(struct export_writer *writer, struct arena *arena, struct export_labels *labels);

/* export_writer_end - what comes last; .code then says whether .text is a page. Returns .code. */
int export_writer_end(struct export_writer *writer);

static inline struct export_number export_integer(uint64_t value)
{
	return (struct export_number){.kind = EXPORT_INTEGER, .integer = value};
}

static inline struct export_number export_microseconds(uint64_t value)
{
	return (struct export_number){.kind = EXPORT_MICROSECONDS, .integer = value};
}

static inline struct export_number export_real(double value)
{
	return (struct export_number){.kind = EXPORT_REAL, .real = value};
}

/* Of writer.c, for the formats: bytes at the end of the page. */
void export_put(struct export_writer *writer, const char *bytes, size_t len);

/* Of text.c and json.c, for writer.c. */
void export_text_sample(struct export_writer *writer, const struct export_labels *labels,
			const struct export_label *more, struct export_number value);
void export_text_labels(struct export_writer *writer, const struct export_labels *labels);
void export_json_begin(struct export_writer *writer);
void export_json_sample(struct export_writer *writer, const struct export_labels *labels,
			const struct export_label *more, const struct export_number *value, const char *why);
void export_json_end(struct export_writer *writer);

#endif
