/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The exchanges that a session keeps: found by who asks whom under which id, and dropped from the oldest end when there are
 * too many; those that were told of go first.
 */
#ifndef ECE_LIB_CAPTURE_TABLE_H
#define ECE_LIB_CAPTURE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/capture/exchange.h"

struct capture_key {
	uint8_t requester[CAPTURE_GID_BYTES];
	uint8_t responder[CAPTURE_GID_BYTES];
	uint32_t id; /* of the requester */
	bool datagram;
};

struct capture_node {
	struct capture_node *next_in_bucket;
	struct capture_node *older, *newer; /* in its list */
	struct capture_key key;
	struct capture_exchange exchange;
	bool told;
};

struct capture_table;

/**
 * capture_table_new - an empty table for @max nodes; NULL when memory ran out. capture_table_free() accepts NULL
 */
struct capture_table *capture_table_new(uint32_t max);
void capture_table_free(struct capture_table *table);

/**
 * capture_table_find - the node of a key
 *
 * Belongs to the table, until capture_table_remove(). NULL: there is none.
 */
struct capture_node *capture_table_find(const struct capture_table *table, const struct capture_key *key);

/**
 * capture_table_full - is there no room for one more?
 */
bool capture_table_full(const struct capture_table *table);

/**
 * capture_table_add - a new node, zeroed but for its key, which must not be in the table
 *
 * Returns NULL when memory ran out.
 */
struct capture_node *capture_table_add(struct capture_table *table, const struct capture_key *key);

/**
 * capture_table_told - put a node among those that were told of
 */
void capture_table_told(struct capture_table *table, struct capture_node *node);

/**
 * capture_table_oldest - the node to drop next: the oldest of those that were told of, else the oldest; NULL: it is empty
 */
struct capture_node *capture_table_oldest(const struct capture_table *table);

/**
 * capture_table_oldest_open - the oldest node that was not told of; NULL: there is none
 */
struct capture_node *capture_table_oldest_open(const struct capture_table *table);

/**
 * capture_table_remove - drop and free a node
 */
void capture_table_remove(struct capture_table *table, struct capture_node *node);

#endif
