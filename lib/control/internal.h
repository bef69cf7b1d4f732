/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_LIB_CONTROL_INTERNAL_H
#define ECE_LIB_CONTROL_INTERNAL_H

#include <signal.h>

#include "lib/base/arena.h"
#include "lib/base/intern.h"
#include "lib/control/control.h"
#include "lib/control/frozen.h"
#include "lib/control/sample.h"
#include "lib/gate/gate.h"

/* What a cookie of the channel says beside a request of the state machine. */
#define COOKIE_COUNTERS ROLLOUT_REQUEST_COUNT

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
struct tell;

/* What else may become readable while answers of hosts are waited for. */
struct wake {
	int epoll_fd, timer_fd; /* -1: not open */
	struct gate_asker *asker;
	uint64_t serial; /* of questions */
};

struct control {
	struct store *store;
	struct channel *channel;
	struct control_watch watch;
	volatile sig_atomic_t stop;
	bool adopt, hold;
	bool simulated; /* control_simulated() */
	uint64_t at_ns; /* control_at() */
	char change_id[sizeof(((struct store_run *)NULL)->change_id)];
	char frozen[ECE_ERROR_TEXT_MAX / 2]; /* why no run was begun; "" when the store is not frozen */
	struct {
		const char *key; /* NULL: runs are not signed */
		uint64_t valid_s;
		const struct signers *signers;
	} sign;
	struct wake wake;
	struct arena arena; /* facts of the last read */
	struct intern words;
	struct facts_host *hosts;
	struct run *run;   /* the last one */
	struct tell *tell; /* tell.h; NULL: no run is carried out */
};

/* A SAMPLE that is being carried out. */
struct sampler {
	struct sample *sample; /* NULL: none is */
	uint64_t deadline_ns;  /* of the channel's clock */
	uint32_t serial;       /* tells late answers */
	uint8_t *tries;        /* of each host */
	uint32_t *again, again_count;
	uint32_t next, in_flight, done;
	uint32_t questions; /* to Prometheus and commands, without an answer yet */
};

/* A SAMPLE of the state machine: the verdict is on what came of the newest one of each kind, and on nothing else. */
struct asked {
	bool any;
	uint32_t step, round;
};

/* What Prometheus or a command is asked; the newest of its kind. */
struct question {
	uint64_t serial;
	bool open;
	uint32_t step, round;
};

/* What they told before a step. */
struct told {
	bool known;
	uint32_t step, round;
	double value;
};

