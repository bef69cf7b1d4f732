/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The state of a run and the moves inside the room. */
#ifndef ECE_LIB_ROLLOUT_INTERNAL_H
#define ECE_LIB_ROLLOUT_INTERNAL_H

#include "lib/rollout/rollout.h"

#define NOBODY UINT32_MAX
#define NEVER  UINT64_MAX

/* What waits, in the order of its deadlines: each is "now" and the same rest, so first in, first out. */
struct queue {
	uint32_t head, tail;
};

enum place {
	PLACE_NONE,
	PLACE_FLIGHT,  /* sent, its answer is due at the deadline */
	PLACE_RESTING, /* to be sent again at the deadline */
	PLACE_READY,   /* to be undone when there is room */
	PLACE_DUE,     /* a lease: to be renewed at the deadline */
};

/* One entry of a queue. Each host has two: node HOST is its request, node host_count + HOST its lease. */
struct node {
	uint64_t deadline;
	uint32_t prev, next;
	enum place place;
};

struct host {
	uint64_t asked;      /* when the request, or the renewal at hand, was first sent */
	uint64_t lease_end;  /* HELD: the earliest moment at which it may be on its own */
	uint64_t lease_over; /* HELD: the latest, as far as its answers tell */
	uint32_t step;
	uint32_t earlier;                /* the same host in the change before that has it, or NOBODY */
	uint32_t attempt;                /* of all requests by all controllers: tells late answers */
	uint32_t tries;                  /* of the request by this controller */
	uint32_t renewal, renewal_tries; /* the same of its lease */
	uint32_t round;                  /* how often it was to be applied again */
	uint8_t state;                   /* enum rollout_host_state */
	uint8_t request;                 /* enum rollout_request, while open */
	bool intent;                     /* an apply may have been sent, ever */
	bool maybe;                      /* an earlier attempt of this request may have arrived */
	bool untouched;                  /* no apply arrived, or it was refused: nothing was written, surely */
	bool doubtful;                   /* HELD: its lease may be over before it answers again */
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
	uint32_t first, count, change;
	uint64_t soak_ns, baseline_ns;
	enum rollout_step_state state;
	bool accepted;
	struct tallies tallies;
};

struct change {
	const char *name;
	struct rollout_limits limits;
	struct rollout_gate *gates;
	uint32_t gate_count;
	bool samples; /* one of the gates does */
};

/* A window in which hosts are watched, BASELINE or SOAKING. */
enum phase {
	PHASE_START,
	PHASE_BEGIN,  /* sampled at its beginning */
	PHASE_WINDOW, /* lasts until watch.until */
	PHASE_END,    /* sampled at its end */
};

struct watch {
	enum phase phase;
	uint64_t until;
	bool open; /* a sample is being taken, its answer is due at the deadline */
	enum rollout_sample sample;
	uint64_t deadline;
};

enum judging {
	JUDGING_NOT,
	JUDGING_OPEN,    /* asked, the verdict is due at the deadline */
	JUDGING_RESTING, /* to be asked again at the deadline */
	JUDGING_SETTLED, /* the verdict is of this round and counts */
};

struct gate {
	enum judging judging;
	enum rollout_verdict verdict; /* the newest one */
	uint64_t judged;              /* when it came */
	uint64_t deadline;
	uint32_t tries;
};

enum reason {
	REASON_NONE,
	REASON_UNREACHED, /* budgets, in the order of enum tally */
	REASON_LOST,
	REASON_FAILED,
	REASON_ABORT,
	REASON_UNDO,
	REASON_GATE,
};

/* Why a run is paused or undone, as it was at that moment. */
struct stop {
	enum reason reason;
	uint32_t limit; /* of a budget */
	uint32_t step, gate;
	enum rollout_verdict verdict;
};

struct rollout {
	enum rollout_run_state state;
	enum rollout_pause pause;
	bool frozen; /* over any state: nothing is sent but renewals */
	struct stop stop;
	uint64_t now, armed;
	uint32_t current; /* the step that is being carried out or undone; the last one when DONE */
	uint32_t started; /* steps that left PENDING */
	uint32_t cursor;  /* APPLYING, CONFIRMING: the next host to look at */
	bool changed;     /* by the event at hand */
	bool taken_over;  /* by the event before */

	/* Of the current step. */
	struct watch watch;
	struct gate gates[ROLLOUT_GATES_MAX];
	uint32_t round, rounds; /* the one at hand, and how many there were */
	uint64_t soaked;        /* when the soak of the first of these rounds was over that have one SOAK_BEGIN */

