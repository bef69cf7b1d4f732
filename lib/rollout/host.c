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
		[ROLLOUT_ANSWER_HELD]        = { true, ROLLOUT_HOST_HELD,        TALLY_NONE },
		[ROLLOUT_ANSWER_UNCHANGED]   = { true, ROLLOUT_HOST_UNCHANGED,   TALLY_NONE },
		[ROLLOUT_ANSWER_FAILED_OLD]  = { true, ROLLOUT_HOST_FAILED_OLD,  TALLY_FAILED },
		[ROLLOUT_ANSWER_REFUSED]     = { true, ROLLOUT_HOST_FAILED_OLD,  TALLY_FAILED },
		[ROLLOUT_ANSWER_DIRTY]       = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_SELF_UNDONE] = { true, ROLLOUT_HOST_SELF_UNDONE, TALLY_NONE },
	},
	[ROLLOUT_REQUEST_CONFIRM] = {
		[ROLLOUT_ANSWER_CONFIRMED]   = { true, ROLLOUT_HOST_CONFIRMED,   TALLY_NONE },
		[ROLLOUT_ANSWER_FAILED_OLD]  = { true, ROLLOUT_HOST_FAILED_OLD,  TALLY_FAILED },
		[ROLLOUT_ANSWER_REFUSED]     = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_DIRTY]       = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_CONFLICT]    = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_UNDO_FAILED] = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_SELF_UNDONE] = { true, ROLLOUT_HOST_SELF_UNDONE, TALLY_NONE },
	},
	[ROLLOUT_REQUEST_RENEW] = {
		[ROLLOUT_ANSWER_FAILED_OLD]  = { true, ROLLOUT_HOST_FAILED_OLD,  TALLY_FAILED },
		[ROLLOUT_ANSWER_REFUSED]     = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_DIRTY]       = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_CONFLICT]    = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_UNDO_FAILED] = { true, ROLLOUT_HOST_DIRTY,       TALLY_FAILED },
		[ROLLOUT_ANSWER_SELF_UNDONE] = { true, ROLLOUT_HOST_SELF_UNDONE, TALLY_NONE },
	},
	[ROLLOUT_REQUEST_UNDO] = {
		[ROLLOUT_ANSWER_UNDONE]      = { true, ROLLOUT_HOST_UNDONE,      TALLY_NONE },
		[ROLLOUT_ANSWER_UNCHANGED]   = { true, ROLLOUT_HOST_UNDONE,      TALLY_NONE },
		[ROLLOUT_ANSWER_SELF_UNDONE] = { true, ROLLOUT_HOST_UNDONE,      TALLY_NONE },
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

	if (h->state == ROLLOUT_HOST_HELD)
		lease_drop(run, host);
	step->states[h->state]--;
	run->tallies.states[h->state]--;
	h->state = (uint8_t)to;
	step->states[to]++;
	run->tallies.states[to]++;
	if (to == ROLLOUT_HOST_HELD)
		lease_take(run, host);
	run->changed = true;
}

static void submit(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];
	uint64_t deadline = later(run->now, run_limits(run)->answer_ns);

	h->tries++;
	h->attempt++;
	queue_push(run, &run->flight, PLACE_FLIGHT, host, deadline);
	action_add(run, &(struct rollout_action){
				.kind = ROLLOUT_ACTION_SEND,
				.host = host,
				.step = h->step,
				.request = (enum rollout_request)h->request,
				.attempt = h->attempt,
				.round = h->round,
				.deadline_ns = deadline,
			});
	run->changed = true;
}

void host_send(struct rollout *run, uint32_t host, enum rollout_request request)
{
	struct host *h = &run->hosts[host];

	host_move(run, host, sent[request]);
	h->asked = run->now;
	h->request = (uint8_t)request;
	h->tries = 0;
	h->maybe = false;
	if (request == ROLLOUT_REQUEST_APPLY)
		h->intent = true;
	submit(run, host);
}

static void rest(struct rollout *run, uint32_t host)
{
	queue_push(run, &run->resting, PLACE_RESTING, host, later(run->now, run_limits(run)->retry_ns));
	run->changed = true;
}

void hosts_send_rested(struct rollout *run)
{
	while (!run->frozen && queue_due(run, &run->resting)) {
		uint32_t host = run->resting.head;

		queue_remove(run, &run->resting, host);
		submit(run, host);
	}
}

static void settle(struct rollout *run, uint32_t host, enum rollout_host_state state, enum tally tally)
{
	host_move(run, host, state);
	if (tally != TALLY_NONE) {
		run->steps[run->hosts[host].step].tallies.spent[tally]++;
		run->tallies.spent[tally]++;
	}
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

/* Its lease is over, and it did not say what it did then. */
void host_lose(struct rollout *run, uint32_t host)
{
	settle(run, host, ROLLOUT_HOST_MAYBE, TALLY_LOST);
}

/* While a run is undone nothing is applied or confirmed again: the undo itself clears up what the host did. */
static bool tries_left(const struct rollout *run, const struct host *h)
{
	if (run->state == ROLLOUT_UNDOING && h->request != ROLLOUT_REQUEST_UNDO)
		return false;
	return h->tries < run_limits(run)->attempts;
}

/* What the controller before sent may have arrived, and the attempts start again. */
static void take_over(struct rollout *run, uint32_t host, struct queue *q)
{
	struct host *h = &run->hosts[host];

	queue_remove(run, q, host);
	h->maybe = true;
	h->tries = 0;
	if (!tries_left(run, h))
		settle_unanswered(run, host);
	else if (run->frozen)
		rest(run, host);
	else
		submit(run, host);
}

/* Each is put behind @last, the last of those that were there, so that none is met twice. */
static void take_over_until(struct rollout *run, struct queue *q, uint32_t last)
{
	for (uint32_t host = NOBODY; last != NOBODY && host != last;) {
		host = q->head;
		take_over(run, host, q);
	}
}

void hosts_take_over(struct rollout *run)
{
	uint32_t flight = run->flight.tail, resting = run->resting.tail;

	take_over_until(run, &run->flight, flight);
	take_over_until(run, &run->resting, resting);
}

static void unanswered(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];

	if (tries_left(run, h))
		rest(run, host);
	else
		settle_unanswered(run, host);
}

/* The request surely did not arrive, and none before it did. */
static void never_sent(struct rollout *run, uint32_t host)
{
	struct host *h = &run->hosts[host];

	if (h->request == ROLLOUT_REQUEST_APPLY) {
		h->untouched = !h->round;
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
		h->untouched = !h->maybe && !h->round;
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

/* What a host says to a renewal when it does not hold any more. Returns false when that tells nothing. */
bool host_answer_renewal(struct rollout *run, uint32_t host, enum rollout_answer answer)
{
	const struct outcome *outcome = &outcomes[ROLLOUT_REQUEST_RENEW][answer];

	if (outcome->known)
		settle(run, host, outcome->state, outcome->tally);
	return outcome->known;
}
