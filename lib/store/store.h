/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The controller's durable memory: runs, their frozen plans and their events, the lock, and the fencing numbers; in one
 * SQLite file, or in etcd (lib/store/etcd.h). What is appended is durable after store_commit(); several appends share
 * one commit.
 */
#ifndef ECE_LIB_STORE_STORE_H
#define ECE_LIB_STORE_STORE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/rollout/rollout.h"
#include "lib/rollout/token.h"

#define RUN_ID_MAX   64
#define RUN_FILE_MAX PATH_MAX /* what could be opened fits, so no name is cut */

#define STORE_EVIDENCE_MAX (1 << 26) /* bytes of one text */
#define STORE_SAMPLED_RUNS 20        /* finished runs, the newest ones, whose samples are kept */
#define STORE_NOTE_KEY_MAX 512       /* bytes of a note's key, with its NUL */
#define STORE_NOTE_MAX     (1 << 19) /* bytes of a note: what one request to etcd may carry */
#define STORE_WHO_MAX      256
#define STORE_WHY_MAX      512

struct store;

/**
 * store_open - open or create DIR/store.db
 * @vfs: name of an SQLite VFS, NULL for the default (tests drop unsynced pages with their own)
 *
 * A file of a newer version is refused (kind VERSION). A damaged file is set aside under another name, which is said
 * (kind DAMAGED): it is never silently started over, so the call fails; opening again then starts a new one.
 * Returns 0 or a negative errno with @e filled. store_close() accepts NULL.
 */
int store_open(const char *dir, const char *vfs, struct store **store, struct ece_error *e);
void store_close(struct store *store);

/**
 * store_look - open DIR/store.db only to read what is in it
 *
 * Nothing is created, brought up to a newer version or set aside. Functions that write fail on such a store. Returns 0;
 * -ENOENT when there is none yet; -EPROTONOSUPPORT (kind VERSION) for one of a newer or older version, which the next
 * store_open() brings up; -EUCLEAN (kind DAMAGED); or another negative errno; with @e filled.
 */
int store_look(const char *dir, const char *vfs, struct store **store, struct ece_error *e);

/**
 * store_lock - become the one controller of this store
 * @holder: for the message of the one who finds it locked: "pid 4711 on host-1 since ..."
 *
 * Held until store_unlock() or the death of the process; in etcd until store_unlock(), or until its lease ends because
 * nobody renews it (store_step()). -EBUSY (kind LOCKED) names the holder.
 */
int store_lock(struct store *store, const char *holder, struct ece_error *e);
void store_unlock(struct store *store);

/**
 * store_lock_holder - does another controller have the lock?
 *
 * Returns 0 when nobody else has it, or that cannot be told; -EBUSY (kind LOCKED) with @e naming the holder.
 */
int store_lock_holder(struct store *store, struct ece_error *e);

/**
 * store_holder - who has the lock, in the words of store_lock()
 * @buf: receives "" when nobody else has it; always NUL-terminated
 *
 * Returns whether another controller has it.
 */
bool store_holder(struct store *store, char *buf, size_t size);

/**
 * store_fd - becomes readable when store_step() has something to do; -1: never
 */
int store_fd(const struct store *store);

/**
 * store_step - keep the lock: carries on what is under way, and renews a lock that ends by itself
 *
 * Does not wait. Call it several times a second while the lock is held. Returns 0; -ENOLCK (kind LOCKED) when the lock
 * is lost, and then whoever held it must not act any more; or another negative errno, with @e filled.
 */
int store_step(struct store *store, struct ece_error *e);

/**
 * store_may_act - is the lock surely still ours?
 *
 * The answer for a command that is about to leave for a host. The time is counted from before the last renewal that was
 * answered was sent, on a clock that goes on while the machine sleeps. True for a store whose lock lives as long as its
 * process; a store that was never locked may not act.
 */
bool store_may_act(const struct store *store);

/**
 * store_guard - what must still hold where something is asked of hosts through etcd
 * @key, @revision: the lock's key, and its revision as it was taken; valid while the store is open
 *
 * Whoever compares them in the same transaction asks nothing any more once the lock is lost. Returns false when the
 * lock is not held, or is none of etcd.
 */
bool store_guard(const struct store *store, const char **key, int64_t *revision);

/**
 * store_name - where it is, for people: the path of a file, or "etcd at http://..., /ecekit/iad"
 */
const char *store_name(const struct store *store);

