/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The state machine of one run. Pure: rollout_step(run, event, now) changes the run and says what to do next; the same
 * events give the same run, which is how a run survives its controller.
 *
 * The caller makes every event durable before it carries out what the event led to. So after a crash the replayed run
 * knows each host that may have been touched, and re-submits each open intent under the same id; the host answers from
 * its journal.
 *
 *   host   QUEUED -> INTENT -> HELD -> CONFIRM -> CONFIRMED
 *          aside: UNCHANGED, FAILED_OLD (restored itself), DIRTY, MAYBE (lost: no answer after all attempts),
 *          UNREACHED (the request surely never arrived), SELF_UNDONE (its lease ran out and it put back what it had),
 *          SKIPPED (an earlier change of this run did not take on it), UNDO -> UNDONE | CONFLICT | UNDO_FAILED
 *   step   PENDING -> BASELINE -> APPLYING -> SOAKING -> GATING -> CONFIRMING -> DONE; when the run is undone
 *          -> UNDOING -> UNDONE
 *   run    PLANNED -> RUNNING -> DONE, or -> UNDOING -> UNDONE | STUCK; PAUSED (person, gate, freeze, lease, budget)
 *          aside
 *
 * "Host" is a position in the plan's order here. A run of several changes has a host at several positions, one for each
 * change that touches it; rollout_plan.host_of says which are the same host.
 *
 * Rules:
 *   - No apply is started once a budget is spent; what is in flight then is the most by which it is overshot. Budgets are
 *     counted over the whole run, against the limits of the change that is being carried out.
 *   - A step starts when every host of the one before is settled: confirmed, or taken from a budget. A step in which no
 *     host holds the change, because all failed, are out of reach or had it, has nothing to soak or to judge: only the
 *     budgets say whether the next one starts.
 *   - A host whose earlier change of this run was neither confirmed nor unchanged is skipped in the later ones.
 *   - Hosts are confirmed when every gate of the change has passed, by a verdict on samples that were taken after the
 *     last apply of the step; or may be inconclusive by its rule; or was accepted by a person.
 *   - A step is judged only when each host that holds has answered within its lease: samples of hosts that may have
 *     undone themselves meanwhile say nothing.
 *   - A lost answer is cleared up by sending the same request again. After the last attempt the host is lost.
 *   - A host that holds is renewed at a third of its lease, also while the run is paused or frozen. One whose lease ran
 *     out and that does not answer is lost; one that says that it undid itself pauses the run.
 *   - Undo asks every host that ever had an intent, newest step first. The run is UNDONE only when none of them
 *     answered otherwise; a host that surely never got its intent and cannot be reached now has nothing to undo.
 *   - A paused run goes on when a person resumes it. Of a run that was paused by a budget, what was spent until then is
 *     forgiven and the budgets begin again; failures that arrive in any other pause count when it is resumed.
 *   - A frozen run sends renewals and nothing else. Whatever is asked of it meanwhile begins when it is unfrozen.
 *   - Every state that is not final waits for a deadline (the last WAIT) or, when PAUSED, for a person.
 */
#ifndef ECE_LIB_ROLLOUT_ROLLOUT_H
#define ECE_LIB_ROLLOUT_ROLLOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rollout_host_state {
	ROLLOUT_HOST_QUEUED,
	ROLLOUT_HOST_INTENT,
	ROLLOUT_HOST_HELD,
	ROLLOUT_HOST_CONFIRM,
	ROLLOUT_HOST_CONFIRMED,
	ROLLOUT_HOST_UNCHANGED,
	ROLLOUT_HOST_FAILED_OLD,
	ROLLOUT_HOST_DIRTY,
	ROLLOUT_HOST_MAYBE,
	ROLLOUT_HOST_UNREACHED,
	ROLLOUT_HOST_UNDO,
	ROLLOUT_HOST_UNDONE,
	ROLLOUT_HOST_CONFLICT,
	ROLLOUT_HOST_UNDO_FAILED,
	ROLLOUT_HOST_SELF_UNDONE,
	ROLLOUT_HOST_SKIPPED,
	ROLLOUT_HOST_STATE_COUNT,
};

enum rollout_step_state {
	ROLLOUT_STEP_PENDING,
	ROLLOUT_STEP_BASELINE, /* watched before anything is written; passed over when no gate of the step samples */
	ROLLOUT_STEP_APPLYING,
	ROLLOUT_STEP_SOAKING,
	ROLLOUT_STEP_GATING,
	ROLLOUT_STEP_CONFIRMING,
	ROLLOUT_STEP_DONE,
	ROLLOUT_STEP_UNDOING,
	ROLLOUT_STEP_UNDONE, /* every host of it that had an intent was asked; the host counts say how it went */
	ROLLOUT_STEP_STATE_COUNT,
};

