/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The files of a simulated fleet: DIR/sim/hosts and DIR/sim/cards, arrays of fixed records behind a header page, mapped
 * shared. A machine of another byte order or structure layout does not read them; the header tells. Private to
 * lib/simfleet.
 */
#ifndef ECE_LIB_SIMFLEET_RECORDS_H
#define ECE_LIB_SIMFLEET_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/sim/fw/state.h"
#include "devx/sim/kernel/kernel.h"
#include "lib/simfleet/simfleet.h"
#include "lib/simfleet/traffic.h"

#define RECORDS_PATH_MAX 4096
#define RECORDS_HEADER   4096
#define RECORDS_CLOCK    (UINT64_C(1) << 40) /* no record: the lock of who moves the clock */

struct records_header {
	char magic[8]; /* "ECESIM" and what the records are: 'H' or 'C' */
	uint32_t version;
	uint32_t record_size;
	uint64_t count;
	/* Hosts only, all that follows. */
	uint64_t clock_ns;
	uint64_t seed;
	struct traffic_setup traffic;
	uint64_t traffic_s;     /* rates have been counted up to here */
	uint64_t rates_until_s; /* 0: they must be found anew */
	uint64_t next_event_ns; /* of all hosts; UINT64_MAX: none */
};

#define HOST_EVENTS_MAX 4

/* Something that happens to a host by itself. */
struct host_event {
	uint8_t kind; /* enum fleet_sim_fault_kind; FLEET_SIM_DOWN: none */
	uint8_t on;   /* DIES: it is off, and .next_ns is when it starts again. ROUNDS: it does */
	char param[ECE_PARAM_NAME_MAX];
	uint64_t raw;
	uint64_t next_ns; /* UINT64_MAX: never again */
	uint64_t every_ns, for_ns;
};

struct host_record {
	char name[SIMFLEET_NAME_MAX];
	char kernel[SIMFLEET_KERNEL_MAX]; /* persona; empty: the usual one */
	uint8_t down;
	uint8_t speaks; /* version of the protocol, 16 * major + minor; 0: as this program */
	uint32_t first_card, card_count;
	/* Requests; UINT32_MAX: always. */
	uint32_t down_left, lost_left, slow_left, twice_left, lies_left, other_left;
	uint32_t boots;
	uint64_t slow_ns;
	uint64_t cards_digest, faults_digest, traffic_digest; /* of what the fleet file said */
	struct host_event event[HOST_EVENTS_MAX];
	struct traffic_host traffic;
};

struct card_record {
	char type[16];
	struct fw_state state;
	struct sim_kept kept; /* by the host, for this function */
};

struct records {
	int fd;
	char kind;
	uint32_t record_size;
	unsigned char *map;
	size_t map_len;
	char path[RECORDS_PATH_MAX];
};

/**
 * records_open - map a file, create it when @create and it is not there
 *
 * Takes the shared lock of the structure. records_close() accepts what was zeroed and what failed to open.
 */
int records_open(struct records *records, const char *dir, const char *name, char kind, uint32_t record_size,
		 bool create, struct ece_error *e);
void records_close(struct records *records);

/**
 * records_grow - room for more zeroed records; needs the exclusive lock
 *
 * They exist once the count in the header says so: who is killed before that has only wasted space. Pointers into the
 * old map are void.
 */
int records_grow(struct records *records, uint64_t count, struct ece_error *e);

/* The lock of the structure (who may grow it), and of one record; waits up to @wait_ms. */
int records_lock_all(struct records *records, bool exclusive, unsigned int wait_ms, struct ece_error *e);
int records_lock(struct records *records, uint64_t i, unsigned int wait_ms, struct ece_error *e);
void records_unlock(struct records *records, uint64_t i);

static inline struct records_header *records_header(const struct records *records)
{
	return (struct records_header *)(void *)records->map;
}

static inline void *records_at(const struct records *records, uint64_t i)
{
	return records->map + RECORDS_HEADER + i * records->record_size;
}

#endif
