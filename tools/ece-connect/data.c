// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "tools/ece-connect/link.h"

/*
 * A message is sent while no more than SENDS are ahead of those received, so no more than RECEIVES can be under way to
 * an end that has not looked yet, and none ever finds no buffer.
 */
#define SENDS       UINT64_C(2)
#define RECEIVES    (2 * SENDS)
#define SLOTS       (RECEIVES + SENDS) /* of one queue pair; receives first */
#define MESSAGE_MAX 4096
#define POLL_MAX    16
#define ID_SHIFT    8
#define ID_SLOT     0xff

static uint8_t *slot(const struct link *link, size_t i, size_t n)
{
	return link->buffer + (i * SLOTS + n) * link->message;
}

static uint32_t length(const struct link *link, uint64_t n)
{
	uint64_t left = link->own.bytes - n * link->message;

	return left < link->message ? (uint32_t)left : link->message;
}

/* Differs by direction, queue pair, message and place. */
static uint8_t pattern(enum ece_role sender, size_t i, uint64_t n, size_t at)
{
	return (uint8_t)(at * 7 + at / 256 + n * 31 + i * 13 + (sender == ECE_REQUESTOR ? 101 : 0));
}

int data_prepare(struct link *link, struct ece_error *e)
{
	size_t bytes;

	link->message = link->own.bytes < MESSAGE_MAX ? (uint32_t)link->own.bytes : MESSAGE_MAX;
	if (!link->message)
		return 0;
	link->messages = (link->own.bytes + link->message - 1) / link->message;
	bytes = (size_t)link->own.qps * SLOTS * link->message;
	link->buffer = calloc(1, bytes);
	if (!link->buffer)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	link->mr = ibv_reg_mr(link->pd, link->buffer, bytes, IBV_ACCESS_LOCAL_WRITE);
	if (link->mr)
		return 0;
	return ece_error_set(
		e, -errno, ECE_ERROR_LIMIT,
		"%s does not take %zu bytes of memory for the data: %s; 'ulimit -l' is the limit for users, fewer "
		"--qps or --bytes 0 need less",
		link->device.name, bytes, strerror(errno));
}

static int post_failed(const struct link *link, size_t i, int ret, struct ece_error *e)
{
	return ece_error_set(e, -ret, ECE_ERROR_IO, "queue pair %u takes no work request: %s", link->qps[i].own.qpn,
			     strerror(ret));
}

static int post_receive(struct link *link, size_t i, uint64_t n, struct ece_error *e)
{
	size_t at = n % RECEIVES;
	struct ibv_sge sge = {(uintptr_t)slot(link, i, at), link->message, link->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = (uint64_t)i << ID_SHIFT | at, .sg_list = &sge, .num_sge = 1}, *bad;
	int ret = ibv_post_recv(link->qps[i].qp, &wr, &bad);

	return ret ? post_failed(link, i, ret, e) : 0;
}

int data_expect(struct link *link, size_t i, struct ece_error *e)
{
	int err = 0;

	for (uint64_t n = 0; !err && n < RECEIVES && n < link->messages; n++)
		err = post_receive(link, i, n, e);
	return err;
}

