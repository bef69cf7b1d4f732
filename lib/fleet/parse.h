/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the parts of the parser share. Private to lib/fleet.
 *
 * A file is read twice: check.c holds it against the tables of shape.c and reports what does not fit; then one reader
 * for each part builds the fleet and reports what only shows when parts are seen together. Readers take what fits and
 * pass over the rest, so that one run finds all faults. They return 0 or -ENOMEM; faults of the file are no failure of
 * a reader.
 */
#ifndef ECE_LIB_FLEET_PARSE_H
#define ECE_LIB_FLEET_PARSE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"
#include "lib/base/intern.h"
#include "lib/base/json_position.h"
#include "lib/fleet/faults.h"
#include "lib/fleet/fleet.h"

/* What a fleet owns beside what its readers see. */
struct fleet_private {
	struct arena arena;
	struct intern hosts;
	const struct ece_param **params; /* fleet_params() */
	size_t param_count;
};

/* Hosts of entries, as they are found; later an index by host. */
struct mention {
	uint32_t host, entry;
};

struct mentions {
	struct mention *list;
	size_t count, room;
};

struct parse {
	const struct fleet_input *input;
	struct fleet *fleet;
	struct arena *arena;
	struct intern *hosts;
	struct intern profile_names;
	struct intern rollout_names;
	struct label_table *labels;
	struct arena scratch; /* until the parser is done */
	struct json_positions *positions;
	struct faults faults;
	uint32_t *stamps; /* by host: the last selection that took it */
	uint32_t stamp;
	size_t mention_count; /* against FLEET_MENTIONS_MAX */
	bool too_many;        /* hosts or mentions; said once */
};

/* A value of the file: what jansson has, where it stands, and the "id" of the entry it belongs to (or NULL). */
struct cursor {
	const json_t *json; /* NULL: not in the file */
	uint32_t node;
	const char *id;
};

/**
 * cursor_root - the whole file
 */
struct cursor cursor_root(const struct parse *p, const json_t *json);

/**
 * cursor_get - a member of an object; one that is not there has no json
 */
struct cursor cursor_get(const struct parse *p, struct cursor at, const char *key);

/**
 * cursor_each - call @each for the elements of an array, or the members of an object, in the order of the file
 * @key: of a member; NULL for an element
 *
 * Returns 0, or what @each returned if it was not 0.
 */
int cursor_each(struct parse *p, struct cursor at,
		int (*each)(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx), void *ctx);

size_t cursor_count(struct cursor at);

/**
 * cursor_text - a string, or NULL when it is none
 */
const char *cursor_text(struct cursor at);

/**
 * cursor_place - where a value stands, as readers of a fleet see it
 */
struct fleet_place cursor_place(const struct parse *p, struct cursor at);

/**
 * fault_value, fault_key, fault_inside - report a fault at a value, at its key, or at a byte inside a string
 *
 * Path and id come before the sentence.
 */
__attribute__((format(printf, 4, 5))) void fault_value(struct parse *p, struct cursor at, enum ece_error_kind kind,
						       const char *format, ...);
__attribute__((format(printf, 4, 5))) void fault_key(struct parse *p, struct cursor at, enum ece_error_kind kind,
						     const char *format, ...);
__attribute__((format(printf, 5, 6))) void fault_inside(struct parse *p, struct cursor at, size_t offset,
							enum ece_error_kind kind, const char *format, ...);

/**
 * did_you_mean - "; did you mean "x"?", or "" when @best is NULL
 *
 * Returns @buf.
 */
const char *did_you_mean(const char *best, char *buf, size_t size);

/**
 * did_you_mean_param - the same for a name that is no parameter
 */
const char *did_you_mean_param(const char *name, char *buf, size_t size);

/**
 * did_you_mean_name - the same for a name that is not in @names
 */
const char *did_you_mean_name(const struct intern *names, const char *name, char *buf, size_t size);

/**
 * check_shape - hold a value against a shape and report all that does not fit
 */
void check_file(struct parse *p, struct cursor root);

