// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Who shares what with whom, and what they send: from the labels of the fleet file into the records of the hosts. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/fnv.h"
#include "lib/simfleet/internal.h"

struct member {
	const char *value; /* equal values of labels are one pointer */
	uint32_t index;    /* in the fleet file */
};

static int by_value(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	if (x->value != y->value)
		return (uintptr_t)x->value < (uintptr_t)y->value ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static uint32_t place_of(const struct simfleet *sim, const struct fleet *fleet, uint32_t index)
{
	return *index_slot(sim, fleet->hosts[index].name) - 1;
}

/* The first host with the same value of a label stands for all of them. */
static void find_leaders(struct simfleet *sim, const struct fleet *fleet, struct member *members, bool racks)
{
	const struct fleet_sim_traffic *traffic = &fleet->transport.sim.traffic;
	uint32_t leader = TRAFFIC_NONE;

	for (uint32_t i = 0; i < fleet->host_count; i++)
		members[i] = (struct member){fleet_label(fleet, i, racks ? traffic->rack : traffic->job), i};
	qsort(members, fleet->host_count, sizeof(*members), by_value);
	for (uint32_t i = 0; i < fleet->host_count; i++) {
		struct traffic_host *host = &host_record(sim, place_of(sim, fleet, members[i].index))->traffic;

		if (!i || members[i].value != members[i - 1].value)
			leader = members[i].value ? place_of(sim, fleet, members[i].index) : TRAFFIC_NONE;
		*(racks ? &host->rack : &host->job) = leader;
	}
}

static void set_up(struct simfleet *sim, const struct fleet_sim_traffic *traffic)
{
	struct records_header *header = records_header(&sim->hosts);

	header->traffic = (struct traffic_setup){
		.on = traffic->on,
		.priority = (uint8_t)traffic->priority,
		.load = (uint16_t)traffic->load,
		.uplink = (uint16_t)traffic->uplink,
		.day_s = traffic->day_ns / CLOCK_SECOND_NS,
		.clock_s = traffic->clock_ns / CLOCK_SECOND_NS,
		.seed = header->seed,
	};
	header->traffic_s = header->clock_ns / CLOCK_SECOND_NS;
	header->rates_until_s = 0;
}

/* Hosts that send already keep what somebody has set on their cards. */
static void join(struct simfleet *sim, struct host_record *host, bool takes_part)
{
	unsigned int priority = records_header(&sim->hosts)->traffic.priority;

	for (uint32_t i = 0; takes_part && !host->traffic.nics && i < host->card_count; i++)
		traffic_prepare(&card_record(sim, host, i)->state, priority);
	host->traffic.nics = takes_part ? host->card_count : 0;
	if (host->card_count)
		host->traffic.speed_mbps = card_record(sim, host, 0)->state.speed_mbps;
	traffic_look(sim, host);
}

int traffic_join(struct simfleet *sim, const struct fleet *fleet)
{
	const struct fleet_sim_traffic *traffic = &fleet->transport.sim.traffic;
	struct member *members = calloc(fleet->host_count + 1, sizeof(*members));

	if (!members)
		return -ENOMEM;
	set_up(sim, traffic);
	if (traffic->on) {
		find_leaders(sim, fleet, members, true);
		find_leaders(sim, fleet, members, false);
	}
	for (uint32_t i = 0; i < fleet->host_count; i++)
		join(sim, host_record(sim, place_of(sim, fleet, i)), traffic->on);
	free(members);
	return 0;
}

uint64_t traffic_digest(const struct fleet *fleet, uint32_t host)
{
	const struct fleet_sim_traffic *traffic = &fleet->transport.sim.traffic;
	const char *labels[2] = {NULL, NULL};
	uint64_t hash = FNV64_START;

	/* What it is in records that were never told: a fleet without traffic has nothing to be told. */
	if (!traffic->on)
		return 0;
	labels[0] = fleet_label(fleet, host, traffic->rack);
	labels[1] = fleet_label(fleet, host, traffic->job);
	hash = fnv64(hash, &traffic->load, sizeof(traffic->load));
	hash = fnv64(hash, &traffic->uplink, sizeof(traffic->uplink));
	hash = fnv64(hash, &traffic->priority, sizeof(traffic->priority));
	hash = fnv64(hash, &traffic->day_ns, sizeof(traffic->day_ns));
	hash = fnv64(hash, &traffic->clock_ns, sizeof(traffic->clock_ns));
	for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
		hash = fnv64(hash, labels[i] ? labels[i] : "", labels[i] ? strlen(labels[i]) + 1 : 1);
	return hash;
}
