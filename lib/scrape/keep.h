/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The file with the rounds of 32-bit counters: a line of scrape_reader_save() for each device. A file that is damaged,
 * too long, or not there, is one without lines. Internal to lib/scrape.
 */
#ifndef ECE_LIB_SCRAPE_KEEP_H
#define ECE_LIB_SCRAPE_KEEP_H

#include <stdio.h>

#include "lib/scrape/reading.h"

#define SCRAPE_KEEP_MAX      (64U << 20) /* bytes of the file */
#define SCRAPE_KEEP_LINE_MAX (1U << 20)  /* of one device */

/* Zeroed: nothing was kept. */
struct scrape_keep {
	char *text; /* lines that end in NUL */
	size_t len;
};

/* scrape_keep_read - what a process before this one kept; scrape_keep_done() it. @path may be NULL */
void scrape_keep_read(const char *path, struct scrape_keep *keep);
void scrape_keep_parse(char *text, size_t len, struct scrape_keep *keep); /* takes over @text */
void scrape_keep_done(struct scrape_keep *keep);

/* scrape_keep_load - give a new reader what was kept of its device, if anything was */
void scrape_keep_load(const struct scrape_keep *keep, struct scrape_reader *reader);

/* scrape_keep_line - what is to be kept of a device: free() it. NULL: nothing. Returns 0 or -ENOMEM */
int scrape_keep_line(const struct scrape_reader *reader, char **line);

/**
 * scrape_keep_open, scrape_keep_add, scrape_keep_close - write it anew
 * @file: NULL on an error
 *
 * The old file is there until the new one is whole. Return 0 or a negative errno; after an error _close() leaves the old
 * file.
 */
int scrape_keep_open(const char *path, FILE **file);
int scrape_keep_add(FILE *file, const char *line);
int scrape_keep_close(const char *path, FILE *file, int err);

#endif
