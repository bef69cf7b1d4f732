/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The controller: the only place that joins fleet file, plan, rollout, store and channel. Tools call it and print; it
 * prints nothing. One thread, one loop.
 */
#ifndef ECE_LIB_CONTROL_CONTROL_H
#define ECE_LIB_CONTROL_CONTROL_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/channel/channel.h"
#include "lib/counters/gate.h"
#include "lib/fleet/fleet.h"
#include "lib/host/protocol.h"
#include "lib/plan/plan.h"
#include "lib/rollout/rollout.h"
#include "lib/sign/signers.h"
#include "lib/store/store.h"

/* The words and exit codes of a finished command; control_result_name() spells them. */
enum control_result {
	CONTROL_APPLIED,         /* 0 */
	CONTROL_UNCHANGED,       /* 0 */
	CONTROL_ERROR,           /* 1 */
	CONTROL_DIFFERENCES,     /* 2: --check found some */
	CONTROL_UNDONE,          /* 3 */
	CONTROL_UNDO_INCOMPLETE, /* 4 */
	CONTROL_PAUSED,          /* 5 */
	CONTROL_LOCKED,          /* 6 */
	CONTROL_APPLIED_OWED,    /* 7 */
	CONTROL_INVALID,         /* 65: the file or the plan is refused */
	CONTROL_UNREACHABLE,     /* 69 */
};

/* A host whose numbers say something about a verdict. */
struct control_witness {
	const char *host;
	bool treated; /* else it was left alone, and shows what the change does to others */
	bool has_before, has_during;
	double before, during; /* of the gate's counter, as the verdict's values are; the built-in gate: as it is */
	const char *counter;   /* that it is of */
	const char *why;       /* there is no number: why; else "" */
};

/* What a gate said about a step, and on what. Texts and witnesses live as long as the call that hands it over. */
struct control_verdict {
	uint32_t step, round;     /* from 0; a step that is watched again has another round */
	const char *change;       /* of the fleet file; "" when the run has only one */
	const char *gate, *kind;  /* its name; "counter", "promql", "exec", "hard" */
	const char *per;          /* words behind a value, or "" */
	struct gate_verdict said; /* .worst is of no use here */
	bool damaged;             /* what the store keeps of it is: only step, round, change, gate and kind are known */
	const char *worst;        /* what decided: a host, or the labels of a series; "" when nothing did */
	bool has_treated, has_untouched;
	double treated, untouched; /* the counter of an average host of each kind: shown, never decided on */
	const struct control_witness *witnesses; /* treated ones first, the worst first */
	size_t witness_count;
};

#define CONTROL_WITNESSES_MAX 16 /* of a verdict: half of them treated, half untouched */

/* The counters of hosts were read. */
struct control_sampled {
	uint32_t step;
	enum rollout_sample sample;
	uint32_t treated, untouched, missing; /* hosts; missing ones are of either kind */
};

/* What a person watching sees; called often, must be quick. Every member may be NULL. */
struct control_watch {
	/* Reading hosts: @done of @total. */
	void (*reading)(void *ctx, size_t done, size_t total);
	/* The run moved. Query it with the rollout_*() getters. */
	void (*moved)(void *ctx, const struct plan *plan, const struct rollout *run, uint64_t now_ns);
	/*
	 * A host did not do what was asked, or could not be asked: @why is a sentence for people with the card, the
	 * parameter and what the kernel or the firmware said, from the host's own answer where there is one.
	 */
	void (*trouble)(void *ctx, const char *host, const char *why);
	void (*sampled)(void *ctx, const struct control_sampled *sampled);
	void (*judged)(void *ctx, const struct control_verdict *verdict);
	void *ctx;
};

struct control;

/**
 * control_new - a controller over a store and a channel; both stay the caller's and must outlive it
 * @store: NULL for one that only reads hosts (control_read())
 * @channel: NULL for one that only looks at runs (control_load())
 *
 * Returns 0 or a negative errno with @e filled. control_free() accepts NULL.
 */
int control_new(struct store *store, struct channel *channel, const struct control_watch *watch,
		struct control **control, struct ece_error *e);
void control_free(struct control *control);

/**
 * control_read - read the hosts of a fleet (read only, nothing durable)
 * @asked: of each host: is it asked? NULL: all are. One that is not is unreachable in @hosts
 * @hosts: receives what plan_make() takes; owned by @control until the next read or free
 *
 * Hosts that do not answer are no error: they are in @hosts with a reason. Returns 0 or a negative errno.
 */
