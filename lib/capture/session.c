// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/capture/table.h"

struct capture_session {
	struct capture_table *table;
	void (*tell)(void *arg, const struct capture_exchange *exchange);
	void *arg;
	struct capture_counts counts;
};

/* A message, where it was, and when. */
struct sighting {
	const struct capture_mad *mad;
	const struct capture_message *message;
	uint64_t time_ns;
};

/* Which end sent it. */
enum side {
	SIDE_UNKNOWN,
	SIDE_REQUESTER,
	SIDE_RESPONDER,
};

struct capture_session *capture_session_new(uint32_t max,
					    void (*tell)(void *arg, const struct capture_exchange *exchange), void *arg)
{
	struct capture_session *session = calloc(1, sizeof(*session));

	if (!session)
		return NULL;
	session->tell = tell;
	session->arg = arg;
	session->table = capture_table_new(max);
	if (session->table)
		return session;
	free(session);
	return NULL;
}

void capture_session_free(struct capture_session *session)
{
	if (!session)
		return;
	capture_table_free(session->table);
	free(session);
}

static struct capture_key key_of(const struct sighting *seen, enum side side)
{
	const struct capture_mad *mad = seen->mad;
	const struct capture_message *message = seen->message;
	bool asks = side == SIDE_REQUESTER;
	struct capture_key key = {
		.datagram = message->kind == CAPTURE_SIDR_REQ || message->kind == CAPTURE_SIDR_REP,
	};

	/* SIDR has one id, which the answer repeats. */
	key.id = asks || key.datagram ? message->local_id : message->remote_id;
	memcpy(key.requester, asks ? mad->from : mad->to, sizeof(key.requester));
	memcpy(key.responder, asks ? mad->to : mad->from, sizeof(key.responder));
	return key;
}

/* Which end sends such a message, where that follows from the message alone. */
static enum side side_of(const struct capture_message *message)
{
	switch (message->kind) {
	case CAPTURE_REQ:
	case CAPTURE_RTU:
	case CAPTURE_SIDR_REQ:
		return SIDE_REQUESTER;
	case CAPTURE_REP:
	case CAPTURE_SIDR_REP:
		return SIDE_RESPONDER;
	case CAPTURE_REJ:
		if (message->rejects == CAPTURE_REJECTS_REQ)
			return SIDE_RESPONDER;
		return message->rejects == CAPTURE_REJECTS_REP ? SIDE_REQUESTER : SIDE_UNKNOWN;
	default:
		return SIDE_UNKNOWN;
	}
}

static struct capture_node *find(const struct capture_session *session, const struct sighting *seen, enum side side)
{
	struct capture_key key = key_of(seen, side);

	return capture_table_find(session->table, &key);
}

/* Either end may send it: that of a known exchange, by the id of its requester. */
static struct capture_node *find_either(const struct capture_session *session, const struct sighting *seen,
					enum side *side)
{
	struct capture_node *node = find(session, seen, SIDE_REQUESTER);

	/* An id of the other end's that does not fit names another connection. */
	if (node && node->exchange.responder.known && seen->message->remote_id &&
	    node->exchange.responder.comm_id != seen->message->remote_id)
		node = NULL;
	*side = SIDE_REQUESTER;
	if (node)
		return node;
	*side = SIDE_RESPONDER;
	return find(session, seen, SIDE_RESPONDER);
}

static void tell(struct capture_session *session, struct capture_node *node)
{
	if (!node->told)
		session->tell(session->arg, &node->exchange);
}

static void forget(struct capture_session *session, struct capture_node *node)
{
	if (node->told) {
		session->counts.dropped++;
	} else {
		node->exchange.forgotten = true;
		session->counts.forgotten++;
	}
	tell(session, node);
	capture_table_remove(session->table, node);
}

static struct capture_node *add(struct capture_session *session, const struct sighting *seen, enum side side)
{
	struct capture_key key = key_of(seen, side);
	struct capture_exchange *exchange;
	struct capture_node *node;

	if (capture_table_full(session->table))
		forget(session, capture_table_oldest(session->table));
	node = capture_table_add(session->table, &key);
	if (!node)
		return NULL;
	exchange = &node->exchange;
	exchange->datagram = key.datagram;
	exchange->first_ns = seen->time_ns;
	exchange->last_ns = seen->time_ns;
	exchange->roce_v1 = seen->mad->roce_v1;
	exchange->has_vlan = seen->mad->has_vlan;
	exchange->vlan = seen->mad->vlan;
	memcpy(exchange->requester.address, key.requester, sizeof(key.requester));
	memcpy(exchange->responder.address, key.responder, sizeof(key.responder));
	return node;
}

static void learn_end(struct capture_end *end, const struct capture_message *message)
{
	end->known = true;
	end->comm_id = message->local_id;
	end->qpn = message->qpn;
	end->psn = message->psn;
	end->word = message->word;
}

