// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <string.h>

#include "devx/base/be.h"
#include "ece/cm.h"
#include "lib/base/clock.h"
#include "tools/ece-connect/link.h"

/*
 * An answer that comes while the kernel still queues the request is only seen when this time is over, so it is short:
 * addresses are resolved already, TCP goes to them.
 */
#define RESOLVE_MS 2000
#define BACKLOG    16
#define RETRIES    7
#define TAG_LEN    12 /* in the private data: nonce and number of the queue pair */
#define TAG_NUMBER 8

static int failed(struct ece_error *e, const char *what)
{
	return ece_error_set(e, -errno, ECE_ERROR_IO, "RDMA-CM: %s: %s", what, strerror(errno));
}

/*
 * What the other end says by TCP meanwhile: that it gives up, or its reports, which wait to be read. An end whose
 * reports come before it has asked for a connection will not ask: it has refused.
 */
static int look_at_talk(struct link *link, enum rdma_cm_event_type wanted, struct ece_error *e)
{
	int err = talk_check(&link->talk, e);

	if (err || wanted != RDMA_CM_EVENT_CONNECT_REQUEST)
		return err;
	return ece_error_set(
		e, -ECONNREFUSED, ECE_ERROR_REFUSED,
		"the other end refused before it connected: its policy requires what its own end does not have");
}

/* Until an event is there. */
static int wait_event(struct link *link, enum rdma_cm_event_type wanted, struct ece_error *e)
{
	struct pollfd at[] = {
		{.fd = link->cm->fd, .events = POLLIN},
		{.fd = link->talk.fd, .events = POLLIN | POLLRDHUP},
	};
	nfds_t watched = 2;
	int err = 0;

	while (!err) {
		if (clock_now() >= link->talk.deadline_ns)
			return ece_error_set(e, -ETIMEDOUT, ECE_ERROR_TIMEOUT,
					     "RDMA-CM has not connected in time; --timeout gives it longer");
		if (poll(at, watched, clock_poll_ms(clock_now(), link->talk.deadline_ns)) < 0 && errno != EINTR)
			return failed(e, "poll");
		if (at[0].revents)
			return 0;
		if (watched == 2 && at[1].revents) {
			err = look_at_talk(link, wanted, e);
			watched = 1;
		}
	}
	return err;
}

/* What an event says that is not the one waited for. */
static int unwanted(const struct rdma_cm_event *event, const char *wanted, struct ece_error *e)
{
	if (ece_cm_was_refused(event, e))
		return e->code;
	if (event->event == RDMA_CM_EVENT_REJECTED)
		return ece_error_set(e, -ECONNABORTED, ECE_ERROR_REFUSED,
				     "RDMA-CM: the other end rejected the connection, reason %d", event->status);
	return ece_error_set(e, event->status < 0 ? event->status : -EPROTO, ECE_ERROR_IO,
			     "RDMA-CM: %s (status %d) instead of %s", rdma_event_str(event->event), event->status,
			     wanted);
}

static void turn_away(struct rdma_cm_id *id)
{
	rdma_reject(id, NULL, 0);
	rdma_destroy_id(id);
}

/* Is it a request of the other end's? @i receives for which queue pair. */
static bool is_ours(const struct link *link, const struct rdma_cm_event *event, uint32_t *i)
{
	const uint8_t *tag = event->param.conn.private_data;

	if (event->param.conn.private_data_len < TAG_LEN || ece_be64(tag) != link->own.nonce)
		return false;
	*i = ece_be32(tag + TAG_NUMBER);
	return true;
}

/*
 * A request while something else is waited for. That the other end is ready for the next queue pair may come before the last
 * word about this one, which gets lost and is sent again later. Strangers may come at any time.
 */
static void put_aside(struct link *link, struct rdma_cm_event *event)
{
	struct rdma_cm_id *id = event->id;
	bool keep = !link->early && is_ours(link, event, &link->early_number);

	rdma_ack_cm_event(event);
	if (keep)
		link->early = id;
	else
		turn_away(id);
}

/* The next event, which has to be this one; the caller acknowledges it. */
static int next_event(struct link *link, enum rdma_cm_event_type wanted, struct rdma_cm_event **event,
		      struct ece_error *e)
{
	int err;

	for (;;) {
		err = wait_event(link, wanted, e);
		if (err)
			return err;
		if (rdma_get_cm_event(link->cm, event))
			return failed(e, "no event");
		if ((*event)->event == wanted)
			return 0;
		if ((*event)->event != RDMA_CM_EVENT_CONNECT_REQUEST)
			break;
		put_aside(link, *event);
	}
	err = unwanted(*event, rdma_event_str(wanted), e);
	rdma_ack_cm_event(*event);
	return err;
}

static int pass(struct link *link, enum rdma_cm_event_type wanted, struct ece_error *e)
{
	struct rdma_cm_event *event;
	int err = next_event(link, wanted, &event, e);

	if (!err)
		rdma_ack_cm_event(event);
	return err;
}