int control_read(struct control *control, const struct fleet *fleet, const bool *asked, const struct facts_host **hosts,
		 size_t *count, struct ece_error *e);

/* What a host tells of itself. Lives as long as the call that hands it over. */
struct control_facts {
	uint32_t host; /* of the fleet */
	bool reached;
	const char *why;    /* without a document: why; else "" */
	struct json_t *doc; /* as ece-facts prints it, a reference of the caller's; NULL: there is none */
};

/**
 * control_facts - ask hosts for all that can be read of them (read only, nothing durable)
 * @asked, @each: as control_qps()
 *
 * No more documents are there at a time than answers have come at once. Returns as control_qps().
 */
int control_facts(struct control *control, const struct fleet *fleet, const bool *asked,
		  int (*each)(void *ctx, const struct control_facts *facts), void *ctx, struct ece_error *e);

enum control_qps_state {
	CONTROL_QPS_TOLD,
	CONTROL_QPS_UNREACHABLE,
	CONTROL_QPS_FAILED, /* it answered, but did not tell */
	CONTROL_QPS_OLD,    /* its agent knows no such question */
};

/* What the fleet file wants of the connections of one NIC. */
struct control_qps_want {
	uint32_t bits;       /* ECE options: "ece.require", else "ece.allow" where it names some; 0: nothing */
	bool wish;           /* of "ece.allow": to be without it is no fault */
	const char *profile; /* that says so; "" for an override, or where nothing is wanted */
};

/* The queue pairs of one host. Lives as long as the call that hands it over. */
struct control_qps {
	uint32_t host; /* of the fleet */
	enum control_qps_state state;
	const char *why; /* of any state but TOLD */
	const struct protocol_nic *nics;
	const struct control_qps_want *wants; /* of each NIC */
	size_t nic_count;
};

/**
 * control_qps - count the queue pairs of the hosts of a fleet (read only, nothing durable)
 * @asked: of each host: is it asked? NULL: all are
 * @each: gets every host that is asked, once, in the order of their answers; what it returns other than 0 ends it
 *
 * Returns 0; what @each returned; or a negative errno with @e filled, -EINTR where the controller was told to stop.
 */
int control_qps(struct control *control, const struct fleet *fleet, const bool *asked,
		int (*each)(void *ctx, const struct control_qps *qps), void *ctx, struct ece_error *e);

/* What hosts are told beyond the store: write nothing, or write again. */
struct control_freeze {
	bool freeze;
	const char *who, *why; /* of a freeze, told to whoever is refused there */
};

enum control_told_state {
	CONTROL_TOLD_OBEYS,
	CONTROL_TOLD_BY_HAND, /* unfreeze: somebody at the host has frozen it as well */
	CONTROL_TOLD_UNREACHABLE,
	CONTROL_TOLD_FAILED, /* it answered, and does not obey */
};

/* Lives as long as the call that hands it over. */
struct control_told {
	uint32_t host; /* of the fleet */
	enum control_told_state state;
	const char *why; /* of any state but OBEYS */
};

/**
 * control_freeze_hosts - tell all hosts of a fleet what the store says: store_freeze() or store_unfreeze() came before
 * @each: gets every host once, in the order of their answers; what it returns other than 0 ends it
 *
 * Hosts obey it in the order in which the store was frozen, so what comes late changes nothing. Returns as control_qps().
 */
int control_freeze_hosts(struct control *control, const struct fleet *fleet, const struct control_freeze *order,
			 int (*each)(void *ctx, const struct control_told *told), void *ctx, struct ece_error *e);

/**
 * control_run - freeze a plan as a new run and carry it out to its end
 * @run_id: receives the id of the run, RUN_ID_MAX bytes
 *
 * While the store is frozen nothing is begun: @result is CONTROL_PAUSED, @run_id empty, and control_pause_text() says why.
 * Takes the store's lock; -EBUSY (kind LOCKED) when another controller has it. On SIGINT-like requests through
 * control_stop() the run is left resumable. Returns 0 with @result set, or a negative errno with @e filled.
 */
int control_run(struct control *control, const struct fleet *fleet, const struct plan *plan,
		const struct facts_host *hosts, char *run_id, enum control_result *result, struct ece_error *e);

