/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What passes over a fleet remember of drift, so that the next one knows since when a value is wrong, how often it was
 * repaired, and which writer is not fought any more. Pure: lib/control keeps the texts as notes of the store.
 */
#ifndef ECE_LIB_DRIFT_MEMORY_H
#define ECE_LIB_DRIFT_MEMORY_H

#include "lib/drift/drift.h"

#define DRIFT_ENTRIES_MAX 1024 /* of one host; those that are still wrong are kept rather than others */
#define DRIFT_TIMES_MAX   1000 /* different times at which hosts were last looked at; older ones are forgotten */

/* One parameter of one NIC that is wrong, was repaired not long ago, or has a writer who is not fought. */
struct drift_entry {
	uint32_t host; /* of the fleet */
	uint64_t guid;
	uint16_t param;
	bool open; /* it was wrong when it was last looked at */
	uint64_t should, now;
	int64_t first_seen, last_right;         /* of the last time that it went wrong; 0: not known */
	int64_t given_up;                       /* 0: it is fought */
	int64_t repairs[FLEET_DRIFT_TRIES_MAX]; /* oldest first */
	uint32_t repair_count;
};

struct drift_memory {
	const struct fleet *fleet;
	struct drift_entry *entries; /* by host, GUID, parameter from drift_memory_update() on */
	size_t count, max;
	int64_t *looked; /* of each host: when it was last judged; 0: not known */
};

/**
 * drift_memory_new - nothing is known; drift_memory_free() accepts NULL
 */
int drift_memory_new(const struct fleet *fleet, struct drift_memory **memory);
void drift_memory_free(struct drift_memory *memory);

/**
 * drift_memory_take_host - what an earlier pass kept of a host; to be called for each once, in any order
 * drift_memory_take_looked - and of when hosts were looked at
 *
 * Hosts that the fleet does not have are passed over. Return 0; -EINVAL for what is no such text, of which nothing is
 * taken; or -ENOMEM.
 */
int drift_memory_take_host(struct drift_memory *memory, const char *host, const char *text);
int drift_memory_take_looked(struct drift_memory *memory, const char *text);

/**
 * drift_memory_update - what is wrong now becomes known, and is told to the items what was known of them
 * @hosts: as drift_find() had them
 * @now: seconds since 1970
 */
int drift_memory_update(struct drift_memory *memory, struct drift *drift, const struct facts_host *hosts, int64_t now);

/**
 * drift_memory_repairing - this item is about to be repaired
 */
void drift_memory_repairing(struct drift_memory *memory, const struct drift_item *item, const struct facts_host *hosts,
			    int64_t now);

/**
 * drift_memory_again - fight on: forget repairs and writers
 * @hosts: of each host of the fleet: of this one
 */
void drift_memory_again(struct drift_memory *memory, const bool *hosts);

/**
 * drift_memory_same_hosts - hosts with this very drift: now, or repaired within the time that the file says
 */
size_t drift_memory_same_hosts(const struct drift_memory *memory, uint16_t param, uint64_t should, uint64_t now);

/**
 * drift_memory_host - what is to be kept of a host; free() it
 * @text: receives NULL where there is nothing
 * drift_memory_looked - the same of when hosts were looked at; never NULL
 *
 * Return 0 or -ENOMEM.
 */
int drift_memory_host(const struct drift_memory *memory, uint32_t host, char **text);
int drift_memory_looked(const struct drift_memory *memory, char **text);

/**
 * drift_is_widespread - is the same drift on so many hosts that it is no accident?
 * @same: hosts that have it
 * @total: all hosts of the file, whether they answered or not
 *
 * More than the part or the number that the file says, and never a single host.
 */
bool drift_is_widespread(struct fleet_amount stop_at, size_t same, size_t total);

#endif
