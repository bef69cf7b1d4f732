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
#define FAKE_JOURNAL  16
#define FAKE_OLD_RATE 5
#define FAKE_NEW_RATE 20

struct fake_host {
	char name[32];
	uint64_t rate, alpha, old_rate;
	bool held, confirmed;
	struct token token;                   /* of the last request that writes */
	unsigned int adopts;                  /* requests that adopt */
	unsigned int reads, writes, requests; /* writes: how often the rate was changed */

	/* What goes wrong, and how often; UINT32_MAX: always. */
	bool down;
	uint32_t lose_request, lose_answer, repeat_answer;
	uint64_t delay_ns;
	enum protocol_result apply_result, undo_result; /* instead of the good one, when not 0 */
	bool garbage, wrong_id, unreadable, shows_nothing;
	size_t nic_count; /* 0: one */

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
	bool interrupt; /* the next poll says -EINTR */
};

/**
 * fake_fleet_begin - @count hosts "h01" ..., all with the old rate
 */
void fake_fleet_begin(struct fake_fleet *fleet, size_t count);
void fake_fleet_end(struct fake_fleet *fleet);

/* All answers that are on their way are lost. */
void fake_fleet_disconnect(struct fake_fleet *fleet);

#endif