/**
 * control_adopt - the runs that this controller begins from now on take over hosts of another store
 *
 * For a store that was lost or set aside. A run keeps this in its frozen plan, so its resume and undo say the same.
 */
void control_adopt(struct control *control);

/**
 * control_sign - the runs that this controller begins or resumes from now on are signed (docs/signing.md)
 * @key: file of a private key, or of a public one whose private half is in ssh-agent
 * @valid_s: how long hosts write what is signed, in seconds
 * @signers: whom hosts allow, as far as is known here: a key that they would not take is found out before anything is
 *           sent; NULL: not known
 *
 * Key and signers stay the caller's. When a run cannot be signed nothing is sent: a new one ends with an error,
 * a resumed one stays as it was.
 */
void control_sign(struct control *control, const char *key, uint64_t valid_s, const struct signers *signers);

/**
 * control_resume - go on with a run whose controller died or stopped
 * @run_id: NULL or "" for the newest open run
 *
 * Never plans anew: the frozen plan of the store is carried out. Returns as control_run(); -ENOENT when there is none.
 */
int control_resume(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e);

/**
 * control_hold - what a run does while it is paused
 * @hold: stay, renew the leases of the hosts that hold a change, and wait for a word from another process; else come
 *        back with CONTROL_PAUSED
 *
 * Words (store_word_put()) are obeyed in any case, several times a second. So is a freeze of the store.
 */
void control_hold(struct control *control, bool hold);

/**
 * control_change_id - the runs that this controller begins from now on belong to a change ticket
 * @id: copied; cut at the length that the store keeps
 */
void control_change_id(struct control *control, const char *id);

/**
 * control_pause, control_accept, control_abort - say a word to a run that no controller carries out
 * @run_id: NULL or "" for the newest open run
 *
 * The run is taken over. Paused it stays paused (its hosts are then without a controller again). An accepted one goes on
 * as if the gate had passed, an aborted one is undone, newest step first. Return as control_run(); -EBUSY (kind LOCKED)
 * when a controller lives: leave the word in the store for it.
 */
int control_pause(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e);
int control_accept(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e);
int control_abort(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e);

/**
 * control_at - what time it is on the clock of the hosts, for a controller without a channel that only looks at runs
 *
 * Until it is told, no more time has passed than the last event of a run knows of.
 */
void control_at(struct control *control, uint64_t now_ns);

/**
 * control_pause_text - what happens to hosts of an open run that nobody carries out, and when
 *
 * Such as "the first lease ends in 9 min 40 s; a host that nobody renews then puts back what it had", or that it is over
 * by now. Empty when the run has ended, or nothing happens by itself. Always NUL-terminates. Returns @buf.
 */
const char *control_pause_text(const struct control *control, char *buf, size_t size);

/**
 * control_verdicts - all verdicts of the run that was carried out or loaded, oldest first
 * @each: stops when it returns non-zero
 *
 * One that is damaged is handed over as such, and hides no other.
 * Returns what @each returned last, 0, or a negative errno with @e filled.
 */
int control_verdicts(struct control *control, int (*each)(void *ctx, const struct control_verdict *verdict), void *ctx,
		     struct ece_error *e);

/**
 * control_verdict_word - "pass", "fail", "inconclusive", "error"; "damaged" for one that cannot be read any more
 */
const char *control_verdict_word(const struct control_verdict *verdict);

/**
 * control_change_name - the change that a step of that run belongs to
 *
 * Returns "" when the run has only one change, or not that step.
 */
const char *control_change_name(const struct control *control, uint32_t step);

/**
 * control_gate_name - a gate of the change that a step belongs to
 *
 * Returns NULL behind the last one.
 */
const char *control_gate_name(const struct control *control, uint32_t step, uint32_t gate);

/* Messages of webhooks that a server has not got. Texts live as long as the call. */
struct control_untold {
	const char *server;
	size_t waiting; /* they are sent by the next run that is carried out */
	size_t lost;    /* given up, since the last one that got there */
	const char *why;
};

/**
 * control_untold - who should have been told of runs and was not, server by server
 * @each: stops when it returns non-zero
 *
 * Returns as control_verdicts().
 */
int control_untold(struct control *control, int (*each)(void *ctx, const struct control_untold *untold), void *ctx,
		   struct ece_error *e);

/* One thing that happened to a run. */
struct control_chapter {
	uint64_t since_ns; /* the run began */
	uint32_t step;
	const char *text; /* one line; lives as long as the call */
};

