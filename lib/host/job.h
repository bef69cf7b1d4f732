/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A request under way inside the guard. Private to lib/host. */
#ifndef ECE_LIB_HOST_JOB_H
#define ECE_LIB_HOST_JOB_H

#include "lib/host/guard.h"

/* One value: what the order or the journal says of it, and what became of it. */
struct job_item {
	char later[PROTOCOL_ID_MAX]; /* UNDO: a run that has written it since, "" for none */
	struct journal_change change;
	uint64_t from, to;    /* APPLY: of the order */
	bool in_journal;      /* the run may have changed it before this try of the request */
	bool recorded;        /* it has a row in the journal now */
	bool differs;         /* must be written */
	uint64_t target;      /* this */
	bool failed;          /* that was tried and did not work */
	bool lost;            /* a boot took it away: neither old nor new, and nobody's */
	bool touched;         /* a write of this request went to the card */
	uint64_t touched_raw; /* and this was there right after it */
};

/* A card of the request: items [first, first + count). */
struct job_card {
	struct journal_card id;
	size_t first, count;
	bool held;                       /* ENSURE: by a run, and left to it */
	const struct ece_nic_info *info; /* NULL: not in this host */
	struct protocol_residual residual;
	int lock;            /* of the card, + 1; 0: none is held */
	struct ece_nic *nic; /* NULL: not opened, or opening failed as .error says */
	struct ece_error error;
};

struct guard_job {
	struct guard guard;
	char host[PROTOCOL_ID_MAX];
	struct guard_order order;
	uint64_t now_ns;

	struct ece_nic_info *infos;
	size_t info_count;
	struct job_card *cards;
	size_t card_count;
	struct job_item *items;   /* sorted by card */
	struct guard_fact *facts; /* one per item */
	size_t count;

	bool broken;            /* APPLY: an earlier try wrote, and it cannot be completed: .error says why */
	bool lapsed;            /* nobody asked: the lease is over, or the host booted */
	bool booted;            /* since the values were written, which does not outlast the card's power */
	bool reloaded;          /* the driver may have been, in this boot */
	bool forced;            /* ENSURE: also over what somebody else wrote */
	bool adopts;            /* the host comes from another store */
	struct token signed_by; /* of the run that is signed, at that time; .store "": none had to be */
	bool seen;              /* an earlier try of this request was begun and never answered */
	bool decided;           /* the result is known, nothing is left to execute */
	bool kept;              /* the answer goes into the journal */
	enum protocol_result result;
	struct ece_error error;
	struct protocol_freeze frozen;
	struct protocol_ensured ensured;
	uint32_t absent; /* of .ensured.wrong: the card is not here, or the value cannot be read */
};

/* The request is refused, nothing was written. @job->error must be filled. */
void job_refuse(struct guard_job *job);

/* The answer is known without touching a card. */
void job_decide(struct guard_job *job, enum protocol_result result);

/**
 * job_alloc_items - room for @count items and facts; job_group_cards() then finds their cards
 */
int job_alloc_items(struct guard_job *job, size_t count, struct ece_error *e);
int job_group_cards(struct guard_job *job, struct ece_error *e);

/**
 * job_find_cards - find the card of every item among those of the host
 *
 * Returns 0 even when some are missing: their .info is NULL and .error says why. Negative errno: nothing can be listed.
 */
int job_find_cards(struct guard_job *job, struct ece_error *e);

/**
 * job_open_cards - open those that were found; of those that cannot be, .nic is NULL and .error says why
 */
void job_open_cards(struct guard_job *job);

/**
 * job_read_card - read the values of all items of a card into the .now of their facts
 */
void job_read_card(struct guard_job *job, const struct job_card *card);

/**
 * job_write_card - write the target of all items of a card that differ, in one go, with read-back
 * @outcome: false keeps the .write and .error of the facts, and only brings their .now up to date
 *
 * Items that were written no longer differ. Returns 0 when all were, or a negative errno with @e filled and placed.
 */
int job_write_card(struct guard_job *job, const struct job_card *card, bool outcome, struct ece_error *e);

/**
 * job_put_back - the same with values that the card had; one that cannot be written does not keep the others from it
 *
 * Returns as job_write_card(), with the first failure.
 */
int job_put_back(struct guard_job *job, const struct job_card *card, bool outcome, struct ece_error *e);

