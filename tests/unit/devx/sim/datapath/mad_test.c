// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What the connection manager does on QP1: datagrams of 256 bytes there and back, the answer going to where the
 * question came from as its 40 bytes of network header tell. Numbers of completion and header: Linux
 * linux/mlx5/device.h, IBTA 8.3.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/couple.h"

#define MAD_BYTES 256
#define GRH_BYTES 40
#define ENTRY     (GRH_BYTES + MAD_BYTES)
#define ROUNDS    40 /* more than there are receive entries */

struct talk {
	enum driver_gid gid;
	uint8_t network; /* as the completion says */
};

/* The sender's GID, out of the header in front of the datagram. */
static void source_gid(const uint8_t *header, uint8_t network, uint8_t gid[16])
{
	if (network != 2) {
		memcpy(gid, header + 8, 16);
		return;
	}
	memcpy(gid, (uint8_t[12]){[10] = 0xff, [11] = 0xff}, 12);
	memcpy(gid + 12, header + 20 + 12, 4);
}

static void post(struct couple *couple, size_t side, size_t round)
{
	couple_receive(couple, side, 8192 + (round % 8) * 512, ENTRY);
}

static void say(struct couple *couple, size_t side, const struct driver_address *to, const uint8_t *mad)
{
	struct driver_sge sge = driver_sge(&couple->mr[side], 0, MAD_BYTES);
	struct driver_cqe cqe;

	memcpy(couple->mr[side].bytes, mad, MAD_BYTES);
	driver_post_send(&couple->qp[side],
			 &(struct driver_send){.opcode = DP_OP_SEND, .sges = &sge, .sge_count = 1, .address = to});
	assert_true(driver_wait(&couple->send_cq[side], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_REQUESTER);
	assert_int_equal(cqe.qpn, couple->qp[side].number);
}

/* Checks what arrived and fills in where an answer goes to. */
static void hear(struct couple *couple, size_t side, const struct talk *talk, size_t round, const uint8_t *mad,
		 struct driver_address *from)
{
	const uint8_t *entry = couple->mr[side].bytes + 8192 + (round % 8) * 512;
	struct driver_cqe cqe;
	uint8_t gid[16];

	assert_true(driver_wait(&couple->receive_cq[side], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_SEND);
	assert_int_equal(cqe.bytes, ENTRY);
	assert_int_equal(cqe.source_qp, 1);
	assert_int_equal(cqe.grh, 1);
	assert_int_equal(cqe.network, talk->network);
	assert_int_equal(cqe.immediate & 0xffff, 0xffff); /* partition key */
	assert_int_equal(cqe.counter, round);
	assert_memory_equal(entry + GRH_BYTES, mad, MAD_BYTES);
	source_gid(entry, talk->network, gid);
	assert_memory_equal(gid, from->gid, sizeof(gid));
	memcpy(from->gid, gid, sizeof(gid));
	from->qpn = cqe.source_qp;
}

static void converse(const struct talk *talk)
{
	struct driver_address to[2];
	uint8_t mad[MAD_BYTES];
	struct couple couple;

	couple_start(&couple, PRM_QP_QP1, NULL);
	for (size_t side = 0; side < 2; side++) {
		to[side] = driver_address_of(&couple.qp[!side], talk->gid);
		for (size_t i = 0; i < 4; i++)
			post(&couple, side, i);
	}
	for (size_t round = 0; round < ROUNDS; round++)
		for (size_t side = 0; side < 2; side++) {
			couple_fill(mad, sizeof(mad), (uint8_t)(round * 2 + side));
			say(&couple, side, &to[side], mad);
			hear(&couple, !side, talk, round, mad, &to[!side]);
			post(&couple, !side, round + 4);
		}
	couple_stop(&couple);
}

static void over_ipv4(void **state)
{
	(void)state;
	converse(&(struct talk){DRIVER_GID_IPV4, 2});
}

static void over_ipv6(void **state)
{
	(void)state;
	converse(&(struct talk){DRIVER_GID_IPV6, 1});
}

static void over_roce_v1(void **state)
{
	(void)state;
	converse(&(struct talk){DRIVER_GID_V1, 0});
	converse(&(struct talk){DRIVER_GID_V1_IPV4, 0});
}

/* Nobody listens: the datagram is lost, the sender knows nothing of it. */
static void without_a_receive_entry_it_is_lost(void **state)
{
	struct driver_address to;
	uint8_t mad[MAD_BYTES] = {0};
	struct driver_cqe cqe;
	struct couple couple;

	(void)state;
	couple_start(&couple, PRM_QP_QP1, NULL);
	to = driver_address_of(&couple.qp[1], DRIVER_GID_IPV4);
	say(&couple, 0, &to, mad);
	assert_false(driver_wait(&couple.receive_cq[1], &cqe));
	couple_stop(&couple);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(over_ipv4),
		cmocka_unit_test(over_ipv6),
		cmocka_unit_test(over_roce_v1),
		cmocka_unit_test(without_a_receive_entry_it_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
