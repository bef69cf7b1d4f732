/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a host remembers, in one SQLite file: requests and their answers, what each run found and wrote, the values from
 * before anything was touched, what was last confirmed, who holds a card, and the highest token seen. It survives the
 * agent's kill -9 and the loss of power.
 *
 * Nothing is durable before journal_commit(): calls since the last one are one transaction, which begins with the first
 * of them. So a simulated fleet can prepare many hosts and pay for one commit; the agent of a real host commits for
 * each request. Hosts of a simulated fleet share a file and are told apart by @host, a real host is "".
 *
 * All functions return 0 or a negative errno with @e filled, unless they say more. -ENOENT is no error: @e stays.
 * Cards are known by GUID and PSID, never by PCI address: a replaced card has no history.
 */
#ifndef ECE_LIB_HOST_JOURNAL_H
#define ECE_LIB_HOST_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/host/protocol.h"
#include "lib/rollout/token.h"

#define JOURNAL_FILE    "journal.db"
#define JOURNAL_VERSION 4

struct journal;

/* Of one parameter that a run changes. journal_state_name() spells them, in the file too. */
enum journal_state {
	JOURNAL_INTENT,    /* about to be written: the card has the old value or the new one */
	JOURNAL_WRITTEN,   /* written and read back */
	JOURNAL_CONFIRMED, /* and confirmed */
	JOURNAL_RESTORED,  /* the request failed, the old value is back and was read back */
	JOURNAL_DIRTY,     /* the request failed and the old value could not be put back */
	JOURNAL_UNDOING,   /* about to be put back: old or new */
	JOURNAL_UNDONE,    /* the old value is back and was read back */
	JOURNAL_CONFLICT,  /* somebody else changed it: left alone */
	JOURNAL_STATE_COUNT,
};

struct journal_card {
	uint64_t guid;
	char psid[17];
};

struct journal_change {
	struct journal_card card;
	const struct ece_param *param;
	uint64_t old_raw, new_raw; /* what was there, what we wrote */
	enum journal_state state;
};

/* One unconfirmed run per card. */
struct journal_hold {
	char run[PROTOCOL_ID_MAX];
	uint64_t deadline_ns; /* of the lease, on the clock of the caller */
	bool keep_on_loss;
	uint64_t lease_ms;  /* how long a renewal holds */
	uint64_t guid;      /* of the card; of a run: of the first one */
	uint64_t expire_ns; /* when the host acts on the loss: a little after the deadline, INT64_MAX: it does not */
};

#define JOURNAL_HOLDS_MAX 256 /* runs that one host holds cards for */
#define JOURNAL_BOOT_MAX  40

typedef char journal_run_name[PROTOCOL_ID_MAX];

enum journal_run {
	JOURNAL_RUN_OPEN,
	JOURNAL_RUN_CONFIRMED,
	JOURNAL_RUN_UNDONE,       /* nothing of it may be written any more */
	JOURNAL_RUN_SELF_UNDOING, /* its lease ran out or the host booted: the host is putting it back */
	JOURNAL_RUN_SELF_UNDONE,  /* it has, and that was verified; the run may apply again */
	JOURNAL_RUN_STATES,
};

/**
 * journal_open - open or create DIR/journal.db
 * @vfs: name of an SQLite VFS, NULL for the default (tests drop unsynced pages with their own)
 *
 * -EPROTONOSUPPORT (kind VERSION): written by a newer version, left alone. -EUCLEAN (kind DAMAGED): cannot be trusted,
 * was set aside under the name that the sentence tells; opening again starts a new one. journal_close() accepts NULL
 * and forgets what was not committed.
 */
int journal_open(const char *dir, const char *vfs, struct journal **journal, struct ece_error *e);
void journal_close(struct journal *journal);

/**
 * journal_look - open DIR/journal.db only to read what is in it
 *
 * Nothing is created, brought up to a newer format or set aside; others write meanwhile. Functions that write fail on
 * such a journal. What is read between two calls of journal_rollback() is of one moment. Returns 0; -ENOENT when there
 * is none yet; -EPROTONOSUPPORT (kind VERSION) for one of another format; -EACCES (kind DENIED), -EUCLEAN (kind DAMAGED);
 * or another negative errno; with @e filled.
 */
int journal_look(const char *dir, const char *vfs, struct journal **journal, struct ece_error *e);

/**
 * journal_commit - make everything since the last commit durable; on failure it is forgotten
 */
int journal_commit(struct journal *journal, struct ece_error *e);
void journal_rollback(struct journal *journal);

/* The highest token seen. _get: -ENOENT when there was none. */
int journal_token_get(struct journal *journal, const char *host, struct token *token, struct ece_error *e);
int journal_token_put(struct journal *journal, const char *host, const struct token *token, struct ece_error *e);