/* What is known of one run without replaying it. */
struct store_run {
	char id[RUN_ID_MAX];
	char file[RUN_FILE_MAX]; /* the full path of the fleet file */
	int64_t started_unix;
	char result[32]; /* control_result_name(), empty while open */
	struct token token;
	uint64_t events;
	char change_id[64];  /* of the change ticket, or "" */
	uint64_t generation; /* of the fleet: given when the run was applied; 0: it was not */
};

/**
 * store_run_create - a new run with its frozen plan; durable when it returns
 * @plan, @plan_len: JSON made by lib/control
 * @run: id, file and started are input; the token is output
 */
int store_run_create(struct store *store, struct store_run *run, const char *plan, size_t plan_len,
		     struct ece_error *e);

/**
 * store_run_find - by id, or the newest (@id NULL or ""); open ones only when @open
 *
 * Returns 0, -ENOENT, or another negative errno with @e filled.
 */
int store_run_find(struct store *store, const char *id, bool open, struct store_run *run, struct ece_error *e);

/**
 * store_run_reopen - the run gets another, higher token and is open again; durable when it returns
 * @run: id is input, token and result are output
 */
int store_run_reopen(struct store *store, struct store_run *run, struct ece_error *e);

/**
 * store_run_list - newest first
 * @runs: free() it
 */
int store_run_list(struct store *store, struct store_run **runs, size_t *count, struct ece_error *e);

/**
 * store_run_plan - the frozen plan of a run; free() it
 */
int store_run_plan(struct store *store, const char *id, char **plan, size_t *len, struct ece_error *e);

/**
 * store_event_append - add an event to a run; durable with the next store_commit()
 */
int store_event_append(struct store *store, const char *id, uint64_t now_ns, const struct rollout_event *event,
		       struct ece_error *e);
int store_commit(struct store *store, struct ece_error *e);

/**
 * store_event_each - all events of a run in order; stops when @each returns non-zero and returns that
 */
int store_event_each(struct store *store, const char *id,
		     int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx,
		     struct ece_error *e);

/* What was sampled and judged, so that a verdict can be looked at later. Durable with the next store_commit(). */
enum store_evidence {
	STORE_BASELINE, /* counters of hosts before a step */
	STORE_SAMPLE,   /* counters of hosts after it */
	STORE_VERDICT,  /* a gate's verdict with value, baseline, threshold and the hosts that decided */
	STORE_SAID,     /* what another process asked, and who; .sample counts what persons said to the run */
	STORE_SIGNED,   /* statement and signature of a signed run */
};

/**
 * store_evidence_put - keep a JSON text about a step
 * @gate: of the step's change, or -1
 *
 * Another text of the same run, kind, step, gate, sample and round replaces it. Returns 0, -EFBIG for a text that is
 * larger than STORE_EVIDENCE_MAX, or another negative errno with @e filled.
 */
int store_evidence_put(struct store *store, const char *id, enum store_evidence kind, uint32_t step, int32_t gate,
		       uint32_t sample, uint32_t round, const char *json, struct ece_error *e);

/**
 * store_evidence_each - what was kept of a run, oldest first; stops when @each returns non-zero and returns that
 *
 * What was replaced counts as new. The text is valid during the call.
 */
int store_evidence_each(struct store *store, const char *id,
			int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
				    uint32_t round, const char *json),
			void *ctx, struct ece_error *e);

/* What another process asks of the controller of an open run; it looks several times a second. */
enum store_word {
	STORE_WORD_PAUSE,
	STORE_WORD_RESUME,
	STORE_WORD_ACCEPT,
	STORE_WORD_ABORT,
	STORE_WORD_COUNT,
};

/**
 * store_word_put - leave a word for a run's controller
 * @who: who asks, for the history; STORE_WHO_MAX bytes at most, more is cut
 *
 * Durable when it returns: in an open transaction it commits it. Words that were left for a controller which died are
 * dropped by store_run_reopen().
 */
int store_word_put(struct store *store, const char *id, enum store_word word, const char *who, int64_t *number,
		   struct ece_error *e);

/**
 * store_word_take - the oldest word for a run that nobody took
 *
 * It counts as taken with the next store_commit(), which is that of the event it leads to: who dies before has not
 * heard it, and who left it can tell. Returns 0; -ENOENT when there is none, which is cheap; or another negative errno.
 */
int store_word_take(struct store *store, const char *id, enum store_word *word, char *who, size_t size,
		    struct ece_error *e);

/**
 * store_word_taken - has the controller taken that word?
 *
 * Returns 1, 0, -ECANCELED (kind GONE) when another controller took the run over without obeying it, or another
 * negative errno.
 */
int store_word_taken(struct store *store, int64_t number, struct ece_error *e);

