/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The state of a run and the moves inside the room. */
#ifndef ECE_LIB_ROLLOUT_INTERNAL_H
#define ECE_LIB_ROLLOUT_INTERNAL_H

#include "lib/rollout/rollout.h"

#define NOBODY UINT32_MAX
#define NEVER  UINT64_MAX

/* Hosts in the order of their deadlines: each is "now" and the same rest, so first in, first out. */
struct queue {
	uint32_t head, tail;
};

struct host {
	uint64_t deadline;   /* of what it is queued for */
	uint32_t prev, next; /* in that queue */
	uint32_t step;
	uint32_t attempt; /* of the request, counted over all controllers: tells late answers */
	uint8_t state;    /* enum rollout_host_state */
	uint8_t request;  /* enum rollout_request, while open */
	uint8_t place;    /* enum place */
	bool intent;      /* an apply may have been sent, ever */
	bool maybe;       /* an earlier attempt of this request may have arrived */
	bool untouched;   /* no apply arrived, or it was refused: nothing was written, surely */
	uint32_t tries;   /* of the request by this controller */
};

enum place {
	PLACE_NONE,
	PLACE_FLIGHT,  /* sent, its answer is due at the deadline */
	PLACE_RESTING, /* to be sent again at the deadline */
	PLACE_READY,   /* to be undone when there is room */
};

/* What is taken from a budget. */
enum tally {
	TALLY_NONE,
	TALLY_UNREACHED,
	TALLY_LOST,
	TALLY_FAILED,
	TALLY_COUNT,
};

struct tallies {
	uint32_t states[ROLLOUT_HOST_STATE_COUNT];
	uint32_t spent[TALLY_COUNT];
};

struct step {
	uint32_t first, count;
	uint64_t soak_ns;
	enum rollout_step_state state;
	struct tallies tallies;
};

enum reason {
	REASON_NONE,
	REASON_UNREACHED, /* budgets, in the order of enum tally */
	REASON_LOST,
	REASON_FAILED,
	REASON_ABORT,
	REASON_UNDO,
};

struct rollout {
	struct rollout_limits limits;
	enum rollout_run_state state;
	enum reason reason;
	uint64_t now, soak_until, armed;
	uint32_t current; /* the step that is being carried out or undone; the last one when DONE */
	uint32_t started; /* steps that left PENDING */
	uint32_t cursor;  /* APPLYING, CONFIRMING: the next host to look at */
	bool changed;     /* by the event at hand */

	struct queue flight, resting, ready;
	struct tallies tallies;
	uint32_t forgiven[TALLY_COUNT]; /* spent when a person last let a paused run go on */

	struct rollout_action *actions;
	size_t action_count, action_max;

	uint32_t step_count, host_count;
	struct step *steps;
	struct host *hosts;
};

void queue_init(struct queue *q);
bool queue_empty(const struct queue *q);
void queue_push(struct rollout *run, struct queue *q, enum place place, uint32_t host);
void queue_remove(struct rollout *run, struct queue *q, uint32_t host);
uint64_t queue_deadline(const struct rollout *run, const struct queue *q);

void action_add(struct rollout *run, const struct rollout_action *action);

/* Hosts with an open request, in flight or resting. */
uint32_t tallies_open(const struct tallies *t);

void host_move(struct rollout *run, uint32_t host, enum rollout_host_state to);
void host_send(struct rollout *run, uint32_t host, enum rollout_request request);
void host_again(struct rollout *run, uint32_t host);
void host_resend(struct rollout *run, uint32_t host);
void host_answer(struct rollout *run, uint32_t host, enum rollout_answer answer);
void host_give_up(struct rollout *run, uint32_t host);

void step_move(struct rollout *run, enum rollout_step_state to);
void run_move(struct rollout *run, enum rollout_run_state to);
void run_start(struct rollout *run);
void run_go_on(struct rollout *run);
void run_advance(struct rollout *run);
void run_check_budgets(struct rollout *run);

void undo_begin(struct rollout *run, enum reason reason);
void undo_ready(struct rollout *run, uint32_t host);
void undo_advance(struct rollout *run);

#endif
