// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The requests of a run. Their ids are the same after a crash, so that a host can tell a repeated request. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/internal.h"

static const enum protocol_op ops[ROLLOUT_REQUEST_COUNT] = {
	[ROLLOUT_REQUEST_APPLY] = PROTOCOL_APPLY,
	[ROLLOUT_REQUEST_CONFIRM] = PROTOCOL_CONFIRM,
	[ROLLOUT_REQUEST_UNDO] = PROTOCOL_UNDO,
	[ROLLOUT_REQUEST_RENEW] = PROTOCOL_RENEW,
};

static const struct frozen_change *change_of(const struct run *run, uint32_t position)
{
	return &run->frozen->changes[run->frozen->plan.steps[frozen_step_of(run->frozen, position)].part];
}

void request_run(const struct run *run, uint32_t position, char *name, size_t size)
{
	if (run->frozen->change_count > 1)
		snprintf(name, size, "%s/%s", run->record.id, change_of(run, position)->name);
	else
		snprintf(name, size, "%s", run->record.id);
}

/*
 * Undo asked for again by a person is another request: the host shall look again, not answer from its journal. So is an
 * apply after the host has undone itself.
 */
static uint32_t round_of(const struct run *run, uint32_t position, enum rollout_request request, uint32_t attempt)
{
	switch (request) {
	case ROLLOUT_REQUEST_UNDO:
		return run->undo_round;
	case ROLLOUT_REQUEST_RENEW:
		return attempt;
	default:
		return run->applied_again[position];
	}
}

/* A name that is cut would be that of another request: a host whose names are too long is told by its position. */
void request_id(const struct run *run, uint32_t position, enum rollout_request request, uint32_t attempt, char *id,
		size_t size)
{
	uint32_t round = round_of(run, position, request, attempt);
	const char *op = protocol_op_name(ops[request]);
	char name[PROTOCOL_ID_MAX], tail[32] = "";
	int len;

	request_run(run, position, name, sizeof(name));
	if (round)
		snprintf(tail, sizeof(tail), "-%u", round);
	len = snprintf(id, size, "%s/%s/%s%s", name, run->frozen->lines[position].host, op, tail);
	if (len < 0 || (size_t)len >= size)
		snprintf(id, size, "%s/#%u/%s%s", run->record.id, position, op, tail);
}

int request_of_apply(const struct run *run, uint32_t position, struct protocol_request *request, struct ece_error *e)
{
	const struct frozen_change *change = change_of(run, position);

	request_run(run, position, request->run, sizeof(request->run));
	request->adopt = run->frozen->adopt;
	request->lease_ms = change->limits.lease_ns / 1000000;
	request->keep_on_loss = change->keep_on_loss;
	return frozen_cards(run->frozen, position, request, e);
}

static int fill(struct run *run, const struct rollout_action *action, struct protocol_request *request,
		struct ece_error *e)
{
	int err;

	request->op = ops[action->request];
	request_id(run, action->host, action->request, action->attempt, request->id, sizeof(request->id));
	request->token = run->record.token;
	if (action->request == ROLLOUT_REQUEST_APPLY) {
		err = request_of_apply(run, action->host, request, e);
		return err ? err : signing_prove(run, action->host, request, e);
	}
	request_run(run, action->host, request->run, sizeof(request->run));
	request->adopt = run->frozen->adopt;
	if (action->request == ROLLOUT_REQUEST_CONFIRM)
		request->generation = run->generation;
	return 0;
}

static uint64_t cookie_of(const struct rollout_action *action)
{
	return (uint64_t)action->attempt << 35 | (uint64_t)action->request << 32 | action->host;
}

int run_submit(struct run *run, const struct rollout_action *action, struct ece_error *e)
{
	struct protocol_request *request = calloc(1, sizeof(*request));
	char *line = NULL;
	size_t len = 0;
	int err;

	if (!request)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	err = fill(run, action, request, e);
	if (!err)
		err = protocol_request_encode(request, &line, &len, e);
	if (!err)
		err = channel_submit(run->control->channel, run->frozen->lines[action->host].host, line, len,
				     action->deadline_ns - run->offset_ns, cookie_of(action), e);
	run->in_flight += !err;
	free(line);
	frozen_cards_free(request);
	free(request->proof);
	free(request);
	return err;
}