static int new_id(struct link *link, struct rdma_cm_id **id, struct ece_error *e)
{
	if (!link->cm)
		link->cm = rdma_create_event_channel();
	if (!link->cm)
		return ece_error_set(e, -errno, ECE_ERROR_NO_DOOR,
				     "this host has no RDMA-CM: %s ('modprobe rdma_ucm' loads it)", strerror(errno));
	return rdma_create_id(link->cm, id, NULL, RDMA_PS_TCP) ? failed(e, "no identifier") : 0;
}

static void set_port(struct sockaddr_storage *address, uint16_t port)
{
	struct sockaddr_in6 v6;

	/* The port lies at the same place in both families */
	memcpy(&v6, address, sizeof(v6));
	v6.sin6_port = htobe16(port);
	memcpy(address, &v6, sizeof(v6));
}

/* A device whose RDMA-CM goes by the address that TCP uses. */
static int borrow(struct link *link, struct rdma_cm_id *id, struct ece_error *e)
{
	if (!id->verbs)
		return ece_error_set(
			e, -ENODEV, ECE_ERROR_UNKNOWN_NAME,
			"%s, this end's address of the TCP connection, is that of no RDMA device: connect by an "
			"address of one",
			link->ends.local_text);
	return device_borrow(link->args, id->verbs, id->port_num, &id->route.addr.addr.ibaddr.sgid, &link->device, e);
}

int cm_listen(struct link *link, struct ece_error *e)
{
	struct sockaddr_storage address = link->ends.local;
	int err = new_id(link, &link->listener, e);

	if (err)
		return err;
	/* TCP's own port: who lets one through lets both */
	if (rdma_bind_addr(link->listener, (struct sockaddr *)&address) || rdma_listen(link->listener, BACKLOG))
		return failed(e, "cannot listen");
	link->own.cm_port = be16toh(rdma_get_src_port(link->listener));
	return borrow(link, link->listener, e);
}

static int resolve(struct link *link, struct rdma_cm_id **id, struct ece_error *e)
{
	struct sockaddr_storage from = link->ends.local, to = link->ends.peer;
	int err = new_id(link, id, e);

	set_port(&from, 0);
	set_port(&to, link->peer.cm_port);
	if (!err && rdma_resolve_addr(*id, (struct sockaddr *)&from, (struct sockaddr *)&to, RESOLVE_MS))
		err = failed(e, "cannot resolve the other end's address");
	if (!err)
		err = pass(link, RDMA_CM_EVENT_ADDR_RESOLVED, e);
	if (!err && rdma_resolve_route(*id, RESOLVE_MS))
		err = failed(e, "cannot resolve the route");
	return err ? err : pass(link, RDMA_CM_EVENT_ROUTE_RESOLVED, e);
}

int cm_resolve(struct link *link, struct ece_error *e)
{
	int err = resolve(link, &link->first, e);

	return err ? err : borrow(link, link->first, e);
}

static void put_tag(const struct link *link, size_t i, uint8_t *tag)
{
	ece_put_be64(tag, link->own.nonce);
	ece_put_be32(tag + TAG_NUMBER, (uint32_t)i);
}

static struct rdma_conn_param parameters(const struct link *link, size_t i, const uint8_t *tag)
{
	return (struct rdma_conn_param){
		.private_data = tag,
		.private_data_len = tag ? TAG_LEN : 0,
		.responder_resources = 1,
		.initiator_depth = 1,
		.retry_count = RETRIES,
		.rnr_retry_count = RETRIES,
		.qp_num = link->qps[i].own.qpn,
	};
}

static bool managed(const struct link *link)
{
	return link->own.mode == CONNECT_CM_MANAGED;
}

static int make_qp(struct link *link, size_t i, struct ece_error *e)
{
	struct ibv_qp_init_attr attr = link_qp_attr(link);
	struct link_qp *qp = &link->qps[i];

	if (managed(link))
		qp->qp = rdma_create_qp(qp->id, link->pd, &attr) ? NULL : qp->id->qp;
	else
		qp->qp = ibv_create_qp(link->pd, &attr);
	if (!qp->qp)
		return failed(e, "no queue pair");
	qp->own.qpn = qp->qp->qp_num;
	if (!managed(link))
		return 0;
	/* It is in INIT already */
	return data_expect(link, i, e);
}

static int connect_own(struct link *link, size_t i, struct ece_error *e)
{
	struct link_qp *qp = &link->qps[i];
	struct rdma_conn_param param;
	uint8_t tag[TAG_LEN];
	int err = ece_cm_offer(qp->id, qp->qp, &link->policy, &qp->outcome, e);

	put_tag(link, i, tag);
	param = parameters(link, i, tag);
	if (!err && rdma_connect(qp->id, &param))
		err = failed(e, "cannot connect");
	if (!err)
		err = pass(link, RDMA_CM_EVENT_CONNECT_RESPONSE, e);
	if (!err)
		err = ece_cm_take(qp->id, qp->qp, NULL, NULL, &qp->outcome, e);
	if (!err)
		err = data_expect(link, i, e);
	if (!err && rdma_establish(qp->id))
		err = failed(e, "cannot establish the connection");
	return err;
}

