/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The texts that a store in etcd keeps: records of runs, events, hosts that are owed something, words. Pure. */
#ifndef ECE_LIB_STORE_ETCD_RECORD_H
#define ECE_LIB_STORE_ETCD_RECORD_H

#include <jansson.h>

#include "lib/base/sha256.h"
#include "lib/store/store.h"

/* A run, and how its plan lies in etcd. */
struct record {
	struct store_run run; /* .events counts those that are pending, too */
	uint64_t plan_bytes;  /* of the text */
	uint64_t plan_packed; /* as it is kept */
	uint32_t plan_chunks;
	char plan_sha256[2 * SHA256_BYTES + 1]; /* of the text */
	int64_t created;                        /* revision of etcd: the order of runs */
};

/**
 * record_encode - the record as JSON; NULL when memory ran out
 */
json_t *record_encode(const struct record *record);

/**
 * record_decode - read it
 *
 * .created is left alone. Returns 0, or -EUCLEAN for a text that no version writes.
 */
int record_decode(const char *text, size_t len, struct record *record);

/**
 * record_event - one event as an array of numbers; NULL when memory ran out
 */
json_t *record_event(uint64_t now_ns, const struct rollout_event *event);

/**
 * record_events_decode - read an array of them, in order
 * @each: stops when it returns non-zero, and that is returned
 *
 * Returns -EUCLEAN for a text that no version writes.
 */
int record_events_decode(const char *text, size_t len,
			 int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx);

/**
 * record_owed, record_owed_decode - a host that is owed something
 */
json_t *record_owed(const struct store_owed *owed);
int record_owed_decode(const char *text, size_t len, struct store_owed *owed);

/* In etcd by these words. A word that is not there any more was withdrawn, or left for a controller that is gone. */
enum record_word_state {
	RECORD_WORD_LEFT,
	RECORD_WORD_HEARD, /* by a controller: it is taken with the event that it leads to, or dropped with the controller */
	RECORD_WORD_TAKEN,
};

struct record_word {
	char run[RUN_ID_MAX];
	enum store_word word;
	enum record_word_state state;
	char who[STORE_WHO_MAX];
};

json_t *record_word(const struct record_word *word);
int record_word_decode(const char *text, size_t len, struct record_word *word);

#endif
