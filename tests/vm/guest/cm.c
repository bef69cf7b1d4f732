// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cm listen|connect ADDRESS PORT FLOW [VENDOR [OPTIONS]]: one RDMA-CM connection with ECE, for the guest's scenarios.
 *
 * FLOW is "managed", where librdmacm makes and moves the queue pair and negotiates ECE by itself, or "own", where this
 * program does it: rdma_set_local_ece, rdma_get_remote_ece, ibv_set_ece, rdma_establish. VENDOR and OPTIONS are offered
 * instead of the card's own; a driver without ECE ("refused EOPNOTSUPP") has none. It shares nothing of ECE with libece.
 *
 * A line each step, "STEP VENDOR OPTIONS"; "effective OPTIONS" is what the card has by QUERY_QP through DevX, not what a
 * library remembers; "data good" when a message went from the connecting end to the other; then "ready", and it keeps the
 * connection until its input ends.
 */
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "tests/vm/guest/cm_end.h"

#define QUERY_QP_BYTES 0x110
#define ECE_WORD       (0x14 / 4)

static void print_ece(const char *step, const struct ibv_ece *ece)
{
	printf("%s 0x%x 0x%08x\n", step, ece->vendor_id, ece->options);
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

static void print_effective(struct end *end)
{
	uint32_t in[4] = {0}, out[QUERY_QP_BYTES / 4] = {0};

	printf("qpn %u\n", end->qp->qp_num);
	if (!mlx5dv_is_supported(end->qp->context->device)) {
		puts("effective unknown");
		return;
	}
	in[0] = htobe32(0x50b << 16);
	in[2] = htobe32(end->qp->qp_num);
	must(mlx5dv_devx_qp_query(end->qp, in, sizeof(in), out, sizeof(out)), "mlx5dv_devx_qp_query");
	printf("effective 0x%08x\n", be32toh(out[ECE_WORD]));
}

/* What our own queue pair can, before anybody asked for anything, and what is to be said of it. */
static void query_offer(struct end *end, const struct ibv_ece *instead, struct ibv_ece *offer)
{
	int ret = ibv_query_ece(end->qp, offer);

	if (ret)
		printf("refused %s\n", strerrorname_np(ret));
	if (instead->vendor_id)
		offer->vendor_id = instead->vendor_id;
	if (instead->options)
		offer->options = instead->options;
	print_ece("offer", offer);
}

static void answer_own(struct end *end)
{
	struct ibv_ece answer = {0};
	bool asked = take_remote(end);

	end_move(end);
	if (asked)
		must(ibv_query_ece(end->qp, &answer), "ibv_query_ece");
	print_ece("answer", &answer);
	if (answer.vendor_id)
		must(rdma_set_local_ece(end->id, &answer), "rdma_set_local_ece");
}

static void listen_end(struct end *end, const struct ibv_ece *instead)
{
	struct ibv_ece offer = {0};

	end_await(end);
	end_make_qp(end);
	query_offer(end, instead, &offer);
	if (end->own)
		answer_own(end);
	end_post(end);
	must(rdma_accept(end->id, &end->param), "rdma_accept");
	end_pass(end, RDMA_CM_EVENT_ESTABLISHED);
	end_receive(end);
}

static void establish_own(struct end *end)
{
	end_pass(end, RDMA_CM_EVENT_CONNECT_RESPONSE);
	take_remote(end);
	end_move(end);
	must(rdma_establish(end->id), "rdma_establish");
}

static void connect_end(struct end *end, const struct ibv_ece *instead)
{
	struct ibv_ece offer = {0};

	end_make_qp(end);
	query_offer(end, instead, &offer);
	if (end->own && offer.vendor_id)
		must(rdma_set_local_ece(end->id, &offer), "rdma_set_local_ece");
	must(rdma_connect(end->id, &end->param), "rdma_connect");
	if (end->own)
		establish_own(end);
	else
		end_pass(end, RDMA_CM_EVENT_ESTABLISHED);
	end_send(end);
}

int main(int argc, char **argv)
{
	struct ibv_ece instead = {0}; /* 0: the card's own */
	struct end end = {0};

	if (argc < 5 || argc > 7) {
		fprintf(stderr, "usage: cm listen|connect ADDRESS PORT own|managed [VENDOR [OPTIONS]]\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	end.own = !strcmp(argv[4], "own");
	instead.vendor_id = argc > 5 ? (uint32_t)strtoul(argv[5], NULL, 0) : 0;
	instead.options = argc > 6 ? (uint32_t)strtoul(argv[6], NULL, 0) : 0;
	end_open(&end, !strcmp(argv[1], "listen"), argv[2], argv[3], RDMA_PS_TCP);
	if (end.listens)
		listen_end(&end, &instead);
	else
		connect_end(&end, &instead);
	print_effective(&end);
	end_hold(&end);
	/* The kernel takes all of it back when the process ends. */
	return 0;
}
