/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Shared by the files of lib/simfleet. */
#ifndef ECE_LIB_SIMFLEET_INTERNAL_H
#define ECE_LIB_SIMFLEET_INTERNAL_H

#include "devx/sim/kernel/kernel.h"
#include "lib/host/journal.h"
#include "lib/simfleet/records.h"
#include "lib/simfleet/simfleet.h"

struct simfleet {
	struct records hosts, cards;
	struct journal *journal;
	uint32_t *index; /* open addressing by name: host + 1, 0 is free */
	size_t index_size;
};

static inline struct host_record *host_record(const struct simfleet *sim, size_t host)
{
	return records_at(&sim->hosts, host);
}

static inline struct card_record *card_record(const struct simfleet *sim, const struct host_record *host, size_t card)
{
	return records_at(&sim->cards, host->first_card + card);
}

/**
 * index_build - all names, with room for @more; index_slot - where a name is or belongs
 */
int index_build(struct simfleet *sim, uint64_t more, struct ece_error *e);
uint32_t *index_slot(const struct simfleet *sim, const char *name);

/**
 * sync_fleet - make the files have what the fleet file says
 */
int sync_fleet(struct simfleet *sim, const struct fleet *fleet, struct ece_error *e);

/**
 * faults_arm - the faults of one host of the fleet file, in its record and its cards
 */
void faults_arm(struct simfleet *sim, struct host_record *host, const struct fleet *fleet, uint32_t index);

/**
 * counted_os - a seam whose commands and writes are operations of lib/base/fault.h
 * @inner: must outlive it
 */
struct ece_os counted_os(const struct ece_os *inner);

#endif
