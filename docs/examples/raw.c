// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ECE on a queue pair of one's own, negotiated over the TCP connection that the two ends have anyway.
 *
 *	cc raw.c $(pkg-config --cflags --libs ece libibverbs)
 *	./a.out DEVICE GID_INDEX          on one host: waits for the other one on port 18515
 *	./a.out DEVICE GID_INDEX HOST     on the other
 *
 * Exit status: 0 connected, 1 not, 77 there is no such RDMA device here.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <ece/negotiate.h>
#include <infiniband/verbs.h>

#define PORT      "18515"
#define RDMA_PORT 1
#define NO_DEVICE 77

/* What any program has to tell its peer, ECE or not; big endian. */
struct address {
	uint32_t qpn;
	uint32_t psn;
	union ibv_gid gid;
};

struct end {
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	uint8_t gid_index;
	struct address own, peer;
};

static int failed(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	return EXIT_FAILURE;
}

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	for (struct ibv_device **device = list; device && *device; device++)
		if (!strcmp(ibv_get_device_name(*device), name))
			context = ibv_open_device(*device);
	if (list)
		ibv_free_device_list(list);
	return context;
}

static int make_queue_pair(struct end *end)
{
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}};

	end->pd = ibv_alloc_pd(end->context);
	end->cq = ibv_create_cq(end->context, 1, NULL, NULL, 0);
	if (!end->pd || !end->cq)
		return -1;
	attr.send_cq = attr.recv_cq = end->cq;
	end->qp = ibv_create_qp(end->pd, &attr);
	if (!end->qp || ibv_query_gid(end->context, RDMA_PORT, end->gid_index, &end->own.gid))
		return -1;
	end->own.qpn = htonl(end->qp->qp_num);
	end->own.psn = htonl((uint32_t)getpid() & 0xffffff);
	return 0;
}

static int to_init(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = RDMA_PORT};

	return -ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
}

static int to_rtr(struct ibv_qp *qp, const struct end *end)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = ntohl(end->peer.qpn),
		.rq_psn = ntohl(end->peer.psn),
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 12,
		.ah_attr = {.is_global = 1,
			    .port_num = RDMA_PORT,
			    .grh = {.dgid = end->peer.gid, .sgid_index = end->gid_index, .hop_limit = 64}},
	};

	return -ibv_modify_qp(qp, &attr,
			      IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
				      IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
}

static int to_rts(struct ibv_qp *qp, const struct end *end)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.sq_psn = ntohl(end->own.psn),
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 7,
		.max_rd_atomic = 1,
	};

	return -ibv_modify_qp(qp, &attr,
			      IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
				      IBV_QP_MAX_QP_RD_ATOMIC);
}

/* Called by ece_negotiate() when libibverbs has been told what to ask the device for. */
static int move(struct ibv_qp *qp, void *arg)
{
	int err = to_rtr(qp, arg);

	return err ? err : to_rts(qp, arg);
}

/* Connects to @host, or without one waits for a peer. Returns the socket, or -1. */
static int meet(const char *host)
{
	struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM, .ai_family = AF_INET}, *address;
	int fd, peer, one = 1;

	if (getaddrinfo(host, PORT, &hints, &address))
		return -1;
	fd = socket(address->ai_family, SOCK_STREAM, 0);
	if (host) {
		if (connect(fd, address->ai_addr, address->ai_addrlen))
			perror(host);
		peer = fd;
	} else {
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
		if (bind(fd, address->ai_addr, address->ai_addrlen) || listen(fd, 1))
			perror("listen");
		peer = accept(fd, NULL, NULL);
		close(fd);
	}
	freeaddrinfo(address);
	return peer;
}

static int swap_addresses(int fd, struct end *end)
{
	if (send(fd, &end->own, sizeof(end->own), MSG_NOSIGNAL) != sizeof(end->own))
		return -1;
	return recv(fd, &end->peer, sizeof(end->peer), MSG_WAITALL) == sizeof(end->peer) ? 0 : -1;
}

static void report(const struct ece_outcome *outcome)
{
	const struct ece_option *option;
	char text[ECE_OUTCOME_TEXT_MAX];

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		puts(ece_outcome_format(outcome, option->bit, text, sizeof(text)));
}

static int run(struct end *end, const char *host)
{
	struct ece_outcome outcome;
	struct ece_error e;
	int fd, err;

	if (make_queue_pair(end) || to_init(end->qp))
		return failed("queue pair");
	fd = meet(host);
	if (fd < 0 || swap_addresses(fd, end))
		return failed("peer");
	err = ece_negotiate(fd, host ? ECE_REQUESTOR : ECE_RESPONDER, end->qp, NULL, move, end, 0, &outcome, &e);
	close(fd);
	if (err) {
		fprintf(stderr, "%s\n", e.text);
		return EXIT_FAILURE;
	}
	report(&outcome);
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	struct end end = {.qp = NULL};
	int status;

	if (argc < 3 || argc > 4) {
		fprintf(stderr, "usage: %s DEVICE GID_INDEX [HOST]\n", argv[0]);
		return EXIT_FAILURE;
	}
	end.gid_index = (uint8_t)atoi(argv[2]);
	end.context = open_device(argv[1]);
	if (!end.context) {
		fprintf(stderr, "no RDMA device %s on this host\n", argv[1]);
		return NO_DEVICE;
	}
	status = run(&end, argc > 3 ? argv[3] : NULL);
	if (end.qp)
		ibv_destroy_qp(end.qp);
	if (end.cq)
		ibv_destroy_cq(end.cq);
	if (end.pd)
		ibv_dealloc_pd(end.pd);
	ibv_close_device(end.context);
	return status;
}
