// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What two software cards on a cable move in one process: messages of each kind, 16 of them under way at once, on a cable
 * without delay and loss. It says which sizes of tests are sensible, and nothing of silicon.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/unit/devx/sim/datapath/couple.h"

#define UNDER_WAY   16
#define RUN_SECONDS 1.0

struct bench {
	const char *name;
	enum prm_qp_service service;
	enum dp_opcode opcode;
	uint32_t bytes;
	bool selective; /* recovery agreed by ECE */
	uint32_t loss_per_million;
};

static const struct bench benches[] = {
	{"RC SEND 64 B", PRM_QP_RC, DP_OP_SEND, 64, false, 0},
	{"RC WRITE 64 B", PRM_QP_RC, DP_OP_WRITE, 64, false, 0},
	{"RC WRITE 64 KiB", PRM_QP_RC, DP_OP_WRITE, 65536, false, 0},
	{"RC READ 64 KiB", PRM_QP_RC, DP_OP_READ, 65536, false, 0},
	{"RC fetch and add", PRM_QP_RC, DP_OP_FETCH_ADD, 8, false, 0},
	{"RC WRITE 64 KiB, 1 % lost, go-back-N", PRM_QP_RC, DP_OP_WRITE, 65536, false, 10000},
	{"RC WRITE 64 KiB, 1 % lost, selective", PRM_QP_RC, DP_OP_WRITE, 65536, true, 10000},
	{"UC WRITE 64 KiB", PRM_QP_UC, DP_OP_WRITE, 65536, false, 0},
	{"UD SEND 64 B", PRM_QP_UD, DP_OP_SEND, 64, false, 0},
	{"UD SEND 1 KiB", PRM_QP_UD, DP_OP_SEND, 1024, false, 0},
};

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void post(struct couple *couple, const struct bench *b, const struct driver_address *address)
{
	struct driver_sge from = driver_sge(&couple->mr[0], 0, b->bytes);
	struct driver_sge to = driver_sge(&couple->mr[1], 0, COUPLE_BYTES);

	if (b->opcode == DP_OP_SEND)
		driver_post_receive(&couple->qp[1], &to, 1);
	driver_post_send(&couple->qp[0], &(struct driver_send){.opcode = b->opcode,
							       .sges = &from,
							       .sge_count = 1,
							       .address = address,
							       .remote_address = couple->mr[1].address,
							       .remote_key = couple->mr[1].key,
							       .swap_add = 1});
}

/* Every completion makes room for the next message. */
static uint64_t move(struct couple *couple, const struct bench *b, const struct driver_address *address, double until)
{
	struct driver_cqe cqe;
	uint64_t done = 0;

	for (size_t i = 0; i < UNDER_WAY; i++)
		post(couple, b, address);
	while (seconds() < until) {
		driver_step(&couple->driver);
		while (driver_poll(&couple->receive_cq[1], &cqe))
			;
		while (driver_poll(&couple->send_cq[0], &cqe)) {
			if (cqe.syndrome)
				return 0;
			done++;
			post(couple, b, address);
		}
	}
	return done;
}

static void run(const struct bench *b)
{
	struct driver_link link = driver_link;
	struct driver_address address;
	double start, took;
	struct couple couple;
	uint64_t done;

	link.ece[0] = link.ece[1] = b->selective ? 0x30000003 : 0;
	couple_start(&couple, b->service, &link);
	driver_weather(&couple.driver,
		       &(struct wire_weather){.loss_per_million = b->loss_per_million, .seed = 1, .delay_ns = 1000});
	address = driver_address_of(&couple.qp[1], DRIVER_GID_IPV4);
	start = seconds();
	done = move(&couple, b, b->service == PRM_QP_UD ? &address : NULL, start + RUN_SECONDS);
	took = seconds() - start;
	printf("%-40s %10.0f messages/s %8.1f MB/s\n", b->name, (double)done / took,
	       (double)done * b->bytes / took / 1e6);
	couple_stop(&couple);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(benches) / sizeof(benches[0]); i++)
		run(&benches[i]);
	return 0;
}
