/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The privileged half of the host agent: it owns the devices and the journal, and decides what is written.
 *
 * It takes fixed structs {card, parameter, value, token}, no JSON and no mailbox, so that what parses a peer's lines
 * can be another, unprivileged process (lib/host/datagram.h). The answer that the journal keeps for a repeated request is
 * opaque bytes here.
 *
 * A request goes through four calls, so that a simulated fleet can share commits between hosts:
 *
 *	guard_prepare()   reads, checks the preconditions, records intents
 *	journal_commit()  now the intents are durable: guard_abandon() the job when this fails
 *	guard_execute()   writes what differs, reads back, puts back what must be put back, records outcomes
 *	guard_conclude()  records the answer
 *	journal_commit()  now the outcome is durable and may be told
 *
 * Killed between any two of them, the repeated request (same id) or an undo of its run finds intents without outcome,
 * reads the cards and goes on from what is really there.
 */
#ifndef ECE_LIB_HOST_GUARD_H
#define ECE_LIB_HOST_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/nic/nic.h"
#include "devx/os/os.h"
#include "lib/host/journal.h"
#include "lib/host/protocol.h"
#include "lib/rollout/token.h"
#include "lib/sign/signers.h"

#define GUARD_SETS_MAX 4096 /* values of one order; of one card PROTOCOL_PARAMS_MAX */

/* One value of one card. @param is a row of the parameter table. */
struct guard_set {
	struct journal_card card;
	uint16_t param;
	uint64_t from, to; /* raw */
};

/* What heads the sets: APPLY has some, CONFIRM and UNDO have none (the journal knows what the run wrote). */
struct guard_order {
	enum protocol_op op; /* APPLY, CONFIRM, UNDO or RENEW; FREEZE, UNFREEZE or ENSURE, which have no run */
	char id[PROTOCOL_ID_MAX];
	char run[PROTOCOL_ID_MAX];
	struct token token;
	bool local; /* a person at this host: no store, so the token is neither looked at nor kept; holds count */
	bool adopt; /* a token of another store is taken, and holds of its runs are dropped, with the intents */
	uint64_t lease_ms; /* APPLY; 0: it holds until somebody ends it */
	bool keep_on_loss;
	const struct sign_proof *proof; /* APPLY, until guard_prepare() returns; NULL: none came with it */
	uint64_t generation; /* CONFIRM: of the fleet, 0: the run makes none; ENSURE: owed here, 0: not told */
	bool force;          /* UNFREEZE, ENSURE: see struct protocol_request */
	char who[PROTOCOL_WHO_MAX], why[PROTOCOL_WHY_MAX]; /* FREEZE */
	uint64_t day_s;                                    /* FREEZE: the time of the day, for people */
};

/* What became of one value. */
struct guard_fact {
	struct journal_card card;
	uint16_t param;
	enum ece_write_state write;
	struct ece_value before, now;
	struct ece_error error; /* code 0 when nothing failed */
};

/* One host: its doors, its journal. Plain data, copied by guard_prepare(). */
struct guard {
	const struct ece_os *os;
	struct journal *journal;
	const char *host;
	void (*working)(void *ctx, const struct journal_card *card); /* it is at this card now; may be NULL */
	void *working_ctx;
	struct signers *signers; /* who may sign what is applied; NULL: nothing need be signed */
	const char *name;        /* of this host in signed runs; NULL: that of .host */
	const char *cards; /* state directory with the locks of the cards; NULL: somebody else keeps others away */
};

/* How long a card's lock is waited for, and a refusal that may pass is tried again. */
#define GUARD_CARD_WAIT_NS UINT64_C(5000000000)
#define GUARD_PATIENCE_NS  UINT64_C(3000000000)

struct guard_job; /* one request under way */

/**
 * guard_prepare - the first half of a request
 * @sets: @count of them, grouped by card
 * @now_ns: for the deadline of the lease
 * @answer: receives the answer for free() when this request was answered before; the job is NULL then
 *
 * Nothing of the order is believed: what it cannot be, and values outside a parameter's range, are refused.
 *
 * A refusal is no error: guard_job_result() tells it. Returns 0 and a job for guard_job_free(), or a negative errno
 * with @e filled when the journal cannot be read: then nothing was done, but what an earlier try of the same request did
 * cannot be told, so the caller must not answer.
 */