	struct queue flight, resting, ready; /* requests */
	struct queue renewing, again, due;   /* leases: in flight, to be renewed again, to be renewed */
	uint32_t renewals, doubtful;         /* in flight; hosts of which that is so */
	struct tallies tallies;
	uint32_t forgiven[TALLY_COUNT]; /* spent when a person last let a run go on that a budget had paused */

	struct rollout_action *actions;
	size_t action_count, action_max;

	uint32_t change_count, step_count, host_count;
	struct change *changes;
	struct step *steps;
	struct host *hosts;
	struct node *nodes;
};

/* now + rest, and never beyond NEVER. */
uint64_t later(uint64_t now, uint64_t rest);

void queue_init(struct queue *q);
bool queue_empty(const struct queue *q);
void queue_push(struct rollout *run, struct queue *q, enum place place, uint32_t node, uint64_t deadline);
void queue_remove(struct rollout *run, struct queue *q, uint32_t node);
bool queue_due(const struct rollout *run, const struct queue *q);
uint64_t queue_deadline(const struct rollout *run, const struct queue *q);

void action_add(struct rollout *run, const struct rollout_action *action);

const struct change *change_of(const struct rollout *run, uint32_t step);
const struct rollout_limits *run_limits(const struct rollout *run);

/* Hosts with an open request, in flight or resting. */
uint32_t tallies_open(const struct tallies *t);

void host_move(struct rollout *run, uint32_t host, enum rollout_host_state to);
void host_send(struct rollout *run, uint32_t host, enum rollout_request request);
void host_answer(struct rollout *run, uint32_t host, enum rollout_answer answer);
void host_give_up(struct rollout *run, uint32_t host);
bool host_answer_renewal(struct rollout *run, uint32_t host, enum rollout_answer answer);
void host_lose(struct rollout *run, uint32_t host);
void hosts_send_rested(struct rollout *run);
void hosts_take_over(struct rollout *run);

void lease_take(struct rollout *run, uint32_t host);
void lease_drop(struct rollout *run, uint32_t host);
void lease_answer(struct rollout *run, uint32_t host, enum rollout_answer answer);
bool lease_open(const struct rollout *run, uint32_t host);
void leases_expire(struct rollout *run);
void leases_take_over(struct rollout *run);
bool leases_renew(struct rollout *run);
bool leases_sure(const struct rollout *run);
uint64_t leases_deadline(const struct rollout *run);

void watch_begin(struct rollout *run, enum rollout_sample begin);
void watch_on(struct rollout *run, uint64_t until);
bool watch_over(struct rollout *run, uint64_t length);
void watch_sampled(struct rollout *run, const struct rollout_event *event);
void watch_expire(struct rollout *run);
void watch_take_over(struct rollout *run);
uint64_t watch_deadline(const struct rollout *run);

/* What the verdicts on a step come to; of several gates the strongest decides. */
enum decision {
	GATES_PASS,
	GATES_SOAK_ON,
	GATES_PAUSE,
	GATES_WAIT,
	GATES_FAIL,
};

void gates_ask(struct rollout *run);
enum decision gates_decide(const struct rollout *run, uint32_t *gate);
uint64_t gates_judge_at(const struct rollout *run);
void gates_drop(struct rollout *run);
void gates_ask_rested(struct rollout *run);
void gates_verdict(struct rollout *run, const struct rollout_event *event);
void gates_expire(struct rollout *run);
void gates_take_over(struct rollout *run);
uint64_t gates_deadline(const struct rollout *run);

void step_move(struct rollout *run, enum rollout_step_state to);
void step_soak(struct rollout *run);
void step_apply_again(struct rollout *run);
void step_confirm(struct rollout *run);
void run_move(struct rollout *run, enum rollout_run_state to);
void run_start(struct rollout *run);
void run_advance(struct rollout *run);
bool run_goes_on(const struct rollout *run);
uint64_t run_deadline(const struct rollout *run);

bool run_is_spent(const struct rollout *run, struct stop *why);
void run_check_budgets(struct rollout *run);
void run_check_leases(struct rollout *run);
void run_stop_at_gate(struct rollout *run, uint32_t gate, bool failed);
void run_pause(struct rollout *run);
void run_resume(struct rollout *run);
void run_accept(struct rollout *run);
void run_freeze(struct rollout *run, bool frozen);

void undo_begin(struct rollout *run, const struct stop *why);
void undo_ready(struct rollout *run, uint32_t host);
void undo_advance(struct rollout *run);

#endif
