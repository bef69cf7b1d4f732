// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Requests go to etcd many at a time; answers that were read are deleted the same way. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/channel/pull_internal.h"

/* One transaction under way. Flights by serial: they may be over before it is. */
struct batch {
	struct pull *pull;
	uint64_t serials[PULL_BATCH_MAX];
	size_t count;
};

#define LOCK_LOST "this controller does not hold the lock of the store any more"

static void each(const struct batch *batch, void (*act)(struct pull *pull, struct pull_flight *flight, void *ctx),
		 void *ctx)
{
	for (size_t i = 0; i < batch->count; i++) {
		struct pull_flight *flight = pull_flight_of(batch->pull, batch->serials[i]);

		if (flight && flight->state == FLIGHT_PUTTING)
			act(batch->pull, flight, ctx);
	}
}

static void is_there(struct pull *pull, struct pull_flight *flight, void *ctx)
{
	flight->state = FLIGHT_THERE;
	flight->revision = *(const int64_t *)ctx;
	flight->unsure = !flight->revision;
	pull->look_ns = 0;
}

static void not_sent(struct pull *pull, struct pull_flight *flight, void *ctx)
{
	pull_settle(pull, flight, CHANNEL_NOT_SENT, ctx);
}

/* The compares did not hold: because an earlier attempt came through, or because the lock is somebody else's. */
static void look_closer(const struct batch *batch, const struct etcd_answer *answer)
{
	const struct etcd_result *request = &answer->results[0], *answered = &answer->results[1];
	int64_t revision = request->count ? request->kvs[0].modified : 0;

	if (request->count || answered->count)
		each(batch, is_there, &revision);
	else
		each(batch, not_sent, (char[]){LOCK_LOST});
}

static void put_answered(void *ctx, struct etcd_answer *answer)
{
	struct batch *batch = ctx;
	int64_t revision = 0;

	if (answer->outcome == ETCD_DONE && answer->succeeded)
		each(batch, is_there, &answer->revision);
	else if (answer->outcome == ETCD_DONE)
		look_closer(batch, answer);
	else if (answer->outcome == ETCD_MAYBE)
		each(batch, is_there, &revision);
	else
		each(batch, not_sent, answer->error.text);
	free(batch);
}

static void add_line(struct etcd_op *op, struct etcd_key *key, const struct pull *pull,
		     const struct pull_flight *flight)
{
	*key = pull_key(pull, ETCD_KEY_REQUEST, flight);
	*op = (struct etcd_op){
		.kind = ETCD_PUT,
		.key = key->text,
		.value = flight->line,
		.value_len = flight->len,
		.lease = pull->lease,
	};
}

/* The next flights that are new, as many as fit. */
static struct batch *gather(struct pull *pull)
{
	struct batch *batch = calloc(1, sizeof(*batch));
	size_t bytes = 0, i = pull->first_new;

	if (!batch)
		return NULL;
	batch->pull = pull;
	for (; i < pull->flight_count && batch->count < PULL_BATCH_MAX; i++) {
		struct pull_flight *flight = pull->flights[i];

		if (!flight || flight->state != FLIGHT_NEW)
			continue;
		if (batch->count && bytes + flight->len > PULL_BATCH_BYTES)
			break;
		bytes += flight->len;
		flight->state = FLIGHT_PUTTING;
		batch->serials[batch->count++] = flight->serial;
	}
	pull->first_new = i;
	if (batch->count)
		return batch;
	free(batch);
	return NULL;
}

static void put(struct pull *pull, struct batch *batch)
{
	struct etcd_key keys[PULL_BATCH_MAX],
		answer = pull_key(pull, ETCD_KEY_ANSWER, pull_flight_of(pull, batch->serials[0]));
	struct etcd_op ops[PULL_BATCH_MAX];
	struct etcd_compare compares[2] = {{.kind = ETCD_MODIFIED_IS, .key = keys[0].text}};
	const struct etcd_op look[2] = {
		{.kind = ETCD_GET, .key = keys[0].text, .keys_only = true},
		{.kind = ETCD_GET, .key = answer.text, .keys_only = true},
	};
	struct etcd_txn txn = {
		.compares = compares,
		.compare_count = 1,
		.then = ops,
		.then_count = batch->count,
		.otherwise = look,
		.otherwise_count = 2,
		.again = true,
	};
	struct ece_error e;

	for (size_t i = 0; i < batch->count; i++)
		add_line(&ops[i], &keys[i], pull, pull_flight_of(pull, batch->serials[i]));
	compares[1].kind = ETCD_MODIFIED_IS;
	if (pull->guard && pull->guard(pull->guard_ctx, &compares[1].key, &compares[1].revision))
		txn.compare_count++;
	if (!etcd_txn(pull->etcd, &txn, clock_now() + PULL_ASK_NS, put_answered, batch, NULL /* never cancelled */, &e))
		return;
	each(batch, not_sent, e.text);
	free(batch);
}

static void delete_answered(void *ctx, struct etcd_answer *answer)
{
	(void)ctx;
	/* what stays goes with the channel's lease */
	(void)answer;
}

static void delete_read(struct pull *pull)
{
	struct etcd_op ops[PULL_BATCH_MAX];
	const struct etcd_txn txn = {.then = ops, .then_count = pull->read_count, .again = true};
	struct ece_error e;

	for (size_t i = 0; i < pull->read_count; i++)
		ops[i] = (struct etcd_op){.kind = ETCD_DELETE, .key = pull->read[i]};
	if (pull->read_count)
		etcd_txn(pull->etcd, &txn, clock_now() + PULL_ASK_NS, delete_answered, NULL, NULL /* no handle */, &e);
	for (size_t i = 0; i < pull->read_count; i++)
		free(pull->read[i]);
	pull->read_count = 0;
}

void pull_send(struct pull *pull)
{
	struct batch *batch;

	/* under no lease, requests would outlive this controller */
	while (pull->lease && (batch = gather(pull)))
		put(pull, batch);
}

void pull_was_read(struct pull *pull, const char *key)
{
	if (pull->read_count == PULL_BATCH_MAX)
		delete_read(pull);
	pull->read[pull->read_count] = strdup(key);
	pull->read_count += pull->read[pull->read_count] != NULL;
}

void pull_delete_read(struct pull *pull)
{
	delete_read(pull);
}
