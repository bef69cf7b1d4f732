// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Taking a request back: one transaction decides whether the agent was first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/channel/pull_internal.h"

#define WITHDRAW_NS (5 * CLOCK_SECOND_NS)

struct withdrawal {
	struct pull *pull;
	uint64_t serial;
	char why[256];
};

/* The agent was first, or the request is gone for another reason. */
static void too_late(struct withdrawal *w, struct pull_flight *flight, const struct etcd_answer *answer)
{
	const struct etcd_result *answered = &answer->results[0], *taken = &answer->results[1];

	if (answered->count) {
		pull_answer(w->pull, flight, answered->kvs[0].value, answered->kvs[0].value_len);
		return;
	}
	flight->taken = taken->count;
	if (taken->count && clock_now() < flight->deadline_ns) {
		flight->state = FLIGHT_THERE;
		w->pull->look_ns = 0;
		return;
	}
	pull_settle(w->pull, flight, CHANNEL_MAYBE,
		    taken->count ? "the agent took the request and did not answer in time" :
				   "the request is gone from etcd without an answer");
}

static void answered(void *ctx, struct etcd_answer *answer)
{
	struct withdrawal *w = ctx;
	struct pull_flight *flight = pull_flight_of(w->pull, w->serial);

	if (!flight || flight->state == FLIGHT_DONE)
		;
	else if (answer->outcome == ETCD_DONE && answer->succeeded)
		pull_settle(w->pull, flight, flight->unsure ? CHANNEL_MAYBE : CHANNEL_NOT_SENT, w->why);
	else if (answer->outcome == ETCD_DONE)
		too_late(w, flight, answer);
	else
		pull_settle(w->pull, flight, CHANNEL_MAYBE, answer->error.text);
	free(w);
}

void pull_withdraw(struct pull *pull, struct pull_flight *flight, const char *why)
{
	const struct etcd_key request = pull_key(pull, ETCD_KEY_REQUEST, flight);
	const struct etcd_key taken = pull_key(pull, ETCD_KEY_TAKEN, flight);
	const struct etcd_key reply = pull_key(pull, ETCD_KEY_ANSWER, flight);
	const struct etcd_compare compares[] = {
		{.kind = ETCD_MODIFIED_IS, .key = taken.text},
		{.kind = ETCD_MODIFIED_IS, .key = request.text, .revision = flight->revision},
	};
	const struct etcd_op drop = {.kind = ETCD_DELETE, .key = request.text};
	const struct etcd_op look[] = {
		{.kind = ETCD_GET, .key = reply.text},
		{.kind = ETCD_GET, .key = taken.text, .keys_only = true},
	};
	const struct etcd_txn txn = {
		.compares = compares,
		.compare_count = flight->unsure ? 1 : 2,
		.then = &drop,
		.then_count = 1,
		.otherwise = look,
		.otherwise_count = 2,
	};
	struct withdrawal *w = malloc(sizeof(*w));
	struct ece_error e = {.text = "out of memory"};

	flight->state = FLIGHT_WITHDRAWING;
	if (w) {
		*w = (struct withdrawal){.pull = pull, .serial = flight->serial};
		copy_text(w->why, sizeof(w->why), why);
		if (!etcd_txn(pull->etcd, &txn, clock_now() + WITHDRAW_NS, answered, w, NULL /* never cancelled */, &e))
			return;
	}
	free(w);
	pull_settle(pull, flight, CHANNEL_MAYBE, e.text);
}