enum rollout_run_state {
	ROLLOUT_PLANNED,
	ROLLOUT_RUNNING,
	ROLLOUT_PAUSED,
	ROLLOUT_DONE,
	ROLLOUT_UNDOING,
	ROLLOUT_UNDONE,
	ROLLOUT_STUCK, /* the undo is incomplete: a person is needed */
	ROLLOUT_RUN_STATE_COUNT,
};

enum rollout_event_kind {
	ROLLOUT_EVENT_START,
	ROLLOUT_EVENT_ANSWER, /* a host answered an apply, confirm or undo */
	ROLLOUT_EVENT_TIMER,  /* the deadline of the last WAIT has passed */
	ROLLOUT_EVENT_ABORT,  /* a person: undo newest first */
	ROLLOUT_EVENT_UNDO,   /* a person: undo a finished run */
	/*
	 * A person: a paused run goes on. Hosts that undid themselves are applied again; a gate that stopped it is judged
	 * anew after another soak. What is open is sent, sampled and judged again, as by TAKE_OVER, unless that was the
	 * event before.
	 */
	ROLLOUT_EVENT_RESUME,
	ROLLOUT_EVENT_TAKE_OVER, /* a controller took the run over: what is open is sent, sampled and judged again */
	ROLLOUT_EVENT_PAUSE,     /* a person: start nothing, keep what is held; an undo is not paused */
	ROLLOUT_EVENT_ACCEPT,    /* a person: go on from a gate that stopped the run, as if it had passed */
	ROLLOUT_EVENT_FREEZE,    /* no writes anywhere, undo included, until UNFREEZE; also before START */
	ROLLOUT_EVENT_UNFREEZE,
	ROLLOUT_EVENT_SAMPLED, /* the answer to a SAMPLE: .step, .sample, .round */
	ROLLOUT_EVENT_VERDICT, /* the answer to a JUDGE: .step, .gate, .round, .verdict */
	ROLLOUT_EVENT_COUNT,
};

enum rollout_request {
	ROLLOUT_REQUEST_APPLY,
	ROLLOUT_REQUEST_CONFIRM,
	ROLLOUT_REQUEST_UNDO,
	ROLLOUT_REQUEST_RENEW, /* the lease of a host that holds a change */
	ROLLOUT_REQUEST_COUNT,
};

/* When counters are read: both ends of the window before a step, and of the one after it was applied. */
enum rollout_sample {
	ROLLOUT_SAMPLE_BASELINE_BEGIN,
	ROLLOUT_SAMPLE_BASELINE_END,
	ROLLOUT_SAMPLE_SOAK_BEGIN,
	ROLLOUT_SAMPLE_SOAK_END,
	ROLLOUT_SAMPLE_COUNT,
};

enum rollout_verdict {
	ROLLOUT_VERDICT_NONE,
	ROLLOUT_VERDICT_PASS,
	ROLLOUT_VERDICT_FAIL,
	ROLLOUT_VERDICT_INCONCLUSIVE,
	ROLLOUT_VERDICT_ERROR, /* judged again, limits.attempts times in all, then like INCONCLUSIVE under rule PAUSE */
	ROLLOUT_VERDICT_COUNT,
};

/* What an inconclusive gate does. */
enum rollout_rule {
	ROLLOUT_RULE_PAUSE, /* until a person decides */
	ROLLOUT_RULE_PASS,  /* the file says that this gate need not know */
	ROLLOUT_RULE_FAIL,
};

/* Why a run is PAUSED. */
enum rollout_pause {
	ROLLOUT_PAUSE_NONE,
	ROLLOUT_PAUSE_BUDGET, /* on_fail is "stop" */
	ROLLOUT_PAUSE_PERSON,
	ROLLOUT_PAUSE_GATE,
	ROLLOUT_PAUSE_FREEZE,
	ROLLOUT_PAUSE_LEASE, /* hosts of the step have undone themselves; resume applies them again */
	ROLLOUT_PAUSE_COUNT,
};

