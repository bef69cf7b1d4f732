// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ECE over RDMA-CM with a queue pair that the program makes and moves itself: librdmacm then negotiates nothing.
 *
 *	cc cm_external.c $(pkg-config --cflags --libs ece libibverbs librdmacm)
 *	./a.out ADDRESS          on one host, whose address it is: waits for the other one on port 18516
 *	./a.out ADDRESS client   on the other
 *
 * Exit status: 0 connected, 1 not, 77 no RDMA device has a way to this address.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ece/cm.h>
#include <rdma/rdma_cma.h>

#define PORT      "18516"
#define WAIT_MS   5000
#define NO_DEVICE 77

struct end {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *listener, *id;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct rdma_cm_event *event; /* the last one, to be acknowledged */
	struct ece_outcome outcome;
	struct ece_error e;
};

static int failed(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	return EXIT_FAILURE;
}

static int refused(const struct end *end)
{
	fprintf(stderr, "%s\n", end->e.text);
	return EXIT_FAILURE;
}

static void acknowledge(struct end *end)
{
	if (end->event)
		rdma_ack_cm_event(end->event);
	end->event = NULL;
}

/* Waits for an event. Another one says why it did not come. */
static int expect(struct end *end, enum rdma_cm_event_type type)
{
	acknowledge(end);
	if (rdma_get_cm_event(end->channel, &end->event))
		return failed("event");
	if (end->event->event == type)
		return 0;
	if (ece_cm_was_refused(end->event, &end->e))
		return refused(end);
	fprintf(stderr, "%s in place of %s\n", rdma_event_str(end->event->event), rdma_event_str(type));
	return EXIT_FAILURE;
}

static int make_queue_pair(struct end *end)
{
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}};

	end->pd = ibv_alloc_pd(end->id->verbs);
	end->cq = ibv_create_cq(end->id->verbs, 1, NULL, NULL, 0);
	if (!end->pd || !end->cq)
		return failed("queue pair");
	attr.send_cq = attr.recv_cq = end->cq;
	end->qp = ibv_create_qp(end->pd, &attr);
	return end->qp ? 0 : failed("queue pair");
}

static struct rdma_conn_param parameters(const struct end *end)
{
	return (struct rdma_conn_param){
		.qp_num = end->qp->qp_num,
		.responder_resources = 1,
		.initiator_depth = 1,
		.retry_count = 7,
		.rnr_retry_count = 7,
	};
}

static int resolve(struct end *end, const struct rdma_addrinfo *address)
{
	if (rdma_create_id(end->channel, &end->id, NULL, RDMA_PS_TCP))
		return NO_DEVICE;
	if (rdma_resolve_addr(end->id, NULL, address->ai_dst_addr, WAIT_MS) || expect(end, RDMA_CM_EVENT_ADDR_RESOLVED))
		return NO_DEVICE;
	if (rdma_resolve_route(end->id, WAIT_MS))
		return failed("route");
	return expect(end, RDMA_CM_EVENT_ROUTE_RESOLVED);
}

static int client(struct end *end, const struct rdma_addrinfo *address)
{
	struct rdma_conn_param param;
	int status = resolve(end, address);

	if (!status)
		status = make_queue_pair(end);
	if (status)
		return status;
	param = parameters(end);
	if (ece_cm_offer(end->id, end->qp, NULL, &end->outcome, &end->e))
		return refused(end);
	if (rdma_connect(end->id, &param))
		return failed("connect");
	status = expect(end, RDMA_CM_EVENT_CONNECT_RESPONSE);
	if (status)
		return status;
	if (ece_cm_take(end->id, end->qp, NULL, NULL, &end->outcome, &end->e))
		return refused(end);
	return rdma_establish(end->id) ? failed("establish") : 0;
}

static int server(struct end *end, const struct rdma_addrinfo *address)
{
	struct rdma_conn_param param;
	int status;

	if (rdma_create_id(end->channel, &end->listener, NULL, RDMA_PS_TCP) ||
	    rdma_bind_addr(end->listener, address->ai_src_addr))
		return NO_DEVICE;
	if (rdma_listen(end->listener, 1))
		return failed("listen");
	status = expect(end, RDMA_CM_EVENT_CONNECT_REQUEST);
	if (status)
		return status;
	end->id = end->event->id;
	status = make_queue_pair(end);
	if (status)
		return status;
	param = parameters(end);
	if (ece_cm_answer(end->id, end->qp, NULL, NULL, NULL, &end->outcome, &end->e))
		return refused(end);
	if (rdma_accept(end->id, &param))
		return failed("accept");
	return expect(end, RDMA_CM_EVENT_ESTABLISHED);
}

static void report(const struct ece_outcome *outcome)
{
	const struct ece_option *option;
	char text[ECE_OUTCOME_TEXT_MAX];

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		puts(ece_outcome_format(outcome, option->bit, text, sizeof(text)));
}

/* The client leaves; the server waits for that, so that both ends have seen the connection. */
static int leave(struct end *end, int is_client)
{
	if (is_client && rdma_disconnect(end->id))
		return failed("disconnect");
	return is_client ? 0 : expect(end, RDMA_CM_EVENT_DISCONNECTED);
}

static void done(struct end *end)
{
	acknowledge(end);
	if (end->qp)
		ibv_destroy_qp(end->qp);
	if (end->cq)
		ibv_destroy_cq(end->cq);
	if (end->pd)
		ibv_dealloc_pd(end->pd);
	if (end->id)
		rdma_destroy_id(end->id);
	if (end->listener)
		rdma_destroy_id(end->listener);
	rdma_destroy_event_channel(end->channel);
}

int main(int argc, char **argv)
{
	struct rdma_addrinfo hints = {.ai_port_space = RDMA_PS_TCP}, *address;
	struct end end = {.qp = NULL};
	int is_client = argc == 3 && !strcmp(argv[2], "client"), status;

	if (argc != 2 && !is_client) {
		fprintf(stderr, "usage: %s ADDRESS [client]\n", argv[0]);
		return EXIT_FAILURE;
	}
	hints.ai_flags = is_client ? 0 : RAI_PASSIVE;
	end.channel = rdma_create_event_channel();
	if (!end.channel || rdma_getaddrinfo(argv[1], PORT, &hints, &address)) {
		fprintf(stderr, "no RDMA device on this host\n");
		if (end.channel)
			rdma_destroy_event_channel(end.channel);
		return NO_DEVICE;
	}
	status = is_client ? client(&end, address) : server(&end, address);
	rdma_freeaddrinfo(address);
	if (status == NO_DEVICE)
		fprintf(stderr, "no RDMA device has a way to %s\n", argv[1]);
	if (!status) {
		report(&end.outcome);
		status = leave(&end, is_client);
	}
	done(&end);
	return status;
}
