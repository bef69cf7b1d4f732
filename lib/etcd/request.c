// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One request, from being asked until its end is known: attempts, endpoints, deadlines. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/etcd/internal.h"

#define DENIED_MAX   3 /* new tokens for one request */
#define PATIENCE_MAX 4 /* doublings of what one attempt may take */

static const char *const paths[] = {
	[REQUEST_TXN] = "kv/txn",          [REQUEST_GRANT] = "lease/grant",       [REQUEST_KEEP] = "lease/keepalive",
	[REQUEST_REVOKE] = "lease/revoke", [REQUEST_LOGIN] = "auth/authenticate",
};

static void unlink_request(struct etcd_request *request)
{
	if (!request->link)
		return;
	*request->link = request->next;
	if (request->next)
		request->next->link = request->link;
	request->link = NULL;
	request->next = NULL;
}

static struct etcd_request *take_first(struct etcd_request **list)
{
	struct etcd_request *request = *list;

	if (!request)
		return NULL;
	*list = request->next;
	if (request->next)
		request->next->link = list;
	request->link = NULL;
	request->next = NULL;
	return request;
}

static void put_into(struct etcd_request **list, struct etcd_request *request)
{
	unlink_request(request);
	request->next = *list;
	if (*list)
		(*list)->link = &request->next;
	*list = request;
	request->link = list;
}

struct etcd_request *request_new(struct etcd *etcd, enum request_kind kind, char *body, uint64_t deadline_ns,
				 etcd_answered *answered, void *ctx, struct ece_error *e)
{
	struct etcd_request *request = etcd->open < ETCD_OPEN_MAX ? calloc(1, sizeof(*request)) : NULL;

	if (!body || !request) {
		free(body);
		free(request);
		if (etcd->open >= ETCD_OPEN_MAX)
			ece_error_set(e, -EAGAIN, ECE_ERROR_LIMIT, "etcd is asked %d things already", ETCD_OPEN_MAX);
		else
			ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request to etcd");
		return NULL;
	}
	request->etcd = etcd;
	request->kind = kind;
	request->again = kind != REQUEST_TXN;
	request->reads = kind == REQUEST_LOGIN;
	request->secret = kind == REQUEST_LOGIN;
	request->body = body;
	request->len = strlen(body);
	request->deadline_ns = deadline_ns;
	request->answered = answered;
	request->ctx = ctx;
	ece_error_set(&request->answer.error, -ETIMEDOUT, ECE_ERROR_TIMEOUT, "etcd was not asked in time");
	etcd->open++;
	put_into(&etcd->waiting, request);
	return request;
}

void request_drop(struct etcd_request *request)
{
	struct etcd *etcd = request->etcd;

	unlink_request(request);
	transfer_free(etcd, request->transfer);
	if (request->secret)
		explicit_bzero(request->body, request->len);
	if (request->secret && request->text)
		explicit_bzero(request->text, request->text_len);
	etcd_answer_done(&request->answer);
	free(request->body);
	free(request->text);
	free(request->shape);
	free(request);
	etcd->open--;
}

static void finish(struct etcd_request *request, enum etcd_outcome outcome)
{
	request->answer.outcome = outcome;
	put_into(&request->etcd->done, request);
}

/* No endpoint took it in time, or the last one that may have did not say. */
static void give_up(struct etcd_request *request)
{
	/* there was no time to ask: then why others could not */
	if (!request->failed && request->etcd->trouble.code)
		request->answer.error = request->etcd->trouble;
	finish(request, request->maybe ? ETCD_MAYBE : ETCD_NOT_SENT);
}

static void try_later(struct etcd_request *request, uint64_t at_ns)
{
	free(request->text);
	request->text = NULL;
	request->text_len = request->text_size = 0;
	request->too_large = false;
	request->next_ns = at_ns;
	if (at_ns >= request->deadline_ns)
		give_up(request);
	else
		put_into(&request->etcd->waiting, request);
}

/* Every endpoint is asked once before the first pause. */
static void failed(struct etcd_request *request, bool lost)
{
	struct etcd *etcd = request->etcd;
	uint64_t now = clock_now();

	client_endpoint_failed(etcd, request->endpoint);
	request->maybe |= lost && !request->reads;
	request->failed++;
	if (lost && !request->again)
		give_up(request);
	else if (request->failed % etcd->endpoint_count)
		try_later(request, now);
	else
		try_later(request, now + client_backoff(etcd, request->failed / (unsigned)etcd->endpoint_count - 1));
}

