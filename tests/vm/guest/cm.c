// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cm listen|connect ADDRESS PORT FLOW [VENDOR [OPTIONS]]: one RDMA-CM connection with ECE, for the guest's scenarios.
 *
 * FLOW is "managed", where librdmacm makes and moves the queue pair and negotiates ECE by itself, or "own", where this
 * program does it: rdma_set_local_ece, rdma_get_remote_ece, ibv_set_ece, rdma_establish. VENDOR and OPTIONS are offered
 * instead of the card's own; a driver without ECE ("refused EOPNOTSUPP") has none.
 *
 * A line each step, "STEP VENDOR OPTIONS"; "effective OPTIONS" is what the card has by QUERY_QP through DevX, not what a
 * library remembers; "data good" when a message went from the connecting end to the other; then "ready", and it keeps the
 * connection until its input ends.
 */
#include <endian.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#define WAIT_MS       20000
#define RESOLVE_MS    2000 /* an answer that comes while the kernel still queues the request is seen only at its end */
#define MESSAGE_BYTES 3000 /* some packets */

#define MLX5_VENDOR    0x15b3 /* what libmlx5 calls itself: its PCI vendor */
#define QUERY_QP_BYTES 0x110
#define ECE_WORD       (0x14 / 4)

struct end {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *id;
	struct rdma_cm_id *listener; /* of the end that listens */
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	struct rdma_conn_param param;
	struct ibv_ece offer;
	struct ibv_ece instead; /* 0: the card's own */
	bool own;
	uint8_t message[MESSAGE_BYTES];
};