static int connect_managed(struct link *link, size_t i, struct ece_error *e)
{
	struct link_qp *qp = &link->qps[i];
	struct rdma_conn_param param;
	uint8_t tag[TAG_LEN];
	int err = ece_cm_managed_allowed(qp->id, link->role, &link->policy, &qp->outcome, e);

	put_tag(link, i, tag);
	param = parameters(link, i, tag);
	if (!err && rdma_connect(qp->id, &param))
		err = failed(e, "cannot connect");
	if (!err)
		err = pass(link, RDMA_CM_EVENT_ESTABLISHED, e);
	qp->connected = !err;
	return err ? err : ece_cm_managed(qp->id, &qp->outcome, e);
}

static int connect_one(struct link *link, size_t i, struct ece_error *e)
{
	int err = 0;

	/* The first one was resolved to find the device */
	if (i == 0) {
		link->qps[i].id = link->first;
		link->first = NULL;
	} else {
		err = resolve(link, &link->qps[i].id, e);
	}
	if (!err)
		err = make_qp(link, i, e);
	if (err)
		return err;
	return managed(link) ? connect_managed(link, i, e) : connect_own(link, i, e);
}

/* The next request of the other end's; a stranger's is rejected. */
static int take_request(struct link *link, size_t i, struct ece_error *e)
{
	while (!link->early) {
		struct rdma_cm_event *event;
		int err = next_event(link, RDMA_CM_EVENT_CONNECT_REQUEST, &event, e);

		if (err)
			return err;
		put_aside(link, event);
	}
	if (link->early_number != i)
		return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL,
				     "the other end asks for connection %u where %zu is due", link->early_number, i);
	link->qps[i].id = link->early;
	link->early = NULL;
	return 0;
}

static int accept_own(struct link *link, size_t i, struct ece_error *e)
{
	struct link_qp *qp = &link->qps[i];
	struct rdma_conn_param param = parameters(link, i, NULL);
	int err = ece_cm_answer(qp->id, qp->qp, &link->policy, NULL, NULL, &qp->outcome, e);

	if (!err)
		err = data_expect(link, i, e);
	if (!err && rdma_accept(qp->id, &param))
		err = failed(e, "cannot accept");
	return err ? err : pass(link, RDMA_CM_EVENT_ESTABLISHED, e);
}

static int accept_managed(struct link *link, size_t i, struct ece_error *e)
{
	struct link_qp *qp = &link->qps[i];
	struct rdma_conn_param param = parameters(link, i, NULL);
	int err = ece_cm_managed_allowed(qp->id, link->role, &link->policy, &qp->outcome, e);

	/* The other end has to know the reason; of any other fault it is told by TCP */
	if (err == -ECONNREFUSED)
		(void)rdma_reject_ece(qp->id, NULL, 0);
	if (!err && rdma_accept(qp->id, &param))
		err = failed(e, "cannot accept");
	if (!err)
		err = pass(link, RDMA_CM_EVENT_ESTABLISHED, e);
	qp->connected = !err;
	return err ? err : ece_cm_managed(qp->id, &qp->outcome, e);
}

static int accept_one(struct link *link, size_t i, struct ece_error *e)
{
	int err = take_request(link, i, e);

	if (!err)
		err = make_qp(link, i, e);
	if (err)
		return err;
	return managed(link) ? accept_managed(link, i, e) : accept_own(link, i, e);
}

int cm_connect(struct link *link, struct ece_error *e)
{
	int first = 0;

	for (size_t i = 0; i < link->own.qps; i++) {
		struct ece_error one = {.code = 0};
		int err = link->role == ECE_REQUESTOR ? connect_one(link, i, &one) : accept_one(link, i, &one);

		if (!err || err == -ECONNREFUSED)
			link_report(link, i, err);
		if (err && !first) {
			first = err;
			*e = one;
		}
		/* Of one of librdmacm's that is connected only this end knows that it refuses: the other goes on */
		if (err && !link->qps[i].connected)
			return first;
	}
	return first;
}

void cm_drop(struct link *link)
{
	for (size_t i = 0; link->qps && i < link->own.qps; i++) {
		struct link_qp *qp = &link->qps[i];

		/* One that is not connected says so, and nobody needs to know */
		if (qp->id)
			(void)rdma_disconnect(qp->id);
		if (!qp->id || !qp->qp || !managed(link))
			continue;
		rdma_destroy_qp(qp->id);
		qp->qp = NULL;
	}
}

void cm_close(struct link *link)
{
	for (size_t i = 0; link->qps && i < link->own.qps; i++)
		if (link->qps[i].id)
			rdma_destroy_id(link->qps[i].id);
	if (link->first)
		rdma_destroy_id(link->first);
	if (link->early)
		turn_away(link->early);
	if (link->listener)
		rdma_destroy_id(link->listener);
	if (link->cm)
		rdma_destroy_event_channel(link->cm);
}