static void learn_request(struct capture_exchange *exchange, const struct capture_message *message)
{
	learn_end(&exchange->requester, message);
	exchange->transaction = message->transaction;
	exchange->service_id = message->service_id;
	exchange->transport = message->transport;
	memcpy(exchange->requester.gid, message->local_gid, sizeof(exchange->requester.gid));
	memcpy(exchange->responder.gid, message->remote_gid, sizeof(exchange->responder.gid));
}

static void learn(struct capture_exchange *exchange, const struct capture_message *message, enum side side)
{
	switch (message->kind) {
	case CAPTURE_REQ:
	case CAPTURE_SIDR_REQ:
		learn_request(exchange, message);
		break;
	case CAPTURE_REP:
		learn_end(&exchange->responder, message);
		break;
	case CAPTURE_SIDR_REP:
		learn_end(&exchange->responder, message);
		exchange->status = message->status;
		break;
	case CAPTURE_REJ:
		exchange->rejected_by_requester = side == SIDE_REQUESTER;
		exchange->rejects = message->rejects;
		exchange->reason = message->reason;
		break;
	default:
		break;
	}
}

/* A request under an id that was used before, which is not the same request sent again. */
static bool starts_anew(const struct capture_node *node, const struct capture_message *message)
{
	const struct capture_exchange *exchange = &node->exchange;

	if (message->kind != CAPTURE_REQ && message->kind != CAPTURE_SIDR_REQ)
		return false;
	return exchange->requester.known &&
	       (exchange->transaction != message->transaction || exchange->service_id != message->service_id ||
		exchange->requester.qpn != message->qpn || exchange->requester.psn != message->psn);
}

/* These are no part of the set-up, or both ends send them. */
static bool is_aside(enum capture_kind kind)
{
	switch (kind) {
	case CAPTURE_MRA:
	case CAPTURE_LAP:
	case CAPTURE_APR:
	case CAPTURE_DREQ:
	case CAPTURE_DREP:
		return true;
	default:
		return false;
	}
}

static void note(struct capture_session *session, struct capture_node *node, const struct sighting *seen,
		 enum side side)
{
	struct capture_exchange *exchange = &node->exchange;
	enum capture_kind kind = seen->message->kind;
	bool aside = is_aside(kind);

	if (seen->time_ns < exchange->first_ns)
		exchange->first_ns = seen->time_ns;
	if (seen->time_ns > exchange->last_ns)
		exchange->last_ns = seen->time_ns;
	if (!aside && exchange->seen & CAPTURE_SEEN(kind)) {
		exchange->repeats++;
		session->counts.repeats++;
		return;
	}
	if (!aside && node->told)
		session->counts.late++;
	exchange->seen |= CAPTURE_SEEN(kind);
	learn(exchange, seen->message, side);
	if (!node->told && capture_exchange_is_over(exchange)) {
		tell(session, node);
		capture_table_told(session->table, node);
	}
}

static int take(struct capture_session *session, const struct sighting *seen, struct ece_error *e)
{
	enum side side = side_of(seen->message);
	struct capture_node *node =
		side == SIDE_UNKNOWN ? find_either(session, seen, &side) : find(session, seen, side);

	if (node && starts_anew(node, seen->message)) {
		tell(session, node);
		capture_table_remove(session->table, node);
		node = NULL;
	}
	if (!node && side_of(seen->message) == SIDE_UNKNOWN) {
		session->counts.strays++;
		return 0;
	}
	if (!node)
		node = add(session, seen, side);
	if (!node)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	note(session, node, seen, side);
	return 0;
}

int capture_session_packet(struct capture_session *session, enum capture_link link, uint64_t time_ns,
			   const struct capture_view *packet, struct ece_error *e)
{
	struct capture_mad mad;
	struct capture_message message;
	struct sighting seen = {.mad = &mad, .message = &message, .time_ns = time_ns};
	enum capture_verdict verdict = capture_packet_mad(link, packet, &mad);

	if (!verdict)
		verdict = capture_message_read(&mad.mad, &message);
	session->counts.packets++;
	session->counts.verdicts[verdict]++;
	if (verdict)
		return 0;
	session->counts.bad_icrc += mad.icrc == CAPTURE_ICRC_BAD;
	session->counts.messages[message.kind - CAPTURE_KIND_FIRST]++;
	return take(session, &seen, e);
}

void capture_session_end(struct capture_session *session)
{
	struct capture_node *node;

	while ((node = capture_table_oldest_open(session->table))) {
		tell(session, node);
		capture_table_remove(session->table, node);
	}
}

const struct capture_counts *capture_session_counts(const struct capture_session *session)
{
	return &session->counts;
}
