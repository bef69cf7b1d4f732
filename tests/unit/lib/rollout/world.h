/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A world around one run: hosts that do what they are sent, a network that loses, repeats and delays, a controller that
 * dies. It says what is wrong after every event, by rules of its own, and knows what is really on the hosts.
 */
#ifndef ECE_TESTS_ROLLOUT_WORLD_H
#define ECE_TESTS_ROLLOUT_WORLD_H

#include "lib/rollout/rollout.h"

#define WORLD_HOSTS 24
#define WORLD_STEPS 6
#define WORLD_LOG   20000

/* What is on a host. */
enum world_value {
	WORLD_OLD,
	WORLD_NEW,
	WORLD_OTHER, /* somebody else wrote after us */
	WORLD_BROKEN,
};

struct world_host {
	enum world_value value;
	bool confirmed, undone; /* what its journal says of the run */
	bool dirty;

	/* What the controller sent last, and whether an answer to it is still expected. */
	bool open;
	enum rollout_request request;
	uint32_t attempt;
	uint64_t deadline;
	uint32_t sent_as;    /* the how manieth SEND of all */
	bool waiting_answer; /* false while it rests before the next attempt */
	uint32_t tries;
	bool maybe;

	bool intent, undo_sent, untouched;
	enum rollout_host_state expected;
};

struct world_config {
	struct rollout_limits limits;
	struct rollout_step_plan steps[WORLD_STEPS];
	uint32_t step_count, host_count;
};

struct world {
	struct world_config config;
	struct rollout *run;
	uint64_t random;
	uint64_t now, armed;
	uint32_t host_step[WORLD_HOSTS];
	struct world_host hosts[WORLD_HOSTS];
	uint64_t settled_at[WORLD_STEPS]; /* when the last apply of the step was answered */
	uint32_t failed, lost, unreached; /* counted by the world's own rules */
	struct {
		uint32_t failed, lost, unreached;
	} forgiven; /* when a person let a paused run go on */
	bool undoing;
	bool resumed, asked; /* the event at hand is RESUME; ABORT or UNDO */
	uint32_t all_sends;
	uint32_t sends, sends_allowed; /* since the last event that a person or a new controller caused */
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

/**
 * world_answer - let a host that was sent something answer it
 * @answer: what the controller hears
 * @delivered: for NOT_SENT and MAYBE: did the host get it?
 */
void world_answer(struct world *w, uint32_t host, enum rollout_answer answer, bool delivered);

/**
 * world_deliver - what a sound host does with its open request, and what it answers
 */
enum rollout_answer world_deliver(struct world *w, uint32_t host);

/**
 * world_timer - let time pass to the armed deadline, and tell
 */
void world_timer(struct world *w);

/**
 * world_crash - the controller dies; another one replays the log, compares, and resumes
 */
void world_crash(struct world *w);

/**
 * world_settle - from here on everything works: the run must come to an end
 */
void world_settle(struct world *w);

void world_simple(struct world *w, enum rollout_event_kind kind);

#endif