/* Is there a value, and is it this? */
bool job_known(const struct ece_value *value);
bool job_reads(const struct ece_value *value, uint64_t raw);

/* The same, but what the card tells of a parameter without a trustworthy read-back rules nothing out. */
bool job_may_have(const struct ece_value *value, const struct ece_param *param, uint64_t raw);

/* Is the value from before the run there again? Where the card cannot be asked: was it accepted? */
bool job_is_back(const struct guard_job *job, size_t item);

/* Records the state of one item. */
int job_record(struct guard_job *job, size_t item, enum journal_state state, struct ece_error *e);

/* What people call the card: its PCI address, or its PSID when it is not there. Constant, or of the card. */
const char *job_card_name(const struct job_card *card);

/* Adds the card and the parameter as the place of an error; nothing when there is none. */
void job_place(const struct job_card *card, const struct ece_param *param, struct ece_error *e);

/**
 * lease_expiry - when a host acts on the loss of a lease: at its deadline and a little more, which differs from host to
 * host
 * @lease_ms: 0: never
 */
uint64_t lease_expiry(const struct guard_job *job, uint64_t guid, uint64_t deadline_ns, uint64_t lease_ms);

/* Must the loss of the lease be answered with an undo, whatever the order says? */
bool lease_cuts_management(enum ece_param_cost cost, int default_route);

/**
 * lease_state - what a run that holds nothing any more answers to CONFIRM and RENEW
 *
 * Decides the job, or leaves it alone when the run is neither undone nor about to be.
 */
void lease_state(struct guard_job *job, enum journal_run state);

/* Refusals of check_token(), which orders without a run share. */
void token_say_older(struct guard_job *job, const struct token *seen);
void token_say_foreign(struct guard_job *job, const struct token *seen);

static inline bool freeze_is(const struct protocol_freeze *frozen)
{
	return frozen->fleet || frozen->by_hand;
}

/* The sentence for whoever wants to write. */
void freeze_say(const struct protocol_freeze *frozen, struct ece_error *e);

/**
 * freeze_check - may a job write?
 *
 * Returns 0; 1 when it may not and the job was refused; or a negative errno with @e filled, also where what an earlier
 * try of the same request has written cannot be told.
 */
int freeze_check(struct guard_job *job, struct ece_error *e);
int freeze_prepare(struct guard_job *job, struct ece_error *e);

/**
 * restore_prepare, restore_execute - bring the host to what was confirmed, as .booted, .reloaded, .forced and .frozen say
 *
 * Only cards are written, with values that were confirmed before: killed half way, it is done again. The facts and
 * .ensured tell what became of them. restore_report() hands on what is not right, one sentence a value or card.
 */
int restore_prepare(struct guard_job *job, struct ece_error *e);
int restore_execute(struct guard_job *job, struct ece_error *e);
void restore_report(const struct guard_job *job, struct ece_error_sink *sink);
int ensure_prepare(struct guard_job *job, struct ece_error *e);
int ensure_execute(struct guard_job *job, struct ece_error *e);

struct guard_job *job_new(const struct guard *guard, const struct guard_order *order, uint64_t now_ns);

/**
 * lease_try_again - an undo did not work: the host tries it again by itself after a while
 */
int lease_try_again(struct guard_job *job, struct ece_error *e);
/**
 * lease_end - an undo that nobody asked for: all of it, with commits
 * @booted: not only the lease is over
 */
int lease_end(const struct guard *guard, const char *run, uint64_t now_ns, bool booted, struct guard_expiry *expiry,
	      struct ece_error *e);
/**
 * signed_check - is an APPLY signed, where that is required?
 *
 * Returns 0 when it may go on, 1 when the job was refused, or a negative errno with @e filled.
 */
int signed_check(struct guard_job *job, const struct guard_set *sets, size_t count, struct ece_error *e);

int renew_prepare(struct guard_job *job, struct ece_error *e);
int apply_prepare(struct guard_job *job, const struct guard_set *sets, size_t count, struct ece_error *e);
int apply_execute(struct guard_job *job, struct ece_error *e);
int confirm_prepare(struct guard_job *job, struct ece_error *e);
int undo_prepare(struct guard_job *job, struct ece_error *e);
int undo_execute(struct guard_job *job, struct ece_error *e);

#endif