/* Asked again, etcd may say that it was done before: that is the answer then. */
static bool done_before(const struct etcd_request *request, int grpc)
{
	enum { GRPC_NOT_FOUND = 5, GRPC_FAILED_PRECONDITION = 9 };

	return (request->kind == REQUEST_REVOKE && grpc == GRPC_NOT_FOUND) ||
	       (request->kind == REQUEST_GRANT && grpc == GRPC_FAILED_PRECONDITION && request->maybe);
}

static void refused(struct etcd_request *request)
{
	finish(request, request->maybe ? ETCD_MAYBE : ETCD_REFUSED);
}

static void new_token(struct etcd_request *request)
{
	login_forget(request->etcd, request->token);
	if (request->etcd->user && ++request->denied <= DENIED_MAX)
		try_later(request, clock_now());
	else
		refused(request);
}

static void take_refusal(struct etcd_request *request, const struct json_refusal *refusal)
{
	struct etcd *etcd = request->etcd;

	if (done_before(request, refusal->grpc)) {
		request->answer.lease = request->lease;
		request->answer.ttl_s = request->ttl_s;
		finish(request, ETCD_DONE);
		return;
	}
	switch (refusal_sort(refusal, etcd->names[request->endpoint], &request->answer.error)) {
	case REFUSAL_TOKEN:
		new_token(request);
		return;
	case REFUSAL_FINAL:
		refused(request);
		return;
	case REFUSAL_ELSEWHERE:
		failed(request, false);
		return;
	case REFUSAL_LOST:
		failed(request, true);
		return;
	}
}

static int take_answer(struct etcd_request *request, const json_t *root)
{
	struct ece_error e;
	int ret;

	if (request->kind == REQUEST_LOGIN)
		ret = login_take(request->etcd, root, &e);
	else
		ret = decode_answer(request->kind, request->shape, root, &request->answer, &e);
	if (ret)
		return ece_error_set(&request->answer.error, ret, e.kind, "etcd at %s: %s",
				     request->etcd->names[request->endpoint], e.text);
	request->answer.error = request->etcd->trouble = (struct ece_error){0};
	return 0;
}

/*
 * Not in the words of the gateway: a proxy, or what stands before the gateway, as the check of client certificates.
 * What it says belongs in the message. With 4xx nothing was handed on.
 */
static void take_foreign(struct etcd_request *request, long status)
{
	int len = request->text ? (int)strcspn(request->text, "\r\n") : 0;

	ece_error_set(&request->answer.error, -EPROTO, ECE_ERROR_PROTOCOL,
		      "etcd at %s: no answer of etcd, but HTTP status %ld%s%.*s",
		      request->etcd->names[request->endpoint], status, len ? ": " : "", len < 200 ? len : 200,
		      len ? request->text : "");
	if (status >= 400 && status < 500)
		refused(request);
	else
		failed(request, true);
}

/* The whole of an HTTP answer is there. */
static void take_text(struct etcd_request *request, long status)
{
	json_t *root = json_loadb(request->text ? request->text : "", request->text_len, JSON_DISABLE_EOF_CHECK,
				  NULL /* what is wrong helps nobody */);
	struct json_refusal refusal;

	if (root && json_get_refusal(root, &refusal)) {
		take_refusal(request, &refusal);
	} else if (status != 200 || !root) {
		take_foreign(request, status);
	} else if (take_answer(request, root)) {
		failed(request, true);
	} else {
		finish(request, ETCD_DONE);
	}
	json_decref(root);
}

static void transfer_done(void *ctx, CURLcode code, long status, const char *why)
{
	struct etcd_request *request = ctx;
	const char *name = request->etcd->names[request->endpoint];
	bool sent = transfer_sent_all(request->transfer);

	if (code && request->too_large)
		ece_error_set(&request->answer.error, -EMSGSIZE, ECE_ERROR_LIMIT,
			      "etcd at %s: the answer is larger than %d bytes; ask for less at a time", name,
			      ETCD_ANSWER_MAX);
	else if (code == CURLE_OPERATION_TIMEDOUT)
		ece_error_set(&request->answer.error, -ETIMEDOUT, ECE_ERROR_TIMEOUT, "etcd at %s: no answer in time",
			      name);
	else if (code)
		ece_error_set(&request->answer.error, -EIO, ECE_ERROR_IO, "etcd at %s: %s", name, why);
	if (code && !request->too_large)
		request->etcd->trouble = request->answer.error;
	transfer_free(request->etcd, request->transfer);
	request->transfer = NULL;
	if (!code)
		take_text(request, status);
	else if (request->too_large)
		finish(request, request->reads ? ETCD_REFUSED : ETCD_MAYBE);
	else
		failed(request, sent);
}