/* One run under way. */
struct run {
	struct control *control;
	struct store_run record;
	struct frozen *frozen;
	struct rollout *rollout;
	uint64_t generation;     /* of the fleet, that this run makes; 0: nobody has confirmed anything yet */
	uint32_t *applied_again; /* of each position: how often it has undone itself, so that it is applied anew */
	uint32_t said;           /* how often persons said something that moved the run */
	uint32_t undo_round;     /* how often a person asked for undo: part of the request's id */
	uint32_t event_count;
	uint64_t *step_began_ns; /* of each step; 0: it has not */
	uint64_t began_ns;       /* the first event; 0: there is none yet */
	uint64_t last_ns;        /* of the last event */
	uint64_t offset_ns;      /* from the channel's clock, which may have started over, to the run's */
	uint64_t wait_ns;        /* when a TIMER is due; UINT64_MAX: no */
	bool finished;
	int frozen_seen; /* the store is frozen: 1, 0, or -1: not looked yet */
	struct asked asked[ROLLOUT_SAMPLE_COUNT];
	struct sample
		*samples[ROLLOUT_SAMPLE_COUNT]; /* the newest ones; NULL: not taken, or not read from the store yet */
	bool damaged[ROLLOUT_SAMPLE_COUNT];     /* what the store has of it */
	struct signing *signing;                /* NULL: it is not signed, as far as is known */
	bool signing_known;                     /* the store was looked at for that */
	struct sampler sampler;
	struct question questions[2][ROLLOUT_GATES_MAX]; /* before a step, and after it */
	struct told told[ROLLOUT_GATES_MAX];
	uint32_t in_flight;            /* requests of any kind that the channel has not answered */
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
 * run_find - a run of the store with its frozen plan, as it was before its first event
 * run_replay - one of its events; for store_event_each(), whose @ctx is the run
 */
int run_find(struct control *control, const char *run_id, bool open, struct run **run, struct ece_error *e);
int run_replay(void *run, uint64_t now_ns, const struct rollout_event *event);

/**
 * run_make_rollout - the state machine of a frozen plan
 */
int run_make_rollout(struct run *run, struct ece_error *e);

/**
 * run_note - what the requests of a run must know of an event that changed it, live or replayed
 */
void run_note(struct run *run, uint64_t now_ns, const struct rollout_event *event);

/* Which samples the state machine has asked for. */
void run_note_asked(struct run *run, const struct rollout_action *actions, size_t count);

/**
 * run_loop - feed the @first events to the run, then carry it on until nothing is left to do without a person, or
 * control_stop()
 */
int run_loop(struct run *run, const enum rollout_event_kind *first, size_t count, struct ece_error *e);

/**
 * run_feed - one event to the state machine and, when it changed the run, to the store; its actions to the outbox
 *
 * Returns 1 when the event changed the run, 0 when it did not, or a negative errno.
 */
int run_feed(struct run *run, const struct rollout_event *event);

/* The time of the run. */
uint64_t run_now(const struct run *run);

/**
 * sampler_begin - carry out a SAMPLE; what was being sampled before is dropped
 * sampler_answer - what came of one of its requests
 * sampler_go - ask more hosts; when all have answered, keep what they said and tell the state machine
 * sampler_told - a question for the baseline of a gate was answered, or could not be
 */
int sampler_begin(struct run *run, const struct rollout_action *action);
int sampler_answer(struct run *run, const struct channel_answer *answer);
int sampler_go(struct run *run);
void sampler_told(struct run *run);
void sampler_done(struct sampler *sampler);

/**
 * evidence_load - the samples that the newest verdicts are on, from the store, where the run does not have them yet
 *
 * A damaged one is none, and marked as such.
 */
int evidence_load(struct run *run);

/**
 * judge_begin - carry out a JUDGE
 *
 * A counter gate is judged here; Prometheus and commands are asked, and answer through wake_look().
 */
int judge_begin(struct run *run, const struct rollout_action *action);

/**
 * judge_conclude - keep a verdict as evidence, tell it to the watcher and to the state machine
 */
int judge_conclude(struct run *run, const struct control_verdict *verdict, uint32_t gate);

/* What is known of a gate's verdict before it is judged. */
void judge_name(const struct run *run, uint32_t step, uint32_t gate, uint32_t round, struct control_verdict *verdict);

/**
 * judge_counters - a counter gate, or the built-in one, on the run's samples
 * @witnesses: of .witnesses of the verdict, CONTROL_WITNESSES_MAX
 */
int judge_counters(struct run *run, const struct fleet_gate *gate, struct control_verdict *verdict,
		   struct control_witness *witnesses);

/**
 * witness_all - the hosts whose numbers say most about a counter, the worst of each kind, and the average of each
 */
void witness_all(const struct run *run, const struct fleet_gate *gate, struct control_verdict *verdict,
		 struct control_witness *witnesses);

/**
 * window_deltas - what a counter of a host grew by before and during
 */
void window_deltas(const struct run *run, const struct sample_host *end, const struct counter *counter,
		   struct gate_sample *to);

/* What a text in the store is about. */
struct kept {
	uint32_t step;
	int32_t gate;
	uint32_t round;
};

/**
 * verdict_write, verdict_read - a verdict as JSON; @json: free() it
 * @each: gets the verdict, as its texts live as long as the JSON; its result is returned
 *
 * Of a text that is damaged @each gets what is known without it.
 */
int verdict_write(const struct control_verdict *verdict, char **json, struct ece_error *e);
int verdict_read(const struct run *run, const struct kept *about, const char *json,
		 int (*each)(void *ctx, const struct control_verdict *verdict), void *ctx, struct ece_error *e);

/* All verdicts of a run, oldest first; see control_verdicts(). */
int verdicts_each(const struct run *run, int (*each)(void *ctx, const struct control_verdict *verdict), void *ctx,
		  struct ece_error *e);

/**
 * way_dir - the folder of a fleet file, where the commands run that it names
 */
void way_dir(const char *file, char dir[PATH_MAX]);

/**
 * ask_gate - put a gate's question to Prometheus or a command
 * @before: for the baseline
 */
int ask_gate(struct run *run, uint32_t step, uint32_t gate, uint32_t round, bool before);

/* What came of it; for gate_step(), whose @ctx is the run. */
void ask_answered(void *run, const struct gate_answer *answer);

/**
 * wake_open - ready to hear other processes; closed by wake_close(), which accepts what was never opened
 * wake_look - answers of gates, words of other processes, and whether the store is frozen, as far as there is news
 */
int wake_open(struct control *control, struct ece_error *e);
void wake_close(struct control *control);
int wake_look(struct run *run);

/* Is the store frozen now? Tells the state machine when that is news. */
int words_freeze(struct run *run);

/* Is it an event that a person causes, by a word or a command? */
bool words_is_said(enum rollout_event_kind kind);

/* Obey what other processes asked. */
int words_obey(struct run *run);

/**
 * owed_settle - what the hosts of a run that is done are owed from now on, and no more
 */
int owed_settle(struct run *run, struct ece_error *e);

/**
 * run_submit - build the request of a SEND and hand it to the channel
 */
int run_submit(struct run *run, const struct rollout_action *action, struct ece_error *e);

/**
 * request_of_apply - what an APPLY asks of the host at a position: the same whoever sends it
 * @request: all zero; protocol-free its cards with frozen_cards_free()
 */
int request_of_apply(const struct run *run, uint32_t position, struct protocol_request *request, struct ece_error *e);

/**
 * signing_make - sign a run with the controller's key, and keep the signature in the store; durable when it returns
 * signing_prove - the proof of the APPLY of a position, where the run is signed
 * @request: receives .proof for free()
 */
struct signing;
int signing_make(struct run *run, struct ece_error *e);
int signing_prove(struct run *run, uint32_t position, struct protocol_request *request, struct ece_error *e);
void signing_free(struct signing *signing);

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
