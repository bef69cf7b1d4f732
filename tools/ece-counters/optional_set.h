/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Switching optional counters of several ports: all of them, or none. */
#ifndef ECE_TOOLS_ECE_COUNTERS_OPTIONAL_SET_H
#define ECE_TOOLS_ECE_COUNTERS_OPTIONAL_SET_H

#include "tools/ece-counters/args.h"
#include "tools/ece-counters/optional_view.h"
#include "tools/ece-counters/source.h"

/* The words on the command line, by what they are. */
struct optional_words {
	char **devices;
	size_t device_count;
	const char **names; /* of counters */
	size_t name_count;
};

struct optional_set {
	struct optional_port *ports;
	size_t count;
};

/**
 * optional_split - which words are devices and which are counters
 * @words: the arrays have room for all words; optional_words_done() frees them in any case
 *
 * Returns 0 or a negative errno with @e filled.
 */
int optional_split(const struct ece_os *os, const struct counters_args *args, struct optional_words *words,
		   struct ece_error *e);
void optional_words_done(struct optional_words *words);

/**
 * optional_read - what the selected ports have; a port that has no list has an error instead
 *
 * Returns 0 or a negative errno with @e filled; optional_set_done() in any case.
 */
int optional_read(const struct ece_os *os, const struct selection *selection, struct optional_set *set,
		  struct ece_error *e);
void optional_set_done(struct optional_set *set);

/* optional_none - where no port has a list: why the first one has none. Returns 0, or its error with @e filled */
int optional_none(const struct optional_set *set, struct ece_error *e);

/**
 * optional_switch - on or off, of every port that has them
 * @words: the names; "all": every one
 *
 * -ENOENT: no port has a counter of that name. When one port fails, those before are put back. Returns 0 or a negative
 * errno with @e filled.
 */
int optional_switch(const struct ece_os *os, struct optional_set *set, const struct optional_words *words, bool on,
		    struct ece_error *e);

/* optional_put_back - what optional_switch() changed. All ports are tried; returns the first error, with @e filled */
int optional_put_back(const struct ece_os *os, struct optional_set *set, struct ece_error *e);

#endif
