// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * qps DEVICE ECE: a process with queue pairs, for the guest's scenarios.
 *
 * It makes two verbs queue pairs that are connected with each other, a third that stays in RESET, and one by DevX alone.
 * All but the third ask for the options ECE. It prints a line for each, "KIND QPN ECE OWN": ECE is what the card has by
 * mlx5dv_devx_qp_query() or _obj_query(), called here; OWN is what the toolkit's ece_qp_read_own() says of a verbs queue
 * pair, "-" for the other. Then "ready", and it keeps them until its input ends.
 */
#include <endian.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include "devx/os/linux.h"
#include "devx/qp/qp.h"

#define PORT 1

#define CREATE_QP_BYTES 0x110
#define QUERY_QP_BYTES  0x110
#define ECE_WORD        (0x14 / 4) /* in CREATE_QP, the transitions and QUERY_QP's answer */

static void die(const char *what)
{
	fprintf(stderr, "qps: %s: %s\n", what, strerror(errno));
	exit(2);
}

static struct ibv_context *open_device(const char *name)
{
	struct mlx5dv_context_attr attr = {.flags = MLX5DV_CONTEXT_FLAGS_DEVX};
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	for (struct ibv_device **at = list; at && *at; at++)
		if (!strcmp(ibv_get_device_name(*at), name))
			context = mlx5dv_open_device(*at, &attr);
	if (list)
		ibv_free_device_list(list);
	if (!context)
		die(name);
	return context;
}

static struct ibv_qp *make_qp(struct ibv_pd *pd, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_qp *qp = ibv_create_qp(pd, &attr);

	if (!qp)
		die("ibv_create_qp");
	return qp;
}

static void modify(struct ibv_qp *qp, struct ibv_qp_attr attr, int mask)
{
	errno = ibv_modify_qp(qp, &attr, mask | IBV_QP_STATE);
	if (errno)
		die("ibv_modify_qp");
}

static void connect_qp(struct ibv_qp *qp, const struct ibv_qp *peer, const union ibv_gid *gid, uint32_t options)
{
	struct ibv_ece ece = {.vendor_id = 0x15b3, .options = options};

	errno = ibv_set_ece(qp, &ece);
	if (errno)
		die("ibv_set_ece");
	modify(qp, (struct ibv_qp_attr){.qp_state = IBV_QPS_INIT, .port_num = PORT},
	       IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
	modify(qp,
	       (struct ibv_qp_attr){
		       .qp_state = IBV_QPS_RTR,
		       .path_mtu = IBV_MTU_1024,
		       .dest_qp_num = peer->qp_num,
		       .min_rnr_timer = 12,
		       .ah_attr = {.is_global = 1, .port_num = PORT, .grh = {.dgid = *gid, .hop_limit = 1}},
	       },
	       IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
		       IBV_QP_MIN_RNR_TIMER);
	modify(qp, (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7},
	       IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC);
}

static void header(uint32_t *in, uint32_t opcode, uint32_t qpn)
{
	in[0] = htobe32(opcode << 16);
	in[2] = htobe32(qpn);
}

static void print_verbs(const char *kind, struct ibv_qp *qp)
{
	uint32_t in[4] = {0}, out[QUERY_QP_BYTES / 4] = {0};
	struct ece_qp_reading own;

	header(in, 0x50b, qp->qp_num);
	errno = mlx5dv_devx_qp_query(qp, in, sizeof(in), out, sizeof(out));
	if (errno)
		die("mlx5dv_devx_qp_query");
	printf("%s %u 0x%08x ", kind, qp->qp_num, be32toh(out[ECE_WORD]));
	ece_qp_read_own(ece_os_linux(), qp, qp->qp_num, &own);
	if (own.state == ECE_VALUE_SET)
		printf("0x%08x\n", own.options);
	else
		printf("%s\n", own.why);
}

/* The least that makes a QP in the software card. A real one wants queues in registered memory. */
static void print_devx(struct ibv_context *context, uint32_t options)
{
	uint32_t in[CREATE_QP_BYTES / 4] = {0}, out[4] = {0}, query[4] = {0}, answer[QUERY_QP_BYTES / 4] = {0};
	struct mlx5dv_devx_obj *object;
	uint32_t qpn;

	header(in, 0x500, 0);
	in[ECE_WORD] = htobe32(0x10000000);
	object = mlx5dv_devx_obj_create(context, in, sizeof(in), out, sizeof(out));
	if (!object)
		die("CREATE_QP by DevX");
	qpn = be32toh(out[2]) & 0xffffff;
	memset(in, 0, sizeof(in));
	header(in, 0x502, qpn);
	in[ECE_WORD] = htobe32(options);
	errno = mlx5dv_devx_obj_modify(object, in, sizeof(in), out, sizeof(out));
	if (errno)
		die("RST2INIT_QP by DevX");
	header(query, 0x50b, qpn);
	errno = mlx5dv_devx_obj_query(object, query, sizeof(query), answer, sizeof(answer));
	if (errno)
		die("QUERY_QP by DevX");
	printf("devx %u 0x%08x -\n", qpn, be32toh(answer[ECE_WORD]));
}

int main(int argc, char **argv)
{
	struct ibv_context *context;
	struct ibv_qp *one, *two;
	union ibv_gid gid;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	uint32_t options;

	if (argc != 3) {
		fprintf(stderr, "usage: qps DEVICE ECE\n");
		return 2;
	}
	options = (uint32_t)strtoul(argv[2], NULL, 0);
	context = open_device(argv[1]);
	pd = ibv_alloc_pd(context);
	cq = ibv_create_cq(context, 16, NULL, NULL, 0);
	if (!pd || !cq || ibv_query_gid(context, PORT, 0, &gid))
		die(argv[1]);
	one = make_qp(pd, cq);
	two = make_qp(pd, cq);
	connect_qp(one, two, &gid, options);
	connect_qp(two, one, &gid, options);
	print_verbs("verbs", one);
	print_verbs("verbs", two);
	print_verbs("reset", make_qp(pd, cq));
	print_devx(context, options);
	puts("ready");
	fflush(stdout);
	while (getchar() != EOF)
		;
	/* The kernel takes all of it back when the process ends. */
	return 0;
}