/* The newest signed run of a store that was obeyed, by the token that it got when it was signed. _get: -ENOENT: none. */
int journal_signed_get(struct journal *journal, const char *host, const char *store, struct token *token,
		       struct ece_error *e);
int journal_signed_put(struct journal *journal, const char *host, const struct token *token, struct ece_error *e);

/**
 * journal_request_get - has this request been here?
 * @answer: receives its answer for free(), or NULL when it was begun and never answered
 *
 * -ENOENT: never seen. -EEXIST: another run's, or another operation, had this id.
 */
int journal_request_get(struct journal *journal, const char *host, const char *id, const char *run, enum protocol_op op,
			char **answer, struct ece_error *e);

/* Begin a request (again: no change), and answer it. Answers of runs before the newest JOURNAL_RUNS_KEPT are dropped. */
#define JOURNAL_RUNS_KEPT 8
int journal_request_begin(struct journal *journal, const char *host, const char *id, const char *run,
			  enum protocol_op op, struct ece_error *e);
int journal_request_answer(struct journal *journal, const char *host, const char *id, const char *answer,
			   struct ece_error *e);

/* Forgets those of one kind: what they were answered is true no longer, and the same request is a new one. */
int journal_request_forget(struct journal *journal, const char *host, const char *run, enum protocol_op op,
			   struct ece_error *e);

/* What became of a run on this host. _get: -ENOENT when it was never here. */
int journal_run_get(struct journal *journal, const char *host, const char *run, enum journal_run *state,
		    struct ece_error *e);
int journal_run_put(struct journal *journal, const char *host, const char *run, enum journal_run state,
		    struct ece_error *e);

/*
 * A run is about to write, perhaps what a run that came after it has written: it comes behind all others then, so that
 * undos in this order end at the original values. It stays where it is when another run wrote over what is left of it.
 */
int journal_run_newest(struct journal *journal, const char *host, const char *run, struct ece_error *e);

/* A run as this host knows it. */
struct journal_run_entry {
	char run[PROTOCOL_ID_MAX];
	enum journal_run state;
};

/**
 * journal_runs - the runs of this host, newest first
 * @max: as many at most
 * @runs: free() it
 */
int journal_runs(struct journal *journal, const char *host, size_t max, struct journal_run_entry **runs, size_t *count,
		 struct ece_error *e);

/**
 * journal_changes - what a run changes on this host, by card and parameter
 * @changes: free() it
 */
int journal_changes(struct journal *journal, const char *host, const char *run, struct journal_change **changes,
		    size_t *count, struct ece_error *e);

/* Adds or replaces one change of a run. The first one ever of a card's parameter also keeps its original value. */
int journal_change_put(struct journal *journal, const char *host, const char *run, const struct journal_change *change,
		       struct ece_error *e);

/* The value from before we first touched it. -ENOENT: never touched. */
int journal_original(struct journal *journal, const char *host, const struct journal_card *card,
		     const struct ece_param *param, uint64_t *raw, struct ece_error *e);

/**
 * journal_later - the newest run that wrote what @run had written, and whose change an undo may put back
 * @later: receives its name, PROTOCOL_ID_MAX bytes
 *
 * Returns 0; -ENOENT when there is none; or another negative errno with @e filled.
 */
int journal_later(struct journal *journal, const char *host, const char *run, const struct journal_change *change,
		  char *later, struct ece_error *e);

/* What the host should have. _get: -ENOENT when nothing was ever confirmed; _drop: no change then. */
int journal_confirmed_get(struct journal *journal, const char *host, const struct journal_card *card,
			  const struct ece_param *param, uint64_t *raw, struct ece_error *e);
int journal_confirmed_put(struct journal *journal, const char *host, const struct journal_card *card,
			  const struct ece_param *param, uint64_t raw, struct ece_error *e);
int journal_confirmed_drop(struct journal *journal, const char *host, const struct journal_card *card,
			   const struct ece_param *param, struct ece_error *e);

/* The newest run that confirmed a value there and was not undone, PROTOCOL_ID_MAX bytes, and what. -ENOENT: none is known. */
int journal_confirmed_by(struct journal *journal, const char *host, const struct journal_card *card,
			 const struct ece_param *param, char *run, uint64_t *raw, struct ece_error *e);

/* Who holds a card. _get: -ENOENT when nobody does; _drop: all cards of a run; _drop_others: of all others. */
int journal_hold_get(struct journal *journal, const char *host, const struct journal_card *card,
		     struct journal_hold *hold, struct ece_error *e);
int journal_hold_put(struct journal *journal, const char *host, const struct journal_card *card,
		     const struct journal_hold *hold, struct ece_error *e);
int journal_hold_drop(struct journal *journal, const char *host, const char *run, struct ece_error *e);
int journal_hold_drop_others(struct journal *journal, const char *host, const char *run, struct ece_error *e);

