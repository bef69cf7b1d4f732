/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_LIB_CONTROL_INTERNAL_H
#define ECE_LIB_CONTROL_INTERNAL_H

#include <signal.h>

#include "lib/base/arena.h"
#include "lib/base/intern.h"
#include "lib/control/control.h"
#include "lib/control/frozen.h"

/* Of one request. Four answers lost in a row, with rests between them, are a lost host. */
#define ATTEMPTS      4
#define SECOND_NS     UINT64_C(1000000000)
#define ANSWER_NS     (30 * SECOND_NS)
#define RETRY_NS      (2 * SECOND_NS)
#define SAMPLE_NS     (300 * SECOND_NS) /* to read the counters of all hosts that a step's gates watch */
#define READ_ATTEMPTS 2
#define GATHER_NS     (SECOND_NS / 50) /* answers that share a commit */
#define GATHER_MAX    1024

struct run;

struct control {
	struct store *store;
	struct channel *channel;
	struct control_watch watch;
	volatile sig_atomic_t stop;
	bool adopt;         /* of runs that are begun */
	struct arena arena; /* facts of the last read */
	struct intern words;
	struct facts_host *hosts;
	struct run *run; /* the last one */
};

/* One run under way. */
struct run {
	struct control *control;
	struct store_run record;
	struct frozen *frozen;
	struct rollout *rollout;
	uint64_t generation;     /* of the fleet, that this run makes; 0: nobody has confirmed anything yet */
	uint32_t *applied_again; /* of each position: how often it has undone itself, so that it is applied anew */
	uint32_t undo_round;     /* how often a person asked for undo: part of the request's id */
	uint64_t last_ns;        /* of the last event */
	uint64_t offset_ns;      /* from the channel's clock, which may have started over, to the run's */
	uint64_t wait_ns;        /* when a TIMER is due; UINT64_MAX: no */
	bool finished;
	struct rollout_action *outbox; /* of events that are not durable yet */
	size_t outbox_count, outbox_max;
	int err; /* of the first thing that failed inside a callback */
	struct ece_error *e;
};

void facts_free(struct control *control);

/**
 * run_open - a run of the store with its frozen plan, replayed to where it was
 */
int run_open(struct control *control, const char *run_id, bool open, struct run **run, struct ece_error *e);
void run_free(struct run *run);

/**
 * run_new - the same for a run that was just frozen; takes @text over
 */
int run_new(struct control *control, const struct store_run *record, char *text, size_t len, struct run **run,
	    struct ece_error *e);

/**
 * run_make_rollout - the state machine of a frozen plan
 */
int run_make_rollout(struct run *run, struct ece_error *e);

/**
 * run_note - what the requests of a run must know of an event that changed it, live or replayed
 */
void run_note(struct run *run, uint64_t now_ns, const struct rollout_event *event);

/**
 * run_loop - feed the @first events to the run, then carry it on until nothing is left to do without a person, or
 * control_stop()
 */
int run_loop(struct run *run, const enum rollout_event_kind *first, size_t count, struct ece_error *e);

/**
 * run_submit - build the request of a SEND and hand it to the channel
 */
int run_submit(struct run *run, const struct rollout_action *action, struct ece_error *e);

/**
 * answer_unshown - the first value of an apply that the answer does not show as it was asked for, or NULL
 */
const struct ece_param *answer_unshown(const struct protocol_answer *answer, const struct protocol_request *asked);

/**
 * answer_read - what an answer of the channel means for the run
 * @asked: the cards of an apply; none for other requests
 * @why: receives a sentence when it is no success, empty otherwise
 */
enum rollout_answer answer_read(const struct channel_answer *answer, const char *id,
				const struct protocol_request *asked, char *why, size_t size);

/**
 * request_run - what hosts call the run of this position: that of the store, or with several changes RUN/CHANGE
 */
void request_run(const struct run *run, uint32_t position, char *name, size_t size);

/**
 * request_id - the same for the same request over all controllers, another one for each other request
 * @attempt: RENEW: each is a request of its own
 */
void request_id(const struct run *run, uint32_t position, enum rollout_request request, uint32_t attempt, char *id,
		size_t size);

enum control_result result_of_run(const struct run *run);
enum control_result result_of_plan(const struct plan *plan);

#endif