/**
 * control_story - how a run came to where it is: what moved it, and what people said, in order
 * @run_id: NULL or "" for the newest run
 * @each: stops when it returns non-zero
 *
 * Replays the run: nothing is sent, locked or written. Returns as control_verdicts(); -ENOENT when there is no such run.
 */
int control_story(struct control *control, const char *run_id,
		  int (*each)(void *ctx, const struct control_chapter *chapter), void *ctx, struct ece_error *e);

/* What one run did to one parameter of one NIC. Texts live as long as the call that hands it over. */
struct control_wrote {
	const struct store_run *run;
	const char *change; /* as control_change_name() */
	const char *step;   /* its name */
	const char *pci;    /* where the NIC was then */
	uint64_t guid;
	uint64_t from, to;             /* raw */
	enum rollout_host_state state; /* how it ended for this host */
	const char *verdicts;          /* of the step: "hard: pass, victims: fail (why)"; "" when none was needed */
};

/**
 * control_why - which runs wrote a parameter, newest first
 * @card: GUID ("0x..."), PCI address, or NULL for every NIC of the host
 * @each: stops when it returns non-zero
 *
 * Runs whose plan or events cannot be read are passed over. Returns as control_verdicts(); 0 too when no run did.
 */
int control_why(struct control *control, const char *host, const char *card, const struct ece_param *param,
		int (*each)(void *ctx, const struct control_wrote *wrote), void *ctx, struct ece_error *e);

/**
 * control_undo - put back what a finished or stopped run wrote, newest step first, compare and set, verified
 *
 * Of an open run whose plan or events are damaged nobody knows any more which hosts to ask: none is asked, and the run is
 * closed as undo_incomplete, so that others can begin. Returns 0 then, and there is no control_rollout(). A finished run
 * stays as it is: -EUCLEAN. Otherwise returns as control_resume().
 */
int control_undo(struct control *control, const char *run_id, enum control_result *result, struct ece_error *e);

/**
 * control_simulated - has a host that was read so far told that its cards are simulated?
 */
bool control_simulated(const struct control *control);

/* How the hosts of a run are reached. */
struct control_way {
	enum fleet_transport_kind kind;
	bool simulated;                      /* its cards are; with any transport, as its agents tell */
	bool real_time;                      /* of a simulated fleet: waits are real */
	const struct fleet_command *command; /* what to run; NULL for other kinds */
	char dir[PATH_MAX];                  /* where: the folder of the fleet file */
};

/**
 * control_transport - how a run reached its hosts, as its frozen plan says, so that the same channel can be made again
 * @run_id: NULL or "" for the newest run
 *
 * An undo or a resume must not go to other hosts than the run did, whatever the fleet file says by now. Returns 0 and a
 * way for control_way_done(); -ENOENT when there is no such run; or another negative errno with @e filled.
 */
int control_transport(struct store *store, const char *run_id, struct control_way *way, struct ece_error *e);
void control_way_done(struct control_way *way);

/**
 * control_way_of - how a fleet file reaches its hosts; for as long as the fleet lives, and not for control_way_done()
 */
struct control_way control_way_of(const struct fleet *fleet);

/**
 * control_load - replay a run of the store to look at it: nothing is sent, locked or written
 * @run_id: NULL or "" for the newest run
 *
 * control_rollout() and control_plan() are then those of this run. Returns 0; -ENOENT when there is none; or another
 * negative errno with @e filled.
 */
int control_load(struct control *control, const char *run_id, struct ece_error *e);

/**
 * control_stop - ask a running control_run() to stop at the next safe point; async-signal-safe
 */
void control_stop(struct control *control);

/* The last run that this controller carried out or loaded, for summaries: valid until control_free(). May be NULL. */
const struct rollout *control_rollout(const struct control *control);
const struct plan *control_plan(const struct control *control);

/**
 * control_times - when that run began, and when its last event came, by the run's own clock; both 0 without events
 */
void control_times(const struct control *control, uint64_t *began_ns, uint64_t *last_ns);

/**
 * control_unverified - does that run write a parameter that has no trustworthy read-back?
 */
bool control_unverified(const struct control *control);

/**
 * control_host_name - the host at a position of the order of that run
 *
 * Returns "" for a position that it does not have.
 */
const char *control_host_name(const struct control *control, uint32_t position);

const char *control_result_name(enum control_result result);
int control_result_exit_code(enum control_result result);

#endif
