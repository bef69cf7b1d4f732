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
};

/* Undo asked for again by a person is another request: the host shall look again, not answer from its journal. */
void request_id(const struct run *run, uint32_t position, enum rollout_request request, char *id, size_t size)
{
	const char *host = run->frozen->lines[position].host;
	const char *op = protocol_op_name(ops[request]);

	if (request == ROLLOUT_REQUEST_UNDO && run->undo_round)
		snprintf(id, size, "%s/%s/%s-%u", run->record.id, host, op, run->undo_round);
	else
		snprintf(id, size, "%s/%s/%s", run->record.id, host, op);
}

static int fill(struct run *run, const struct rollout_action *action, struct protocol_request *request,
		struct ece_error *e)
{
	request->op = ops[action->request];
	request_id(run, action->host, action->request, request->id, sizeof(request->id));
	snprintf(request->run, sizeof(request->run), "%s", run->record.id);
	request->token = run->record.token;
	request->adopt = run->frozen->adopt;
	if (action->request != ROLLOUT_REQUEST_APPLY)
		return 0;
	request->lease_ms = run->frozen->lease_ms;
	request->keep_on_loss = run->frozen->keep_on_loss;
	return frozen_cards(run->frozen, action->host, request, e);
}

static uint64_t cookie_of(const struct rollout_action *action)
{
	return (uint64_t)action->attempt << 34 | (uint64_t)action->request << 32 | action->host;
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
	free(line);
	frozen_cards_free(request);
	free(request);
	return err;
}
