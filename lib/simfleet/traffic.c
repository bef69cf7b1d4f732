// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The rates of a fleet. Every constant here is a choice of this model; none was measured. */
#include "lib/simfleet/traffic.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "lib/base/fnv.h"

#define DAY_S    86400
#define MILLI    1000
#define BREATH_S 600 /* so long the load stays the same */

#define BREATH       0.02 /* how much it differs from one breath to the next, and between hosts */
#define PACKET_BYTES 4096.0
#define EASY         0.8 /* of what a rack carries; above that queues build up */
#define PAUSE_MAX_US 400000.0
#define OPTIC_YIELD  0.97

/* A second, or a packet, where pressure is 1. */
#define PAUSE_US     40000.0
#define MARKED       0.02
#define LOST         2e-6
#define TIMED_OUT    1e-8
#define DISCARDED    4e-6
#define CNP_A_MARK   0.1
#define OPTIC_LOST   1e-5
#define OPTIC_SYMBOL 50.0

struct sums {
	double wanted, weighted, carries; /* of a rack, bits a second */
	double ratio;                     /* of a job: that of its slowest host */
};

struct traffic_scratch {
	size_t room;
	struct sums sums[];
};

struct fleet_now {
	const struct traffic_setup *setup;
	struct sums *sums;
	uint64_t now_s;
	bool day;
};

static uint64_t day_second(const struct traffic_setup *setup, uint64_t now_s)
{
	return (now_s + setup->clock_s) % DAY_S;
}

uint64_t traffic_next(const struct traffic_setup *setup, uint64_t now_s)
{
	uint64_t next = now_s - now_s % BREATH_S + BREATH_S;
	uint64_t second = day_second(setup, now_s);
	uint64_t edge = now_s + (second < setup->day_s ? setup->day_s : DAY_S) - second;

	return edge < next ? edge : next;
}

/* Between 1 - BREATH and 1 + BREATH, the same for the same host and breath. */
static double breath(const struct fleet_now *now, size_t host)
{
	uint64_t slot = now->now_s / BREATH_S;
	uint64_t hash = fnv64(FNV64_START, &now->setup->seed, sizeof(now->setup->seed));

	hash = fnv64(hash, &host, sizeof(host));
	hash = fnv64(hash, &slot, sizeof(slot));
	return 1 - BREATH + 2 * BREATH * (double)(hash >> 40) / (double)(1 << 24);
}

static double line_rate(const struct traffic_host *host)
{
	return (double)host->speed_mbps * 1e6 * host->nics;
}

static double wanted(const struct fleet_now *now, const struct traffic_host *host, size_t i)
{
	if (!now->day || host->off)
		return 0;
	return line_rate(host) * now->setup->load / 100 * breath(now, i);
}

/* What a host gets of its rack, in bits a second. A host without a rack has no bottleneck. */
static double granted(const struct fleet_now *now, const struct traffic_host *host, double wants)
{
	const struct sums *rack = host->rack == TRAFFIC_NONE ? NULL : &now->sums[host->rack];
	double gets = wants;

	if (rack && rack->wanted > rack->carries)
		gets = fmin(wants, rack->carries * wants * host->manners.weight / rack->weighted);
	return gets * host->manners.yield * (host->optic ? OPTIC_YIELD : 1);
}

/* Queues of the rack: none while it carries everything with ease; greedy senders lengthen them for all. */
static double pressure(const struct fleet_now *now, const struct traffic_host *host)
{
	const struct sums *rack = host->rack == TRAFFIC_NONE ? NULL : &now->sums[host->rack];
	double load, greed;

	if (!rack || !rack->carries || !rack->wanted)
		return 0;
	load = rack->wanted / rack->carries;
	greed = rack->weighted / rack->wanted;
	return load > EASY ? (load - EASY) * greed * greed : 0;
}

static void set(struct traffic_host *host, enum traffic_flow flow, double a_second)
{
	host->rate[flow] = a_second > 0 ? (uint64_t)(a_second * MILLI) : 0;
}