static int take_data(void *ctx, const char *data, size_t len)
{
	struct etcd_request *request = ctx;

	if (len > ETCD_ANSWER_MAX - request->text_len) {
		request->too_large = true;
		return -EMSGSIZE;
	}
	if (request->text_size - request->text_len <= len) {
		size_t size = (request->text_len + len + 1) * 2;
		char *text = realloc(request->text, size);

		if (!text)
			return -ENOMEM;
		request->text = text;
		request->text_size = size;
	}
	memcpy(request->text + request->text_len, data, len);
	request->text_len += len;
	request->text[request->text_len] = '\0';
	return 0;
}

/* Longer each time: an etcd that is slow because it is asked too much is not asked still more. */
static uint64_t patience_ns(const struct etcd_request *request)
{
	unsigned rounds = request->failed / (unsigned)request->etcd->endpoint_count;

	return request->etcd->attempt_ns << (rounds < PATIENCE_MAX ? rounds : PATIENCE_MAX);
}

static void attempt(struct etcd_request *request, uint64_t now_ns)
{
	struct etcd *etcd = request->etcd;
	uint64_t left = request->deadline_ns - now_ns;
	const struct transfer want = {
		.body = request->body,
		.len = request->len,
		.data = take_data,
		.done = transfer_done,
		.ctx = request,
	};

	if (request->again && left > patience_ns(request))
		left = patience_ns(request);
	request->endpoint = etcd->endpoint;
	request->token = etcd->token_serial;
	request->transfer = transfer_start(etcd, &want, request->endpoint, paths[request->kind],
					   request->kind == REQUEST_LOGIN ? NULL : etcd->token, left);
	if (request->transfer) {
		put_into(&etcd->flying, request);
		return;
	}
	ece_error_set(&request->answer.error, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request to etcd");
	give_up(request);
}

void request_step(struct etcd *etcd)
{
	struct etcd_request *next;
	uint64_t now = clock_now();
	bool anonymous = false;

	for (struct etcd_request *request = etcd->waiting; request; request = next) {
		next = request->next;
		if (now >= request->deadline_ns && request->next_ns == ETCD_NEVER && etcd->login)
			request->answer.error = etcd->login->answer.error;
		if (now >= request->deadline_ns)
			give_up(request);
		else if (now < request->next_ns)
			continue;
		else if (request->kind == REQUEST_LOGIN || !etcd->user || etcd->token)
			attempt(request, now);
		else {
			request->next_ns = ETCD_NEVER;
			anonymous = true;
		}
	}
	if (anonymous)
		login_needed(etcd);
}

void request_wake(struct etcd *etcd)
{
	for (struct etcd_request *request = etcd->waiting; request; request = request->next)
		if (request->next_ns == ETCD_NEVER)
			request->next_ns = 0;
}

void request_refuse(struct etcd *etcd, const struct ece_error *why)
{
	struct etcd_request *next;

	for (struct etcd_request *request = etcd->waiting; request; request = next) {
		next = request->next;
		if (request->next_ns != ETCD_NEVER)
			continue;
		request->answer.error = *why;
		refused(request);
	}
}

void request_hand_on(struct etcd *etcd)
{
	struct etcd_request *request;

	while ((request = take_first(&etcd->done))) {
		request->answered(request->ctx, &request->answer);
		request_drop(request);
	}
}

uint64_t request_next_ns(const struct etcd *etcd)
{
	uint64_t at = etcd->done ? 0 : ETCD_NEVER;

	for (const struct etcd_request *request = etcd->waiting; request; request = request->next) {
		at = request->next_ns < at ? request->next_ns : at;
		at = request->deadline_ns < at ? request->deadline_ns : at;
	}
	return at;
}

static void drop_all(struct etcd_request **list)
{
	struct etcd_request *request;

	while ((request = take_first(list)))
		request_drop(request);
}

void request_free_all(struct etcd *etcd)
{
	drop_all(&etcd->waiting);
	drop_all(&etcd->flying);
	drop_all(&etcd->done);
}

void etcd_cancel(struct etcd *etcd, struct etcd_request *request)
{
	(void)etcd;
	if (request)
		request_drop(request);
}
