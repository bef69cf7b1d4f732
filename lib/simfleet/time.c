// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The virtual clock moves: what hosts send is counted, and what was to happen happens, each at its time. */
#include "lib/base/clock.h"
#include "lib/simfleet/internal.h"

#define CLOCK_WAIT_MS 5000

int clock_lock(struct simfleet *sim, struct ece_error *e)
{
	int ret = sim->clock_held ? 0 : records_lock(&sim->hosts, RECORDS_CLOCK, CLOCK_WAIT_MS, e);

	sim->clock_held += !ret;
	return ret;
}

void clock_unlock(struct simfleet *sim)
{
	if (!--sim->clock_held)
		records_unlock(&sim->hosts, RECORDS_CLOCK);
}

static struct traffic_host *traffic_of(void *ctx, size_t i)
{
	return &host_record(ctx, i)->traffic;
}

/* Up to a whole second. Without memory the old rates stay. */
static void run_traffic(struct simfleet *sim, uint64_t to_s)
{
	struct records_header *header = records_header(&sim->hosts);
	size_t count = simfleet_host_count(sim);

	while (header->traffic_s < to_s) {
		uint64_t until = to_s;

		if (header->rates_until_s <= header->traffic_s) {
			traffic_rates(&header->traffic, traffic_of, sim, count, header->traffic_s, &sim->scratch);
			header->rates_until_s = traffic_next(&header->traffic, header->traffic_s);
		}
		if (header->rates_until_s < until)
			until = header->rates_until_s;
		for (size_t i = 0; i < count; i++)
			if (host_record(sim, i)->traffic.nics)
				traffic_run(&host_record(sim, i)->traffic, until - header->traffic_s);
		header->traffic_s = until;
	}
}

static void move_to(struct simfleet *sim, uint64_t to_ns)
{
	struct records_header *header = records_header(&sim->hosts);

	if (to_ns <= header->clock_ns)
		return;
	if (header->traffic.on)
		run_traffic(sim, to_ns / CLOCK_SECOND_NS);
	header->clock_ns = to_ns;
}

/* Each thing at its time. Somebody else may move the clock too; then it has at least moved when we are let in. */
void simfleet_advance(struct simfleet *sim, uint64_t to_ns)
{
	struct records_header *header = records_header(&sim->hosts);
	uint64_t lease;
	struct ece_error e;

	if (to_ns <= header->clock_ns)
		return;
	if (!header->traffic.on && header->next_event_ns > to_ns && leases_next(sim) > to_ns) {
		header->clock_ns = to_ns;
		return;
	}
	if (clock_lock(sim, &e))
		return;
	while ((lease = leases_next(sim)) <= to_ns || header->next_event_ns <= to_ns) {
		move_to(sim, lease < header->next_event_ns ? lease : header->next_event_ns);
		if (lease <= header->next_event_ns)
			leases_end(sim);
		else
			events_happen(sim);
	}
	move_to(sim, to_ns);
	clock_unlock(sim);
}

static bool alike(const struct traffic_manners *a, const struct traffic_manners *b)
{
	return a->weight == b->weight && a->losses == b->losses && a->yield == b->yield && a->adaptive == b->adaptive &&
	       a->notifies == b->notifies && a->listens == b->listens;
}

/* The mean of the NICs of a host. */
void traffic_look(struct simfleet *sim, struct host_record *host)
{
	struct records_header *header = records_header(&sim->hosts);
	struct traffic_manners mean = {0};

	if (!header->traffic.on || !host->traffic.nics)
		return;
	for (uint32_t i = 0; i < host->card_count; i++) {
		struct traffic_manners one =
			traffic_manners(&card_record(sim, host, i)->state, header->traffic.priority);

		mean.weight += one.weight / host->card_count;
		mean.losses += one.losses / host->card_count;
		mean.yield += one.yield / host->card_count;
		mean.adaptive |= one.adaptive;
		mean.notifies |= one.notifies;
		mean.listens |= one.listens;
	}
	if (alike(&mean, &host->traffic.manners))
		return;
	host->traffic.manners = mean;
	header->rates_until_s = 0;
}

void traffic_count(struct simfleet *sim, struct host_record *host)
{
	unsigned int priority = records_header(&sim->hosts)->traffic.priority;
	struct ece_error e;

	if (!host->traffic.nics || clock_lock(sim, &e))
		return;
	for (uint32_t i = 0; i < host->card_count; i++)
		traffic_settle(&host->traffic, priority, &card_record(sim, host, i)->state, i + 1 == host->card_count);
	traffic_settled(&host->traffic);
	clock_unlock(sim);
}