static int post_send(struct link *link, size_t i, uint64_t n, struct ece_error *e)
{
	size_t at = RECEIVES + n % SENDS;
	uint8_t *bytes = slot(link, i, at);
	struct ibv_sge sge = {(uintptr_t)bytes, length(link, n), link->mr->lkey};
	struct ibv_send_wr wr = {
		.wr_id = (uint64_t)i << ID_SHIFT | at,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct ibv_send_wr *bad;
	int ret;

	for (size_t b = 0; b < sge.length; b++)
		bytes[b] = pattern(link->role, i, n, b);
	ret = ibv_post_send(link->qps[i].qp, &wr, &bad);
	return ret ? post_failed(link, i, ret, e) : 0;
}

static int push(struct link *link, size_t i, struct ece_error *e)
{
	struct link_flow *flow = &link->qps[i].flow;
	int err = 0;

	while (!err && flow->posted < link->messages && flow->posted < flow->sent + SENDS &&
	       flow->posted < flow->received + SENDS)
		err = post_send(link, i, flow->posted++, e);
	return err;
}

static int take_message(struct link *link, size_t i, uint32_t len, struct ece_error *e)
{
	struct link_flow *flow = &link->qps[i].flow;
	uint64_t n = flow->received;
	const uint8_t *bytes = slot(link, i, n % RECEIVES);
	enum ece_role sender = link->role == ECE_REQUESTOR ? ECE_RESPONDER : ECE_REQUESTOR;

	if (n >= link->messages || len != length(link, n))
		return ece_error_set(e, -EBADMSG, ECE_ERROR_PROTOCOL,
				     "queue pair %u: message %" PRIu64
				     " came with %u bytes, which is not what was sent",
				     link->qps[i].own.qpn, n, len);
	for (size_t b = 0; b < len; b++)
		if (bytes[b] != pattern(sender, i, n, b))
			return ece_error_set(e, -EBADMSG, ECE_ERROR_PROTOCOL,
					     "queue pair %u: byte %zu of message %" PRIu64
					     " came as 0x%02x, not 0x%02x",
					     link->qps[i].own.qpn, b, n, bytes[b], pattern(sender, i, n, b));
	flow->received++;
	return n + RECEIVES < link->messages ? post_receive(link, i, n + RECEIVES, e) : 0;
}

static int complete(struct link *link, const struct ibv_wc *wc, struct ece_error *e)
{
	size_t i = wc->wr_id >> ID_SHIFT, at = wc->wr_id & ID_SLOT;
	int err = 0;

	if (wc->status != IBV_WC_SUCCESS)
		return ece_error_set(e, -EIO, ECE_ERROR_IO,
				     "queue pair %u failed after %" PRIu64 " of %" PRIu64
				     " messages: %s (vendor error 0x%x)",
				     link->qps[i].own.qpn, link->qps[i].flow.received, link->messages,
				     ibv_wc_status_str(wc->status), wc->vendor_err);
	if (at < RECEIVES)
		err = take_message(link, i, wc->byte_len, e);
	else
		link->qps[i].flow.sent++;
	return err ? err : push(link, i, e);
}

/* Returns how many completions there were, or a negative errno with @e filled. */
static int poll_queue(struct link *link, uint64_t *left, struct ece_error *e)
{
	struct ibv_wc wc[POLL_MAX];
	int n = ibv_poll_cq(link->cq, POLL_MAX, wc);

	if (n < 0)
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "%s: the completion queue cannot be read",
				     link->device.name);
	for (int i = 0; i < n; i++) {
		int err = complete(link, &wc[i], e);

		if (err)
			return err;
		--*left;
	}
	return n;
}

static int take_event(struct link *link)
{
	struct ibv_cq *cq;
	void *context;

	if (ibv_get_cq_event(link->channel, &cq, &context))
		return -errno;
	ibv_ack_cq_events(cq, 1);
	return 0;
}

/* Until a completion may be there; the other end may give up meanwhile. */
static int wait_event(struct link *link, struct ece_error *e)
{
	struct pollfd at[] = {
		{.fd = link->channel->fd, .events = POLLIN},
		{.fd = link->talk.fd, .events = POLLIN | POLLRDHUP},
	};
	/* An end that is done already has sent its word, which waits to be read */
	bool silent = false;
	int err = 0;

	while (!err) {
		if (clock_now() >= link->talk.deadline_ns)
			return ece_error_set(e, -ETIMEDOUT, ECE_ERROR_TIMEOUT,
					     "the data did not come through in time; --timeout gives it longer");
		if (poll(at, silent ? 1 : 2, clock_poll_ms(clock_now(), link->talk.deadline_ns)) < 0 && errno != EINTR)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "poll: %s", strerror(errno));
		if (at[0].revents) {
			err = take_event(link);
			return err ? ece_error_set(e, err, ECE_ERROR_IO, "%s: completion events: %s", link->device.name,
						   strerror(-err)) :
				     0;
		}
		if (!silent && at[1].revents) {
			err = talk_check(&link->talk, e);
			silent = true;
		}
	}
	return err;
}

/* Completions that are there without an event are seen by the poll after the request for one. */
static int wait_queue(struct link *link, uint64_t *left, struct ece_error *e)
{
	int n;

	if (ibv_req_notify_cq(link->cq, 0))
		return ece_error_set(e, -errno, ECE_ERROR_IO, "%s gives no completion events: %s", link->device.name,
				     strerror(errno));
	n = poll_queue(link, left, e);
	if (n)
		return n < 0 ? n : 0;
	return wait_event(link, e);
}

int data_move(struct link *link, struct ece_error *e)
{
	/* Each message completes where it is sent and where it is received */
	uint64_t left = 2 * link->messages * link->own.qps;
	int n = 0;

	for (size_t i = 0; !n && i < link->own.qps && link->messages; i++)
		n = push(link, i, e);
	while (n >= 0 && left) {
		n = poll_queue(link, &left, e);
		if (!n && left)
			n = wait_queue(link, &left, e);
	}
	return n < 0 ? n : 0;
}