int guard_prepare(const struct guard *guard, const struct guard_order *order, const struct guard_set *sets,
		  size_t count, uint64_t now_ns, struct guard_job **job, char **answer, struct ece_error *e);

/**
 * guard_abandon - the intents could not be made durable
 *
 * The result becomes REFUSED with @why. Returns 0; or -EIO when an earlier try of the same request may have written, so
 * that there is no true answer.
 */
int guard_abandon(struct guard_job *job, const struct ece_error *why);

/**
 * guard_execute - the second half; does nothing when guard_prepare() already knew the result
 *
 * Returns 0 with a result, or a negative errno with @e filled when the outcome could not be recorded: no true answer.
 */
int guard_execute(struct guard_job *job, struct ece_error *e);

/**
 * guard_conclude - keep the answer for a repeated request
 * @answer: any text; nothing is kept for a refusal, which changes nothing and may end differently the next time
 */
int guard_conclude(struct guard_job *job, const char *answer, struct ece_error *e);

/* The result, why (code 0: no reason), and the facts, ordered by card; valid until guard_job_free(). */
enum protocol_result guard_job_result(const struct guard_job *job);
const struct ece_error *guard_job_error(const struct guard_job *job);
const struct guard_fact *guard_job_facts(const struct guard_job *job, size_t *count);

/* Who froze the host, where the result has to do with it or the order was about that. */
const struct protocol_freeze *guard_job_frozen(const struct guard_job *job);

/* ENSURE: what became of the confirmed values. The facts are those that were written or are not right. */
const struct protocol_ensured *guard_job_ensured(const struct guard_job *job);

/* UNDO: queue pairs that keep what was undone on a card; .qps is 0 where there is nothing to keep. */
const struct protocol_residual *guard_job_residual(const struct guard_job *job, const struct journal_card *card);

/* What identifies the card of a fact, as it was found; NULL when the card is not there. */
const struct ece_nic_info *guard_job_info(const struct guard_job *job, const struct journal_card *card);
void guard_job_free(struct guard_job *job);

/**
 * guard_lapse - the first half of what a host does by itself when the lease of a run is over
 * @job: as from guard_prepare(); the same calls follow, but for guard_conclude()
 *
 * Result UNDONE: to be put back, recorded so that RENEW and CONFIRM of the run answer SELF_UNDONE and it may apply
 * again.
 * CONFLICT: somebody else's value was left alone. UNDO_FAILED: it is tried again, see guard_next_deadline(). HELD: the
 * run keeps what it has on loss; it can still be renewed, confirmed or undone.
 */
int guard_lapse(const struct guard *guard, const char *run, uint64_t now_ns, struct guard_job **job,
		struct ece_error *e);

/* What guard_expire() has done, in runs. */
struct guard_expiry {
	size_t undone, kept, conflicts, failed;
	struct ece_error error; /* the last conflict or failure */
};

/**
 * guard_expire - all of it for the runs of this host whose lease is over, with commits
 *
 * What a host acts on is the end of the lease and up to a tenth of it more, at most GUARD_JITTER_MAX_NS, so that a
 * fleet without a controller does not undo all at once. Returns 0, also when nothing was due, or a negative errno with @e
 * filled when the journal failed: what is due stays due.
 */
#define GUARD_JITTER_MAX_NS UINT64_C(30000000000)
int guard_expire(const struct guard *guard, uint64_t now_ns, struct guard_expiry *expiry, struct ece_error *e);

/**
 * guard_next_deadline - when guard_expire() has something to do; UINT64_MAX: never
 *
 * Returns 0, or a negative errno with @e filled.
 */
int guard_next_deadline(const struct guard *guard, uint64_t *deadline_ns, struct ece_error *e);

/**
 * guard_frozen - who has frozen this host, if anybody has
 *
 * Returns 0 or a negative errno with @e filled.
 */
int guard_frozen(const struct guard *guard, struct protocol_freeze *frozen, struct ece_error *e);

/* What guard_boot() found and did, in values. */
struct guard_boot {
	bool ready;    /* the host has what was confirmed, and that was read back */
	bool rebooted; /* since the last look, or that one did not put everything back */
	bool frozen;   /* so nothing was written or dropped: the next look after the thaw does */
	size_t right, restored, wrong;
	size_t absent;  /* of .wrong: the card is not here, or the value cannot be read. Waiting may help */
	size_t dropped; /* runs that were neither confirmed nor undone */
};