static void die(const char *what)
{
	fprintf(stderr, "cm: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void must(int ret, const char *what)
{
	if (ret > 0)
		errno = ret;
	if (ret)
		die(what);
}

static void print_ece(const char *step, const struct ibv_ece *ece)
{
	printf("%s 0x%x 0x%08x\n", step, ece->vendor_id, ece->options);
}

/* The next event, which has to be this one; to be acknowledged by the caller. */
static struct rdma_cm_event *event(struct end *end, enum rdma_cm_event_type wanted)
{
	struct pollfd at = {.fd = end->channel->fd, .events = POLLIN};
	struct rdma_cm_event *event = NULL;

	errno = ETIMEDOUT;
	if (poll(&at, 1, WAIT_MS) != 1 || rdma_get_cm_event(end->channel, &event))
		die(rdma_event_str(wanted));
	if (event->event == wanted)
		return event;
	fprintf(stderr, "cm: %s (status %d) instead of %s\n", rdma_event_str(event->event), event->status,
		rdma_event_str(wanted));
	exit(2);
}

static void pass(struct end *end, enum rdma_cm_event_type wanted)
{
	must(rdma_ack_cm_event(event(end, wanted)), "acknowledge");
}

static void make_qp(struct end *end)
{
	struct ibv_qp_init_attr attr = {
		.cap = {.max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
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

/* Ask the card for what the other end can; another vendor's options mean nothing to it. */
static bool take_remote(struct end *end)
{
	struct ibv_ece remote = {0};
	int ret;

	must(rdma_get_remote_ece(end->id, &remote), "rdma_get_remote_ece");
	print_ece("remote", &remote);
	if (!remote.options)
		return false;
	ret = ibv_set_ece(end->qp, &remote);
	if (!ret)
		return true;
	printf("refused %s\n", strerrorname_np(ret));
	return false;
}

static void move_to_send(struct end *end)
{
	move(end, IBV_QPS_INIT);
	move(end, IBV_QPS_RTR);
	move(end, IBV_QPS_RTS);
}

static void post_receive(struct end *end)
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
	fprintf(stderr, "cm: completion after %lld polls: %s\n", (long long)polls, ibv_wc_status_str(wc.status));
	exit(2);
}

static uint8_t pattern(size_t i)
{
	return (uint8_t)(i * 7 + i / 256);
}

static void send_message(struct end *end)
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

static void receive_message(struct end *end)
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

static void print_effective(struct end *end)
{
	uint32_t in[4] = {0}, out[QUERY_QP_BYTES / 4] = {0};

	in[0] = htobe32(0x50b << 16);
	in[2] = htobe32(end->qp->qp_num);
	printf("qpn %u\n", end->qp->qp_num);
	if (!mlx5dv_is_supported(end->qp->context->device)) {
		puts("effective unknown");
		return;
	}
	must(mlx5dv_devx_qp_query(end->qp, in, sizeof(in), out, sizeof(out)), "mlx5dv_devx_qp_query");
	printf("effective 0x%08x\n", be32toh(out[ECE_WORD]));
}

static void hold(struct end *end)
{
	print_effective(end);
	puts("ready");
	while (getchar() != EOF)
		;
}

/* What our own queue pair can, before anybody asked for anything, and what is to be said of it. */
static void query_offer(struct end *end, const struct ibv_ece *instead)
{
	int ret = ibv_query_ece(end->qp, &end->offer);

	if (ret)
		printf("refused %s\n", strerrorname_np(ret));
	if (instead->vendor_id)
		end->offer.vendor_id = instead->vendor_id;
	if (instead->options)
		end->offer.options = instead->options;
	print_ece("offer", &end->offer);
}

static void answer_own(struct end *end)
{
	struct ibv_ece answer = {0};
	bool asked = take_remote(end);

	move_to_send(end);
	if (asked)
		must(ibv_query_ece(end->qp, &answer), "ibv_query_ece");
	print_ece("answer", &answer);
	if (answer.vendor_id)
		must(rdma_set_local_ece(end->id, &answer), "rdma_set_local_ece");
}

static void listen_end(struct end *end, struct rdma_addrinfo *address)
{
	struct rdma_cm_event *request;

	must(rdma_bind_addr(end->id, address->ai_src_addr), "rdma_bind_addr");
	must(rdma_listen(end->id, 1), "rdma_listen");
	request = event(end, RDMA_CM_EVENT_CONNECT_REQUEST);
	end->listener = end->id;
	end->id = request->id;
	rdma_ack_cm_event(request);
	make_qp(end);
	query_offer(end, &end->instead);
	if (end->own)
		answer_own(end);
	post_receive(end);
	must(rdma_accept(end->id, &end->param), "rdma_accept");
	pass(end, RDMA_CM_EVENT_ESTABLISHED);
	receive_message(end);
	hold(end);
	pass(end, RDMA_CM_EVENT_DISCONNECTED);
	must(rdma_disconnect(end->id), "rdma_disconnect");
}

static void establish_own(struct end *end)
{
	pass(end, RDMA_CM_EVENT_CONNECT_RESPONSE);
	take_remote(end);
	move_to_send(end);
	must(rdma_establish(end->id), "rdma_establish");
}

static void connect_end(struct end *end, struct rdma_addrinfo *address)
{
	must(rdma_resolve_addr(end->id, NULL, address->ai_dst_addr, RESOLVE_MS), "rdma_resolve_addr");
	pass(end, RDMA_CM_EVENT_ADDR_RESOLVED);
	must(rdma_resolve_route(end->id, RESOLVE_MS), "rdma_resolve_route");
	pass(end, RDMA_CM_EVENT_ROUTE_RESOLVED);
	make_qp(end);
	query_offer(end, &end->instead);
	if (end->own && end->offer.vendor_id)
		must(rdma_set_local_ece(end->id, &end->offer), "rdma_set_local_ece");
	must(rdma_connect(end->id, &end->param), "rdma_connect");
	if (end->own)
		establish_own(end);
	else
		pass(end, RDMA_CM_EVENT_ESTABLISHED);
	send_message(end);
	hold(end);
	must(rdma_disconnect(end->id), "rdma_disconnect");
	pass(end, RDMA_CM_EVENT_DISCONNECTED);
}

int main(int argc, char **argv)
{
	struct end end = {
		.param = {.responder_resources = 1, .initiator_depth = 1, .retry_count = 7, .rnr_retry_count = 7}};
	struct rdma_addrinfo hints = {.ai_port_space = RDMA_PS_TCP}, *address;
	bool listens;

	if (argc < 5 || argc > 7) {
		fprintf(stderr, "usage: cm listen|connect ADDRESS PORT own|managed [VENDOR [OPTIONS]]\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	listens = !strcmp(argv[1], "listen");
	end.own = !strcmp(argv[4], "own");
	end.instead.vendor_id = argc > 5 ? (uint32_t)strtoul(argv[5], NULL, 0) : 0;
	end.instead.options = argc > 6 ? (uint32_t)strtoul(argv[6], NULL, 0) : 0;
	hints.ai_flags = listens ? RAI_PASSIVE : 0;
	end.channel = rdma_create_event_channel();
	if (!end.channel)
		die("rdma_create_event_channel");
	must(rdma_create_id(end.channel, &end.id, NULL, RDMA_PS_TCP), "rdma_create_id");
	must(rdma_getaddrinfo(argv[2], argv[3], &hints, &address), "rdma_getaddrinfo");
	if (listens)
		listen_end(&end, address);
	else
		connect_end(&end, address);
	/* The kernel takes all of it back when the process ends. */
	return 0;
}
