/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Shared by the files of lib/simfleet. */
#ifndef ECE_LIB_SIMFLEET_INTERNAL_H
#define ECE_LIB_SIMFLEET_INTERNAL_H

#include <stdio.h>

#include "devx/sim/kernel/kernel.h"
#include "lib/host/journal.h"
#include "lib/simfleet/records.h"
#include "lib/simfleet/simfleet.h"

#define SIMFLEET_BOOT_MAX JOURNAL_BOOT_MAX

struct simfleet {
	struct records hosts, cards;
	struct journal *journal;
	uint32_t *index; /* open addressing by name: host + 1, 0 is free */
	size_t index_size;
	agent_facts *facts;      /* NULL: its hosts do not tell facts */
	struct signers *signers; /* NULL: its hosts write what is not signed, too */
	struct traffic_scratch *scratch;
	unsigned int clock_held; /* the lock of the clock, so often */
	bool leases_known;
	uint64_t next_lease_ns; /* of any host; UINT64_MAX: none */
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

/* The boot id of a host's kernel; all zero until it has been started again. */
static inline void simfleet_boot_id(const struct host_record *host, char id[SIMFLEET_BOOT_MAX])
{
	snprintf(id, SIMFLEET_BOOT_MAX, "00000000-0000-0000-0000-%012x", host->boots);
}

/* clock_lock, clock_unlock - nobody else moves the clock or counts traffic meanwhile; may be nested */
int clock_lock(struct simfleet *sim, struct ece_error *e);
void clock_unlock(struct simfleet *sim);

/* leases_next - when the first lease of any host ends; leases_end - hosts act on those that are over */
uint64_t leases_next(struct simfleet *sim);
void leases_end(struct simfleet *sim);

/**
 * traffic_digest - of what the fleet file says about the traffic of a host; traffic_join - into the records
 *
 * _join returns 0 or -ENOMEM.
 */
uint64_t traffic_digest(const struct fleet *fleet, uint32_t host);
int traffic_join(struct simfleet *sim, const struct fleet *fleet);

/* traffic_look - somebody may have changed the cards of a host; traffic_count - bring their counters up to date */
void traffic_look(struct simfleet *sim, struct host_record *host);
void traffic_count(struct simfleet *sim, struct host_record *host);

/**
 * event_arm - what is to happen to a host; more than HOST_EVENTS_MAX are not kept
 *
 * events_happen() lets all happen that is due; the lock of the clock must be held. events_round() is to follow each
 * write to the cards of a host: a driver that rounds shows it at once.
 */
void event_arm(struct simfleet *sim, struct host_record *host, const struct fleet_sim_fault *fault);
void events_happen(struct simfleet *sim);
void events_round(struct simfleet *sim, const struct host_record *host);

struct counted {
	const struct ece_os *inner;
	struct simfleet *sim;
	const struct host_record *host;
};

/**
 * counted_os - a seam whose commands and writes are operations of lib/base/fault.h
 * @counted: must outlive it, as all in it
 */
struct ece_os counted_os(const struct counted *counted);

#endif