/**
 * guard_new_boot - what was held before a boot is dropped, and put back where it is still there
 * @boot: the kernel's boot id
 * @sink: receives what could not be put back
 *
 * So leases are never counted on the clock of another boot. In the same boot nothing is done. Commits. Returns 0
 * with .rebooted and .dropped of @result, or a negative errno with @e filled.
 */
int guard_new_boot(const struct guard *guard, const char *boot, uint64_t now_ns, struct guard_boot *result,
		   struct ece_error_sink *sink, struct ece_error *e);

/**
 * guard_boot - guard_new_boot(), and bring a host to what was last confirmed on it
 * @reloaded: also look for what a reload of the driver took away in the same boot
 * @sink: receives what keeps the host from being ready, one sentence a value or card
 *
 * The values are volatile. In a new boot, each confirmed value that is not there is written and read back. In the same
 * boot nothing is written, but with @reloaded where the card has its original value again: another value is somebody's,
 * is left alone, and the host is not ready. A card that is not here by GUID and PSID gets nothing, and neither does the
 * one in its place. Cards that a run holds are left to it.
 *
 * Commits. Killed half way, it is called again and goes on. Returns 0 with @result, or a negative errno with @e filled
 * when nothing can be told.
 */
int guard_boot(const struct guard *guard, const char *boot, bool reloaded, uint64_t now_ns, struct guard_boot *result,
	       struct ece_error_sink *sink, struct ece_error *e);

/**
 * guard_read - read parameters of all NICs of the host
 * @nics: receives an array for protocol_nics_free()
 *
 * With each NIC come who uses it, and the original values of what was once written there. What cannot be read says so
 * in its value. A NIC that must not be written has no values, and a virtual function beside
 * its physical one is left out. Returns 0 or a negative errno with @e filled.
 */
int guard_read(const struct guard *guard, const struct ece_param *const *params, size_t param_count,
	       struct protocol_nic **nics, size_t *nic_count, struct ece_error *e);

/**
 * guard_standing - the generation of the fleet that this host was last confirmed at, and who holds cards here
 * @generation: 0: none
 * @holder: a run, or ""
 */
int guard_standing(const struct guard *guard, uint64_t *generation, char holder[PROTOCOL_ID_MAX], struct ece_error *e);

/**
 * guard_outlook - was this host ready at the last look, and which generation is it owed
 * @ready: 1, -1, or 0: nobody has looked
 * @wanted: the newest one that it was told; 0: none
 */
int guard_outlook(const struct guard *guard, int8_t *ready, uint64_t *wanted, struct ece_error *e);

/**
 * guard_obeyed - the newest token that this host has seen: it refuses older ones
 * @token: .store is "" when it has seen none
 */
int guard_obeyed(const struct guard *guard, struct token *token, struct ece_error *e);

/**
 * guard_is_nic - is it a NIC of its own for a fleet?
 *
 * The port of a virtual function beside its physical one is that one's.
 */
bool guard_is_nic(const struct ece_nic_info *info);

#define GUARD_BOOT_MAX 40

struct guard_counters {
	struct protocol_nic *nics; /* for protocol_nics_free() */
	size_t nic_count;
	char boot[GUARD_BOOT_MAX]; /* another text: some counters may have started over; "": not known */
};

/**
 * guard_counters - read counters of all NICs of the host that can be written
 * @counters: rows of the table
 *
 * What cannot be read says so in its reading. Returns 0 or a negative errno with @e filled.
 */
int guard_counters(const struct guard *guard, const struct counter *const *counters, size_t count,
		   struct guard_counters *out, struct ece_error *e);

/**
 * guard_qps - count the queue pairs of all NICs of the host by what they run with
 * @nics: receives an array for protocol_nics_free(), each with .qps
 *
 * A NIC whose queue pairs cannot be told says why. After GUARD_QPS_NS no further one is read; those that are left are
 * counted as that. Returns 0 or a negative errno with @e filled.
 */
#define GUARD_QPS_NS UINT64_C(10000000000)
int guard_qps(const struct guard *guard, struct protocol_nic **nics, size_t *nic_count, struct ece_error *e);

#endif
