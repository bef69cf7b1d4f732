// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * srq DEVICE COUNT: a process with two shared receive queues and COUNT queue pairs on each, made in turns, so that the
 * numbers of neither are in one row: the kernel then tells each of them. Prints "ready", and keeps them until its input
 * ends.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>

#define SRQS 2

static void die(const char *what)
{
	fprintf(stderr, "srq: %s: %s\n", what, strerror(errno));
	exit(2);
}

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	for (struct ibv_device **at = list; at && *at; at++)
		if (!strcmp(ibv_get_device_name(*at), name))
			context = ibv_open_device(*at);
	if (list)
		ibv_free_device_list(list);
	if (!context)
		die(name);
	return context;
}

static struct ibv_srq *make_srq(struct ibv_pd *pd)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 1, .max_sge = 1}};
	struct ibv_srq *srq = ibv_create_srq(pd, &attr);

	if (!srq)
		die("ibv_create_srq");
	return srq;
}

static void make_qp(struct ibv_pd *pd, struct ibv_cq *cq, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = cq,
		.recv_cq = cq,
		.srq = srq,
		.cap = {.max_send_wr = 1, .max_send_sge = 1},
		.qp_type = IBV_QPT_RC,
	};

	if (!ibv_create_qp(pd, &attr))
		die("ibv_create_qp");
}

int main(int argc, char **argv)
{
	struct ibv_srq *srqs[SRQS];
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;

	if (argc != 3)
		return 2;
	context = open_device(argv[1]);
	pd = ibv_alloc_pd(context);
	cq = ibv_create_cq(context, 1, NULL, NULL, 0);
	if (!pd || !cq)
		die(argv[1]);
	for (int i = 0; i < SRQS; i++)
		srqs[i] = make_srq(pd);
	for (int i = 0; i < SRQS * atoi(argv[2]); i++)
		make_qp(pd, cq, srqs[i % SRQS]);
	puts("ready");
	fflush(stdout);
	while (getchar() != EOF)
		;
	return 0;
}
