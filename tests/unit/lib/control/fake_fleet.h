/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A channel to hosts that are a few numbers in memory: one NIC each, with dcqcn.rp.ai_rate and ztr_rtt.ALPHA. They keep
 * a journal by request id as agents do. Scripts make them fail, and make the channel lose, repeat and delay answers.
 */
#ifndef ECE_TESTS_CONTROL_FAKE_FLEET_H
#define ECE_TESTS_CONTROL_FAKE_FLEET_H

#include <stdbool.h>

#include "lib/channel/channel.h"
#include "lib/host/protocol.h"

#define FAKE_HOSTS    16
#define FAKE_JOURNAL  32
#define FAKE_COUNTERS 4
#define FAKE_PARTS    4
#define FAKE_OLD_RATE 5
#define FAKE_NEW_RATE 20

/* Grows all the time. Counters that are not listed are there, and stay 0; bytes grow by 10^9 a second. */
struct fake_counter {
	const char *name;
	uint64_t value, per_second, since; /* @value: at @since */
};

/* What a run wrote: one value. */
struct fake_part {
	char run[PROTOCOL_ID_MAX];
	uint64_t *value, old, new;
	bool held, confirmed, self_undone, keeps;
	uint64_t lease_ns, lease_end; /* 0: none */
};

struct fake_host {
	char name[32];
	uint64_t rate, alpha;
	struct fake_part parts[FAKE_PARTS];
	bool confirmed;               /* any of them, last */
	uint64_t lease_ns, lease_end; /* of what it holds; 0: none */
	bool keeps;                   /* what happens then */
	bool self_undone;
	uint64_t generation; /* last confirmed */
	unsigned int renewals, samples;
	struct fake_counter counters[FAKE_COUNTERS];
	const char *absent, *boot;            /* a counter that it does not have; NULL: none, and "boot-1" */
	struct token token;                   /* of the last request that writes */
	unsigned int adopts;                  /* requests that adopt */
	unsigned int reads, writes, requests; /* writes: how often a value was changed */

	/* What goes wrong, and how often; UINT32_MAX: always. */
	bool down;
	uint32_t lose_request, lose_answer, repeat_answer;
	uint64_t delay_ns;
	enum protocol_result apply_result, undo_result; /* instead of the good one, when not 0 */
	bool garbage, wrong_id, unreadable, shows_nothing;
	bool old_agent;              /* knows no PROTOCOL_QPS */
	struct ece_qp_census census; /* of each of its NICs */
	size_t nic_count;            /* 0: one; all with the same values */

	struct {
		char id[PROTOCOL_ID_MAX];
		enum protocol_result result;
	} journal[FAKE_JOURNAL];
	size_t journal_count;
};

struct fake_fleet {
	struct channel channel;
	struct fake_host hosts[FAKE_HOSTS];
	size_t host_count;
	uint64_t now;
	struct fake_flight *flights;
	size_t flight_count, most_in_flight;
	unsigned int submits;
	void (*on_submit)(struct fake_fleet *fleet, const struct protocol_request *request);
	void *ctx;
	bool waits;     /* somebody held the clock */
	bool interrupt; /* the next poll says -EINTR */
};

/**
 * fake_fleet_begin - @count hosts "h01" ..., all with the old rate
 */
void fake_fleet_begin(struct fake_fleet *fleet, size_t count);
void fake_fleet_end(struct fake_fleet *fleet);

/* From now on a counter of a host grows so fast; of every host when @host is 0, the first one is 1. */
void fake_fleet_count(struct fake_fleet *fleet, size_t host, const char *counter, uint64_t per_second);

/* All answers that are on their way are lost. */
void fake_fleet_disconnect(struct fake_fleet *fleet);

#endif