/* What came of a request, as the control room understands the agent's answer or its absence. */
enum rollout_answer {
	ROLLOUT_ANSWER_HELD,
	ROLLOUT_ANSWER_UNCHANGED,
	ROLLOUT_ANSWER_CONFIRMED,
	ROLLOUT_ANSWER_UNDONE,
	ROLLOUT_ANSWER_FAILED_OLD, /* a write failed, the host put everything back and verified it */
	ROLLOUT_ANSWER_DIRTY,      /* a write failed and putting back failed too */
	ROLLOUT_ANSWER_CONFLICT,   /* undo: somebody else changed the value meanwhile */
	ROLLOUT_ANSWER_UNDO_FAILED,
	ROLLOUT_ANSWER_REFUSED,  /* stale token, moved precondition, malformed: nothing was written */
	ROLLOUT_ANSWER_NOT_SENT, /* the host cannot be reached, and the request surely did not arrive */
	ROLLOUT_ANSWER_MAYBE,    /* the request may have arrived */
	ROLLOUT_ANSWER_RENEWED,
	ROLLOUT_ANSWER_SELF_UNDONE, /* the lease had run out, the host put everything back itself and verified it */
	ROLLOUT_ANSWER_COUNT,
};

struct rollout_event {
	enum rollout_event_kind kind;
	uint32_t host; /* ANSWER: position in the plan's order */
	enum rollout_request request;
	uint32_t attempt;
	enum rollout_answer answer;
	uint32_t step, round; /* SAMPLED, VERDICT: as the action said */
	enum rollout_sample sample;
	uint32_t gate;
	enum rollout_verdict verdict;
};

enum rollout_action_kind {
	ROLLOUT_ACTION_SEND,    /* submit .request to .host under its id */
	ROLLOUT_ACTION_WAIT,    /* wake me at .deadline_ns with a TIMER event; replaces an earlier WAIT */
	ROLLOUT_ACTION_CHANGED, /* something a person watching should see: .step or .host moved */
	ROLLOUT_ACTION_FINISH,
	ROLLOUT_ACTION_SAMPLE, /* read the counters that the gates of .step need: .sample, .round */
	ROLLOUT_ACTION_JUDGE,  /* decide gate .gate of .step on the samples of .round */
};

/*
 * .round of SAMPLE and JUDGE is 0 for a baseline and the first soak of a step, and one more whenever its gates are to be
 * judged anew. The samples of a round are, of each kind, the newest that is not of a later round: a baseline serves all
 * rounds, and a step that only soaks on keeps its SOAK_BEGIN. .round of a SEND says how often the host had to be applied
 * again because it undid itself: the requests of another round are other requests, with another id.
 */

struct rollout_action {
	enum rollout_action_kind kind;
	uint32_t host;
	uint32_t step;
	enum rollout_request request;
	uint32_t attempt;
	uint64_t deadline_ns; /* SEND, WAIT, SAMPLE, JUDGE: when the answer is overdue */
	enum rollout_sample sample;
	uint32_t gate, round;
};

/* Fixed at the start; denominators never move. */
struct rollout_limits {
	uint32_t unreachable, lost, failed; /* so many stop the run: 1 is the first one, 0 is not allowed */
	uint32_t parallel, undo_parallel;   /* hosts with an open request */
	uint32_t attempts;                  /* of one request to one host */
	uint64_t answer_ns;                 /* deadline of a request */
	uint64_t retry_ns;                  /* rest before a request is sent again; 0: at once */
	bool undo_on_fail;                  /* else stop, leave everything as it is and wait for a person */
	uint64_t lease_ns;            /* a held host that is not renewed for so long is on its own; 0: no leases */
	uint64_t sample_ns, judge_ns; /* deadlines of a SAMPLE and of a JUDGE; 0 only where there is none */
};

struct rollout_step_plan {
	uint32_t first, count; /* of the hosts in order */
	uint64_t soak_ns;
	uint32_t change;      /* whose limits and gates hold */
	uint64_t baseline_ns; /* how long hosts are watched before; 0 with no sampling gates */
};

struct rollout_gate {
	const char *name; /* the caller's, as long as the run lives */
	bool samples;     /* needs SAMPLE actions */
	enum rollout_rule on_inconclusive;
	uint64_t wait_ns; /* an inconclusive verdict counts only so long after the soak; until then it soaks on */
};

/* One change of the fleet file: its own rollout. Budgets are counted over the whole run, against these limits. */
struct rollout_change {
	const char *name; /* as above; "" when the run has only one without a name */
	struct rollout_limits limits;
	const struct rollout_gate *gates;
	uint32_t gate_count;
};

