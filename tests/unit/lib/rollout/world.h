/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A world around one run: hosts that do what they are sent and undo themselves when their lease runs out, a network that
 * loses, repeats and delays, a controller that dies, people who pause, freeze and decide. It says what is wrong after
 * every event, by rules of its own, and knows what is really on the hosts.
 */
#ifndef ECE_TESTS_ROLLOUT_WORLD_H
#define ECE_TESTS_ROLLOUT_WORLD_H

#include "lib/rollout/rollout.h"

#define WORLD_HOSTS   24 /* positions */
#define WORLD_STEPS   6
#define WORLD_CHANGES 3
#define WORLD_GATES   3
#define WORLD_LOG     20000

/* What is on a host. */
enum world_value {
	WORLD_OLD,
	WORLD_NEW,
	WORLD_OTHER, /* somebody else wrote after us */
	WORLD_BROKEN,
};

/* The lease of a position that holds, as the controller should see it. */
struct world_lease {
	bool open; /* a renewal is in flight */
	uint32_t attempt, tries;
	uint64_t deadline, sent_at;
	uint32_t sent_as;
	uint64_t next; /* when it is to be renewed, if not open */
	uint64_t end;  /* may be on its own from here on */
	uint64_t over; /* is on its own from here on */
};

struct world_host {
	enum world_value value;
	bool confirmed, undone; /* what its journal says of the run */
	bool self_undone;
	uint64_t self_undone_at;
	uint32_t applied; /* rounds it has taken: 0 none, 1 the first */
	uint64_t holds_until;

	/* What the controller sent last, and whether an answer to it is still expected. */
	bool open;
	enum rollout_request request;
	uint32_t attempt, round;
	uint64_t deadline, asked_at;
	uint32_t sent_as;    /* the how manieth SEND of all */
	bool waiting_answer; /* false while it rests before the next attempt */
	uint32_t tries;
	bool maybe;
	bool again; /* a new controller is to send it again, now */
	struct world_lease lease;

	bool intent, undo_sent, untouched;
	uint32_t rounds; /* how often a person had it applied again */
	enum rollout_host_state expected;
};

/* One gate of the current step. */
struct world_gate {
	bool open, settled;
	bool again_now; /* a new controller is to ask again */
	uint32_t round, tries;
	uint64_t deadline, again, judged;
	enum rollout_verdict verdict;
};

/* One sample of a step: when it was last asked for, and when it was there. */
struct world_sample {
	bool open;
	bool again_now; /* a new controller is to ask again */
	uint32_t round;
	uint64_t asked, deadline, taken; /* UINT64_MAX: not yet */
};

struct world_step {
	uint64_t soak_from;    /* the last apply was answered, or a person had it judged anew */
	uint64_t first_judged; /* since then; UINT64_MAX: not yet */
	uint32_t round;        /* of the newest judging */
	bool accepted;         /* by a person, since then */
	struct world_sample samples[ROLLOUT_SAMPLE_COUNT];
};

struct world_change {
	struct rollout_limits limits;
	struct rollout_gate gates[WORLD_GATES];
	uint32_t gate_count;
};

struct world_config {
	struct rollout_limits limits; /* of the only change, when there are none below */
	struct world_change changes[WORLD_CHANGES];
	uint32_t change_count;
	struct rollout_step_plan steps[WORLD_STEPS];
	uint32_t step_count, host_count;
	uint32_t host_of[WORLD_HOSTS]; /* all 0: each position is another host */
};

struct world {
	struct world_config config;
	struct rollout *run;
	uint64_t random;
	uint64_t now, armed;
	uint32_t host_step[WORLD_HOSTS];
	struct world_host hosts[WORLD_HOSTS];
	struct world_step steps[WORLD_STEPS];
	struct world_gate gates[WORLD_GATES]; /* of the step that was judged last */
	uint32_t failed, lost, unreached;     /* counted by the world's own rules */
	struct {
		uint32_t failed, lost, unreached;
	} forgiven; /* when a person let a run go on that a budget had paused */

	/* The run beneath a freeze; without one, the run. */
	enum rollout_run_state beneath;
	enum rollout_pause pause;
	bool frozen, undoing;

	const struct rollout_event *event; /* at hand */
	enum rollout_step_state step_before;
	bool taken_over; /* by the event before */
	uint32_t all_sends, all_renewals;
	uint32_t sends, sends_allowed; /* since the last event that a person or a new controller caused */
	uint32_t judges;
	struct {
		struct rollout_event event;
		uint64_t now;
	} log[WORLD_LOG];
	size_t log_count;
	const char *wrong; /* the first rule that was broken */
	char detail[160];
};

uint32_t world_random(struct world *w, uint32_t below);

/**
 * world_begin - a run as configured, not started
 */
void world_begin(struct world *w, const struct world_config *config, uint64_t seed);
void world_end(struct world *w);

/**
 * world_event - feed an event and check all rules
 *
 * Returns what rollout_step() returned.
 */
int world_event(struct world *w, const struct rollout_event *event);
int world_simple(struct world *w, enum rollout_event_kind kind);

/**
 * world_answer - let a host that was sent something answer it
 * @answer: what the controller hears
 * @delivered: for NOT_SENT and MAYBE: did the host get it?
 */
void world_answer(struct world *w, uint32_t host, enum rollout_answer answer, bool delivered);
void world_answer_renewal(struct world *w, uint32_t host, enum rollout_answer answer, bool delivered);

/**
 * world_deliver, world_deliver_renewal - what a sound host does with its open request, and what it answers
 */
enum rollout_answer world_deliver(struct world *w, uint32_t host);
enum rollout_answer world_deliver_renewal(struct world *w, uint32_t host);

/**
 * world_sampled - the counters that the controller was last asked for are there
 *
 * Returns false when it waits for none.
 */
bool world_sampled(struct world *w);

/**
 * world_verdict - a gate is judged
 */
void world_verdict(struct world *w, uint32_t gate, enum rollout_verdict verdict);

/**
 * world_timer - let time pass to the armed deadline, and tell
 */
void world_timer(struct world *w);

/**
 * world_crash - the controller dies; another one replays the log, compares, and takes over
 */
void world_crash(struct world *w);

/**
 * world_settle - from here on everything works: the run must come to an end or wait for a person
 */
void world_settle(struct world *w);

/**
 * world_conclude - and the person lets it go on whenever it waits: it must come to an end
 */
void world_conclude(struct world *w);

#endif