/**
 * read_value - what one key of "set" says about its parameter
 * @value: raw and leave are written on success
 *
 * Returns true when it is a value of this version; else false with the fault reported if @report.
 */
bool read_value(struct parse *p, struct cursor at, const struct ece_param *param, bool report,
		struct fleet_value *value);

/**
 * read_amount, read_duration - false when the value is none or not there; reports nothing
 */
bool read_amount(struct cursor at, struct fleet_amount *amount);
bool read_duration(struct cursor at, uint64_t *ns);

/**
 * read_word - the number of a string in a list of words ended by NULL
 *
 * Returns @missing when it is not there or none of them; reports nothing.
 */
int read_word(struct cursor at, const char *const *words, int missing);

/**
 * read_hosts - inventory and assigns: all hosts of the fleet and their labels
 */
int read_hosts(struct parse *p, struct cursor root);

/**
 * labels_of_hosts - the label set of every host, and of the label table what outlives the parser
 */
int labels_of_hosts(struct parse *p, struct fleet_host *hosts);

/**
 * labels_select - add the hosts whose labels fit to @mentions
 *
 * Returns as mention_add().
 */
int labels_select(struct parse *p, struct cursor at, uint32_t entry, struct mentions *mentions);

/**
 * labels_read - the label set of an inventory entry
 */
int labels_read(struct parse *p, struct cursor at, uint32_t *set);

/**
 * labels_add - give a host the labels of a set beside those it has; @at is where that is said
 */
int labels_add(struct parse *p, struct cursor at, uint32_t host, uint32_t set);

/**
 * select_hosts - add the hosts that a "hosts" value names or selects to @mentions, each once, for entry @entry
 *
 * Reports hosts and labels that the file does not have. Without the value (at.json NULL): every host.
 */
int select_hosts(struct parse *p, struct cursor at, uint32_t entry, struct mentions *mentions);

#define MENTIONS_FULL 1

/**
 * mention_count - a host is named or selected once more, by the value @at
 *
 * Returns 0, or MENTIONS_FULL with the fault reported when that passes FLEET_MENTIONS_MAX.
 */
int mention_count(struct parse *p, struct cursor at);

/**
 * mention_add - the same, and note that an entry has the host
 *
 * Returns 0, MENTIONS_FULL or -ENOMEM.
 */
int mention_add(struct parse *p, struct cursor at, struct mentions *mentions, uint32_t host, uint32_t entry);

/**
 * mention_push - note it without counting
 *
 * Returns 0 or -ENOMEM.
 */
int mention_push(struct mentions *mentions, uint32_t host, uint32_t entry);

/**
 * mentions_index - turn mentions into an index by host; entries of one host in the order in which they were noted
 *
 * The list is freed. Returns 0 or -ENOMEM.
 */
int mentions_index(struct arena *arena, struct mentions *mentions, uint32_t host_count, struct fleet_index *index);

/**
 * mentions_hosts - turn mentions of one entry into a list of hosts
 *
 * The list is freed. Returns 0 or -ENOMEM.
 */
int mentions_hosts(struct parse *p, struct mentions *mentions, const uint32_t **hosts, uint32_t *count);

/**
 * labels_done - free what of the label table no arena has
 */
void labels_done(struct parse *p);

/**
 * extends_order - put entries that extend each other into an order in which each comes after what it extends
 * @what: "profile", for messages
 * @map: the object of entries, by name
 * @names: the same names, numbered in the same order
 * @parents: receives for each entry what it extends, or FLEET_NONE; cycles are reported and cut
 * @order: receives the numbers of the entries
 *
 * Returns 0 or -ENOMEM.
 */
int extends_order(struct parse *p, const char *what, struct cursor map, const struct intern *names, uint32_t *parents,
		  uint32_t *order);

int read_profiles(struct parse *p, struct cursor root);
int read_assigns(struct parse *p, struct cursor root);
int read_rollouts(struct parse *p, struct cursor root);
int read_transport(struct parse *p, struct cursor root);

#endif