/* What rollout_new() takes once it is built; all arrays are copied, names are not. */
struct rollout_plan {
	const struct rollout_change *changes;
	uint32_t change_count;
	const struct rollout_step_plan *steps;
	uint32_t step_count;
	const uint32_t *host_of; /* of each position, any number that is the same for the same host; NULL: all differ */
	uint32_t host_count;     /* positions */
};

#define ROLLOUT_GATES_MAX   32 /* of one change */
#define ROLLOUT_CHANGES_MAX 64

/*
 * How many hosts are where. failed, lost and unreached are what was taken from the budgets: they stay when the hosts
 * have been undone. in_flight are those with an open request, also while it rests before it is sent again.
 */
struct rollout_counts {
	uint32_t hosts, queued, in_flight, held, confirmed, unchanged, failed, lost, unreached, undone, conflict,
		undo_failed, self_undone, skipped;
};

struct rollout; /* opaque */

/**
 * rollout_new - a run that has not started
 * @plan: its steps cover hosts 0 .. host_count - 1 in order, without gaps; none is empty; they follow the order of the
 *        changes; a host stands in one change once
 *
 * Arrays are copied, names are not. Returns 0 or -ENOMEM, -EINVAL. rollout_free() accepts NULL.
 */
int rollout_new(const struct rollout_plan *plan, struct rollout **run);
void rollout_free(struct rollout *run);

/**
 * rollout_step - one event
 * @now_ns: any epoch; never goes back within a run, also over a resume
 * @actions: receives a pointer to what to do, valid until the next call
 *
 * Late and duplicate answers, samples and verdicts do nothing. A SAMPLE that is not answered in time counts as sampled,
 * so that its absence is judged; a JUDGE that is not is a verdict ERROR. Returns 1 when the event changed the run (log it before carrying out the
 * actions), 0 when it did not (there may still be a WAIT to carry out), or -EINVAL for an event that names nothing.
 * Allocates nothing. Constant time per event, amortised.
 */
int rollout_step(struct rollout *run, const struct rollout_event *event, uint64_t now_ns,
		 const struct rollout_action **actions, size_t *action_count);

enum rollout_run_state rollout_state(const struct rollout *run);

/**
 * rollout_idle - is there nothing more to do or to wait for without a person?
 *
 * True in every final state, and in PAUSED when no request is open any more. Renewals of leases do not count: whoever
 * stays after that only keeps what is held.
 */
bool rollout_idle(const struct rollout *run);
enum rollout_host_state rollout_host_state(const struct rollout *run, uint32_t host);
enum rollout_step_state rollout_step_state(const struct rollout *run, size_t step);
struct rollout_counts rollout_counts(const struct rollout *run);
struct rollout_counts rollout_step_counts(const struct rollout *run, size_t step);

/**
 * rollout_pause - why it is PAUSED; ROLLOUT_PAUSE_NONE in any other state
 *
 * FREEZE hides what else it is paused by; that shows again with UNFREEZE.
 */
enum rollout_pause rollout_pause(const struct rollout *run);

/**
 * rollout_verdict - the newest verdict on a gate of the current step's change, NONE when it has none yet
 */
enum rollout_verdict rollout_verdict(const struct rollout *run, uint32_t gate);

/**
 * rollout_accepted - did a person accept a gate of this step?
 */
bool rollout_accepted(const struct rollout *run, size_t step);

/* What a run that is not final waits for. */
struct rollout_wait {
	bool person;          /* nothing goes on by itself */
	uint64_t deadline_ns; /* the next thing that happens by itself; UINT64_MAX: nothing */
	const char *what;     /* "answers", "the baseline", "the soak", "counters", "verdicts", "a person", ... */
};

struct rollout_wait rollout_wait(const struct rollout *run);

/**
 * rollout_lease_end - when the first held host is on its own if nobody renews its lease; UINT64_MAX: none is held
 *
 * Counted from when a request was sent, as the host may have begun to count then. Looks at each host of the step.
 */
uint64_t rollout_lease_end(const struct rollout *run);

/* The step that is being carried out or undone; the last one when DONE. */
uint32_t rollout_current_step(const struct rollout *run);

/**
 * rollout_reason - why the run is in the state it is in, the first line of every status
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *rollout_reason(const struct rollout *run, char *buf, size_t size);

const char *rollout_run_state_name(enum rollout_run_state state);
const char *rollout_step_state_name(enum rollout_step_state state);
const char *rollout_host_state_name(enum rollout_host_state state);
const char *rollout_pause_name(enum rollout_pause pause);
const char *rollout_verdict_name(enum rollout_verdict verdict);

#endif
