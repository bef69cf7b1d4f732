/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A client of etcd over its JSON gateway (etcd 3.4 and later, path /v3; https://etcd.io/docs/ "gRPC gateway").
 * Asynchronous and in one thread: a request is asked, one descriptor becomes readable when there is something to do,
 * etcd_step() does it and calls back. Deadlines are on CLOCK_BOOTTIME; nothing here waits but the *_wait() wrappers.
 *
 * Keys are text. Values are bytes. What cannot be known is said: a write whose answer was lost is MAYBE and is sent
 * again only when its maker said that this is harmless.
 */
#ifndef ECE_LIB_ETCD_ETCD_H
#define ECE_LIB_ETCD_ETCD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

#define ETCD_ENDPOINTS_MAX 16
#define ETCD_KEY_MAX       1024
#define ETCD_OPS_MAX       128          /* of one transaction: etcd's own default limit (--max-txn-ops) */
#define ETCD_REQUEST_MAX   (1536 << 10) /* bytes of keys and values of one request (--max-request-bytes) */
#define ETCD_ANSWER_MAX    (16 << 20)   /* bytes of one answer, as JSON */
#define ETCD_EVENT_MAX     (8 << 20)    /* bytes of one message of a watch, as JSON */
#define ETCD_PAGE_MAX      1024         /* keys of one page of a range; more is asked for in pages */
#define ETCD_OPEN_MAX      8192         /* requests at a time */
#define ETCD_FOLLOW_MAX    8            /* ranges of one follow */

struct etcd;         /* opaque: one client */
struct etcd_request; /* opaque: one request under way */

/* Strings are copied. */
struct etcd_config {
	const char *const *endpoints; /* http://HOST:PORT or https://...; the next one is asked when one fails */
	size_t endpoint_count;
	const char *ca; /* file with the certificates that the servers are checked against; NULL: the system's */
	const char *cert,
		*key; /* files of the client's certificate; NULL: none. Their name is no user: the gateway has none */
	const char *user;     /* NULL: none */
	const char *password; /* file with the password in its first line; nobody else may read it */
	uint64_t attempt_ns;  /* how long one endpoint may take for what can be asked again; 0: ETCD_ATTEMPT_NS */
	uint64_t idle_ns;     /* a watch that says nothing for so long is made anew; 0: ETCD_IDLE_NS */
};

#define ETCD_ATTEMPT_NS UINT64_C(5000000000)
#define ETCD_IDLE_NS    UINT64_C(60000000000)

/**
 * etcd_new - a client; nothing is sent yet
 *
 * Returns 0 or a negative errno with @e filled: a URL that is none (with a password in it: refused), a file that cannot
 * be read, a password file that others can read (kind DENIED). etcd_free() accepts NULL; requests under way are given
 * up without a callback.
 */
int etcd_new(const struct etcd_config *config, struct etcd **etcd, struct ece_error *e);
void etcd_free(struct etcd *etcd);

/**
 * etcd_fd - readable when etcd_step() has something to do; for poll(2) and epoll, owned by @etcd
 */
int etcd_fd(const struct etcd *etcd);

/**
 * etcd_step - do what can be done without waiting; callbacks run from here and may ask again
 *
 * Returns 0 or a negative errno with @e filled: the machine is out of something, not etcd.
 */
int etcd_step(struct etcd *etcd, struct ece_error *e);

/**
 * etcd_poll - wait until there is something to do or @until_ns, then step once
 */
int etcd_poll(struct etcd *etcd, uint64_t until_ns, struct ece_error *e);

/**
 * etcd_local_address - this end of the connection by which etcd answered last, as text; "": it has not answered yet
 *
 * Valid until the next etcd_step().
 */
const char *etcd_local_address(const struct etcd *etcd);

enum etcd_outcome {
	ETCD_DONE,     /* etcd answered; of a transaction .succeeded says which branch it took */
	ETCD_NOT_SENT, /* surely nothing happened: no endpoint took it */
	ETCD_MAYBE,    /* it may have happened: the answer was lost, late or unreadable */
	ETCD_REFUSED,  /* surely nothing happened: etcd said no, .error has its words */
};

struct etcd_kv {
	char *key;
	char *value;               /* NUL-terminated for convenience; may hold NUL bytes */
	size_t value_len;          /* 0 too where only keys were asked for */
	int64_t created, modified; /* revisions */
	int64_t lease;             /* 0: none */
};

/* What one operation of a transaction came to. */
struct etcd_result {
	struct etcd_kv *kvs; /* GET */
	size_t count;
	bool more;       /* GET: the limit cut it off */
	int64_t deleted; /* DELETE: how many */
};

struct etcd_answer {
	enum etcd_outcome outcome;
	struct ece_error error;      /* of all but DONE */
	bool succeeded;              /* the compares held */
	int64_t revision;            /* of the store as the answer was made */
	uint64_t cluster;            /* which etcd this is */
	struct etcd_result *results; /* one for each operation of the branch */
	size_t result_count;
	int64_t lease; /* of grant and keep-alive */
	int64_t ttl_s; /* of grant and keep-alive; 0: the lease is gone */
};

/* Valid during the call; a callee that keeps parts sets them to NULL, or moves the whole and leaves zeroes. */
typedef void etcd_answered(void *ctx, struct etcd_answer *answer);

/* Frees what an answer holds, not the struct itself. */
void etcd_answer_done(struct etcd_answer *answer);

enum etcd_compare_kind {
	ETCD_MODIFIED_IS, /* the key's mod revision is .revision; 0: there is no such key. The only safe "still mine" */
	ETCD_MODIFIED_BELOW,
	ETCD_LEASE_IS, /* the key is under lease .revision */
};

struct etcd_compare {
	enum etcd_compare_kind kind;
	const char *key;
	int64_t revision;
};

enum etcd_op_kind { ETCD_GET, ETCD_PUT, ETCD_DELETE };

struct etcd_op {
	enum etcd_op_kind kind;
	const char *key;
	bool prefix;       /* GET, DELETE: all keys that begin with .key */
	const char *after; /* GET with .prefix: only those behind this key; NULL: from the first */
	const char *value; /* PUT */
	size_t value_len;
	int64_t lease;    /* PUT: 0 none */
	int64_t limit;    /* GET: keys at most; 0 or more than that: ETCD_PAGE_MAX */
	int64_t revision; /* GET: as of then; 0: now */
	bool keys_only;   /* GET */
};

struct etcd_txn {
	const struct etcd_compare *compares; /* all must hold; none: they do */
	size_t compare_count;
	const struct etcd_op *then, *otherwise;
	size_t then_count, otherwise_count;
	/*
	 * It may be sent again when an answer was lost, since its compares make it so that it happens once at most. Then
	 * "did not hold" may mean that the first one did it: .otherwise should look. What only reads is always asked again.
	 */
	bool again;
};

/**
 * etcd_txn - ask for a transaction; everything that is read or written is one
 * @txn: copied
 * @deadline_ns: on CLOCK_BOOTTIME; must be one
 * @request: receives a handle for etcd_cancel(), valid until the callback; may be NULL
 *
 * Returns 0, the callback comes from a later etcd_step(); or a negative errno with @e filled: nothing was asked (kind
 * LIMIT: too many operations, a request over ETCD_REQUEST_MAX, a key that is too long, too many requests).
 */
int etcd_txn(struct etcd *etcd, const struct etcd_txn *txn, uint64_t deadline_ns, etcd_answered *answered, void *ctx,
	     struct etcd_request **request, struct ece_error *e);

/**
 * etcd_cancel - no callback any more; what was sent may still happen
 */
void etcd_cancel(struct etcd *etcd, struct etcd_request *request);

/**
 * etcd_lease_grant, etcd_lease_keep, etcd_lease_revoke - leases
 * @ttl_s: what is asked for; etcd may give more
 *
 * One short request each: keep-alives as a stream get lost in the gateway (etcd-io/etcd#8237). The id of a new lease is
 * chosen here, so that asking again makes no second one. A lease that etcd no longer knows answers a keep with ttl_s 0,
 * and a revoke as done. Count a lease's time from before the request was made.
 */
int etcd_lease_grant(struct etcd *etcd, int64_t ttl_s, uint64_t deadline_ns, etcd_answered *answered, void *ctx,
		     struct etcd_request **request, struct ece_error *e);
int etcd_lease_keep(struct etcd *etcd, int64_t lease, uint64_t deadline_ns, etcd_answered *answered, void *ctx,
		    struct etcd_request **request, struct ece_error *e);
int etcd_lease_revoke(struct etcd *etcd, int64_t lease, uint64_t deadline_ns, etcd_answered *answered, void *ctx,
		      struct etcd_request **request, struct ece_error *e);

/**
 * etcd_txn_wait, etcd_lease_*_wait - the same for who has nothing else to do
 * @answer: filled in any case; etcd_answer_done() frees what it holds
 *
 * Callbacks of other requests of @etcd run meanwhile; not to be called from one (-EDEADLK). Return 0 when etcd answered
 * (look at .succeeded); otherwise a negative errno with @e filled, and .outcome says whether it may have happened.
 */
int etcd_txn_wait(struct etcd *etcd, const struct etcd_txn *txn, uint64_t deadline_ns, struct etcd_answer *answer,
		  struct ece_error *e);
int etcd_lease_grant_wait(struct etcd *etcd, int64_t ttl_s, uint64_t deadline_ns, struct etcd_answer *answer,
			  struct ece_error *e);
int etcd_lease_keep_wait(struct etcd *etcd, int64_t lease, uint64_t deadline_ns, struct etcd_answer *answer,
			 struct ece_error *e);
int etcd_lease_revoke_wait(struct etcd *etcd, int64_t lease, uint64_t deadline_ns, struct etcd_answer *answer,
			   struct ece_error *e);

#endif
