// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Tell hosts that nothing is to be written to them, or that it may be again. */
#include <errno.h>
#include <stdio.h>

#include "lib/base/copy_text.h"
#include "lib/control/sweep.h"

#define NAME_MAX_LEN 48

struct telling {
	const struct control_freeze *order;
	int (*each)(void *ctx, const struct control_told *told);
	void *ctx;
};

static int hand_over(const struct telling *t, uint32_t host, enum control_told_state state, const char *why)
{
	return t->each(t->ctx, &(struct control_told){.host = host, .state = state, .why = why});
}

/* An unfreeze does not end what a person at the host has frozen. */
static int answered(void *ctx, uint32_t host, const struct protocol_answer *answer)
{
	const struct telling *t = ctx;
	bool done = answer->result == (t->order->freeze ? PROTOCOL_FROZEN : PROTOCOL_THAWED);
	char why[ECE_ERROR_TEXT_MAX];

	if (answer->result == PROTOCOL_REFUSED && answer->error.kind == ECE_ERROR_UNKNOWN_NAME)
		return hand_over(t, host, CONTROL_TOLD_FAILED, "its agent is older and cannot be frozen");
	if (!done)
		return hand_over(t, host, CONTROL_TOLD_FAILED,
				 answer->error.code ? answer->error.text : "it does not say that it obeys");
	if (t->order->freeze || !answer->frozen.by_hand)
		return hand_over(t, host, CONTROL_TOLD_OBEYS, "");
	snprintf(why, sizeof(why), "frozen at the host itself, by %s; 'ece-agent unfreeze' there ends that",
		 answer->frozen.who[0] ? answer->frozen.who : "somebody");
	return hand_over(t, host, CONTROL_TOLD_BY_HAND, why);
}

static int failed(void *ctx, uint32_t host, enum sweep_failure failure, const char *why)
{
	return hand_over(ctx, host, failure == SWEEP_UNREACHABLE ? CONTROL_TOLD_UNREACHABLE : CONTROL_TOLD_FAILED, why);
}

/* As many at once as an undo: a freeze is for an emergency. */
static uint32_t window(const struct fleet *fleet)
{
	uint32_t most = 1;

	for (uint32_t i = 0; i < fleet->change_count; i++)
		if (fleet_change_rollout(fleet, i)->undo_parallel > most)
			most = fleet_change_rollout(fleet, i)->undo_parallel;
	return most;
}

int control_freeze_hosts(struct control *control, const struct fleet *fleet, const struct control_freeze *order,
			 int (*each)(void *ctx, const struct control_told *told), void *ctx, struct ece_error *e)
{
	struct protocol_request request = {.op = order->freeze ? PROTOCOL_FREEZE : PROTOCOL_UNFREEZE};
	struct telling t = {.order = order, .each = each, .ctx = ctx};
	char name[NAME_MAX_LEN];
	struct sweep sweep = {
		.control = control,
		.fleet = fleet,
		.name = name,
		.request = &request,
		.window = window(fleet),
		.answered = answered,
		.failed = failed,
		.ctx = &t,
		.e = e,
	};
	int err = store_freeze_order(control->store, &request.token, e);

	if (err)
		return err;
	copy_text(request.who, sizeof(request.who), order->who);
	copy_text(request.why, sizeof(request.why), order->why);
	snprintf(name, sizeof(name), "%s-%llu", order->freeze ? "freeze" : "unfreeze",
		 (unsigned long long)request.token.number);
	return sweep_run(&sweep);
}