/* The hold of a run, of its first card; -ENOENT: it holds nothing. */
int journal_hold_of_run(struct journal *journal, const char *host, const char *run, struct journal_hold *hold,
			struct ece_error *e);

/* A run that holds a card, PROTOCOL_ID_MAX bytes; -ENOENT: none does. */
int journal_holder(struct journal *journal, const char *host, char *run, struct ece_error *e);

/* All holds of a run end then. */
int journal_hold_renew(struct journal *journal, const char *host, const char *run, uint64_t deadline_ns,
		       uint64_t expire_ns, struct ece_error *e);

/**
 * journal_holds_due, journal_holds - runs whose holds have ended, and all that hold something
 * @runs: free() it; at most JOURNAL_HOLDS_MAX, the others come the next time
 */
int journal_holds_due(struct journal *journal, const char *host, uint64_t now_ns, journal_run_name **runs,
		      size_t *count, struct ece_error *e);
int journal_holds(struct journal *journal, const char *host, journal_run_name **runs, size_t *count,
		  struct ece_error *e);

/* When the first hold of a host ends, or of any host, which is told then. -ENOENT: there is none. */
int journal_hold_next(struct journal *journal, const char *host, uint64_t *expire_ns, struct ece_error *e);
int journal_hold_first(struct journal *journal, char *host, size_t size, uint64_t *expire_ns, struct ece_error *e);

/* The highest generation that was confirmed here and not undone. _get: -ENOENT: none. */
int journal_generation_get(struct journal *journal, const char *host, uint64_t *number, struct ece_error *e);
int journal_generation_put(struct journal *journal, const char *host, const char *run, uint64_t number,
			   struct ece_error *e);
int journal_generation_drop(struct journal *journal, const char *host, const char *run, struct ece_error *e);

/* The boot in which this host was last looked after, and whether all that was confirmed was put back in it. */
struct journal_boot {
	char id[JOURNAL_BOOT_MAX];
	bool restored;
	int8_t ready; /* at the last look: 1: it had all of it, -1: not; 0: nobody has looked */
};

/* _get: -ENOENT: never. */
int journal_boot_get(struct journal *journal, const char *host, struct journal_boot *boot, struct ece_error *e);
int journal_boot_put(struct journal *journal, const char *host, const struct journal_boot *boot, struct ece_error *e);

/* The last order about a freeze that was obeyed, of the fleet's store or by hand. */
struct journal_freeze {
	bool frozen;
	struct token token; /* of the order; .store is "" by hand */
	char who[PROTOCOL_WHO_MAX], why[PROTOCOL_WHY_MAX];
	uint64_t since_s;
};

/* While one of the two is .frozen, journal_holds_due(), journal_hold_next() and _first() see no hold of the host. */
int journal_freeze_get(struct journal *journal, const char *host, bool by_hand, struct journal_freeze *freeze,
		       struct ece_error *e);
int journal_freeze_put(struct journal *journal, const char *host, bool by_hand, const struct journal_freeze *freeze,
		       struct ece_error *e);

/* The generation that the store says this host should have. _get: -ENOENT: it was never told one. */
int journal_wanted_get(struct journal *journal, const char *host, uint64_t *number, struct ece_error *e);
int journal_wanted_put(struct journal *journal, const char *host, uint64_t number, struct ece_error *e);

/* A queue pair as it was known; numbers are used again, so the process tells them apart. */
struct journal_qp {
	uint32_t qpn, pid;
};

/**
 * journal_seen_add, journal_seen_get - the queue pairs of a card from before a run
 * @qps: _get: free() it
 *
 * What was added first stays; of runs before the newest JOURNAL_RUNS_KEPT it is dropped. _get: -ENOENT when nothing
 * was.
 */
int journal_seen_add(struct journal *journal, const char *host, const char *run, const struct journal_card *card,
		     const struct journal_qp *qps, size_t count, struct ece_error *e);
int journal_seen_get(struct journal *journal, const char *host, const char *run, const struct journal_card *card,
		     struct journal_qp **qps, size_t *count, struct ece_error *e);

/* A value of a parameter of a card. */
struct journal_value {
	struct journal_card card;
	const struct ece_param *param;
	uint64_t raw;
};

/**
 * journal_originals, journal_confirmed - what was there before us, and what the host should have; by card
 * @values: free() it
 */
int journal_originals(struct journal *journal, const char *host, struct journal_value **values, size_t *count,
		      struct ece_error *e);
int journal_confirmed(struct journal *journal, const char *host, struct journal_value **values, size_t *count,
		      struct ece_error *e);

/* A card is gone for good: the host should have nothing on it any more. Its original values stay. */
int journal_confirmed_forget(struct journal *journal, const char *host, const struct journal_card *card,
			     struct ece_error *e);

const char *journal_state_name(enum journal_state state);

/* May an undo have something to put back here? RESTORED and UNDONE have nothing of their run any more. */
bool journal_state_undoable(enum journal_state state);

#endif
