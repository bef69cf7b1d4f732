// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/vm/guest/cm_end.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_MS    20000
#define RESOLVE_MS 2000 /* an answer that comes while the kernel still queues the request is seen only at its end */

void die(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
	exit(2);
}

void must(int ret, const char *what)
{
	if (ret > 0)
		errno = ret;
	if (ret)
		die(what);
}

struct rdma_cm_event *end_next(struct end *end, enum rdma_cm_event_type hoped)
{
	struct pollfd at = {.fd = end->channel->fd, .events = POLLIN};
	struct rdma_cm_event *event = NULL;

	errno = ETIMEDOUT;
	if (poll(&at, 1, WAIT_MS) != 1 || rdma_get_cm_event(end->channel, &event))
		die(rdma_event_str(hoped));
	return event;
}

static struct rdma_cm_event *wanted_event(struct end *end, enum rdma_cm_event_type wanted)
{
	struct rdma_cm_event *event = end_next(end, wanted);

	if (event->event == wanted)
		return event;
	fprintf(stderr, "%s: %s (status %d) instead of %s\n", program_invocation_short_name,
		rdma_event_str(event->event), event->status, rdma_event_str(wanted));
	exit(2);
}

void end_pass(struct end *end, enum rdma_cm_event_type wanted)
{
	must(rdma_ack_cm_event(wanted_event(end, wanted)), "acknowledge");
}

static void resolve(struct end *end)
{
	must(rdma_resolve_addr(end->id, NULL, end->address->ai_dst_addr, RESOLVE_MS), "rdma_resolve_addr");
	end_pass(end, RDMA_CM_EVENT_ADDR_RESOLVED);
	must(rdma_resolve_route(end->id, RESOLVE_MS), "rdma_resolve_route");
	end_pass(end, RDMA_CM_EVENT_ROUTE_RESOLVED);
}

void end_open(struct end *end, bool listens, const char *address, const char *port, enum rdma_port_space space)
{
	struct rdma_addrinfo hints = {.ai_port_space = space, .ai_flags = listens ? RAI_PASSIVE : 0};

	end->listens = listens;
	end->param = (struct rdma_conn_param){
		.responder_resources = 1, .initiator_depth = 1, .retry_count = 7, .rnr_retry_count = 7};
	end->channel = rdma_create_event_channel();
	if (!end->channel)
		die("rdma_create_event_channel");
	must(rdma_create_id(end->channel, &end->id, NULL, space), "rdma_create_id");
	must(rdma_getaddrinfo(address, port, &hints, &end->address), "rdma_getaddrinfo");
	if (listens)
		must(rdma_bind_addr(end->id, end->address->ai_src_addr), "rdma_bind_addr");
	else
		resolve(end);
}

void end_await(struct end *end)
{
	struct rdma_cm_event *request;

	must(rdma_listen(end->id, 1), "rdma_listen");
	request = wanted_event(end, RDMA_CM_EVENT_CONNECT_REQUEST);
	end->listener = end->id;
	end->id = request->id;
	rdma_ack_cm_event(request);
}

void end_make_qp(struct end *end)
{
	struct ibv_qp_init_attr attr = {
		.cap = {.max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = end->id->qp_type,
	};

	end->pd = ibv_alloc_pd(end->id->verbs);
	end->cq = ibv_create_cq(end->id->verbs, 16, NULL, NULL, 0);
	if (!end->pd || !end->cq)
		die("protection domain and completion queue");
	end->mr = ibv_reg_mr(end->pd, end->message, sizeof(end->message), IBV_ACCESS_LOCAL_WRITE);
	if (!end->mr)
		die("ibv_reg_mr");
	attr.send_cq = attr.recv_cq = end->cq;
	if (!end->own) {
		must(rdma_create_qp(end->id, end->pd, &attr), "rdma_create_qp");
		end->qp = end->id->qp;
		return;
	}
	end->qp = ibv_create_qp(end->pd, &attr);
	if (!end->qp)
		die("ibv_create_qp");
	end->param.qp_num = end->qp->qp_num;
}

static void move(struct end *end, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = {.qp_state = state};
	int mask;

	must(rdma_init_qp_attr(end->id, &attr, &mask), "rdma_init_qp_attr");
	must(ibv_modify_qp(end->qp, &attr, mask), "ibv_modify_qp");
}

void end_move(struct end *end)
{
	move(end, IBV_QPS_INIT);
	move(end, IBV_QPS_RTR);
	move(end, IBV_QPS_RTS);
}

void end_post(struct end *end)
{
	struct ibv_sge sge = {(uintptr_t)end->message, sizeof(end->message), end->mr->lkey};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;

	must(ibv_post_recv(end->qp, &wr, &bad), "ibv_post_recv");
}

static void complete(struct end *end)
{
	struct ibv_wc wc = {0};
	int64_t polls = 0;
	int ret;

	/* bounded by the scenario, which gives this program its time */
	while (!(ret = ibv_poll_cq(end->cq, 1, &wc)))
		polls++;
	if (ret == 1 && wc.status == IBV_WC_SUCCESS)
		return;
	fprintf(stderr, "%s: completion after %lld polls: %s\n", program_invocation_short_name, (long long)polls,
		ibv_wc_status_str(wc.status));
	exit(2);
}

static uint8_t pattern(size_t i)
{
	return (uint8_t)(i * 7 + i / 256);
}

void end_send(struct end *end)
{
	struct ibv_sge sge = {(uintptr_t)end->message, sizeof(end->message), end->mr->lkey};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED};
	struct ibv_send_wr *bad;

	for (size_t i = 0; i < sizeof(end->message); i++)
		end->message[i] = pattern(i);
	must(ibv_post_send(end->qp, &wr, &bad), "ibv_post_send");
	complete(end);
	puts("data sent");
}

void end_receive(struct end *end)
{
	complete(end);
	for (size_t i = 0; i < sizeof(end->message); i++) {
		if (end->message[i] == pattern(i))
			continue;
		printf("data differs at byte %zu\n", i);
		exit(2);
	}
	puts("data good");
}

void end_hold(struct end *end)
{
	puts("ready");
	while (getchar() != EOF)
		;
	/* either end needs the other one's answer */
	if (end->listens)
		end_pass(end, RDMA_CM_EVENT_DISCONNECTED);
	must(rdma_disconnect(end->id), "rdma_disconnect");
	if (!end->listens)
		end_pass(end, RDMA_CM_EVENT_DISCONNECTED);
}
