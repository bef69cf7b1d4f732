// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

#include "devx/base/error.h"
#include "ece/negotiate.h"
#include "lib/base/clock.h"
#include "lib/ece/verbs.h"
#include "lib/ece/verbs_channel.h"

struct negotiation {
	struct ece_session *session;
	int fd;
	uint64_t deadline_ns;
	struct ibv_qp *qp;
	int (*move)(struct ibv_qp *qp, void *arg);
	void *arg;
};

static void tell_offer(struct negotiation *n)
{
	struct ece_error fault = {.code = 0};
	struct ece_offer offer;
	bool supported;

	if (ece_qp_offer(n->qp, &offer, &supported, &fault))
		ece_session_abort(n->session, &fault);
	else
		ece_session_local(n->session, &offer, supported);
}

static void ask_and_move(struct negotiation *n)
{
	struct ece_offer asked = ece_session_ask(n->session), effective;
	struct ece_error fault = {.code = 0};
	enum ece_effective_by by;

	if (ece_qp_ask(n->qp, &asked, &fault) || verbs_moved(n->move(n->qp, n->arg), &asked, &fault)) {
		ece_session_abort(n->session, &fault);
		return;
	}
	by = ece_qp_effective(n->qp, !ece_offer_is_none(&asked), &effective);
	ece_session_effective(n->session, &effective, by);
}

static void channel_failed(struct negotiation *n, const struct ece_error *fault)
{
	if (fault->kind == ECE_ERROR_GONE)
		ece_session_closed(n->session);
	else
		ece_session_abort(n->session, fault);
}

static void send_message(struct negotiation *n)
{
	struct ece_error fault = {.code = 0};
	size_t len;
	const void *message = ece_session_message(n->session, &len);

	if (channel_send(n->fd, message, len, n->deadline_ns, &fault))
		channel_failed(n, &fault);
	else
		ece_session_sent(n->session);
}

static void receive_piece(struct negotiation *n)
{
	struct ece_error fault = {.code = 0};
	uint8_t bytes[ECE_MESSAGE_MAX];
	size_t got;

	if (channel_receive(n->fd, bytes, ece_session_missing(n->session), &got, n->deadline_ns, &fault))
		channel_failed(n, &fault);
	else
		ece_session_received(n->session, bytes, got, NULL /* no more was read than it takes */);
}

/* Every fault goes through the session, which tells the peer where that is possible. */
static void run(struct negotiation *n)
{
	for (;;) {
		switch (ece_session_want(n->session)) {
		case ECE_WANT_LOCAL:
			tell_offer(n);
			break;
		case ECE_WANT_SEND:
			send_message(n);
			break;
		case ECE_WANT_RECEIVE:
			receive_piece(n);
			break;
		case ECE_WANT_ASK:
			ask_and_move(n);
			break;
		default:
			return;
		}
	}
}

static struct ece_session *begin(enum ece_role role, struct ibv_qp *qp, const struct ece_policy *policy)
{
	struct ece_error fault = {.code = 0};
	struct ece_policy found;
	struct ece_session *session;

	session = ece_session_new(role, verbs_policy(qp, policy, &found, &fault) ? NULL : &found);
	if (session && fault.code)
		ece_session_abort(session, &fault);
	return session;
}

int ece_negotiate(int fd, enum ece_role role, struct ibv_qp *qp, const struct ece_policy *policy,
		  int (*move)(struct ibv_qp *qp, void *arg), void *arg, int timeout_ms, struct ece_outcome *outcome,
		  struct ece_error *e)
{
	uint64_t timeout_ns = (uint64_t)(timeout_ms > 0 ? timeout_ms : ECE_TIMEOUT_MS) * CLOCK_MS_NS;
	struct negotiation n = {
		.session = begin(role, qp, policy),
		.fd = fd,
		.deadline_ns = clock_now() + timeout_ns,
		.qp = qp,
		.move = move,
		.arg = arg,
	};
	int ret;

	if (!n.session)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an ECE negotiation");
	run(&n);
	ret = ece_session_error(n.session)->code;
	if (outcome)
		*outcome = *ece_session_outcome(n.session);
	if (ret && e)
		*e = *ece_session_error(n.session);
	ece_session_free(n.session);
	return ret;
}