/**
 * store_word_withdraw - nobody is to take it any more; durable when it returns
 *
 * Returns 0, or -EALREADY when it was taken or dropped before.
 */
int store_word_withdraw(struct store *store, int64_t number, struct ece_error *e);

/**
 * store_word_name - "pause", "resume", "accept", "abort"
 */
const char *store_word_name(enum store_word word);

/**
 * store_frozen - are writes forbidden everywhere, by whom, since when, and why?
 * @why: receives what store_freeze() was told, "" when they are not; may be NULL
 *
 * Cheap. Returns 1, 0 or a negative errno with @e filled. Freezing what is frozen keeps the first reason, and both may
 * be repeated. Durable when they return.
 */
int store_frozen(struct store *store, char *why, size_t size, struct ece_error *e);
int store_freeze(struct store *store, const char *why, struct ece_error *e);
int store_unfreeze(struct store *store, struct ece_error *e);

/**
 * store_freeze_order - what hosts are to be told with, so that they obey freezes in their order
 * @order: receives the id and epoch of the store and a number that is higher for each freeze; an unfreeze has that of
 *	   the freeze that it ends, or a higher one
 */
int store_freeze_order(struct store *store, struct token *order, struct ece_error *e);

/**
 * store_identity - which store this is: its id, epoch, and the last number that it gave out
 */
int store_identity(struct store *store, struct token *last, struct ece_error *e);

/**
 * store_epoch_raise - after the file was restored from a backup: tokens of the lost time are older from now on
 * @epoch: receives the new one
 *
 * Tokens that runs have stay in their epoch; a run gets one of the new epoch with store_run_reopen().
 */
int store_epoch_raise(struct store *store, uint32_t *epoch, struct ece_error *e);

/* A host that a confirmed run left behind, and since which generation. */
struct store_owed {
	char host[256];
	char run[RUN_ID_MAX];
	char change[64];
	uint64_t generation; /* the first one that it missed */
	char why[192];
	bool report; /* it was left alone, and is only to be reported when it is back */
};

/**
 * store_owed_put, store_owed_clear, store_owed_list - hosts that are owed something; _clear once they have it
 * @list: by host and change; free() it
 *
 * A host that misses a change again stays owed since the first time, with the newest reason and .report. _put and
 * _clear are durable with the next store_commit(); clearing what is not owed is no error.
 */
int store_owed_put(struct store *store, const struct store_owed *owed, struct ece_error *e);
int store_owed_clear(struct store *store, const char *host, struct ece_error *e);
int store_owed_list(struct store *store, struct store_owed **list, size_t *count, struct ece_error *e);

/**
 * store_generation_next - the number of the generation that a run makes when it is confirmed; the same one every time
 *
 * Durable with the next store_commit(). -ENOENT when there is no such run.
 */
int store_generation_next(struct store *store, const char *id, uint64_t *generation, struct ece_error *e);

/**
 * store_note_put - keep a text under a key, for what controllers remember beside their runs
 * @key: printable ASCII, as in "drift/seen/gpu001"
 * @text: NULL: forget it
 *
 * Durable with the next store_commit(). Returns 0; -EFBIG (kind LIMIT) for a key or a text that is too long; or another
 * negative errno with @e filled.
 */
int store_note_put(struct store *store, const char *key, const char *text, struct ece_error *e);

/**
 * store_note_get - the text under a key; free() it
 *
 * Returns 0; -ENOENT when there is none, with @e as it was; or another negative errno with @e filled.
 */
int store_note_get(struct store *store, const char *key, char **text, struct ece_error *e);

/**
 * store_note_each - all notes whose key begins with @prefix, by key; stops when @each returns non-zero and returns that
 */
int store_note_each(struct store *store, const char *prefix, int (*each)(void *ctx, const char *key, const char *text),
		    void *ctx, struct ece_error *e);

/**
 * store_note_swap - replace a text if nobody else did
 * @was: what store_note_get() told; NULL: there was none
 * @text: NULL: forget it
 *
 * Durable when it returns; in an open transaction it commits it. Returns 0; -EAGAIN (kind CONFLICT) when it is not @was
 * any more: nothing is written then; or as store_note_put().
 */
int store_note_swap(struct store *store, const char *key, const char *was, const char *text, struct ece_error *e);

/**
 * store_run_finish - write the result; durable when it returns
 *
 * Samples of finished runs before the newest STORE_SAMPLED_RUNS are dropped with it, so that the file does not grow for
 * ever: their verdicts, with the hosts that decided, stay.
 */
int store_run_finish(struct store *store, const char *id, const char *result, struct ece_error *e);

#endif
