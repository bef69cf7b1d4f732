/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The client inside: transfers (one POST each) carry requests and watches; requests wait, fly or are done.
 */
#ifndef ECE_LIB_ETCD_INTERNAL_H
#define ECE_LIB_ETCD_INTERNAL_H

#include <curl/curl.h>
#include <netinet/in.h>

#include "lib/etcd/etcd.h"
#include "lib/etcd/follow.h"
#include "lib/etcd/json.h"
#include "lib/multi/multi.h"

#define ETCD_URL_MAX      512
#define ETCD_PASSWORD_MAX 512
#define ETCD_TOKEN_MAX    4096
#define ETCD_NEVER        UINT64_MAX

/* How long a connection may take to come up, so that a dead member costs little. */
#define ETCD_CONNECT_MS 2000

/* One POST under way. */
struct transfer {
	CURL *easy;
	struct curl_slist *headers;
	const char *body; /* the owner's */
	size_t len, sent;
	int (*data)(void *ctx, const char *data, size_t len); /* non-zero: enough */
	void (*done)(void *ctx, CURLcode code, long status, const char *why);
	void *ctx;
	char error[CURL_ERROR_SIZE];
};

enum request_kind { REQUEST_TXN, REQUEST_GRANT, REQUEST_KEEP, REQUEST_REVOKE, REQUEST_LOGIN };

/* What is left of a transaction once it is encoded: what the answer must look like. */
struct shape {
	enum etcd_op_kind then[ETCD_OPS_MAX], otherwise[ETCD_OPS_MAX];
	size_t then_count, otherwise_count;
};

struct etcd_request {
	struct etcd_request *next, **link; /* in one list of the client */
	struct etcd *etcd;
	enum request_kind kind;
	char *body;
	size_t len;
	struct shape *shape;  /* TXN */
	int64_t lease, ttl_s; /* GRANT: what was asked for */
	bool reads;           /* it changes nothing */
	bool again;           /* may be sent again when an answer was lost */
	bool maybe;           /* an earlier attempt may have happened */
	bool secret;          /* the body is wiped: it holds a password */
	uint64_t deadline_ns, next_ns;
	unsigned failed; /* attempts */
	unsigned denied; /* tokens that were not taken */
	size_t endpoint;
	uint64_t token; /* which one it flies with */
	struct transfer *transfer;
	char *text; /* the answer */
	size_t text_len, text_size;
	bool too_large;
	etcd_answered *answered;
	void *ctx;
	struct etcd_answer answer;
};

struct etcd {
	char *endpoints[ETCD_ENDPOINTS_MAX]; /* without a slash at the end */
	char *names[ETCD_ENDPOINTS_MAX];     /* host:port, for messages */
	size_t endpoint_count;
	size_t endpoint; /* the one that is asked next */
	char *ca, *cert, *key, *user, *password;
	uint64_t attempt_ns, idle_ns;
	struct multi multi;
	char local[INET6_ADDRSTRLEN];
	bool stepping;
	uint64_t random;
	char *token;           /* NULL: none yet */
	uint64_t token_serial; /* counts tokens */
	struct etcd_request *login;
	struct etcd_request *waiting, *flying, *done;
	size_t open;
	struct etcd_follow *follows;
	struct ece_error trouble; /* of the newest attempt that failed; nothing after one that did not */
};

/**
 * config_take, config_drop - copy and check the configuration
 */
int config_take(struct etcd *etcd, const struct etcd_config *config, struct ece_error *e);
void config_drop(struct etcd *etcd);

/**
 * config_password - the first line of the password file, as it is now
 * @password: ETCD_PASSWORD_MAX bytes, wiped by the caller
 */
int config_password(const char *file, char *password, struct ece_error *e);

/**
 * client_random - 64 bits that differ from client to client: for jitter and ids of leases
 */
uint64_t client_random(struct etcd *etcd);

/**
 * client_backoff - how long to wait after @failed attempts: longer and longer, with jitter
 */
