// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a host's answer makes of it. */
#include "lib/rollout/internal.h"

/* An answer that is not in the table is nonsense for its request: as with MAYBE, nobody knows what the host did. */
struct outcome {
	bool known;
	enum rollout_host_state state;
	enum tally tally;
};

/* clang-format off */
static const struct outcome outcomes[ROLLOUT_REQUEST_COUNT][ROLLOUT_ANSWER_COUNT] = {
	[ROLLOUT_REQUEST_APPLY] = {
		[ROLLOUT_ANSWER_HELD]       = { true, ROLLOUT_HOST_HELD,       TALLY_NONE },
		[ROLLOUT_ANSWER_UNCHANGED]  = { true, ROLLOUT_HOST_UNCHANGED,  TALLY_NONE },
		[ROLLOUT_ANSWER_FAILED_OLD] = { true, ROLLOUT_HOST_FAILED_OLD, TALLY_FAILED },
		[ROLLOUT_ANSWER_REFUSED]    = { true, ROLLOUT_HOST_FAILED_OLD, TALLY_FAILED },
		[ROLLOUT_ANSWER_DIRTY]      = { true, ROLLOUT_HOST_DIRTY,      TALLY_FAILED },
	},
	[ROLLOUT_REQUEST_CONFIRM] = {
		[ROLLOUT_ANSWER_CONFIRMED]  = { true, ROLLOUT_HOST_CONFIRMED,  TALLY_NONE },
		[ROLLOUT_ANSWER_FAILED_OLD] = { true, ROLLOUT_HOST_FAILED_OLD, TALLY_FAILED },
		[ROLLOUT_ANSWER_REFUSED]    = { true, ROLLOUT_HOST_DIRTY,      TALLY_FAILED },
		[ROLLOUT_ANSWER_DIRTY]      = { true, ROLLOUT_HOST_DIRTY,      TALLY_FAILED },
	},
	[ROLLOUT_REQUEST_UNDO] = {
		[ROLLOUT_ANSWER_UNDONE]      = { true, ROLLOUT_HOST_UNDONE,      TALLY_NONE },
		[ROLLOUT_ANSWER_UNCHANGED]   = { true, ROLLOUT_HOST_UNDONE,      TALLY_NONE },
		[ROLLOUT_ANSWER_CONFLICT]    = { true, ROLLOUT_HOST_CONFLICT,    TALLY_NONE },
		[ROLLOUT_ANSWER_UNDO_FAILED] = { true, ROLLOUT_HOST_UNDO_FAILED, TALLY_NONE },
		[ROLLOUT_ANSWER_DIRTY]       = { true, ROLLOUT_HOST_UNDO_FAILED, TALLY_NONE },
		[ROLLOUT_ANSWER_REFUSED]     = { true, ROLLOUT_HOST_UNDO_FAILED, TALLY_NONE },
	},
};

static const enum rollout_host_state sent[ROLLOUT_REQUEST_COUNT] = {
	[ROLLOUT_REQUEST_APPLY]   = ROLLOUT_HOST_INTENT,
	[ROLLOUT_REQUEST_CONFIRM] = ROLLOUT_HOST_CONFIRM,
	[ROLLOUT_REQUEST_UNDO]    = ROLLOUT_HOST_UNDO,
};
/* clang-format on */

uint32_t tallies_open(const struct tallies *t)
{
	return t->states[ROLLOUT_HOST_INTENT] + t->states[ROLLOUT_HOST_CONFIRM] + t->states[ROLLOUT_HOST_UNDO];
}

void host_move(struct rollout *run, uint32_t host, enum rollout_host_state to)
{
	struct host *h = &run->hosts[host];
	struct tallies *step = &run->steps[h->step].tallies;

	step->states[h->state]--;
	run->tallies.states[h->state]--;
	h->state = (uint8_t)to;
	step->states[to]++;
	run->tallies.states[to]++;
	run->changed = true;
}

static void spend(struct rollout *run, uint32_t host, enum tally tally)
{
	run->steps[run->hosts[host].step].tallies.spent[tally]++;
	run->tallies.spent[tally]++;
}

static uint64_t later(uint64_t now, uint64_t rest)
{
	return rest > NEVER - now ? NEVER : now + rest;
}