static void set_rates(const struct fleet_now *now, struct traffic_host *host, size_t i, double gets)
{
	double p = gets > 0 ? pressure(now, host) : 0, luck = breath(now, i);
	/* A port that drains more is held back less. Trouble is not spread evenly. */
	double own = p / host->manners.weight * luck * luck * luck;
	double bytes = gets / 8 / host->nics, packets = bytes / PACKET_BYTES;
	double marked = packets * fmin(0.5, MARKED * p), lost = packets * LOST * own * host->manners.losses;
	double timed_out = packets * TIMED_OUT * own * host->manners.losses;

	set(host, TRAFFIC_TX_BYTES, bytes);
	set(host, TRAFFIC_RX_BYTES, bytes);
	set(host, TRAFFIC_MARKED, marked);
	set(host, TRAFFIC_CNPS_OUT, host->manners.notifies ? marked * CNP_A_MARK : 0);
	set(host, TRAFFIC_CNPS_IN, host->manners.listens ? marked * CNP_A_MARK / host->manners.weight : 0);
	set(host, TRAFFIC_CNPS_IGNORED, host->manners.listens ? 0 : marked * CNP_A_MARK);
	set(host, TRAFFIC_SEQ_ERR, lost);
	set(host, TRAFFIC_OUT_OF_SEQUENCE, lost);
	set(host, TRAFFIC_TIMEOUTS, host->manners.adaptive ? 0 : timed_out);
	set(host, TRAFFIC_ADAPTIVE, host->manners.adaptive ? timed_out : 0);
	set(host, TRAFFIC_RX_PAUSE_US, fmin(PAUSE_MAX_US, PAUSE_US * own));
	set(host, TRAFFIC_TX_PAUSE_US, fmin(PAUSE_MAX_US, PAUSE_US * own / 100));
	set(host, TRAFFIC_DISCARDS, packets * DISCARDED * own);
	set(host, TRAFFIC_SYMBOL_ERR, host->optic && !host->off ? OPTIC_SYMBOL : 0);
	set(host, TRAFFIC_OPTIC_SEQ_ERR, host->optic ? packets * OPTIC_LOST * host->manners.losses : 0);
}

static struct sums *room(struct traffic_scratch **scratch, size_t count)
{
	if (!*scratch || (*scratch)->room < count) {
		free(*scratch);
		*scratch = malloc(sizeof(**scratch) + count * sizeof((*scratch)->sums[0]));
		if (!*scratch)
			return NULL;
		(*scratch)->room = count;
	}
	for (size_t i = 0; i < count; i++)
		(*scratch)->sums[i] = (struct sums){.ratio = 1};
	return (*scratch)->sums;
}

static void add_to_rack(const struct fleet_now *now, const struct traffic_host *host, size_t i)
{
	struct sums *rack = host->rack == TRAFFIC_NONE ? NULL : &now->sums[host->rack];
	double wants = wanted(now, host, i);

	if (!rack)
		return;
	rack->wanted += wants;
	rack->weighted += wants * host->manners.weight;
	rack->carries += line_rate(host) * now->setup->uplink / 100;
}

static void slow_job(const struct fleet_now *now, const struct traffic_host *host, size_t i)
{
	double wants = wanted(now, host, i);
	double ratio = wants > 0 ? granted(now, host, wants) / wants : 1;

	if (host->job != TRAFFIC_NONE && ratio < now->sums[host->job].ratio)
		now->sums[host->job].ratio = ratio;
}

int traffic_rates(const struct traffic_setup *setup, struct traffic_host *(*hosts)(void *ctx, size_t i), void *ctx,
		  size_t count, uint64_t now_s, struct traffic_scratch **scratch)
{
	struct fleet_now now = {.setup = setup, .sums = room(scratch, count), .now_s = now_s};

	if (!now.sums)
		return -ENOMEM;
	now.day = day_second(setup, now_s) < setup->day_s;
	for (size_t i = 0; i < count; i++)
		if (hosts(ctx, i)->nics)
			add_to_rack(&now, hosts(ctx, i), i);
	for (size_t i = 0; i < count; i++)
		if (hosts(ctx, i)->nics)
			slow_job(&now, hosts(ctx, i), i);
	for (size_t i = 0; i < count; i++) {
		struct traffic_host *host = hosts(ctx, i);
		double wants = host->nics ? wanted(&now, host, i) : 0;

		if (!host->nics)
			continue;
		set_rates(&now, host, i,
			  host->job == TRAFFIC_NONE ? granted(&now, host, wants) : wants * now.sums[host->job].ratio);
	}
	return 0;
}

void traffic_scratch_free(struct traffic_scratch *scratch)
{
	free(scratch);
}

void traffic_run(struct traffic_host *host, uint64_t seconds)
{
	for (int i = 0; i < TRAFFIC_FLOWS; i++) {
		uint64_t milli = host->rate[i] * seconds + host->rest[i];

		host->pending[i] += milli / MILLI;
		host->rest[i] = milli % MILLI;
	}
}