uint64_t client_backoff(struct etcd *etcd, unsigned failed);

/**
 * client_endpoint_failed - ask the next one from now on; watches on this one are moved
 */
void client_endpoint_failed(struct etcd *etcd, size_t endpoint);

/**
 * client_arm - something new is waited for; as multi_arm()
 */
int client_arm(struct etcd *etcd, struct ece_error *e);

/**
 * transfer_start - POST @body to @path of an endpoint
 * @timeout_ns: for all of it; 0: none
 * @token: NULL: none
 *
 * Its end comes through .done of a later step. Returns NULL when there is no memory. transfer_free() ends it without.
 */
struct transfer *transfer_start(struct etcd *etcd, const struct transfer *want, size_t endpoint, const char *path,
				const char *token, uint64_t timeout_ns);
void transfer_free(struct etcd *etcd, struct transfer *transfer);

/* All of the body was handed to the kernel or may have been: the server may have acted. */
static inline bool transfer_sent_all(const struct transfer *transfer)
{
	return transfer->sent == transfer->len;
}

/**
 * encode_txn, encode_lease, encode_login - the body of a request, for free(); NULL: no memory
 */
char *encode_txn(const struct etcd_txn *txn);
char *encode_lease(enum request_kind kind, int64_t lease, int64_t ttl_s);
char *encode_login(const char *user, const char *password);
char *encode_watch(const struct etcd_range *ranges, const int64_t *from, size_t count);

/**
 * decode_answer - what etcd answered to a transaction or about a lease
 * @shape: of the transaction
 * @root: any JSON, or NULL
 *
 * Returns 0; or a negative errno with @e filled and nothing held.
 */
int decode_answer(enum request_kind kind, const struct shape *shape, const json_t *root, struct etcd_answer *answer,
		  struct ece_error *e);

/**
 * request_step - begin what waits long enough, end what is late; request_hand_on: call back for what is done
 */
void request_step(struct etcd *etcd);
void request_hand_on(struct etcd *etcd);
uint64_t request_next_ns(const struct etcd *etcd);
void request_free_all(struct etcd *etcd);

/**
 * request_new - one that waits; request_drop() ends it without a callback
 */
struct etcd_request *request_new(struct etcd *etcd, enum request_kind kind, char *body, uint64_t deadline_ns,
				 etcd_answered *answered, void *ctx, struct ece_error *e);
void request_drop(struct etcd_request *request);

/**
 * request_wake - what waits for a login goes on; request_refuse: it is refused instead
 */
void request_wake(struct etcd *etcd);
void request_refuse(struct etcd *etcd, const struct ece_error *why);

/**
 * login_needed - there is a user and no token: one is being asked for
 */
bool login_needed(struct etcd *etcd);

/**
 * login_take - etcd's answer to a login
 */
int login_take(struct etcd *etcd, const json_t *root, struct ece_error *e);

/**
 * login_forget - etcd does not take token @serial
 */
void login_forget(struct etcd *etcd, uint64_t serial);

/* What an error that etcd reported says about the request. */
enum refusal_kind {
	REFUSAL_FINAL,     /* surely not done, and never will be */
	REFUSAL_TOKEN,     /* surely not done; a new token helps */
	REFUSAL_ELSEWHERE, /* surely not done; another member or a later time may do it */
	REFUSAL_LOST,      /* it may have been done */
};

/**
 * refusal_sort - by the code of gRPC and etcd's words (etcd v3rpc/rpctypes/error.go)
 * @name: of the endpoint, for @e
 */
enum refusal_kind refusal_sort(const struct json_refusal *refusal, const char *name, struct ece_error *e);

/**
 * follow_step, follow_next_ns, follow_endpoint_failed, follow_free_all - of all follows
 */
void follow_step(struct etcd *etcd);
uint64_t follow_next_ns(const struct etcd *etcd);
void follow_endpoint_failed(struct etcd *etcd, size_t endpoint);
void follow_free_all(struct etcd *etcd);

#endif