static void submit(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];

	h->tries++;
	h->attempt++;
	h->deadline = later(run->now, run->limits.answer_ns);
	queue_push(run, &run->flight, PLACE_FLIGHT, host);
	action_add(run, &(struct rollout_action){
				.kind = ROLLOUT_ACTION_SEND,
				.host = host,
				.step = h->step,
				.request = (enum rollout_request)h->request,
				.attempt = h->attempt,
				.deadline_ns = h->deadline,
			});
	run->changed = true;
}

void host_send(struct rollout *run, uint32_t host, enum rollout_request request)
{
	struct host *h = &run->hosts[host];

	h->request = (uint8_t)request;
	h->attempt = 0;
	h->tries = 0;
	h->maybe = false;
	if (request == ROLLOUT_REQUEST_APPLY)
		h->intent = true;
	host_move(run, host, sent[request]);
	submit(run, host);
}

/* The rest is over. */
void host_again(struct rollout *run, uint32_t host)
{
	queue_remove(run, &run->resting, host);
	submit(run, host);
}

static void settle(struct rollout *run, uint32_t host, enum rollout_host_state state, enum tally tally)
{
	host_move(run, host, state);
	if (tally != TALLY_NONE)
		spend(run, host, tally);
	if (run->state == ROLLOUT_UNDOING)
		undo_ready(run, host);
}

/* No answer after the last attempt, or none is waited for any more. */
static void settle_unanswered(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];

	if (h->request != ROLLOUT_REQUEST_UNDO)
		settle(run, host, ROLLOUT_HOST_MAYBE, TALLY_LOST);
	else
		settle(run, host, h->untouched ? ROLLOUT_HOST_UNREACHED : ROLLOUT_HOST_UNDO_FAILED, TALLY_NONE);
}

void host_give_up(struct rollout *run, uint32_t host)
{
	queue_remove(run, &run->resting, host);
	settle_unanswered(run, host);
}

/* While a run is undone nothing is applied or confirmed again: the undo itself clears up what the host did. */
static bool tries_left(const struct rollout *run, const struct host *h)
{
	if (run->state == ROLLOUT_UNDOING && h->request != ROLLOUT_REQUEST_UNDO)
		return false;
	return h->tries < run->limits.attempts;
}

/* A controller took over: what its predecessor sent may have arrived, and the attempts start again. */
void host_resend(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];

	queue_remove(run, h->place == PLACE_FLIGHT ? &run->flight : &run->resting, host);
	h->maybe = true;
	h->tries = 0;
	if (tries_left(run, h))
		submit(run, host);
	else
		settle_unanswered(run, host);
}

static void unanswered(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];

	run->changed = true;
	if (!tries_left(run, h)) {
		settle_unanswered(run, host);
	} else {
		h->deadline = later(run->now, run->limits.retry_ns);
		queue_push(run, &run->resting, PLACE_RESTING, host);
	}
}

/* The request surely did not arrive, and none before it did. */
static void never_sent(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];

	if (h->request == ROLLOUT_REQUEST_APPLY) {
		h->untouched = true;
		settle(run, host, ROLLOUT_HOST_UNREACHED, TALLY_UNREACHED);
	} else if (h->untouched) {
		settle_unanswered(run, host);
	} else {
		unanswered(run, host);
	}
}

/*
 * A refusal means that nothing was written, for sure unless an earlier attempt may have arrived. A host that refuses the
 * undo of that too has nothing to put back.
 */
static enum rollout_host_state refused(struct host *h, enum rollout_host_state state)
{
	if (h->request == ROLLOUT_REQUEST_APPLY)
		h->untouched = !h->maybe;
	return h->request == ROLLOUT_REQUEST_UNDO && h->untouched ? ROLLOUT_HOST_UNDONE : state;
}

void host_answer(struct rollout *run, uint32_t host, enum rollout_answer answer)
{
	struct host *h = &run->hosts[host];
	const struct outcome *outcome = &outcomes[h->request][answer];
	enum rollout_host_state state = outcome->state;

	queue_remove(run, &run->flight, host);
	if (outcome->known) {
		if (answer == ROLLOUT_ANSWER_REFUSED)
			state = refused(h, state);
		settle(run, host, state, outcome->tally);
	} else if (answer == ROLLOUT_ANSWER_NOT_SENT && !h->maybe) {
		never_sent(run, host);
	} else {
		if (answer != ROLLOUT_ANSWER_NOT_SENT)
			h->maybe = true;
		unanswered(run, host);
	}
}
